"""`calc.py train`: operations, days, memory, traffic and checkpoints of a training run."""

from fractions import Fraction

from infra_calc.amount import amount, share
from infra_calc.catalogue import CHOICE, find_model, source_note
from infra_calc.command import Command, Option, count, text
from infra_calc.device import HARDWARE, INPUTS, Device
from infra_calc.errors import UsageError
from infra_calc.hardware import check_arguments, figure, in_unit
from infra_calc.report import Report, Table
from infra_calc.rows import COLUMNS, apply, given

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def train_report(
    hardware: str, tokens: Fraction, devices: int, mfu: "Fraction | None" = None, parameters: "Fraction | None" = None,
    inputs: str = "", link: str = "ib-ndr400.per_direction", mtbf: "Fraction | None" = None, checkpoint: "Fraction | None" = None,
    restart: "Fraction | None" = None, price: "Fraction | None" = None, name: "str | None" = None, model: "str | None" = None,
    config: "str | None" = None,
) -> Report:  # fmt: skip
    """A run of `tokens` on `devices`; parameters are given, or taken from a model (active ones work, all are stored)."""
    device = Device(hardware, inputs)
    stored, active, notes = _parameters(parameters, name, model, config)
    mfu = mfu or Fraction(2, 5)
    time = _time(device, active, tokens, devices, mfu)
    memory = {key: apply(f"bytes of a rank, {label}", f"training.{key}", parameters=stored, ranks=devices) for key, label in ZERO}
    wire = figure(link)
    check_arguments({"bandwidth": wire})
    width = in_unit(wire, "byte/second")
    words = {"ranks": devices, "gradient": 2 * stored, "bandwidth": width}
    traffic = {"allreduce_time": apply("all-reduce of 16-bit gradients", "network.dp_allreduce", **words)}
    lost = _failures(mtbf, checkpoint, restart)
    rows = {**time, **memory, **traffic, **lost}
    document = {**device.document(), "parameters": stored, "active_parameters": active, "tokens": tokens, "devices": devices}
    document |= {key: row[1] for key, row in rows.items()}
    if price is not None:
        cost = document["days"] * 24 * devices * price
        rows["dollars"] = ["cost", cost, "dollar", "days × 24 × devices × price of an hour", "definition"]
        document["dollars"] = cost
    heads = [given(device.figures["peak"]), given(wire)]
    title = f"Training {float(stored):,.4g} parameters on {devices:,} × {device.name}"
    utilization = f"{float(mfu):.0%} of the peak; failures and attention are not in the days"
    return Report(document, [Table(title, COLUMNS, [*heads, *rows.values()])], [utilization, *device.notes(), *notes])


ZERO = [("zero1", "optimiser shared"), ("zero2", "and gradients"), ("zero3", "and weights")]


def _parameters(
    parameters: "Fraction | None", name: "str | None", model: "str | None", config: "str | None"
) -> "tuple[Any, Any, list[str]]":
    if parameters is not None:
        if name or model or config:
            raise UsageError("--parameters and a model exclude each other")
        return parameters, parameters, []
    if not (name or model or config):
        raise UsageError("train needs --parameters, --model NAME or --config FILE; for example: --parameters 405B")
    found = find_model(name, model, config, "train")
    return found.parameters(), found.active_parameters(), [source_note(found)]


def _time(device: Device, active: "Any", tokens: Fraction, devices: int, mfu: Fraction) -> "dict[str, list[Any]]":
    operations = apply("operations", "training.train_flops", parameters=active, tokens=tokens)
    days = operations[1] / (86400 * devices * mfu * device.peak)
    return {
        "operations": operations,
        "days": ["days", days, "day", "operations / (86400 × devices × MFU × peak)", "definition of MFU"],
        "device_hours": ["device-hours", days * 24 * devices, "device*hour", "days × 24 × devices", "definition"],
    }


def _failures(mtbf: "Fraction | None", checkpoint: "Fraction | None", restart: "Fraction | None") -> "dict[str, list[Any]]":
    if mtbf is None and checkpoint is None and restart is None:
        return {}
    if mtbf is None or checkpoint is None:
        raise UsageError("--mtbf (hours between failures of the whole job) and --checkpoint (seconds) go together")
    seconds = {"checkpoint_time": checkpoint, "mtbf": mtbf * 3600}
    if checkpoint >= 2 * mtbf * 3600:
        raise UsageError("a checkpoint that takes twice the time between failures is never finished")
    young = apply("interval between checkpoints, first order", "training.young", **seconds)
    daly = apply("interval between checkpoints, higher order", "training.daly", **seconds)
    lost = {**seconds, "interval": Fraction(young[1]), "restart_time": restart or Fraction(0)}
    return {"young": young, "daly": daly, "lost_time": apply("time lost at the first interval", "training.lost_time", **lost)}


COMMANDS = [
    Command(
        "train",
        train_report,
        "operations, days, memory and checkpoints of a training run",
        [
            *CHOICE,
            Option("--parameters", amount, "parameters, in place of a model, as 405B"),
            Option("--tokens", amount, "training tokens, as 15.6T", required=True),
            HARDWARE,
            Option("--devices", count, "devices, all in data parallel groups", required=True),
            Option("--mfu", share, "share of the peak that is reached (default: 40%)"),
            INPUTS,
            Option("--link", text, "figure of a rank's link between nodes", "ib-ndr400.per_direction"),
            Option("--mtbf", amount, "hours between failures of the whole job"),
            Option("--checkpoint", amount, "seconds that a checkpoint stops the job"),
            Option("--restart", amount, "seconds to restart after a failure"),
            Option("--price", amount, "dollars an hour for one device"),
        ],
        "train --parameters 405B --tokens 15.6T --hardware h100-sxm --devices 16384 --mtbf 3.1 --checkpoint 60",
    )
]
