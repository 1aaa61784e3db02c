"""A sentence as the prose rules see it: its skeleton, in which every mention is one character of a private alphabet.

Rules are regular expressions over skeletons. In their templates `<N:a>` is a quantity, `<P:a>` per cent, `<X:a>` a
multiple, `<F:a>` a fraction, `<D:a>` percentage points, `<~20>` up to 20 characters without any mention.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from book.checks.passage import OPAQUE, Kind, Reading
from book.numbers import latex
from book.numbers.chain import relations
from book.numbers.errors import NumberProblem
from book.numbers.expression import read
from book.numbers.literal import Literal
from book.numbers.scan import Hedge, Mention, What, family, has_number, scan, unit_after
from book.numbers.units import Unit
from book.numbers.words import simplify

_BASES = {What.QUANTITY: 0xE000, What.PERCENT: 0xE100, What.MULTIPLE: 0xE200, What.FRACTION: 0xE300, What.POINTS: 0xE400}
_CLASSES = {"N": "\ue000-\ue0ff", "P": "\ue100-\ue1ff", "X": "\ue200-\ue2ff", "F": "\ue300-\ue3ff", "D": "\ue400-\ue4ff",
            "Q": "\ue000-\ue1ff", "C": "\ue100-\ue4ff"}
STRUCTURE = "\uf8f0"
"""A date, a name, a reference: no number."""
JOINED = "\uf8f1"
"""Part of a formula, a formula without a value, a range: numbers that are not told one by one."""
_ANY = "\ue000-\uf8ff"
MAX_MENTIONS = 200
"""Longer sentences are lists of numbers; the rest of them is not looked at."""


@dataclass(frozen=True)
class Sentence:
    """A sentence with its mentions; positions count in the reading's text."""

    reading: Reading
    skeleton: str
    """One character for each mention; in Chinese without spaces and with traditional characters simplified."""
    positions: tuple[int, ...]
    """Place in the reading's text of each character of the skeleton."""
    mentions: tuple[Mention, ...]
    family: str
    start: int
    end: int
    seen: int
    """All numbers of the sentence, those inside formulas of prose included."""

    def mention(self, char: str) -> Mention:
        """The mention that a character of the skeleton stands for."""
        return self.mentions[ord(char) & 0xFF]

    def words(self, first: Mention, last: Mention) -> str:
        """The text from one mention to another."""
        return self.reading.text[first.start:last.end]


_TOKEN = re.compile(r"<(?:(?P<kind>[NPXFDQC]+):(?P<name>\w+)|~(?P<gap>\d+))>")


@cache
def template(text: str) -> re.Pattern[str]:
    """Compile a rule's template."""
    def replaced(match: re.Match[str]) -> str:
        if match["gap"]:
            return rf"[^{_ANY}]{{0,{match['gap']}}}?"
        return f"(?P<{match['name']}>[{''.join(_CLASSES[kind] for kind in match['kind'])}])"

    return re.compile(_TOKEN.sub(replaced, text), re.IGNORECASE)


_END = re.compile(r"[。！？!?]|\.(?=[\s\u00a0]+[A-ZА-ЯЁ«“\"„(\uf8fe])|\.\s*$")
_NOT_END = re.compile(r"(?:\b(?:Fig|Eq|vs|approx|cf|Sec|Tab|No|e\.g|i\.e|тыс|млн|млрд|руб|рис|табл|т\. ?е|т\. ?д|гл|стр|см|"
                      r"др))$")


def sentences_of(reading: Reading) -> Iterator[Sentence]:
    """The sentences of a reading that tell at least one number."""
    for start, end in _spans(reading.masked):
        piece = reading.masked[start:end]
        if has_number(piece, reading.language) or (OPAQUE in piece and _has_value(reading, start, end)):
            yield _sentence(reading, start, end)


