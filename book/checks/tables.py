"""Rule: differences, ratios and products in tables, by what the heads say and by what most rows do; totals and shares."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from book.checks import sums
from book.checks.claim import Claim
from book.checks.compare import plausible
from book.checks.grid import Column, Grid, Value, exact, grid_of, measured, rounded, scaled
from book.checks.passage import Table
from book.findings import Code
from book.numbers.chain import show
from book.numbers.errors import NumberProblem
from book.numbers.interval import Interval

MAX_ROWS = 400

_HEADS = {
    "difference": re.compile(r"diff|growth|increase|improve|freed|освобожд|释放|釋放|進步|进步|提升|提高|(?<!\w)рост|增长|增長|增幅|涨幅|漲幅|saved|saving|gain|delta|Δ|change|reduc|lost|drop|gap|short|duration|elapsed|时长|時長|длительн|продолжительн|missing|remain|left|unused|free|剩余|剩餘|余量|餘量|缺口|остал|остат|свободн|недост|недобор|нехват|overhead|added|差|减少|減少|节省|"
                             r"節省|增加|"
                             r"变化|變化|降幅|增量|省|разни|эконом|прирост|измен|выигрыш|сокращ|снижен", re.IGNORECASE),
    "ratio": re.compile(r"\S\s?[/÷:∶]\s?\S|ratio|speed-?up|factor|times|×|\bx\b|倍|比值?$|加速比|之比|ускорен|отношен|раз|кратн", re.IGNORECASE),
    "product": re.compile(r"total|sum|cost|price|费用|費用|金额|金額|花费|花費|成本|amount|overall|all|合[计計]|[总總]|共|итого|всего|общ|сумм|стоим", re.IGNORECASE),
    "share": re.compile(r"share|percent|\brate\b|utili[sz]ation|occupancy|率$|загрузк|выполнен|fraction|portion|%|占比|比例|份[额額]|比重|佔比|доля|процент", re.IGNORECASE),
}


def claims_of(table: Table) -> Iterator[Claim]:
    """Claims of a table; places are offsets in the source."""
    if not table.rows or len(table.rows) > MAX_ROWS:
        return
    grid = grid_of(table)
    flagged: set[int] = set()
    shares = list(sums.shares(grid))
    wrong = {claim.start for claim in shares if claim.code is not None}
    sound = [c for c in grid.columns if c.index and not any(v is not None and v.cell.at in wrong for v in c.values)]
    related = [*_relations(grid), *_relatives(grid)]
    right = {claim.start: claim.value for claim in related if claim.value is not None}
    for claim in [*related, *shares, *sums.row_totals(grid), *sums.totals(grid, sound, right)]:
        if claim.code is None or claim.start not in flagged:
            if claim.code is not None:
                flagged.add(claim.start)
            yield claim


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


_PER = re.compile(r"\bper\b|^每|\sна\s", re.IGNORECASE)
"""The head of a last column that is a quotient: `每瓦算力`, `idle hours per card`."""
_FEW = 4
"""In a table of more columns such a head names an amount of its own."""


def _relations(grid: Grid) -> Iterator[Claim]:
    """A third column that follows from two others in most rows, and the rows where it does not."""
    rows, columns = [i for i in range(grid.rows) if i not in grid.totals], grid.columns
    found: list[_Found] = []
    for result in columns:
        if result.index == 0:
            continue
        hinted = {name for name in _RELATIONS if _HEADS[_KIND[name]].search(result.title) or (name == "a ÷ b" and _cross(result, "×"))}
        if result is columns[-1] and len(columns) <= _FEW and _PER.search(result.title):
            hinted.add("a ÷ b")
        for one, second in permutations([c for c in columns if c is not result], 2):
            plain = _triples(result, one, second, rows)
            kinds = {(a.percent, b.percent, c.percent) for _, c, a, b in plain}
            for name, relation in _RELATIONS.items():
                if not any(_typed(name, *kind) for kind in kinds) or (name in ("a × b", "a + b") and one.index > second.index):
                    continue
                scale = _scale(name, one, second, result)
                first = scaled(one, scale) if scale != 1 else one
                triples = _triples(result, first, second, rows) if scale != 1 else plain
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


_RELATIVE = re.compile(r"relative|versus|vs\b|compared|normali[sz]ed|speed-?up|相对|相對|倍|относит|по сравн|ускорен|кратн", re.IGNORECASE)


def _relatives(grid: Grid) -> Iterator[Claim]:
    """A column of multiples of one row, whose own multiple is 1: `1.00×, 1.15×, 1.70×`, where most rows hold."""
    rows = [i for i in range(grid.rows) if i not in grid.totals]
    for result in grid.columns:
        base = next((i for i in rows if (v := result.values[i]) is not None and v.literal.value == 1), None)
        if base is None or not (_RELATIVE.search(result.head) or _cross(result, "×")):
            continue
        for column in grid.columns:
            norm = column.values[base] if column is not result else None
            if norm is None or not norm.literal.value:
                continue
            cells = [(c, v) for i in rows if i != base and (c := result.values[i]) is not None and (v := column.values[i]) is not None and v.literal.value]
            for turned in (False, True):
                yield from _multiples_of(norm, cells, turned)


def _multiples_of(norm: Value, cells: Sequence[tuple[Value, Value]], turned: bool) -> Iterator[Claim]:
    """The cells as multiples of one value, or of its inverse, if more of them hold than fail and one does."""
    def ratio(take: Callable[[Value], Interval], value: Value) -> Interval:
        return take(norm) / take(value) if turned else take(value) / take(norm)

    held = [c.literal.admits(ratio(exact, v)) or c.literal.admits(ratio(measured, v)) for c, v in cells]
    telling = [c for (c, _), fits in zip(cells, held, strict=True) if fits and c.literal.digits >= 2 and c.literal.value != 1]
    if not telling or held.count(False) > max(1, len(telling) - 1):
        return
    for (c, v), fits in zip(cells, held, strict=True):
        value = ratio(exact, v).middle
        if fits or plausible(c.literal.value, value):
            yield Claim(c.cell.at, c.cell.at + len(c.cell.text), None if fits else Code.TABLE_MISMATCH, c.text, show(value),
                        "" if fits else f"relative to {norm.text}", value=None if fits else value)


def _scale(name: str, first: Column, second: Column, result: Column) -> Fraction:
    """What the units of the heads leave over: GB over GB/s are 1000 ms; 1 if they say nothing."""
    if name not in ("a × b", "a ÷ b") or first.unit is None or second.unit is None or result.unit is None:
        return Fraction(1)
    both = first.unit.times(second.unit, 1 if name == "a × b" else -1)
    return both.factor / result.unit.factor if both.hard == result.unit.hard else Fraction(1)


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
        if not _typed(name, a.percent, b.percent, c.percent):
            continue
        fits = _fits(relation, name, a, b, c)
        if fits and _tells(name, a, b, c):
            held.append(i)
        elif not fits:
            failed.append(i)
            if len(failed) > max(1, rows // 2):
                return [], failed
    return held, failed


def _typed(name: str, a: bool, b: bool, c: bool) -> bool:
    """Whether per cent stands where the relation has it; each says whether its column does."""
    if name.endswith("%") or name == "(a − b) ÷ a":
        return c and not a and not b
    if name in ("a − b", "a + b"):
        return a == b == c
    return not c and not a and not b


def _fits(relation: Relation, name: str, a: Value, b: Value, c: Value) -> bool:
    """Whether the cell can follow from the two others, exactly or with rounded operands; a difference with either sign."""
    signs = _KIND[name] == "difference"
    if not (a if name == "(a − b) ÷ a" else b).literal.value and "÷" in name:
        return False
    rough, spread = _ROUGH[name](a, b)
    if _apart(rough, c, signs) > 2.2 * c.half + 2 * spread + abs(c.rough) * 1e-9:
        return False
    for take in (exact, rounded if _KIND[name] == "product" else measured):
        try:
            computed = relation(take(a), take(b))
        except ValueError:
            return False
        if c.literal.admits(computed) or (signs and c.literal.admits(-computed)):
            return True
    return False


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
    return found.name not in ("a − b", "a + b", "a ÷ b") or held >= 3 or _wide(found.result, rows) or _wide(found.first, rows)


def _judged(found: _Found, rows: Sequence[int]) -> Iterator[Claim]:
    """Claims of the cells of a result column."""
    name = found.name
    for i in rows:
        c, a, b = found.result.values[i], found.first.values[i], found.second.values[i]
        if c is None or a is None or b is None or not _typed(name, a.percent, b.percent, c.percent):
            continue
        if i not in found.failed:
            yield Claim(c.cell.at, c.cell.at + len(c.cell.text), None)
            continue
        try:
            value = _RELATIONS[name](exact(a), exact(b)).middle
        except NumberProblem:  # a division by zero tells nothing
            continue
        if _KIND[name] == "difference" and value * c.literal.value < 0:
            value = -value
        if plausible(abs(c.literal.value), abs(value)) or not c.literal.value:
            how = f"{name} with a = {a.text}, b = {b.text}"
            yield Claim(c.cell.at, c.cell.at + len(c.cell.text), Code.TABLE_MISMATCH, c.text, show(value), how, value=value)


def _wide(column: Column, rows: Sequence[int]) -> bool:
    """Whether its numbers have three digits and more: then two rows are no accident."""
    values = [v for i in rows if (v := column.values[i]) is not None]
    return sum(v.literal.digits >= 3 for v in values) >= max(2, len(values) - 1)
