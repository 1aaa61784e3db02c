"""What a reader wrote as a value: a number with its unit, a formula, or words."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from book.numbers import words
from book.numbers.errors import NumberProblem
from book.numbers.literal import Literal
from book.numbers.scan import Mention, What, family, narrow, scan
from book.numbers.units import Unit

_MIXED = re.compile(r"(?P<whole>\d{1,12})(?:\s|\\tfrac|\\frac|\\dfrac)+\{?(?P<over>\d{1,4})\}?(?:/|\{)(?P<under>[1-9]\d{0,3})\}?")
_RATIO = re.compile(r"(?P<sign>[-−–]?)\s?(?:\\[td]?frac\{)?(?P<over>\d{1,4})(?:/|\}\{)(?P<under>[1-9]\d{0,3})\}?")
_LETTERS = re.compile(r"\d+(?:\s[A-Za-z]){2,4}")
"""A product of letters: `3 d f` is no number of days."""
_ASIDE = re.compile(r"\s*[(（](?P<words>[^()（）]{0,200})[)）]\s*$")


@dataclass(frozen=True)
class Value:
    """A value as written by the reader."""

    text: str
    """As written, without an aside in brackets at the end."""
    literal: Literal | None = None
    """The number, if the text is one."""
    unit: Unit | None = None
    """Its unit; per cent is one."""
    what: What = What.QUANTITY
    label: str = ""
    """What follows the number and is no unit of the whitelist (`FIT`, `个 token`)."""

    @property
    def is_number(self) -> bool:
        """Whether it can be compared as a number."""
        return self.literal is not None

    @property
    def amount(self) -> Fraction:
        """The number in base units; 0 if it is none."""
        if self.literal is None:
            return Fraction(0)
        return self.literal.value * (self.unit.factor if self.unit else 1)

    @property
    def is_formula(self) -> bool:
        """Whether it has letters and an operator, or a LaTeX command."""
        return not self.is_number and bool(
            re.search(r"\\[a-z]|[A-Za-z)}]\s*[-+*/^_=×·]|[-+*/^=×·]\s*[A-Za-z(\\]|^[A-Za-z]$|^\d+\s?[A-Za-z]{1,4}$|^\d+(?:\s[A-Za-z]){2,4}$|_\w", self.text)
        )


def value_of(text: str, language: str) -> Value:
    """Read what a reader wrote in a field; it is a number only if the text is little else."""
    flat = narrow(text).strip().strip("。.;；,，“”\"'「」«»`").strip()
    bare = flat if _is_factor(flat) else _ASIDE.sub("", flat) or flat
    if bare.count("$") == 2 and bare.startswith("$"):
        bare = bare.replace("$", " ").strip()
    bare = re.sub(r"\\([$%])", r"\1", bare)
    bare = re.sub(r"^(\d{1,3})\s?h\s?(\d{2})$", r"\1 h \2 min", bare)
    if len(bare) > 120 or _LETTERS.fullmatch(bare):
        return Value(bare)
    sign = -1 if re.match(r"[-−–]\s?\d", bare) else 1
    for pattern in (_MIXED, _RATIO):
        match = pattern.fullmatch(bare)
        if match:
            part = Fraction(int(match["over"]), int(match["under"]))
            whole = int(match["whole"]) if "whole" in match.groupdict() else 0
            return Value(bare, Literal((part + whole) * sign, Fraction(0), written=bare))
    found = _lone(bare, language)
    if found is None:
        return Value(bare)
    label = bare[found.end :].strip() if bare[found.end : found.end + 1] != "." else ""
    literal = found.literal
    literal, label = scaled_by(literal, label)
    if sign < 0:
        literal = replace(literal, value=-literal.value)
    return Value(bare, literal, found.unit, found.what, label)


def _is_factor(text: str) -> bool:
    """Whether the brackets at the end are no aside but a sum of letters or what a function is taken of: `2 (x - y)`, `D(Y)`."""
    if re.search(r"(?<![A-Za-z])[A-Za-z]\([A-Za-z]\)$", text):
        return True
    match = _ASIDE.search(text)
    return match is not None and re.fullmatch(r"[\sA-Za-z0-9+*/^-]*[+*/^-][\sA-Za-z0-9+*/^-]*", match["words"]) is not None and {
        len(word) for word in re.findall(r"[A-Za-z]+", match["words"])} == {1}


_STEMS = (("тысяч", 3), ("миллион", 6), ("миллиард", 9), ("триллион", 12))
"""Russian scale words in every case: двадцати тысячах."""


def scaled_by(literal: Literal, label: str) -> tuple[Literal, str]:
    """`три` before `миллиарда`: a number in words takes the scale word that follows it."""
    word, _, rest = label.partition(" ")
    scale = words.SCALES.get(word.lower(), next((power for stem, power in _STEMS if word.lower().startswith(stem)), None))
    if literal.step or scale is None:
        return literal, label
    return replace(literal, value=literal.value * Fraction(10) ** scale), rest


_LEAD = re.compile(
    r"[-−–≈~∼约約\s]*(?:about|approx(?:imately|\.)?|around|roughly|around|ca\.?|only|exactly|大约|大約|应为|約|约|около|примерно|共|需|為|为|是|达|了|the|a)?[\s约約]*",
    re.IGNORECASE,
)


def _lone(text: str, language: str) -> Mention | None:
    """The only number of a text that is little else: a lead-in of a word, the number, its unit, a noun."""
    plain = re.sub(r"\\(?:mathrm|text|rm)\s*\{([^{}]{0,40})\}", r"\1", text)
    plain = (
        re.sub(r"\\[,;: ]|\\quad", " ", plain)
        .replace("\\times", "×")
        .replace("\\cdot", "·")
        .replace("\\%", "%")
        .replace("{,}", ",")
    )
    plain = re.sub(r"\s+", " ", plain)
    mentions = _numbers(plain, language)
    if family(language) == "ru" and (not mentions or re.match(r"[.,]?\d", plain[mentions[0].end :])):
        mentions = _numbers(plain, "en")
    if len(mentions) != 1:
        return None
    mention = mentions[0]
    before, after = plain[: mention.start], plain[mention.end :].strip()
    if not _LEAD.fullmatch(before) or len(after) > 40 or re.match(r"[-+*/^=×·(\\_]|[A-Za-z]{1,2}[-+*/^(_\\]|[A-Za-z]\s\(", after):
        return None
    if re.match(r"[A-Za-z]$|[A-Za-z]{2}$", after) and plain[mention.end : mention.end + 1] != " ":
        return None  # 2Vh is a formula
    return mention


def _numbers(text: str, language: str) -> list[Mention]:
    """The numbers of a short text; `7 Gbps` and `16 K` too, ranges and references not."""
    try:
        found = list(scan(text, language))
    except NumberProblem:
        return []
    return [] if any(m.what is What.STRUCTURE for m in found) else found


def same_amount(first: Value, second: Value) -> bool:
    """Whether two numbers are one value in two notations, unit included."""
    if first.literal is None or second.literal is None:
        return False
    if What.POINTS in (first.what, second.what) and first.what is not second.what:
        return False
    if first.unit is not None and second.unit is not None and first.unit.dims != second.unit.dims:
        return False
    if (first.unit is None) != (second.unit is None):
        return first.literal.value == second.literal.value
    return first.amount == second.amount
