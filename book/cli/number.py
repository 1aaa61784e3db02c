"""`book number`: where a printed number comes from, and everywhere that it is printed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from book.errors import WrongUse
from book.ledger.errors import UnknownNumber
from book.ledger.lookup import Ledger
from book.ledger.number import Number
from book.ledger.places import Place, places_of
from book.project import Project, load_project


@click.command(name="number")
@click.argument("wanted", metavar='[ID | "PRINTED VALUE"]', required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(wanted: str | None, as_json: bool) -> int:
    """Show where a number comes from: value, formula, inputs, sources, the command that recomputes it, every place.

    ID is that of the link (`decode-read`, `first-look/decode-read`); "20.90 ms" finds the numbers that are printed so.
    Without either, all numbers and how many quantities of the text have a source.
    """
    project = load_project(Path.cwd())
    ledger = Ledger(project.root)
    if not ledger.slugs():
        raise WrongUse("this book has no ledger; write calculations/ledger/CHAPTER.yaml")
    places = list(places_of(project))
    if wanted is None:
        return _all(project, ledger, places, as_json=as_json)
    number = _by_id(ledger, wanted)
    numbers = [number] if number else _by_value(project, ledger, wanted, places)
    told = [_json(each, places) for each in numbers]
    if as_json:
        click.echo(json.dumps(told[0] if number else {"query": wanted, "numbers": told}, ensure_ascii=False, indent=1))
    else:
        click.echo("\n\n".join(_text(each, places) for each in numbers))
    return 0


def _by_id(ledger: Ledger, wanted: str) -> Number | None:
    """The number with this id; None if it is no id."""
    if "/" in wanted and wanted.partition("/")[0] in ledger.slugs():
        try:
            return ledger.number(wanted)
        except UnknownNumber as problem:
            raise WrongUse(str(problem)) from None
    holders = [slug for slug in ledger.slugs() if (found := ledger.chapter(slug)) and wanted in found.numbers]
    if len(holders) > 1:
        raise WrongUse(f"{wanted!r} is a number of several chapters; say {' or '.join(f'{slug}/{wanted}' for slug in holders)}")
    return ledger.number(wanted, holders[0]) if holders else None


def _by_value(project: Project, ledger: Ledger, wanted: str, places: Sequence[Place]) -> list[Number]:
    """The numbers that are printed like this, else those whose value is this."""
    from book.ledger.printed import Around, compare, read_printed  # a quarter of a second of patterns

    same = list(dict.fromkeys(place.id for place in places if _plain(place.text) == _plain(wanted)))
    if not same:
        tags = [edition.language.tag for edition in project.editions.values()]
        language = next((tag for tag in tags if read_printed(wanted, tag)), "")
        everything = [number for slug in ledger.slugs() for number in ledger.numbers(slug)]
        same = [number.id for number in everything if language and compare(number, wanted, language, Around()).agrees]
    found = []
    for each in same:
        try:
            found.append(ledger.number(each))
        except UnknownNumber:
            continue
    if not found:
        raise WrongUse(f"no number of the book is called or printed {wanted!r}; `book number` lists them all")
    return found


def _plain(text: str) -> str:
    """A printed text for comparison: one kind of space."""
    return " ".join(text.replace("\u00a0", " ").replace("\u202f", " ").split())


def _all(project: Project, ledger: Ledger, places: Sequence[Place], *, as_json: bool) -> int:
    from book.checks.edition import coverage_of

    numbers = [number for slug in ledger.slugs() for number in ledger.numbers(slug)]
    coverage = coverage_of(project)
    if as_json:
        of_source = coverage[project.source.id]
        document = {"numbers": [_json(each, places) for each in numbers], "coverage": of_source, "editions": coverage}
        click.echo(json.dumps(document, ensure_ascii=False, indent=1))
        return 0
    printed: dict[str, list[str]] = {}
    for place in places:
        if place.edition == project.source.id:
            printed.setdefault(place.id, []).append(place.text)
    width = max((len(each.id) for each in numbers), default=0)
    for each in numbers:
        shown = ", ".join(dict.fromkeys(printed.get(each.id, [])))
        click.echo(f"{each.id:<{width}}  {each.shown()}" + (f"  printed {shown}" if shown else ""))
    for edition, counts in coverage.items():
        click.echo(f"{edition}: " + ", ".join(f"{count} {name}" for name, count in counts.items()))
    return 0


def _json(number: Number, places: Sequence[Place]) -> dict[str, Any]:
    value = number.value
    return {
        "id": number.id, "value": float(value) if value.denominator != 1 else int(value), "exact": str(value),
        "unit": number.unit.text, "kind": number.entry.kind.value, "says": number.entry.says, "formula": number.formula,
        "latex": number.latex, "round": number.entry.rounding.value,
        "inputs": [{"name": each.name, "text": each.text, "id": each.id, "value": float(each.amount.value / each.unit.scale),
                    "unit": each.unit.text} for each in number.inputs],
        "sources": list(number.sources), "command": number.command,
        "places": [{"edition": each.edition, "path": each.path, "line": each.line, "column": each.column, "text": each.text}
                   for each in places if each.id == number.id]}


def _text(number: Number, places: Sequence[Place]) -> str:
    lines = [f"{number.id} = {number.shown()}" + (f"  ({number.entry.says})" if number.entry.says else "")]

    def row(name: str, values: Sequence[str]) -> None:
        lines.extend(f"  {name if not i else '':<10} {value}" for i, value in enumerate(values))

    row(number.entry.kind.value, [number.formula])
    row("formula", [f"${number.latex}$"] if number.latex else [])
    row("inputs", [f"{each.name} = {each.shown()}" + (f"  ({each.id})" if each.id else "") for each in number.inputs])
    row("sources", number.sources)
    row("recompute", [number.command])
    here = [f"{each.text}  {each.path}:{each.line}:{each.column}" for each in places if each.id == number.id]
    row("printed", here or ["nowhere"])
    return "\n".join(lines)
