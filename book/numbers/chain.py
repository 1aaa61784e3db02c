"""Chains of printed arithmetic, `A = B ≈ C`: split, read side by side, and judged.

Two neighbouring sides agree if the exact value of one can have been printed as the other. The judgement is
`ROUNDING` where they only agree when the operands are taken as rounded, and an error kind where nothing helps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Context, Decimal
from enum import Enum
from fractions import Fraction

from book.numbers.errors import DimensionError, NumberProblem
from book.numbers.expression import Mode, Side, evaluate, read
from book.numbers.interval import Interval
from book.numbers.literal import Literal
from book.numbers.quantity import Quantity
from book.numbers.tokens import Kind, Token
from book.numbers.tree import Measured, Node, Number, Operation, mapped, nodes
from book.numbers.units import CURRENCIES, Unit, hard


class Judgement(Enum):
    """How two sides of a relation stand."""

    HOLDS = "holds"
    ROUNDING = "rounding"
    VALUE = "value"
    UNIT = "unit"
    DIMENSION = "dimension"
    UNREAD = "unread"


@dataclass(frozen=True)
class Verdict:
    """The judgement about one relation of a chain."""

    judgement: Judgement
    start: int
    """Start of the left side in the text."""
    end: int
    """End of the right side in the text."""
    stated: str = ""
    """The right side as printed, its value."""
    computed: str = ""
    """What the left side gives, in the unit of the right side."""


@dataclass(frozen=True)
class Relation:
    """Two sides and what stands between them; a side is None if it could not be read."""

    left: Side | None
    sign: str
    right: Side | None
    start: int
    end: int
    left_fault: NumberProblem | None = None


def relations(tokens: Iterable[Token]) -> list[Relation]:
    """The relations of all chains in a row of tokens."""
    out: list[Relation] = []
    for chain in chains_of(tokens):
        sides: list[tuple[Side | None, NumberProblem | None, int, int]] = []
        for part in chain[::2]:
            sides.append(_read_side(part))
        for i, sign in enumerate(chain[1::2]):
            left = _nearest(sides, i) if sign[0].text in "=~" else i
            (first, fault, start, _), (second, _, _, end) = sides[left], sides[i + 1]
            out.append(Relation(first, sign[0].text, second, start, end, fault))
    return out


def _nearest(sides: Sequence[tuple[Side | None, NumberProblem | None, int, int]], i: int) -> int:
    """The side itself, or the nearest one before it that could be read: equality carries over what was not."""
    for back in range(i, max(i - 4, -1), -1):
        if sides[back][0] is not None:
            return back
    return i


def _read_side(part: list[Token]) -> tuple[Side | None, NumberProblem | None, int, int]:
    """One side, or what kept it from being read."""
    start, end = (part[0].start, part[-1].end) if part else (0, 0)
    try:
        return read(part), None, start, end
    except NumberProblem as problem:
        return None, problem, start, end


ELLIPSES = frozenset({"\\ldots", "\\dots", "\\cdots", "…", "..."})
"""What is left out belongs to its side, which cannot be read then."""


def chains_of(tokens: Iterable[Token]) -> Iterator[list[list[Token]]]:
    """Chains as alternating sides and relations; brackets are not looked into."""
    chain: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth = max(0, depth + (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE))
        if depth == 0 and token.kind is Kind.RELATION:
            chain += [[token], []]
        elif depth == 0 and token.kind in (Kind.BREAK, Kind.COMMA) and token.text not in ELLIPSES:
            if len(chain) > 1:
                yield chain
            chain = [[]]
        else:
            chain[-1].append(token)
    if len(chain) > 1:
        yield chain


def judge(relation: Relation, *, hedged: bool = False) -> Verdict:
    """Judge one relation; sides that could not be read leave it unread."""
    start, end = relation.start, relation.end
    left, right = relation.left, relation.right
    if isinstance(relation.left_fault, DimensionError):
        return Verdict(Judgement.DIMENSION, start, end)
    if left is None or right is None:
        return Verdict(Judgement.UNREAD, start, end)
    verdicts = []
    for first, second in _readings(left, right):
        try:
            if relation.sign in ("=", "~"):
                verdict = _equal(first, second, relation.sign == "~" or hedged, start, end)
            else:
                verdict = _ordered(first, relation.sign, second, start, end)
        except DimensionError:
            verdict = Verdict(Judgement.DIMENSION, start, end)
        except NumberProblem:
            verdict = Verdict(Judgement.UNREAD, start, end)
        if verdict.judgement is Judgement.HOLDS:
            return verdict
        verdicts.append(verdict)
    if verdicts[0].judgement is Judgement.UNREAD:
        return verdicts[0]
    return min(verdicts, key=lambda v: _LENIENCE.index(v.judgement))


_LENIENCE = (Judgement.HOLDS, Judgement.ROUNDING, Judgement.UNREAD, Judgement.VALUE, Judgement.UNIT, Judgement.DIMENSION)


def _readings(left: Side, right: Side) -> Iterator[tuple[Side, Side]]:
    """The two sides as read, then with one of them in another reading."""
    yield left, right
    for node in left.readings[:4]:
        yield replace(left, node=node), right
    for node in right.readings[:4]:
        yield left, replace(right, node=node)


def _equal(left: Side, right: Side, loose: bool, start: int, end: int) -> Verdict:
    """Judge an equality; the result is the side that is a lone literal, if one is."""
    stated, formula = right, left
    if right.literal is None and left.literal is not None:
        stated, formula = left, right
    value = evaluate(formula.node)
    if stated.literal is None:
        return _formulas(left, right, loose, start, end)
    shown = _printed(value.value * Interval.exact(stated.unit.factor) if stated.unit and _unit_left_out(value, stated.literal) else value.value, stated.unit)
    printed = _printed(Interval.exact(stated.literal.value * (stated.unit.factor if stated.unit else 1)), stated.unit)
    verdicts = [_against(formula, stated.literal, stated.unit, mode, loose)
                for mode in (Mode.EXACT, Mode.ROUNDED)]
    if Judgement.UNREAD in verdicts and Judgement.HOLDS not in verdicts:
        return Verdict(Judgement.UNREAD, start, end)
    if Judgement.HOLDS not in verdicts and _order_of_magnitude(stated, value.value):
        return Verdict(Judgement.ROUNDING, start, end, printed, shown)
    if Judgement.HOLDS in verdicts:
        first = verdicts[0] is Judgement.HOLDS
        return Verdict(Judgement.HOLDS if first else Judgement.ROUNDING, start, end, printed, shown)
    return Verdict(verdicts[0], start, end, printed, shown)


def _unit_left_out(value: Quantity, stated: Literal) -> bool:
    """Whether a value without a unit is one in the unit of the result already: `2.5e8 * 4 / 1024**3 = 3.72 GB`."""
    return value.bare and abs(value.value.middle) < 1000 * abs(stated.value) < 10**6 * abs(value.value.middle)


def _order_of_magnitude(stated: Side, value: Interval) -> bool:
    """Whether the result is a bare power of ten, 10^12, and the value is of that order."""
    node = stated.node.inner if isinstance(stated.node, Measured) else stated.node
    factor = stated.unit.factor if stated.unit else 1
    if stated.literal is None or stated.literal.written or not isinstance(node, Operation):
        return False
    return _within_order(abs(value.middle / factor), abs(stated.literal.value))


def _of_order(value: Interval, stated: Side) -> bool:
    """Whether `stated` is a power of ten too large to be printed otherwise, and the value is of that order."""
    node = stated.node
    if not isinstance(node, Operation) or node.name != "^" or not isinstance(node.operands[0], Number) or node.operands[0].literal.value != 10:
        return False
    return _within_order(abs(value.middle), evaluate(node).value.middle)


def _within_order(value: Fraction, power: Fraction) -> bool:
    """Whether a value is a power of ten as far as its order goes: within a factor of three."""
    return power <= value * 3 and value <= power * 3


def _against(formula: Side, literal: Literal, unit: Unit | None, mode: Mode, loose: bool) -> Judgement:
    """Whether a formula's value can have been printed as the literal with its unit."""
    value = evaluate(formula.node, mode)
    if unit is not None and unit.dims and not value.bare:
        if hard(value.dims) != unit.hard and not _vague(value.dims, unit):
            money = any(base in CURRENCIES for base, _ in unit.dims)
            if hard(value.dims) and unit.hard and not money and not _bare_quantity(formula):
                return Judgement.DIMENSION
            return _soft(formula, literal, unit, mode, loose)
        if literal.admits(value.value / Interval.exact(unit.factor), loose=loose):
            return Judgement.HOLDS
        if not unit.binary and not _has_binary(formula):
            thousands = evaluate(_in_1024s(formula.node), mode).value / Interval.exact(unit.binary_factor)
            if literal.admits(thousands, loose=loose):
                return Judgement.HOLDS
        if formula.operators and _converts(formula) and literal.admits(evaluate(formula.node, Mode.BARE).value, loose=loose):
            return Judgement.HOLDS
        return Judgement.UNIT if not formula.operators else Judgement.VALUE
    factor = unit.factor if unit is not None else Fraction(1)
    candidates = [value.value / Interval.exact(factor)]
    bare = Mode.BARE_ROUNDED if mode.rounds else Mode.BARE
    percent = unit is not None and not unit.dims and unit.factor in (Fraction(1, 100), Fraction(1, 1000))  # hours a week are no share
    if not percent:
        candidates.append(evaluate(formula.node, bare).value)
    if not value.bare and unit is None and hard(value.dims) and not _timed(value.dims):
        candidates += [value.value * Interval.exact(Fraction(1000) ** power) for power in range(-5, 6)]
    if unit is not None and unit.dims and value.bare and not _full_scale(formula):
        base = evaluate(formula.node, bare).value
        candidates += [base * Interval.exact(Fraction(1000) ** power) for power in (-3, -2, -1, 1, 2, 3)
                       if unit.factor != 1 or power in (-1, 1)]
        if unit.binary or unit.decimal_bytes:
            candidates += [base / Interval.exact(Fraction(1024) ** power) for power in (1, 2, 3, 4)]
    if any(literal.admits(candidate, loose=loose) for candidate in candidates):
        return Judgement.HOLDS
    return Judgement.VALUE


