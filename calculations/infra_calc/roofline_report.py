"""`calc.py roofline`: where arithmetic and memory of a device meet, and on which side a model's pass lies."""

from fractions import Fraction

from infra_calc.amount import amount
from infra_calc.catalogue import CHOICE, find_model, source_note
from infra_calc.command import Command, Option, count, text, whole
from infra_calc.device import HARDWARE, INPUTS, Device
from infra_calc.errors import UsageError
from infra_calc.report import Report, Table
from infra_calc.rows import COLUMNS, apply, given

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from infra_calc.model import Model


def roofline_report(
    hardware: str, inputs: str = "", intensity: "Fraction | None" = None, tokens: "int | None" = None, history: int = 0,
    batch: int = 1, storage: str = "bf16", name: "str | None" = None, model: "str | None" = None, config: "str | None" = None,
) -> Report:  # fmt: skip
    """The roofline of a device, and an intensity or a model's pass on it."""
    device = Device(hardware, inputs)
    rows = [given(device.figures["peak"]), given(device.figures["bandwidth"])]
    rows.append(apply("ridge point", "accelerator.ridge", peak=device.peak, bandwidth=device.bandwidth))
    document = {**device.document(), "ridge": rows[-1][1]}
    if tokens is not None and intensity is not None:
        raise UsageError("--intensity and the --tokens of a model exclude each other")
    if tokens is not None:
        found = find_model(name, model, config, "roofline")
        return _with_pass(device, rows, document, found, (tokens, history, batch, storage))
    if name or model or config:
        raise UsageError("a model on the roofline needs --tokens, and --history for a decode step")
    if intensity is not None:
        words = {"peak": device.peak, "intensity": intensity, "bandwidth": device.bandwidth}
        rows.append(apply("attainable rate", "accelerator.roofline", **words))
        document |= {"intensity": intensity, "attainable": rows[-1][1]}
    return Report(document, [Table(f"Roofline of {device.name}", COLUMNS, rows)], device.notes())


def _with_pass(
    device: Device, rows: "list[list[Any]]", document: "dict[str, Any]", found: "Model", size: "tuple[int, int, int, str]"
) -> Report:
    title, operations, data = one_pass(found, *size)
    intensity = Fraction(operations, data)
    compute = apply("compute time", "budget.compute_time", operations=operations, peak=device.peak)
    transfer = apply("transfer time", "budget.transfer_time", data=data, bandwidth=device.bandwidth)
    words = {"operations": operations, "peak": device.peak, "data": data, "bandwidth": device.bandwidth}
    step = apply("step time", "budget.step_time", **words)
    rows += [
        ["operations", operations, "FLOP", "calc.py forward", title],
        ["bytes moved", data, "byte", "weights, cache and states, each once", title],
        ["intensity", intensity, "FLOP/byte", "operations / bytes moved", "definition"],
        *(compute, transfer, step),
    ]
    bound = "compute" if compute[1] > transfer[1] else "memory"
    document |= {"model": found.name, "operations": operations, "bytes": data, "intensity": intensity, "bound": bound}
    document |= {"compute_time": compute[1], "transfer_time": transfer[1], "step_time": step[1]}
    notes = [f"bound by {bound}: a lower bound for one device, activations on chip, full overlap", *device.notes()]
    return Report(document, [Table(f"{title} on {device.name}", COLUMNS, rows)], [*notes, source_note(found)])


def one_pass(found: "Model", tokens: int, history: int, batch: int, storage: str) -> tuple[str, int, int]:
    """A pass in words, its operations, and the bytes of weights, caches and states that it moves."""
    from infra_calc.forward import Pass, operators, totals
    from infra_calc.forward_report import title
    from infra_calc.storage import Scheme

    run = Pass(tokens, history, batch, scheme=Scheme(storage))
    sums = totals(operators(found, run))
    return title(found, run), sums["flops"], sum(sums[key] for key in sums if key not in ("flops", "activation_bytes"))


COMMANDS = [
    Command(
        "roofline",
        roofline_report,
        "ridge point of a device, and a model's pass on its roofline",
        [
            HARDWARE,
            INPUTS,
            Option("--intensity", amount, "FLOP for each byte: shows the attainable rate"),
            *CHOICE,
            Option("--tokens", count, "new tokens of each sequence"),
            Option("--history", whole, "tokens that each sequence already has", 0),
            Option("--batch", count, "sequences", 1),
            Option("--storage", text, "storage of the weights, as of `calc.py model`", "bf16"),
        ],
        "roofline --hardware h200-sxm --model qwen3-32b --tokens 1 --history 4096",
    )
]
