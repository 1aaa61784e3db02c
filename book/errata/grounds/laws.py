"""The witness about named laws: a text that names Amdahl, Little, a ring or birthdays says thereby which formula its numbers must fulfil.

A law decides only where it gives one of the two values with the numbers of the text and cannot give the other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, pairwise

from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import Figure, table_figures
from book.errata.value import Value
from book.errata.working import fits
from book.numbers.chain import show
from book.numbers.interval import Interval
from book.numbers.scan import What
from book.numbers.units import Dimension, hard

MOST = 12
"""Numbers of a passage that are tried."""
LARGEST = 100_000
"""A count beyond this is no number of devices, people or things in flight."""


@dataclass(frozen=True)
class Numbers:
    """The numbers of a passage by what they can be."""

    shares: list[Fraction]
    counts: list[Fraction]
    amounts: list[Figure]
    """Numbers with a unit of bytes."""
    times: list[Fraction]
    rates: list[Fraction]
    """Things over time; only those that arrive, where the text says of one that it does."""
    large: list[Fraction]
    """Counts from a million: parameters, tokens."""
    told: list[Fraction]
    """Shares as they are told, in order."""
    wanted: Dimension
    """The hard dimension of the doubted number."""


@dataclass(frozen=True)
class Law:
    """A law with a name."""

    says: str
    named: re.Pattern[str]
    unless: re.Pattern[str] | None
    """Words beside the doubted number with which it is about another quantity."""
    results: Callable[[Numbers], Iterator[Fraction]]
    """All that the law can give with the numbers."""
    of_columns: re.Pattern[str] | None = None
    """Heads of a table with whose numbers the law is about its own column."""


def laws(dispute: Dispute) -> Iterator[Evidence]:
    """The first law that the passage names and that gives one of the two values."""
    scene, printed, wanted = dispute.scene, dispute.printed, _wanted(dispute)
    if printed is None or wanted is None or dispute.same or dispute.rounds:
        return
    head = _head(dispute)
    text, sentence = (scene.words, scene.text_of(scene.sentence)) if scene.table is None else (head, head)
    for law in LAWS:
        if scene.table is not None and law.of_columns is None:
            continue
        if not law.named.search(text) or (law.unless is not None and law.unless.search(sentence)):
            continue
        results = [Interval.exact(value) for value in islice(law.results(_numbers(dispute, _operands(dispute, law))), 200)]
        mine = next((each for each in results if fits(printed, each, strict=True)), None)
        theirs = next((each for each in results if fits(wanted, each, strict=True)), None)
        shown = {"printed": printed.text, "proposed": wanted.text}
        if mine is not None and theirs is None:
            yield Evidence.of("law", For.TEXT, f"{law.says}-holds", computed=_told(mine, printed), **shown)
            return
        if theirs is not None and mine is None:
            yield Evidence.of("law", For.PROPOSAL, law.says, computed=_told(theirs, printed), **shown)
            return


def _wanted(dispute: Dispute) -> Value | None:
    return dispute.wanted if dispute.wanted.is_number else None


def _told(value: Interval, printed: Value) -> str:
    if printed.what is What.PERCENT:
        return f"{show(value.middle * 100)}%"
    return show(value.middle / printed.unit.factor) + f" {printed.unit.spelling}" if printed.unit is not None else show(value.middle)


def _head(dispute: Dispute) -> str:
    """The head of the doubted cell's column."""
    table = dispute.scene.table
    place = next((c for _, c, figure in table_figures(table) if figure.start == dispute.targets[0].start), None) if table else None
    return table.head[place].text if table is not None and place is not None and place < len(table.head) else ""


def _operands(dispute: Dispute, law: Law) -> list[Figure]:
    """The numbers beside the doubted one: those of the block, or those of its row under the heads that the law names."""
    table, columns = dispute.scene.table, law.of_columns
    if table is None or columns is None:
        return dispute.others
    numbers = table_figures(table)
    row = next((r for r, _, figure in numbers if figure.start == dispute.targets[0].start), -1)
    return [figure for r, c, figure in numbers if r == row >= 0 and c < len(table.head) and columns.search(table.head[c].text)]


