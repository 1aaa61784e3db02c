"""Rule: a hexadecimal number told in decimal or added up (`0x1F4, that is 500`; `0x4000 加上 0x0C00 是 0x4C00`)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from book.checks.claim import Claim
from book.checks.passage import Reading
from book.findings import Code
from book.numbers.words import simplify

_HEX = r"(?<![0-9A-Za-z_.])0[xX](?P<{0}>[0-9a-fA-F]{{1,16}})(?![0-9a-zA-Z])"
_DECIMAL = r"(?P<n>\d{1,3}(?:[,\u00a0\u202f ]\d{3})+|\d{1,20})(?![\d.,]*\d|\s?[-+×*·/^]|\s?[xX]\d)"
_TOLD = re.compile(
    _HEX.format("a")
    + r"(?:\s?处|\s?的)?[,，]?\s?[（(]?(?:which is|which equals|so|is|equals|=|i\.e\.,?|that is,?|or|to decimal|in decimal|即|也就是|就是|等于|是|为|合|换(?:算[成为]?|成|为)(?:十进[制位])?(?:是|为|得|即)?|"
    r"что равно|что есть|то есть|это|равно|равна|или|в десятичной(?: системе| записи)?)"
    r"[,，:：]?\s?(?:in decimal,?\s(?:is\s)?|it is\s|十进[制位]的?(?:数|是|为)?\s?|换(?:算[成为]?|成|为)(?:十进[制位])?(?:是|为|得|即)?\s?|в десятичной (?:системе|записи)\s)?"
    + _DECIMAL
)
_SUM = re.compile(
    _HEX.format("a") + r"\s?(?:\+|加上?|plus|плюс)\s?(?:" + _HEX.format("b") + r"|(?P<one>1|one|一|единица|один)(?!\w))"
    r"\s?(?:=|is|gives|makes|yields|等于|得到?|是|为|даёт|дает|равно|это)\s?" + _HEX.format("c")
)


def claims_of(reading: Reading) -> Iterator[Claim]:
    """Restatements and sums of a passage."""
    text = reading.narrow
    if "0x" not in text and "0X" not in text:
        return
    text = simplify(text)
    for match in _TOLD.finditer(text):
        value, stated = int(match["a"], 16), int(re.sub(r"\D", "", match["n"]))
        yield _claim(reading, match, "n", value == stated, str(value), "the hexadecimal number")
    for match in _SUM.finditer(text):
        value = int(match["a"], 16) + (1 if match["one"] else int(match["b"], 16))
        yield _claim(reading, match, "c", value == int(match["c"], 16), f"0x{value:X}", "the sum")


def _claim(reading: Reading, match: re.Match[str], name: str, holds: bool, computed: str, how: str) -> Claim:
    """The claim of a match, about its group `name`."""
    stated = reading.text[match.start(name):match.end(name)]
    return Claim(match.start(), match.end(name), None if holds else Code.ARITH_MISMATCH, stated, computed, how, match.start(name))
