"""Rule: totals, shares, differences, ratios and products in tables, by what the heads say and by what most rows do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from math import inf

from book.checks.claim import Claim
from book.checks.compare import plausible
from book.checks.passage import Cell, Table
from book.findings import Code
from book.numbers.chain import show
from book.numbers.interval import Interval
from book.numbers.literal import Literal
from book.numbers.scan import What, scan
from book.numbers.units import PERCENT, Unit

MAX_COLUMNS = 9
"""Only so many numeric columns are compared with each other."""
MAX_ROWS = 400

_TOTAL = re.compile(r"^\W*(?:(?:grand |sub)?total|sum|sum total|all|overall|together|in all|合[计計]|[总總][计計]|小[计計]|"
                    r"[总總][数數和共]|[总總][额額]|итого|всего|сумма|вместе)\b\W*|^\W*(?:合[计計]|[总總][计計和])", re.IGNORECASE)
_HEADS = {
    "difference": re.compile(r"diff|saved|saving|gain|delta|Δ|change|reduc|lost|drop|gap|overhead|added|差|减少|減少|节省|"
                             r"節省|增加|"
                             r"变化|變化|降幅|增量|省|разни|эконом|прирост|измен|выигрыш|сокращ|снижен", re.IGNORECASE),
    "ratio": re.compile(r"ratio|speed-?up|factor|times|×|\bx\b|倍|比值?$|加速比|之比|ускорен|отношен|раз|кратн", re.IGNORECASE),
    "product": re.compile(r"total|sum|cost|amount|overall|all|合[计計]|[总總]|共|итого|всего|общ|сумм|стоим", re.IGNORECASE),
    "share": re.compile(r"share|percent|fraction|portion|%|占比|比例|份[额額]|比重|佔比|доля|процент", re.IGNORECASE),
}


@dataclass(frozen=True)
class Value:
    """A number in a cell."""

    literal: Literal
    unit: Unit | None
    cell: Cell
    text: str

    @cached_property
    def rough(self) -> float:
        """Its size, for tests that only spare work; far too large ones are all alike."""
        return _float(self.literal.value)

    @cached_property
    def half(self) -> float:
        """Roughly how far the number may lie from its digits when they are rounded."""
        return _float(max(self.literal.last_digit / 2, abs(self.literal.value) * self.literal.slack))

    @cached_property
    def share(self) -> float:
        """The same as a share of it."""
        return self.half / abs(self.rough) if self.rough else inf

    @cached_property
    def percent(self) -> bool:
        """Printed as a percentage."""
        return self.unit is PERCENT


@dataclass(frozen=True)
class Column:
    """A column that is mostly numbers."""

    index: int
    head: str
    values: tuple[Value | None, ...]


def claims_of(table: Table) -> Iterator[Claim]:
    """Claims of a table; places are offsets in the source."""
    if not table.rows or len(table.rows) > MAX_ROWS:
        return
    language = table.language
    grid = [[_value(cell, language) for cell in row] for row in table.rows]
    labels = [row[0].text.strip(" *_") if row else "" for row in table.rows]
    totals = [i for i, label in enumerate(labels) if _TOTAL.search(label)]
    columns = [Column(i, head.text, tuple(row[i] if i < len(row) else None for row in grid)) for i, head in enumerate(table.head)]
    columns = [c for c in columns if sum(v is not None for v in c.values) >= max(1, (len(grid) + 1) // 2)][:MAX_COLUMNS]
    flagged: set[int] = set()
    shares = list(_shares([c for c in columns if c.index], totals))
    wrong = {claim.start for claim in shares if claim.code is not None}
    sound = [c for c in columns if c.index and not any(v is not None and v.cell.at in wrong for v in c.values)]
    for claim in [*_relations(columns, totals, len(grid)), *shares, *_totals(table, sound, totals)]:
        if claim.code is None or claim.start not in flagged:
            if claim.code is not None:
                flagged.add(claim.start)
            yield claim


_NUMBER_ONLY = re.compile(r"^[\s*_~≈约約+\-−–(]*$")


def _value(cell: Cell, language: str) -> Value | None:
    """The number of a cell that holds one number and little else."""
    text = cell.text.strip(" \n\ufffc")
    if not text or len(text) > 40 or not any(c.isdigit() for c in text):
        return None
    mentions = scan(text, language)
    if len(mentions) != 1 or mentions[0].what is What.STRUCTURE or mentions[0].what is What.FRACTION:
        return None
    mention = mentions[0]
    before, after = text[:mention.start], text[mention.end:].strip(" *_~")
    if not _NUMBER_ONLY.match(before) or len(after) > 14 or re.search(r"[-–—~/^=<>±]\s*\d|[×x]\s*\d", text[mention.start:]):
        return None
    literal = mention.literal
    if re.search(r"[-−–]\s*$", before.rstrip("*_ ")):
        literal = Literal(-literal.value, literal.step, literal.integer, literal.slack, literal.written)
    return Value(literal, PERCENT if mention.what is What.PERCENT else mention.unit, cell, text)


# ── relations between columns ──

Relation = Callable[[Interval, Interval], Interval]
_ONE, _HUNDRED = Interval.exact(1), Interval.exact(100)
_RELATIONS: dict[str, Relation] = {  # each operand once: an interval that is used twice comes out too wide
    "a − b": lambda a, b: a - b, "a × b": lambda a, b: a * b, "a ÷ b": lambda a, b: a / b, "a + b": lambda a, b: a + b,
    "(a − b) ÷ a": lambda a, b: (_ONE - b / a) * _HUNDRED, "a ÷ b, %": lambda a, b: a / b * _HUNDRED,
        "a ÷ b − 1, %": lambda a, b: (a / b - _ONE) * _HUNDRED,
}
_KIND = {"a − b": "difference", "a × b": "product", "a ÷ b": "ratio", "a + b": "product", "(a − b) ÷ a": "difference",
         "a ÷ b, %": "share", "a ÷ b − 1, %": "difference"}


def _relations(columns: Sequence[Column], totals: Sequence[int], count: int) -> Iterator[Claim]:
    """A third column that follows from two others in most rows, and the rows where it does not."""
    rows = [i for i in range(count) if i not in totals]
    found: list[_Found] = []
    for result in columns:
        if result.index == 0:
            continue
        hinted = {name for name in _RELATIONS if _HEADS[_KIND[name]].search(result.head) or (name == "a ÷ b" and _cross(result, "×"))}
        for first, second in permutations([c for c in columns if c is not result], 2):
            triples = _triples(result, first, second, rows)
            for name, relation in _RELATIONS.items():
                if not triples or (name in ("a × b", "a + b") and first.index > second.index):
                    continue
                held, failed = _held(triples, relation, name, len(rows))
                if name not in hinted:
                    held = [i for i in held if (v := result.values[i]) is not None and v.literal.digits >= 2]
                candidate = _Found(len(held), failed, name, first, second, result, name in hinted)
                if held and _sure(candidate, rows):
                    found.append(candidate)
    used: set[frozenset[int]] = set()
    results: set[int] = set()
    for candidate in sorted(found, key=lambda f: (not f.hinted, -f.held, -f.result.index)):
        triple = frozenset((candidate.first.index, candidate.second.index, candidate.result.index))
        if triple in used or candidate.result.index in results:
            continue
        used.add(triple)
        results.add(candidate.result.index)
        yield from _judged(candidate, rows)


@dataclass(frozen=True)
class _Found:
    """A relation between three columns and how well it holds."""

    held: int
    failed: list[int]
    name: str
    first: Column
    second: Column
    result: Column
    hinted: bool


def _cross(column: Column, mark: str) -> bool:
    """Whether the cells carry a mark such as ×."""
    return any(v is not None and mark in v.text for v in column.values)


Triple = tuple[int, Value, Value, Value]


def _triples(result: Column, first: Column, second: Column, rows: Sequence[int]) -> list[Triple]:
    """The rows in which all three columns have a number, with these: the result and the two others."""
    found = ((i, result.values[i], first.values[i], second.values[i]) for i in rows)
    return [(i, c, a, b) for i, c, a, b in found if c is not None and a is not None and b is not None]


def _held(triples: Sequence[Triple], relation: Relation, name: str, rows: int) -> tuple[list[int], list[int]]:
    """Rows in which the relation holds and tells something, and rows in which it fails."""
    held, failed = [], []
    for i, c, a, b in triples:
        if not _typed(name, a, b, c):
            continue
        fits = _fits(relation, name, a, b, c)
        if fits and _tells(name, a, b, c):
            held.append(i)
        elif not fits:
            failed.append(i)
            if len(failed) > max(1, rows // 2):
                return [], failed
    return held, failed


def _typed(name: str, a: Value, b: Value, c: Value) -> bool:
    """Whether per cent stands where the relation has it."""
    if name.endswith("%") or name == "(a − b) ÷ a":
        return c.percent and not a.percent and not b.percent
    if name in ("a − b", "a + b"):
        return a.percent == b.percent == c.percent
    return not c.percent and not a.percent and not b.percent


def _fits(relation: Relation, name: str, a: Value, b: Value, c: Value) -> bool:
    """Whether the cell can follow from the two others, exactly or with rounded operands; a difference with either sign."""
    signs = _KIND[name] == "difference"
    if not (a if name == "(a − b) ÷ a" else b).literal.value and "÷" in name:
        return False
    rough, spread = _ROUGH[name](a, b)
    if _apart(rough, c, signs) > 2.2 * c.half + 2 * spread + abs(c.rough) * 1e-9:
        return False
    for take in (_exact, _rounded if _KIND[name] == "product" else _measured):
        try:
            computed = relation(take(a), take(b))
        except ValueError:
            return False
        if c.literal.admits(computed) or (signs and c.literal.admits(-computed)):
            return True
    return False


_HUGE = 10**100


def _float(value: Fraction) -> float:
    """A value that fits."""
    return float(value) if abs(value) < _HUGE else float(_HUGE) if value > 0 else -float(_HUGE)


def _apart(rough: float, c: Value, signs: bool) -> float:
    """How far a rough result lies from the cell."""
    return abs(abs(rough) - abs(c.rough) if signs else rough - c.rough)


def _quotient(a: Value, b: Value) -> tuple[float, float]:
    """a ÷ b and how far rounded operands may move it."""
    ratio = a.rough / b.rough
    return ratio, abs(ratio) * (a.share + b.share)


def _percents(a: Value, b: Value, less: float) -> tuple[float, float]:
    """a ÷ b − less in per cent, and how far rounded operands may move it."""
    ratio, spread = _quotient(a, b)
    return (ratio - less) * 100, spread * 100


_ROUGH: dict[str, Callable[[Value, Value], tuple[float, float]]] = {
    "a − b": lambda a, b: (a.rough - b.rough, a.half + b.half),
    "a × b": lambda a, b: (a.rough * b.rough, abs(a.rough * b.rough) * (a.share + b.share)),
    "a ÷ b": _quotient,
    "a + b": lambda a, b: (a.rough + b.rough, a.half + b.half),
    "(a − b) ÷ a": lambda a, b: _percents(b, a, 1), "a ÷ b, %": lambda a, b: _percents(a, b, 0),
    "a ÷ b − 1, %": lambda a, b: _percents(a, b, 1),
}
"""Each relation in floating point, which spares the exact arithmetic where it cannot hold."""


def _exact(value: Value) -> Interval:
    """The printed number."""
    return Interval.exact(value.literal.value)


def _rounded(value: Value) -> Interval:
    """All numbers that round to it; integers below 1000 are counts."""
    return value.literal.operand() if abs(value.literal.value) < 1000 else value.literal.rounded()


def _measured(value: Value) -> Interval:
    """All numbers that round to it, if it has two digits and more."""
    return value.literal.rounded() if abs(value.literal.value) >= 10 or not value.literal.integer else value.literal.operand()


def _tells(name: str, a: Value, b: Value, c: Value) -> bool:
    """Whether the equality is more than an accident of small or equal numbers."""
    operands = {a.literal.value, b.literal.value}
    if c.literal.value in operands or c.literal.value in (0, 1) or 0 in operands:
        return name in ("a − b", "a + b") and c.literal.value == 0 and len(operands) == 1
    return c.literal.digits >= 2 or name in ("a − b", "a ÷ b")


def _sure(found: _Found, rows: Sequence[int]) -> bool:
    """Whether a relation is no accident; without a hint of the head two rows and few failures are needed."""
    held, failed = found.held, len(found.failed)
    if found.hinted:
        return held >= 1 and failed <= max(1, held)
    if held < 2 or failed * 2 > held or failed * 3 > held + 2:
        return False
    return found.name not in ("a − b", "a + b", "a ÷ b") or held >= 3 or _wide(found.result, rows)


def _judged(found: _Found, rows: Sequence[int]) -> Iterator[Claim]:
    """Claims of the cells of a result column."""
    name = found.name
    for i in rows:
        c, a, b = found.result.values[i], found.first.values[i], found.second.values[i]
        if c is None or a is None or b is None or not _typed(name, a, b, c):
            continue
        if i not in found.failed:
            yield Claim(c.cell.at, c.cell.at + len(c.cell.text), None)
            continue
        value = _RELATIONS[name](_exact(a), _exact(b)).middle
        if _KIND[name] == "difference" and value * c.literal.value < 0:
            value = -value
        if plausible(abs(c.literal.value), abs(value)) or not c.literal.value:
            how = f"{name} with a = {a.text}, b = {b.text}"
            yield Claim(c.cell.at, c.cell.at + len(c.cell.text), Code.TABLE_MISMATCH, c.text, show(value), how)


def _wide(result: Column, rows: Sequence[int]) -> bool:
    """Whether the results have three digits and more: then two rows are no accident."""
    return all(v is None or v.literal.digits >= 3 for i in rows if (v := result.values[i]) is not None or True)


# ── totals and shares ──


def _totals(table: Table, columns: Sequence[Column], totals: Sequence[int]) -> Iterator[Claim]:
    """A row called total against the sum of the rows above it."""
    start = 0
    for position in totals:
        parts = [i for i in range(start, position) if i not in totals]
        start = position + 1 if position + 1 < len(table.rows) else start
        if len(parts) < 2:
            continue
        results = [(column, _sum_of(column, parts), column.values[position]) for column in columns]
        usable = [(column, total, stated) for column, total, stated in results if total is not None and stated is not None]
        verdicts = [_total_fits(total, stated) for _, total, stated in usable]
        for (column, total, stated), fits in zip(usable, verdicts, strict=True):
            if fits:
                yield Claim(stated.cell.at, stated.cell.at + len(stated.cell.text), None)
                continue
            alone = len(columns) == 1 or any(verdicts) or _additive(column)
            if alone and not _averaged(column, parts, stated) and _near(total.middle, stated.literal.value):
                end = stated.cell.at + len(stated.cell.text)
                yield Claim(stated.cell.at, end, Code.TABLE_MISMATCH, stated.text, show(total.middle),
                    "the sum of the rows above")


def _sum_of(column: Column, rows: Sequence[int]) -> Interval | None:
    """The sum of a column's cells; None if one is missing or printed in another unit."""
    total = Interval.exact(0)
    units = set()
    for i in rows:
        value = column.values[i]
        if value is None:
            return None
        units.add(value.unit.spelling if value.unit else "")
        total = total + (_exact(value) if value.literal.integer and not value.percent else value.literal.rounded())
    return total if len(units) == 1 else None


