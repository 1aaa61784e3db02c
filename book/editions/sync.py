"""sync.yaml: for each block of a translation, the source text that it was made from. One line a block, so that branches merge.

    01-first-look.md:

    - 3f2a9c81d0b4 7d1e03aa5c11 7d1e0.03aa5  # 一次请求走过的路

A line holds the hash of the source block, the hash of the translation (several joined by `+`), a short hash of each sentence of the
source, the word `draft` or `same` where one applies, and the first words for the reader. Lines stand apart by an
empty one: git merges changes of different blocks only when a line lies between them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from book.cache import write_atomically
from book.editions.align import Tie
from book.errors import BadInput, Fault

FILE = "sync.yaml"
HEAD = "# Which source text each block was made from; one line a block. Written by `book edition accept`, merged by git.\n"
LINE = re.compile(
    r"- (?P<source>[0-9a-f]{12}) (?P<target>[0-9a-f]{12}(?:\+[0-9a-f]{12})*) (?P<sketch>[0-9a-f]{5}(?:\.[0-9a-f]{5})*|-)"
    r"(?: (?P<flag>draft|same))?(?:\s+#.*)?$"
)
CHAPTER = re.compile(r"(?P<name>[^\s:#][^:]*\.md):$")
MOST_SENTENCES = 60
"""Of a long table or listing only the first ones are kept; they recognise it well enough."""


@dataclass(frozen=True)
class Entry:
    """One line: a translated block and the source text that it was made from."""

    source: str
    targets: tuple[str, ...]
    sketch: tuple[str, ...]
    flag: str = ""
    """`draft`: made by a program; `same`: the translation is meant to equal the source."""
    hint: str = ""
    """The first words of the source."""

    def line(self) -> str:
        """As it stands in the file."""
        flag = f" {self.flag}" if self.flag else ""
        hint = f"  # {self.hint}" if self.hint else ""
        return f"- {self.source} {'+'.join(self.targets)} {'.'.join(self.sketch[:MOST_SENTENCES]) or '-'}{flag}{hint}"


@dataclass
class Sync:
    """The entries of an edition, by chapter file and in the order of the text."""

    chapters: dict[str, list[Entry]] = field(default_factory=dict)

    def ties(self, name: str, wanted: Collection[str]) -> Mapping[str, Sequence[Tie]]:
        """What the aligner needs for a chapter: ties by the hash of its translated blocks, those of other chapters after its own."""
        found: dict[str, list[Tie]] = defaultdict(list)
        for chapter in (name, *(other for other in self.chapters if other != name)):
            for entry in self.chapters.get(chapter, ()):
                for target in entry.targets:
                    if target in wanted:
                        found[target].append(Tie(entry.source, entry.sketch, len(entry.targets)))
        return found

    def flags(self, wanted: Collection[str] | None = None) -> Mapping[str, frozenset[str]]:
        """The hashes of the source texts that were translated, of all or of those `wanted`, each with the flags of its entries."""
        found: dict[str, set[str]] = defaultdict(set)
        for entries in self.chapters.values():
            for entry in entries:
                if wanted is None or entry.source in wanted:
                    found[entry.source].add(entry.flag)
        return {source: frozenset(flags) for source, flags in found.items()}


def read_sync(folder: Path, name: str) -> Sync:
    """The sync.yaml of an edition's folder, called `name` in messages; an edition without one has accepted nothing yet."""
    path = folder / FILE
    if not path.is_file():
        return Sync()
    try:
        return parse_sync(path.read_text(encoding="utf-8"), name)
    except UnicodeDecodeError:
        raise BadInput(Fault(name, 0, 0, "is not UTF-8; restore the file from git")) from None
    except OSError as error:
        raise BadInput(Fault(name, 0, 0, f"cannot be read: {error.strerror}")) from None


def parse_sync(text: str, name: str) -> Sync:
    """The entries of a file's text; a line of another form is refused with its number."""
    sync = Sync()
    entries: list[Entry] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if match := LINE.match(line):
            if entries is None:
                raise BadInput(Fault(name, number, 1, "an entry stands before the first chapter; write `NN-name.md:` above it"))
            sketch = () if match["sketch"] == "-" else tuple(match["sketch"].split("."))
            hint = line.partition("  # ")[2]
            entries.append(Entry(match["source"], tuple(match["target"].split("+")), sketch, match["flag"] or "", hint))
        elif match := CHAPTER.match(line):
            entries = sync.chapters.setdefault(match["name"], [])
        elif line.startswith(("<<<<<<<", "=======", ">>>>>>>", "|||||||")):
            raise BadInput(Fault(name, number, 1, "git left a conflict here; keep the lines of both sides and take its marks out"))
        else:
            raise BadInput(Fault(name, number, 1, "is no entry (`- HASH HASH SENTENCES`); restore the line from git"))
    return sync


def write_sync(folder: Path, sync: Sync, order: Iterable[str]) -> None:
    """Write the file, chapters in the book's order."""
    names = [name for name in order if sync.chapters.get(name)]
    names += sorted(name for name in sync.chapters if name not in names and sync.chapters[name])
    parts = [HEAD]
    for name in names:
        parts.append(f"\n{name}:\n")
        parts += [f"\n{entry.line()}\n" for entry in sync.chapters[name]]
    write_atomically(folder / FILE, "".join(parts).encode())


def own_entries(entries: Sequence[Entry], units: Sequence[tuple[Sequence[str], Sequence[str]]]) -> list[list[Entry]]:
    """For each unit (hashes of its source blocks, hashes of its translated ones) the lines that are its own.

    A line belongs to the unit with its source text, else to the one with its translation, else (both were edited) to the unit that
    stands in its place.
    """
    free: dict[int, Entry] = dict(enumerate(entries))
    by_source, by_target = defaultdict(list), defaultdict(list)
    for place, entry in enumerate(entries):
        by_source[entry.source].append(place)
        for target in entry.targets:
            by_target[target].append(place)
    found: list[list[int]] = [[place for hash_ in sources for place in _take(by_source[hash_], free)] for sources, _ in units]
    for own, (_, targets) in zip(found, units, strict=True):
        if not own:
            own += [place for hash_ in targets for place in _take(by_target[hash_], free, all_of_them=True)]
    before = -1
    for own, (sources, targets) in zip(found, units, strict=True):
        if not own and sources and targets and before + 1 in free:
            own.append(before + 1)
            del free[before + 1]
        before = max(own, default=before)
    return [[entries[place] for place in own] for own in found]


def _take(places: Sequence[int], free: dict[int, Entry], *, all_of_them: bool = False) -> list[int]:
    taken = [place for place in places if place in free]
    taken = taken if all_of_them else taken[:1]
    for place in taken:
        del free[place]
    return taken