def _numbers(dispute: Dispute, others: list[Figure]) -> Numbers:
    """Numbers by what they can be."""
    figures = others[:MOST]
    plain = [f for f in figures if f.unit is None or not hard(f.unit.dims)]
    shares = [f.amount for f in plain if 0 < f.amount < 1]
    return Numbers(
        list(dict.fromkeys([*shares, *(1 - share for share in shares)])),
        list(dict.fromkeys(f.literal.value for f in plain if f.literal.integer and 1 < f.literal.value <= LARGEST and f.what is What.QUANTITY)),
        [f for f in figures if f.unit is not None and hard(f.unit.dims) == (("byte", 1),)],
        [f.amount for f in figures if f.unit is not None and hard(f.unit.dims) == (("second", 1),)],
        _rates(figures, plain),
        list(dict.fromkeys(f.amount for f in plain if f.amount >= 10**6)),
        shares,
        hard(dispute.targets[0].unit.dims) if dispute.targets[0].unit is not None else (),
    )


def _rates(figures: list[Figure], plain: list[Figure]) -> list[Fraction]:
    """Things over time."""
    found = [f for f in figures if (f.unit is not None and hard(f.unit.dims) == (("second", -1),)) or (f in plain and (_EVERY_SECOND.search(f.before) or _PER_SECOND.match(f.after)))]
    arriving = [f for f in found if _ARRIVING.search(re.split(r"[.。;；,，]|\d", f.before)[-1] + _TO_NEXT.split(f.after)[0])]
    return [f.amount if f.unit is not None and hard(f.unit.dims) else f.literal.value for f in arriving or found]


_ARRIVING = re.compile(r"\barriv|\bincoming|\bcome[s]? in\b|到[达達]|[进進][来來入]|поступа|приход", re.IGNORECASE)
_TO_NEXT = re.compile(r"[.。;；,，]|\band\b|\bwhile\b|(?<!\w)и(?!\w)")
_PER_SECOND = re.compile(r"[^\d,.;]{0,24}(?:\bper|\ba|\bevery|/|(?<![А-яё])в)\s(?:s\b|second|секунд)", re.IGNORECASE)
_EVERY_SECOND = re.compile(r"每秒[^，。\d]{0,6}$")
"""Before a number that is a rate then."""


def _amdahl(numbers: Numbers) -> Iterator[Fraction]:
    """What a program gains of which only a share is made faster (Amdahl 1967)."""
    for share in numbers.shares:
        yield 1 / (1 - share)
        for count in numbers.counts:
            yield 1 / (1 - share + share / count)


def _birthday(numbers: Numbers) -> Iterator[Fraction]:
    """The chance that two of n things fall into one of m places."""
    places = [count for count in numbers.counts if count in (365, 366)] or [Fraction(365)]
    for count in numbers.counts:
        if count < places[0] and count <= 1000:
            apart = Fraction(1)
            for i in range(int(count)):
                apart *= Fraction(places[0] - i, places[0])
            apart = Fraction(round(apart * 10**12), 10**12)
            yield from (1 - apart, apart)


def _little(numbers: Numbers) -> Iterator[Fraction]:
    """What is in flight is the rate times the time (Little 1961)."""
    if not numbers.wanted:
        yield from (rate * time for rate in numbers.rates for time in numbers.times)
    elif numbers.wanted == (("second", 1),):
        yield from (count / rate for rate in numbers.rates for count in numbers.counts if rate)
    elif numbers.wanted == (("second", -1),):
        yield from (count / time for time in numbers.times for count in numbers.counts if time)


def _ring(numbers: Numbers) -> Iterator[Fraction]:
    """What each of n ranks sends in a ring all-reduce: 2 (n − 1) / n of the data (Patarasuk and Yuan 2009)."""
    for count in numbers.counts:
        yield from (2 * (count - 1) / count * figure.amount for figure in numbers.amounts)


def _downtime(numbers: Numbers) -> Iterator[Fraction]:
    """What an availability leaves of a time."""
    for share in numbers.shares:
        yield from (share * time for time in (*numbers.times, Fraction(365 * 86400), Fraction(30 * 86400)))


