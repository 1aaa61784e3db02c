"""The witnesses about numbers in the text: its arithmetic, its expressions, its tables. Each hears one dispute."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from book.checks.claim import Claim
from book.errata.arithmetic import State, Trial, claims_in, standing, try_edits, try_passage, try_table
from book.errata.carried import in_told_scale
from book.errata.derive import ways
from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import Edit, Figure, edits_for
from book.errata.symbols import compute, symbols_in, tree_of
from book.errata.value import Value, value_of
from book.errata.working import MAC, Working, fits, provenance, workings_of
from book.findings import Code
from book.numbers.chain import show
from book.numbers.errors import NumberProblem
from book.numbers.interval import Interval
from book.numbers.units import PERCENT, hard


def trial_of(dispute: Dispute) -> Trial | None:
    """The claims at the doubted number, as printed and with the proposed value; None if one of the two is no number."""
    scene = dispute.scene
    if not dispute.targets or not dispute.proposed.is_number:
        return None
    if scene.table is not None:
        return try_table(scene.table, dispute.targets, dispute.wanted)
    mine = {figure.start for figure in dispute.targets}
    others = [
        edit
        for other in dispute.companions
        if other.proposed.is_number and not mine & {figure.start for figure in other.targets}
        for edit in edits_for(other.targets, other.wanted, scene.reading.text)
    ]
    alone = try_passage(scene.passage, scene.reading, dispute.targets, dispute.wanted)
    if alone.printed.state is not State.FAILS or alone.proposed.state is not State.FAILS or not others:
        return alone
    edits = [*edits_for(dispute.targets, dispute.wanted, scene.reading.text), *others]
    return try_edits(scene.passage, scene.reading, edits, [(figure.start, figure.end) for figure in dispute.targets])


def _rewritten(dispute: Dispute) -> Trial | None:
    """The claims where the reader writes the sum anew, as printed and with the reader's sum in its place."""
    scene = dispute.scene
    words = r"\s*".join(re.escape(char) for char in dispute.claim.stated if not char.isspace())
    match = re.compile(words).search(scene.reading.text, *scene.span) if scene.table is None else None
    if match is None:
        return trial_of(dispute)
    return try_edits(scene.passage, scene.reading, [Edit(match.start(), match.end(), dispute.claim.proposed)], [match.span()])


def arithmetic(dispute: Dispute) -> Iterator[Evidence]:
    """What the text's own chains, tables and restatements say."""
    scene = dispute.scene
    trial = _rewritten(dispute) if dispute.other_operands else trial_of(dispute)
    if trial is None:
        found = standing(claims_in(scene.table if scene.table is not None else scene.passage), [scene.span])
        if found.state is State.FAILS and found.claim and _resolves_count(found.claim, dispute):
            yield Evidence.of(
                "arithmetic",
                For.PROPOSAL,
                "count",
                computed=found.claim.computed,
                printed=found.claim.stated,
                proposed=dispute.claim.proposed,
            )
        elif found.state is State.FAILS and found.claim:
            yield Evidence.of(
                "arithmetic", For.CHANGE, "fails", computed=found.claim.computed, printed=found.claim.stated, how=found.claim.how
            )
        elif found.state is State.HOLDS:
            yield Evidence.of("arithmetic", For.TEXT, "holds", printed=dispute.claim.stated).when(_no_value(dispute))
        return
    scaled = _in_scale(dispute, trial)
    yield from _weighed(dispute, trial) if scaled is None else [scaled]


def _in_scale(dispute: Dispute, trial: Trial) -> Evidence | None:
    """A printed sum that only fails for want of the scale with which the text tells an operand elsewhere."""
    claim, printed = trial.printed.claim, dispute.printed
    if claim is None or printed is None or trial.printed.state is not State.FAILS or claim.how != CHAIN or (scaled := in_told_scale(dispute)) is None:
        return None
    mine, theirs = (fits(value, scaled, strict=True) for value in (printed, dispute.wanted))
    says, side = ("holds-then-fails", For.TEXT) if mine else ("fails-then-holds", For.PROPOSAL)
    shown = {"printed": printed.text, "proposed": dispute.wanted.text, "computed": show(scaled.middle), "how": claim.how}
    return Evidence.of("arithmetic", side, says if mine is not theirs else "holds", **shown).when(mine is not theirs)


def _resolves_count(claim: Claim, dispute: Dispute) -> bool:
    """Whether the proposal is one of the two numbers of a count that does not fit: then list and count are brought together."""
    wanted = dispute.proposed.literal
    return (
        claim.code is Code.COUNT_MISMATCH
        and wanted is not None
        and str(wanted.value) in (claim.stated.split(" ")[0], claim.computed.split(" ")[0])
    )


