"""The chapters of an edition as blocks, from the cache where nothing changed; a chapter that an edition lacks has none."""

from __future__ import annotations

import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from book.cache import Cache, digest, toolchain_digest
from book.editions.block import Block, cut
from book.editions.reading import numbers_as
from book.errors import BadInput, Fault
from book.manuscript.blocks import shape
from book.manuscript.pandoc import pandoc_path
from book.manuscript.reader import chapter_of, parse, read_source, slug_of, without_collector
from book.project import Edition, Project

CODE = ("manuscript", "editions/block.py", "editions/reading.py")
"""The parts of the toolchain that decide what a block is."""


@dataclass(frozen=True)
class Text:
    """A chapter of one edition: its Markdown and its blocks."""

    path: str
    """Relative to the book's folder."""
    slug: str
    source: str
    blocks: tuple[Block, ...]
    missing: bool = False
    """The edition has no such file."""


def toolchain_key() -> str:
    """Changes with pandoc and with the code that cuts blocks. Asking pandoc for its version costs 0.2 s; its size and date do
    not."""
    stat = Path(pandoc_path()).stat()
    return digest(f"{stat.st_size} {stat.st_mtime_ns}", toolchain_digest(*CODE))


def read_text(project: Project, edition: Edition, file_name: str, cache: Cache, key: str = "") -> Text:
    """One chapter; `key` is `toolchain_key()`, handed in by those who read many."""
    path = edition.folder / file_name
    name = project.relative(path)
    if not path.is_file() and not edition.is_source:
        return Text(name, slug_of(file_name), "", (), missing=True)
    source = read_source(path, name)
    return Text(
        name, slug_of(file_name), source, blocks_of(source, name, project.dialect, numbers_as(edition.language), cache, key)
    )


def blocks_of(source: str, name: str, dialect: str, language: str, cache: Cache, key: str = "") -> tuple[Block, ...]:
    """The blocks of a text, without their trees."""
    place = digest("blocks", source, dialect, language, key or toolchain_key())
    kept = cache.get(place)
    if kept is not None:
        return tuple(Block.from_json(block) for block in json.loads(kept))
    with without_collector():
        tree = parse(source, dialect, name)
        tree["blocks"] = shape(tree["blocks"])
        blocks = tuple(cut(chapter_of(tree, source, name), language, trees=False))
        cache.put(place, json.dumps([block.as_json() for block in blocks], ensure_ascii=False, separators=(",", ":")).encode())
        return blocks


def read_texts(project: Project, edition: Edition, cache: Cache, names: tuple[str, ...] = ()) -> Mapping[str, Text]:
    """The chapters of an edition by file name, two at a time: pandoc works outside of this process."""
    key = toolchain_key()
    with ThreadPoolExecutor(max_workers=2) as pool:
        futures = {name: pool.submit(read_text, project, edition, name, cache, key) for name in names or project.chapters}
    found: dict[str, Text] = {}
    faults: list[Fault] = []
    for name, future in futures.items():
        try:
            found[name] = future.result()
        except BadInput as error:
            faults += error.faults
    if faults:
        raise BadInput(faults)
    return found
