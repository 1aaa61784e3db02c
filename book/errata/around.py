"""What stands around a place: the raw blocks of its chapter, and each block as a passage or table that the checks can read.

Only the blocks near a quote are read, straight from the raw text, so that a report on a long book costs no parse of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from book.checks.listing import NOTHING, WINDOW, Between, Listed, Listing, listed
from book.checks.passage import Cell, Kind, Passage, Segment, Table

FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?^(?:---|\.\.\.)[ \t]*$", re.S | re.M)
_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+")
_HEADING = re.compile(r"#{1,6}\s")
MAX_BLOCK = 40_000
"""Characters of a block beyond which it is no prose."""


@dataclass(frozen=True)
class Block:
    """A run of lines between blank ones."""

    kind: str
    """`heading`, `paragraph`, `table`, `list` or `code`."""
    start: int
    end: int


def blocks_of(source: str) -> list[Block]:
    """The blocks of a raw text in order; front matter and comments' lines are no blocks."""
    match = FRONT_MATTER.match(source)
    at = match.end() if match else 0
    out: list[Block] = []
    begin, fence = -1, ""
    for line in source[at:].splitlines(keepends=True):
        stripped = line.strip()
        opening = _FENCE.match(line)
        if fence:
            if opening and opening[1].startswith(fence):
                fence = ""
                out.append(Block("code", begin, at + len(line.rstrip("\n"))))
                begin = -1
        elif opening:
            _close(out, source, begin, at)
            begin, fence = at, opening[1]
        elif not stripped:
            _close(out, source, begin, at)
            begin = -1
        elif _HEADING.match(line):
            _close(out, source, begin, at)
            out.append(Block("heading", at, at + len(line.rstrip("\n"))))
            begin = -1
        elif begin < 0:
            begin = at
        at += len(line)
    _close(out, source, begin, len(source))
    return out


def _close(out: list[Block], source: str, begin: int, end: int) -> None:
    """The block that ends here, if one is open."""
    if begin < 0:
        return
    text = source[begin:end].rstrip()
    if text.lstrip().startswith("<!--") and text.endswith("-->") and text.count("<!--") == 1:
        return
    kind = "table" if _is_table(text) else "list" if _ITEM.match(text) else "paragraph"
    out.append(Block(kind, begin, begin + len(text)))


def _is_table(text: str) -> bool:
    lines = text.split("\n", 2)
    return len(lines) > 1 and "|" in lines[0] and re.fullmatch(r"[\s|:-]*-[\s|:-]*", lines[1]) is not None and "|" in lines[1]


def section_of(blocks: list[Block], start: int, reach: int = 30) -> list[Block]:
    """The blocks from the heading above a place to the next one, at most `reach` on either side."""
    at = next((i for i, block in enumerate(blocks) if block.end >= start), len(blocks) - 1)
    first = at
    while first > 0 and at - first < reach and blocks[first].kind != "heading":
        first -= 1
    last = at + 1
    while last < len(blocks) and last - at < reach and blocks[last].kind != "heading":
        last += 1
    return blocks[first:last]


# a block as the checks read it

_INLINE = re.compile(
    r"(?P<display>\$\$(?P<big>.+?)\$\$)|(?P<math>\$(?P<small>(?=\S)[^$\n]{0,2000}?(?:\n[^$\n]{1,2000}?){0,4}(?<=\S))\$(?!\d))"
    r"|(?P<code>(?P<ticks>`{1,3})(?P<span>[^`\n]{1,4000}?)(?P=ticks))|(?P<comment><!--.*?-->)|(?P<open>!?\[(?=[^\]\n]{0,600}\]\())"
    r"|(?P<target>\]\([^()\n]{0,400}(?:\([^()\n]{0,100}\)[^()\n]{0,100})?\))|(?P<note>\[\^[^\]\n]{1,40}\]:?)|(?P<label>\{[#.][^{}\n]{0,80}\})"
    r"|(?P<stars>\*{1,3}(?=\S)|(?<=\S)\*{1,3}|(?<![\w])_{1,2}(?=\w)|(?<=\w)_{1,2}(?![\w]))|(?P<escape>\\(?=[!-/:-@\[-`{-~]))"
    r"|(?P<start>^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|(?:[-*+]|\d{1,3}[.)])[ \t]+|:{1,3}[ \t]+))|(?P<line>\n)",
    re.S | re.M,
)
SEAM = "\ufffc"