CHAIN = "the printed operands"
"""How a claim was read that is printed as a formula; any other was read from words (`each`, `of`, `on average`)."""
CLOSE = Fraction(1, 50)
"""How far a proposal may lie from a result that holds exactly, to be a rounding of the same."""
_BEYOND = re.compile(r"[-+]?[\d.,]{1,40}[eE]\+?\d{4,}")
"""A number that no text means."""


def _is_beyond(text: str) -> bool:
    """Whether a proposal is a number that nobody can write out: a giant exponent, a tower of powers."""
    tree = tree_of(text)
    if _BEYOND.fullmatch(text) or tree is None or symbols_in(tree):
        return _BEYOND.fullmatch(text) is not None
    try:
        compute(tree, {})
    except NumberProblem:
        return True
    return False


def _no_value(dispute: Dispute) -> bool:
    """Whether the proposal is neither a number nor a formula that can be read nor words: program text, towers of powers, markup."""
    text = dispute.claim.proposed.strip()
    if _is_beyond(text) and dispute.report.quote:
        return True
    if (
        not text
        or dispute.proposed.is_number
        or any(each.values() and provenance(each, dispute.scene.all_figures)[0] for each in dispute.workings)
        or tree_of(text) is not None
        or any(each.values() for each in workings_of(text, dispute.scene.language))
        or not dispute.report.quote
    ):
        return False
    return not re.search(r"(?<!\S)[^\W\d_]{2,}(?!\S)|[\u0400-\u04ff\u3040-\u9fff]", text)


def _weighed(dispute: Dispute, trial: Trial) -> Iterator[Evidence]:
    """The outcome of a trial as evidence."""
    printed, proposed = trial.printed.state, trial.proposed.state
    claim = trial.printed.claim
    values = {
        "printed": dispute.stated.text,
        "proposed": dispute.proposed.text,
        "computed": claim.computed if claim else "",
        "how": claim.how if claim else "",
    }
    if printed is State.FAILS and claim is not None:
        computed = value_of(claim.computed, "en")
        if _summed_from_rounded(dispute, computed):
            yield Evidence.of("arithmetic", For.BOTH, "rounded-sum", **values)
        elif _other_unit(dispute, computed):
            yield Evidence.of("arithmetic", For.OTHER, "fails-both", **values)
        elif proposed is State.ROUNDING and _operand_of(claim, dispute):
            yield Evidence.of("arithmetic", For.NOBODY, "fails", **values)  # too many operands would do, as rounded
        elif proposed is State.ROUNDING and computed.literal is not None and not _admits(dispute.wanted, computed) and _finer(dispute):
            yield Evidence.of("arithmetic", For.OTHER, "fails-both", **values)
        elif _coarse(dispute, computed) and not _operand_of(claim, dispute):
            yield Evidence.of("arithmetic", For.NOBODY, "fails", **values)
        elif proposed in (State.HOLDS, State.ROUNDING) or _admits(dispute.wanted, computed):
            # a rule of words may find another sum for the proposal: only the sum that fails as printed tells what is right
            mended = claim.how == CHAIN or computed.literal is None or not _about(claim.at, dispute.targets) or _admits(dispute.wanted, computed)
            yield Evidence.of("arithmetic", For.PROPOSAL, "fails-then-holds", **values).when(mended or dispute.scene.table is not None)
        elif proposed is State.FAILS and _about(claim.at, dispute.targets):
            # a rule of words may have misread the sentence: a printed number that follows from the same numbers otherwise is no fault
            yield Evidence.of("arithmetic", For.OTHER, "fails-both", **values).when(claim.how == CHAIN or not _follows(dispute, loose=True))
        else:
            yield Evidence.of("arithmetic", For.NOBODY, "fails", **values)
    elif printed in (State.HOLDS, State.ROUNDING):
        if proposed is State.FAILS:
            yield Evidence.of("arithmetic", For.TEXT, "holds-then-fails", **values)
        elif printed is State.ROUNDING and proposed is State.HOLDS and _transposed(dispute):
            yield Evidence.of("arithmetic", For.PROPOSAL, "fails-then-holds", **values)
        elif proposed is not State.SILENT and near(dispute) and not _only_roundly(dispute, trial):
            yield Evidence.of("arithmetic", For.BOTH, "holds-both", **values)
        else:
            yield Evidence.of("arithmetic", For.TEXT, "holds", **values).weak()
    elif proposed is State.HOLDS:
        # in a table the rounded entries of a row allow many a product; in prose the printed number may be one of other numbers
        alone = dispute.scene.table is None and not _follows(dispute)
        yield Evidence.of("arithmetic", For.PROPOSAL, "then-holds", **values).when(alone)


