"""The calculator as a witness: what it gives for the text's own operands, beside the printed and the proposed value.

It decides only where the words say which quantity is meant and every operand stands in the text. What the words leave open (per
layer or in all) stays open: a value that fits any reading is not called wrong.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from book.errata.bindings import bindings_of
from book.errata.consistency import MEASURED
from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.known import memory, size, work
from book.errata.known.asked import Asked, Result, asked_of
from book.errata.known.attributes import Read, symbols_of
from book.errata.known.words import cue
from book.errata.symbols import compute, symbols_in, tree_of
from book.errata.value import Value
from book.errata.working import fits
from book.ledger.errors import LedgerProblem
from book.numbers.chain import show
from book.numbers.errors import NumberProblem
from book.numbers.interval import Interval
from book.numbers.tree import Node, Symbol, nodes
from book.numbers.units import hard

QUANTITIES: tuple[Callable[[Asked], Iterator[Result]], ...] = (
    memory.cache,
    work.group_bits,
    memory.capacity,
    memory.sharded,
    memory.states,
    size.mixture,
    size.experts,
    size.feed_forward,
    size.projections,
    size.adapter,
    size.embeddings,
    work.passes,
    work.undone,
    work.collectives,
    work.bubbles,
    work.copies,
)
"""The first that recognises the doubted value is heard."""
OF_A_RANK = (memory.sharded, work.collectives, work.copies)
"""Those that know what one of several devices has."""
NEAR = Fraction(1, 50)
"""A printed value so close to the calculator's is no other count: something small is counted with it, or it is rounded otherwise."""
SMALL = Fraction(1, 1000)
"""What norms and a router add to the parameters of a model, at most."""


def calculator(dispute: Dispute) -> Iterator[Evidence]:
    """What the calculator gives for the doubted value."""
    words = dispute.scene.text_of(dispute.scene.sentence)
    if dispute.same or not dispute.claim.proposed or MEASURED.search(words):
        return
    asked = asked_of(dispute)
    plain = not asked.says("modified", asked.block)
    try:
        for each in _number(asked) if dispute.proposed.is_number else _formula(asked):
            yield each.when(each.strong and plain)
    except (LedgerProblem, NumberProblem, ZeroDivisionError, KeyError):
        return


def heard(dispute: Dispute, evidence: list[Evidence]) -> list[Evidence]:
    """All evidence with the calculator's; where it leaves the value open, or something else is in it, no other sum decides."""
    mine = list(calculator(dispute))
    scene = dispute.scene
    sentence = scene.text_of(scene.sentence)
    open_, other = bool(mine) and not any(each.strong for each in mine), cue("modified").search(sentence) is not None
    doubtful = {"working"} if mine or other or MEASURED.search(sentence) else set()
    doubtful |= {"law"} if open_ or other else set()
    return [each.weak() if each.kind in doubtful else each for each in evidence] + mine


# numbers


def _number(asked: Asked) -> Iterator[Evidence]:
    """A printed and a proposed number against what the calculator gives."""
    dispute = asked.dispute
    printed, wanted = dispute.printed, dispute.wanted
    if printed is None or not wanted.is_number:
        return
    bound = {name: each.value for name, each in bindings_of(dispute.scene.readings, dispute.scene.tables).items()}
    asked = replace(asked, at=bound)
    results = _first(asked)
    if not results:
        return
    mine, theirs = [r for r in results if _prints(printed, r)], [r for r in results if _prints(wanted, r)]
    shown = _shown(asked, (mine or theirs or results)[0], printed)
    if mine and not theirs:
        yield Evidence.of("calculator", For.TEXT, "calculated", **shown)
    elif theirs and not mine:
        yield Evidence.of("calculator", For.PROPOSAL, "calculated", **shown).when(not _explained(asked, printed, theirs[0]))
    elif not mine and len(results) == 1 and all(_slipped(each, results[0]) for each in (printed, wanted)):
        yield Evidence.of("calculator", For.OTHER, "calculated", **shown)
    else:
        yield Evidence.of("calculator", For.NOBODY, "calculated", **shown).weak()


def _first(asked: Asked) -> list[Result]:
    shared = asked.says("each_rank")
    for quantity in QUANTITIES:
        if shared and quantity not in OF_A_RANK:
            continue
        if found := list(quantity(asked)):
            return found
    return []


