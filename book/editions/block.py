"""A chapter cut into the blocks that translators work on: headings, paragraphs, list items, tables, figures, code, footnotes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from book.editions.reading import STOP, Reading, han_in, hash_of, letters_in, parted, read_block, sketch_of, words_in
from book.manuscript.positions import NOTE
from book.manuscript.reader import Chapter
from book.manuscript.tree import Node, opened

CALL = re.compile(r"\[\^([^\]\n]+)\]")
RULE = re.compile(r"(?:-{3,}|\*{3,}|_{3,})$")
"""A line across the page."""


WEIGHTS = {"w": 0.3, "n": 0.3}
"""Names and digits weigh less than ids, formulas and code: translations explain names in brackets and tell numbers in words."""


@dataclass(frozen=True)
class Block:
    """The smallest piece that is translated, accepted or found stale as a whole."""

    kind: str
    """heading, text, table, figure, formula or code."""
    level: int
    """Of a heading, else 0."""
    start: int
    end: int
    """Offsets in the file: its Markdown."""
    line: int
    """Its first line, from 1."""
    section: str
    """The label under which it stands: a heading's, a box's or a footnote's; empty before the first."""
    labels: tuple[str, ...]
    """Ids that it defines."""
    features: tuple[str, ...]
    """Language-neutral contents; see `reading`."""
    hash: str
    """Of its text, typography apart."""
    sketch: tuple[str, ...]
    """Short hashes of its sentences."""
    words: int
    size: int
    """Letters of its prose."""
    han: int
    """Chinese characters of its prose."""
    prose: str = field(repr=False)
    nodes: tuple[Node, ...] = field(default=(), repr=False, compare=False)
    """Its part of the tree; empty when the block came from a cache."""

    @cached_property
    def counted(self) -> Counter[str]:
        """The features with their numbers."""
        return Counter(self.features)

    @cached_property
    def weight(self) -> float:
        """The weight of all features."""
        return sum(WEIGHTS.get(feature[0], 1.0) for feature in self.features)

    def text(self, source: str) -> str:
        """Its Markdown."""
        return source[self.start:self.end]

    def as_json(self) -> list[Any]:
        """What a cache keeps: everything but the tree."""
        return [
            self.kind,
            self.level,
            self.start,
            self.end,
            self.line,
            self.section,
            self.labels,
            self.features,
            self.hash,
            self.sketch,
            self.words,
            self.size,
            self.han,
            self.prose,
        ]

    @classmethod
    def from_json(cls, kept: list[Any]) -> Block:
        """The block that `as_json` kept."""
        kind, level, start, end, line, section, labels, features, hash_, sketch, words, size, han, prose = kept
        return cls(
            kind, level, start, end, line, section, tuple(labels), tuple(features), hash_, tuple(sketch), words, size, han, prose
        )


@dataclass(frozen=True)
class _Piece:
    """A block before its end is known."""

    kind: str
    level: int
    start: int
    section: str
    node: Node
    reading: Reading


def cut(chapter: Chapter, language: str = "", *, trees: bool = True) -> list[Block]:
    """The blocks of a chapter in the order of the file; `language` says how its numbers are grouped, `trees` whether they keep theirs."""
    cutter = _Cutter(chapter, language)
    cutter.blocks(chapter.blocks)
    pieces = sorted(cutter.pieces, key=lambda piece: piece.start)
    ends = [piece.start for piece in pieces[1:]] + [len(chapter.source)]
    return [_block(chapter, piece, end, language, trees=trees) for piece, end in zip(pieces, ends, strict=True)]


def _block(chapter: Chapter, piece: _Piece, limit: int, language: str, *, trees: bool) -> Block:
    reading = piece.reading
    end = _end(chapter.source, piece.start, limit)
    kind = piece.kind
    if kind == "text" and not reading.prose.strip() and any(feature[0] == "m" for feature in reading.features):
        kind = "formula"
    parts = parted(f"{'#' * piece.level}{reading.text}", language)
    said = parts.replace(STOP, "")
    prose = " ".join(reading.prose.split())
    return Block(kind, piece.level, piece.start, end, chapter.lines.place(piece.start)[0], piece.section, tuple(reading.labels),
                 tuple(reading.features), hash_of(said), tuple(sketch_of(parts)), words_in(prose), letters_in(prose),
                 han_in(prose), prose, (piece.node,) if trees else ())


