"""The numbers printed in a passage or a table, each with its place, and the same text with one of them replaced."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import log

from book.checks.passage import Cell, Kind, Passage, Reading, Segment, Table, reading_of
from book.errata.value import Value, scaled_by
from book.numbers.errors import NumberProblem
from book.numbers.latex import latex_literal
from book.numbers.literal import Literal, plain
from book.numbers.scan import Mention, What, scan, unit_after
from book.numbers.units import PERCENT, Unit, hard, parse_unit


@dataclass(frozen=True)
class Figure:
    """A number where it is printed; places count in the reading's text, or in the source for a table."""

    start: int
    core: int
    """End of the digits."""
    end: int
    """End of the unit."""
    literal: Literal
    unit: Unit | None
    what: What
    form: str
    """`prose`, `math` or `code`: how a value is written there."""
    before: str = ""
    after: str = ""
    """Some characters on either side."""

    @property
    def amount(self) -> Fraction:
        """The value in base units."""
        return self.literal.value * (self.unit.factor if self.unit else 1)


_NUMBER = (
    r"\d{1,3}(?:(?:\{,\}|\\,|,)\d{3})+(?!\d)(?:\.\d+)?(?:\{,\}\d{1,2}(?!\d))?|"
    r"\d+(?:\{,\}\d+|\.\d+)?(?:[eE][+-]?\d{1,6}(?![A-Za-z0-9]))?"
)
_MATH = re.compile(
    rf"(?P<mixed>\d{{1,9}}\s*\\[td]?frac\{{(?P<over>\d{{1,6}})\}}\{{(?P<under>[1-9]\d{{0,5}})\}})"
    rf"|(?P<ratio>(?P<minus>-?)\s*\\[td]?frac\{{(?P<top>\d{{1,6}})\}}\{{(?P<down>[1-9]\d{{0,5}})\}})"
    rf"|(?:(?<![A-Za-z0-9_^.])|(?<=\\times)|(?<=\\cdot)|(?<=\\div)|(?<=\\approx))(?P<digits>{_NUMBER})(?:\s*\\(?:times|cdot)\s*10\^(?:\{{(?P<long>[-+]?\d{{1,4}})\}}|(?P<short>\d)))?"
)
_MATH_UNIT = re.compile(
    r"(?:\\[,;: !]|~|\s)*(?:\\(?:mathrm|text|textrm|operatorname)\s*\{(?P<unit>[^{}]{1,40})\}|(?P<percent>\\?%))"
)
_CODE = re.compile(r"(?<![\w.])(?:0[xX][0-9a-fA-F]{1,16}|\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?(?:[eE][+-]?\d{1,4})?)(?![\w])")


def figures_of(reading: Reading) -> list[Figure]:
    """All numbers of a passage in order; dates, versions and names are none."""
    found = list(_in_prose(reading.masked, reading.language, 0))
    for at, segment in reading.spans:
        if segment.kind in (Kind.MATH, Kind.DISPLAY):
            found += _in_math(reading, at, segment)
        elif segment.kind is Kind.CODE:
            found += _in_code(at, segment)
    return sorted(found, key=lambda figure: figure.start)


def table_figures(table: Table) -> list[tuple[int, int, Figure]]:
    """Row (−1 for the head), column and number of every number in a table; places count in the source."""
    found = []
    for r, row in enumerate([table.head, *table.rows], start=-1):
        for c, cell in enumerate(row):
            passage = Passage(tuple(_cell_segments(cell)), table.language)
            reading = reading_of(passage)
            for figure in figures_of(reading):
                shift = reading.source_offset(figure.start) - figure.start
                found.append((r, c, replace(figure, start=figure.start + shift, core=figure.core + shift, end=figure.end + shift)))
    return found


def _cell_segments(cell: Cell) -> Iterator[Segment]:
    at = 0
    for match in re.finditer(r"\$([^$\n]+)\$|`([^`\n]+)`", cell.text):
        yield Segment(Kind.PROSE, cell.text[at : match.start()], cell.at + at)
        group = 1 if match[1] is not None else 2
        yield Segment(Kind.MATH if group == 1 else Kind.CODE, match[group], cell.at + match.start(group))
        at = match.end()
    yield Segment(Kind.PROSE, cell.text[at:], cell.at + at)


def _in_prose(masked: str, language: str, offset: int) -> Iterator[Figure]:
    try:
        mentions = scan(masked, language)
    except NumberProblem:
        return
    for mention in mentions:
        if mention.what is not What.STRUCTURE:
            yield _figure(masked, mention, offset)


def _figure(masked: str, mention: Mention, offset: int) -> Figure:
    after = masked[mention.end : mention.end + 24]
    literal, _ = scaled_by(mention.literal, after.strip())
    before = masked[max(0, mention.start - 24) : mention.start]
    unit = PERCENT if mention.what is What.PERCENT else mention.unit
    return Figure(
        mention.start + offset,
        (mention.core or mention.end) + offset,
        mention.end + offset,
        literal,
        unit,
        mention.what,
        "prose",
        before,
        after,
    )


