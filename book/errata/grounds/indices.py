"""The witness about an index: k bits select among 2ᵏ sets, so `four sets of two` and `two sets of four` are told apart."""

from __future__ import annotations

import re
from collections.abc import Iterator

from book.checks.passage import reading_of
from book.errata.around import Block, passage_of
from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import figures_of

_INDEX = re.compile(
    r"\bind(?:ex|ices)\b(?:\s(?:field|part))?\s(?:of|has|takes|with|is)\s(?P<a>\d{1,2})[\s-]?bits?\b|\b(?P<b>\d{1,2})[\s-]bits?\s(?:set\s)?index|(?:索引|組索引)[^，。]{0,4}?(?P<c>\d{1,2})\s?(?:位|比特|位元|bit)"
    r"|(?P<d>\d{1,2})\s?(?:位|比特|位元|bit)的?(?:组|組)?索引|индекс\w*\s(?:из|в|длиной|занимает|размером)\s?(?:в\s)?(?P<e>\d{1,2})\s?бит",
    re.IGNORECASE,
)
_SETS = re.compile(r"[\s]*(?:[个個]?(?:组|組|集合)|sets?\b|набор\w*|множеств\w*|групп\w*)", re.IGNORECASE)
MAX_BITS = 24


def indices(dispute: Dispute) -> Iterator[Evidence]:
    """The number of sets in the doubted and in the proposed phrase against the bits of the index that selects them."""
    scene = dispute.scene
    if scene.table is not None:
        return
    found = list(_INDEX.finditer(scene.reading.text))
    bits = {int(next(group for group in match.groups() if group)) for match in found}
    mine, theirs = (_sets(text, scene.language) for text in (dispute.claim.stated, dispute.claim.proposed))
    if len(bits) != 1 or mine is None or theirs is None or mine == theirs:
        return
    width = bits.pop()
    if width > MAX_BITS:
        return
    shown = {"bits": str(width), "computed": str(2**width), "printed": dispute.claim.stated, "proposed": dispute.claim.proposed}
    if theirs == 2**width:
        yield Evidence.of("definition", For.PROPOSAL, "index", **shown)
    elif mine == 2**width:
        yield Evidence.of("definition", For.TEXT, "index-holds", **shown)


def _sets(text: str, language: str) -> int | None:
    """How many sets a phrase tells."""
    reading = reading_of(passage_of(text, Block("paragraph", 0, len(text)), language))
    counts = [figure for figure in figures_of(reading) if _SETS.match(reading.text, figure.core)]
    return int(counts[0].literal.value) if len(counts) == 1 and counts[0].literal.integer else None