def _has_value(reading: Reading, start: int, end: int) -> bool:
    """Whether a formula of the sentence prints two digits or more."""
    formulas = (segment.text for at, segment in reading.spans if start <= at < end and segment.kind is Kind.MATH)
    return any(sum(map(str.isdigit, text)) > 1 for text in formulas)


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each sentence."""
    start = 0
    for match in _END.finditer(text):
        if match[0] == "." and _NOT_END.search(text[max(start, match.start() - 6):match.start()]):
            continue
        yield start, match.end()
        start = match.end()
    if start < len(text):
        yield start, len(text)


def _sentence(reading: Reading, start: int, end: int) -> Sentence:
    """One sentence with its mentions and skeleton."""
    piece = reading.masked[start:end]
    found = [_moved(m, start) for m in scan(piece, reading.language)]
    found += _in_formulas(reading, start, end)
    found.sort(key=lambda m: m.start)
    lang = family(reading.language)
    mentions: list[Mention] = []
    builder = _Builder(reading.masked, lang == "zh", start)
    for mention in found:
        if mention.start < builder.at or len(mentions) >= MAX_MENTIONS:
            continue
        opaque = mention.what is What.STRUCTURE or mention.joined
        sign = STRUCTURE if mention.what is What.STRUCTURE else JOINED
        builder.put(mention, sign if opaque else chr(_BASES[mention.what] + len(mentions)))
        if not opaque:
            mentions.append(mention)
    builder.words(end)
    skeleton = "".join(builder.chars)
    if lang == "zh":
        skeleton = simplify(skeleton)
    seen = sum(m.what is not What.STRUCTURE for m in found)
    return Sentence(reading, skeleton, tuple(builder.positions), tuple(mentions), lang, start, end, seen)


_SPACES = re.compile(r"[ \u00a0\u202f\u2009]")


class _Builder:
    """Collects the characters of a skeleton with their places."""

    def __init__(self, masked: str, dense: bool, start: int) -> None:
        self.masked, self.dense, self.at = masked, dense, start
        self.chars: list[str] = []
        self.positions: list[int] = []

    def words(self, end: int) -> None:
        """Characters up to a place; a run of masked ones is one sign, spaces of Chinese text are dropped."""
        piece = self.masked[self.at:end]
        if OPAQUE not in piece and not (self.dense and _SPACES.search(piece)):
            self.chars.extend(piece)
            self.positions.extend(range(self.at, end))
            self.at = max(self.at, end)
            return
        for i in range(self.at, end):
            char = self.masked[i]
            if char == OPAQUE:
                if self.chars and self.chars[-1] == JOINED:
                    continue
                char = JOINED
            elif self.dense and char in " \u00a0\u202f\u2009":
                continue
            self.chars.append(char)
            self.positions.append(i)
        self.at = end

    def put(self, mention: Mention, char: str) -> None:
        """One character for a mention."""
        self.words(mention.start)
        self.chars.append(char)
        self.positions.append(mention.start)
        self.at = mention.end


def _moved(mention: Mention, by: int) -> Mention:
    """The mention with its place in the whole reading."""
    return Mention(mention.what, mention.start + by, mention.end + by, mention.literal, mention.unit, mention.hedge,
                   mention.joined, mention.core + by)


def _in_formulas(reading: Reading, start: int, end: int) -> Iterator[Mention]:
    """Formulas that are a number, or end in one: `$10^4$ W`, `$1024\\times80=81{,}920$ GB`."""
    for at, segment in reading.spans:
        if segment.kind is not Kind.MATH or not start <= at < end or not any(c.isdigit() for c in segment.text):
            continue
        value = _value(segment.text, reading.language)
        if value is None:
            continue
        literal, unit, assigned = value
        stop = at + len(segment.text) + 1
        core = stop
        if unit is None:
            unit, stop = unit_after(reading.masked, stop, reading.language)
        hedge = Hedge.ABOUT if reading.text[max(0, at - 8):at - 1].rstrip().endswith(("about", "约", "約",
            "около", "≈")) else Hedge.PLAIN
        yield Mention(What.QUANTITY if unit is None or unit.spelling != "%" else What.PERCENT, at - 1, stop, literal, unit,
                      hedge, assigned and unit is None, core)


@lru_cache(maxsize=2048)
def _value(source: str, language: str) -> tuple[Literal, Unit | None, bool] | None:
    """Literal, unit and whether it is assigned to a symbol, of a formula that ends in a number; else None."""
    try:
        tokens = latex.tokens_of(source, language)
        chain = relations(tokens)
        side = chain[-1].right if chain else read(tokens)
    except NumberProblem:
        return None
    if side is None or side.literal is None or (chain and chain[-1].sign not in "=~"):
        return None  # a bound, `72 GB < 80 GB`, is no value told
    assigned = bool(chain) and all(relation.left is None for relation in chain)
    return side.literal, side.unit, assigned or (bool(chain) and chain[-1].sign not in "=~")
