"""What the text's own arithmetic says: its claims as printed, and the same claims with the proposed value in place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from book.checks import chains, counts, tables
from book.checks.claim import Claim
from book.checks.passage import Passage, Reading, Table, reading_of
from book.checks.run import RULES
from book.checks.sentence import sentences_of
from book.errata.figures import Edit, Figure, edited, edited_table, edits_for
from book.errata.value import Value
from book.findings import Code, Severity

Span = tuple[int, int]


class State(Enum):
    """How the claims about a place stand."""

    SILENT = "silent"
    """No claim touches it."""
    HOLDS = "holds"
    ROUNDING = "rounding"
    FAILS = "fails"


@dataclass(frozen=True)
class Standing:
    """The state of a place, and the claim that decides it."""

    state: State
    claim: Claim | None = None


def claims_in(block: Passage | Table) -> list[Claim]:
    """All claims that a passage or table makes, those that hold included."""
    if isinstance(block, Table):
        return list(tables.claims_of(block))
    reading = reading_of(block)
    found, _ = chains.claims_of(reading)
    for sentence in sentences_of(reading):
        if len(sentence.mentions) > 1:
            for rule in RULES:
                found.extend(rule(sentence))
    found.extend(counts.claims_of(reading))
    return found


def standing(claims: Sequence[Claim], spans: Sequence[Span]) -> Standing:
    """How the claims that touch the spans stand; one that fails decides, then one that holds exactly."""
    touching = [claim for claim in claims if any(claim.start < end and start < claim.end for start, end in spans)]
    failing = [claim for claim in touching if claim.code is not None and claim.code.severity is Severity.ERROR]
    exact = [claim for claim in touching if claim.code is None]
    if any(_at(claim, spans) for claim in exact):
        # the place itself is borne out: a claim about another number that fails is about that number
        failing = [claim for claim in failing if claim.at < 0 or _at(claim, spans)]
    if failing:
        own = [claim for claim in failing if _at(claim, spans)]
        return Standing(State.FAILS, (own or failing)[0])
    if exact:
        return Standing(State.HOLDS, min(exact, key=lambda claim: claim.end - claim.start))
    rounded = [claim for claim in touching if claim.code is Code.ARITH_ROUNDING]
    return Standing(State.ROUNDING, rounded[0]) if rounded else Standing(State.SILENT)


def _at(claim: Claim, spans: Sequence[Span]) -> bool:
    """Whether a claim is about a value that stands in one of the spans."""
    return any(start <= claim.at < end for start, end in spans)


@dataclass(frozen=True)
class Trial:
    """A place as printed and with the proposed value."""

    printed: Standing
    proposed: Standing


def try_passage(passage: Passage, reading: Reading, figures: Sequence[Figure], value: Value) -> Trial:
    """Put a value in the place of figures of a passage and look at its claims again."""
    return try_edits(passage, reading, edits_for(figures, value, reading.text), [(f.start, f.end) for f in figures])


def try_edits(passage: Passage, reading: Reading, edits: Sequence[Edit], spans: Sequence[Span]) -> Trial:
    """The same for any edits of the reading's text."""
    before = standing(claims_in(passage), spans)
    changed, moved = edited(reading, passage, edits)
    return Trial(before, standing(claims_in(changed), moved))


def try_table(table: Table, figures: Sequence[Figure], value: Value) -> Trial:
    """The same for cells of a table; the cell itself is looked at, since its claims are about the whole of it."""
    spans = [(figure.start, figure.end) for figure in figures]
    cells = [
        (cell.at, cell.at + max(1, len(cell.text)))
        for row in table.rows
        for cell in row
        if any(cell.at <= start < cell.at + len(cell.text) for start, _ in spans)
    ]
    before = standing(claims_in(table), cells)
    after = standing(claims_in(edited_table(table, figures, value)), [(start, start + 1) for start, _ in cells])
    return Trial(before, after)