def _follows(dispute: Dispute, *, loose: bool = False) -> bool:
    """Whether the printed number follows from numbers of the sentence beside it, whatever no rule reads."""
    printed, (first, last) = dispute.printed, dispute.scene.sentence
    others = [figure for figure in dispute.others if not loose or first <= figure.start < last]
    if printed is None or (loose and dispute.scene.table is not None):
        return False
    return any(len(way.operands) > 1 for way in ways(printed, dispute.targets[0].start, others, loose=loose))


def _finer(dispute: Dispute) -> bool:
    """Whether the proposal claims digits of its own: one that fits only as rounded operands allow is no result then."""
    literal = dispute.wanted.literal
    return literal is not None and literal.digits > 2


COARSE = Fraction(1, 5)
"""How far a single digit may lie from what it prints: 1 is no rounding of 0.8 to a reader."""


def _coarse(dispute: Dispute, computed: Value) -> bool:
    """Whether a proposal of one digit rounds the computed value beyond recognition."""
    wanted = dispute.wanted
    if wanted.literal is None or wanted.literal.digits > 1 or not wanted.literal.step or computed.literal is None or (computed.unit is None) != (wanted.unit is None):
        return False
    return bool(computed.amount) and abs(wanted.amount / computed.amount - 1) > COARSE


def _operand_of(claim: Claim, dispute: Dispute) -> bool:
    """Whether the doubted number stands before another one of the claim: it is no result."""
    last = max(figure.start for figure in dispute.targets)
    return any(last < figure.start < claim.end for figure in dispute.others)


def _about(at: int, targets: list[Figure]) -> bool:
    """Whether a failing claim is about a doubted number: its own place, or (for a chain) unknown."""
    return at < 0 or any(figure.start <= at < max(figure.end, figure.start + 1) for figure in targets)


def _transposed(dispute: Dispute) -> bool:
    """Two digits of four or more exchanged: what only rounded operands allow is a slip of the pen where the exact result has its digits."""
    printed, wanted = dispute.printed, dispute.wanted
    if printed is None or printed.literal is None or wanted.literal is None:
        return False
    first, second = (re.sub(r"\D", "", value.literal.written) for value in (printed, wanted) if value.literal is not None)
    apart = [i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b]
    return len(first) == len(second) and len(first) > 3 and len(apart) == 2 and sorted(first) == sorted(second)


def near(dispute: Dispute) -> bool:
    """Whether the two values differ by a twentieth at most."""
    printed, wanted = dispute.printed, dispute.wanted
    if printed is None or not printed.amount:
        return False
    return abs(wanted.amount / printed.amount - 1) <= Fraction(1, 20)


def _only_roundly(dispute: Dispute, trial: Trial) -> bool:
    """Whether the proposal holds too only because a result is told roundly: as an operand of it, or far from one that holds exactly."""
    claim, printed = trial.printed.claim, dispute.printed
    if claim is not None and not _about(claim.at, dispute.targets) and trial.proposed.state is State.HOLDS:
        return True
    exactly = trial.printed.state is State.HOLDS and trial.proposed.state is State.ROUNDING
    return exactly and printed is not None and bool(printed.amount) and abs(dispute.wanted.amount / printed.amount - 1) > CLOSE


def _admits(value: Value, computed: Value) -> bool:
    """Whether a value prints a computed one, in the computed one's unit."""
    if value.literal is None or computed.literal is None:
        return False
    half = computed.literal.step / 2 if computed.literal.digits >= 6 else Fraction(0)
    exact = Interval(computed.literal.value - half, computed.literal.value + half)
    if value.unit is not None and computed.unit is not None and value.unit is not PERCENT:
        exact = exact * Interval.exact(computed.unit.factor / value.unit.factor)
    return value.literal.admits(exact)


def _other_unit(dispute: Dispute, computed: Value) -> bool:
    """A proposal in another unit than the text's is held strictly against the computed amount: KB is not KiB there."""
    printed, wanted = dispute.printed, dispute.proposed
    if printed is None or printed.unit is None or wanted.unit is None or computed.literal is None or wanted.literal is None:
        return False
    if (
        wanted.unit.spelling == printed.unit.spelling
        or hard(wanted.unit.dims) != hard(printed.unit.dims)
        or not hard(wanted.unit.dims)
    ):
        return False
    factor = (computed.unit or printed.unit).factor
    return not wanted.literal.admits(Interval.exact(computed.literal.value * factor / wanted.unit.factor))


