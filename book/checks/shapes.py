"""Rule: the shape of a matrix product (`32x4096 by 4096x12288 gives 32x12288`; `$[32, 4096]\\cdot[4096, 12288] \\to [32, 12288]$`)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from book.checks.claim import Claim
from book.checks.passage import Kind, Reading
from book.findings import Code

_BRACKETS = r"\\?[\[(]\s*(?P<{0}r>\d+)\s*(?:,|\{{,\}}|\\times)\s*(?P<{0}c>\d+)\s*\\?[\])]"
_FORMULA = re.compile(_BRACKETS.format("a") + r"\s*(?:\\[,;:! ]\s*)?(?:\\cdot|\\times|@|·|×)?\s*" + _BRACKETS.format("b")
                      + r"\s*(?P<sign>\\to|\\rightarrow|\\Rightarrow|\\mapsto|=|→)\s*" + _BRACKETS.format("c"))
_PAIR = r"(?<![\d.,×xх])(?P<{0}r>\d{{1,7}})\s?[×xх]\s?(?P<{0}c>\d{{1,7}})(?![\d×xх]|[.,]\d)"
_WORDS = (r"[^\d.;。；]{0,40}?(?:\bby\b|\btimes\b|multipl\w*|乘以?|接上|умнож\w*|\bна\b|权重|權重|weight\w*|\bвес\w*)[^\d.;。；]{0,40}?")
_GIVES = r"[^\d.;。；]{0,30}?(?:gives?|yields?|produces?|makes?|is|得到?|输出|輸出|даёт|дает|получ\w+|выход\w*)[^\d.;。；]{0,20}?"
_PROSE = re.compile(_PAIR.format("a") + _WORDS + _PAIR.format("b") + _GIVES + _PAIR.format("c"))


def claims_of(reading: Reading) -> Iterator[Claim]:
    """Products of two shapes whose inner sides agree, or that a formula joins."""
    for at, segment in reading.spans:
        if segment.kind in (Kind.MATH, Kind.DISPLAY):
            for match in _FORMULA.finditer(segment.text):
                if match["sign"] != "=" or match["ac"] == match["br"]:  # `[1,2]·[3,4] = [3,8]` multiplies vectors
                    yield _claim(reading, match, at)
    for match in _PROSE.finditer(reading.masked):
        if match["ac"] == match["br"]:  # else something other than a product is told
            yield _claim(reading, match, 0)


def _claim(reading: Reading, match: re.Match[str], at: int) -> Claim:
    inner = match["ac"] == match["br"]
    holds = inner and (match["cr"], match["cc"]) == (match["ar"], match["bc"])
    computed = f"{match['ar']} × {match['bc']}" if inner else f"no product: {match['ac']} columns, {match['br']} rows"
    start, end = at + match.start(), at + match.end()
    stated = reading.text[at + match.start("cr"):at + match.end("cc")]
    return Claim(start, end, None if holds else Code.DIMENSION_MISMATCH, stated, computed, "rows of the first, columns of the second",
                 at + match.start("cr"))