def _end(source: str, start: int, limit: int) -> int:
    """Where a block ends: before the empty lines, ends of boxes, comments and rules that separate it from the next one."""
    end = limit
    while True:
        end = start + len(source[start:end].rstrip())
        line = max(start, source.rfind("\n", start, end) + 1)
        last = source[line:end].lstrip(" \t>")
        if line > start and (last.startswith(":::") or (RULE.match(last) and source[start:line].endswith("\n\n"))):
            end = line
        elif last.endswith("-->") and (comment := source.rfind("<!--", start, end)) > start:
            end = comment
        else:
            return end


CLOSING = re.compile(r"[`*_~$^\])}\"'”’]+[ \t]*\n\s*")


def _start(source: str, offset: int) -> int:
    """Where a block begins: the reader may place it before the marks that close code or emphasis at the end of the item before."""
    line = source.rfind("\n", 0, offset) + 1
    closing = CLOSING.match(source, offset) if source[line:offset].strip() else None
    return closing.end() if closing else offset


LEAVES = {"Para": "text", "Plain": "text", "LineBlock": "text", "CodeBlock": "code", "RawBlock": "code", "Table": "table",
          "Figure": "figure"}


def _kind_of(kind: str, content: Any) -> str:
    """The kind of a block that holds no other blocks; empty for a comment."""
    if kind == "RawBlock" and content[1].lstrip().startswith("<!--"):
        return ""
    alone = kind in ("Para", "Plain") and len(content) == 1 and content[0]["t"] == "Image"
    return "figure" if alone else LEAVES[kind]


class _Cutter:
    """Goes through a tree and notes where each block begins and under which label it stands."""

    def __init__(self, chapter: Chapter, language: str) -> None:
        self.language = language
        self.chapter = chapter
        self.pieces: list[_Piece] = []
        self.section = ""
        self.notes = {match[1].casefold(): match.start() for match in reversed(list(NOTE.finditer(chapter.source)))}

    def blocks(self, nodes: Sequence[Node]) -> None:
        for node in nodes:
            self.block(node)

    def block(self, node: Node) -> None:
        kind, content = opened(node)
        if kind == "Header":
            self.section = content[1][0] or self.section
            self.add("heading", node, content[0])
        elif kind in LEAVES:
            self.add(_kind_of(kind, content), node)
        elif kind == "Div":
            self.box(content)
        elif kind == "BlockQuote":
            self.blocks(content)
        elif kind in ("BulletList", "OrderedList"):
            for item in content if kind == "BulletList" else content[1]:
                self.blocks(item)
        elif kind == "DefinitionList":
            for term, definitions in content:
                self.add("text", {"t": "Plain", "c": term, "p": term[0].get("p", node["p"]) if term else node["p"]})
                for definition in definitions:
                    self.blocks(definition)

    def box(self, content: list[Any]) -> None:
        """A box's blocks; its title is a heading."""
        (label, classes, _), inner = content
        if "box-title" in classes:
            for node in inner:
                self.add("heading", node, 4)
            return
        outer = self.section
        self.section = label or outer
        self.blocks(inner)
        self.section = outer if label else self.section

    def add(self, kind: str, node: Node, level: int = 0) -> None:
        if not kind or (kind == "text" and not node["c"]):
            return
        reading = read_block(node, self.language)
        self.pieces.append(_Piece(kind, level, _start(self.chapter.source, node["p"]), self.section, node, reading))
        for note in reading.notes:
            self.note(note)

    def note(self, note: Node) -> None:
        """A footnote's blocks stand where it is defined, under its name."""
        match = CALL.match(self.chapter.source, note["p"])
        name = match[1].casefold() if match else ""
        if not note["c"] or name not in self.notes:
            return
        outer, self.section = self.section, f"^{name}"
        first = len(self.pieces)
        self.blocks(note["c"])
        if len(self.pieces) > first:
            old = self.pieces[first]
            self.pieces[first] = _Piece(old.kind, old.level, self.notes[name], old.section, old.node, old.reading)
        self.section = outer
