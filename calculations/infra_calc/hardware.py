"""The figures of devices, links and memories, and the tags that say what each one means.

`figure("h100-sxm.memory.bandwidth")` is one printed value with its exact size in base units, its tags and its source.
Two figures meet in a ratio or a formula only if their tags agree: a sparse peak is not a dense one, a rack is not a
device, and a link's two directions together carry no message.
"""

from infra_calc import data
from infra_calc.errors import Unsupported, UsageError, unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Any

# A printed unit: its exact size (numerator, denominator) and the unit that remains.
UNITS = {
    "GB": (10**9, 1, "byte"),
    "TB": (10**12, 1, "byte"),
    "MiB": (2**20, 1, "byte"),
    "GiB": (2**30, 1, "byte"),
    "GB/s": (10**9, 1, "byte/second"),
    "TB/s": (10**12, 1, "byte/second"),
    "Mbit/s": (10**6, 1, "bit/second"),
    "Gbit/s": (10**9, 1, "bit/second"),
    "TOP/s": (10**12, 1, "FLOP/second"),
    "TFLOP/s": (10**12, 1, "FLOP/second"),
    "PFLOP/s": (10**15, 1, "FLOP/second"),
    "W": (1, 1, "watt"),
    "kW": (10**3, 1, "watt"),
    "pJ/op": (1, 10**12, "joule/FLOP"),
    "pJ/FLOP": (1, 10**12, "joule/FLOP"),
    "pJ/B": (1, 10**12, "joule/byte"),
    "pJ/64bit": (1, 8 * 10**12, "joule/byte"),
    "us/km": (1, 10**9, "second/metre"),
    "device": (1, 1, "device"),
    "link": (1, 1, "1"),
    "pin": (1, 1, "1"),
    "": (1, 1, "1"),
}
TAGS = ("sparsity", "input", "accumulator", "direction", "scope", "prefix", "basis")
NEUTRAL = {"scope": ("port", "pin", "operation", "length"), "accumulator": ("not stated",)}
WORDS = {
    "sparsity": "a {} peak",
    "input": "a peak for {} inputs",
    "accumulator": "a peak with {} sums",
    "direction": "the bandwidth of {} direction(s)",
    "scope": "a figure of one {}",
    "prefix": "printed with {} prefixes",
    "basis": "a {} figure",
}


class TagClash(Unsupported):
    """Figures whose tags do not agree, or one that no formula takes."""


def names() -> list[str]:
    """Every record of hardware/."""
    return data.names("hardware")


def record(name: str) -> "dict[str, Any]":
    """The record of one device, link or memory."""
    return data.read("hardware", name)


def figure(path: str) -> "dict[str, Any]":
    """One figure, as `h100-sxm.memory.bandwidth`, with `value`, `exact` (a numerator and a denominator), `unit` and tags."""
    known = names()
    words = path.lower().split(".")
    heads = [".".join(words[:count]) for count in (2, 1)]  # a record may be called hbm3e-9.6
    name = next((each for each in heads if each in known), words[0])
    found = record(name)
    key = path[len(name) + 1 :]
    if key not in found["figures"]:
        raise unknown("figure", path, [f"{name}.{each}" for each in found["figures"]])
    return expanded(found, key)


def expanded(found: "dict[str, Any]", key: str) -> "dict[str, Any]":
    """The figure `key` of a record: what is printed, what it is worth, and where it is from."""
    entry = dict(found["figures"][key])
    numerator, denominator, unit = exact(entry["printed"])
    if unit == "byte":
        entry["prefix"] = "binary" if "iB" in entry["printed"] else "decimal"
    return {
        "name": f"{found['name']}.{key}",
        "value": numerator if denominator == 1 else numerator / denominator,
        "exact": [numerator, denominator],
        "unit": unit,
        **entry,
        "source": found["document"],
        "locator": found["locator"],
    }


def exact(printed: str) -> tuple[int, int, str]:
    """Numerator, denominator and unit of a printed value such as `989.4 TFLOP/s`."""
    number, _, unit = printed.partition(" ")
    whole, _, decimals = number.partition(".")
    above, below, remains = UNITS[unit]
    above, below = int(whole + decimals) * above, 10 ** len(decimals) * below
    a, b = above, below
    while b:
        a, b = b, a % b
    return above // a, below // a, remains


def clash(first: "dict[str, Any]", second: "dict[str, Any]", across: "tuple[str, ...]" = ()) -> str:
    """What keeps two figures apart, as one sentence; empty if their tags agree. `across` lists tags that may differ."""
    for tag in TAGS:
        one, other = first.get(tag), second.get(tag)
        if tag in across or one is None or other is None or one == other:
            continue
        if one not in NEUTRAL.get(tag, ()) and other not in NEUTRAL.get(tag, ()):
            return f"{first['name']} is {WORDS[tag].format(one)}, {second['name']} is {WORDS[tag].format(other)}"
    return ""


def ratio(first: "dict[str, Any]", second: "dict[str, Any]", across: "tuple[str, ...]" = ()) -> tuple[int, int]:
    """`first / second` as a numerator and a denominator; raises TagClash if the tags do not agree."""
    reason = clash(first, second, across)
    if reason:
        raise TagClash(f"{reason}; they cannot be divided")
    return first["exact"][0] * second["exact"][1], first["exact"][1] * second["exact"][0]


def check_arguments(figures: "dict[str, dict[str, Any]]") -> None:
    """Raise TagClash unless these figures may enter one formula together: dense peaks, one direction, equal tags.

    The keys are the formula's parameter names.
    """
    for word, each in figures.items():
        if each.get("sparsity") == "sparse":
            raise TagClash(f"{word}: {each['name']} is a sparse peak; take {each['name'].removesuffix('-sparse')}")
        if each.get("direction") in ("both", "not stated"):
            wanted = "the figure that ends in per_direction, if there is one"
            raise TagClash(f"{word}: {each['name']} is not the bandwidth of one direction; take {wanted}")
    listed = list(figures.values())
    for i, first in enumerate(listed):
        for second in listed[i + 1 :]:
            reason = clash(first, second)
            if reason:
                raise TagClash(f"{reason}; they do not enter one formula")


def in_unit(found: "dict[str, Any]", unit: str) -> "Fraction":
    """A figure in the unit that a formula takes; UsageError if it measures something else."""
    from fractions import Fraction

    from infra_calc.units import dimension

    (above, below), powers = dimension(unit)
    (own_above, own_below), own = dimension(found["unit"])
    if powers != own:
        raise UsageError(f"{found['name']} is in {found['unit']}, the formula takes {unit}")
    return Fraction(*found["exact"]) * Fraction(own_above, own_below) / Fraction(above, below)


def dense_peak(name: str, inputs: str = "") -> "dict[str, Any]":
    """The dense peak of a device for these inputs; without a word, for bf16, or else for fp16 or what there is."""
    found = record(name)
    peaks = [each for each in found["figures"] if each.startswith("peaks.") and not each.endswith("-sparse")]
    if not peaks:
        raise Unsupported(f"{found['name']} has no peak in the registry")
    if inputs:
        if f"peaks.{inputs}" not in peaks:
            raise unknown(f"peak of {found['name']}", inputs, [each[6:] for each in peaks])
        return expanded(found, f"peaks.{inputs}")
    return expanded(found, next((each for each in ("peaks.bf16", "peaks.fp16") if each in peaks), peaks[0]))
