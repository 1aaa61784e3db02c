"""The usual mix-ups of two quantities that are computed from the same numbers: which of the two the text means, its words say.

Each is heard only where the printed and the proposed value are the two of a pair: that is no chance, and the one that the words
ask for is right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise

from book.errata import constants as registry
from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import Figure, table_figures
from book.errata.value import Value
from book.errata.working import fits, workings_of
from book.numbers.chain import show
from book.numbers.interval import Interval
from book.numbers.scan import What
from book.numbers.units import PERCENT, hard

NEAREST = 6
"""Numbers before the doubted one that are looked at."""


@dataclass(frozen=True)
class Pair:
    """What the words ask for, and what is easily taken for it."""

    says: str
    right: Fraction
    wrong: tuple[Fraction, ...]


def mixups(dispute: Dispute) -> Iterator[Evidence]:
    """The first mix-up whose two values are the printed and the proposed one."""
    printed, wanted = dispute.printed, dispute.wanted
    if printed is None or not wanted.is_number or dispute.same or dispute.rounds:
        return
    kinds = (_weighted_row,) if dispute.scene.table is not None else _IN_PROSE
    for pair in (pair for kind in kinds for pair in kind(dispute)):
        right, wrong = Interval.exact(pair.right), [Interval.exact(each) for each in pair.wrong]
        mine, theirs = fits(printed, right, strict=True), fits(wanted, right, strict=True)
        shown = {"printed": printed.text, "proposed": wanted.text, "computed": _shown(pair.right, printed)}
        if mine and not theirs and any(fits(wanted, each, strict=True) for each in wrong):
            yield Evidence.of("mixup", For.TEXT, f"{pair.says}-holds", **shown)
            return
        if theirs and not mine and any(fits(printed, each, strict=True) for each in wrong):
            yield Evidence.of("mixup", For.PROPOSAL, pair.says, **shown)
            return


def _shown(value: Fraction, printed: Value) -> str:
    if printed.what is What.PERCENT or printed.unit is PERCENT:
        return f"{show(value * 100)}%"
    return show(value / printed.unit.factor) + f" {printed.unit.spelling}" if printed.unit is not None else show(value)


# a change and a ratio, and of what

_RISE = re.compile(r"(?:增加|增长|增長|提高|提升|上升|上涨|上漲|多)了?\s?(?:约|約|大约)?\s*$", re.IGNORECASE)
_FALL = re.compile(r"(?:减少|減少|降低|下降|缩短|縮短|节省|節省|少)了?\s?(?:约|約|大约)?\s*$", re.IGNORECASE)
_BY = re.compile(r"\bby\s(?:about\s|roughly\s|some\s)?$|(?<![А-яё])на\s(?:примерно\s)?$", re.IGNORECASE)
_FROM_TO = re.compile(r"\bto\b|(?<![А-яё])до(?![А-яё])")
_MORE = re.compile(r"^\s?(?:more|additional|extra)\b|^\s?больше", re.IGNORECASE)
_LESS = re.compile(r"^\s?(?:less|fewer)\b|^\s?меньше", re.IGNORECASE)


def _change(dispute: Dispute) -> Iterator[Pair]:
    """`From 8 to 12, by 50%`: the change relative to the old value, and not the ratio, what is left, or relative to the new one."""
    target = dispute.targets[0]
    if target.what is not What.PERCENT:
        return
    text = dispute.scene.reading.text
    before, after = text[max(0, target.start - 24) : target.start], text[target.end : target.end + 20]
    by = _BY.search(before)
    more, less = _RISE.search(before) or _MORE.search(after), _FALL.search(before) or _LESS.search(after)
    if not (by or more or less):
        return
    for a, b in pairwise(_before(dispute)):
        to = _FROM_TO.search(text[a.end : b.start])
        if a.what is What.PERCENT or not (_alike(a, b) or to) or not a.amount or not b.amount or a.amount == b.amount:
            continue
        old, new = (a.amount, b.amount) if a.unit is not None else (a.literal.value, b.literal.value)  # from 20 to 30 s
        if more or less:
            old, new = sorted((old, new), reverse=bool(less))
        elif not to:
            continue
        change = abs(new - old)
        yield Pair("of-what", change / old, (new / old, old / new, change / new))


_MISSED = re.compile(r"\bmiss(?:es)?\b|未命中|缺失|промах\w*", re.IGNORECASE)
_HITS = re.compile(r"\bhit (?:rate|ratio)|(?<!未)命中率|дол\w+ попаданий|попадани\w+", re.IGNORECASE)


def _misses(dispute: Dispute) -> Iterator[Pair]:
    """A hit rate from 90% to 95%: half of the misses are gone, and not five per cent of what gets through."""
    if dispute.targets[0].what is not What.PERCENT:
        return
    text = dispute.scene.reading.text
    if not (_MISSED.search(text) and _HITS.search(text) and _FALLING.search(dispute.scene.text_of(dispute.scene.sentence))):
        return
    shares = [figure.amount for figure in _before(dispute) if figure.what is What.PERCENT and 0 < figure.amount < 1]
    for old, new in pairwise(shares):
        if old < new:
            yield Pair("misses", (new - old) / (1 - old), (new - old, (new - old) / old))


_FALLING = re.compile(r"\bfall|\bdrop|\bshrink|\breduc|\bfewer|\bless\b|\bcut|减|減|降|少|сниж|пада|уменьш|сокра", re.IGNORECASE)
_RATIO = re.compile(r"\bratio of\b|\bto one\b|之比|比值|отношени", re.IGNORECASE)


def _share(dispute: Dispute) -> Iterator[Pair]:
    """Of 250, 240 and 10: the share of the ten is that of the whole, and not of the rest."""
    scene, target = dispute.scene, dispute.targets[0]
    words = scene.text_of(scene.sentence)
    if target.what is not What.PERCENT or _RATIO.search(words):
        return
    first, last = scene.sentence
    near = [f for f in dispute.others if first <= f.start < last and f.what is What.QUANTITY and f.literal.integer]
    counts = [f.literal.value for f in near if f.unit is None or not hard(f.unit.dims)]
    for whole in counts:
        for part in counts:
            if 0 < part < whole and whole - part in counts:
                yield Pair("share", part / whole, (part / (whole - part),))


def _before(dispute: Dispute) -> list[Figure]:
    """The nearest numbers before the doubted one, in order."""
    start = dispute.targets[0].start
    return [figure for figure in dispute.others if figure.start < start][-NEAREST:]


def _alike(a: Figure, b: Figure) -> bool:
    """Whether two numbers tell the same quantity twice: of one unit, or with one word after them."""
    if (a.unit.dims if a.unit else None) != (b.unit.dims if b.unit else None):
        return False
    first, second = (re.match(r"[\s$]*([^\W\d_]+)", figure.after) for figure in (a, b))
    if a.unit is not None or first is None or second is None:
        return a.unit is not None
    letters = 1 if first[1][0] > "\u2e80" else 2
    return first[1][:letters] == second[1][:letters]


# means

_HALVES = re.compile(
    r"\bhal(?:f|ves)\b|\bequal (?:distances|amounts|parts|shares)|一半|两半|兩半|等量|половин|plain mean|arithmetic mean|算[术術]平均|среднее арифметическое",
    re.IGNORECASE,
)
_HALF_TIME = re.compile(r"half (?:of )?the time|一半的?[时時][间間]|половин\w+ времени", re.IGNORECASE)


def _mean_of_rates(dispute: Dispute) -> Iterator[Pair]:
    """Two halves at two rates: the harmonic mean, and not the plain one."""
    words = dispute.scene.reading.text
    if not _HALVES.search(words) or _HALF_TIME.search(words):
        return
    rates = [f for f in dispute.others if f.unit is not None and ("second", -1) in f.unit.dims and f.amount > 0]
    for a, b in combinations(rates[:NEAREST], 2):
        if a.unit is not None and b.unit is not None and a.unit.dims == b.unit.dims:
            yield Pair("mean-of-rates", 2 * a.amount * b.amount / (a.amount + b.amount), ((a.amount + b.amount) / 2,))


def _weighted_sum(dispute: Dispute) -> Iterator[Pair]:
    """`0.75 × 20 + 0.25 × 180`: a mean with shares, and not the plain one."""
    scene, printed = dispute.scene, dispute.printed
    for each in workings_of(scene.reading.text[slice(*scene.sentence)], scene.language):
        weights = [operand.value for operand in each.operands if operand.value < 1]
        values = [operand.value for operand in each.operands if operand.value >= 1]
        if "+" not in each.text or len(weights) != len(values) or sum(weights) != 1 or printed is None or not each.gives(printed):
            continue
        factor = printed.unit.factor if printed.unit is not None else Fraction(1)
        yield Pair("weighted", each.values()[-1].middle * factor, (sum(values, Fraction(0)) / len(values) * factor,))


_WEIGHTED = re.compile(r"加权|加權|weighted|взвеш", re.IGNORECASE)


def _weighted_row(dispute: Dispute) -> Iterator[Pair]:
    """The row of a table that is called the weighted mean: weighted with another column, and not the plain mean."""
    table, target = dispute.scene.table, dispute.targets[0]
    numbers = table_figures(table) if table is not None else []
    place = next(((r, c) for r, c, figure in numbers if figure.start == target.start), None)
    if table is None or place is None or not _WEIGHTED.search(table.rows[place[0]][0].text):
        return
    values = {r: figure.literal.value for r, c, figure in numbers if c == place[1] and 0 <= r < place[0]}
    for column in range(1, len(table.head)):
        weights = {r: figure.literal.value for r, c, figure in numbers if c == column and 0 <= r < place[0]}
        if column == place[1] or len(values) < 2 or weights.keys() != values.keys() or not sum(weights.values()):
            continue
        factor = target.unit.factor if target.unit is not None else Fraction(1)
        mean = sum((values[r] * weights[r] for r in values), Fraction(0)) / sum(weights.values()) * factor
        yield Pair("weighted", mean, (sum(values.values(), Fraction(0)) / len(values) * factor,))


# probabilities

_INDEPENDENT = re.compile(r"independent|独立|獨立|независим", re.IGNORECASE)
MAX_POWER = 10_000


def _together(dispute: Dispute) -> Iterator[Pair]:
    """Independent chances: they are multiplied, and not added."""
    if not _INDEPENDENT.search(dispute.scene.reading.text):
        return
    chances = [f.amount for f in dispute.others if 0 < f.amount < 1 and (f.what is What.PERCENT or (f.unit is None and f.literal.step < 1))]
    counts = [int(f.literal.value) for f in dispute.others if f.literal.integer and 2 <= f.literal.value <= MAX_POWER]
    for chance in chances[:NEAREST]:
        for count in counts[:NEAREST]:
            if count * chance.denominator.bit_length() > 40_000:
                continue
            all_of_them = chance**count
            one_of_them = 1 - (1 - chance) ** count
            yield Pair("chances", all_of_them, (1 - count * (1 - chance),))
            yield Pair("chances", one_of_them, (count * chance,))


# how many bits

_NAMING = re.compile(
    r"address|index|\bnumber\b|identif|distinguish|encod|编号|編號|地址|位址|寻址|定址|区分|區分|编码|編碼|адрес|номер|различ|кодир|индекс", re.IGNORECASE
)
_BIT = re.compile(r"bits?|бит(?:а|ов)?|位|[个個]?比特|位元")


def _address(dispute: Dispute) -> Iterator[Pair]:
    """The bits that name one of N things: the logarithm of N to base 2, rounded up."""
    scene, target, wanted = dispute.scene, dispute.targets[0], dispute.wanted.literal
    spelling = target.unit.spelling if target.unit is not None else (target.after.split() or [""])[0]
    if wanted is None or not _BIT.fullmatch(spelling) or not _NAMING.search(scene.text_of(scene.sentence)):
        return
    both = {target.literal.value, wanted.value}
    counts = [int(f.literal.value) for f in dispute.others if f.literal.integer and 2 < f.literal.value < 2**64]
    needed = {Fraction((count - 1).bit_length()) for count in counts} & both
    if len(needed) == 1 and max(both) - min(both) == 1:
        factor = target.unit.factor if target.unit is not None else Fraction(1)
        right = needed.pop()
        yield Pair("address", right * factor, ((sum(both, Fraction(0)) - right) * factor,))


# peaks and links


def _sparse_peak(dispute: Dispute) -> Iterator[Pair]:
    """A share of the dense peak of a device, and not of its peak with sparsity, which is twice as high."""
    words = dispute.scene.reading.text
    if not registry.DENSE.search(words):
        return
    rates = [f for f in dispute.others if f.unit is not None and ("flop", 1) in f.unit.dims and f.amount > 0]
    for peak in rates[:NEAREST]:
        known = [spec for spec in registry.relevant(peak, words) if not spec.sparse]
        if any(abs(peak.amount / spec.value - 1) < Fraction(1, 200) for spec in known):
            for other in rates[:NEAREST]:
                yield Pair("sparse-peak", other.amount / peak.amount, (other.amount / peak.amount / 2,))


_ONE_WAY = re.compile(
    r"单向|單向|[一单單]个?個?方向|(?:one|single)[- ](?:way|direction)|(?:per|each) direction|unidirectional|в одну сторону|в одном направлении|однонаправ",
    re.IGNORECASE,
)
_BOTH_WAYS = re.compile(
    r"双向|雙向|[两兩]个?個?方向|bidirectional|(?:counting|counts|in) both\b|both (?:directions|ways)|в обе стороны|в обоих направлениях|двунаправ",
    re.IGNORECASE,
)


_STOP = re.compile(r"[。！？!?]|\.(?=\s)")


def _direction(dispute: Dispute) -> Iterator[Pair]:
    """What goes one way is measured by the rate of one direction, and not by that of both together."""
    scene = dispute.scene
    text, start = scene.reading.text, dispute.targets[0].start
    begin = max((match.end() for match in _STOP.finditer(text[: start + 1]) if match.end() <= start), default=0)
    stop = _STOP.search(text, start)
    words = text[begin : stop.start() if stop else len(text)]
    if not _ONE_WAY.search(words) or _BOTH_WAYS.search(words):
        return
    rates = [f for f in dispute.others if f.unit is not None and ("second", -1) in f.unit.dims and ("byte", 1) in f.unit.dims]
    one = [f for f in rates if _clause_says(_ONE_WAY, f, dispute)]
    both = [f for f in rates if _clause_says(_BOTH_WAYS, f, dispute)]
    for rate in one:
        if any(other.amount == 2 * rate.amount for other in both):
            for amount in dispute.others:
                if amount.start != rate.start and amount.amount > 0:
                    right = amount.amount / rate.amount
                    bare = amount.literal.value / rate.literal.value
                    for value in {right, bare * (dispute.targets[0].unit.factor if dispute.targets[0].unit is not None else 1)}:
                        yield Pair("one-way", value, (value / 2,))


def _clause_says(pattern: re.Pattern[str], figure: Figure, dispute: Dispute) -> bool:
    """Whether the clause of a number has a word of direction."""
    text = dispute.scene.reading.text
    begin = max((match.end() for match in re.finditer(r"[，,。.;；()（）]\s?", text[: figure.start])), default=0)
    stop = re.search(r"[，。;；()（）]|[,.](?!\d)", text[figure.end :])
    return pattern.search(text[begin : figure.end + (stop.start() if stop else 60)]) is not None


_IN_PROSE: tuple[Callable[[Dispute], Iterator[Pair]], ...] = (
    _change,
    _misses,
    _share,
    _mean_of_rates,
    _weighted_sum,
    _together,
    _address,
    _sparse_peak,
    _direction,
)
