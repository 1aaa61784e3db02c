"""The witness about conversions told in words: `one hour has 60 minutes`, `в одном гибибайте 1024 МиБ`. They are exact."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.rivals import Told, on_rivals
from book.errata.working import fits
from book.numbers.chain import show
from book.numbers.interval import Interval
from book.numbers.scan import family
from book.numbers.units import Dimension, hard

_SECOND: Dimension = (("second", 1),)
_BYTE: Dimension = (("byte", 1),)
_UNITS: tuple[tuple[str, Fraction, Dimension], ...] = (
    (r"milliseconds?|毫秒|миллисекунд\w*", Fraction(1, 1000), _SECOND),
    (r"seconds?|秒[钟鐘]?|секунд\w*", Fraction(1), _SECOND),
    (r"minutes?|分[钟鐘]|минут\w*", Fraction(60), _SECOND),
    (r"hours?|小[时時]|час\w{0,3}", Fraction(3600), _SECOND),
    (r"days?|天|[昼晝]夜|сут\w+", Fraction(86400), _SECOND),
    (r"weeks?|周|週|星期|недел\w+", Fraction(604800), _SECOND),
    (r"kibibytes?|KiB|кибибайт\w*|КиБ", Fraction(1024), _BYTE),
    (r"mebibytes?|MiB|мебибайт\w*|МиБ", Fraction(1024**2), _BYTE),
    (r"gibibytes?|GiB|гибибайт\w*|ГиБ", Fraction(1024**3), _BYTE),
    (r"tebibytes?|TiB|тебибайт\w*|ТиБ", Fraction(1024**4), _BYTE),
    (r"bytes?|字[节節]|位元[组組]|байт\w{0,2}", Fraction(1), _BYTE),
)
"""Units of one meaning only: a kilobyte has two, a month none."""
_ONE = {
    "en": r"(?<![\w.])(?:(?:in|per)\s)?(?:one|an?|each|every|1)[\s\u00a0-]",
    "zh": r"(?:每|一|(?<![\d.])1)\s?[个個]?\s?",
    "ru": r"(?<![\w.])(?:[вза]\s)?(?:одн\w+|один|кажд\w+|1)[\s\u00a0]",
}
_HAS = re.compile(
    r"[\s,—–=≈:：-]*(?:(?:\b(?:exactly|is|are|has|have|holds?|contains?|equals?|makes?|there|precisely)\b|ровно|точно|содерж\w+|это|есть|равн\w+|составля\w+|насчитыва\w+"
    r"|里|中|内|有|等于|等於|为|為|是|即|包含|共|正好|恰好|合)[\s—–-]*){0,4}",
    re.IGNORECASE,
)
_IN = re.compile(r"\s*(?:in|make|per|to|are|=|в|составляют)\s+$", re.IGNORECASE)


@on_rivals
def conversions(dispute: Dispute, printed: Told, wanted: Told) -> Iterator[Evidence]:
    """The doubted number as the size of one unit in another."""
    yield from _frames(dispute)
    if printed.unit is None:
        return
    one = _one_beside(dispute)
    if one is None or printed.unit.decimal_bytes:
        return
    words, size = one
    right = size / printed.unit.factor
    factor = wanted.unit.factor if wanted.unit is not None else printed.unit.factor
    mine = printed.literal.value == right
    theirs = wanted.literal is not None and wanted.literal.value * factor == size and hard(wanted.unit.dims if wanted.unit else ()) == hard(printed.unit.dims)
    shown = {"one": words, "computed": f"{show(right)} {printed.unit.spelling}", "printed": printed.text, "proposed": wanted.text}
    if mine and not theirs:
        yield Evidence.of("conversion", For.TEXT, "conversion-holds", **shown)
    elif theirs and not mine:
        yield Evidence.of("conversion", For.PROPOSAL, "conversion", **shown)


_FRAME = re.compile(
    r"(?:每一?[个個]?\s?(?:字[节節]|位元[组組])|\b(?:each|every|per|an?|one)\s(?:byte|octet)\b|(?<![А-яё])(?:кажд\w+|один|одного|на)\sбайт\w*)(?P<between>[^。.;；!?\d]{0,60}?)(?<![\d.,])(?P<after>\d{1,2})\s?(?:bits?\b|位元?|比特|бит\w*)"
    r"|(?<![\d.,])(?P<before>\d{1,2})\s(?:bits?|бит\w*)\s[^。.;；!?\d]{0,24}?(?:(?:per|a|for each|for every)\s(?:byte|octet)\b|(?:на|за)\s(?:кажд\w+\s|один\s)?байт)",
    re.IGNORECASE,
)
"""What a byte takes on a line, with its start and stop bits or its check bits."""
_BITS = re.compile(r"bit|бит|(?<!B)bps|比特|位元?(?!组|組)")


@on_rivals
def _frames(dispute: Dispute, printed: Told, wanted: Told) -> Iterator[Evidence]:
    """Bytes from bits, by the bits that the text says a byte takes: ten on a serial line, and not eight."""
    scene = dispute.scene
    if printed.unit is None:
        return
    found = {int(match["after"] or match["before"]): match[0] for reading in scene.readings for match in _FRAME.finditer(reading.text)}
    framed = {bits: words for bits, words in found.items() if 8 < bits <= 20}
    if len(framed) != 1 or ("byte", 1) not in printed.unit.dims:
        return
    bits, words = framed.popitem()
    for other in dispute.others:
        if other.unit is None or ("byte", 1) not in other.unit.dims or not _BITS.search(other.unit.spelling):
            continue
        right, eighth = Interval.exact(other.amount * 8 / bits), Interval.exact(other.amount)
        shown = {"one": words, "computed": f"{show(right.middle / printed.unit.factor)} {printed.unit.spelling}", "printed": printed.text, "proposed": wanted.text}
        if fits(printed, right, strict=True) and fits(wanted, eighth, strict=True) and not fits(printed, eighth, strict=True):
            yield Evidence.of("conversion", For.TEXT, "frame-holds", **shown)
            return
        if fits(wanted, right, strict=True) and fits(printed, eighth, strict=True) and not fits(wanted, eighth, strict=True):
            yield Evidence.of("conversion", For.PROPOSAL, "frame", **shown)
            return


def _one_beside(dispute: Dispute) -> tuple[str, Fraction] | None:
    """`one hour` right beside the doubted number, of its dimension: its words and its size."""
    scene, figure = dispute.scene, dispute.targets[0]
    if figure.unit is None:
        return None
    text, (start, stop) = scene.reading.text, scene.sentence
    for pattern, size, dims in _UNITS:
        if hard(figure.unit.dims) != dims or size == figure.unit.factor:
            continue
        unit = rf"(?:{pattern})(?![A-Za-zА-яё])"
        for match in re.compile(_ONE[family(scene.language)] + unit, re.IGNORECASE).finditer(text, start, stop):
            before = match.end() <= figure.start and _HAS.fullmatch(text[match.end() : figure.start])
            after = figure.end <= match.start() and _IN.fullmatch(text[figure.end : match.start()] + " ")
            if before or after:
                return match[0].strip(), size
    return None
