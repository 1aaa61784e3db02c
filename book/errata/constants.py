"""The published figures of a device that a sentence names, from the calculator's registry."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from book.errata.figures import Figure
from book.errata.value import Value
from book.ledger import CALCULATOR
from book.numbers.errors import NumberProblem
from book.numbers.interval import Interval
from book.numbers.literal import Literal
from book.numbers.units import Unit, hard, parse_unit

_VARIANT = re.compile(r"sxm\d?|pcie|nvl\d*|\d{2,3}\s?gb|ultra|max|super|ti", re.IGNORECASE)


@dataclass(frozen=True)
class Spec:
    """One published figure."""

    device: str
    name: str
    """As `peaks.bf16-sparse`."""
    printed: str
    value: Fraction
    """In base units."""
    unit: Unit
    sparse: bool
    input: str
    both_ways: bool


@lru_cache(maxsize=1)
def _records() -> tuple[dict[str, object], ...]:
    return tuple(json.loads(path.read_text(encoding="utf-8")) for path in sorted((CALCULATOR / "hardware").glob("*.json")))


def devices_in(text: str) -> list[dict[str, object]]:
    """Records of the devices that a text names; the variants that its words rule out are left out."""
    found = []
    for record in _records():
        if record.get("kind") != "device":
            continue
        core = _core(str(record["name"]))
        if core and re.search(rf"(?<![\w]){core}(?![A-Za-z0-9]|\.\d)", text, re.IGNORECASE):
            found.append(record)
    said = {
        re.sub(r"\s|\d$", "", word.lower()) if word.lower().startswith("sxm") else re.sub(r"\s", "", word.lower())
        for word in _VARIANT.findall(text)
    }
    for core in {_core(str(record["name"])) for record in found}:
        family = [record for record in found if _core(str(record["name"])) == core]
        narrowed = [
            record for record in family if all(_has(record, word) for word in said if any(_has(each, word) for each in family))
        ]
        if narrowed:
            found = [record for record in found if record not in family or record in narrowed]
    return found


def _core(name: str) -> str:
    """The pattern of a device's model: `a100-sxm-80` → A100, `tpu-v5e` → TPU v5e, `rtx-4090` → RTX 4090."""
    words = name.split("-")
    kept = words[:1] if re.search(r"\d", words[0]) else words[:2]
    return r"[\s\-]?".join(re.escape(word) for word in kept) if re.search(r"\d", "".join(kept)) else ""


def _has(record: dict[str, object], word: str) -> bool:
    title = re.sub(r"\s", "", f"{record['name']} {record['title']}".lower())
    return word in title or word.replace("gb", "") + "gb" in title


def specs_of(record: dict[str, object]) -> Iterator[Spec]:
    """The figures of a record that can be read as quantities."""
    figures = record["figures"]
    for name, entry in figures.items() if isinstance(figures, dict) else ():
        number, _, spelling = str(entry["printed"]).partition(" ")
        try:
            unit = parse_unit({"TOP/s": "TFLOP/s"}.get(spelling, spelling))
            value = Fraction(number) * unit.factor
        except (NumberProblem, ValueError):
            continue
        yield Spec(
            str(record["title"]),
            name,
            str(entry["printed"]),
            value,
            unit,
            entry.get("sparsity") == "sparse",
            str(entry.get("input", "")),
            entry.get("direction") == "both",
        )


_INPUTS = {
    "bf16": r"bf16|fp16|bfloat16|半精度",
    "fp8": r"fp8",
    "int8": r"int8",
    "tf32": r"tf32",
    "fp4": r"fp4",
    "fp32": r"(?<!t)fp32",
    "fp64": r"fp64",
}
_SPARSE = re.compile(r"(?<!non-)(?<!un)spars|稀疏|разреж", re.IGNORECASE)
DENSE = re.compile(r"dense|稠密|плотн|non-spars|without spars|без разреж", re.IGNORECASE)
_LINK = re.compile(r"nvlink|pcie|infiniband|ici|互[连連]|link", re.IGNORECASE)


def relevant(figure: Figure, words: str) -> list[Spec]:
    """The published figures that a number beside a device's name can be: of its dimension, input type and part."""
    if figure.unit is None or not hard(figure.unit.dims):
        return []
    found = [spec for record in devices_in(words) for spec in specs_of(record) if hard(spec.unit.dims) == hard(figure.unit.dims)]
    if ("second", -1) in figure.unit.dims and ("byte", 1) in figure.unit.dims:
        links = _LINK.search(words) is not None
        return [spec for spec in found if links or spec.name.startswith("memory")]
    if ("flop", 1) in figure.unit.dims:
        inputs = [
            name for name, pattern in _INPUTS.items() if re.search(rf"(?<![a-z0-9])(?:{pattern})(?![a-z0-9])", words, re.IGNORECASE)
        ]
        return [spec for spec in found if spec.input in inputs] if inputs else found
    return [spec for spec in found if spec.name == "memory.capacity"] if ("byte", 1) in figure.unit.dims else found


@dataclass(frozen=True)
class Standing:
    """Whether a value is one of a device's published figures."""

    printed: list[Spec]
    """The figures that the printed value is."""
    proposed: list[Spec]
    all: list[Spec]
    dense_said: bool
    sparse_said: bool


def compare(figure: Figure, value: Value, words: str) -> Standing | None:
    """How the printed and the proposed value stand to the registry; None if it knows nothing here."""
    specs = relevant(figure, words)
    if not specs or len({_core_of(spec) for spec in specs}) > 1:
        return None
    unit = value.unit if value.unit is not None else figure.unit
    mine = [spec for spec in specs if figure.unit is not None and _is(figure.literal, figure.unit, spec)]
    theirs = [spec for spec in specs if value.literal is not None and unit is not None and _is(value.literal, unit, spec)]
    return Standing(
        mine, theirs, specs, DENSE.search(words) is not None, _SPARSE.search(words) is not None and DENSE.search(words) is None
    )


def _core_of(spec: Spec) -> str:
    return re.sub(r",.*| (?:SXM|PCIe).*", "", spec.device)


def _is(literal: Literal, unit: Unit, spec: Spec) -> bool:
    """Whether a literal prints a published figure, in three digits or as many as it has."""
    if hard(unit.dims) != hard(spec.unit.dims):
        return False
    computed = Interval.exact(spec.value / unit.factor)
    if literal.admits(computed):
        return True
    return abs(literal.value * unit.factor / spec.value - 1) < Fraction(1, 500)
