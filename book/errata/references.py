"""Numbers of figures, tables, equations, examples and works: which ones the text defines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

NUMBER = r"\d{1,3}(?:[.\-–]\d{1,3}){0,2}[a-z]?"
_KIND = (
    r"(?P<kind>fig(?:ure)?\.?|tab(?:le)?\.?|eq(?:uation)?\.?|example|listing|exercise|section|sec\.?|chapter|algorithm|图|圖|表|式|公式|方程|示例|例|习题|習題|清单|清單|节|節|算法"
    r"|рис(?:унок|унке|унка)?\.?|табл(?:ица|ице|ицы)?\.?|формул[аеы]|уравнени[ея]|пример[ае]?|листинг[ае]?|раздел[ае]?)"
)
LABELLED = re.compile(rf"{_KIND}\s?\(?(?P<number>{NUMBER})\)?", re.IGNORECASE)
_WORK = re.compile(r"\[(?P<key>\d{1,3})\]")


@dataclass(frozen=True)
class Label:
    """A printed number of something, with the word before it if there is one."""

    number: str
    word: str = ""
    work: bool = False
    """`[30]`: a work of the bibliography."""


def label_of(text: str, *, bare: bool = False) -> Label | None:
    """The label that a text is about; `bare` takes a number without a word too."""
    text = text.strip(' .,;。“”"「」()（）')
    if match := _WORK.fullmatch(text):
        return Label(match["key"], work=True)
    if match := LABELLED.search(text):
        return Label(match["number"].replace("–", "-"), match["kind"].lower().rstrip("."))
    if bare and re.fullmatch(NUMBER, text):
        return Label(text)
    return None


def defined(sources: Iterable[str], label: Label) -> bool:
    """Whether some text defines a label: a tag, a caption, a heading, or a paragraph that begins with it."""
    number = re.escape(label.number)
    if label.work:
        pattern = rf"^\s{{0,3}}\\?\[{number}\\?\][:\s]"
    else:
        pattern = (
            rf"\\tag\*?\{{\(?{number}\)?\}}|!\[[^\]\n]{{0,20}}?(?<![\d.\-]){number}(?![\d.\-]*\d)[^\]\n]{{0,400}}\]\("
            rf"|^\s{{0,3}}(?:[:>]\s*)?(?:\*\*|__)?(?:{_KIND})\s?\(?{number}\)?(?:\*\*|__|[.:：\s)]|$)"
            rf"|^#{{1,6}}\s+(?:{_KIND}\s?)?{number}(?![\d.])"
        )
    flags = re.MULTILINE | re.IGNORECASE
    pattern = _renamed(pattern)
    return any(_definition(source, pattern, flags, label) for source in sources)


def _definition(source: str, pattern: str, flags: int, label: Label) -> bool:
    """A match that is a definition: a sentence that merely begins with the words has a verb after them and the text goes on."""
    for match in re.finditer(pattern, source, flags):
        line_end = source.find("\n", match.end())
        line = source[match.start() : line_end if line_end >= 0 else len(source)].strip()
        marked = line.startswith(("![", ":", "#", "**", "__", "[", "\\[")) or "\\tag" in match[0]
        if marked or label.work or len(line) <= 40:
            return True
    return False


def _renamed(pattern: str) -> str:
    """The pattern with its named groups made plain: one name may stand only once."""
    return pattern.replace("(?P<kind>", "(?:")


def entry(sources: Iterable[str], label: Label) -> str:
    """The text of a work's entry."""
    for source in sources:
        if match := re.search(rf"^\s{{0,3}}\\?\[{re.escape(label.number)}\\?\][:\s]\s*(?P<text>.+)$", source, re.MULTILINE):
            return match["text"]
    return ""


def names_before(quote: str, label: Label) -> list[str]:
    """Words right before a work's number in a quote: the name by which the text calls it."""
    match = re.search(rf"(?P<words>[^|\[\]\n]{{1,60}}?)\s*\[{re.escape(label.number)}\]", quote)
    words = re.findall(r"[^\W\d_]{4,}", match["words"]) if match else []
    return [word for word in words if word[0].isupper() or ord(word[0]) > 0x2E80][-2:]
