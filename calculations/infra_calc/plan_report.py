"""`calc.py plan`: a model on devices for one kind of request: what fits, how fast, at what price."""

from fractions import Fraction

from infra_calc.amount import amount, share, size
from infra_calc.catalogue import CHOICE, find_model, source_note
from infra_calc.command import Command, Option, choice, count, text
from infra_calc.device import HARDWARE, INPUTS, Device
from infra_calc.errors import Unsupported
from infra_calc.forward import Pass, operators, totals
from infra_calc.report import Report, Table
from infra_calc.rows import COLUMNS, apply, given
from infra_calc.state import BYTES, Layout, kv_bytes, recurrent_bytes
from infra_calc.storage import Scheme, weight_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from infra_calc.model import Model


class Load:
    """The requests that a plan is for, and how the model is stored."""

    def __init__(self, model: "Model", prompt: int, output: int, storage: str, kv_dtype: str) -> None:
        """Every request has the same prompt and output."""
        self.model, self.prompt, self.output = model, prompt, output
        self.layout, self.scheme = Layout(kv_dtype), Scheme(storage)
        self.weights = weight_bytes(model, self.scheme)
        self.state = kv_bytes(model, prompt + output, self.layout) + recurrent_bytes(model, self.layout)

    def sums(self, tokens: int, history: int, batch: int) -> dict[str, int]:
        """Operations and bytes of one pass."""
        return totals(operators(self.model, Pass(tokens, history, batch, layout=self.layout, scheme=self.scheme)))


def plan_report(
    hardware: str, prompt: int, output: int, batch: "int | None" = None, devices: "int | None" = None, inputs: str = "",
    storage: str = "bf16", kv_dtype: str = "bf16", workspace: "Fraction | None" = None, mfu: "Fraction | None" = None,
    price: "Fraction | None" = None, name: "str | None" = None, model: "str | None" = None, config: "str | None" = None,
) -> Report:  # fmt: skip
    """Capacity, decode step, prefill, latency and cost of `batch` equal requests."""
    device = Device(hardware, inputs)
    load = Load(find_model(name, model, config, "plan"), prompt, output, storage, kv_dtype)
    reserved = Fraction(2**31) if workspace is None else workspace
    capacity, facts = _capacity(device, load, reserved, devices, batch)
    mfu = mfu or Fraction(1, 2)
    times = _times(device, load, facts, mfu)
    rows = [given(figure) for figure in device.figures.values()]
    document = {**device.document(), "model": load.model.name, "prompt": prompt, "output": output, **facts}
    document |= {key: row[1] for key, row in times.items()}
    prices = _prices(device, document, price)
    document |= {key: row[1] for key, row in prices.items()}
    notes = [
        f"workspace {int(reserved):,} B on each device; prefill at {float(mfu):.0%} of the peak; decode at its lower bound",
        "several devices share weights, states and work evenly; their communication is not counted",
        *device.notes(),
        source_note(load.model),
    ]
    title = f"{load.model.name} on {facts['devices']} × {device.name}: {facts['batch']} requests of {prompt:,} + {output:,} tokens"
    return Report(document, [Table(title, COLUMNS, [*rows, *capacity, *times.values(), *prices.values()])], notes)


