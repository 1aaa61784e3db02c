"""The witness about the width of integers: n bits have 2ⁿ values, the largest unsigned one is 2ⁿ − 1, the largest signed one 2ⁿ⁻¹ − 1."""

from __future__ import annotations

import re
from collections.abc import Iterator

from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.rivals import Told, on_rivals

_BITS = re.compile(r"(?<![\d.,])(?P<digits>\d{1,2})[\s-]?(?:bits?\b|位(?!数)|比特|位元|бит\w*|-?разрядн\w+)|\bu?int(?P<name>8|16|32|64)\b", re.IGNORECASE)
_LARGEST = re.compile(r"\b(?:largest|greatest|biggest|highest|maxim\w+|up to|at most)\b|最大|至多|наибольш\w+|максим\w+|(?<![А-яё])до(?![А-яё])|[0０]\s?(?:to|[到至~–—-]|до)\s?\$?$", re.IGNORECASE)
_COUNT = re.compile(r"\b(?:different|distinct|possible)?\s?(?:values|states|codes|numbers|patterns|levels)\b|[种種個个]\S{0,3}(?:值|[状狀][态態]|[编編][码碼]|取值)|(?:различн\w+|возможн\w+)?\s?(?:значени\w+|состояни\w+|кодов)", re.IGNORECASE)
_SIGNED = re.compile(r"(?<!un)\bsigned\b|(?<!u)\bint\d|有符[号號]|[带帶]符[号號]|(?<!без)знаков\w+|со знаком", re.IGNORECASE)
_UNSIGNED = re.compile(r"\bunsigned\b|\buint|[无無]符[号號]|无号|無號|без ?знак\w*", re.IGNORECASE)


def widths(dispute: Dispute) -> Iterator[Evidence]:
    """What so many bits can tell: a number of values, the largest of them, or both ends of their range."""
    yield from _ranges(dispute)
    yield from _sizes(dispute)


@on_rivals
def _sizes(dispute: Dispute, printed: Told, wanted: Told) -> Iterator[Evidence]:
    """The printed and the proposed number are neighbours or halves of a power of two that the sentence tells the bits of."""
    scene = dispute.scene
    text, figure = scene.text_of(scene.sentence), dispute.targets[0]
    bits = {int(match["digits"] or match["name"]) for match in _BITS.finditer(text)}
    if len(bits) != 1:
        return
    width = bits.pop()
    signed, unsigned = _SIGNED.search(text), _UNSIGNED.search(text)
    if not 1 < width <= 64 or (signed and unsigned):
        return
    kin = {2**width, 2**width - 1, 2 ** (width - 1), 2 ** (width - 1) - 1, 2 ** (width + 1)}
    mine, theirs = printed.literal.value, wanted.literal.value
    right = _right(scene.reading.text, figure.start, figure.core, width, bool(signed), bool(unsigned))
    if right is None or mine not in kin or theirs not in kin:
        return
    shown = {"bits": str(width), "computed": f"{right:,}", "printed": printed.text, "proposed": wanted.text}
    if mine == right:
        yield Evidence.of("definition", For.TEXT, "width-holds", **shown)
    elif theirs == right:
        yield Evidence.of("definition", For.PROPOSAL, "width", **shown)


_TWOS = re.compile(r"two['’]s complement|二?[补補][码碼數]|дополнительн\w+ код", re.IGNORECASE)
_END = re.compile(r"(?<![\d.,])[-−–]?\s?\d[\d,]*(?![.\d])")


def _ranges(dispute: Dispute) -> Iterator[Evidence]:
    """The two ends of a range of integers: from −2ⁿ⁻¹ to 2ⁿ⁻¹ − 1 in two's complement, from 0 to 2ⁿ − 1 without a sign."""
    scene = dispute.scene
    if scene.table is not None:
        return
    text = scene.text_of(scene.sentence)
    bits = {int(match["digits"] or match["name"]) for match in _BITS.finditer(text)}
    mine, theirs = (_ends(words) for words in (dispute.claim.stated, dispute.claim.proposed))
    signed, unsigned = _TWOS.search(text) or _SIGNED.search(text), _UNSIGNED.search(text)
    if len(bits) != 1 or len(mine) != 2 or len(theirs) != 2 or bool(signed) == bool(unsigned):
        return
    width = bits.pop()
    right = [-(1 << width - 1), (1 << width - 1) - 1] if signed else [0, (1 << width) - 1]
    shown = {"bits": str(width), "computed": f"{right[0]:,} … {right[1]:,}", "printed": dispute.claim.stated, "proposed": dispute.claim.proposed}
    if any(ends[0] == -ends[1] for ends in (mine, theirs)):
        return  # symmetric quantization leaves one value out
    if mine == right and theirs != right:
        yield Evidence.of("definition", For.TEXT, "width-holds", **shown)
    elif theirs == right and mine != right:
        yield Evidence.of("definition", For.PROPOSAL, "width", **shown)


def _ends(words: str) -> list[int]:
    """The whole numbers of some words, with their signs; a dash between two numbers is none."""
    found = [match[0] for match in _END.finditer(re.sub(r"(?<=\d)\s?[-–—~]\s?(?=\d)", " … ", words))]
    return [int(re.sub(r"[^\d-]", "", each.replace("−", "-").replace("–", "-"))) for each in found]


def _right(text: str, start: int, end: int, width: int, signed: bool, unsigned: bool) -> int | None:
    """What the words beside the number ask for: a largest value, or how many there are."""
    if _COUNT.match(text[end : end + 24].lstrip(" $")):
        return 1 << width
    if _LARGEST.search(text[max(0, start - 32) : start]) and (signed or unsigned):
        return (1 << (width - 1)) - 1 if signed else (1 << width) - 1
    return None
