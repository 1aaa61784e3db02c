"""The witness about the reader's own working: whether it is right, whether its numbers are the text's, and whether the text has another."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product

from book.checks.passage import Table
from book.errata.derive import ways
from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import Figure, table_figures
from book.errata.implied import implied
from book.errata.value import Value
from book.errata.witnesses import CLOSE, near
from book.errata.working import CONSTANTS, Working, fits, provenance
from book.numbers.chain import show
from book.numbers.errors import NumberProblem
from book.numbers.expression import Mode, evaluate
from book.numbers.scan import What
from book.numbers.tree import Measured, Node, Number, mapped
from book.numbers.units import Dimension, Unit, hard


def working(dispute: Dispute) -> Iterator[Evidence]:
    """The reader's working: whether it is right, whether its numbers are the text's, and whether the text has a way of its own."""
    scene, printed, wanted = dispute.scene, dispute.printed, dispute.wanted
    for each in dispute.workings:
        if each.result is not None and each.values() and not each.gives(each.result):
            yield Evidence.of(
                "working", For.NOBODY, "working-wrong", expression=each.text, computed=_shown(each), proposed=each.result.text
            ).weak()
    if printed is None or not wanted.is_number or dispute.same:
        return
    strict = _by_thousands(printed.amount, wanted.amount)
    for each in dispute.workings or implied(dispute):
        if not each.gives(wanted, strict=strict) and not each.comes_to(wanted):
            continue
        if each.dims and wanted.unit is not None and hard(wanted.unit.dims) not in ((), each.dims):
            continue
        own, foreign = provenance(each, _undoubted(dispute))
        if each.gives(printed, strict=strict) or (each.gives(printed, rounded=True) and near(dispute) and not _substituted(each, dispute)):
            yield Evidence.of(
                "working", For.BOTH, "working-rounds", expression=each.text, computed=_shown(each), printed=printed.text
            )
            return
        alien = scene.table is not None and not borne_out(each, scene.table, dispute.targets[0])
        if foreign or own < 2 or alien or _of_unlike(each, dispute):
            yield Evidence.of("working", For.NOBODY, "working-foreign", expression=each.text, computed=_shown(each)).weak()
            continue
        mine = ways(printed, dispute.targets[0].start, dispute.others, loose=True) if scene.table is None else []
        used = {literal.value for literal in each.operands}
        apart = [way for way in _own_ways(dispute) if not any(f.literal.value in used or f.amount in used for f in way)]
        if mine and not (len(mine) == 1 and apart):
            way = mine[0].words
            yield Evidence.of(
                "working", For.NOBODY, "two-ways", expression=each.text, way=way, printed=printed.text, proposed=wanted.text
            ).weak()
        else:
            yield Evidence.of(
                "working", For.PROPOSAL, "working-right", expression=each.text, computed=_shown(each), printed=printed.text
            )
        return


LONG = 4
"""Digits from which a whole number counts things one by one."""


def _of_unlike(working: Working, dispute: Dispute) -> bool:
    """Whether a working makes of the text's numbers what they cannot make: a sum of unlike things, another dimension, a broken count."""
    printed, wanted = dispute.printed, dispute.wanted
    if printed is None or printed.literal is None or wanted.literal is None:
        return False
    counted = printed.unit is None or not hard(printed.unit.dims)
    if counted and printed.literal.integer and printed.literal.digits >= LONG and not wanted.literal.integer:
        return True
    if printed.unit is not None and hard(printed.unit.dims) and not _of_dimension(working, hard(printed.unit.dims), dispute):
        return True
    if printed.what is What.PERCENT and not _per_cent(working, wanted, dispute):
        return True
    if not set("+-−") & set(working.text) or set("*/×÷·^") & set(working.text):
        return False
    kinds = [_kinds(operand.value, dispute) for operand in working.operands]
    known = [kind for kind in kinds if kind]
    return len(known) > 1 and not set.intersection(*known)


MOST = 64
"""Ways to take the numbers of a working for numbers of the text that are tried."""


def _of_dimension(working: Working, wanted: Dimension, dispute: Dispute) -> bool:
    """Whether the units that the text prints with a working's numbers can come near a dimension: the text may say `per kilometre` or a width in bits
    in words, so one factor may be missing."""
    units = [_units(operand.value, dispute) for operand in working.operands]
    if not any(set(each) - {()} for each in units) or working.dims:
        return True
    for chosen in islice(product(*units), MOST):
        left = list(chosen)

        def measured(each: Node, left: list[Dimension] = left) -> Node:
            if not isinstance(each, Number) or not left:
                return each
            dims = left.pop(0)
            return Measured(each, Unit("", Fraction(1), dims)) if dims else each

        try:
            result = hard(evaluate(mapped(working.node, measured), Mode.EXACT).dims)
        except NumberProblem:
            continue
        if not result or all(abs(dict(result).get(name, 0) - dict(wanted).get(name, 0)) < 2 for name in {*dict(result), *dict(wanted)}):
            return True
    return False


