"""The numbers that a block of a translation tells, and how two blocks that say the same may differ in them: not at all, by
value."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from book.checks.chapter import Piece, pieces
from book.checks.magnitudes import magnitudes_in
from book.checks.passage import Table
from book.editions.block import Block
from book.manuscript.reader import Chapter
from book.numbers import words
from book.numbers.errors import NumberProblem
from book.numbers.literal import from_match, number_pattern
from book.numbers.scan import family, narrow, unit_after
from book.numbers.units import CURRENCIES, UNITS, Dimension, Unit, hard

PLACEHOLDER = re.compile(
    r"\{\{[^{}\n]{1,60}\}\}|\$\{\w+\}|%\d+\$?[sd]?(?![\w%])|%[sd](?!\w)|\{\d+\}|__[A-Z]\w+__|<<\w+>>|\bPLACEHOLDER[\w-]*", re.I
)
"""What programs leave in a text for a value, and forget."""
SIGN = re.compile(r"(?:^|[\s\u00a0\u202f(\[（「“«:：=,，、≈~<>≤≥|])[-−]$")
MONTHS = {name: month for month, names in enumerate((
    "january jan января январь январе", "february feb февраля февраль феврале", "march mar марта март марте",
    "april apr апреля апрель апреле",
    "may мая май мае", "june jun июня июнь июне", "july jul июля июль июле", "august aug августа август августе",
    "september sept sep сентября сентябрь сентябре", "october oct октября октябрь октябре", "november nov ноября ноябрь ноябре",
    "december dec декабря декабрь декабре"), 1) for name in names.split()}
_CHINESE_WORD = re.compile(r"[零〇一二三四五六七八九十百千万萬亿億两兩]+|半")
_LETTER_WORD = re.compile(r"[A-Za-zА-Яа-яЁё]+(?:-[A-Za-z]+)*")
_SCALED = re.compile(r"(?P<number>[零〇一二三四五六七八九十百千万萬亿億两兩]*[一二三四五六七八九十百千两兩])成")
_ENGLISH_RUN = re.compile(
    r"(?i)\b(?:(?:a|one)\s)?(?:{0})(?:[\s-](?:and\s)?(?:{0}|one|hundred|thousand|million|billion|trillion))*\b".format(
        "|".join(sorted((*words.ENGLISH, "hundred", "thousand", "million", "billion", "trillion"), key=len, reverse=True))
    )
)
_RUSSIAN_WORD = "|".join(sorted(words.RUSSIAN, key=len, reverse=True))
_RUSSIAN_SCALES = "|".join(sorted((w for w in words.SCALES if re.match("[а-я]", w)), key=len, reverse=True))
_RUSSIAN_RUN = re.compile(
    rf"(?i)(?<![\w-])(?:{_RUSSIAN_WORD})(?:\s(?:{_RUSSIAN_WORD}))*(?:[\s\u00a0](?P<scale>{_RUSSIAN_SCALES}))?(?!\w)"
)
_OTHERS = {
    "half": Fraction(1, 2),
    "halves": Fraction(1, 2),
    "twice": Fraction(2),
    "double": Fraction(2),
    "doubles": Fraction(2),
    "doubled": Fraction(2),
    "once": Fraction(1),
    "single": Fraction(1),
    "triple": Fraction(3),
    "thrice": Fraction(3),
    "pair": Fraction(2),
    "both": Fraction(2),
    "quarter": Fraction(1, 4),
    "third": Fraction(3),
    "thirds": Fraction(1, 3),
    "first": Fraction(1),
    "second": Fraction(2),
    "zero": Fraction(0),
    "вдвое": Fraction(2),
    "втрое": Fraction(3),
    "вчетверо": Fraction(4),
    "впятеро": Fraction(5),
    "вдесятеро": Fraction(10),
    "дважды": Fraction(2),
    "трижды": Fraction(3),
    "однажды": Fraction(1),
    "оба": Fraction(2),
    "обе": Fraction(2),
    "обоих": Fraction(2),
    "обеих": Fraction(2),
    "полтора": Fraction(3, 2),
    "полторы": Fraction(3, 2),
    "половина": Fraction(1, 2),
    "половину": Fraction(1, 2),
    "половины": Fraction(1, 2),
    "четверть": Fraction(1, 4),
    "треть": Fraction(1, 3),
    "ноль": Fraction(0),
    "нуль": Fraction(0),
    "нуля": Fraction(0),
    "сотня": Fraction(100),
    "тысяча": Fraction(1000),
    "тысячи": Fraction(1000),
    "миллион": Fraction(10**6),
    "миллиона": Fraction(10**6),
    "миллиард": Fraction(10**9),
    "миллиарда": Fraction(10**9),
    "триллион": Fraction(10**12),
}


@dataclass(frozen=True)
class Number:
    """A number in digits."""

    value: Fraction
    unit: Unit | None
    written: str
    at: int
    """Offset in the source."""
    bound: str = ""
    """The id of its entry in the ledger, if it is bound."""
    slack: Fraction = Fraction(0)
    """Relative freedom of the notation: 32K is 32,000 or 32,768."""
    shares: bool = False
    """A number with a unit follows at once, which may be this one's too: `5–7 %`."""

    def says(self, other: Number) -> bool:
        """Whether the digits tell the same value."""
        return abs(self.value - other.value) <= max(self.slack * abs(self.value), other.slack * abs(other.value))

    @property
    def dims(self) -> Dimension:
        """What it measures, as far as a mismatch counts."""
        return hard(self.unit.dims) if self.unit else ()

    @property
    def amount(self) -> Fraction:
        """Its value in base units."""
        return self.value * (self.unit.factor if self.unit else 1)


