"""A chapter of the book as passages and tables, with its links kept as marks: what is bound, cited or a reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from book.checks.listing import NOTHING, WINDOW, Between, Listed, Listing, listed
from book.checks.passage import Block, Cell, Kind, Passage, Reading, Segment, Table, reading_of
from book.manuscript.tree import TEXT, Node, children, stringify, table_rows

LISTS = ("BulletList", "OrderedList")
SPACES = frozenset(("Space", "SoftBreak", "LineBreak"))
SEAM = "\ufffc"
"""Keeps emphasised digits from running into the word before them."""


@dataclass(frozen=True)
class Mark:
    """A stretch of a passage or cell that is a link."""

    start: int
    end: int
    """Places in the reading's text, or in the cell's."""
    kind: str
    """`calc`, `cite`, `reference` or `equation`."""
    target: str
    at: int
    """Offset of the link in the source."""


@dataclass(frozen=True)
class Piece:
    """A passage or a table, with its marks and what stands around it."""

    block: Block
    reading: Reading
    """Of a passage; of a table its caption and head."""
    marks: tuple[Mark, ...] = ()
    cells: tuple[tuple[tuple[Mark, ...], ...], ...] = ()
    """Of a table: the marks of each cell, row by row."""
    role: str = "prose"
    """prose, heading, caption, alt or table."""
    classes: tuple[str, ...] = field(default=())
    """Boxes in which it stands."""


def pieces(blocks: Sequence[Node], language: str) -> Iterator[Piece]:
    """The pieces of a chapter's blocks, in the order of the text; footnotes follow the passage that calls them."""
    return _Walk(language).blocks(blocks, ())


class _Walk:
    def __init__(self, language: str) -> None:
        self.language = language

    def blocks(self, nodes: Sequence[Node], classes: tuple[str, ...]) -> Iterator[Piece]:
        for i, node in enumerate(nodes):
            kind = node["t"]
            content: Any = node.get("c")
            if kind in ("Para", "Plain", "Header"):
                inlines = content[2] if kind == "Header" else content
                role = "heading" if kind == "Header" else "prose"
                yield from self.passage(inlines, classes, role, _listed(nodes[i + 1:i + 1 + WINDOW]), node.get("p", 0))
            elif kind == "Table":
                yield from self.table(node, classes)
            elif kind == "Figure":
                yield from self.figure(node, classes)
            elif kind == "Div":
                yield from self.blocks(content[1], (*classes, *content[0][1]))
            else:
                for part in children(node):
                    if part and part[0]["t"] in ("Str", "Math", "Code", *TEXT, *SPACES):
                        yield from self.passage(part, classes, "prose", NOTHING, node.get("p", 0))
                    else:
                        yield from self.blocks(part, classes)

    def passage(self, inlines: Sequence[Node], classes: tuple[str, ...], role: str, after: Listed, at: int) -> Iterator[Piece]:
        line = _Line(at)
        line.inlines(inlines)
        block = Passage(line.segments, self.language, after)
        yield Piece(block, reading_of(block), tuple(line.marks), (), role, classes)
        for note in line.notes:
            yield from self.blocks(note, (*classes, "footnote"))

    def figure(self, node: Node, classes: tuple[str, ...]) -> Iterator[Piece]:
        caption = node["c"][1][1]
        for block in caption:
            yield from self.passage(block["c"], classes, "caption", NOTHING, node.get("p", 0))
        for block in node["c"][2]:
            for image in block.get("c", []):
                if image["t"] == "Image":
                    yield from self.passage(image["c"][1], classes, "alt", NOTHING, node.get("p", 0))

    def table(self, node: Node, classes: tuple[str, ...]) -> Iterator[Piece]:
        notes: list[Sequence[Node]] = []
        rows = [[self.cell(cell, node.get("p", 0), notes) for cell in row] for row in table_rows(node)]
        caption = node["c"][1][1]
        line = _Line(node.get("p", 0))
        for block in caption:
            line.inlines(block["c"])
        head, body = rows[:1], rows[1:]
        cells = tuple(tuple(cell for cell, _ in row) for row in body)
        table = Table(tuple(cell for cell, _ in head[0]) if head else (), cells, self.language)
        passage = Passage(line.segments, self.language)
        yield Piece(table, reading_of(passage), (), tuple(tuple(marks for _, marks in row) for row in body), "table", classes)
        if line.segments:
            yield Piece(passage, reading_of(passage), tuple(line.marks), (), "caption", classes)
        for note in [*notes, *line.notes]:
            yield from self.blocks(note, (*classes, "footnote"))

    def cell(self, cell: Sequence[object], at: int, notes: list[Sequence[Node]]) -> tuple[Cell, tuple[Mark, ...]]:
        line = _Line(at, bare=True)
        blocks: Sequence[Node] = cell[4]  # type: ignore[assignment]
        for block in blocks:
            if block["t"] in ("Plain", "Para"):
                line.inlines(block["c"])
        notes += line.notes
        segments = line.segments
        return Cell("".join(segment.text for segment in segments), segments[0].at if segments else at), tuple(line.marks)


