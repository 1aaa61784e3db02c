"""The page of notation: the symbols of the formulas that the ledgers know, in the words of the edition's notation.yaml."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from book.edition_text import EditionText
from book.ledger.lookup import Ledger
from book.manuscript.tree import walk
from book.project import Edition, Project
from book.publish.tex import refused
from book.yamlfile import read_yaml

FILE = "notation.yaml"


@dataclass(frozen=True)
class Symbol:
    """A line of the page."""

    tex: str
    words: str
    equation: str
    """Label of the first equation that has the symbol in this sense."""


def words_of(project: Project, edition: Edition) -> Mapping[str, str]:
    """What each parameter of a formula is called; empty for an edition without such a page."""
    path = edition.folder / FILE
    return {str(key): str(value) for key, value in read_yaml(path, project.relative(path)).items()} if path.is_file() else {}


def notation(project: Project, text: EditionText) -> list[Symbol]:
    """All symbols in the order of the text, each sense once.

    A symbol is printed as the ledger spells it, and only if the equation does so too: what stands in an equation has been checked.
    """
    words = words_of(project, text.edition)
    if not words:
        return []
    printed = _equations(text)
    found: dict[tuple[str, str], Symbol] = {}
    for label, symbols in _formulas(project, text):
        for symbol, parameter in symbols.items():
            known = _bare(symbol) in printed.get(label, "") and not refused(symbol)
            if parameter in words and known:
                found.setdefault((_bare(symbol), words[parameter]), Symbol(symbol, words[parameter], label))
    return list(found.values())


def _formulas(project: Project, text: EditionText) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Label and symbols of each equation of the text that a ledger knows, in the order of the text."""
    ledger = Ledger(project.root)
    chapters = {slug: ledger.chapter(slug) for slug in ledger.slugs()}
    for label in text.numbering.of_kind("equation"):
        entries = chapters.get(label.chapter)
        if entries and label.id in entries.formulas:
            yield label.id, entries.formulas[label.id].symbols


def _equations(text: EditionText) -> dict[str, str]:
    """The TeX of each labelled equation, without spaces."""
    spans = [node["c"] for result in text.resolved.values() for node in walk(result.blocks) if node["t"] == "Span"]
    return {content[0][0]: _bare(content[1][0]["c"][1]) for content in spans if "equation" in content[0][1]}


def _bare(tex: str) -> str:
    return "".join(tex.split())