def _six(numbers: Numbers) -> Iterator[Fraction]:
    """Training takes six operations per parameter and token: two forward, four backward (Kaplan et al. 2020, section 2.1)."""
    for i, first in enumerate(numbers.large):
        yield from (6 * first * second for second in numbers.large[i + 1 :])


def _fleet(numbers: Numbers) -> Iterator[Fraction]:
    """The time between failures of n parts, each failing once in a longer time."""
    if numbers.wanted == (("second", 1),):
        yield from (time / count for time in numbers.times for count in numbers.counts)


def _harmonic(numbers: Numbers) -> Iterator[Fraction]:
    """The F1 score of a precision and a recall, their harmonic mean (van Rijsbergen 1979)."""
    yield from (2 * first * second / (first + second) for first, second in pairwise(numbers.told))


def _efficiency(numbers: Numbers) -> Iterator[Fraction]:
    """A speedup over the number of workers that it was reached with."""
    yield from (first / second for first in numbers.counts for second in numbers.counts if first < second)


LAWS: tuple[Law, ...] = (
    Law(
        "law-f1",
        re.compile(r"\bF_?\{?1\}?(?![\d.])(?:[- ]?(?:score|measure))?|F1[值分]|调和平均|調和平均", re.IGNORECASE),
        re.compile(r"macro|micro|weighted|宏平均|微平均|加权|加權|макро|микро|взвеш", re.IGNORECASE),
        _harmonic,
        re.compile(r"\bprecision\b|\brecall\b|精[确確]率|精[准準]率|查[准準]率|召回率|查全率|точност|полнот", re.IGNORECASE),
    ),
    Law("law-amdahl", re.compile(r"Amdahl|阿姆达尔|阿姆達爾|Амдал", re.IGNORECASE), re.compile(r"Gustafson|古斯塔夫|Густафсон", re.IGNORECASE), _amdahl),
    Law("law-birthday", re.compile(r"birthday|生日|д(?:ень|ня|ней|ни) рождения", re.IGNORECASE), None, _birthday),
    Law("law-little", re.compile(r"Little['’]s|利特尔|利特爾|(?:закон|формул)\w* Литтла", re.IGNORECASE), None, _little),
    Law(
        "law-ring",
        re.compile(r"(?:\bring|环[形状]?|環[形狀]?|кольцев\w+|кольцо)[^.。]{0,30}(?:all-?reduce|全[归歸][约約]|全規約|全规约|归约|規約|规约)|all-?reduce[^.。]{0,24}(?:\bring|环|環|кольц)", re.IGNORECASE),
        re.compile(r"reduce-scatter|all-gather|(?:规约|規約|归约|歸約)散[播射发發]|全收集|全聚集|each (?:phase|half|of the two)|receiv|接收|收[发發]|принима|получает|(?:第一|第二|每个|每一)(?:阶段|步)|кажд\w+ (?:этап|фаз)", re.IGNORECASE),
        _ring,
    ),
    Law("law-fleet", re.compile(r"\bMTBF|mean time between failures|平均无故障|平均無故障|平均故障间隔|平均故障間隔|наработк\w+ (?:на|между) отказ", re.IGNORECASE), None, _fleet),
    Law(
        "law-efficiency",
        re.compile(r"(?:speed-?up|加速比|加速|ускор\w+)(?=.{0,200}(?:efficiency|效率|эффективност))|(?:efficiency|效率|эффективност)(?=.{0,200}(?:speed-?up|加速比|加速|ускор))", re.IGNORECASE | re.S),
        None,
        _efficiency,
    ),
    Law("law-downtime", re.compile(r"\bavailab|\buptime|可用性|可用率|可用度|доступност|готовност", re.IGNORECASE), None, _downtime),
    Law(
        "law-six",
        re.compile(r"forward and (?:the )?backward|前向[和与與、加及]\s?[反后後]向|прям\w+ и обратн\w+|\btrain\w*|训练|訓練|обуч\w+", re.IGNORECASE),
        re.compile(r"\bforward (?:pass )?(?:alone|only)|\binference|\bprefill|仅前向|只算前向|推理|только прям|вывод\w* модели|recomput|checkpointing|重[计計]?算|перевычисл|пересч|frozen|冻结|凍結|заморож|\bexperts?\b|专家|專家|эксперт", re.IGNORECASE),
        _six,
    ),
)
