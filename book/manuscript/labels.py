"""Labels, their numbers, and the references to them: resolved here, once, for all formats."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from book.errors import Fault
from book.manuscript.blocks import NUMBERED_BOXES
from book.manuscript.reader import Chapter
from book.manuscript.tree import Node, opened, rebuild, string, stringify, walk

TYPED = re.compile(r"^\s*(?:第\s*([\d一二三四五六七八九十]+)\s*[章节節]|(?:Chapter|Глава|Appendix)\s+(\w+)|(\d+(?:\.\d+)*)[.、．]?)(?=[\s:：.、]|$)", re.I)
"""A number that an author has typed into a heading."""

SECTION_DEPTH = 3
"""Headings down to this level have numbers and stand in the outline."""


@dataclass(frozen=True)
class Label:
    """Something that can be referred to."""

    id: str
    kind: str
    """chapter, section, figure, table, equation, example, exercise, experiment, or anchor (no number)."""
    number: str
    """As printed, without the words around it; empty where there is none."""
    chapter: str
    """Slug of the chapter where it stands."""
    title: tuple[Node, ...] = ()
    level: int = 0
    """Of a heading: 1 for a chapter."""


@dataclass
class Numbering:
    """All labels of an edition in the order of the text, and what is wrong with them."""

    labels: dict[str, Label] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def of_kind(self, *kinds: str) -> list[Label]:
        """The labels of these kinds, in the order of the text."""
        return [label for label in self.labels.values() if label.kind in kinds]


def anchor_of(chapter: Chapter, identifier: str) -> str:
    """The id under which a heading without a label of the book's form is known in the whole edition."""
    return identifier if ":" in identifier else f"{chapter.slug}--{identifier}"


def typed_number(inlines: Sequence[Node]) -> str:
    """The number that the author typed at the start of a heading, if any."""
    match = TYPED.match(stringify(inlines))
    return next((group for group in match.groups() if group), "") if match else ""


def has_typed_numbers(chapters: Sequence[Chapter]) -> bool:
    """Whether this book numbers its headings by hand; then the toolchain does not."""
    heads = [node for chapter in chapters for node in chapter.blocks if node["t"] == "Header" and node["c"][0] <= 2]
    typed = sum(1 for node in heads if typed_number(node["c"][2]))
    return typed * 2 > len(heads)


class _Counter:
    """The running numbers of one edition."""

    def __init__(self, numbering: Numbering, *, typed: bool) -> None:
        self.numbering = numbering
        self.typed = typed
        self.chapters = 0
        self.chapter_number = ""
        self.counts: dict[str, int] = {}
        self.sections = [0] * (SECTION_DEPTH + 1)

    def enter(self, number: str) -> None:
        self.chapter_number = number
        self.counts = {}
        self.sections = [0] * (SECTION_DEPTH + 1)

    def next(self, kind: str) -> str:
        self.counts[kind] = self.counts.get(kind, 0) + 1
        return f"{self.chapter_number}.{self.counts[kind]}" if self.chapter_number else str(self.counts[kind])

    def heading(self, level: int, classes: Sequence[str], inlines: Sequence[Node]) -> str:
        """The number of a heading; empty for unnumbered ones."""
        if level == 1:
            if self.typed:
                number = typed_number(inlines)
            elif "unnumbered" in classes:
                number = ""
            else:
                self.chapters += 1
                number = str(self.chapters)
            self.enter(number)
            return number
        if self.typed:
            return typed_number(inlines)
        if level > SECTION_DEPTH or "unnumbered" in classes or not self.chapter_number:
            return ""
        self.sections[level] += 1
        self.sections[level + 1:] = [0] * (SECTION_DEPTH - level)
        inner = [str(count) for count in self.sections[2:level + 1]]
        return ".".join([self.chapter_number, *inner])


