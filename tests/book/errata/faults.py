"""Faults planted in a copy of the real book, each with the report that a reader would file: the text before the fault is the truth."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from book.project import Edition, Project, load_project

ROOT = Path(__file__).parents[3]
LINK = re.compile(r"(?<!!)\[(?P<text>[^\[\]\n]{0,80}\d[^\[\]\n]{0,80})\]\(calc:(?P<id>[^()\s]+)\)")
_RESULT = re.compile(r"\$\$?[^$\n]*(?:\\times|\\frac|\\,)[^$\n]*(?:=|\\approx)\s*(?P<result>\d[\d.,{}\\]*\d)[^$\n=]*\$\$?")
_EQUATION = re.compile(r"\$\$ (?P<latex>[^$\n]+?) \$\$ \{#eq:")
_SLIPS = (("2 ", "3 "), ("4 ", "2 "), ("+", "-"), ("-", "+"), (r"\,n_{kv}", ""))


@dataclass(frozen=True)
class Planted:
    """A fault: the texts with it, and the report about it."""

    kind: str
    texts: dict[Path, str]
    form: dict[str, str]


def copy_of_the_book(folder: Path) -> Project:
    """The texts of the book to write in, and what their numbers come from."""
    project = load_project(ROOT)
    for edition in project.editions.values():
        shutil.copytree(edition.folder, folder / edition.folder.relative_to(ROOT), ignore=shutil.ignore_patterns("figures", "__pycache__"))
    shutil.copy(ROOT / "book.yaml", folder)
    for name in ("calculations", "experiments", "references"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return load_project(folder)


def faults(project: Project, seed: int, count: int) -> Iterator[Planted]:
    """Slips of the pen: in bound numbers of one edition and of all, in cells, chains and equations."""
    dice = random.Random(seed)
    makers: tuple[Callable[[random.Random, Project, Edition, str], Planted | None], ...] = (_bound, _cell, _everywhere, _chain, _equation)
    made = 0
    while made < count:
        edition = dice.choice(list(project.editions.values()))
        found = makers[made % len(makers)](dice, project, edition, dice.choice(project.chapters[1:]))
        if found is not None:
            made += 1
            yield found


def slip(dice: random.Random, number: str) -> tuple[int, str]:
    """Which digit of a number is another one, and the number with it."""
    at = dice.choice([i for i, char in enumerate(number) if char.isdigit()])
    digit = dice.choice([each for each in "123456789" if each != number[at]])
    return sum(char.isdigit() for char in number[:at]), number[:at] + digit + number[at + 1 :]


def _line(source: str, at: int) -> str:
    return source[source.rfind("\n", 0, at) + 1 : source.find("\n", at)]


def _sentence(source: str, start: int, end: int) -> str:
    """What a reader copies: the sentence, or the row of a table, without the targets of links."""
    line = _line(source, start)
    if not line.startswith("|"):
        first = max(source.rfind(mark, 0, start) for mark in ("\n", ". ", "。")) + 1
        last = min(each for each in (source.find("\n", end), source.find(". ", end), source.find("。", end), len(source)) if each >= end)
        line = source[first:last].strip()
    return re.sub(r"\]\([^)]*\)|(?<!!)\[", "", line)


def _numbers(source: str, *, cells: bool) -> list[re.Match[str]]:
    return [m for m in LINK.finditer(source) if _line(source, m.start()).startswith("|") == cells and not _line(source, m.start()).startswith("!")]


def _bound(dice: random.Random, project: Project, edition: Edition, file: str) -> Planted | None:
    return _one(dice, edition, file, "number", cells=False)


def _cell(dice: random.Random, project: Project, edition: Edition, file: str) -> Planted | None:
    return _one(dice, edition, file, "table", cells=True)


def _one(dice: random.Random, edition: Edition, file: str, kind: str, *, cells: bool) -> Planted | None:
    """A bound number of one edition."""
    path = edition.folder / file
    source = path.read_text(encoding="utf-8")
    match = dice.choice(_numbers(source, cells=cells))
    _, wrong = slip(dice, match["text"])
    text = source[: match.start("text")] + wrong + source[match.end("text") :]
    quote = _sentence(text, match.start(), match.end())
    return Planted(kind, {path: text}, {"edition": edition.id, "quote": quote, "stated": wrong, "proposed": match["text"], "kind": kind})


def _everywhere(dice: random.Random, project: Project, edition: Edition, file: str) -> Planted | None:
    """The same digit of the same bound number in every edition."""
    source = (edition.folder / file).read_text(encoding="utf-8")
    match = dice.choice(_numbers(source, cells=False))
    which = [each["id"] for each in LINK.finditer(source, 0, match.start())].count(match["id"])
    place, wrong = slip(dice, match["text"])
    digits = [char for char in match["text"] if char.isdigit()]
    digit = [char for char in wrong if char.isdigit()][place]
    texts = {}
    for other in project.editions.values():
        path = other.folder / file
        theirs = path.read_text(encoding="utf-8")
        same = [each for each in LINK.finditer(theirs) if each["id"] == match["id"]]
        if which >= len(same) or [char for char in same[which]["text"] if char.isdigit()] != digits:
            return None
        at = [i for i in range(*same[which].span("text")) if theirs[i].isdigit()][place]
        texts[path] = theirs[:at] + digit + theirs[at + 1 :]
    quote = _sentence(texts[edition.folder / file], match.start(), match.end())
    return Planted("everywhere", texts, {"edition": edition.id, "quote": quote, "stated": wrong, "proposed": match["text"]})


def _chain(dice: random.Random, project: Project, edition: Edition, file: str) -> Planted | None:
    """The result of a printed chain."""
    path = edition.folder / file
    source = path.read_text(encoding="utf-8")
    match = dice.choice(list(_RESULT.finditer(source)))
    right = match["result"]
    place, wrong = slip(dice, right)
    if place > 2:
        return None  # the last digits may be rounding
    text = source[: match.start("result")] + wrong + source[match.end("result") :]
    quote = text[match.start() : match.end()]
    return Planted("chain", {path: text}, {"edition": edition.id, "quote": quote, "stated": wrong, "proposed": right, "kind": "number"})


def _equation(dice: random.Random, project: Project, edition: Edition, file: str) -> Planted | None:
    """A sign or a factor of a labelled equation, in every edition that prints it alike."""
    source = (edition.folder / file).read_text(encoding="utf-8")
    right = dice.choice(list(_EQUATION.finditer(source)))["latex"]
    wrong = next((right.replace(old, new, 1) for old, new in dice.sample(_SLIPS, len(_SLIPS)) if old in right), right)
    if wrong == right:
        return None
    texts = {}
    for other in project.editions.values():
        path = other.folder / file
        theirs = path.read_text(encoding="utf-8")
        if theirs.count(f"$$ {right} $$ {{#eq:") == 1:
            texts[path] = theirs.replace(f"$$ {right} $$ {{#eq:", f"$$ {wrong} $$ {{#eq:")
    return Planted("formula", texts, {"edition": edition.id, "quote": f"$$ {wrong} $$", "proposed": right, "kind": "formula"})