def _soft(formula: Side, literal: Literal, unit: Unit, mode: Mode, loose: bool) -> Judgement:
    """One side has only soft labels or none: compare the numbers in base units and as printed."""
    quantity = evaluate(formula.node, mode)
    value, value_dims = quantity.value / Interval.exact(unit.factor), quantity.dims
    bare = evaluate(formula.node, Mode.BARE_ROUNDED if mode.rounds else Mode.BARE).value
    scaled = [bare * Interval.exact(Fraction(1000) ** power) for power in (range(1) if _timed(value_dims) else range(-4, 5))]
    fits = any(literal.admits(candidate, loose=loose) for candidate in [value, *scaled])
    return Judgement.HOLDS if fits else Judgement.UNREAD if _bare_quantity(formula) else Judgement.VALUE


def _timed(dims: tuple[tuple[str, int], ...]) -> bool:
    """Whether it is a time or a rate of events: nobody leaves out a prefix of these (1 / 13.55 ms is 73.8 a second)."""
    return {base for base, _ in hard(dims)} == {"second"}


def _bare_quantity(formula: Side) -> bool:
    """Whether a number without a unit may be a quantity whose unit was left out (8.2e11, 3.35) and not a count."""
    stack = [formula.node]
    while stack:
        node = stack.pop()
        if isinstance(node, Number) and (not node.literal.integer or abs(node.literal.value) >= 10**6):
            return True
        if isinstance(node, Operation):
            stack.extend(node.operands)
    return False


