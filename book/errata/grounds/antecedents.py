"""The witness about what was said just before: `each carries only M/G. Hence t = M/W`. The formula must take what is carried."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from book.checks.passage import Kind
from book.errata.bindings import bindings_of
from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.rivals import Told, on_rivals
from book.errata.symbols import chain_of, compute, symbols_in, tree_of
from book.errata.working import fits
from book.numbers.chain import show
from book.numbers.errors import NumberProblem
from book.numbers.interval import Interval
from book.numbers.tree import Node, Operation, Symbol, mapped

_ONLY = re.compile(r"只|仅|僅|\b(?:only|just|merely|no more than)\b|(?<![А-яё])(?:только|лишь|всего)(?![А-яё])", re.IGNORECASE)
_HENCE = re.compile(
    r"因此|所以|故|于是|於是|从而|從而|可见|\b(?:therefore|so|thus|hence|consequently|accordingly)\b|(?<![А-яё])(?:поэтому|значит|следовательно|тогда|отсюда)(?![А-яё])",
    re.IGNORECASE,
)
_STOP = re.compile(r"[。！？!?；;]|\.(?=\s)")


@on_rivals
def antecedents(dispute: Dispute, printed: Told, wanted: Told) -> Iterator[Evidence]:
    """A formula that takes a whole where the clause before it says that only a part counts."""
    scene = dispute.scene
    found = _formula(dispute)
    if found is None:
        return
    at, tree = found
    values = {name: each.value for name, each in bindings_of(scene.readings, scene.tables).items()}
    for words, part in _parts_before(dispute, at):
        whole = next((name for name in sorted(symbols_in(part)) if name in symbols_in(tree) and _shares(part, name)), None)
        if whole is None:
            continue
        for full, used, favours in ((tree, _with(tree, Symbol(whole), part), For.PROPOSAL), (_with(tree, part, Symbol(whole)), tree, For.TEXT)):
            right, wrong = _value(used, values), _value(full, values)
            if right is None or wrong is None or full == used:
                continue
            first, second = (printed, wanted) if favours is For.PROPOSAL else (wanted, printed)
            if fits(second, right, strict=True) and not fits(first, right, strict=True) and fits(first, wrong, strict=True):
                shown = {"part": words, "computed": show(right.middle), "printed": printed.text, "proposed": wanted.text}
                yield Evidence.of("said-before", favours, "part-said" if favours is For.PROPOSAL else "part-taken", **shown)
                return


def _formula(dispute: Dispute) -> tuple[int, Node] | None:
    """The formula that ends in the doubted number: its place and the side with letters before the result."""
    figure = dispute.targets[0]
    reading = dispute.scene.reading
    for at, segment in reading.spans:
        if segment.kind in (Kind.MATH, Kind.DISPLAY) and at <= figure.start < at + len(segment.text):
            sides = [side for relation in chain_of(segment.text, reading.language) for side in (relation.left, relation.right)]
            trees = [side for side in sides if isinstance(side, Operation) and symbols_in(side)]
            return (at, trees[-1]) if trees else None
    return None


def _parts_before(dispute: Dispute, at: int) -> Iterator[tuple[str, Node]]:
    """Expressions that the sentence before (or the clause before) calls all that counts, if the formula is said to follow."""
    reading = dispute.scene.reading
    text = reading.masked
    stops = [0, *(match.end() for match in _STOP.finditer(text, 0, at))]
    begin = stops[-2] if len(stops) > 1 else 0
    if not _HENCE.search(text, stops[-1] if _HENCE.search(text, stops[-1], at) else begin, at) or not _ONLY.search(text, begin, at):
        return
    for place, segment in reading.spans:
        if segment.kind is Kind.MATH and begin <= place < at:
            tree = tree_of(segment.text, reading.language)
            if isinstance(tree, Operation):
                yield segment.text, tree


def _shares(part: Node, whole: str) -> bool:
    """Whether an expression is a symbol divided by others, or a product with it: a share of it."""
    return isinstance(part, Operation) and part.name in ("/", "*") and (part.operands[0] == Symbol(whole) or _shares(part.operands[0], whole))


def _with(tree: Node, old: Node, new: Node) -> Node:
    """A tree with each occurrence of one thing replaced by another."""
    return mapped(tree, lambda each: new if each == old else each)


def _value(tree: Node, values: dict[str, Fraction]) -> Interval | None:
    try:
        return compute(tree, values)
    except NumberProblem:
        return None
