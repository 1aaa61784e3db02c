"""What the source edition prints in the same place: numbers and formulas of the block that a translation renders."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from book.checks.passage import Kind, Reading, reading_of
from book.errata.around import Block, passage_of, table_of
from book.errata.figures import Figure, figures_of, table_figures
from book.errata.volume import Text, Volume
from book.numbers.scan import What


@dataclass(frozen=True)
class Counterpart:
    """The block of another edition that says the same."""

    text: Text
    block: Block
    figures: tuple[Figure, ...]
    """Places count in the source."""
    formulas: tuple[tuple[int, str], ...]
    """Offset and LaTeX of each formula."""


def content_of(text: Text, block: Block) -> Counterpart:
    """A block with its numbers and formulas."""
    language = text.edition.language.tag
    if block.kind == "table":
        figures = tuple(figure for _, _, figure in table_figures(table_of(text.source, block, language)))
        return Counterpart(text, block, figures, ())
    reading = reading_of(passage_of(text.source, block, language))
    formulas = tuple((segment.at, segment.text) for _, segment in reading.spans if segment.kind in (Kind.MATH, Kind.DISPLAY))
    return Counterpart(text, block, tuple(_in_source(figure, reading) for figure in figures_of(reading)), formulas)


def _in_source(figure: Figure, reading: Reading) -> Figure:
    from dataclasses import replace

    start = reading.source_offset(figure.start)
    core = reading.source_offset(figure.core - 1) + 1
    return replace(figure, start=start, core=core, end=max(core, reading.source_offset(max(figure.end - 1, figure.start)) + 1))


def counterpart(volume: Volume, text: Text, block: Block, edition: str) -> Counterpart | None:
    """The block of another edition in the same chapter: the same place among the blocks, or the most numbers in common."""
    other = volume.text(edition, text.file)
    if other is None:
        return None
    mine, theirs = text.blocks, other.blocks
    at = next((i for i, each in enumerate(mine) if each.start == block.start), -1)
    if at < 0 or not theirs:
        return None
    if [each.kind for each in mine] == [each.kind for each in theirs]:
        return content_of(other, theirs[at])
    wanted = Counter(figure.amount for figure in content_of(text, block).figures)
    middle = at * len(theirs) // max(1, len(mine))
    near = sorted(
        (each for i, each in enumerate(theirs) if abs(i - middle) <= 12 and each.kind == block.kind),
        key=lambda each: abs(theirs.index(each) - middle),
    )
    found = [
        (sum((Counter(f.amount for f in content.figures) & wanted).values()), content)
        for content in (content_of(other, each) for each in near)
    ]
    best = max(found, key=lambda pair: pair[0], default=None)
    return best[1] if best and best[0] > 0 else None


@dataclass(frozen=True)
class Pairing:
    """How the numbers of a translation's block stand to those of the source."""

    matched: bool
    """Whether the source prints the same value in this place."""
    partner: Figure | None
    """The number of the source that the doubted one renders."""
    sole: bool = False
    """Whether nothing else in the two blocks differs."""


def pair(figure: Figure, mine: Sequence[Figure], theirs: Sequence[Figure]) -> Pairing:
    """The partner of a number: the same value, or the one that is left over when equal values are taken away."""
    ours, others = Counter(_key(f) for f in mine), Counter(_key(f) for f in theirs)
    common = ours & others
    if common[_key(figure)]:
        return Pairing(True, next(f for f in theirs if _key(f) == _key(figure)))
    left_mine, left_theirs = _left_over(mine, theirs)
    same_unit = [f for f in left_theirs if _dims(f) == _dims(figure) and (f.what is What.PERCENT) == (figure.what is What.PERCENT)]
    if len(left_mine) == len(left_theirs) and figure in left_mine:
        return Pairing(False, left_theirs[left_mine.index(figure)], len(left_mine) == 1)
    return Pairing(False, same_unit[0] if len(same_unit) == 1 else None)


def _left_over(mine: Sequence[Figure], theirs: Sequence[Figure]) -> tuple[list[Figure], list[Figure]]:
    """What is left when equal values are taken away pair by pair, those of one kind first (0.5% before 千分之五)."""
    ours, others = list(mine), list(theirs)
    for strictly in (True, False):
        for figure in [*ours]:
            twin = next(
                (each for each in others if each.amount == figure.amount and (not strictly or each.what is figure.what)), None
            )
            if twin is not None:
                ours.remove(figure)
                others.remove(twin)
    return ours, others


def _key(figure: Figure) -> Fraction:
    return figure.amount


def _dims(figure: Figure) -> tuple[tuple[str, int], ...]:
    return tuple(pair for pair in (figure.unit.dims if figure.unit else ()) if pair[0] in ("byte", "second", "flop", "joule"))


def plain_formula(source: str) -> str:
    """A formula without what only sets its spacing, and with Cyrillic or other decimal commas made points."""
    bare = re.sub(
        r"\\[,;:! ]|\\(?:left|right|bigl?|bigr|Bigl?|Bigr|displaystyle|quad|qquad)(?![a-zA-Z])|\\tag\{[^{}]*\}|\s|~", "", source
    )
    bare = (
        re.sub(r"\\(?:mathrm|text|textrm|operatorname)\{([^{}]*)\}", r"\1", bare)
        .replace("\\dfrac", "\\frac")
        .replace("\\tfrac", "\\frac")
    )
    return re.sub(r"(?<=\d)\{,\}(?=\d{1,2}(?!\d))|(?<=\d),(?=\d{1,2}(?!\d))", ".", bare).replace("{,}", "").rstrip(".,;。，")
