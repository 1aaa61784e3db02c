"""Rule: the time between two years or two times of day (`from 2017 to 2026, nine years`; `从 01:30 到 05:10，共 3 小时 40 分`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from book.checks.claim import Claim
from book.checks.passage import Reading
from book.findings import Code
from book.numbers.chain import show
from book.numbers.interval import Interval
from book.numbers.scan import Hedge, What, family, scan
from book.numbers.words import chinese, english, russian, simplify

_YEAR = r"(?:19|20)\d\d"
_COUNT = {
    "en": r"(?P<n>\d{1,2}|[a-z]+(?:-[a-z]+)?)\s(?:full\s|whole\s)?years?\b",
    "zh": r"(?P<n>\d{1,2}|[一二三四五六七八九十]{1,4})\s?个?年",
    "ru": r"(?P<n>\d{1,2}|[а-яё]+(?:\s[а-яё]+)?)\s(?:лет|года?)(?!\w)",
}
_GAP = r"[^\d.;:!?。；：！？]{0,36}?"
_PAIRS = {
    "en": rf"(?:[Ff]rom|[Bb]etween)\s(?:the\s)?(?:year\s)?(?P<a>{_YEAR})\b[^\d,.;]{{0,30}}?\s(?:to|and|until|through)\s"
          rf"(?:the\s)?(?P<b>{_YEAR})\b",
    "zh": rf"(?:[从自由]\s?)?(?P<a>{_YEAR})\s?年[^\d，。；]{{0,10}}?(?:到|至|与|和|跟)\s?(?P<b>{_YEAR})\s?年",
    "ru": rf"(?:[СсОо]т?|[Мм]ежду)\s(?P<a>{_YEAR})(?:-?(?:го|м))?(?:\sгод\w*|\sг\.)?[^\d.;]{{0,20}}?\s(?:по|до|и)\s(?P<b>{_YEAR})"
          r"(?:-?(?:й|го|м|е))?(?:\sгод\w*|\sг\.)?",
}
_AFTER = {
    "en": r"(?:,|\s\(|\s[—–])?\s?(?:that is,?\s|i\.e\.,?\s|a span of\s|a gap of\s|in\s|over\s|there (?:are|were)\s|lie\s|passed\s)?",
    "zh": r"[，,（(]?(?:前后|一共|总共|共|中间|两者|之间|相|间|隔|差|了|有|经过|历时|整整|正好|即|也就是|过去|过|的){0,4}\s?",
    "ru": r"(?:,|\s\(|\s[—–])?\s?(?:за\s|то есть\s|это\s|всего\s|прошл[оа]\s|ровно\s|минуло\s|проходит\s){0,3}",
}
_BEFORE = {"en": rf"\s(?:lie|lay|passed|pass|elapsed|separate|went by)?{_GAP}", "zh": None, "ru": r"\s(?:прошло|проходит|минуло|лежит)?\s?"}
_TIME = r"(?P<{0}h>[01]?\d|2[0-4]):(?P<{0}m>[0-5]\d)(?![:\d])"
_CLOCK = re.compile(rf"(?<![\d:.]){_TIME.format('a')}(?P<gap>\s?(?:to|until|till|and|до|по|到|至|[—–-])\s?|[^\d.;；。!?]{{1,24}}?){_TIME.format('b')}")
_LASTING = re.compile(r"[\s，,（(—–-]{1,4}|[^.;；。!?\d]{0,24}?(?:\b(?:that is|that makes|i\.e\.|or|lasting|lasts?|lasted|took|takes|a total of|in all|"
                      r"altogether)|费时|耗时|共计?|总共|一共|历时|用时|持续了?|前后|整整|合计|为时|即|也就是|长达|(?<!\w)(?:то есть|т\. ?е\.|всего|итого|это|длил\w+|"
                      r"продолжал\w+|занял\w*|продлил\w+))[\s,，]*(?:exactly\s|ровно\s|了|共)?")
"""What may stand between the second time and the number of hours."""
_DAY = 24 * 3600


def claims_of(reading: Reading) -> Iterator[Claim]:
    """Spans of a passage."""
    lang = family(reading.language)
    text = reading.narrow
    text = simplify(text) if lang == "zh" else text
    if re.search(_YEAR, text):
        yield from _years(reading, text, lang)
    if ":" in text:
        yield from _clocks(reading, text)


def _years(reading: Reading, text: str, lang: str) -> Iterator[Claim]:
    forms = [_PAIRS[lang] + _AFTER[lang] + _COUNT[lang]]
    if before := _BEFORE[lang]:
        forms.append(_COUNT[lang] + before + _PAIRS[lang])
    for form in forms:
        for match in re.finditer(form, text, re.IGNORECASE):
            stated = _number(match["n"], lang)
            span = int(match["b"]) - int(match["a"])
            if stated is None or span <= 0:
                continue
            holds = stated in (span, span + 1)  # both ends may be counted
            yield Claim(match.start(), match.end(), None if holds else Code.ARITH_MISMATCH, reading.text[match.start("n"):match.end("n")],
                        str(span), f"{match['a']} to {match['b']}", match.start("n"))


def _number(word: str, lang: str) -> Fraction | None:
    """A count in digits or in words."""
    if word.isdecimal():
        return Fraction(word)
    return {"en": english, "zh": chinese, "ru": russian}[lang](word.lower())


def _clocks(reading: Reading, text: str) -> Iterator[Claim]:
    for match in _CLOCK.finditer(text):
        at = match.end()
        stated = next((m for m in scan(reading.masked[at:at + 60], reading.language) if m.what is not What.STRUCTURE), None)
        if stated is None or dict(stated.dims) != {"second": 1} or stated.unit is None or stated.hedge is Hedge.BOUND \
                or not _LASTING.fullmatch(text[at:at + stated.start]):
            continue
        begin, end = (int(match[f"{each}h"]) * 3600 + int(match[f"{each}m"]) * 60 for each in "ab")
        span = (end - begin) % _DAY
        holds = stated.literal.admits(Interval.exact(Fraction(span)) / Interval.exact(stated.unit.factor), loose=stated.hedge is Hedge.ABOUT)
        computed = f"{show(span / stated.unit.factor)} {stated.unit.spelling}"
        yield Claim(match.start(), at + stated.end, None if holds else Code.ARITH_MISMATCH, reading.text[at + stated.start:at + stated.end], computed,
                    f"{match['ah']}:{match['am']} to {match['bh']}:{match['bm']}", at + stated.start)