@dataclass(frozen=True)
class Told:
    """All numbers of a block."""

    numbers: list[Number]
    words: list[Fraction]
    """Values told in words; they may stand for digits of the other text."""
    grid: list[list[list[Number]]] | None = None
    """Of a table: the numbers of each cell, row by row."""
    magnitudes: tuple[Fraction, ...] = ()
    """Scale words that stand alone: per million."""


@dataclass(frozen=True)
class Problem:
    """A difference between two blocks."""

    here: Number | None
    """In the translation."""
    there: Number | None
    """In the source."""
    message: str


def told_in(chapter: Chapter, block: Block, language: str) -> Told:
    """The numbers of a block; those of formulas and code are compared as formulas and code."""
    numbers: list[Number] = []
    spoken: list[Fraction] = []
    grid: list[list[list[Number]]] | None = None
    alone: list[Fraction] = []
    for piece in pieces(block.nodes, language):
        if "footnote" in piece.classes:
            continue
        if isinstance(piece.block, Table):
            grid = list(_grid(piece.block, language))
            numbers += [number for row in grid for cell in row for number in cell]
            for cell in (cell for row in (piece.block.head, *piece.block.rows) for cell in row):
                spoken += in_words(cell.text, language)
                alone += magnitudes_in(cell.text, language)
        else:
            numbers += _numbers(piece, language)
            spoken += in_words(piece.reading.masked, language)
            alone += magnitudes_in(piece.reading.masked, language)
    return Told(numbers, spoken, grid, tuple(alone))


def _numbers(piece: Piece, language: str) -> Iterator[Number]:
    for number in numbers_in(piece.reading.masked, language):
        mark = next((mark for mark in piece.marks if mark.start <= number.at < mark.end), None)
        bound = mark.target if mark and mark.kind == "calc" else ""
        yield replace(number, at=piece.reading.source_offset(number.at), bound=bound)


def _grid(table: Table, language: str) -> Iterator[list[list[Number]]]:
    for row in (table.head, *table.rows):
        yield [[replace(n, at=cell.at + n.at) for n in numbers_in(cell.text, language)] for cell in row]


def numbers_in(text: str, language: str) -> Iterator[Number]:
    """Every number in digits, names and dates included: a digit of a name must not change either."""
    flat = PLACEHOLDER.sub(lambda match: " " * len(match[0]), narrow(text))
    matches = list(number_pattern(language).finditer(flat))
    for i, match in enumerate(matches):
        try:
            literal = from_match(match, language)
        except NumberProblem:
            continue
        unit, end = _unit(flat, match.start(), match.end(), language)
        sign = -1 if SIGN.search(flat[max(0, match.start() - 2):match.start()]) else 1
        start = match.start() - (sign < 0)
        following = matches[i + 1] if unit is None and i + 1 < len(matches) else None
        shares = following is not None and following.start() - end <= _NEAR and \
            _unit(flat, following.start(), following.end(), language)[0] is not None
        yield Number(literal.value * sign, unit, text[start:end], start, slack=literal.slack, shares=shares)
    for match in _LETTER_WORD.finditer(flat):
        month = MONTHS.get(match[0].lower())
        beside = flat[max(0, match.start() - 3):match.start()] + " " + flat[match.end():match.end() + 3]
        if month and (match[0][0].isupper() or family(language) == "ru") and re.search(r"\d", beside):
            yield Number(Fraction(month), None, match[0], match.start())


