"""The witness about ranges and their exception: `steps 1 to 9 all succeed, only step 9 fails` says two things of one step."""

from __future__ import annotations

import re
from collections.abc import Iterator

from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.numbers.scan import family

_RANGE = {
    "zh": r"第?\s?(?P<first>\d{1,4})\s?(?:[个個]?(?P<unit>[\u4e00-\u9fff]{1,2}?)\s?)?(?:[到至~～–—-])\s?第?\s?(?P<last>\d{1,4})\s?[个個]?(?P<noun>[\u4e00-\u9fff])",
    "en": r"(?<![A-Za-z])(?P<noun>[A-Za-z]{3,24}?)s?\s(?P<first>\d{1,4})\s?(?:to|through|until|[–—-])\s?(?P<last>\d{1,4})(?!\d)",
    "ru": r"(?<![А-яё])(?P<noun>[А-яё]{3,24})\s(?:с\s)?(?P<first>\d{1,4})(?:-\w+)?\s?(?:по|до|[–—-])\s?(?P<last>\d{1,4})(?!\d)",
}
_ONLY = {
    "zh": r"(?:只有|仅有|僅有|仅|僅|唯独|唯獨|唯有)\s?第?\s?(?P<one>\d{1,4})\s?[个個]?(?P<noun>[\u4e00-\u9fff])",
    "en": r"\b(?:only|just|solely)\s(?:the\s)?(?P<noun>[A-Za-z]{3,24}?)\s(?P<one>\d{1,4})(?!\d)",
    "ru": r"(?<![А-яё])(?:только|лишь|один лишь)\s(?P<noun>[А-яё]{3,24})\s(?P<one>\d{1,4})(?!\d)",
}
_ALL = {
    "zh": r"全部|都|均|全|一律",
    "en": r"\b(?:all|each|every|both|without exception)\b",
    "ru": r"(?<![А-яё])(?:все|всех|кажд\w+|без исключения)(?![А-яё])",
}


def overlaps(dispute: Dispute) -> Iterator[Evidence]:
    """Whether a range and its exception are apart, as printed and with the proposal in place."""
    scene, claim = dispute.scene, dispute.claim
    stated, proposed = claim.stated.strip(), claim.proposed.strip()
    if scene.table is not None or not stated or not proposed:
        return
    text = scene.reading.text[slice(*scene.sentence)]
    quote = scene.text_of(scene.span)
    offset = text.find(quote)
    at = text.find(stated, max(offset, 0))
    if at < 0 or text.find(stated, at + 1, max(offset, 0) + len(quote)) >= 0:
        return
    before, after = _apart(text, scene.language), _apart(text[:at] + proposed + text[at + len(stated) :], scene.language)
    shown = {"printed": stated, "proposed": proposed}
    if before is False and after is True:
        yield Evidence.of("overlap", For.PROPOSAL, "overlap", **shown)
    elif before is True and after is False:
        yield Evidence.of("overlap", For.TEXT, "overlap-none", **shown)


def _apart(text: str, language: str) -> bool | None:
    """Whether the exception stands right outside the range; False if inside it; None if it is elsewhere or the text has no such pair."""
    lang = family(language)
    span = re.search(_RANGE[lang], text)
    only = re.search(_ONLY[lang], text[span.end() :] if span else "", re.IGNORECASE)
    if span is None or only is None or not re.search(_ALL[lang], text[max(0, span.start() - 8) : span.end() + only.start()], re.IGNORECASE):
        return None
    letters = {"zh": 1, "ru": 2, "en": 3}[lang]
    if span["noun"].lower()[:letters] != only["noun"].lower()[:letters]:
        return None
    first, last, one = int(span["first"]), int(span["last"]), int(only["one"])
    if first <= one <= last:
        return False
    return True if one in (first - 1, last + 1) else None
