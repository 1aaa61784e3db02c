"""One chapter, read once: Markdown in, blocks with positions out. Everything else in the toolchain works on what this returns."""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from book.errors import BadInput, Fault
from book.manuscript.notes import endless
from book.manuscript.pandoc import DIALECTS, PandocFailed, run_pandoc
from book.manuscript.positions import DEEPEST, Lines, TooDeep, locate
from book.manuscript.tree import Node, stringify

LIMIT = 50_000_000
"""Bytes of one chapter; the largest real ones have one million."""

CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069]")
"""Characters that no text needs: controls, and the marks that make text read in another order than it is stored."""

SLUG = re.compile(r"^\d+[-_. ]+")


@dataclass(frozen=True)
class Chapter:
    """A chapter as it was read. The tree belongs to the reader: others copy what they change (`tree.rebuild`)."""

    path: str
    """Relative to the book's folder."""
    slug: str
    """The file's name without number and ending: `01-first-look.md` → `first-look`."""
    source: str
    blocks: list[Node]
    meta: dict[str, Any]
    """Front matter as plain text, by key."""
    lines: Lines

    def fault(self, node: Node | int, message: str, code: str = "") -> Fault:
        """A fault at a node or an offset."""
        offset = node if isinstance(node, int) else int(node.get("p", 0))
        line, column = self.lines.place(offset)
        return Fault(self.path, line, column, message, code)


def slug_of(file_name: str) -> str:
    """`01-first-look.md` → `first-look`; a name of digits alone stays."""
    stem = Path(file_name).stem
    return SLUG.sub("", stem) or stem


def read_source(path: Path, name: str) -> str:
    """The text of a file, valid UTF-8 with plain line ends and without control characters."""
    try:
        if path.stat().st_size > LIMIT:
            raise BadInput(Fault(name, 0, 0, f"has more than {LIMIT:,} bytes; split the chapter"))
        data = path.read_bytes()
    except FileNotFoundError:
        raise BadInput(Fault(name, 0, 0, "is missing; write the file or take it out of `chapters` in book.yaml")) from None
    except OSError as error:
        raise BadInput(Fault(name, 0, 0, f"cannot be read: {error.strerror}")) from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        raise BadInput(Fault(name, line, column, f"is not valid UTF-8 (byte 0x{data[error.start]:02x}); save the file as UTF-8")) \
            from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    bad = CONTROL.search(text)
    if bad:
        place = Lines(text).place(bad.start())
        raise BadInput(Fault(name, *place, f"has the control character U+{ord(bad[0]):04X}; take it out"))
    return text


@contextmanager
def without_collector() -> Iterator[None]:
    """Python's garbage collector rests: a tree has a million containers, none of them garbage, and would be searched again and again."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def parse(text: str, dialect: str, name: str) -> dict[str, Any]:
    """Pandoc's tree of `text` with positions; what `Chapter` is made of, and what a cache may keep."""
    if found := endless(text):
        raise BadInput(Fault(name, *Lines(text).place(found[0]), f"the footnote `{found[1][:40]}` calls itself, by itself or through others; take the call out"))
    try:
        done = run_pandoc(["-f", DIALECTS[dialect], "-t", "json"], text)
    except PandocFailed as error:
        raise BadInput(Fault(name, 1, 1, f"cannot be read: {error}")) from None
    try:
        with without_collector():
            tree: dict[str, Any] = json.loads(done.text)
            locate(tree["blocks"], text)
    except TooDeep as deep:
        message = f"is nested more than {DEEPEST} levels deep; take some out"
        raise BadInput(Fault(name, *Lines(text).place(deep.offset), message)) from None
    except RecursionError:
        raise BadInput(Fault(name, 0, 0, f"is nested too deeply to be read; {DEEPEST} levels are allowed")) from None
    return tree


def chapter_of(tree: dict[str, Any], text: str, name: str) -> Chapter:
    """A chapter from a tree of `parse`, fresh or from a cache."""
    meta = {key: stringify(value["c"]) if value["t"] in ("MetaInlines", "MetaBlocks") else value.get("c")
            for key, value in tree["meta"].items()}
    return Chapter(path=name, slug=slug_of(name), source=text, blocks=tree["blocks"], meta=meta, lines=Lines(text))


def read_chapter(path: Path, name: str, dialect: str = "commonmark_x") -> Chapter:
    """Read the file at `path`, called `name` in messages."""
    text = read_source(path, name)
    return chapter_of(parse(text, dialect, name), text, name)