def _prints(value: Value, result: Result) -> bool:
    """Whether a value prints a result; small parts may be left out of it."""
    if result.low:
        literal, amount = value.literal, value.amount
        return literal is not None and any(fits(value, Interval.exact(result.value * part), strict=True) for part in (1, 1 + SMALL)) and amount > 0
    return fits(value, Interval.exact(result.value), strict=True)


def _slipped(value: Value, result: Result) -> bool:
    """Whether a value is what a usual mistake comes to."""
    return any(fits(value, Interval.exact(each), strict=True) for each in result.slips)


def _explained(asked: Asked, printed: Value, result: Result) -> bool:
    """Whether the printed value is the result times or by another number of the block: then something may be missing here."""
    if not result.value or not printed.amount:
        return True
    ratio = printed.amount / result.value
    if abs(ratio - 1) < NEAR:
        return True
    if _slipped(printed, result):
        return False
    used = {each.value for each in result.operands}
    return any(
        figure.literal.value in (ratio, 1 / ratio) and figure.literal.value not in used and figure.literal.value != 1
        for figure in asked.dispute.others
    )


def _shown(asked: Asked, result: Result, printed: Value | None) -> dict[str, str]:
    dispute = asked.dispute
    lines = dispute.scene.place.text.lines
    told = dict.fromkeys(
        f"{each.name} = {_value(each.value)} (" + (f"{lines.place(each.at)[0]}: " if each.at >= 0 else "") + f"“{each.words}”)"
        for each in result.operands
        if each.words
    )
    unit = printed.unit if printed is not None and printed.unit is not None and hard(printed.unit.dims) else None
    value = f"{show(result.value / unit.factor)} {unit.spelling}" if unit is not None else show(result.value)
    return {
        "formula": result.formula,
        "rule": result.rule or "—",
        "operands": "; ".join(told),
        "computed": value,
        "printed": dispute.stated.text or dispute.claim.stated,
        "proposed": dispute.claim.proposed,
    }


def _value(value: Fraction | Node) -> str:
    if isinstance(value, Symbol):
        return value.name
    return show(value) if isinstance(value, Fraction) else "·".join(each.name for each in nodes(value) if isinstance(each, Symbol))


# formulas

_SPLIT = re.compile(r",\s*(?:i\.e\.|that is|or)|\s*[=≈]\s*|[，；;]|即|то есть")
TRIALS = 4


def _tree(text: str) -> Node | None:
    """The formula with which a proposal begins."""
    for part in _SPLIT.split(text)[:1]:
        tree = tree_of(part.strip().strip("$").strip())
        if tree is not None and symbols_in(tree):
            return tree
    return None


def _formula(asked: Asked) -> Iterator[Evidence]:
    """A printed and a proposed formula against what the calculator gives at random values of the symbols."""
    dispute = asked.dispute
    wanted, printed = _tree(dispute.claim.proposed), asked.doubted
    if wanted is None or printed is None:
        return
    asked = replace(asked, reads=tuple(_symbolic(asked)), symbolic=True)
    names = sorted(symbols_in(wanted) | symbols_in(printed) | symbols_of(asked.reads))
    dice = random.Random(11)
    mine: set[int] | None = None
    theirs: set[int] | None = None
    results: Sequence[Result] = ()
    for _ in range(TRIALS):
        at = {name: Fraction(dice.randint(3, 97)) for name in names}
        results = _first(replace(asked, at=at))
        right = {i for i, each in enumerate(results) if compute(wanted, at).low == each.value}
        wrong = {i for i, each in enumerate(results) if compute(printed, at).low == each.value}
        theirs, mine = right if theirs is None else theirs & right, wrong if mine is None else mine & wrong
    if not results:
        return
    chosen = results[min(theirs or mine or {0})]
    shown = _shown(asked, chosen, None) | {"computed": chosen.formula}
    if theirs and not mine:
        yield Evidence.of("calculator", For.PROPOSAL, "calculated", **(shown | {"computed": dispute.claim.proposed}))
    elif mine and not theirs:
        yield Evidence.of("calculator", For.TEXT, "calculated", **(shown | {"computed": dispute.claim.stated}))
    else:
        yield Evidence.of("calculator", For.NOBODY, "calculated", **shown).weak()


def _symbolic(asked: Asked) -> Iterator[Read]:
    """The attributes, with the symbol in place of a number that the text gives to one symbol only (`$N = 3$`)."""
    scene = asked.dispute.scene
    bound = bindings_of(scene.readings, scene.tables)
    for read in asked.reads:
        names = [name for name, each in bound.items() if each.value == read.value]
        yield replace(read, value=Symbol(names[0])) if len(names) == 1 else read

