"""A minimal walk over pandoc's tree for the tests: passages and tables of a small Markdown text."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pypandoc

from book.checks.listing import WINDOW, Between, Listing, listed
from book.checks.passage import Block, Cell, Kind, Passage, Segment, Table

DIALECT = "commonmark_x-smart-subscript-superscript-emoji-implicit_header_references-definition_lists"

LISTS = ("BulletList", "OrderedList")


def tree_of(text: str) -> dict[str, Any]:
    """Pandoc's JSON of a text."""
    command = [pypandoc.get_pandoc_path(), "-f", DIALECT, "-t", "json"]
    done = subprocess.run(command, input=text.encode(), capture_output=True, check=True)
    tree: dict[str, Any] = json.loads(done.stdout)
    return tree


def blocks_of(text: str, language: str) -> list[Block]:
    """The blocks of a Markdown text; offsets are found by looking the words up."""
    return _Walk(text, language).blocks(tree_of(text)["blocks"])


def _words(node: Any) -> str:
    """The text under a node of the tree."""
    if isinstance(node, list):
        return "".join(map(_words, node))
    if not isinstance(node, dict):
        return ""
    if node["t"] in ("Space", "SoftBreak", "LineBreak"):
        return " "
    content = node.get("c", "")
    return str(content) if node["t"] == "Str" else str(content[1]) if node["t"] in ("Code", "Math") else _words(content)


def _followed(node: dict[str, Any]) -> Listing | Between | str:
    """A block after a paragraph."""
    if node["t"] in LISTS:
        first, items = (0, node["c"]) if node["t"] == "BulletList" else (node["c"][0][0], node["c"][1])
        below = [item[1] for item in items if len(item) == 2 and item[0]["t"] == "Plain" and item[1]["t"] in LISTS]
        inner = sum(len(block["c"] if block["t"] == "BulletList" else block["c"][1]) for block in below)
        return Listing(tuple(_words(item[:1]) for item in items), first, inner)
    if node["t"] in ("Para", "Plain") and node["c"][0]["t"] not in ("Image", "RawInline"):
        return _words(node).rstrip()
    return Between.HEADING if node["t"] == "Header" else Between.OTHER


class _Walk:
    def __init__(self, source: str, language: str) -> None:
        self.source, self.language, self.at = source, language, 0
        self.joined = False

    def find(self, text: str) -> int:
        found = self.source.find(text, self.at)
        if found >= 0:
            self.at = found + len(text)
            return found
        return self.at

    def blocks(self, nodes: list[dict[str, Any]]) -> list[Block]:
        out: list[Block] = []
        for i, node in enumerate(nodes):
            kind, content = node["t"], node.get("c", [])
            if kind in ("Para", "Plain", "Header"):
                after = listed([*map(_followed, nodes[i + 1:i + 1 + WINDOW])])
                out.append(Passage(tuple(self.inlines(content[2] if kind == "Header" else content)), self.language, after))
            elif kind in ("BlockQuote", "Div"):
                out += self.blocks(content if kind == "BlockQuote" else content[1])
            elif kind in ("BulletList", "OrderedList"):
                for item in content if kind == "BulletList" else content[1]:
                    out += self.blocks(item)
            elif kind == "Table":
                out.append(self.table(content))
        return out

    def inlines(self, nodes: list[dict[str, Any]]) -> list[Segment]:
        out: list[Segment] = []
        self.joined = False

        def prose(text: str, at: int) -> None:
            if out and out[-1].kind is Kind.PROSE:
                out[-1] = Segment(Kind.PROSE, out[-1].text + text, out[-1].at)
            else:
                out.append(Segment(Kind.PROSE, text, at))

        def walk(items: list[dict[str, Any]]) -> None:
            for node in items:
                kind, content = node["t"], node.get("c", [])
                if kind == "Str":
                    mark = "\ufffc" if self.joined and content[:1].isdigit() else ""
                    at = self.find(content)
                    prose(mark + content, at - len(mark))
                    self.joined = False
                elif kind in ("Space", "SoftBreak", "LineBreak"):
                    prose(" ", self.at)
                    self.joined = False
                elif kind == "Code":
                    out.append(Segment(Kind.CODE, content[1], self.find(content[1])))
                elif kind == "Math":
                    shown = Kind.DISPLAY if content[0]["t"] == "DisplayMath" else Kind.MATH
                    out.append(Segment(shown, content[1], self.find(content[1])))
                elif kind in ("Emph", "Strong", "Strikeout", "Underline", "SmallCaps", "Superscript", "Subscript"):
                    prose("\ufffc" if out and out[-1].text[-1:].isdigit() else "", self.at)
                    walk(content)
                    self.joined = True
                elif kind in ("Link", "Image", "Span", "Quoted", "Cite"):
                    walk(content[1])

        walk(nodes)
        return out

    def cell(self, cell: list[Any]) -> Cell:
        segments = [s for block in cell[4] if block["t"] in ("Plain", "Para") for s in self.inlines(block["c"])]
        text = "".join(s.text for s in segments)
        return Cell(text, segments[0].at if segments else self.at)

    def table(self, content: list[Any]) -> Table:
        head = tuple(self.cell(cell) for cell in content[3][1][0][1]) if content[3][1] else ()
        rows = tuple(tuple(self.cell(cell) for cell in row[1]) for body in content[4] for row in body[3])
        return Table(head, rows, self.language)