def number(chapters: Sequence[Chapter]) -> Numbering:
    """Number everything that has a number, in the order of the text. Gives headings, boxes and figures without a label
    an anchor of their own."""
    numbering = Numbering()
    counter = _Counter(numbering, typed=has_typed_numbers(chapters))
    for chapter in chapters:
        for node in walk(chapter.blocks):
            _number_node(chapter, node, counter)
    return numbering


def _number_node(chapter: Chapter, node: Node, counter: _Counter) -> None:
    kind, content = opened(node)
    if kind == "Header":
        level, (identifier, classes, _), inlines = content
        label = Label(anchor_of(chapter, identifier or f"h{node['p']}"), "chapter" if level == 1 else "section",
                      counter.heading(level, classes, inlines), chapter.slug, tuple(inlines), level)
    elif kind == "Figure" and content[0][0]:
        label = Label(content[0][0], "figure", counter.next("figure"), chapter.slug, _caption(content[1]))
    elif kind == "Table" and content[0][0]:
        label = Label(content[0][0], "table", counter.next("table"), chapter.slug, _caption(content[1]))
    elif kind == "Span" and "equation" in content[0][1]:
        label = Label(content[0][0], "equation", counter.next("equation"), chapter.slug)
    elif kind == "Div" and "box" in content[0][1]:
        label = _box_label(chapter, node, counter)
    elif kind in ("Span", "Div", "Image", "CodeBlock", "Link") and content[0][0]:
        label = Label(anchor_of(chapter, content[0][0]), "anchor", "", chapter.slug)
    else:
        return
    _add(chapter, node, label, counter.numbering)


def _caption(caption: list[Any]) -> tuple[Node, ...]:
    blocks: list[Node] = caption[1] or []
    return tuple(blocks[0]["c"]) if blocks else ()


def _box_label(chapter: Chapter, node: Node, counter: _Counter) -> Label:
    identifier, classes, _ = node["c"][0]
    kind = classes[1]
    number_ = counter.next(kind) if kind in NUMBERED_BOXES else ""
    title: list[Node] = next((part["c"][1][0]["c"] for part in node["c"][1][:1] if part["t"] == "Div" and "box-title" in part["c"][0][1]), [])
    return Label(anchor_of(chapter, identifier or f"{kind}{node['p']}"), kind if number_ else "anchor", number_, chapter.slug,
                 tuple(title))


def _add(chapter: Chapter, node: Node, label: Label, numbering: Numbering) -> None:
    if label.id in numbering.labels:
        other = numbering.labels[label.id]
        where = "in this chapter" if other.chapter == chapter.slug else f"in chapter {other.chapter}"
        numbering.faults.append(chapter.fault(node, f"label #{label.id} is already taken {where}; give one of them another name",
                                              "ref.doubled"))
        return
    numbering.labels[label.id] = label


def fill_number(chapter: Chapter, link: Node, number_: str) -> tuple[list[Node], bool]:
    """The link's text with `number_` in the place of its lone `#`; False when it has none. `\\#` is literal."""
    filled = False

    def change(node: Node) -> list[Node] | None:
        nonlocal filled
        if node["t"] != "Str" or filled:
            return None
        at = _lone(chapter.source, int(node["p"]), node["c"])
        if at < 0:
            return None
        filled = True
        return [{**node, "c": node["c"][:at] + number_ + node["c"][at + 1:]}]

    inlines = rebuild(link["c"][1], change)
    for index, node in enumerate(inlines[1:], 1):
        if node["t"] == "Str" and node is not link["c"][1][index] and inlines[index - 1]["t"] == "Space":
            inlines[index - 1] = string("\u00a0")  # a word and its number stay on one line
    return inlines, filled


def _lone(source: str, offset: int, word: str) -> int:
    """Where in `word`, which stands at `offset`, the first `#` is that has no backslash before it; -1 if there is none."""
    for at, character in enumerate(word):
        if character == "#":
            offset = source.find("#", offset) + 1
            if offset == 0 or source[offset - 2] != "\\":
                return at
    return -1
