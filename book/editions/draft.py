"""Drafts: what a program can translate, one block at a time, merged with what people have written.

A draft touches what is missing, still in the source's language, or stale. What the program wrote last stands in drafts/NAME.yaml
beside the
edition: it is the base of a three-way merge, so that people's changes survive the next draft. Words that both changed stay as
people wrote
them, and the block stays stale.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from book.cache import Cache, write_atomically
from book.editions.accept import entries_of, rewrite
from book.editions.block import Block
from book.editions.chapters import Text, blocks_of, read_text
from book.editions.convert import Conversion, load_conversion
from book.editions.glossary import FILE as GLOSSARY
from book.editions.glossary import names_of, read_glossary
from book.editions.history import History
from book.editions.markup import KEPT, convert_front_matter, convert_markdown
from book.editions.reading import numbers_as
from book.editions.state import Pair
from book.editions.status import chapter_pairs, sync_of
from book.editions.sync import Sync, write_sync
from book.editions.wording import merge
from book.errors import WrongUse
from book.project import Edition, Project
from book.yamlfile import read_yaml

FOLDER = "drafts"
HEAD = "# What the program wrote last for each block of the source: the base for merging. Written by `book edition draft`.\n"


@dataclass
class Drafted:
    """What a draft did to one chapter."""

    chapter: str
    written: int = 0
    """Blocks that were missing or in the source's language."""
    merged: int = 0
    """Blocks whose source or conversion had changed."""
    conflicts: list[tuple[int, str, str]] = field(default_factory=list)
    """Line, the people's words that stay, the program's."""
    unknown: list[int] = field(default_factory=list)
    """Lines of stale blocks that people wrote and whose earlier source is not known: left alone."""


def conversion_for(project: Project, edition: Edition) -> Conversion:
    """The conversion from the source's language into an edition's; its glossary goes first."""
    glossary = read_glossary(edition.folder, project.relative(edition.folder / GLOSSARY), edition.language.tag)
    names = names_of(glossary, (*project.source.authors, *edition.authors))
    own = {source: term for source, term in glossary.words().items() if re.search("[\u3400-\u9fff]", term)}
    found = load_conversion(edition.language.tag, own, names) if project.source.language.tag == "zh-Hans" else None
    if found is None:
        raise WrongUse(
            f"no program drafts {edition.language.tag} from {project.source.language.tag}; add book/editions/conversions/"
            f"{edition.language.tag}.yaml, or translate by hand (`book edition export {edition.id}`)"
        )
    return found


def draft(project: Project, edition: Edition, cache: Cache, names: Sequence[str]) -> list[Drafted]:
    """Draft these chapters of an edition; files and sync.yaml are written at the end of each."""
    conversion = conversion_for(project, edition)

    def convert(markdown: str) -> str:
        return convert_markdown(markdown, conversion.text)

    sync = sync_of(project, edition)
    done: list[Drafted] = []
    for name in names:
        source, target = read_text(project, project.source, name, cache), read_text(project, edition, name, cache)
        work = _Chapter(project, edition, cache, name, source, target, sync, convert)
        done.append(work.whole(conversion) if target.missing else work.blocks())
        write_sync(edition.folder, sync, project.chapters)
    return done


