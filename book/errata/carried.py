"""The witness about units that a product carries: its operands are printed bare, but the text tells elsewhere what they are counted in.

4,000 × 147,456 of something that takes 147,456 bytes is told in bytes, whatever prefix or eighth the result is printed with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import Figure
from book.errata.value import Value
from book.errata.working import Working, fits, workings_of
from book.numbers.chain import show
from book.numbers.errors import NumberProblem
from book.numbers.expression import Mode, evaluate
from book.numbers.interval import Interval
from book.numbers.tree import Measured, Node, Number, mapped, nodes
from book.numbers.units import Dimension, Unit, dimension, hard

_AMPERE: Dimension = (("ampere", 1),)
_VOLT = dimension((("joule", 1), ("second", -1), ("ampere", -1)))
_ELECTRIC = re.compile(
    r"[\s\u00a0]?(?P<prefix>[kMmµμun]|[кМм](?=[АВ])|мк|毫|千)?(?:(?P<charge>Ah|А·?ч|安[时時])|(?P<current>A|А|安培?)|(?P<volt>V|В|伏特?))(?![A-Za-zА-яё])"
)
_PREFIXES = {"k": 3, "к": 3, "千": 3, "M": 6, "М": 6, "m": -3, "м": -3, "毫": -3, "µ": -6, "μ": -6, "u": -6, "мк": -6, "n": -9}

_CONVERSIONS = frozenset(map(Fraction, (8, 1000, 1024, 10**6, 1024**2, 10**9, 1024**3, 10**12)))
"""Factors with which the author may have dealt with the units by hand."""


def carried(dispute: Dispute) -> Iterator[Evidence]:
    """Two values of a bare product that differ by a prefix or between bits and bytes: the units of its operands tell which is right."""
    scene, printed, wanted = dispute.scene, dispute.printed, dispute.wanted
    if scene.table is not None or printed is None or printed.unit is None or wanted.unit is None or dispute.same:
        return
    if not hard(printed.unit.dims) or hard(printed.unit.dims) != hard(wanted.unit.dims) or not _units_apart(printed, wanted):
        return
    for product in workings_of(scene.reading.text[slice(*scene.sentence)], scene.language):
        result = product.result
        if result is None or result.literal is None or printed.literal is None or result.literal.value != printed.literal.value:
            continue
        right = _amount(product, hard(printed.unit.dims), dispute)
        if right is None:
            continue
        mine, theirs = _tells(printed, right), fits(wanted, Interval.exact(right), strict=True)
        unit = wanted.unit if theirs else printed.unit
        computed = f"{show(right / unit.factor)} {unit.spelling}"
        shown = {"expression": product.text, "computed": computed, "printed": printed.text, "proposed": wanted.text}
        if theirs and not mine:
            yield Evidence.of("bits", For.PROPOSAL, "carries", **shown)
        elif mine and not theirs:
            yield Evidence.of("units", For.TEXT, "carries-holds", **shown)
        return


def _units_apart(first: Value, second: Value) -> bool:
    """Whether two values differ by powers of 1000 and a factor 8, as rounded."""
    if first.amount <= 0 or second.amount <= 0:
        return False
    ratio = first.amount / second.amount
    steps = [Fraction(1000) ** power * bits for power in range(-4, 5) for bits in (Fraction(1), Fraction(8), Fraction(1, 8))]
    return any(step != 1 and abs(ratio / step - 1) < Fraction(1, 50) for step in steps)


def _tells(value: Value, right: Fraction) -> bool:
    """Whether a value prints an amount, with a kilobyte of 1000 or of 1024 bytes."""
    if value.unit is None:
        return False
    binary = replace(value, unit=replace(value.unit, factor=value.unit.binary_factor))
    return any(fits(each, Interval.exact(right), strict=True) for each in (value, binary))


def _amount(product: Working, wanted: Dimension, dispute: Dispute) -> Fraction | None:
    """What a product comes to in base units, if its operands' units make the dimension; `every second` and `an hour` are told in words."""
    if any(isinstance(each, Measured) for each in nodes(product.node)) or any(sign in product.text for sign in "+-−"):
        return None
    units = {operand.value: _unit(operand.value, dispute) for operand in product.operands}
    if not any(units.values()) or any(units[factor] is None for factor in _CONVERSIONS & set(units)):
        return None

    def measured(each: Node) -> Node:
        unit = units.get(each.value) if isinstance(each, Number) else None
        return each if unit is None else Measured(each, unit)

    try:
        result = evaluate(mapped(product.node, measured), Mode.EXACT)
    except NumberProblem:
        return None
    apart = dimension([*result.dims, *((base, -power) for base, power in wanted)])
    left = [pair for pair in apart if pair[0] == "ampere" or pair in hard(apart)]
    if left and not (len(left) == 1 and left[0] in (("second", 1), ("second", -1)) and not all(units.values())):
        return None
    return result.value.middle


def _unit(value: Fraction, dispute: Dispute) -> Unit | None:
    """The one unit with which the text prints a number, beside it or elsewhere in the section."""
    figures = [f for f in dispute.scene.all_figures if f.literal.value == value]
    found = [unit for f in figures if (unit := f.unit if f.unit is not None and hard(f.unit.dims) else _electric(f)) is not None]
    return found[0] if len({(unit.factor, hard(unit.dims)) for unit in found}) == 1 else None


def _electric(figure: Figure) -> Unit | None:
    """Amperes, volts and ampere-hours behind a number, which no number of a computer has."""
    match = _ELECTRIC.match(figure.after)
    if match is None:
        return None
    factor = Fraction(10) ** _PREFIXES.get(match["prefix"] or "", 0)
    if match["volt"]:
        return Unit(match[0].strip(), factor, _VOLT)
    if match["current"]:
        return Unit(match[0].strip(), factor, _AMPERE)
    return Unit(match[0].strip(), factor * 3600, dimension((*_AMPERE, ("second", 1))))


def in_told_scale(dispute: Dispute) -> Interval | None:
    """What the doubted product comes to in the scale with which the text tells an operand, if it or the proposal then holds: 6 × 8.65 = 51.9M, of 8.65M each."""
    printed = dispute.printed
    told = {figure.literal.value for figure in dispute.scene.all_figures}
    for product in workings_of(dispute.scene.text_of(dispute.scene.sentence), dispute.scene.language):
        result = product.result
        if printed is None or result is None or result.literal is None or printed.literal is None or result.literal.value != printed.literal.value:
            continue
        for scale in (Fraction(1000) ** power for power in (1, 2, 3, 4)):
            values = [each * Interval.exact(scale) for each in product.values()]
            right = next((each for each in values if any(fits(value, each, strict=True) for value in (printed, dispute.wanted))), None)
            if right is not None and not set("+-−") & set(product.text) and any(operand.value * scale in told for operand in product.operands):
                return right
    return None
