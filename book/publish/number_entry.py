"""An entry of the index of numbers, short enough to be printed a thousand times: what many entries share is said once, in the list of sources."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape

from book.edition_text import EditionText
from book.ledger.entry import Kind
from book.ledger.index import IndexEntry
from book.ledger.number import Input, Number, typed
from book.manuscript.tree import Node, attr, div, link, para, raw, space, span, string, words

READING = "; printed "
"""Separates a document from the figure that stands in it."""
REPORT = "[!]"
"""What is shown of the link to the form."""
ZEROS = re.compile(r"^(\d[\d,]*?)((?:,?000){2,})(?= |$)")
"""A whole number that ends with six zeros or more."""


def anchor_of(full: str) -> str:
    """The label of an entry."""
    return f"number:{full.replace('/', ':')}"


def source_anchor(index: int) -> str:
    """The label of a source, counted from 0."""
    return f"number:source-{index + 1}"


class Entries:
    """Makes entries, and collects the sources that they name.

    `sections` tells the label of the section at a place (path, line, column), `report` the address for reports of a number.
    """

    def __init__(self, text: EditionText, known: Mapping[str, IndexEntry], sections: Mapping[tuple[str, int, int], str],
                 report: Callable[[str], str]) -> None:
        self.text, self.known, self.sections, self.report = text, known, sections, report
        self.strings = text.edition.language.strings
        self.sources: dict[str, list[str]] = {}
        """The commands that print the figures of each source."""

    def entry(self, entry: IndexEntry) -> Node:
        """One paragraph: what is printed, its name and value, its formula, its source, its places."""
        number = entry.number
        printed = [{"t": "Strong", "c": words(" · ".join(entry.printed))}, space()] if entry.printed else []
        value = short(number.shown())
        same = any(value.split(" ")[0] == text.split(" ")[0] for text in entry.printed)
        first = [*printed, _code(number.entry.name), *([] if same else [*words(" = "), _code(value)])]
        said = _between([part for part in (self.source(number), self.places(entry)) if part], [space(), string("·"), space()])
        parts = [self.formula(number), said, self.reported(number.id)]
        anchor = span(attr(anchor_of(number.id)), [])
        own = not number.command.startswith("book number")  # which works for all
        command = [raw("html", f' <code class="command">{escape(number.command)}</code>')] if own else []
        return div(attr("", ["number"]), [para([anchor, *first, *(node for part in parts if part for node in (space(), *part)), *command])])

    def formula(self, number: Number) -> list[Node]:
        """A function with its arguments and their values, an expression with those of its inputs; both lead to the inputs' own entries."""
        if number.entry.kind is Kind.CALC:
            arguments = _between([self.argument(each) for each in number.inputs], [_code(", ")])
            return [_code(f"= {number.entry.text}("), *arguments, _code(")")]
        if number.entry.kind is not Kind.EXPR:
            return []
        return [_code("= "), *self.expression(number)]

    def expression(self, number: Number) -> list[Node]:
        """`weights (65.5 GB) / kv-token (256 KiB)`: each input with its value where it first stands."""
        inputs = {each.name: each for each in number.inputs}
        if not inputs:
            return [_code(number.formula)]
        names = "|".join(map(re.escape, sorted(inputs, key=len, reverse=True)))
        result: list[Node] = []
        told: set[str] = set()
        for part in re.split(rf"(?<![\w/-])({names})(?![\w/-])", number.formula):
            if part not in inputs:
                result += [_code(part)] if part else []
                continue
            result.append(self.input(inputs[part], part))
            result += [] if part in told else [_code(f" ({short(inputs[part].shown())})")]
            told.add(part)
        return result

    def argument(self, each: Input) -> list[Node]:
        """`bandwidth=4800000000000`, as the calculator's command takes it, with the name of the number that it is."""
        value = short(typed(each.amount.value / each.unit.scale))
        return [_code(f"{each.name}="), *([self.input(each, each.text), _code("=")] if each.id else []), _code(value)]

    def input(self, each: Input, shown: str) -> Node:
        """`shown`, leading to the input's own entry where it has one."""
        return link([_code(shown)], f"#{anchor_of(each.id)}", ["reference"]) if each.id in self.known else _code(shown)

    def source(self, number: Number) -> list[Node]:
        """A mark into the list of sources; of a given value the work it is from."""
        entry = number.entry
        if entry.kind is Kind.GIVEN and entry.source:
            known = entry.source in self.text.bibliography.marks
            return [span(attr("", ["citation"], keys=entry.source), [])] if known else [_code(entry.source)]
        if entry.kind is Kind.GIVEN:
            return words(self.strings["numbers_given"])
        if not number.sources or entry.kind is Kind.EXPR:
            return []
        document, separator, reading = number.sources[0].partition(READING if entry.kind is Kind.SPEC else "#")
        commands = self.sources.setdefault(document, [])
        if entry.kind is not Kind.CALC and number.command not in commands:
            commands.append(number.command)
        index = list(self.sources).index(document)
        return [link([string(source_mark(index))], f"#{source_anchor(index)}", ["reference"]),
                *([string(":"), space(), *words(reading)] if separator else [])]

    def places(self, entry: IndexEntry) -> list[Node]:
        """Links to the sections that print the number."""
        labels = dict.fromkeys(self.sections[place.path, place.line, place.column] for place in entry.places)
        shown = [self.text.numbering.labels[label] for label in labels if label]
        links = _joined([[link(words(each.number) or list(each.title), f"#{each.id}", ["reference"])] for each in shown])
        return [*words(self.strings["numbers_places"]), space(), *links] if links else []

    def reported(self, full: str) -> list[Node]:
        """The link to the form for reports."""
        address = self.report(full)
        if not address:
            return []
        shown = link([string(REPORT)], address)
        shown["c"][0] = attr("", ["report"], aria_label=f"{self.strings['report']}: {full}")
        return [shown]

    def source_list(self) -> list[Node]:
        """The sources with their marks and commands."""
        return [div(attr("", ["number"]), [para([span(attr(source_anchor(index)), []), {"t": "Strong", "c": [string(source_mark(index))]}, space(),
                *words(document), *(node for command in commands for node in (space(), _code(command)))])])
                for index, (document, commands) in enumerate(self.sources.items())]


def short(shown: str) -> str:
    """A value with its many zeros as a power of ten, as the calculator's commands take it too.

    >>> short("4,800,000,000,000 byte/second")
    '4.8e12 byte/second'
    """
    match = ZEROS.match(shown)
    if not match:
        return shown
    digits = match[0].replace(",", "")
    kept = digits.rstrip("0")
    return f"{kept[0]}{'.' if len(kept) > 1 else ''}{kept[1:]}e{len(digits) - 1}{shown[match.end():]}"


def source_mark(index: int) -> str:
    """`S1` for the first source."""
    return f"S{index + 1}"


def _code(text: str) -> Node:
    return {"t": "Code", "c": [attr(), text]}


def _joined(parts: Sequence[list[Node]]) -> list[Node]:
    """Parts with a semicolon between them."""
    return _between(parts, [string(";"), space()])


def _between(parts: Sequence[list[Node]], separator: list[Node]) -> list[Node]:
    return [node for i, part in enumerate(parts) for node in (separator if i else []) + part]
