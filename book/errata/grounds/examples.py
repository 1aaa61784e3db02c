"""A formula against its own examples: `$k^3/4$ hosts; for $k = 32$ these are 8,192, and for $k = 64$ already 65,536`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise, permutations

from book.checks.passage import reading_of
from book.errata.around import passage_of
from book.errata.bindings import bindings_in, bindings_of
from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import Figure, figures_of
from book.errata.formulas import formula_edit
from book.errata.symbols import compute, symbols_in, tree_of
from book.errata.value import Value
from book.errata.working import fits
from book.numbers.chain import show
from book.numbers.errors import NumberProblem
from book.numbers.scan import What
from book.numbers.tree import Node, Operation


def examples(dispute: Dispute) -> Iterator[Evidence]:
    """A doubted formula of one symbol: computed for each value that the text gives it, against the number printed after that."""
    yield from _without_names(dispute)
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


MOST = 3
"""Symbols of a formula whose values are tried in every order."""
_STOP = re.compile(r"[。！？!?；;]|\.(?=\s|$)")


def _without_names(dispute: Dispute) -> Iterator[Evidence]:
    """An example that names no symbol: `with 6 Ω and 3 Ω this makes 2 Ω`, which one of two formulas of two symbols gives, in any order."""
    edit = formula_edit(dispute)
    if edit is None:
        return
    reading = dispute.scene.reading
    old, new = (text.rpartition("=")[2] for text in (reading.text[edit.start : edit.end], edit.text))
    stated, proposed = _tree(old.rstrip(" .,;。，")), _tree(new)
    names = sorted(symbols_in(stated))
    bound = bindings_of(dispute.scene.readings, dispute.scene.tables)
    if stated is None or proposed is None or not names or len(names) > MOST or set(names) != symbols_in(proposed) or any(name in bound for name in names):
        return
    for values, result in _examples_after(dispute, edit.end, len(names)):
        orders = [dict(zip(names, order, strict=True)) for order in permutations(values)]
        mine, theirs = (any(_gives(tree, order, result) for order in orders) for tree in (stated, proposed))
        shown = {"computed": show(result.literal.value) if result.literal else "", "printed": old.strip(), "proposed": new.strip(), "formula": new.strip()}
        if theirs and not mine:
            yield Evidence.of("formula", For.PROPOSAL, "examples", **shown)
            return
        if mine and not theirs:
            yield Evidence.of("formula", For.TEXT, "examples-hold", **shown).weak()
            return


def _examples_after(dispute: Dispute, end: int, count: int) -> Iterator[tuple[list[Fraction], Value]]:
    """The sentences after a formula that have a number for each symbol and then a result, told to two digits or with a unit.

    As printed, and in base units where one has a prefix: 100 µF and 400 V make 8 J.
    """
    scene = dispute.scene
    at = scene.section.index(scene.block) if scene.block in scene.section else 0
    following = [reading_of(passage_of(scene.source, block, scene.language)) for block in scene.section[at + 1 : at + 2] if block.kind == "paragraph"]
    for reading, first in [(scene.reading, end), *((each, 0) for each in following)]:
        stops = [match.end() for match in _STOP.finditer(reading.masked, first)] + [len(reading.text)]
        for begin, stop in pairwise([first, *stops]):
            figures = [figure for figure in figures_of(reading) if begin <= figure.start < stop]
            units = {figure.unit.spelling if figure.unit else figure.after.strip()[:1] for figure in figures}
            if len(figures) != count + 1 or any(figure.what is not What.QUANTITY for figure in figures):
                continue
            values = [figure.literal.value for figure in figures[:-1]]
            if figures[-1].literal.digits > 1 or (len(units) == 1 and len(set(values)) == count):
                yield values, Value("", figures[-1].literal)
            sizes = [_size(figure) for figure in figures]
            if any(size != 1 for size in sizes):
                yield [a * b for a, b in zip(values, sizes, strict=False)], Value("", figures[-1].literal.scaled(sizes[-1]))


_PREFIXED = re.compile(r"[\s\u00a0]?(?P<prefix>[kMGmµμunpкМГмнп]|мк)(?:[AVFHΩWJCTN]|Hz|Ом|Pa|[АВФГнКлДжВт]{1,2})(?![A-Za-zА-яё])")
"""A unit of physics with a prefix, of those that no number of a computer has."""
_POWERS = {"k": 3, "к": 3, "M": 6, "М": 6, "G": 9, "Г": 9, "m": -3, "м": -3, "µ": -6, "μ": -6, "u": -6, "мк": -6, "n": -9, "н": -9, "p": -12, "п": -12}


def _size(figure: Figure) -> Fraction:
    """The size of a number's unit in base units, as far as its prefix tells it."""
    if figure.unit is not None and figure.unit.dims:
        return figure.unit.factor
    match = _PREFIXED.match(figure.after)
    return Fraction(10) ** _POWERS[match["prefix"]] if match is not None else Fraction(1)


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
