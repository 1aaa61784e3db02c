"""How a translation stands to its source, made visible: what is behind is marked, what is missing stands in the source's language.

An edition without sync.yaml has never said what it was made from: nothing is marked then, and only whole chapters are filled in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from book.cache import Cache, digest, toolchain_digest
from book.edition_text import read_chapters
from book.editions.block import Block, cut
from book.editions.chapters import CODE, Text
from book.editions.reading import numbers_as
from book.editions.state import STATES, Pair
from book.editions.status import Count, chapter_pairs, sync_of
from book.editions.sync import FILE, Sync
from book.errors import Fault
from book.manuscript.reader import Chapter, slug_of
from book.manuscript.tree import Node, opened, para, rebuild, walk, words
from book.project import Edition, Project
from book.publish.state_mark import foreign, ids_of, mark, marked, moved, without_ids

SHOWN = {"stale": "stale", "orphan": "orphan", "draft": "draft", "missing": "untranslated", "copy": "untranslated"}
"""The mark of each state that is not fresh."""


@dataclass(frozen=True)
class Filled(Chapter):
    """A translated chapter with blocks of the source in it, whose positions begin at `start`, as if its text followed the translation's."""

    origin: Chapter
    start: int

    def fault(self, node: Node | int, message: str, code: str = "") -> Fault:
        """A fault at its place in the file that it comes from."""
        offset = node if isinstance(node, int) else int(node.get("p", 0))
        return self.origin.fault(offset - self.start, message, code) if offset >= self.start else super().fault(node, message, code)


@dataclass
class Standing:
    """What `completed` found; empty for the source."""

    count: Count = field(default_factory=Count)
    tracked: bool = False
    """Whether the edition says what it was made from."""
    borrowed: set[str] = field(default_factory=set)
    """Chapter files that stand in the source's language."""
    old: dict[str, set[str]] = field(default_factory=dict)
    """By chapter file the hashes of the older source texts that its stale blocks were made from."""


def completed(project: Project, edition: Edition, chapters: Mapping[str, Chapter], cache: Cache) -> tuple[dict[str, Chapter], Standing]:
    """All chapters of the book in the edition, filled and marked, in the book's order."""
    standing = Standing(tracked=not edition.is_source and (edition.folder / FILE).is_file())
    if edition.is_source or (not standing.tracked and len(chapters) == len(project.chapters)):
        return dict(chapters), standing
    source = read_chapters(project, project.source, cache)
    work = _Completer(project, edition, sync_of(project, edition), standing, cache, taken=ids_of(chapters.values()))
    return {name: work.chapter(name, source[name], chapters.get(name)) for name in project.chapters}, standing


@dataclass
class _Completer:
    project: Project
    edition: Edition
    sync: Sync
    standing: Standing
    cache: Cache
    taken: set[str]
    """Ids that the edition's own text defines."""

    def chapter(self, name: str, source: Chapter, target: Chapter | None) -> Chapter:
        """One chapter as it is to be shown."""
        if target is None:
            self.standing.borrowed.add(name)
        if not self.standing.tracked:
            return target or self.borrowed(source)
        key = digest("standing", toolchain_digest(*CODE, "editions"), name, source.source, target.source if target else "-",
                     (self.edition.folder / FILE).read_bytes(), self.edition.language.tag, self.project.source.language.tag)
        units = self.cache.json_of(key, lambda: self.counted(self.pairs(name, source, target)))
        self.standing.count.join(Count(units, dict.fromkeys(units, 0)))
        if target is None:
            return self.borrowed(source)
        if sum(units.values()) == units["fresh"]:
            return target
        pairs = self.pairs(name, source, target)
        self.standing.old[name] = {hash_ for pair in pairs for hash_ in pair.old}
        return _Merger(self.edition, self.project.source.language.tag, source, target, self.taken).merged(pairs)

    def pairs(self, name: str, source: Chapter, target: Chapter | None) -> list[Pair]:
        """The units of a chapter, with the nodes of both trees."""
        texts = (_text(source, name, self.project.source), _text(target, name, self.edition))
        return chapter_pairs(self.project, self.edition, name, *texts, self.sync)

    @staticmethod
    def counted(pairs: Sequence[Pair]) -> dict[str, int]:
        """Units by state."""
        units = Counter(pair.state for pair in pairs)
        return {state: units[state] for state in STATES}

    def borrowed(self, source: Chapter) -> Chapter:
        """A whole chapter of the source, with a word about it below its heading."""
        note = foreign([para(words(self.edition.language.strings["chapter_untranslated"]))], self.edition.language.tag)
        head = next((index for index, node in enumerate(source.blocks) if node["t"] == "Header"), -1)
        return replace(source, blocks=[*source.blocks[:head + 1], *note, *source.blocks[head + 1:]])


def _text(chapter: Chapter | None, name: str, edition: Edition) -> Text:
    if chapter is None:
        return Text(name, slug_of(name), "", (), missing=True)
    own = replace(chapter, blocks=[node for node in chapter.blocks if not node.get("made")])
    return Text(chapter.path, chapter.slug, chapter.source, tuple(cut(own, numbers_as(edition.language))))


