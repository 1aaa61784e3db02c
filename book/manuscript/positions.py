"""Where each node of a parse stands in its source.

Pandoc's own `+sourcepos` costs 2–2.6 times the plain parse and knows one dialect. Instead the words of the plain parse are walked through
the source with a cursor, which is set to the next line after each block, so that a miss cannot drift far. Footnotes have a cursor of
their own: their text stands elsewhere. Each node gets a key `"p"`, the offset of its first character.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from book.manuscript.tree import TEXT, Node, children, opened

NOTE = re.compile(r"^ {0,3}\[\^([^\]\n]+)\]:", re.M)
NOTE_END = re.compile(r"\n[ \t]*\n(?! {4}|\t|\s*$)")
LINK_DEFINITION = re.compile(r"^ {0,3}\[(?!\^)[^\]\n]+\]:[^\n]*$", re.M)
COMMENT = re.compile(r"<!--.*?-->", re.S)
FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?^(?:---|\.\.\.)[ \t]*$", re.S | re.M)
ATTRIBUTE = re.compile(r"\s*\{[^}\n]*\}")
WORD = re.compile(r"\w+|\S")
INK = re.compile(r"[^\n]")
CELL_START = re.compile(r"(?:[\s|]|:?-{3,}:?)*")
VISIBLE = re.compile(r"\S")
UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*\n")
DIV_FENCE = re.compile(r"[ \t\n>]*:{3,}[^\n]*\n?")
CODE_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})")
SPACES = frozenset(("Space", "SoftBreak", "LineBreak"))
AFTER_SPAN = re.compile(r"\]?" + ATTRIBUTE.pattern)
NOTE_MARK = re.compile(r"[^\[\n]{0,40}?\[\^([^\]\n]+)\]")

NEAR = 400
"""Characters that a word may stand ahead of the cursor: markup, attributes, a link's address."""

DEEPEST = 60
"""Levels of blocks and inlines within each other."""