class _Chapter:
    """One chapter that is being drafted."""

    def __init__(self, project: Project, edition: Edition, cache: Cache, name: str, source: Text, target: Text, sync: Sync,
                 convert: Callable[[str], str]) -> None:
        self.project, self.edition, self.cache, self.name = project, edition, cache, name
        self.source, self.target, self.sync, self.convert = source, target, sync, convert
        self.bases = read_bases(edition.folder, name)
        self.result = Drafted(name)

    def whole(self, conversion: Conversion) -> Drafted:
        """A chapter that the edition lacks: all of it, block by block, with everything between the blocks."""
        parts, at = [], 0
        for block in self.source.blocks:
            parts += [self.source.source[at:block.start], self.machine(block)]
            at = block.end
        parts.append(self.source.source[at:])
        if parts and (match := KEPT.match(parts[0])) and parts[0].startswith("---"):
            parts[0] = convert_front_matter(match[0], conversion.text, self.edition.language.tag) + parts[0][match.end():]
        self.result.written = len(self.source.blocks)
        self.save("".join(parts), {block.hash for block in self.source.blocks})
        return self.result

    def machine(self, block: Block) -> str:
        """The program's text of a source block, remembered as the base of the next merge."""
        text = self.convert(block.text(self.source.source))
        self.bases[block.hash] = text
        return text

    def blocks(self) -> Drafted:
        """A chapter that exists: only what is missing, copied, stale, or a draft that nobody has read."""
        pairs = chapter_pairs(self.project, self.edition, self.name, self.source, self.target, self.sync)
        history = History(self.project, self.cache, self.name)
        edits: list[tuple[int, int, str]] = []
        touched: set[str] = set()
        before: Pair | None = None
        for pair in pairs:
            if pair.state == "missing":
                at, text = self.inserted(pair.source[0], before)
                edits.append((at, at, text))
                self.result.written += 1
                touched.add(pair.source[0].hash)
            elif pair.state in ("stale", "copy", "draft") and len(pair.source) == len(pair.target) == 1:
                new = self.renewed(pair, history)
                if new is not None:
                    edits.append((pair.target[0].start, pair.target[0].end, new))
                    touched.add(pair.source[0].hash)
            if pair.source and pair.target:
                before = pair
        if edits:
            self.save(_edited(self.target.source, edits), touched)
        return self.result

    def inserted(self, block: Block, before: Pair | None) -> tuple[int, str]:
        """Where a missing block goes, with what separates it from its neighbour in the source."""
        text = self.machine(block)
        earlier = [other for other in self.source.blocks if other.start < block.start]
        if before is None or not earlier:
            return 0, text + "\n\n"
        gap = self.source.source[earlier[-1].end:block.start]
        return before.target[-1].end, (gap if gap.strip() == "" else "\n\n") + text

    def renewed(self, pair: Pair, history: History) -> str | None:
        """The new text of a block that stands in the translation; None leaves it alone."""
        block, ours = pair.source[0], pair.target[0].text(self.target.source)
        known = [hash_ for hash_ in (*pair.old, block.hash) if hash_ in self.bases]
        if pair.state == "copy":
            self.result.written += 1
            return self.machine(block)
        base = self.bases[known[0]] if known else self._from_history(pair, history)
        if base is None:
            self.result.unknown.append(pair.target[0].line)
            return None
        merged = merge(base, ours, self.convert(block.text(self.source.source)))
        if merged.conflicts:
            self.result.conflicts += [(pair.target[0].line, mine, other) for mine, other in merged.conflicts]
            return None
        self.machine(block)
        if merged.text == ours and pair.state == "draft":
            return None
        self.result.merged += 1
        return merged.text

    def _from_history(self, pair: Pair, history: History) -> str | None:
        """What the program would have written for the earlier source, if git has that."""
        texts = [text for hash_ in pair.old if (text := history.text(hash_))]
        return self.convert(texts[0]) if len(texts) == len(pair.old) == 1 else None

    def save(self, text: str, touched: set[str]) -> None:
        """Write the chapter, enter the blocks as drafts, keep the bases that still matter."""
        write_atomically(self.edition.folder / self.name, text.encode())
        path = self.project.relative(self.edition.folder / self.name)
        blocks = blocks_of(text, path, self.project.dialect, numbers_as(self.edition.language), self.cache)
        pairs = chapter_pairs(
            self.project, self.edition, self.name, self.source, Text(path, self.target.slug, text, blocks), self.sync
        )
        rewrite(self.sync, self.name, pairs, lambda pair: entries_of(pair, "draft") if pair.target and any(
            block.hash in touched for block in pair.source) else None)
        alive = {entry.source for entry in self.sync.chapters[self.name]}
        write_bases(self.edition.folder, self.name, {hash_: base for hash_, base in self.bases.items() if hash_ in alive})


def _edited(source: str, edits: Sequence[tuple[int, int, str]]) -> str:
    """The text with all edits; insertions at one place keep their order."""
    parts, at = [], 0
    for start, end, text in sorted(edits, key=lambda edit: edit[0]):
        parts += [source[at:start], text]
        at = end
    return "".join([*parts, source[at:]])


def read_bases(folder: Path, name: str) -> dict[str, str]:
    """The program's last texts by the hash of their source."""
    path = folder / FOLDER / f"{Path(name).stem}.yaml"
    data = read_yaml(path, f"{folder.name}/{FOLDER}/{path.name}") if path.is_file() else {}
    return {str(hash_): str(text) for hash_, text in data.items()}


def write_bases(folder: Path, name: str, bases: Mapping[str, str]) -> None:
    """Keep them; one line a block with an empty one between, so that branches merge."""
    lines = [f'\n"{hash_}": {json.dumps(text, ensure_ascii=False)}\n' for hash_, text in bases.items()]
    if lines:
        write_atomically(folder / FOLDER / f"{Path(name).stem}.yaml", (HEAD + "".join(lines)).encode())