def _in_math(reading: Reading, at: int, segment: Segment) -> Iterator[Figure]:
    text = segment.text
    for match in _MATH.finditer(text):
        literal = _math_literal(match, reading.language)
        if literal is None:
            continue
        start, core = at + match.start(), at + match.end()
        unit, end = _math_unit(reading, at, segment, match.end())
        what = What.PERCENT if unit is PERCENT else What.QUANTITY
        yield Figure(
            start,
            core,
            end,
            literal,
            unit,
            what,
            "math",
            text[max(0, match.start() - 24) : match.start()],
            text[match.end() : match.end() + 12] or reading.text[core + 1 : core + 20],
        )


def _math_literal(match: re.Match[str], language: str) -> Literal | None:
    try:
        if match["mixed"]:
            whole = re.match(r"\d+", match["mixed"])
            value = Fraction(int(match["over"]), int(match["under"])) + int(whole[0] if whole else 0)
            return Literal(value, Fraction(0), written=match[0])
        if match["ratio"]:
            value = Fraction(int(match["top"]), int(match["down"]))
            return Literal(-value if match["minus"] else value, Fraction(0), written=match[0])
        literal = latex_literal(match["digits"], language)
        power = match["long"] or match["short"]
        return literal.scaled(Fraction(10) ** int(power)) if power and abs(int(power)) < 400 else literal
    except (NumberProblem, ValueError):
        return None


def _math_unit(reading: Reading, at: int, segment: Segment, position: int) -> tuple[Unit | None, int]:
    """The unit inside the formula, or right after it if the number is its end."""
    match = _MATH_UNIT.match(segment.text, position)
    if match:
        try:
            return (PERCENT if match["percent"] else parse_unit(match["unit"])), at + match.end()
        except NumberProblem:
            return None, at + position
    if segment.text[position:].strip():
        return None, at + position
    close = at + len(segment.text) + (2 if segment.kind is Kind.DISPLAY else 1)
    unit, end = unit_after(reading.masked, close, reading.language)
    return (unit, end) if unit is not None else (None, at + position)


def _in_code(at: int, segment: Segment) -> Iterator[Figure]:
    for match in _CODE.finditer(segment.text):
        try:
            literal = plain(match[0].replace(",", ""))
        except NumberProblem:
            continue
        yield Figure(at + match.start(), at + match.end(), at + match.end(), literal, None, What.QUANTITY, "code")


# which figure a reader means


def matching(figures: Iterable[Figure], value: Value) -> list[Figure]:
    """The figures that print a value; where it has a unit and some of them have the same one, only those."""
    if value.literal is None:
        return []
    same = [
        figure
        for figure in figures
        if figure.literal.value == value.literal.value and (figure.what is What.PERCENT) == (value.what is What.PERCENT)
    ]
    if not same:
        same = [figure for figure in figures if figure.literal.value == value.literal.value]
    if value.unit is not None:
        exact = [figure for figure in same if figure.unit is not None and figure.unit.spelling == value.unit.spelling]
        kin = [figure for figure in same if figure.unit is not None and hard(figure.unit.dims) == hard(value.unit.dims)]
        mine = {base for base, _ in hard(value.unit.dims)}
        rates = [f for f in same if f.unit is not None and mine and mine <= {base for base, _ in hard(f.unit.dims)}]
        same = (
            exact
            or [figure for figure in kin if figure.amount == value.amount]
            or kin
            or [figure for figure in same if figure.unit is None or figure.unit.factor == 1]
            or rates
        )
    return same


def likely(figures: Sequence[Figure], value: Value) -> list[Figure]:
    """The figure that a proposed value is meant to replace: the only one, or the last, of its unit or noun."""
    if value.unit is not None or value.what is not What.QUANTITY:
        same = [
            f
            for f in figures
            if f.unit is not None and value.unit is not None and f.unit.spelling == value.unit.spelling and f.what is value.what
        ]
        same = same or [
            f
            for f in figures
            if f.what is value.what and (f.unit.dims if f.unit else ()) == (value.unit.dims if value.unit else ())
        ]
        return (nearest(same, value) or same[-1:]) if len(same) > 1 else same
    if value.label:
        noun = value.label.split()[0]
        return [f for f in figures if f.after.lstrip(" $").startswith(noun)][-1:]
    return list(figures) if len(figures) == 1 else []


def alike(figure: Figure, value: Value) -> bool:
    """Whether a value can replace a number: of its kind, and of its dimension if it has a unit."""
    if value.unit is None:
        return value.what is figure.what or value.what is What.QUANTITY
    return figure.unit is not None and hard(figure.unit.dims) == hard(value.unit.dims) and figure.what is value.what


def close(figure: Figure, value: Value) -> bool:
    """Whether a value is a slip away from a number: its digits in another order, or less than four times off."""
    if sorted(c for c in figure.literal.written if c.isdigit()) == sorted(c for c in value.text if c.isdigit()):
        return True
    first, second = figure.literal.value, value.literal.value if value.literal is not None else Fraction(0)
    return first > 0 and second > 0 and max(first / second, second / first) < 4


