"""`calc.py hardware`: the registry, one record, one figure, or the ratio of two."""

from infra_calc import hardware
from infra_calc.command import Command, Option, text
from infra_calc.errors import UsageError, unknown
from infra_calc.report import Report, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

RECALLED = "figures marked recalled were not read in their source: look them up before printing them"
DEVICE_COLUMNS = ["name", "title", "memory", "bandwidth", "dense peak", "link, one direction", "power"]


def hardware_report(name: "str | None" = None, over: "str | None" = None, across: "str | None" = None) -> Report:
    """What the registry knows under a name; all names without one."""
    if over is not None:
        if name is None:
            raise UsageError(f"--over needs a figure to divide, as in: {COMMANDS[0].example}")
        return _ratio(hardware.figure(name), hardware.figure(over), across)
    if across is not None:
        raise UsageError("--across goes with --over")
    if name is None:
        return _overview()
    if name.lower() in hardware.names() or "." not in name:
        return _record(hardware.record(name))
    figure = hardware.figure(name)
    return Report(figure, [_figures(figure["name"], [figure])], _notes([figure]))


def _overview() -> Report:
    records = [hardware.record(name) for name in hardware.names()]
    devices = [each for each in records if each["kind"] == "device"]
    others = [each for each in records if each["kind"] != "device"]
    rows = [[each["name"], each["title"], *(_shown(each, keys) for keys in _columns(each))] for each in devices]
    other_rows = [[each["name"], each["kind"], each["title"], _shown(each, list(each["figures"]))] for each in others]
    document = {"hardware": [{key: each[key] for key in ("name", "kind", "title")} for each in records]}
    tables = [
        Table("Devices", DEVICE_COLUMNS, rows),
        Table("Links, memories, systems, energy", ["name", "kind", "title", "first figure"], other_rows),
    ]
    notes = ["* recalled: look it up before printing it", "calc.py hardware NAME shows every figure with its tags"]
    return Report(document, tables, notes)


def _columns(record: "dict[str, Any]") -> list[list[str]]:
    peaks = [each for each in record["figures"] if each.startswith("peaks.") and not each.endswith("-sparse")]
    peaks.sort(key=lambda each: (each != "peaks.bf16", each != "peaks.fp16"))
    links = [each for each in record["figures"] if each.startswith("links.") and each.endswith(".per_direction")]
    return [["memory.capacity"], ["memory.bandwidth"], peaks, links, ["power"]]


def _shown(record: "dict[str, Any]", keys: list[str]) -> str:
    found = [each for each in keys if each in record["figures"]]
    if not found:
        return ""
    entry: dict[str, str] = record["figures"][found[0]]
    inputs = f" {entry['input']}" if "input" in entry else ""
    return entry["printed"] + inputs + ("*" if entry["confidence"] == "recalled" else "")


def _record(record: "dict[str, Any]") -> Report:
    figures = [hardware.expanded(record, key) for key in record["figures"]]
    head = ("name", "title", "kind", "vendor", "year", "memory")
    document = {key: record[key] for key in head if key in record}
    document |= {"figures": figures, "notes": record["notes"], "source": record["document"]}
    document |= {key: record[key] for key in ("locator", "date", "sha256")}
    notes = [*_notes(figures), *record["notes"], f"source: {record['document']}; {record['locator']}; {record['date']}"]
    return Report(document, [_figures(record["title"], figures)], notes)


def _figures(title: str, figures: "list[dict[str, Any]]") -> Table:
    direct = ("name", "printed", "value", "unit")
    rows = [[*(each[key] for key in direct), _tags(each), each["confidence"], _remark(each)] for each in figures]
    return Table(title, ["figure", "printed", "value", "unit", "tags", "confidence", "remark"], rows)


def _tags(figure: "dict[str, Any]") -> str:
    tags = [figure["sparsity"], f"{figure['input']} inputs", f"sums {figure['accumulator']}"] if "sparsity" in figure else []
    if "direction" in figure:
        tags.append({"one": "one direction", "both": "both directions"}.get(figure["direction"], "direction not stated"))
    if "prefix" in figure:
        tags.append(f"{figure['prefix']} prefix")
    return ", ".join([*tags, f"per {figure['scope']}", figure["basis"]])


def _remark(figure: "dict[str, Any]") -> str:
    return "; ".join(figure[key] for key in ("link", "derivation", "note", "node", "engine") if figure.get(key))


def _notes(figures: "list[dict[str, Any]]") -> list[str]:
    return [RECALLED] if any(each["confidence"] == "recalled" for each in figures) else []


def _ratio(first: "dict[str, Any]", second: "dict[str, Any]", across: "str | None") -> Report:
    allowed = tuple(across.split(",")) if across else ()
    for tag in allowed:
        if tag not in hardware.TAGS:
            raise unknown("tag", tag, list(hardware.TAGS))
    numerator, denominator = hardware.ratio(first, second, allowed)
    value = numerator // denominator if numerator % denominator == 0 else numerator / denominator
    unit = "1" if first["unit"] == second["unit"] else f"({first['unit']})/({second['unit']})"
    formula = f"{first['printed']} / {second['printed']}"
    document = {"numerator": first, "denominator": second, "across": list(allowed), "value": value, "unit": unit}
    row = [f"{first['name']} / {second['name']}", value, unit, formula]
    return Report(document, [Table("Ratio", ["quantity", "value", "unit", "formula"], [row])], _notes([first, second]))


COMMANDS = [
    Command(
        "hardware",
        hardware_report,
        "devices, links and memories; their figures with tags and sources",
        [
            Option("NAME", text, "a device (h100-sxm) or one figure of it (h100-sxm.memory.bandwidth)"),
            Option("--over", text, "divide by this figure; refused if their tags differ"),
            Option("--across", text, f"tags that may differ, with commas: {', '.join(hardware.TAGS)}"),
        ],
        "hardware h200-sxm.peaks.bf16 --over h200-sxm.memory.bandwidth",
    )
]
