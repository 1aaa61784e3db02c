"""The index of numbers: a last chapter made from the ledgers, an entry for each bound number, and a link to it from each place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from book.edition_text import EditionText
from book.errata.link import report_link
from book.ledger.index import IndexEntry, index_entries
from book.ledger.lookup import Ledger
from book.manuscript.labels import Label
from book.manuscript.positions import Lines
from book.manuscript.reader import Chapter
from book.manuscript.references import Resolved
from book.manuscript.tree import Node, link, para, raw, raw_block, rebuild, space, string, walk, words
from book.project import Project
from book.publish.number_entry import REPORT, Entries, anchor_of, source_anchor

FILE = "index-of-numbers"
"""Stands for the file of this chapter, which has none."""


def with_number_index(project: Project, text: EditionText, build: str = "") -> EditionText:
    """The edition with its index of numbers; as it is where nothing is bound to a ledger. `build` is the commit that reports name."""
    ledger = Ledger(project.root)
    entries = _all(index_entries(text.chapters, text.resolved, ledger), ledger) if ledger.slugs() else {}
    if not entries:
        return text
    labels = dict(text.numbering.labels)
    index = _Index(project, text, entries, build)
    blocks = index.blocks()
    labels.update((label.id, label) for label in index.labels)
    linked = {name: replace(result, blocks=_linked(result.blocks, text.chapters[name].slug, entries))
              for name, result in text.resolved.items()}
    chapter = Chapter(FILE, FILE, "", [], {}, Lines(""))
    return replace(text, chapters={**text.chapters, FILE: chapter}, resolved={**linked, FILE: Resolved(blocks)},
                   numbering=replace(text.numbering, labels=labels))


def _all(printed: Sequence[IndexEntry], ledger: Ledger) -> dict[str, IndexEntry]:
    """Entries of the printed numbers and of those they are made from, by full id, chapter by chapter in the order of the ledger."""
    found = {entry.id: entry for entry in printed}
    waiting = list(found.values())
    while waiting:
        for each in waiting.pop().number.inputs:
            if each.id and each.id not in found:
                found[each.id] = IndexEntry(ledger.number(each.id), ())
                waiting.append(found[each.id])
    slugs = dict.fromkeys(entry.number.entry.chapter for entry in printed)
    order = [number.id for slug in slugs for number in ledger.numbers(slug)]
    return {full: found[full] for full in order if full in found}


def _linked(blocks: Sequence[Node], slug: str, entries: Mapping[str, IndexEntry]) -> list[Node]:
    """The blocks with a link around each bound number, in the colour of the text; headings keep their words."""
    def change(node: Node) -> list[Node] | None:
        if node["t"] == "Header":
            return [node]
        if node["t"] != "Span" or "bound" not in node["c"][0][1]:
            return None
        target = dict(node["c"][0][2])["calc"]
        full = target if "/" in target else f"{slug}/{target}"
        if full not in entries:
            return [node]
        inner = link([raw("latex", r"\color{black}"), *node["c"][1]], f"#{anchor_of(full)}", ["reference"])
        return [{**node, "c": [node["c"][0], [{**inner, "p": node.get("p", 0)}]]}]

    return rebuild(blocks, change)


class _Index:
    """Makes the chapter's blocks, and the labels in it."""

    def __init__(self, project: Project, text: EditionText, entries: Mapping[str, IndexEntry], build: str) -> None:
        self.project, self.text, self.entries, self.build = project, text, entries, build
        self.strings = text.edition.language.strings
        self.labels: list[Label] = []

    def blocks(self) -> list[Node]:
        """Heading and note, the entries by chapter, and the sources that they name by a mark."""
        made = Entries(self.text, self.entries, dict(_sections(self.text)), self.report)
        groups: dict[str, list[Node]] = {}
        for entry in self.entries.values():
            self.labels.append(Label(anchor_of(entry.number.id), "anchor", "", FILE))
            groups.setdefault(entry.number.entry.chapter, []).append(made.entry(entry))
        result = [self.heading(1, "number:index", words(self.strings["numbers"])), para(words(self.strings["numbers_note"]))]
        if self.project.repository:
            result.append(para([string(REPORT), space(), *words(self.strings["numbers_report"])]))
        for slug, entries in groups.items():
            result += [raw_block("latex", r"\bookneed"), self.heading(2, f"number:{slug}", self.title(slug)), *_columns(entries)]
        if made.sources:
            self.labels += [Label(source_anchor(index), "anchor", "", FILE) for index in range(len(made.sources))]
            result += [raw_block("latex", r"\bookneed"), self.heading(2, "number:sources", words(self.strings["numbers_sources"])), *_columns(made.source_list())]
        return result

    def heading(self, level: int, anchor: str, inlines: list[Node]) -> Node:
        self.labels.append(Label(anchor, "chapter" if level == 1 else "section", "", FILE, tuple(inlines), level))
        return {"t": "Header", "c": [level, [anchor, ["unnumbered"], []], inlines]}

    def title(self, slug: str) -> list[Node]:
        """The heading of a chapter with its number; its slug where the edition lacks it."""
        head = next((label for label in self.text.numbering.of_kind("chapter") if label.chapter == slug), None)
        if head is None:
            return words(slug)
        language = self.text.edition.language
        return [*(words(language.label("chapter", head.number) + language.strings["caption_end"]) if head.number else []), *head.title]

    def report(self, full: str) -> str:
        """Where a reader reports a number; empty for a book without a repository."""
        if not self.project.repository:
            return ""
        return report_link(self.project.repository, edition=self.text.edition.id, build=self.build, number=full)


def _columns(entries: Sequence[Node]) -> list[Node]:
    """Entries in two columns on paper."""
    return [raw_block("latex", r"\begin{booknumbers}"), *entries, raw_block("latex", r"\end{booknumbers}")]


def _sections(text: EditionText) -> Iterator[tuple[tuple[str, int, int], str]]:
    """For each bound number's place, the label of the section that it stands in."""
    for name, result in text.resolved.items():
        chapter, here = text.chapters[name], ""
        for block in result.blocks:
            if block["t"] == "Header" and block["c"][1][0] in text.numbering.labels:
                here = block["c"][1][0]
            for node in walk([block]):
                if node["t"] == "Span" and "bound" in node["c"][0][1]:
                    yield (chapter.path, *chapter.lines.place(int(node.get("p", 0)))), here
