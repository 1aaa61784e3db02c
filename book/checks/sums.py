"""Totals of rows and columns, and shares of a total, in tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from book.checks.claim import Claim
from book.checks.compare import plausible
from book.checks.grid import Column, Grid, Value, exact, is_total, rounded
from book.findings import Code
from book.numbers.chain import show
from book.numbers.interval import Interval

_HUNDRED = Interval.exact(100)
_METRICS = 3
"""So many rows called total, of which none is one, are names of what was measured."""


def totals(grid: Grid, columns: Sequence[Column], right: Mapping[int, Fraction]) -> Iterator[Claim]:
    """A row called total against the rows above it: all of them, those since the last total, or the totals themselves.

    Where a cell is wrong, its right value by place stands in `right`: a total may have been made of that.
    """
    start, found = 0, list[Claim]()
    for number, position in enumerate(grid.totals):
        plain = [i for i in range(position) if i not in grid.totals]
        since = [i for i in plain if i >= start]
        ways = [way for way in (since, plain, list(grid.totals[:number])) if len(way) >= 2]
        start = position + 1
        if ways:
            found += _total(columns, position, ways, right)
    if len(grid.totals) < _METRICS or any(claim.code is None for claim in found):
        yield from found


def _total(columns: Sequence[Column], position: int, ways: Sequence[Sequence[int]], right: Mapping[int, Fraction]) -> Iterator[Claim]:
    """The cells of one row of totals."""
    usable = []
    for column in columns:
        stated = column.values[position]
        mended = _mended(column, right)
        added = [total for each in ([column] if mended is column else [mended, column]) for way in ways if (total := _sum_of(each, way)) is not None]
        if stated is not None and added:
            usable.append((column, added[0], stated, any(map(stated.literal.admits, added))))
    for column, total, stated, fits in usable:
        end = stated.cell.at + len(stated.cell.text)
        if fits:
            yield Claim(stated.cell.at, end, None)
            continue
        alone = len(columns) == 1 or any(held for *_, held in usable) or _additive(column)
        if alone and not _averaged(column, ways[0], stated) and _near(total.middle, stated.literal.value):
            yield Claim(stated.cell.at, end, Code.TABLE_MISMATCH, stated.text, show(total.middle), "the sum of the rows above")


def _mended(column: Column, right: Mapping[int, Fraction]) -> Column:
    """The column with the right values of its wrong cells."""
    if not any(v is not None and v.cell.at in right for v in column.values):
        return column
    values = tuple(replace(v, literal=replace(v.literal, value=right[v.cell.at])) if v is not None and v.cell.at in right else v
                   for v in column.values)
    return replace(column, values=values)


def _sum_of(column: Column, rows: Sequence[int]) -> Interval | None:
    """The sum of a column's cells; None if one is missing or printed in another unit."""
    total = Interval.exact(0)
    units = set()
    for i in rows:
        value = column.values[i]
        if value is None:
            return None
        units.add(value.unit.spelling if value.unit else "")
        total = total + _term(column, value)
    return total if len(units) == 1 else None


def _term(column: Column, value: Value) -> Interval:
    """What a cell may stand for: counts are exact, measured values and percentages were rounded."""
    unit = value.unit or column.unit
    counted = value.literal.integer and not value.percent and not (unit is not None and unit.hard)
    return exact(value) if counted else value.literal.rounded()


def row_totals(grid: Grid) -> Iterator[Claim]:
    """A column called total against the other columns of its row, if most rows add up."""
    for result in grid.columns:
        terms = [c for c in grid.columns if c is not result and c.index and not is_total(c.head) and _same_unit(c, result)]
        if not result.index or not is_total(result.head) or len(terms) < 3:
            continue
        judged = []
        for i, stated in enumerate(result.values):
            values = [column.values[i] for column in terms]
            if stated is not None and all(v is not None for v in values):
                total = sum((_term(c, v) for c, v in zip(terms, values, strict=True) if v is not None), Interval.exact(0))
                judged.append((stated, total, stated.literal.admits(total)))
        held = sum(fits for *_, fits in judged)
        if held * 2 > len(judged):
            for stated, total, fits in judged:
                if fits or _near(total.middle, stated.literal.value):
                    yield Claim(stated.cell.at, stated.cell.at + len(stated.cell.text), None if fits else Code.TABLE_MISMATCH, stated.text,
                                show(total.middle), "the sum of the row")


def _same_unit(first: Column, second: Column) -> bool:
    """Whether the heads, or the cells, name one unit or none."""
    one, other = first.unit, second.unit
    percent = [any(v is not None and v.percent for v in c.values) for c in (first, second)]
    return percent[0] == percent[1] and (one is None or other is None or one.dims == other.dims)


def _additive(column: Column) -> bool:
    """Whether the head names something that adds up and not a rate, a ratio or a price for one."""
    return not re.search(r"/|per\b|ratio|rate|speed|×|%|avg|mean|average|latency|accuracy|score|每|均|率|比|速|сред|скорост|"
                         r"доля|/с", column.head, re.IGNORECASE)


def _averaged(column: Column, rows: Sequence[int], stated: Value) -> bool:
    """Whether the total lies among the terms, as a mean, a maximum or an overall rate does."""
    values = [v.literal.value for i in rows if (v := column.values[i]) is not None]
    within = bool(values) and min(values) <= stated.literal.value <= max(values)
    return within and stated.literal.value < sum(values) * Fraction(7, 10)


def _near(total: Fraction, stated: Fraction) -> bool:
    """Whether a wrong total is at least of the size of the right one."""
    return plausible(abs(stated), abs(total)) if stated and total else True


def shares(grid: Grid) -> Iterator[Claim]:
    """A column of percentages against the amounts of another column and their total, or the row that is 100 %."""
    columns = [c for c in grid.columns if c.index]
    for share in columns:
        if not all(v is None or v.percent for v in share.values):
            continue
        whole = _base(grid, share)
        for amount in columns:
            if whole is not None and amount is not share and not any(v is not None and v.percent for v in amount.values):
                yield from _shares_of(share, amount, whole)


def _base(grid: Grid, share: Column) -> int | None:
    """The row that the percentages refer to."""
    if len(grid.totals) == 1:
        return grid.totals[0]
    full = [i for i, v in enumerate(share.values) if v is not None and v.literal.value == 100]
    return full[0] if len(full) == 1 and not grid.totals else None


def _shares_of(share: Column, amount: Column, base: int) -> Iterator[Claim]:
    """Each percentage against its amount over the base."""
    whole = amount.values[base]
    if whole is None or not whole.literal.value:
        return
    claims = []
    for i, (part, stated) in enumerate(zip(amount.values, share.values, strict=True)):
        if part is None or stated is None or i == base:
            continue
        fits = any(stated.literal.admits(take(part) / take(whole) * _HUNDRED) for take in (exact, rounded))
        value = part.literal.value / whole.literal.value * 100
        claims.append((fits, Claim(stated.cell.at, stated.cell.at + len(stated.cell.text), None if fits else Code.TABLE_MISMATCH,
                                   stated.text, f"{show(value)}%", f"{part.text} over {whole.text}")))
    held = sum(fits for fits, _ in claims)
    if (held >= 2 and held * 2 > len(claims)) or (held == 1 and len(claims) == 2 and _wanted(share)):
        yield from (claim for _, claim in claims)


def _wanted(share: Column) -> bool:
    """Whether the head says what the percentages are of."""
    return bool(re.search(r"share|of (?:the )?(?:peak|total|base)|relative|доля|占|比例|相对|相對", share.head, re.IGNORECASE))