def _listed(following: Sequence[Node]) -> Listed:
    """What is listed after a passage."""
    return listed([*map(_followed, following)]) if following and following[0]["t"] in LISTS else NOTHING


def _followed(node: Node) -> Listing | Between | str:
    """A block after a passage, as far as it matters to the list there."""
    kind = node["t"]
    if kind in LISTS:
        items = children(node)
        inner = sum(len(children(item[1])) for item in items if [block["t"] in LISTS for block in item] == [False, True] and item[0]["t"] == "Plain")
        return Listing(tuple(stringify(item[:1]) for item in items), node["c"][0][0] if kind == "OrderedList" else 0, inner)
    if kind in ("Para", "Plain") and node["c"][0]["t"] not in ("Image", "RawInline"):
        return stringify([node]).rstrip()
    return Between.HEADING if kind == "Header" else Between.OTHER


_MARKED = {"bound": ("calc", "calc"), "citation": ("cite", "keys")}
_DELIMITERS = {Kind.PROSE: 0, Kind.CODE: 1, Kind.MATH: 1, Kind.DISPLAY: 2}


def _link(target: str) -> tuple[str, str]:
    """The kind of a link that is not resolved yet, and where it leads."""
    scheme, _, rest = target.partition(":")
    return (scheme, rest) if scheme in ("calc", "cite") else ("reference", target)


class _Line:
    """Inlines to segments; a link begins and ends a segment, so that its place is exact."""

    def __init__(self, at: int, *, bare: bool = False) -> None:
        self.at, self.bare = at, bare
        self.done: list[Segment] = []
        self.run: list[str] = []
        self.run_at = at
        self.marks: list[Mark] = []
        self.notes: list[Sequence[Node]] = []
        self.length = 0
        self.fresh = True

    @property
    def segments(self) -> tuple[Segment, ...]:
        """All that was read."""
        self.end_run()
        return tuple(self.done)

    def inlines(self, nodes: Sequence[Node]) -> None:
        for node in nodes:
            self.at = node.get("p", self.at)
            if node["t"] == "Str":
                self.prose(node["c"])
            elif node["t"] in SPACES:
                self.prose(" ")
            else:
                self.inline(node)

    def inline(self, node: Node) -> None:
        kind = node["t"]
        content: Any = node.get("c")
        if kind in ("Code", "Math"):
            shown = Kind.CODE if kind == "Code" else Kind.DISPLAY if content[0]["t"] == "DisplayMath" else Kind.MATH
            self.add(Segment(shown, content[1], self.at))
        elif kind == "Note":
            self.notes.append(content)
        elif kind in TEXT:
            before = self.run[-1] if self.run else self.done[-1].text if self.done else ""
            if before[-1:].isalnum():
                self.prose(SEAM)
            self.inlines(content)
        elif kind in ("Link", "Span"):
            self.marked(node)
        elif kind in ("Image", "Quoted", "Cite"):
            self.quoted(node) if kind == "Quoted" else self.inlines(content[1])

    def quoted(self, node: Node) -> None:
        self.prose("“")
        self.inlines(node["c"][1])
        self.prose("”")

    def marked(self, node: Node) -> None:
        (identifier, classes, pairs), inner = node["c"][0], node["c"][1]
        found = next((_MARKED[name] for name in classes if name in _MARKED), None)
        kind, target = (found[0], dict(pairs).get(found[1], "")) if found else ("", "")
        if node["t"] == "Link":
            kind, target = _link(node["c"][2][0])
        elif "equation" in classes:
            kind, target = "equation", identifier
        at, start = node.get("p", self.at), self.length
        self.fresh = True
        self.inlines(inner)
        self.fresh = True
        if kind:
            self.marks.append(Mark(start, self.length, kind, target, at))

    def prose(self, text: str) -> None:
        if self.fresh or not self.run:
            self.end_run()
            self.run_at = self.at
            self.fresh = False
        self.run.append(text)
        self.length += len(text)

    def end_run(self) -> None:
        """Words on end are one segment."""
        if self.run:
            self.done.append(Segment(Kind.PROSE, "".join(self.run), self.run_at))
            self.run = []

    def add(self, segment: Segment) -> None:
        self.end_run()
        self.done.append(segment)
        self.length += len(segment.text) + (0 if self.bare else 2 * _DELIMITERS[segment.kind])
        self.fresh = False