def _units(value: Fraction, dispute: Dispute) -> list[Dimension]:
    """The dimensions with which the text prints a number; none for a number that it does not have."""
    figures = [f for f in dispute.scene.all_figures if value in (f.literal.value, f.amount)]
    return list(dict.fromkeys(hard(f.unit.dims) if f.unit is not None else () for f in figures)) or [()]


def _per_cent(working: Working, wanted: Value, dispute: Dispute) -> bool:
    """Whether a working comes to a share, or to per cent by a hundred or by other numbers in per cent."""
    if any(fits(wanted, each, strict=True) for each in working.values()):
        return True
    told = {f.literal.value for f in dispute.scene.all_figures if f.what is What.PERCENT}
    return any(operand.value == 100 or operand.value in told for operand in working.operands)


def _kinds(value: Fraction, dispute: Dispute) -> set[tuple[object, ...]]:
    """What the text says with a number: per cent, a quantity of some dimension, or a bare number."""
    found = [figure for figure in dispute.scene.all_figures if value in (figure.literal.value, figure.amount)]
    return {(figure.what, *(hard(figure.unit.dims) if figure.unit is not None else ())) for figure in found}


def _substituted(working: Working, dispute: Dispute) -> bool:
    """Whether the reader takes another number in the place of one of the text, near to it: then the two values are no rounding."""
    known = {figure.literal.value for figure in dispute.scene.all_figures if figure.literal.value}
    return any(
        not operand.integer and operand.value not in known and any(CLOSE < abs(operand.value / value - 1) <= 3 * CLOSE for value in known)
        for operand in working.operands
    )


def _undoubted(dispute: Dispute) -> list[Figure]:
    """The numbers of the section without the doubted one: who reckons with that reckons in a circle."""
    figures = list(dispute.scene.all_figures)
    doubted = next((f for f in figures if dispute.printed is not None and f.literal == dispute.printed.literal), None)
    if doubted is not None:
        figures.remove(doubted)
    return figures


def _own_ways(dispute: Dispute) -> list[list[Figure]]:
    """The numbers from which the proposed value follows, way by way."""
    if dispute.scene.table is not None:
        return []
    found = ways(dispute.wanted, dispute.targets[0].start, dispute.others)
    return [[f for f in dispute.others if f.start in way.operands] for way in found]


def _by_thousands(first: Fraction, second: Fraction) -> bool:
    """Whether two values differ by a prefix only: then none may be left to the unit."""
    return first > 0 and second > 0 and any(first / second == Fraction(1000) ** power for power in (-4, -3, -2, -1, 1, 2, 3, 4))


def _shown(working: Working) -> str:
    values = working.values()
    return show(values[-1].middle) if values else "?"


# in a table


def borne_out(working: Working, table: Table, target: Figure) -> bool:
    """Whether a working fits a cell: in the last row it takes all numbers of the column, or it gives the cell of another row with that row's numbers."""
    numbers = table_figures(table)
    place = next(((r, c) for r, c, figure in numbers if figure.start == target.start), None)
    if place is None:
        return False
    row, column = place
    mine = {figure.literal.value: c for r, c, figure in numbers if r == row and c != column}
    above = [figure.literal.value for r, c, figure in numbers if c == column and 0 <= r < row]
    used = {operand.value for operand in working.operands}
    if set(above) <= used and len(above) > 1 and row == len(table.rows) - 1:
        return True
    columns = {value: c for value, c in mine.items() if value in used}
    if not columns:
        return not used & {figure.literal.value for _, _, figure in numbers} - CONSTANTS
    found = [_in_row(working.node, columns, {c: figure for r, c, figure in numbers if r == other}, column) for other in range(len(table.rows)) if other != row]
    return 2 * sum(found) >= len(found)


def _in_row(node: Node, columns: dict[Fraction, int], cells: dict[int, Figure], column: int) -> bool:
    """Whether the same operation with the numbers of another row gives its cell."""
    if column not in cells or any(c not in cells for c in columns.values()):
        return False

    def moved(each: Node) -> Node:
        return Number.of(cells[columns[each.value]].literal.value) if isinstance(each, Number) and each.value in columns else each

    try:
        value = evaluate(mapped(node, moved), Mode.BARE).value
    except NumberProblem:
        return False
    cell = cells[column]
    return fits(Value("", cell.literal, cell.unit, cell.what), value)
