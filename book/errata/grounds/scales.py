"""The witness about scales of temperature: a difference of 10 °C is one of 18 °F, a reading of 10 °C is one of 50 °F."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from book.checks.degrees import apart, turned
from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.numbers.interval import Interval

_READING = re.compile(r"(?P<value>[-−]?\d+(?:[.,]\d+)?)\s?(?:°\s?|º\s?)(?P<scale>[CFС])|(?P<kelvin>[-−]?\d+(?:[.,]\d+)?)\s?(?P<k>K|К)(?![A-Za-zА-я])")
_DIFFERENCE = re.compile(
    r"\b(?:rise|rises|rose|risen|increase\w*|drop\w*|fall|falls|fell|decrease\w*|differ\w*|warmer|cooler|hotter|colder|gradient|swing|spread|gap|above|below|within)\b|\b(?:warm|cool|heat|chang|vari|shift|differ)\w* by\b|±|[升降][高低温溫]|上升|下降|升高|降低|温差|溫差|温升|溫升|相差|变化|變化"
    r"|(?:рост|повы|пони|сниж|увелич|уменьш|вырос|упал|перепад|разниц|разност)\w*|теплее|холоднее|горячее|(?:не более чем |более чем )?на\s\d",
    re.IGNORECASE,
)


_TEMPERATURE = re.compile(
    r"temperature|\b(?:boils?|freezes?|melts?|reads|stands|runs|kept|held) at\b|\bis \d|[温溫]度|(?:[为為是达達在]|保持)\s?\d|температур|равн\w+ \d|составля\w+ \d|(?:при|до) \d", re.IGNORECASE
)
"""Then a reading is meant, where no difference is spoken of."""


def scales(dispute: Dispute) -> Iterator[Evidence]:
    """One temperature in the other scale: as a difference, or as a reading, whichever the sentence speaks of."""
    scene = dispute.scene
    mine, theirs = (_one(text) for text in (dispute.claim.stated, dispute.claim.proposed))
    if scene.table is not None or mine is None or theirs is None or mine[1] != theirs[1] or mine == theirs:
        return
    text = scene.text_of(scene.sentence)
    others = {found for match in _READING.finditer(text) if (found := _read(match)) is not None and found[1] != mine[1]}
    if len(others) != 1:
        return
    other = others.pop()
    right, wrong = _converted(other, mine[1], difference=True), _converted(other, mine[1], difference=False)
    difference, reading = _DIFFERENCE.search(text) is not None, _TEMPERATURE.search(text) is not None
    if not difference and not reading:
        return
    if not difference:
        right, wrong = wrong, right
    shown = {"other": f"{_plain(other[0])} °{other[1]}", "computed": f"{_plain(right)} °{mine[1]}", "printed": dispute.claim.stated, "proposed": dispute.claim.proposed}
    if mine[0] == right and theirs[0] != right:
        yield Evidence.of("conversion", For.TEXT, "temperature-holds", **shown)
    elif theirs[0] == right and mine[0] == wrong:
        yield Evidence.of("conversion", For.PROPOSAL, "temperature", **shown)


def _one(text: str) -> tuple[Fraction, str] | None:
    match = _READING.fullmatch(text.strip())
    return _read(match) if match else None


def _read(match: re.Match[str]) -> tuple[Fraction, str] | None:
    number = (match["value"] or match["kelvin"]).replace(",", ".").replace("−", "-")
    scale = "K" if match["kelvin"] else "F" if match["scale"] == "F" else "C"
    return Fraction(Decimal(number)), scale


def _converted(reading: tuple[Fraction, str], scale: str, *, difference: bool) -> Fraction:
    """A temperature in another scale."""
    value, own = Interval.exact(reading[0]), reading[1]
    return (apart if difference else turned)(value, own, scale).middle


def _plain(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"