def nearest(figures: Sequence[Figure], value: Value) -> list[Figure]:
    """The number with the same digits in another order, else the one that is clearly nearest to a value."""
    digits = sorted(char for char in value.text if char.isdigit())
    anagrams = [f for f in figures if sorted(c for c in f.literal.written if c.isdigit()) == digits and f.amount != value.amount]
    if len(anagrams) == 1:
        return anagrams
    amount = value.amount
    if amount <= 0:
        return []
    # a value without a unit is meant in that of the number that is all but the same: 78.54 for 78.5 cm²
    same = [f for f in figures if value.unit is None and f.unit is not None and abs(f.literal.value / amount - 1) <= NEARLY]
    if len(same) == 1:
        return same
    apart = sorted((abs(_log(f.amount / amount)), i) for i, f in enumerate(figures) if f.amount > 0)
    if not apart or apart[0][0] > FAR or (len(apart) > 1 and apart[1][0] < 2.5 * apart[0][0]):
        return []
    return [figures[apart[0][1]]]


def _log(value: Fraction) -> float:
    """Of integers, since a giant fraction has no float."""
    return log(value.numerator) - log(value.denominator)


NEARLY = Fraction(1, 100)
"""How far a value may lie from the digits of a number that has a unit, to be meant for it without naming the unit."""
FAR = log(20)
"""A value is not meant for a number that it is so many times."""


# the text with another number


def written(value: Value, form: str) -> str:
    """A value as it is written in prose, in a formula or in code, without its unit."""
    literal = value.literal
    if literal is None:
        return value.text
    if form == "prose" and literal.step:
        return literal.written
    return _digits(literal) if literal.step else _fraction(literal, form)


def _digits(literal: Literal) -> str:
    """Digits with a point, and a power of ten where the last digit stands above the units."""
    count = literal.value / literal.step
    if literal.step > 1:
        power = len(str(literal.step.numerator)) - 1
        return f"{int(count)}\\times10^{{{power}}}" if Fraction(10) ** power == literal.step else str(int(literal.value))
    places = len(str(literal.step.denominator)) - 1
    digits = str(abs(int(count))).rjust(places + 1, "0")
    sign = "-" if count < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def _fraction(literal: Literal, form: str) -> str:
    """A fraction or a number in words."""
    value = literal.value
    if value.denominator == 1:
        return str(value.numerator)
    if form != "math":
        return literal.written
    sign, value = ("-" if value < 0 else ""), abs(value)
    whole, rest = divmod(value.numerator, value.denominator)
    part = f"\\tfrac{{{rest}}}{{{value.denominator}}}"
    return f"{sign}{whole}{part}" if whole else sign + part


@dataclass(frozen=True)
class Edit:
    """Characters of a reading's text to be replaced."""

    start: int
    end: int
    text: str


def edits_for(figures: Sequence[Figure], value: Value, text: str) -> list[Edit]:
    """The edits that put a value in the place of figures; their unit changes with it if it names another one."""
    edits = []
    for figure in figures:
        edits.append(Edit(figure.start, figure.core, written(value, figure.form)))
        if (
            value.unit is not None
            and value.unit is not PERCENT
            and figure.end > figure.core
            and figure.unit is not None
            and figure.unit.spelling != value.unit.spelling
        ):
            start = figure.core + (figure.form == "math" and text[figure.core : figure.core + 1] == "$")
            inside = figure.form == "math" and start == figure.core
            edits.append(Edit(start, figure.end, f"\\,\\mathrm{{{value.unit.spelling}}}" if inside else " " + value.unit.spelling))
    return edits


def edited(reading: Reading, passage: Passage, edits: Sequence[Edit]) -> tuple[Passage, list[tuple[int, int]]]:
    """The passage with edits made, and where the first part of each now stands in its reading."""
    segments = list(passage.segments)
    spans: list[tuple[int, int]] = []
    shift = 0
    starts = [at for at, _ in reading.spans]
    grown = [0] * len(segments)
    for edit in sorted(edits, key=lambda each: each.start):
        index = max(i for i, at in enumerate(starts) if at <= edit.start)
        local = edit.start - starts[index] + grown[index]
        segment = segments[index]
        length = min(edit.end - edit.start, len(segment.text) - local)
        segments[index] = replace(segment, text=segment.text[:local] + edit.text + segment.text[local + length :])
        change = len(edit.text) - length
        spans.append((edit.start + shift, edit.start + shift + len(edit.text)))
        grown[index] += change
        shift += change
    return replace(passage, segments=tuple(segments)), spans


def edited_table(table: Table, figures: Sequence[Figure], value: Value) -> Table:
    """The table with a value in the place of figures."""

    def cell(old: Cell) -> Cell:
        text = old.text
        for figure in sorted(figures, key=lambda each: -each.start):
            if old.at <= figure.start < old.at + len(old.text):
                text = text[: figure.start - old.at] + written(value, figure.form) + text[figure.core - old.at :]
        return replace(old, text=text)

    return replace(table, rows=tuple(tuple(map(cell, row)) for row in table.rows))
