"""The witness about operations: the words of the text say what is reckoned with its numbers, and the reader reckons otherwise with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from book.checks.passage import reading_of
from book.errata.arithmetic import State
from book.errata.around import Block, passage_of
from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import figures_of
from book.errata.premise import OBJECTION
from book.errata.witnesses import CHAIN, trial_of

_DENIAL = re.compile(
    r"\bnot\b|n['’]t\b|\bno\b|\bnor\b|\bspare|\bexcept|\bbut\b|不|没|沒|[备備]用|除外|另|但|(?<![А-яё])(?:не|нет|ни|кроме|но|запасн\w+)(?![А-яё])", re.IGNORECASE
)
"""Words with which a reader may object to what goes into a number, whatever numbers they name."""


def operations(dispute: Dispute) -> Iterator[Evidence]:
    """The printed number is what a rule of words makes of the sentence's numbers; the reader has no others."""
    if dispute.scene.table is not None or dispute.printed is None or not dispute.wanted.is_number or dispute.same or dispute.rounds:
        return
    trial = trial_of(dispute)
    claim = trial.printed.claim if trial is not None else None
    if trial is None or claim is None or trial.printed.state is not State.HOLDS or claim.how == CHAIN or claim.at < 0:
        return
    target = dispute.targets[0]
    if trial.proposed.state in (State.HOLDS, State.ROUNDING) or not target.start <= claim.at < max(target.end, target.start + 1):
        return
    if _same_numbers(dispute):
        yield Evidence.of("words", For.TEXT, "words-hold", printed=dispute.printed.text, proposed=dispute.wanted.text)


def _same_numbers(dispute: Dispute) -> bool:
    """Whether the reader names no number that the sentence does not have before the doubted one, leaves none out, and objects to none."""
    reasoning, target = dispute.report.reasoning, dispute.targets[0]
    if not reasoning.strip():
        return True
    first = dispute.scene.sentence[0]
    operands = {_digits(figure.literal.value) for figure in dispute.others if first <= figure.start < target.start}
    used = {_digits(operand.value) for each in dispute.workings for operand in each.operands}
    whole = {sum(operands, Fraction(0))} if len(operands) == 2 else set()  # 3 of 8, and a reader who takes 3 of 11
    if used and used - {Fraction(100)} != operands and not (used & whole and used & operands and used <= operands | whole | {Fraction(100)}):
        return False  # with some of the numbers only, or with others, the reader means another thing
    change = {max(operands) - min(operands)} if len(operands) == 2 else set()
    known = operands | whole | change | {Fraction(0), Fraction(1), Fraction(100)}
    known |= {_digits(value.literal.value) for value in (dispute.stated, dispute.proposed) if value.literal is not None}
    known |= {_digits(each.result.literal.value) for each in dispute.workings if each.result is not None and each.result.literal is not None}
    told = figures_of(reading_of(passage_of(reasoning, Block("paragraph", 0, len(reasoning)), dispute.scene.language)))
    if _DENIAL.search(reasoning) or not all(_digits(figure.literal.value) in known for figure in told):
        return False
    # a reason in words may be about what goes into the number: only one that reckons with the numbers is none
    named = {_digits(figure.literal.value) for figure in told}
    return bool(used) or ((operands <= named or bool(change & named)) and not OBJECTION.search(reasoning))


def _digits(value: Fraction) -> Fraction:
    """A number without its thousands: to a reader 12 billion are 12."""
    while value and (value / 1000).denominator == 1:
        value /= 1000
    return value
