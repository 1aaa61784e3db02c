"""Rules of each language's typography (`typo.space`, `typo.punctuation`, `typo.number`), most of them mended by `--fix`.

Only running text is looked at: formulas, code, addresses and attributes are masked. A fault that a program can mend carries its
mend.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from book.checks.chapter import Piece, pieces
from book.checks.passage import OPAQUE, Table
from book.findings import Code, Finding
from book.manuscript.reader import Chapter
from book.manuscript.tree import Node
from book.numbers.units import UNITS

NBSP, NARROW = "\u00a0", "\u202f"
HAN = "\u3400-\u9fff"
_SYMBOLS = [
    u
    for u in UNITS
    if re.fullmatch(
        r"[kKMGTPEZcmnpµμu]?i?(?:B|bit|b|s|FLOP|FLOPs|J|W|Wh|Hz|m)(?:/s)?|[кКМГТПЭмнп]{0,2}и?(?:Б|бит|с|флоп|Дж|Вт|Гц)", u
    )
]
UNIT = (
    "(?:"
    + "|".join(sorted((re.escape(u) for u in _SYMBOLS if len(u) > 1), key=len, reverse=True))
    + r")(?:/(?:s|с|token|токен))?(?![A-Za-z0-9_А-Яа-яё])"
)
FULL = dict(zip(",;:!?", "，；：！？", strict=True))
HALF = dict(zip("，。；：！？（）、", [", ", ". ", "; ", ": ", "! ", "? ", " (", ") ", ", "], strict=True))
PAIRS = {"“": "”", "«": "»", "「": "」", "『": "』", "（": "）", "《": "》", "〈": "〉", "【": "】", "„": "“"}


@dataclass(frozen=True)
class Fault:
    """A place in a text and what should stand there."""

    code: Code
    start: int
    end: int
    """In the text that was looked at."""
    new: str | None
    """None: a person has to decide."""
    message: str


@dataclass(frozen=True)
class Slip:
    """A fault of a chapter, with the mend of its source."""

    finding: Finding
    start: int
    end: int
    new: str | None


def slips_of(chapter: Chapter, blocks: Sequence[Node], language: str) -> Iterator[Slip]:
    """All slips of a chapter, in the order of the text."""
    rules = RULES.get(language.split("-")[0], ANY)
    for piece in pieces(blocks, language):
        if isinstance(piece.block, Table):
            for row in (piece.block.head, *piece.block.rows):
                for cell in row:
                    for rule in rules:
                        yield from _slips(chapter, rule(cell.text, language), cell.text, lambda at, start=cell.at: start + at)  # type: ignore[misc]
        else:
            text = piece.reading.masked
            for rule in rules:
                yield from _slips(chapter, rule(text, language), text, _places(piece))


def findings_of(chapter: Chapter, blocks: Sequence[Node], language: str) -> Iterator[Finding]:
    """The slips as findings."""
    return (slip.finding for slip in slips_of(chapter, blocks, language))


def mended(chapter: Chapter, blocks: Sequence[Node], language: str) -> tuple[str, int]:
    """The source with all mechanical slips mended, and how many there were."""
    source, count, last = chapter.source, 0, len(chapter.source) + 1
    slips = sorted(
        (slip for slip in slips_of(chapter, blocks, language) if slip.new is not None), key=lambda slip: (-slip.start, -slip.end)
    )
    for slip in slips:
        if slip.end <= last:
            source = source[:slip.start] + (slip.new or "") + source[slip.end:]
            count, last = count + 1, slip.start
    return source, count


def _places(piece: Piece) -> Callable[[int], int]:
    return piece.reading.source_offset


def _slips(chapter: Chapter, faults: Iterator[Fault], text: str, offset: Callable[[int], int]) -> Iterator[Slip]:
    for fault in faults:
        start, end = offset(fault.start), offset(fault.end - 1) + 1 if fault.end > fault.start else 0
        new = fault.new
        if fault.end == fault.start:
            start = end = _between(chapter.source, offset(fault.start - 1), offset(fault.start))
        elif chapter.source[start:end] != text[fault.start:fault.end]:
            new = None  # an escape or the edge of a link lies between: a person mends it
        line, column = chapter.lines.place(start)
        quote = text[max(0, fault.start - 8):fault.end + 8].replace(OPAQUE, "·").strip()
        finding = Finding(
            chapter.path, line, column, fault.code.id, quote, text[fault.start : fault.end], fault.new or "", fault.message
        )
        yield Slip(finding, start, end, new)


def _between(source: str, before: int, after: int) -> int:
    """Where a space belongs between two characters: outside of a link or of emphasis that begins or ends there."""
    gap = source[before + 1:after]
    return before + 1 if not gap or gap[0] in "[*_" else after


def _each(
    pattern: re.Pattern[str], code: Code, message: str, new: Callable[[re.Match[str]], str | None]
) -> Callable[[str, str], Iterator[Fault]]:
    """A rule that is one pattern; the fault is its group `x`, or all of it."""
    def rule(text: str, language: str) -> Iterator[Fault]:
        for match in pattern.finditer(text):
            start, end = match.span("x") if "x" in pattern.groupindex else match.span()
            put = new(match)
            if put != text[start:end] or start == end:
                yield Fault(code, start, end, put, message)

    return rule


def _put(text: str) -> Callable[[re.Match[str]], str]:
    return lambda match: text


# all languages

unit_space = _each(
    re.compile(rf"(?<![\w.,])\d+(?:[.,]\d+)?(?P<x>)(?={UNIT})(?!(?:bit|бит|B)(?![\w/]))"),
    Code.TYPO_SPACE,
    "a space stands between a number and its unit",
    _put(" "),
)
times_sign = _each(
    re.compile(r"(?<![\w.])\d[\d.,]*\s?(?P<x>[xX*])\s?(?=\d)(?<!0x)(?<!0X)"),
    Code.TYPO_NUMBER,
    "the sign between factors is ×",
    _put("×"),
)


def quotes_paired(text: str, language: str) -> Iterator[Fault]:
    """Each opening mark has its closing one, and none closes before it was opened."""
    closing = {close: open_ for open_, close in PAIRS.items() if open_ != "„"}
    stack: list[tuple[str, int]] = []
    for at, char in enumerate(text):
        if (char in closing and stack and PAIRS.get(stack[-1][0]) == char) or (char == "“" and stack and stack[-1][0] == "„"):
            stack.pop()
        elif char in PAIRS:
            stack.append((char, at))
        elif char in closing:
            yield Fault(Code.TYPO_PUNCTUATION, at, at + 1, None, f"{char} closes what nothing has opened")
    for char, at in stack:
        yield Fault(Code.TYPO_PUNCTUATION, at, at + 1, None, f"{char} is never closed")


def long_numbers(text: str, language: str) -> Iterator[Fault]:
    """Integers of five digits and more stand in groups of three."""
    mark = NARROW if language.startswith("ru") else ","
    for match in re.finditer(r"(?<![\w.,:/#№\u00a0\u202f-])(?P<x>[1-9]\d{4,})(?![\w:/-]|\.\d{5})", text):
        digits = match["x"]
        head = len(digits) % 3
        groups = [digits[:head]] * bool(head) + [digits[i:i + 3] for i in range(head, len(digits), 3)]
        yield Fault(Code.TYPO_NUMBER, *match.span("x"), mark.join(groups), "long numbers stand in groups of three")


# Chinese

wide_marks = _each(
    re.compile(rf"(?<=[{HAN}）》」』”])(?P<x>[,;:!?])(?P<s> ?)(?=[{HAN}（《「『“\s]|$)"),
    Code.TYPO_PUNCTUATION,
    "Chinese text has full-width punctuation",
    lambda match: FULL[match["x"]],
)
full_stop = _each(
    re.compile(rf"(?<=[{HAN}）》」』”])(?P<x>\.)(?=\s*$|\s?[{HAN}])"),
    Code.TYPO_PUNCTUATION,
    "a Chinese sentence ends with 。",
    _put("。"),
)
wide_brackets = _each(
    re.compile(rf"(?P<x>\((?=[^()]*[{HAN}])[^()\n]*\))"),
    Code.TYPO_PUNCTUATION,
    "Chinese text has full-width brackets",
    lambda match: f"（{match['x'][1:-1]}）",
)
ellipsis = _each(
    re.compile(rf"(?<=[{HAN}])(?P<x>\.{{3,6}}|…(?!…))(?<!……)"), Code.TYPO_PUNCTUATION, "the ellipsis is ……", _put("……")
)
han_latin = _each(re.compile(rf"(?:(?<=[{HAN}])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[{HAN}]))(?P<x>)"), Code.TYPO_SPACE,
                  "a space stands between Chinese and letters or digits", _put(" "))
before_mark = _each(
    re.compile(r"(?P<x>[ \u00a0]+)(?=[，。；：！？、）》」』])"),
    Code.TYPO_SPACE,
    "no space stands beside full-width punctuation",
    _put(""),
)
after_mark = _each(
    re.compile(r"(?<=[，。；：！？、（《「『])(?P<x>[ \u00a0]+)(?=\S)"),
    Code.TYPO_SPACE,
    "no space stands beside full-width punctuation",
    _put(""),
)
percent_space = _each(re.compile(r"(?<=\d)(?P<x>[ \u00a0\u202f])(?=%)"), Code.TYPO_SPACE, "% follows its number directly", _put(""))
wave = _each(
    re.compile(r"(?<![\w.])\d[\d.,]*%?(?P<x>\s?[~～—]\s?)(?=\d)"), Code.TYPO_PUNCTUATION, "a range is written with –", _put("–")
)


def chinese_quotes(text: str, language: str) -> Iterator[Fault]:
    """“…” on the mainland, 「…」 in Taiwan; straight marks are none."""
    taiwan = language.startswith("zh-Hant")
    wrong = dict(zip("“”‘’", "「」『』", strict=True)) if taiwan else dict(zip("「」『』", "“”‘’", strict=True))
    for match in re.finditer("[" + "".join(wrong) + "]", text):
        if match[0] == "’" and text[match.start() - 1:match.start()].isascii():
            continue  # an apostrophe of an English word
        yield Fault(
            Code.TYPO_PUNCTUATION,
            match.start(),
            match.end(),
            wrong[match[0]],
            "Taiwan's quotation marks are 「」" if taiwan else "the quotation marks are “”",
        )
    yield from _straight(text, "「" if taiwan else "“", "」" if taiwan else "”", rf"[{HAN}，。；：！？]")


def mega(text: str, language: str) -> Iterator[Fault]:
    """兆 is 10⁶ to some and 10¹² to others: simplified text does not use it."""
    if not language.startswith("zh-Hant"):
        for match in re.finditer(r"\d\s?(?P<x>兆)(?!瓦|赫|欧)", text):
            yield Fault(Code.TYPO_NUMBER, *match.span("x"), None, "兆 is 10⁶ or 10¹²: write 万亿, 百万 or MB")


# Russian

def decimal_comma(text: str, language: str) -> Iterator[Fault]:
    """3,35; versions behind a name in Latin letters keep their point."""
    for match in re.finditer(rf"(?<![\w.,])\d{{1,3}}(?:[ {NBSP}{NARROW}]\d{{3}})*(?P<x>\.)\d+(?![.\d]*\.\d)(?!\w)", text):
        before = text[max(0, match.start() - 24):match.start()]
        name = re.search(r"[A-Za-z][\w-]*[ \u00a0-]$|(?:верси\w+|разд\.|гл\.|§|рис\.|табл\.|п\.)[ \u00a0]$", before)
        if not name or re.match(rf"[ {NBSP}](?:{UNIT}|%)", text[match.end():]):
            yield Fault(Code.TYPO_NUMBER, *match.span("x"), ",", "the decimal mark is a comma")


russian_unit = _each(
    re.compile(rf"(?<=\d)(?P<x> )(?=(?:{UNIT}|%|млн|млрд|трлн|тыс\.))"),
    Code.TYPO_SPACE,
    "a no-break space stands between a number and its unit",
    _put(NBSP),
)
russian_percent = _each(re.compile(r"(?<=\d)(?P<x>)(?=%)"), Code.TYPO_SPACE, "a no-break space stands before %", _put(NBSP))
russian_groups = _each(
    re.compile(r"(?<![\w.,])\d{1,3}(?P<x> )(?=\d{3}(?![\d.]))"),
    Code.TYPO_SPACE,
    "a no-break space stands between groups of digits",
    _put(NARROW),
)
russian_dash = _each(
    re.compile(r"(?<=[А-Яа-яё»)])(?P<x>[ \u00a0](?:-|–|--) )(?=[А-Яа-яё«\w])"),
    Code.TYPO_PUNCTUATION,
    "the dash is —",
    _put(f"{NBSP}— "),
)


def russian_quotes(text: str, language: str) -> Iterator[Fault]:
    """«…», inside them „…“."""
    for match in re.finditer("“([^“”\n]*)”", text):
        yield Fault(Code.TYPO_PUNCTUATION, match.start(), match.start() + 1, "«", "the quotation marks are «»")
        yield Fault(Code.TYPO_PUNCTUATION, match.end() - 1, match.end(), "»", "the quotation marks are «»")
    yield from _straight(text, "«", "»", "[А-Яа-яёA-Za-z]")


# letters

narrow_marks = _each(
    re.compile(r"(?P<x>[，。；：！？、（）])(?P<s> ?)"),
    Code.TYPO_PUNCTUATION,
    "full-width punctuation has no place here",
    lambda match: HALF[match["x"]].strip() if match["s"] else HALF[match["x"]],
)
loose_mark = _each(
    re.compile(r"(?<=[\w)])(?P<x> )(?=[,;:!?](?:\s|$)|\.(?:\s|$))"), Code.TYPO_SPACE, "no space stands before punctuation", _put("")
)
apostrophe = _each(re.compile(r"(?<=[A-Za-z])(?P<x>')(?=[A-Za-z])"), Code.TYPO_PUNCTUATION, "the apostrophe is ’", _put("’"))


def english_quotes(text: str, language: str) -> Iterator[Fault]:
    """Curved marks."""
    yield from _straight(text, "“", "”", "[A-Za-z]")


def _straight(text: str, opening: str, closing: str, near: str) -> Iterator[Fault]:
    """Straight double quotes in pairs around words of the language; inches and lone ones are left."""
    marks = [match.start() for match in re.finditer(r'(?<![\d\\])"', text)]
    if len(marks) % 2 == 0 and re.search(near, text):
        for at, put in zip(marks, [opening, closing] * (len(marks) // 2), strict=True):
            yield Fault(Code.TYPO_PUNCTUATION, at, at + 1, put, f"the quotation marks are {opening}{closing}")


Rule = Callable[[str, str], Iterator[Fault]]
_COMMON: tuple[Rule, ...] = (unit_space, times_sign, quotes_paired, long_numbers)
ANY: tuple[Rule, ...] = (unit_space, quotes_paired)
"""For languages whose habits nobody has written down yet."""
RULES: dict[str, tuple[Rule, ...]] = {
    "zh": (
        *_COMMON,
        wide_marks,
        full_stop,
        wide_brackets,
        ellipsis,
        han_latin,
        before_mark,
        after_mark,
        percent_space,
        wave,
        chinese_quotes,
        mega,
    ),
    "ru": (
        *_COMMON,
        decimal_comma,
        russian_unit,
        russian_percent,
        russian_groups,
        russian_dash,
        russian_quotes,
        narrow_marks,
        loose_mark,
    ),
    "en": (*_COMMON, percent_space, narrow_marks, loose_mark, apostrophe, english_quotes),
}
"""The rules of each family of languages; adding one means adding a function and its name here."""