_NEAR = 14
"""Characters between two numbers of one range or list."""
CURRENCY = re.compile(r"(US\$|NT\$|\$|€|£|¥|￥|₽)\s?$")
STEM = re.compile(r"[-\s\u00a0](?:(?P<bit>bit|бит)|(?P<byte>byte|байт))[а-яё]{0,4}(?![A-Za-zА-Яа-яё/])")
"""8-bit, 8-битный, в 8 битах."""


def _unit(flat: str, start: int, end: int, language: str) -> tuple[Unit | None, int]:
    """The unit of a number: behind it, in an adjective, or a currency before it."""
    unit, stop = unit_after(flat, end, language)
    if unit is None and (stem := STEM.match(flat, end)):
        return UNITS["bit" if stem["bit"] else "byte"], stem.end()
    if unit is None and (money := CURRENCY.search(flat[max(0, start - 4):start])):
        return UNITS[{"￥": "¥"}.get(money[1], money[1])], end
    return unit, stop


def in_words(text: str, language: str) -> list[Fraction]:
    """Values told in words."""
    lang = family(language)
    if lang == "zh":
        plain = words.simplify(text)
        chinese = [Fraction(1, 2) if match[0] == "半" else words.chinese(match[0]) for match in _CHINESE_WORD.finditer(plain)]
        chinese += [value * 10 for match in _SCALED.finditer(plain) if (value := words.chinese(match["number"])) is not None]
        chinese += [
            v for match in re.finditer(r"百分之([零一二三四五六七八九十百]+)", plain) if (v := words.chinese(match[1])) is not None
        ]
        return [value for value in chinese if value is not None]
    found: list[Fraction | None] = [_OTHERS.get(match[0].lower()) for match in _LETTER_WORD.finditer(text)]
    if lang == "en":
        found += [words.english(re.sub(r"(?i)^(?:a)\s", "one ", match[0])) for match in _ENGLISH_RUN.finditer(text)]
        found += [
            Fraction(ordinal) for match in _LETTER_WORD.finditer(text) if (ordinal := words.ENGLISH_ORDINALS.get(match[0].lower()))
        ]
    else:
        for match in _RUSSIAN_RUN.finditer(text):
            scale = match["scale"]
            value = words.russian(match[0].removesuffix(scale).strip() if scale else match[0])
            found.append(value * 10 ** words.SCALES[scale.lower()] if value is not None and scale else value)
        found += [Fraction(ordinal) for match in _LETTER_WORD.finditer(text) if (ordinal := words.russian_ordinal(match[0]))]
    return [value for value in found if value is not None]


# comparing

def compare(source: Told, target: Told) -> list[Problem]:
    """What differs; empty when every number of one text is a number of the other."""
    return [*_compared(source, target), *_magnitudes(source, target)]


def _magnitudes(source: Told, target: Told) -> Iterator[Problem]:
    """A million in one text where the other has a billion; what only one text tells in such a word is no fault."""
    there, here = (_only_in(one, two) for one, two in ((source, target), (target, source)))
    for one, two in zip(there, here, strict=False):
        yield Problem(None, None, f"the source tells {_power(one)} in words, here {_power(two)} is told")


def _only_in(one: Told, two: Told) -> list[Fraction]:
    """Scale words of one text for which the other has neither the word nor a number that explains it."""
    numbers = Counter(n.amount for n in two.numbers) - Counter(n.amount for n in one.numbers)
    spoken = Counter(two.words) - Counter(two.magnitudes)
    return sorted((Counter(one.magnitudes) - Counter(two.magnitudes) - numbers - spoken).elements())


def _power(value: Fraction) -> str:
    return f"{int(value):,}"


def _compared(source: Told, target: Told) -> list[Problem]:
    if source.grid is not None and target.grid is not None and _same_shape(source.grid, target.grid):
        inside = [problem for one, two in zip(source.grid, target.grid, strict=True) for left, right in zip(one, two, strict=True)
                  for problem in _compare(left, right, source.words, target.words)]
        cells = {id(n) for told in (source, target) for row in told.grid or () for cell in row for n in cell}
        return inside + _compare(
            [n for n in source.numbers if id(n) not in cells],
            [n for n in target.numbers if id(n) not in cells],
            source.words,
            target.words,
        )
    return _compare(source.numbers, target.numbers, source.words, target.words)


def _same_shape(one: Sequence[Sequence[object]], two: Sequence[Sequence[object]]) -> bool:
    return [len(row) for row in one] == [len(row) for row in two]


