"""The witness about samples: the median, mean, variance or range of the numbers that a sentence lists, by the name that it uses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import Figure, figures_of
from book.errata.rivals import Told, on_rivals
from book.errata.value import Value
from book.errata.working import fits
from book.numbers.chain import show
from book.numbers.interval import Interval

_Numbers = Sequence[Fraction]


def _mean(values: _Numbers) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def _median(values: _Numbers) -> Fraction:
    ordered, half = sorted(values), len(values) // 2
    return ordered[half] if len(values) % 2 else (ordered[half - 1] + ordered[half]) / 2


def _squares(values: _Numbers) -> Fraction:
    return sum(((value - _mean(values)) ** 2 for value in values), Fraction(0))


_MEASURES: tuple[tuple[str, str, Callable[[_Numbers], Fraction]], ...] = (
    ("median", r"\bmedian\b|中位[数數]|медиан\w*", _median),
    ("harmonic", r"harmonic mean|[调調]和平均|среднее гармоническое|среднего гармонического", lambda v: len(v) / sum((1 / x for x in v), Fraction(0))),
    ("sample-variance", r"sample variance|[样樣]本方差|[样樣]本[变變]異數|выборочн\w+ дисперси\w+", lambda v: _squares(v) / (len(v) - 1)),
    ("variance", r"population variance|[总總]体方差|母體變異數|дисперси\w+ генеральной", lambda v: _squares(v) / len(v)),
    ("range", r"\brange of the (?:values|samples|numbers)|极差|極差|全距|размах\w*", lambda v: max(v) - min(v)),
    ("mean", r"\b(?:mean|average)\b|平均(?:[数數值]|[为為是])|均值|средн(?:ее|яя|ий|его)", _mean),
)
"""Name, words, and what it is; the more exact names first."""
_LISTED = re.compile(r"\s*(?:[,，、;；]|,?\s?(?:and|и)\s|[和与與及])\s*")
_WEIGHTED = re.compile(r"weight|加权|加權|взвеш|geometric|几何|幾何|геометрич|moving|移动|移動|скользящ", re.IGNORECASE)
FEWEST = 3
MOST = 40


@on_rivals
def samples(dispute: Dispute, printed: Told, wanted: Told) -> Iterator[Evidence]:
    """The doubted number as a measure of the one list of its sentence."""
    scene = dispute.scene
    if dispute.rounds:
        return
    text, target = scene.reading.text, dispute.targets[0]
    listed = list(_lists(scene.figures, target.start, scene.sentence, text))
    if len(listed) != 1 or _WEIGHTED.search(text, *scene.sentence):
        return
    values = [figure.amount for figure in listed[0]]
    measure = _measure(text, listed[0], target)
    if measure is None or min(values) <= 0:
        return
    name, function = measure
    right = Interval.exact(function(values))
    mine, theirs = fits(printed, right, strict=True), fits(wanted, right, strict=True)
    shown = {"list": ", ".join(f.literal.written for f in listed[0]), "computed": show(right.middle), "printed": printed.text, "proposed": wanted.text}
    if mine and not theirs:
        yield Evidence.of("definition", For.TEXT, f"{name}-holds", **shown)
    elif theirs and not mine:
        yield Evidence.of("definition", For.PROPOSAL, name, **shown)


def _lists(figures: Sequence[Figure], doubted: int, sentence: tuple[int, int], text: str) -> Iterator[list[Figure]]:
    """Runs of three or more numbers with nothing but commas and `and` between them."""
    run: list[Figure] = []
    for figure in [f for f in figures if sentence[0] <= f.start < sentence[1] and f.start != doubted]:
        if run and not (_LISTED.fullmatch(text[run[-1].end : figure.start]) or _LISTED.fullmatch(text[run[-1].core : figure.start])):
            if len(run) >= FEWEST:
                yield run
            run = []
        run.append(figure)
    if FEWEST <= len(run) <= MOST:
        yield run


def _measure(text: str, run: list[Figure], target: Figure) -> tuple[str, Callable[[_Numbers], Fraction]] | None:
    """The measure that is named last before the doubted number, after the list or right before it."""
    begin = max(0, run[0].start - 40)
    words = text[begin : target.start]
    found = [(match.end(), -i, name, function) for i, (name, pattern, function) in enumerate(_MEASURES) for match in re.finditer(pattern, words, re.IGNORECASE)]
    if not found or target.start < run[0].start:
        return None
    _, _, name, function = max(found, key=lambda each: each[:2])
    return name, function


# the formula of a variance

_DIVIDED = re.compile(r"\\[td]?frac\s*\{?1\}?\s*\{(?P<under>[A-Za-z](?:\s?-\s?1)?)\}\s*\\sum.{0,60}\^\{?2\}?", re.S)
_OVER = re.compile(r"(?:1\s?/\s?\(?|\\[td]?frac\s*\{?1\}?\s*\{)\s*(?P<under>[A-Za-z](?:\s?[-−]\s?1)?)\s*[)}]?")


def divisors(dispute: Dispute) -> Iterator[Evidence]:
    """A sum of squares over n or over n − 1, by the list of numbers whose variance the text prints after it."""
    scene, quoted, wanted = dispute.scene, _DIVIDED.search(dispute.report.quote), _OVER.search(dispute.claim.proposed)
    if scene.table is not None or quoted is None or wanted is None:
        return
    old, new = ("1" in match["under"] for match in (quoted, wanted))
    if old == new or quoted["under"][0] != wanted["under"][0]:
        return
    for reading in scene.readings:
        figures = figures_of(reading)
        for run in _lists(figures, -1, (0, len(reading.text)), reading.text):
            values = [figure.amount for figure in run]
            mean = _mean(values)
            after = [figure for figure in figures if figure.start > run[-1].start and figure.literal.value != mean]
            after += [figure for figure in figures if figure.start > run[-1].start and figure.literal.value == mean][1:]
            mine, theirs = (_told(_squares(values) / (len(values) - less), after) for less in (old, new))
            shown = {"formula": dispute.claim.proposed, "printed": quoted["under"], "proposed": wanted["under"], "computed": show(_squares(values) / (len(values) - new))}
            if theirs and not mine:
                yield Evidence.of("formula", For.PROPOSAL, "examples", **shown)
                return
            if mine and not theirs:
                yield Evidence.of("formula", For.TEXT, "examples-hold", **shown).weak()
                return


def _told(value: Fraction, figures: Sequence[Figure]) -> bool:
    return any(fits(Value("", figure.literal), Interval.exact(value), strict=True) for figure in figures)
