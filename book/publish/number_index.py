"""The index of numbers: a last chapter made from the ledgers, an entry for each bound number, and a link to it from each place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from book.edition_text import EditionText
from book.ledger.entry import Kind
from book.ledger.index import IndexEntry, index_entries
from book.ledger.lookup import Ledger
from book.ledger.number import Input, Number
from book.manuscript.labels import Label
from book.manuscript.positions import Lines
from book.manuscript.reader import Chapter
from book.manuscript.references import Resolved
from book.manuscript.tree import (
    Node,
    attr,
    div,
    link,
    para,
    raw,
    raw_block,
    rebuild,
    space,
    span,
    string,
    walk,
    words,
)
from book.project import Project

FILE = "index-of-numbers"
"""Stands for the file of this chapter, which has none."""


def with_number_index(project: Project, text: EditionText) -> EditionText:
    """The edition with its index of numbers; as it is where nothing is bound to a ledger."""
    ledger = Ledger(project.root)
    entries = _all(index_entries(text.chapters, text.resolved, ledger), ledger) if ledger.slugs() else {}
    if not entries:
        return text
    labels = dict(text.numbering.labels)
    index = _Index(text, entries)
    blocks = index.blocks()
    labels.update((label.id, label) for label in index.labels)
    linked = {name: replace(result, blocks=_linked(result.blocks, text.chapters[name].slug, entries))
              for name, result in text.resolved.items()}
    chapter = Chapter(FILE, FILE, "", [], {}, Lines(""))
    return replace(text, chapters={**text.chapters, FILE: chapter}, resolved={**linked, FILE: Resolved(blocks)},
                   numbering=replace(text.numbering, labels=labels))


def anchor_of(full: str) -> str:
    """The label of an entry."""
    return f"number:{full.replace('/', ':')}"


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

    def __init__(self, text: EditionText, entries: Mapping[str, IndexEntry]) -> None:
        self.text, self.entries = text, entries
        self.strings = text.edition.language.strings
        self.labels: list[Label] = []
        self.sections = dict(_sections(text))

    def blocks(self) -> list[Node]:
        result = [self.heading(1, "number:index", words(self.strings["numbers"])), para(words(self.strings["numbers_note"])),
                  raw_block("latex", r"\begingroup\footnotesize\raggedright\parindent=-1em\leftskip=1em\parskip=2pt")]
        slug = ""
        for entry in self.entries.values():
            if entry.number.entry.chapter != slug:
                slug = entry.number.entry.chapter
                result.append(self.heading(2, f"number:{slug}", self.title(slug)))
            result.append(self.entry(entry))
        return [*result, raw_block("latex", r"\par\endgroup")]

    def heading(self, level: int, anchor: str, inlines: list[Node]) -> Node:
        self.labels.append(Label(anchor, "chapter" if level == 1 else "section", "", FILE, tuple(inlines), level))
        return {"t": "Header", "c": [level, [anchor, ["unnumbered"], []], inlines]}

    def title(self, slug: str) -> list[Node]:
        """The heading of a chapter with its number; its slug where the edition lacks it."""
        head = next((label for label in self.text.numbering.of_kind("chapter") if label.chapter == slug), None)
        if head is None:
            return words(slug)
        number = [*words(self.text.edition.language.label("chapter", head.number)), space()] if head.number else []
        return [*number, *head.title]

    def entry(self, entry: IndexEntry) -> Node:
        """One paragraph: what is printed, its name and value; on the next line its derivation."""
        number = entry.number
        self.labels.append(Label(anchor_of(number.id), "anchor", "", FILE))
        printed = [{"t": "Strong", "c": words(" · ".join(entry.printed))}, space()] if entry.printed else []
        first = [*printed, _code(number.entry.name), *words(" = "), _code(number.shown())]
        computed = number.entry.kind in (Kind.CALC, Kind.SPEC, Kind.RESULT)
        rows = [self.row("formula", self.formula(number)), self.row("source", self.source(number)),
                self.row("command", [_code(number.command)] if computed else []), self.row("places", self.places(entry))]
        anchor = span(attr(anchor_of(number.id)), [])
        rest = _between([row for row in rows if row], [space()])
        return div(attr("", ["number"]), [para([anchor, *first, *([{"t": "LineBreak"}, *rest] if rest else [])])])

    def row(self, name: str, inlines: list[Node]) -> list[Node]:
        return [*words(self.strings[f"numbers_{name}"]), space(), *inlines] if inlines else []

    def formula(self, number: Number) -> list[Node]:
        """A function with its arguments, an expression with the values of its inputs; both lead to the inputs' own entries."""
        if number.entry.kind is Kind.CALC:
            arguments = _between([[_code(f"{each.name} = "), self.input(each, each.text)] for each in number.inputs], [_code(", ")])
            return [_code(f"{number.entry.text}("), *arguments, _code(")")]
        if number.entry.kind is not Kind.EXPR:
            return []
        inputs = _joined([[self.input(each, each.name), *words(" = "), _code(each.shown())] for each in number.inputs])
        return [_code(number.formula), *([string(","), space(), *inputs] if inputs else [])]

    def input(self, each: Input, shown: str) -> Node:
        return link([_code(shown)], f"#{anchor_of(each.id)}", ["reference"]) if each.id in self.entries else _code(shown)

    def source(self, number: Number) -> list[Node]:
        """Of a figure its document, of a formula its work, of a given value the work it is from."""
        entry = number.entry
        if entry.kind is Kind.GIVEN and entry.source:
            known = entry.source in self.text.bibliography.marks
            return [span(attr("", ["citation"], keys=entry.source), [])] if known else [_code(entry.source)]
        if entry.kind is Kind.GIVEN:
            return words(self.strings["numbers_given"])
        return words(number.sources[0]) if number.sources and entry.kind in (Kind.SPEC, Kind.CALC, Kind.RESULT) else []

    def places(self, entry: IndexEntry) -> list[Node]:
        """Links to the sections that print the number."""
        labels = dict.fromkeys(self.sections[place.path, place.line, place.column] for place in entry.places)
        shown = [self.text.numbering.labels[label] for label in labels if label]
        return _joined([[link(words(each.number) or list(each.title), f"#{each.id}", ["reference"])] for each in shown])


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


def _code(text: str) -> Node:
    return {"t": "Code", "c": [attr(), text]}


def _joined(parts: Sequence[list[Node]]) -> list[Node]:
    """Parts with a semicolon between them."""
    return _between(parts, [string(";"), space()])


def _between(parts: Sequence[list[Node]], separator: list[Node]) -> list[Node]:
    return [node for i, part in enumerate(parts) for node in (separator if i else []) + part]
