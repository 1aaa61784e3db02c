"""The state of each block of a translation: fresh, stale, missing, orphan, copy or draft."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from book.editions.align import Group, align
from book.editions.block import Block
from book.editions.chapters import Text
from book.editions.script import differs
from book.editions.sync import Sync, own_entries

STATES = ("fresh", "stale", "missing", "orphan", "copy", "draft")
"""fresh: made from the source as it is · stale: the source has changed since · missing: not translated · orphan: its source is gone
·
copy: left in the source's language · draft: made by a program, not yet read by a person."""

MOSTLY = 0.5
"""Share of Chinese letters above which a block of a language in letters is still Chinese."""
WORDS = 3
"""Words that two texts in letters must share to be a copy: fewer are names."""


@dataclass(frozen=True)
class Pair:
    """One unit of translation with its state; almost always one block on each side."""

    state: str
    source: tuple[Block, ...]
    target: tuple[Block, ...]
    old: tuple[str, ...] = ()
    """Of a stale one: the hashes of the source texts that it was made from, as far as known."""

    @property
    def line(self) -> int | None:
        """First line in the translation; None where it is missing."""
        return self.target[0].line if self.target else None

    @property
    def source_line(self) -> int | None:
        """First line in the source; None for an orphan."""
        return self.source[0].line if self.source else None

    @property
    def hashes(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Of its blocks in the source and in the translation."""
        return tuple(block.hash for block in self.source), tuple(block.hash for block in self.target)

    @property
    def words(self) -> int:
        """Words of the source, of an orphan its own."""
        return sum(block.words for block in self.source or self.target)


def pairs_of(source: Text, target: Text, file_name: str, sync: Sync, family: bool) -> list[Pair]:
    """All units of a chapter in the order of the source. `family`: both languages are written in Chinese characters."""
    known = sync.flags({block.hash for block in source.blocks})
    ties = sync.ties(file_name, {block.hash for block in target.blocks})
    pairs = [_pair(group, source.blocks, target.blocks, known, family) for group in align(source.blocks, target.blocks, ties)]
    lines = own_entries(sync.chapters.get(file_name, []), [pair.hashes for pair in pairs])
    return [replace(pair, old=tuple(entry.source for entry in own)) if pair.state == "stale" else pair
            for pair, own in zip(pairs, lines, strict=True)]


def _pair(
    group: Group, sources: Sequence[Block], targets: Sequence[Block], known: Mapping[str, frozenset[str]], family: bool
) -> Pair:
    source, target = tuple(sources[i] for i in group.source), tuple(targets[i] for i in group.target)
    return Pair(_state(source, target, known, family), source, target)


def _state(source: tuple[Block, ...], target: tuple[Block, ...], known: Mapping[str, frozenset[str]], family: bool) -> str:
    if not target:
        return "missing"
    if not source:
        return "orphan"
    flags = [known.get(block.hash, frozenset()) for block in source]
    current = all(flags)
    if current and all("same" in found for found in flags):
        return "fresh"
    if is_copy(source, target, family):
        return "copy"
    if [b.hash for b in source] == [b.hash for b in target]:
        return "fresh"  # a formula, code, numbers: the same in both languages
    if not current:
        return "stale"
    return "draft" if all(found == {"draft"} for found in flags) else "fresh"


def is_copy(source: Sequence[Block], target: Sequence[Block], family: bool) -> bool:
    """Whether the translation is still the source's text. Formulas, code and tables of numbers are the same in all languages."""
    if all(block.kind in ("code", "formula") for block in target):
        return False
    han, letters = sum(block.han for block in target), sum(block.size for block in target)
    source_han = sum(block.han for block in source)
    same = [block.hash for block in source] == [block.hash for block in target]
    if family:
        return same and source_han > 0 and differs(" ".join(block.prose for block in source))
    if source_han:
        return han > 1 and han > MOSTLY * letters
    return same and letters > 0 and len(_lower_words(target)) >= WORDS


def _lower_words(blocks: Sequence[Block]) -> list[str]:
    return [word for block in blocks for word in block.prose.split() if word.isalpha() and word.islower() and len(word) > 1]


@dataclass(frozen=True)
class Places:
    """The states of a chapter by place, for whoever prints the marks."""

    pairs: tuple[Pair, ...]
    """Those that stand in the translation, by place."""
    starts: tuple[int, ...]

    def at(self, offset: int) -> Pair | None:
        """The unit whose block begins at or before an offset of the translation's file."""
        index = bisect_right(self.starts, offset) - 1
        return self.pairs[index] if index >= 0 else None


def places(pairs: Sequence[Pair]) -> Places:
    """The units by the offsets of their blocks in the translation."""
    found = sorted(((block.start, pair) for pair in pairs for block in pair.target), key=lambda item: item[0])
    return Places(tuple(pair for _, pair in found), tuple(start for start, _ in found))