def _summed_from_rounded(dispute: Dispute, computed: Value) -> bool:
    """A total of a table that the rounded entries allow, though they do not add up to it."""
    table, printed = dispute.scene.table, dispute.printed
    if table is None or printed is None or printed.literal is None or computed.literal is None or printed.literal.integer:
        return False
    room = printed.literal.step / 2 * (len(table.rows) + 1)
    return abs(printed.literal.value - computed.literal.value) <= room


# expressions in the text


def expressions(dispute: Dispute) -> Iterator[Evidence]:
    """A bare expression beside the doubted number (`12 clips: 4 emotions × 3 speeds × 2 styles`), or `A of B`."""
    scene, printed, wanted = dispute.scene, dispute.printed, dispute.wanted
    if (
        scene.table is not None
        or printed is None
        or printed.literal is None
        or not printed.literal.step
        or not wanted.is_number
        or dispute.same
    ):
        return
    text = scene.reading.text[slice(*scene.sentence)]
    if printed.unit is not None and ("flop", 1) in printed.unit.dims and MAC.search(text):
        return  # operations against multiply-adds: `units` knows the factor
    found = [
        w
        for w in workings_of(text, scene.language)
        if w.result is None and printed.literal.value not in [o.value for o in w.operands]
    ]
    for working in found:
        for each in _by_expression(working.text, [*working.values()], printed, wanted):
            yield each.when(_beside(working, dispute))
        if _in_brackets(working, dispute) and not any(fits(value, one) for one in working.values() for value in (printed, wanted)):
            yield Evidence.of("arithmetic", For.NOBODY, "fails", computed=show(working.values()[-1].middle), printed=printed.text, how=working.text)
    for words, ratio in _parts_of(text, dispute):
        yield from _by_expression(words, [Interval.exact(ratio)], printed, wanted)


def _beside(working: Working, dispute: Dispute) -> bool:
    """Whether no other number stands between an expression and the doubted one: that of a far clause may be about another thing."""
    operands = {operand.value for operand in working.operands}
    first, last = dispute.scene.sentence
    others = [figure for figure in dispute.others if first <= figure.start < last]
    mine = [figure.start for figure in others if figure.literal.value in operands]
    if not mine:
        return True
    target = dispute.targets[0].start
    near = min(mine, key=lambda start: abs(start - target))
    return not any(min(near, target) < figure.start < max(near, target) for figure in others)


def _in_brackets(working: Working, dispute: Dispute) -> bool:
    """Whether a product stands in brackets right behind the doubted number, which says how that comes about: `196,608 weights (3072 × 64)`."""
    first = working.operands[0].written if working.operands else ""
    after = dispute.scene.reading.text[dispute.targets[0].core :]
    return bool(first) and bool(working.values()) and re.match(rf"[^\d(（。;；]{{0,16}}[(（]\s*\$?{re.escape(first)}", after) is not None


def _by_expression(words: str, values: list[Interval], printed: Value, wanted: Value) -> Iterator[Evidence]:
    mine, theirs = any(fits(printed, value) for value in values), bool(wanted.amount) and any(fits(wanted, value) for value in values)
    shown = {
        "expression": words,
        "computed": show(values[0].middle) if values else "",
        "printed": printed.text,
        "proposed": wanted.text,
    }
    if theirs and not mine:
        yield Evidence.of("arithmetic", For.PROPOSAL, "expression", **shown)
    elif mine and not theirs:
        yield Evidence.of("arithmetic", For.TEXT, "expression", **shown)


_OF = re.compile(r"\s(?:out\s)?of\s(?:the\s|all\s)?|\sиз\s")


def _parts_of(text: str, dispute: Dispute) -> Iterator[tuple[str, Fraction]]:
    """`61.48 TFLOP of 61.48 TFLOP` as a ratio."""
    scene = dispute.scene
    figures = [f for f in scene.figures if scene.sentence[0] <= f.start < scene.sentence[1]]
    for a, b in pairwise(figures):
        between = scene.reading.text[a.end : b.start]
        if _OF.fullmatch(between) and b.amount and (a.unit.dims if a.unit else ()) == (b.unit.dims if b.unit else ()):
            yield scene.reading.text[a.start : b.end], a.amount / b.amount
