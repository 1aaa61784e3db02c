"""A formula against its own examples: `$k^3/4$ hosts; for $k = 32$ these are 8,192, and for $k = 64$ already 65,536`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from book.errata.bindings import bindings_in
from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import figures_of
from book.errata.formulas import formula_edit
from book.errata.symbols import compute, symbols_in, tree_of
from book.errata.value import Value
from book.errata.working import fits
from book.numbers.chain import show
from book.numbers.errors import NumberProblem
from book.numbers.tree import Node, Operation


def examples(dispute: Dispute) -> Iterator[Evidence]:
    """A doubted formula of one symbol: computed for each value that the text gives it, against the number printed after that."""
    stated, proposed = (_tree(text) for text in (dispute.claim.stated, dispute.claim.proposed))
    if stated is None or proposed is None or formula_edit(dispute) is None:
        return
    names = symbols_in(stated)
    if len(names) != 1 or symbols_in(proposed) != names:
        return
    name = names.pop()
    found = list(_printed_for(name, dispute))
    shown = {"printed": dispute.claim.stated, "proposed": dispute.claim.proposed, "formula": dispute.claim.proposed}
    mine, theirs = ([_gives(tree, {name: value}, result) for value, result in found] for tree in (stated, proposed))
    if len(found) < 2:
        return
    values = {"computed": ", ".join(show(result.amount) for _, result in found), **shown}
    if all(theirs) and not any(mine):
        yield Evidence.of("formula", For.PROPOSAL, "examples", **values)
    elif all(mine) and not any(theirs):
        yield Evidence.of("formula", For.TEXT, "examples-hold", **values)


def _tree(text: str) -> Node | None:
    tree = tree_of(text.strip().strip("$").strip())
    return tree if isinstance(tree, Operation) else None


def _printed_for(name: str, dispute: Dispute) -> Iterator[tuple[Fraction, Value]]:
    """Each value of the symbol in the block with the number that follows it, if that is no value of a symbol."""
    reading = dispute.scene.reading
    bound = [binding for binding in bindings_in(reading) if binding.figure is not None]
    places = {binding.figure.start for binding in bound if binding.figure is not None}
    figures = figures_of(reading)
    for binding in bound:
        if binding.name != name or binding.figure is None:
            continue
        start = binding.figure.start
        after = next((figure for figure in figures if figure.start > start), None)
        if after is not None and after.start not in places:
            yield binding.value, Value(after.literal.written, after.literal, after.unit, after.what)


def _gives(tree: Node, values: Mapping[str, Fraction], result: Value) -> bool:
    try:
        return fits(result, compute(tree, values), strict=True)
    except NumberProblem:
        return False
