"""`calc.py generate`: what a whole generation computes and reads, prefill and all decode steps together."""

from infra_calc.catalogue import CHOICE, find_model, source_link, source_note
from infra_calc.command import Command, Option, count
from infra_calc.forward import Pass, operators, step_weight_bytes, totals
from infra_calc.forward_report import PASS_OPTIONS
from infra_calc.parts import Cache
from infra_calc.reach import earlier_sum
from infra_calc.report import Report, Table
from infra_calc.state import Layout, kv_bytes, recurrent_bytes
from infra_calc.storage import Scheme

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from infra_calc.model import Model


NAMES = {
    "flops": "FLOPs",
    "weight_bytes": "weight bytes read",
    "kv_read_bytes": "cache bytes read",
    "recurrent_read_bytes": "recurrent bytes read",
}


def generation(model: "Model", prompt: int, steps: int, run: Pass) -> dict[str, int]:
    """FLOPs and reads of `steps` decode steps after a prompt, summed in closed form."""
    together = Pass(steps, prompt, run.batch, head="all", latent="absorbed")
    one = Pass(1, prompt, run.batch, experts=run.experts, layout=run.layout, scheme=run.scheme)
    reads = sum(
        times * earlier_sum(part.read, steps, prompt) * run.layout.entry_bytes(part)
        for part, times in model.counted()
        if isinstance(part, Cache)
    )
    return {
        "flops": totals(operators(model, together))["flops"] if steps else 0,
        "weight_bytes": steps * step_weight_bytes(model, one),
        "kv_read_bytes": run.batch * reads,
        "recurrent_read_bytes": run.batch * steps * recurrent_bytes(model, run.layout),
    }


def generate_report(
    prompt: int, output: int, batch: int = 1, name: "str | None" = None, model: "str | None" = None,
    config: "str | None" = None, experts: str = "most", storage: str = "bf16", kv_dtype: str = "bf16",
) -> Report:  # fmt: skip
    """A prompt of `prompt` tokens, then `output` tokens: the first comes from the prefill, each other from a step."""
    found = find_model(name, model, config, "generate")
    run = Pass(prompt, 0, batch, experts=experts, layout=Layout(kv_dtype), scheme=Scheme(storage))
    first = totals(operators(found, run))
    prefill = {key: first[key] for key in ("flops", "weight_bytes", "kv_read_bytes", "recurrent_read_bytes")}
    decode = generation(found, prompt, output - 1, run)
    together = {key: prefill[key] + decode[key] for key in prefill}
    last = prompt + output - 1
    final = batch * (kv_bytes(found, last, run.layout) + recurrent_bytes(found, run.layout))
    document: dict[str, Any] = {
        "name": found.name,
        "prompt": prompt,
        "output": output,
        "batch": batch,
        "prefill": prefill,
        "decode": decode,
        "totals": together,
        "final_state_bytes": final,
        "source": found.source,
    }
    formulas = {
        "flops": "prefill + Σ decode steps, closed form",
        "weight_bytes": f"one read for the prefill + {output - 1:,} steps × the weights of a step",
        "kv_read_bytes": f"Σ cache after {prompt:,} … {last - 1:,} tokens" if output > 1 else "no decode step",
        "recurrent_read_bytes": f"{output - 1:,} steps × the state",
    }
    rows: list[list[Any]] = [
        [NAMES[key], prefill[key], decode[key], together[key], formulas[key], source_link(found)]
        for key in prefill
    ]
    title = f"{found.name}, {batch} × ({prompt:,} prompt + {output:,} output tokens)"
    columns = ["quantity", "prefill", "decode", "total", "formula", "source"]
    notes = [
        *found.notes,
        f"state after the last step: {final:,} B",
        "causal pairs; head on the last position; latent caches are attended absorbed in decode",
        source_note(found),
    ]
    return Report(document, [Table(title, columns, rows)], notes)


COMMANDS = [
    Command(
        "generate",
        generate_report,
        "FLOPs and accumulated reads of a whole generation",
        [
            *CHOICE,
            Option("--prompt", count, "tokens of the prompt", required=True),
            Option("--output", count, "tokens that are generated", required=True),
            *PASS_OPTIONS,
        ],
        "generate --model qwen3-8b --prompt 8192 --output 1024",
    )
]
