"""The witness about what follows: the proposed value leads to a number that the text prints further on, the printed one does not.

`10 GB/s … 25 GB take at least 20 s`: 25 × 8 ÷ 10 is 20, and at 10 GB/s it would be 2.5 s. The reader's own working is looked at: the proposed
value is one of its operands, all others are numbers of the section or factors of units, and its result is printed there.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.working import Working
from book.numbers.errors import NumberProblem
from book.numbers.expression import Mode, evaluate
from book.numbers.literal import Literal
from book.numbers.tree import Number, mapped

_FACTORS = frozenset(map(Fraction, (2, 7, 8, 10, 12, 24, 60, 100, 1000, 1024, 3600, 86400, 10**6, 10**9)))
"""Numbers of unit conversions, which a text need not print."""
_TELLING = 2
"""Digits of a result that is no accident."""


def consequences(dispute: Dispute) -> Iterator[Evidence]:
    """Workings in which the proposed value is an operand and a number printed elsewhere the result."""
    printed, wanted = dispute.printed, dispute.wanted
    if printed is None or not wanted.is_number or wanted.literal is None or printed.literal is None or printed.literal.value == wanted.literal.value:
        return
    told = [figure.literal for figure in dispute.scene.all_figures]
    for working in dispute.workings:
        values = [operand.value for operand in working.operands]
        if values.count(wanted.literal.value) != 1 or len(values) < 2:
            continue
        others = [value for value in values if value != wanted.literal.value]
        if not all(value in _FACTORS or any(each.value == value for each in told) for value in others) or all(value in _FACTORS for value in others):
            continue
        result = next((each for each in told if each.digits >= _TELLING and each.value not in {*values, printed.literal.value} and _gives(working, each)), None)
        if result is not None and not _gives(_with(working, wanted.literal, printed.literal), result):
            yield Evidence.of("consequence", For.PROPOSAL, "leads-on", printed=printed.text, proposed=wanted.text, result=result.written, working=working.text)
            return


def _gives(working: Working, result: Literal) -> bool:
    """Whether a working comes to a printed number, units left aside."""
    try:
        return result.admits(evaluate(working.node, Mode.BARE).value)
    except NumberProblem:
        return False


def _with(working: Working, old: Literal, new: Literal) -> Working:
    """The working with another value in place of one."""
    node = mapped(working.node, lambda each: Number(new) if isinstance(each, Number) and each.literal.value == old.value else each)
    return Working(working.text, node, tuple(new if operand.value == old.value else operand for operand in working.operands))
