"""The witness about chapters that are named by number and title: `chapter 3, “Paging”` must be the chapter of that title."""

from __future__ import annotations

import re
from collections.abc import Iterator

from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For

_CHAPTER = re.compile(r"第\s?(?P<zh>\d{1,2})\s?章|\bch(?:apter|\.)\s?(?P<en>\d{1,2})\b|глав\w*\s(?P<ru>\d{1,2})(?!\d)", re.IGNORECASE)
_QUOTED = re.compile(r"[“\"«《「『‘](?P<title>[^“”\"«»《》「」『』‘’\n]{2,60})[”\"»》」』’]")
_HEADING = re.compile(r"^#\s+(?P<title>[^\n{]+?)\s*(?:\{[^}\n]*\})?\s*$", re.MULTILINE)


def titles(dispute: Dispute) -> Iterator[Evidence]:
    """The number of a chapter whose title stands beside it, against the headings of the book's files, which are numbered."""
    scene = dispute.scene
    mine, theirs = (_number(text) for text in (dispute.claim.stated, dispute.claim.proposed))
    if mine is None or theirs is None or mine == theirs:
        return
    words = scene.text_of(scene.sentence)
    headings = dict(_headings(dispute))
    named = {number for number, title in headings.items() for match in _QUOTED.finditer(words) if _same(match["title"], title)}
    if len(named) != 1 or not any(_number(match[0]) == mine for match in _CHAPTER.finditer(words)):
        return
    right = named.pop()
    shown = {"title": headings[right], "computed": str(right), "printed": dispute.claim.stated, "proposed": dispute.claim.proposed}
    if right == theirs:
        yield Evidence.of("reference", For.PROPOSAL, "chapter-of-title", **shown)
    elif right == mine:
        yield Evidence.of("reference", For.TEXT, "chapter-of-title-holds", **shown)
    else:
        yield Evidence.of("reference", For.OTHER, "chapter-of-title", **shown)


def _number(text: str) -> int | None:
    match = _CHAPTER.search(text)
    return int(match["zh"] or match["en"] or match["ru"]) if match else None


def _headings(dispute: Dispute) -> Iterator[tuple[int, str]]:
    """The numbers of the chapters' files with their first headings, in the edition that is quoted."""
    place = dispute.scene.place
    for text in dispute.scene.volume.texts(place.text.edition.id):
        number, heading = re.match(r"(\d{1,3})-", text.file), _HEADING.search(text.source)
        if number and heading:
            yield int(number[1]), heading["title"]


def _same(first: str, second: str) -> bool:
    return re.sub(r"\W", "", first).lower() == re.sub(r"\W", "", second).lower()
