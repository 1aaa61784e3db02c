"""All bound numbers of a book with their values and places: `numbers.json` of each release, so that the next one can say what changed.

`python -m book.release.snapshot` prints that of the book in the current folder.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from book.errors import BookError, WrongUse
from book.ledger.lookup import Ledger
from book.ledger.number import decimal_text
from book.ledger.places import places_of
from book.project import Project, load_project

FILE = "numbers.json"
DIGITS = 6
"""Of a value in the notes; the file has it exactly."""


@dataclass(frozen=True)
class Printed:
    """A place where a number is printed."""

    edition: str
    path: str
    line: int
    text: str


@dataclass(frozen=True)
class Bound:
    """A number of the ledger at one commit."""

    exact: str
    """A fraction, in `unit`."""
    unit: str
    formula: str
    """How it is made, as the ledger says it."""
    source: str
    """Where it, or its function, was read; empty for a plain expression."""
    inputs: tuple[str, ...]
    """Ids of the numbers that it is made from."""
    places: tuple[Printed, ...]

    @property
    def shown(self) -> str:
        """Value and unit for people."""
        return decimal_text(Fraction(self.exact), DIGITS) + ("" if self.unit == "1" else f" {self.unit}")


Snapshot = Mapping[str, Bound]
"""By id."""


def snapshot(project: Project) -> Snapshot:
    """The numbers of a book as it is now, whatever its ledgers name; none without a ledger."""
    ledger = Ledger(project.root)
    places: dict[str, list[Printed]] = {}
    for place in places_of(project):
        places.setdefault(place.id, []).append(Printed(place.edition, place.path, place.line, place.text))
    return {number.id: Bound(str(number.value), number.unit.text, number.formula, number.sources[0] if number.sources else "",
                             tuple(each.id for each in number.inputs if each.id), tuple(places.get(number.id, ())))
            for slug in ledger.slugs() for number in ledger.numbers(slug)}


def written(found: Snapshot) -> bytes:
    """numbers.json: the same bytes for the same numbers."""
    document = {"numbers": {key: asdict(bound) for key, bound in sorted(found.items())}}
    return (json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def read(data: bytes, name: str) -> Snapshot:
    """The snapshot in numbers.json; WrongUse if it is none."""
    try:
        return {key: _bound(each) for key, each in json.loads(data)["numbers"].items()}
    except (ValueError, TypeError, LookupError, AttributeError):
        raise WrongUse(f"{name} holds no numbers of a release; it is broken, or not ours") from None


def _bound(each: Mapping[str, Any]) -> Bound:
    places = tuple(Printed(str(p["edition"]), str(p["path"]), int(p["line"]), str(p["text"])) for p in each["places"])
    Fraction(each["exact"])
    return Bound(each["exact"], str(each["unit"]), str(each["formula"]), str(each["source"]), tuple(map(str, each["inputs"])), places)


if __name__ == "__main__":
    try:
        sys.stdout.buffer.write(written(snapshot(load_project(Path.cwd()))))
    except BookError as problem:
        sys.stderr.write(f"book: {problem}\n")
        sys.exit(problem.exit_code)