def _vague(dims: tuple[tuple[str, int], ...], unit: Unit) -> bool:
    """A mismatch of seconds only, beside FLOPS or FLOPs, which authors use for either."""
    rest = {base for base, _ in set(hard(dims)) ^ set(unit.hard)}
    return rest == {"second"} and any(base in ("flop", "op") for base, _ in dims + unit.dims)


def _has_binary(formula: Side) -> bool:
    """Whether the formula prints KiB, MiB …, so that KB cannot be meant as 1024."""
    return any(isinstance(node, Measured) and node.unit.binary for node in nodes(formula.node))


def _in_1024s(node: Node) -> Node:
    """The tree with KB, MB, GB … read as powers of 1024."""
    return mapped(node, lambda each: replace(each, unit=replace(each.unit, factor=each.unit.binary_factor))
                  if isinstance(each, Measured) else each)


def _full_scale(formula: Side) -> bool:
    """Whether operands are written out to base units (9.89e14), so that no prefix is implied."""
    return any(isinstance(node, Number) and abs(node.literal.value) >= 10**8 and not node.literal.integer
               for node in nodes(formula.node))


_FACTORS = frozenset({Fraction(n) for n in (8, 24, 60, 1000, 1024, 3600, 86400, 10**6, 1024**2, 10**9, 1024**3, 10**12)})


