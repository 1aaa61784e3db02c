"""All checks of plain text over passages and tables: findings with their places, and how much was read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from book.checks import (
    asides,
    chains,
    changes,
    constants,
    counts,
    degrees,
    discounts,
    hexadecimals,
    means,
    partitions,
    products,
    ranges,
    rates,
    ratios,
    reckoning,
    restatements,
    shapes,
    shares,
    slips,
    tables,
    timespans,
)
from book.checks.claim import Claim, wins
from book.checks.passage import Block, Reading, Table, lines_of, place_of, reading_of
from book.checks.sentence import Sentence, sentences_of
from book.findings import Code, Finding, Severity

MAX_PASSAGE = 60_000
"""Characters of a passage beyond which it is no prose and stays unread."""
MAX_WORK = 40_000
"""Numbers and relations after which the rest of one source stays unread: no chapter has so many."""

RULES: tuple[Callable[[Sentence], Iterator[Claim]], ...] = (
    restatements.claims_of, changes.claims_of, ratios.claims_of, shares.claims_of, rates.claims_of, products.claims_of,
    means.claims_of, reckoning.claims_of, discounts.claims_of, partitions.claims_of, slips.claims_of)
"""The rules over sentences; adding one means adding a module and its name here."""
PASSAGE_RULES: tuple[Callable[[Reading], Iterator[Claim]], ...] = (
    asides.claims_of, counts.claims_of, timespans.claims_of, hexadecimals.claims_of, shapes.claims_of, degrees.claims_of,
    ranges.claims_of)
"""The rules over whole passages."""

_SAYS = {Code.ARITH_MISMATCH: "the operands give {computed}, the text says {stated}",
         Code.ARITH_ROUNDING: "the printed operands give {computed}, the text says {stated}: right only if the operands "
                              "were rounded",
         Code.UNIT_MISMATCH: "the quantity is {computed}, the text says {stated}",
         Code.DIMENSION_MISMATCH: "the two sides measure different things",
         Code.TABLE_MISMATCH: "the table gives {computed}, the cell says {stated}",
         Code.CONSTANT_MISMATCH: "the registry has {computed}, the text says {stated}",
         Code.COUNT_MISMATCH: "{stated} are announced, {computed} are listed"}


@dataclass
class Report:
    """What the checks of one text found."""

    findings: list[Finding] = field(default_factory=list)
    quantities: int = 0
    """Numbers that were seen."""
    claims: int = 0
    """Claims that were read and judged."""
    unread: int = 0
    """Relations with numbers that were seen and could not be read."""
    sound: list[tuple[tuple[int, int], ...]] = field(default_factory=list)
    """Block by block, the stretches of claims that hold: places in the reading's text, or in the source for tables."""


def check(blocks: Iterable[Block], source: str, path: str = "", *, hints: bool = False,
          registry: constants.Registry | None = None) -> Report:
    """Check blocks of one source; `hints` keeps findings of that severity, a registry adds the constants of devices and models."""
    report = Report()
    starts = lines_of(source)
    for block in blocks:
        if isinstance(block, Table):
            claims = list(tables.claims_of(block))
            report.claims += len(claims)
            report.quantities += sum(any(c.isdigit() for c in cell.text) for row in block.rows for cell in row)
            report.sound.append(tuple((claim.start, claim.end) for claim in claims if claim.code is None))
            _add(report, claims, path, starts, hints, lambda at: at, source)
            continue
        reading = reading_of(block)
        if len(reading.text) > MAX_PASSAGE or report.quantities + report.claims + report.unread > MAX_WORK:
            report.unread += 1
            report.sound.append(())
            continue
        claims, sound, seen, unread = _passage(reading, registry)
        report.sound.append(sound)
        report.claims += len(claims)
        report.quantities += seen
        report.unread += unread
        _add(report, claims, path, starts, hints, reading.source_offset, reading.text)
    report.findings.sort()
    return report


def _passage(reading: Reading, registry: constants.Registry | None) -> tuple[list[Claim], tuple[tuple[int, int], ...], int, int]:
    """Claims of a passage, the stretches of chains and sentences that hold, mentions seen, relations unread."""
    read, unread = chains.claims_of(reading)
    claims = list(read)
    told: list[Claim] = []
    seen = 0
    for sentence in sentences_of(reading):
        seen += sentence.seen
        if registry is not None and sentence.mentions:
            claims.extend(constants.claims_of(sentence, registry))
        if len(sentence.mentions) < 2:
            told.extend(slips.claims_of(sentence))
            continue
        read_here = [claim for rule in RULES for claim in rule(sentence)]
        told += read_here
        told.extend(slips.continued(sentence, {c.at: c.value for c in read_here if c.code is not None and c.value is not None}))
    claims += told
    sound = tuple((claim.start, claim.end) for claim in [*read, *told] if claim.code in (None, Code.ARITH_ROUNDING))
    for whole in PASSAGE_RULES:
        claims.extend(whole(reading))
    return claims, sound, seen, unread


def _add(report: Report, claims: list[Claim], path: str, starts: tuple[int, ...], hints: bool,
         offset: Callable[[int], int], text: str) -> None:
    """Findings of the claims that fail."""
    for claim in wins(claims):
        code = claim.code
        if code is None or (code.severity is Severity.HINT and not hints):
            continue
        line, column = place_of(starts, offset(claim.start))
        message = _SAYS.get(code, code.says).format(stated=claim.stated, computed=claim.computed)
        if claim.how:
            message += f" (from {claim.how})"
        quote = text[claim.start:claim.end]
        report.findings.append(Finding(path, line, column, code.id, quote, claim.stated, claim.computed, message))
