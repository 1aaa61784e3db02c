"""The witness about frequencies: 3 GB every ten minutes are 432 GB a day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import Figure
from book.errata.rivals import Told, on_rivals
from book.numbers.chain import show
from book.numbers.interval import Interval
from book.numbers.units import dimension, hard

_EVERY = re.compile(r"(?:\bevery|\bonce (?:in|every)|每隔?|(?<![А-яё])(?:кажды[ехй]|каждую|раз в))\s*$", re.IGNORECASE)
_SPANS = (
    (3600, r"\b(?:an|per|each|every|one|in an) hour\b|\bhourly\b|(?:每|一)(?:个|個)?小[时時]|(?:в|за) час(?![А-яё])"),
    (86400, r"\b(?:a|per|each|every|one|in a) day\b|\bdaily\b|(?:每|一)[天日]|(?:в|за) (?:сутки|день)"),
    (604800, r"\b(?:a|per|each|every|one|in a) week\b|\bweekly\b|(?:每|一)(?:周|週|个?星期|個?星期)|(?:в|за) неделю"),
)
_BREAK = re.compile(
    r"\bexcept|\bonly\b|\bpaus|\bworking|\bnight|\bbusiness|\bcompress|\bkeeps?\b|\bkept\b|\bdelet|除|只|仅|僅|工作日|[压壓][缩縮]|保留|删|刪|夜|кроме|только|рабоч|ноч|сжат|хран|удаля", re.IGNORECASE
)
"""Then not all of them come, or stay."""


@on_rivals
def frequencies(dispute: Dispute, printed: Told, wanted: Told) -> Iterator[Evidence]:
    """What comes again and again, in the one longer time that the sentence tells."""
    scene = dispute.scene
    if dispute.rounds:
        return
    first, last = scene.sentence
    text = scene.text_of(scene.sentence)
    near = [f for f in dispute.others if first <= f.start < last]
    periods = [f for f in near if _is_time(f) and _EVERY.search(f.before)]
    spans = [Fraction(seconds) for seconds, words in _SPANS if re.search(words, text, re.IGNORECASE)]
    target = dispute.targets[0]
    if len(periods) != 1 or len(spans) != 1 or spans[0] <= periods[0].amount or len(near) != 2 or target.unit is None or _BREAK.search(text):
        return
    each = next(f for f in near if f is not periods[0])
    times = spans[0] / periods[0].amount
    total = hard(target.unit.dims)
    if each.unit is None or not hard(each.unit.dims) or total not in (hard(each.unit.dims), dimension([*hard(each.unit.dims), ("second", -1)])):
        return
    # `96 GB a day` is read as a rate: its size is that of the day's total
    size = target.unit.factor * (1 if total == hard(each.unit.dims) else spans[0])
    right = Interval.exact(each.amount * times / size)
    alike = wanted.unit is None or target.unit.spelling.startswith(wanted.unit.spelling)
    mine = printed.literal is not None and printed.literal.admits(right)
    theirs = wanted.literal is not None and alike and wanted.literal.admits(right)
    shown = {"times": show(times), "computed": show(right.middle), "printed": printed.text, "proposed": wanted.text}
    if mine and not theirs:
        yield Evidence.of("definition", For.TEXT, "frequency-holds", **shown)
    elif theirs and not mine:
        yield Evidence.of("definition", For.PROPOSAL, "frequency", **shown)


def _is_time(figure: Figure) -> bool:
    return figure.unit is not None and hard(figure.unit.dims) == (("second", 1),) and figure.amount > 0