def _capacity(
    device: Device, load: Load, workspace: Fraction, devices: "int | None", batch: "int | None"
) -> "tuple[list[list[Any]], dict[str, Any]]":
    """The rows of the memory ledger, and devices and batch where they were not given."""
    free = device.capacity - workspace
    if free <= 0:
        raise Unsupported(f"the workspace of {int(workspace):,} B leaves nothing of {device.name}")
    wanted = load.weights + load.state * (batch or 1)
    fewest = apply("devices needed for weights and states", "memory.min_devices", weights=wanted, capacity=free)
    devices = devices or int(fewest[1])
    words = {"capacity": device.capacity * devices, "weights": load.weights, "workspace": workspace * devices}
    most = apply("largest batch", "memory.max_batch", **words, context=1, kv_bytes_per_token=load.state) if load.state else None
    chosen = batch or (int(most[1]) if most else 1)
    if chosen < 1 or (most and chosen > most[1]):
        asked = max(chosen, 1)
        raise Unsupported(
            f"{asked} {'request does' if asked == 1 else 'requests do'} not fit on {devices} × {device.name}: {load.weights + load.state * asked:,} B "
            f"of weights and states, {int(free * devices):,} B beside the workspace; needs {-(-wanted // free)} devices"
        )
    formula = "weights, cache and states as of calc.py model"
    rows: list[list[Any]] = [
        ["weights", load.weights, "byte", formula, load.model.name],
        ["cache and state of a request at its end", load.state, "byte", formula, load.model.name],
        *([fewest] if batch or devices == fewest[1] else []),
        *([most] if most else []),
    ]
    facts = {"devices": devices, "batch": chosen, "weight_bytes": load.weights, "request_bytes": load.state}
    return rows, {**facts, "largest_batch": int(most[1]) if most else None}


def _times(device: Device, load: Load, facts: "dict[str, Any]", mfu: Fraction) -> "dict[str, list[Any]]":
    devices, batch = facts["devices"], facts["batch"]
    middle = load.prompt + load.output // 2
    step, first = load.sums(1, middle, batch), load.sums(load.prompt, 0, 1)
    data = step["weight_bytes"] + sum(step[key] for key in step if key.startswith(("kv_", "recurrent_")))
    peak, bandwidth = device.peak * devices, device.bandwidth * devices
    words = {"operations": step["flops"], "peak": peak, "data": data, "bandwidth": bandwidth}
    decode = apply(f"decode step at context {middle:,}", "budget.step_time", **words)
    prefill = apply("prefill of one request", "budget.utilized_time", operations=first["flops"], utilization=mfu, peak=peak)
    latency = {"prefill_time": prefill[1], "output": load.output, "decode_time": decode[1]}
    rate = ["tokens a second, decode", batch / decode[1], "token/second", "batch / decode step", "definition"]
    return {
        "decode_step": decode,
        "prefill_time": prefill,
        "request_time": apply("time of a request", "budget.request_latency", **latency),
        "tokens_per_second": rate,
    }


def _prices(device: Device, document: "dict[str, Any]", price: "Fraction | None") -> "dict[str, list[Any]]":
    rows: dict[str, list[Any]] = {}
    throughput = document["tokens_per_second"]
    if price is not None:
        words = {"price": price * document["devices"], "throughput": throughput}
        rows["dollars_per_million_tokens"] = apply("cost of a million tokens, decode", "budget.cost_per_mtok", **words)
    if device.power:
        power = device.power * document["devices"]
        rows["joules_per_token"] = apply("energy of a token, decode", "budget.energy_per_token", power=power, throughput=throughput)
    return rows


COMMANDS = [
    Command(
        "plan",
        plan_report,
        "devices, batch, times and cost of serving a model",
        [
            *CHOICE,
            HARDWARE,
            Option("--prompt", count, "prompt tokens of a request", required=True),
            Option("--output", count, "generated tokens of a request", required=True),
            Option("--batch", count, "requests at once (default: as many as fit)"),
            Option("--devices", count, "devices (default: as few as hold weights and one request, or the batch)"),
            INPUTS,
            Option("--storage", text, "storage of the weights, as of `calc.py model`", "bf16"),
            Option("--kv-dtype", choice(*BYTES), "numbers in the cache", "bf16"),
            Option("--workspace", size, "bytes of each device for buffers (default: 2GiB)"),
            Option("--mfu", share, "share of the peak that a prefill reaches (default: 50%)"),
            Option("--price", amount, "dollars an hour for one device"),
        ],
        "plan --model qwen3-32b --hardware h200-sxm --prompt 4096 --output 512 --batch 16 --price 3",
    )
]