def _compare(
    source: Sequence[Number], target: Sequence[Number], said_there: list[Fraction], said_here: list[Fraction]
) -> list[Problem]:
    left, right = list(source), list(target)
    problems: list[Problem] = []
    _bound(left, right)
    for agree in (_identical, _equal, _restated):
        _match(left, right, agree)
    for one, two in _match(left, right, Number.says):
        problems.append(Problem(two, one, f"the source says {one.written}, here stands {two.written}: another unit"))
    _drop_spoken(left, right, said_there, said_here)
    while left and right:
        one, two = left.pop(0), right.pop(0)
        problems.append(Problem(two, one, f"the source says {one.written}, here stands {two.written}"))
    problems += [Problem(None, one, f"{one.written} of the source is missing here") for one in left]
    problems += [Problem(two, None, f"{two.written} is not in the source") for two in right]
    return problems


def _bound(left: list[Number], right: list[Number]) -> None:
    """Nothing but an order: numbers of the same entry of the ledger are compared with each other first."""
    place = {key: index for index, key in enumerate(dict.fromkeys(n.bound for n in left))}
    left.sort(key=lambda n: place[n.bound])
    right.sort(key=lambda n: place.get(n.bound, len(place)))


def _match(left: list[Number], right: list[Number], agree: Callable[[Number, Number], bool]) -> list[tuple[Number, Number]]:
    """Take pairs that agree out of both lists."""
    pairs = []
    by_value = defaultdict(list)
    for two in right:
        by_value[two.bound].append(two)
    for one in list(left):
        candidates = by_value.get(one.bound) or (right if not one.bound else [])
        found = next((two for two in candidates if two in right and agree(one, two)), None)
        if found is None and not one.bound:
            found = next((two for two in right if not two.bound and agree(one, two)), None)
        if found is not None:
            left.remove(one)
            right.remove(found)
            by_value[found.bound].remove(found)
            pairs.append((one, found))
    return pairs


def _identical(one: Number, two: Number) -> bool:
    """The same value in the same unit, or both without one."""
    if not one.says(two) or bool(one.unit) != bool(two.unit):
        return False
    return one.unit is None or two.unit is None or (one.unit.factor == two.unit.factor and one.dims == two.dims)


def _equal(one: Number, two: Number) -> bool:
    """The same value, in units that may be the same."""
    if not one.says(two):
        return False
    if one.unit is None or two.unit is None or not one.dims or not two.dims:
        return _droppable(one) and _droppable(two) and _same_ratio(one, two)
    money = any(base in CURRENCIES for base, _ in one.dims)
    same = (money or one.unit.factor == two.unit.factor) and _without_time(one.dims) == _without_time(two.dims)
    return same or one.amount == two.amount


def _same_ratio(one: Number, two: Number) -> bool:
    """Whether neither has lost its per cent or per mille: only in a range or a list is one sign enough for several numbers."""
    ratios = [n.unit.factor if n.unit and not n.unit.dims else None for n in (one, two)]
    if ratios[0] == ratios[1]:
        return True
    bare = [n for n, ratio in zip((one, two), ratios, strict=True) if ratio is None]
    return bool(bare) and bare[0].shares


def _droppable(number: Number) -> bool:
    """Whether a translation may tell its unit in another way: rates, counts and money are said in words at times."""
    return not number.dims or all(base == "second" or base in CURRENCIES for base, _ in number.dims)


def _without_time(dims: Dimension) -> Dimension:
    """`50 GB` each second and `50 GB/s` say the same; a price is told for an hour, a kilowatt-hour or for nothing."""
    money = tuple(pair for pair in dims if pair[0] in CURRENCIES)
    return money or tuple(pair for pair in dims if pair[0] != "second") or dims


def _restated(one: Number, two: Number) -> bool:
    """90 min and 1.5 h."""
    return bool(one.dims) and one.dims == two.dims and one.amount == two.amount


def _drop_spoken(left: list[Number], right: list[Number], said_there: list[Fraction], said_here: list[Fraction]) -> None:
    """Take out digits that the other text tells in words; words that both texts have stand for themselves.

    One and two are said all the time, and not as often in two languages: they explain a digit that one text has and the other
    lacks, but not a digit in the place of another.
    """
    there, here = Counter(said_there) - Counter(said_here), Counter(said_here) - Counter(said_there)
    changed = len(left) == len(right)
    for small in (Fraction(1), Fraction(2)):
        there[small], here[small] = (0, 0) if changed else (said_there.count(small), said_here.count(small))
    for numbers, spoken in ((left, here), (right, there)):
        for number in list(numbers):
            value = next((v for v in (number.value, number.amount) if spoken[v] > 0), None)
            if value is not None:
                numbers.remove(number)
                spoken[value] -= 1
