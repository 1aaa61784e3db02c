"""`calc.py forward`: one pass, operator by operator."""

from infra_calc.catalogue import CHOICE, find_model, source_link, source_note
from infra_calc.command import Command, Option, choice, count, text, whole
from infra_calc.forward import Pass, operators, overtaking_batch, totals
from infra_calc.report import Report, Table
from infra_calc.state import BYTES, Layout
from infra_calc.storage import Scheme

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from infra_calc.model import Model

KEYS = {
    "weight_bytes": "weights read",
    "kv_read_bytes": "cache read",
    "kv_written_bytes": "cache written",
    "recurrent_read_bytes": "recurrent state read",
    "recurrent_written_bytes": "recurrent state written",
    "activation_bytes": "activations, unfused, 2 B a number",
}


def forward_report(
    tokens: int, history: int = 0, batch: int = 1, name: "str | None" = None, model: "str | None" = None,
    config: "str | None" = None, attention: str = "causal", head: str = "last", latent: str = "auto",
    experts: str = "most", storage: str = "bf16", kv_dtype: str = "bf16",
) -> Report:  # fmt: skip
    """FLOPs and bytes of `tokens` new tokens in each of `batch` sequences after `history`."""
    found = find_model(name, model, config, "forward")
    run = Pass(tokens, history, batch, attention, head, latent, experts, Layout(kv_dtype), Scheme(storage))
    rows = operators(found, run)
    sums = totals(rows)
    convention = {
        "attention": attention,
        "head": head,
        "latent": "absorbed" if run.absorbed else "expanded",
        "experts": experts,
        "storage": storage,
        "kv_dtype": kv_dtype,
        "multiply_add": 2,
    }
    document: dict[str, Any] = {
        "name": found.name,
        "tokens": tokens,
        "history": history,
        "batch": batch,
        "convention": convention,
        "operators": [{key: row[key] for key in row if key not in ("kind", "factors", "rows")} for row in rows],
        "totals": sums,
        "source": found.source,
    }
    notes = _notes(found, run)
    if tokens == 1 and history:
        document["overtaking_batch"] = overtaking_batch(found, run)
        if document["overtaking_batch"]:
            notes.append(f"cache reads exceed weight reads from batch {document['overtaking_batch']:,} on")
    return Report(document, [_operators(title(found, run), rows, sums), _totals(found, sums, source_link(found))], notes)


def _operators(title: str, rows: "list[dict[str, Any]]", sums: dict[str, int]) -> Table:
    columns = ["component", "operator", "layers", "shape", "FLOPs", "formula", "weight bytes", "state bytes"]
    state = ("kv_read_bytes", "kv_written_bytes", "recurrent_read_bytes", "recurrent_written_bytes")
    cells: list[list[Any]] = [
        [
            row["component"],
            row["name"],
            row["layers"],
            row["shape"],
            row["flops"],
            row["formula"],
            row["weight_bytes"],
            sum(row[key] for key in state),
        ]
        for row in rows
        if row["flops"] or row["weight_bytes"] or row["kind"] in ("cache", "state")
    ]
    last = ["total", "", None, "", sums["flops"], "", sums["weight_bytes"], sum(sums[key] for key in state)]
    return Table(title, columns, [*cells, last])


def _totals(model: "Model", sums: dict[str, int], source: str) -> Table:
    rows: list[list[Any]] = [["FLOPs", sums["flops"], "FLOP", rounded(sums["flops"], "FLOP"), "Σ operators", source]]
    for key, name in KEYS.items():
        if sums[key]:
            rows.append([name, sums[key], "B", rounded(sums[key], "B"), "Σ operators", source])
    return Table("Totals", ["quantity", "value", "unit", "rounded", "formula", "source"], rows)


def rounded(value: int, unit: str) -> str:
    """`133.594323 TFLOP`: six decimals of the decimal prefix that fits."""
    power = min((len(str(value)) - 1) // 3, 6)
    return f"{value / 1000**power:.6f} {' kMGTPE'[power].strip()}{unit}"


def title(model: "Model", run: Pass) -> str:
    """What the pass is, in words."""
    many = "" if run.batch == 1 else f"{run.batch:,} sequences, each "
    if run.tokens == 1 and run.history:
        return f"{model.name}: {many}decode of one token after {run.history:,}"
    after = f" after {run.history:,}" if run.history else ""
    return f"{model.name}: {many}prefill of {run.tokens:,} tokens{after}"


def _notes(model: "Model", run: Pass) -> list[str]:
    pairs = "causal pairs" if run.attention == "causal" else "the full square of pairs"
    head = "the last position" if run.head == "last" else "all positions"
    notes = [
        f"{pairs}; output head on {head}; a multiply-add is 2 FLOP; norms, activations, softmax and biases not counted",
        "the embedding is a look-up: no FLOPs, and its table is not read whole",
    ]
    if any(getattr(part, "absorbed", None) for part, _ in model.counted()):
        form = "absorbed (attends the latent)" if run.absorbed else "expanded (keys and values of each head)"
        notes.append(f"latent attention {form}; --latent changes it")
    if any(weight.used < weight.copies for weight, _ in model.weights()):
        way = "as many as can be reached" if run.experts == "most" else "expected under uniform routing"
        notes.append(f"experts read: {way}; --experts changes it")
    return [*model.notes, *notes, source_note(model)]


PASS_OPTIONS = [
    Option("--batch", count, "sequences", 1),
    Option("--experts", choice("most", "uniform"), "experts read: as many as can be reached, or the expectation", "most"),
    Option("--storage", text, "weights: bf16, fp8, int8-g128, mxfp4, … or FORMAT:component+component", "bf16"),
    Option("--kv-dtype", choice(*BYTES), "numbers in the cache", "bf16"),
]

COMMANDS = [
    Command(
        "forward",
        forward_report,
        "FLOPs and bytes of one forward pass, operator by operator",
        [
            *CHOICE,
            Option("--tokens", count, "new tokens of each sequence", required=True),
            Option("--history", whole, "tokens that each sequence already has", 0),
            Option("--attention", choice("causal", "square"), "pairs under the causal mask, or all of them", "causal"),
            Option("--head", choice("last", "all"), "positions that the output head sees", "last"),
            Option("--latent", choice("auto", "expanded", "absorbed"), "how MLA attends", "auto"),
            *PASS_OPTIONS,
        ],
        "forward --model qwen3-8b --tokens 8192",
    )
]
