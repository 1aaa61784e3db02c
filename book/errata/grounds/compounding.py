"""The witness about changes one after the other: +20% and then −20% make −4%, since each is of what the one before left."""

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
from book.numbers.scan import What

_UP = re.compile(
    r"上涨|上漲|上升|上调|上調|增加|增长|增長|提高|提升|[涨漲加]了?|\b(?:r[io]se[sn]?|rising|gr[eo]ws?|grew|increas\w+|gain\w*|up|higher|rais\w+|adds?)\b|вырос\w*|рост\w*|повы\w+|увелич\w+|подорожа\w+|прибав\w+", re.IGNORECASE
)
_DOWN = re.compile(
    r"下跌|下降|下调|下調|减少|減少|降低|[跌降减減]了?|\b(?:f[ae]ll\w*|drop\w*|decreas\w+|los[et]\w*|down|lower\w*|cut\w*|reduc\w+|shr[aiu]nk\w*)\b|упа\w+|сниз\w+|сниж\w+|умень\w+|подешеве\w+|потеря\w+", re.IGNORECASE
)
_TOGETHER = re.compile(
    r"合[计計]|[总總一]共|累[计計]|[两兩]年|整体|整體|最[终終后後]|\b(?:in total|altogether|overall|together|in all|net|combined|in the end|after both)\b|в итоге|всего|в сумме|за два|вместе|в целом|итого", re.IGNORECASE
)


def compounding(dispute: Dispute) -> Iterator[Evidence]:
    """Changes that follow each other: their factors are multiplied, not their percentages added."""
    yield from _back_again(dispute)
    yield from _totals(dispute)


@on_rivals
def _totals(dispute: Dispute, printed: Told, wanted: Told) -> Iterator[Evidence]:
    """The total change, told in per cent."""
    scene = dispute.scene
    if printed.what is not What.PERCENT:
        return
    target, text = dispute.targets[0], scene.reading.text
    first = scene.sentence[0]
    steps = [f for f in scene.figures if first <= f.start < target.start and f.what is What.PERCENT]
    signs = _signs(steps, first, text)
    if len(steps) < 2 or not all(signs) or not _TOGETHER.search(text, steps[-1].end, target.start):
        return
    product, total = Fraction(1), Fraction(0)
    for figure, sign in zip(steps, signs, strict=True):
        product, total = product * (1 + sign * figure.amount), total + sign * figure.amount
    right, wrong = abs(product - 1) * 100, abs(total) * 100
    mine, theirs = (literal.admits(Interval.exact(right)) for literal in (printed.literal, wanted.literal))
    shown = {"computed": f"{show(right)}%", "printed": printed.text, "proposed": wanted.text}
    if mine and not theirs and wanted.literal.value == wrong:
        yield Evidence.of("mixup", For.TEXT, "compounding-holds", **shown)
    elif theirs and not mine and printed.literal.value == wrong:
        yield Evidence.of("mixup", For.PROPOSAL, "compounding", **shown)


_BACK = re.compile(
    r"(?:exactly|just|back|again|precisely)\b.{0,12}\b(?:where|what|as) (?:it|they) (?:was|were|had been)|\b(?:unchanged|the same as before|back to (?:the|its) (?:old|former|original))"
    r"|(?:回到|恢[复復]到?|等[于於]|正是|就是)了?(?:原[来來]|原先|[从從]前|起[点點]|原[值价價])|[与與和]原[来來先]?(?:相同|一[样樣]|持平)|(?:верну\w+ к (?:прежн|исходн)|таки[емх]* же, как (?:был|до)|ровно (?:там же|стольк))\w*",
    re.IGNORECASE,
)


def _back_again(dispute: Dispute) -> Iterator[Evidence]:
    """`It is exactly where it was`: two changes whose factors make one, though their percentages do not cancel."""
    scene, claim = dispute.scene, dispute.claim
    match = _BACK.search(scene.reading.text, *scene.span) if scene.table is None else None
    if match is None or dispute.printed is not None or (claim.stated and not _BACK.search(scene.text_of(scene.span))):
        return
    steps = [f for f in scene.figures if f.start < match.start() and f.what is What.PERCENT][-2:]
    signs = _signs(steps, 0, scene.reading.text)
    if len(steps) < 2 or not all(signs):
        return
    product = (1 + signs[0] * steps[0].amount) * (1 + signs[1] * steps[1].amount)
    total = abs(signs[0] * steps[0].amount + signs[1] * steps[1].amount)
    proposed = re.search(r"\d+(?:[.,]\d+)?", claim.proposed)
    added = proposed is not None and Fraction(proposed[0].replace(",", ".")) == total * 100
    shown = {"computed": f"{show(abs(product - 1) * 100)}%", "printed": claim.stated or match[0], "proposed": claim.proposed}
    if product == 1 and added:
        yield Evidence.of("mixup", For.TEXT, "compounding-holds", **shown)
    elif product != 1 and proposed is not None and Fraction(proposed[0].replace(",", ".")) == abs(product - 1) * 100:
        yield Evidence.of("mixup", For.PROPOSAL, "compounding", **shown)


def _signs(steps: list[Figure], first: int, text: str) -> list[int]:
    """The direction of each change, by the words between it and the one before."""
    return [_sign(f, [first, *(g.end for g in steps if g.end <= f.start)][-1], text) for f in steps]


def _sign(figure: Figure, begin: int, text: str) -> int:
    """Up or down, by the last such word between the number before and this one; 0 if there is none."""
    up = max((match.end() for match in _UP.finditer(text, begin, figure.start)), default=-1)
    down = max((match.end() for match in _DOWN.finditer(text, begin, figure.start)), default=-1)
    return 0 if up == down else 1 if up > down else -1