class _Merger:
    """Puts marks and blocks of the source into one translated chapter."""

    def __init__(self, edition: Edition, tag: str, source: Chapter, target: Chapter, taken: set[str]) -> None:
        self.edition, self.tag, self.source, self.target, self.taken = edition, tag, source, target, taken
        self.start = len(target.source) + 1
        self.above = {id(node): chain for chain in _chains(target.blocks) for node in chain[-1:]}

    def merged(self, pairs: Sequence[Pair]) -> Chapter:
        """The chapter with both."""
        states = {key: SHOWN[pair.state] for pair in pairs if pair.state != "fresh" for block in pair.target for node in block.nodes
                  for key in (id(node), id(node["c"]))}  # a term has no node of its own, only words
        after = self.insertions(pairs)

        def below(node: Node) -> Node:
            return rebuild([node], lambda part: None if part is node else change(part))[0]

        def change(node: Node) -> list[Node] | None:
            new, state = after.get(id(node), []), states.get(id(node), "")
            if node["t"] == "DefinitionList":
                made = below(node)
                terms = [[*([mark(states[id(old)])] if id(old) in states else []), *term] for (old, _), (term, _) in zip(node["c"], made["c"], strict=True)]
                return [{**made, "c": [[term, parts] for term, (_, parts) in zip(terms, made["c"], strict=True)]}, *new]
            if not state and not new:
                return None
            own = marked(below(node), state) if state else [below(node)]
            return [*(foreign(own, self.tag) if state == "untranslated" else own), *new]

        blocks = [*after.get(0, []), *rebuild(self.target.blocks, change)]
        text = f"{self.target.source}\n{self.source.source}"
        values = {name: getattr(self.target, name) for name in ("path", "slug", "meta", "lines")}
        return Filled(**values, source=text, blocks=blocks, origin=self.source, start=self.start)

    def insertions(self, pairs: Sequence[Pair]) -> dict[int, list[Node]]:
        """What is missing, by the id of the node that it follows; 0 for the beginning."""
        missing = {id(node) for pair in pairs if pair.state == "missing" for block in pair.source for node in block.nodes}
        found: dict[int, list[Node]] = {}
        if not missing:
            return found
        before = self.targets_before(pairs)
        for depth, node in _whole(self.source.blocks, missing, 0):
            if node["t"] == "Header" and node["c"][0] == 1:
                continue  # every chapter has its heading
            first = next(id(chain[-1]) for chain in _chains([node]) if id(chain[-1]) in missing)
            chain = self.above.get(before.get(first, 0), ())
            place = id(chain[min(depth, len(chain) - 1)]) if chain else 0
            found.setdefault(place, []).extend(self.borrowed(node))
        for pair in pairs:  # a footnote that is missing under a paragraph that is not
            for inner in _notes(pair.source):
                if pair.target and id(inner) in missing:
                    found.setdefault(id(pair.target[-1].nodes[0]), []).extend(self.borrowed(inner))
        return found

    def targets_before(self, pairs: Sequence[Pair]) -> dict[int, int]:
        """For each missing node of the source the translated one before it; footnotes stand elsewhere."""
        found: dict[int, int] = {}
        last = 0
        for pair in pairs:
            blocks = [*pair.target, *pair.source]
            if any(block.section.startswith("^") for block in blocks):
                continue
            if pair.state == "missing":
                found.update((id(node), last) for block in pair.source for node in block.nodes)
            elif pair.target and id(pair.target[-1].nodes[0]) in self.above:
                last = id(pair.target[-1].nodes[0])
        return found

    def borrowed(self, node: Node) -> list[Node]:
        """A block of the source, ready to stand in the translation."""
        own = without_ids(moved(node, self.start), self.taken)
        return foreign(marked(own, "untranslated"), self.tag)


def _notes(blocks: Sequence[Block]) -> Iterator[Node]:
    """The paragraphs of the footnotes that these blocks call."""
    for block in blocks:
        for node in walk(block.nodes):
            if node["t"] == "Note":
                yield from node["c"]


def _chains(blocks: Sequence[Node], above: tuple[Node, ...] = ()) -> Iterator[tuple[Node, ...]]:
    """Every block that holds no other blocks, with those that it stands in, outermost first."""
    for node in blocks:
        inner = list(_inside(node))
        if not inner:
            yield (*above, node)
        for part in inner:
            yield from _chains(part, (*above, node))


def _inside(node: Node) -> Iterator[list[Node]]:
    kind, content = opened(node)
    if kind == "BlockQuote":
        yield content
    elif kind == "Div":
        yield content[1]
    elif kind == "BulletList":
        yield from content
    elif kind == "OrderedList":
        yield from content[1]
    elif kind == "DefinitionList":
        yield from (part for _, parts in content for part in parts)


def _whole(blocks: Sequence[Node], missing: set[int], depth: int) -> Iterator[tuple[int, Node]]:
    """The largest blocks of which everything is missing, with their depth."""
    for node in blocks:
        leaves = [id(chain[-1]) for chain in _chains([node])]
        if all(leaf in missing for leaf in leaves):
            yield depth, node
        elif any(leaf in missing for leaf in leaves):
            for part in _inside(node):
                yield from _whole(part, missing, depth + 1)