def _converts(formula: Side) -> bool:
    """Whether a factor of conversion is printed, so that the units of the operands were dealt with by hand; 24 MB is none."""
    measured = {id(node.inner) for node in nodes(formula.node) if isinstance(node, Measured)}
    return any(isinstance(node, Number) and node.literal.value in _FACTORS and id(node) not in measured for node in nodes(formula.node))


def _formulas(left: Side, right: Side, loose: bool, start: int, end: int) -> Verdict:
    """Judge two sides that are both formulas."""
    first, second = evaluate(left.node), evaluate(right.node)
    if hard(first.dims) != hard(second.dims) and not (first.bare or second.bare):
        if hard(first.dims) and hard(second.dims):
            return Verdict(Judgement.DIMENSION, start, end)
        return Verdict(Judgement.UNREAD, start, end)
    shown = (_printed(second.value, right.unit), _printed(first.value, right.unit))
    if first.bare != second.bare:
        first, second = evaluate(left.node, Mode.BARE), evaluate(right.node, Mode.BARE)
        if any(first.value.meets(second.value * Interval.exact(Fraction(1000) ** power)) for power in range(-3, 4)):
            return Verdict(Judgement.HOLDS, start, end)
        return Verdict(Judgement.UNREAD, start, end)
    if first.value.meets(second.value):
        return Verdict(Judgement.HOLDS, start, end, *shown)
    wide = evaluate(left.node, Mode.ROUNDED).value, evaluate(right.node, Mode.ROUNDED).value
    if wide[0].meets(wide[1]) or (loose and (_close(first.value, second.value, Fraction(3, 100)) or _of_order(first.value, right))):
        return Verdict(Judgement.ROUNDING, start, end, *shown)
    return Verdict(Judgement.VALUE, start, end, *shown)


def _close(first: Interval, second: Interval, tolerance: Fraction) -> bool:
    """Whether two values differ by less than a part of the larger one."""
    a, b = first.middle, second.middle
    return abs(a - b) <= tolerance * max(abs(a), abs(b))


_ORDERS: dict[str, Callable[[Interval, Interval], bool]] = {"<": lambda a, b: a.low < b.high, ">": lambda a, b: a.high > b.low,
           "<=": lambda a, b: a.low <= b.high, ">=": lambda a, b: a.high >= b.low, "!=": lambda a, b: True}


def _ordered(left: Side, sign: str, right: Side, start: int, end: int) -> Verdict:
    """Judge an inequality."""
    first, second = evaluate(left.node, Mode.ROUNDED), evaluate(right.node, Mode.ROUNDED)
    if hard(first.dims) != hard(second.dims) or first.bare != second.bare:
        return Verdict(Judgement.UNREAD, start, end)
    if _ORDERS[sign](first.value, second.value):
        return Verdict(Judgement.HOLDS, start, end)
    return Verdict(Judgement.VALUE, start, end, _printed(second.value, right.unit), _printed(first.value, right.unit))


def _printed(value: Interval, unit: Unit | None) -> str:
    """A computed value in the unit of the text, to six digits."""
    number = value.middle / (unit.factor if unit else 1)
    return show(number) + (f" {unit.spelling}" if unit and unit.spelling != "%" else "%" if unit else "")


def show(number: Fraction) -> str:
    """A value for messages: exact if it is a short decimal, else six significant digits."""
    if number.denominator == 1 and abs(number.numerator) < 10**15:
        return f"{number.numerator:,}" if abs(number.numerator) >= 10**5 else str(number.numerator)
    context = Context(prec=6)
    decimal = context.divide(Decimal(number.numerator), Decimal(number.denominator))
    text = f"{decimal.normalize(context)}"
    if "E" in text and -4 <= decimal.adjusted() <= 9:
        text = f"{decimal:f}"
    return text.replace("E+", "e").replace("E", "e")