class Lines:
    """Offsets to lines and columns, both from 1."""

    def __init__(self, source: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", source))]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of `offset`."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


class TooDeep(Exception):
    """Blocks in blocks, deeper than anybody can read and than functions may call themselves; begins at `offset`."""

    def __init__(self, offset: int) -> None:
        super().__init__(offset)
        self.offset = offset


def locate(blocks: Sequence[Node], source: str) -> None:
    """Give every node below `blocks` its offset in `source`; raises TooDeep beyond `DEEPEST` levels."""
    _Walk(source).blocks(blocks)


def _blank(source: str, spans: Sequence[tuple[int, int]]) -> str:
    """`source` with the spans replaced by spaces; offsets and lines stay."""
    parts, at = [], 0
    for start, stop in sorted(spans):
        start = max(start, at)
        if start < stop:
            parts += [source[at:start], INK.sub(" ", source[start:stop])]
            at = stop
    return "".join([*parts, source[at:]])


class _Walk:
    """A cursor that goes through the source once, and one more for each footnote."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.notes: dict[str, int] = {}
        self.text = self._main_text()
        self.at = 0
        self.depth = 0

    def _main_text(self) -> str:
        """The source with all that is not running text blanked out: footnotes' bodies, comments, front matter."""
        text = self.source
        for match in NOTE.finditer(text):
            self.notes.setdefault(match[1].casefold(), match.end())
        spans = [(m.start(), m.end()) for pattern in (FRONT_MATTER, COMMENT, LINK_DEFINITION) for m in pattern.finditer(text)]
        for match in NOTE.finditer(text):
            end = NOTE_END.search(text, match.end())
            following = NOTE.search(text, match.end())
            stop = min(end.start() if end else len(text), following.start() if following else len(text))
            spans.append((match.start(), stop))
        return _blank(text, spans)

    # blocks

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise TooDeep(self._next_visible())

    def blocks(self, nodes: Sequence[Node]) -> None:
        self.deeper()
        for node in nodes:
            self.block(node)
        self.depth -= 1

    def block(self, node: Node) -> None:
        kind, content = opened(node)
        node["p"] = self._next_visible()
        if kind in ("CodeBlock", "RawBlock"):
            self._verbatim(node, content[1])
            self._next_line()
        elif kind == "Table":
            for part in children(node):
                self._cell(part)
            self._next_line()
        elif kind in ("Para", "Header"):
            self.inlines(children(node)[0])
            self._next_line()
            underline = UNDERLINE.match(self.text, self.at) if kind == "Header" else None
            self.at = underline.end() if underline else self.at
        elif kind == "Plain":
            self.inlines(content)
        elif kind == "HorizontalRule":
            self.at = node["p"]
            self._next_line()
        elif kind == "Div":
            self._skip_fence()
            self.blocks(content[1])
            self._skip_fence()
        else:
            for part in children(node):
                if part and _is_inline(part[0]):
                    self.inlines(part)
                else:
                    self.blocks(part)

    def _cell(self, nodes: Sequence[Node]) -> None:
        for node in nodes:
            if node["t"] in ("Para", "Plain"):
                match = CELL_START.match(self.text, self.at)
                node["p"] = match.end() if match else self.at
                self.inlines(node["c"])
            else:
                self.block(node)

    def _next_visible(self) -> int:
        match = VISIBLE.search(self.text, self.at)
        return match.start() if match else self.at

    def _next_line(self) -> None:
        end = self.text.find("\n", self.at)
        self.at = len(self.text) if end < 0 else end + 1

    def _skip_fence(self) -> None:
        match = DIV_FENCE.match(self.text, self.at)
        if match:
            self.at = match.end()

    def _verbatim(self, node: Node, text: str) -> None:
        """Code: found whole, or by its first line and then past as many lines."""
        lines = text.splitlines() or [""]
        first = next((line for line in lines if line.strip()), "")
        start = self.text.find(first, self.at) if first else -1
        if start < 0:
            return
        fence = CODE_FENCE.match(self.text, node["p"])
        node["p"] = node["p"] if fence else start
        self.at = start
        for _ in range(len(lines) - 1):
            self._next_line()
        if fence:
            self._next_line()
            close = re.compile(r"[ \t>]*" + re.escape(fence[1])).match(self.text, self.at)
            self.at = close.end() if close else self.at

    # inlines

    def inlines(self, nodes: Sequence[Node]) -> None:
        self.deeper()
        text, at = self.text, self.at
        for node in nodes:
            kind = node["t"]
            if kind in SPACES:
                node["p"] = at
                continue
            if kind == "Str":
                word = node["c"]
                start = text.find(word, at, at + NEAR + len(word))
                if start >= 0:
                    node["p"] = start
                    at = start + len(word)
                    continue
            self.at = at
            self.inline(node)
            at = self.at
        self.at = at
        self.depth -= 1

    def inline(self, node: Node) -> None:
        kind, content = opened(node)
        if kind == "Str":
            self._pieces(node, content)
        elif kind in ("Code", "Math", "RawInline"):
            self._find(node, content[1])
        elif kind == "Note":
            self._note(node, content)
        elif kind in TEXT or kind in ("Quoted", "Cite", "Span", "Link", "Image"):
            node["p"] = self._next_visible()
            if kind in ("Link", "Image"):
                opening = self.text.find("[", self.at, self.at + 40)
                node["p"] = opening - (kind == "Image") if opening >= 0 else node["p"]
            self.inlines(content if kind in TEXT else content[1])
            self._skip_target(kind, content)
        else:
            node["p"] = self.at

    def _pieces(self, node: Node, word: str) -> None:
        """A word with escapes or entities in it: its letters and digits one after the other, the rest skipped."""
        first, at = -1, self.at
        for match in WORD.finditer(word):
            start = self.text.find(match[0], at, at + 40 + len(match[0]))
            if start >= 0:
                first, at = (start if first < 0 else first), start + len(match[0])
        node["p"] = self.at if first < 0 else first
        self.at = at

    def _find(self, node: Node, text: str) -> None:
        """Code and formulas: verbatim, or their first line when they cross lines in a quotation or a list."""
        for wanted in (text, *text.strip().splitlines()[:1]):
            start = self.text.find(wanted, self.at, self.at + NEAR + len(wanted)) if wanted else -1
            if start >= 0:
                node["p"], self.at = start, start + len(wanted)
                last = text.strip().splitlines()[-1] if wanted != text else ""
                end = self.text.find(last, self.at, self.at + len(text) * 2 + 40) if last else -1
                self.at = end + len(last) if end >= 0 else self.at
                return
        node["p"] = self.at

    def _skip_target(self, kind: str, content: Any) -> None:
        """Past a link's address or an attribute, which are no words of the text."""
        if kind in ("Link", "Image"):
            address = content[2][0]
            if self.text.startswith("](", self.at) or self.text.startswith("](", self._next_visible()):
                end = self.text.find(address, self.at, self.at + len(address) + 8)
                end = self.text.find(")", end + len(address) if end >= 0 else self.at)
                self.at = end + 1 if end >= 0 else self.at
            elif self.text.startswith("][", self.at):
                end = self.text.find("]", self.at + 2)
                self.at = end + 1 if end >= 0 else self.at
        if kind in ("Link", "Image", "Span"):
            match = AFTER_SPAN.match(self.text, self.at)
            self.at = match.end() if match else self.at

    def _note(self, node: Node, blocks: list[Node]) -> None:
        """`[^name]` here, its text at `[^name]:`; an inline note `^[…]` stands where it is."""
        match = NOTE_MARK.match(self.text, self.at)
        if not match or match[1].casefold() not in self.notes:
            node["p"] = self.at
            self.blocks(blocks) if not match else None
            return
        node["p"] = match.start(1) - 2
        main, resume = self.text, match.end()
        self.text, self.at = self.source, self.notes[match[1].casefold()]
        self.blocks(blocks)
        self.text, self.at = main, resume


def _is_inline(node: Node) -> bool:
    return node["t"] in TEXT or node["t"] in ("Str", "Space", "SoftBreak", "LineBreak", "Code", "Math", "RawInline", "Note", "Link",
                                              "Image", "Span", "Quoted", "Cite")