def _total_fits(total: Interval, stated: Value) -> bool:
    """Whether a total can be the sum: rounding of each term may add up."""
    literal = stated.literal
    return literal.admits(total)


def _additive(column: Column) -> bool:
    """Whether the head names something that adds up and not a rate, a ratio or a price for one."""
    return not re.search(r"/|per\b|ratio|rate|speed|×|%|avg|mean|average|latency|accuracy|score|每|均|率|比|速|сред|скорост|"
                         r"доля|/с", column.head, re.IGNORECASE)


def _averaged(column: Column, rows: Sequence[int], stated: Value) -> bool:
    """Whether the total lies among the terms, as a mean, a maximum or an overall rate does."""
    values = [v.literal.value for i in rows if (v := column.values[i]) is not None]
    within = min(values) <= stated.literal.value <= max(values)
    return within and stated.literal.value < sum(values) * Fraction(7, 10)


def _near(total: Fraction, stated: Fraction) -> bool:
    """Whether a wrong total is at least of the size of the right one."""
    return plausible(abs(stated), abs(total)) if stated and total else True


def _shares(columns: Sequence[Column], totals: Sequence[int]) -> Iterator[Claim]:
    """A column of percentages against the amounts of another column and their total."""
    for share in columns:
        if not all(v is None or v.percent for v in share.values):
            continue
        for amount in columns:
            if amount is share or any(v is not None and v.percent for v in amount.values):
                continue
            yield from _shares_of(share, amount, totals)


def _shares_of(share: Column, amount: Column, totals: Sequence[int]) -> Iterator[Claim]:
    """Each percentage against its amount over the total."""
    if len(totals) != 1 or (whole := amount.values[totals[0]]) is None or not whole.literal.value:
        return
    rows = [i for i in range(len(share.values)) if i != totals[0] and share.values[i] is not None and amount.values[i] is not None]
    claims = []
    for i in rows:
        part, stated = amount.values[i], share.values[i]
        if part is None or stated is None:
            continue
        fits = any(stated.literal.admits(take(part) / take(whole) * _HUNDRED) for take in (_exact, _rounded))
        value = part.literal.value / whole.literal.value * 100
        claims.append((fits, Claim(stated.cell.at, stated.cell.at + len(stated.cell.text), None if fits else Code.TABLE_MISMATCH,
                                   stated.text, f"{show(value)}%", f"{part.text} over {whole.text}")))
    held = sum(fits for fits, _ in claims)
    if held >= 2 and held * 2 > len(claims):
        yield from (claim for _, claim in claims)

