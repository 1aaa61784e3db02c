"""The witness about the ends of an interval: `[0, 1)` where the text says that 0 belongs to it and 1 does not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For

_INTERVAL = re.compile(r"(?P<left>[\[(（【])\s?(?P<low>[^,，;\[\]()]{1,12}?)\s?[,，;]\s?(?P<high>[^,，;\[\]()]{1,12}?)\s?(?P<right>[\])）】])")
_WITHOUT = r"(?:不包?含|不包括|排除|不取|不会等于|小于|\b(?:excluding|excludes?|exclusive of|without|(?:but )?not(?: including)?|never|less than|below)|не включ\w+|исключ\w+|но не|кроме|меньше)\s?\$?{end}(?![\d.]*\d)"
_WITH = r"(?<!不)(?:包含|包括|(?<![不包])含|取得到|\b(?<!not )(?:including|includes?|inclusive of|contains?)|(?<!не )(?<!не)включ\w+)\s?\$?{end}(?![\d.]*\d)"


@dataclass(frozen=True)
class Ends:
    """An interval and which of its ends belong to it."""

    low: str
    high: str
    closed: tuple[bool, bool]


def brackets(dispute: Dispute) -> Iterator[Evidence]:
    """Two notations of one interval that differ in an end, against the words beside it."""
    scene, claim = dispute.scene, dispute.claim
    mine, theirs = _ends(claim.stated), _ends(claim.proposed)
    if scene.table is not None or mine is None or theirs is None or (mine.low, mine.high) != (theirs.low, theirs.high) or mine == theirs:
        return
    text = scene.text_of(scene.sentence)
    said = [_said(text, end) for end in (mine.low, mine.high)]
    apart = [i for i in (0, 1) if mine.closed[i] != theirs.closed[i]]
    if any(said[i] is None for i in apart):
        return
    shown = {"printed": claim.stated, "proposed": claim.proposed}
    if all(said[i] == mine.closed[i] for i in apart):
        yield Evidence.of("definition", For.TEXT, "ends-hold", **shown)
    elif all(said[i] == theirs.closed[i] for i in apart):
        yield Evidence.of("definition", For.PROPOSAL, "ends", **shown)


def _ends(text: str) -> Ends | None:
    match = _INTERVAL.fullmatch(text.strip().strip("$").strip())
    return Ends(match["low"], match["high"], (match["left"] in "[【", match["right"] in "]】")) if match else None


def _said(text: str, end: str) -> bool | None:
    """Whether the words count an end in; None if they say nothing, or both."""
    without, within = (re.search(pattern.replace("{end}", re.escape(end)), text, re.IGNORECASE) for pattern in (_WITHOUT, _WITH))
    return None if bool(without) == bool(within) else bool(within)