def passage_of(source: str, block: Block, language: str, after: Sequence[Block] = ()) -> Passage:
    """A block of running text as a passage with places in the source; `after` are the blocks behind it, in which a list may stand."""
    end = min(block.end, block.start + MAX_BLOCK)
    segments: list[Segment] = []
    at = block.start
    for match in _INLINE.finditer(source, block.start, end):
        if match.start() > at:
            segments.append(Segment(Kind.PROSE, source[at : match.start()], at))
        segments += _inline(match, segments)
        at = match.end()
    if end > at:
        segments.append(Segment(Kind.PROSE, source[at:end], at))
    return Passage(tuple(segments), language, _listed(source, after))


def _inline(match: re.Match[str], before: list[Segment]) -> list[Segment]:
    """The segments of one piece of markup."""
    if match["display"]:
        return [Segment(Kind.DISPLAY, match["big"], match.start("big"))]
    if match["math"]:
        return [Segment(Kind.MATH, match["small"], match.start("small"))]
    if match["code"]:
        return [Segment(Kind.CODE, match["span"], match.start("span"))]
    if match["line"]:
        return [Segment(Kind.PROSE, " ", match.start())]
    if match["stars"] and before and before[-1].text[-1:].isalnum():
        return [Segment(Kind.PROSE, SEAM, match.start())]
    return []


def _listed(source: str, after: Sequence[Block]) -> Listed:
    """What the list after a passage lists, with the blocks that may carry it on."""
    return listed(list(_followed(source, after[:WINDOW]))) if after and after[0].kind == "list" else NOTHING


def _followed(source: str, blocks: Sequence[Block]) -> Iterator[Listing | Between | str]:
    """The blocks after a passage, as far as they matter to a list; a list with blank lines between its items is one."""
    numbered = [block.kind == "list" and source[block.start : block.end].lstrip()[:1].isdigit() for block in blocks]
    for (kind, _), run in groupby(zip(blocks, numbered, strict=True), key=lambda pair: (pair[0].kind, pair[1])):
        members = [block for block, _ in run]
        if kind == "list":
            yield _listing(source[members[0].start : members[-1].end])
            continue
        for block in members:
            text = source[block.start : block.end]
            plain = kind == "paragraph" and not text.lstrip().startswith(("![", "<"))
            yield text if plain else Between.HEADING if kind == "heading" else Between.OTHER


def _listing(text: str) -> Listing:
    """The items of a list at its outer level, without their markup."""
    marks = list(_MARK.finditer(text))
    indents = [len(mark["indent"].expandtabs()) for mark in marks]
    outer = min(indents)
    starts = [i for i, indent in enumerate(indents) if indent == outer]
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    items = tuple(_MARKUP.sub("", text[marks[i].end() : ends[i]].split("\n\n")[0]).strip() for i in starts)
    number = re.match(r"\d+", marks[starts[0]]["mark"])
    return Listing(items, int(number[0]) if number else 0, len(marks) - len(starts))


_MARK = re.compile(r"^(?P<indent>[ \t]*)(?P<mark>[-*+]|\d{1,3}[.)])[ \t]+", re.M)
_MARKUP = re.compile(r"[*`]|\]\([^()\n]{0,400}\)|!?\[")


_CELL = re.compile(r"(?:\$[^$\n]*\$|`[^`\n]*`|\\.|[^|\n\\$`]|[$`\\])+")


def table_of(source: str, block: Block, language: str) -> Table:
    """A pipe table with the places of its cells."""
    rows: list[tuple[Cell, ...]] = []
    at = block.start
    for number, line in enumerate(source[block.start : block.end].split("\n")):
        if number != 1 and "|" in line:
            rows.append(_row(line, at))
        at += len(line) + 1
    width = len(rows[0]) if rows else 0
    body = tuple((row + (Cell("", row[-1].at if row else at),) * width)[:width] for row in rows[1:])
    return Table(rows[0] if rows else (), body, language)


def _row(line: str, at: int) -> tuple[Cell, ...]:
    """The cells of one line, without the bars at its ends."""
    cells: list[Cell] = []
    start = len(line) - len(line.lstrip())
    stop = len(line.rstrip())
    start += line[start : start + 1] == "|"
    stop -= stop > start and line[stop - 1] == "|"
    place = start
    while place <= stop:
        match = _CELL.match(line, place, stop)
        text = match[0] if match else ""
        lead = len(text) - len(text.lstrip())
        plain = re.sub(r"^\*{1,3}|\*{1,3}$|\]\([^()\s]*\)|^\[", "", text.strip())
        offset = text.find(plain) if plain else lead
        cells.append(Cell(plain, at + place + max(offset, 0)))
        place += len(text) + 1
    return tuple(cells)
