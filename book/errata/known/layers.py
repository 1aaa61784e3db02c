"""Which layers keep a cache: all of them, or the ones with attention of a hybrid model."""

from __future__ import annotations

import re
from fractions import Fraction

from book.errata.known.asked import Asked
from book.errata.known.attributes import SENTENCE, Read

_SHARE = re.compile(
    r"每\s?(?P<of>\d+)\s?(?:层|層)[^\d。；]{0,6}(?P<one>\d+)\s?(?:层|層)|\b(?P<en_one>\d+) (?:of|in|out of) every (?P<en_of>\d+) layers"
    r"|из каждых (?P<ru_of>\d+) сло\w+ (?P<ru_one>\d+)",
    re.IGNORECASE,
)
"""One layer in so many."""


def all_layers(asked: Asked) -> Fraction | None:
    """The layers of the whole model: the largest count that the section has."""
    counts = [asked.number(read) for read in asked.reads if read.name in ("layers", "attention_layers")]
    return max(counts, default=None)


def caching_layers(asked: Asked) -> Read | None:
    """The layers that keep keys and values; None if the text does not give one number."""
    share = _SHARE.search(asked.section)
    if share is None:
        return asked.read("attention_layers") or asked.read("layers")
    found = share.groupdict()
    one, of = (Fraction(found[key] or found[f"en_{key}"] or found[f"ru_{key}"]) for key in ("one", "of"))
    counts = {read.value for read in asked.reads if read.name in ("layers", "attention_layers") and isinstance(read.value, Fraction)}
    total = max(counts, default=Fraction(0))
    caching = total * one / of
    if caching.denominator > 1 or counts - {one, of, total, caching, total - caching}:
        return None
    return Read("layers", caching, share[0], asked.dispute.scene.block.start, SENTENCE)
