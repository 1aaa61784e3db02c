"""Our own book: every bound number agrees in every edition, every labelled equation is verified, every command recomputes."""

import random
import shlex
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from infra_calc.explain_report import explain_report

from book.cache import Cache
from book.checks import bound, formulas
from book.checks.bound import Bound
from book.checks.chapter import pieces
from book.checks.edition import Text, check_chapter, texts_of, tree_of
from book.findings import Severity
from book.ledger.entry import Kind
from book.ledger.formulas import State
from book.ledger.index import index_entries
from book.ledger.lookup import Ledger
from book.ledger.number import typed
from book.ledger.places import places_of
from book.manuscript.reader import Chapter, chapter_of, read_source
from book.project import load_project

PROJECT = load_project(Path(__file__).resolve().parents[3])
LEDGER = Ledger(PROJECT.root)
TEXTS = texts_of(PROJECT, list(PROJECT.editions.values()))
NAMED = [f"{text.edition}: {text.path.name}" for text in TEXTS]


def chapter_of_text(text: Text, cache: Cache) -> Chapter:
    source = read_source(text.path, text.shown)
    return chapter_of(tree_of(PROJECT, text, source, cache), source, text.shown)


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Cache:
    return Cache(tmp_path_factory.mktemp("cache"))


def bounds(text: Text, cache: Cache) -> list[Bound]:
    chapter = chapter_of_text(text, cache)
    return list(bound.bound_in(chapter, list(pieces(chapter.blocks, text.language))))


@pytest.mark.parametrize("text", TEXTS, ids=NAMED)
def test_every_bound_number_is_what_the_calculator_says(text: Text, cache: Cache) -> None:
    found = bounds(text, cache)
    wrong = [f"{each.line}: {finding.message}" for each in found for finding in bound.findings_of(each, LEDGER, text.language)]
    assert wrong == []


@pytest.mark.parametrize("text", TEXTS, ids=NAMED)
def test_every_labelled_equation_is_verified(text: Text, cache: Cache) -> None:
    chapter = chapter_of_text(text, cache)
    own = LEDGER.chapter(chapter.slug)
    if own is None:
        assert "{#eq:" not in chapter.source
        return
    equations = formulas.equations_of(chapter, chapter.blocks, own, None)
    assert [each.message for each in formulas.findings_of(chapter, equations, own)] == []
    assert {each.verdict.state for each in equations if each.verdict} <= {State.VERIFIED, State.DEFINITION}
    assert len(equations) == chapter.source.count("{#eq:")


@pytest.mark.parametrize("text", TEXTS, ids=NAMED)
def test_the_quick_look_finds_the_same_places(text: Text, cache: Cache) -> None:
    quick = [(each.id, each.line, each.column, each.text) for each in places_of(PROJECT) if each.path == text.shown]
    assert sorted(quick) == sorted((each.id, each.line, each.column, each.text) for each in bounds(text, cache))


@pytest.mark.parametrize("text", TEXTS, ids=NAMED)
def test_no_number_of_the_text_is_called_wrong(text: Text, cache: Cache) -> None:
    found = check_chapter(chapter_of_text(text, cache), text, LEDGER, cache).findings
    assert [f"{finding.line}: {finding.message}" for finding in found if finding.code.severity is Severity.ERROR] == []


@pytest.mark.parametrize("text", TEXTS[1:3], ids=NAMED[1:3])
def test_a_crew_finds_what_one_finds(text: Text, cache: Cache) -> None:
    chapter = chapter_of_text(text, cache)
    with ThreadPoolExecutor(1) as crew:
        assert check_chapter(chapter, text, LEDGER, cache, crew) == check_chapter(chapter, text, LEDGER, cache)


UNITS = (("GB", "MB"), ("GB", "GiB"), ("ms", "s"), ("TB/s", "GB/s"), ("TFLOP", "GFLOP"), ("ГБ", "МБ"), ("мс", "с"), ("%", ""))


def mutations(text: str, chance: random.Random) -> Iterator[str]:
    """One digit changed, the sign, the decimal mark, the size of the unit."""
    at = chance.choice([i for i, char in enumerate(text) if char.isdigit()])
    yield text[:at] + chance.choice([digit for digit in "0123456789" if digit != text[at]]) + text[at + 1:]
    first = next(i for i, char in enumerate(text) if char.isdigit())
    yield text[:first] + "-" + text[first:]
    for old, new in UNITS:
        if old in text:
            yield text.replace(old, new, 1)


@pytest.mark.parametrize("text", TEXTS, ids=NAMED)
def test_changed_numbers_are_caught(text: Text, cache: Cache) -> None:
    """Of one change of each kind in each bound number, the ledger's rule catches 99 % and more."""
    chance = random.Random(text.shown)
    printed = [each for each in bounds(text, cache) if any(char.isdigit() for char in each.text)]
    changed = [replace(each, text=new) for each in printed for new in mutations(each.text, chance)]
    lived = [(each.target, each.text) for each in changed if not any(bound.findings_of(each, LEDGER, text.language))]
    assert len(lived) * 100 <= len(changed), lived


def test_the_calculator_alone_recomputes_every_number_that_names_it() -> None:
    commands = [(number, shlex.split(number.command)) for slug in LEDGER.slugs() for number in LEDGER.numbers(slug)
                if number.entry.kind is Kind.CALC and number.command.startswith("python3 calculations/calc.py")]
    assert commands
    for number, words in commands:
        document = explain_report(words[3], words[5]).document
        value = number.amount.value / number.unit.scale
        assert abs(Fraction(document["value"]) - value) <= abs(value) / 10**12, (number.id, typed(value))


def test_the_index_has_each_bound_number_once_with_its_places(cache: Cache) -> None:
    from book.edition_text import read_edition

    text = read_edition(PROJECT, PROJECT.source, cache)
    entries = index_entries(text.chapters, text.resolved, LEDGER)
    places = [each for each in places_of(PROJECT) if each.edition == PROJECT.source.id]
    assert len({entry.id for entry in entries}) == len(entries) == len({each.id for each in places})
    assert sum(len(entry.places) for entry in entries) == len(places)
    assert all(entry.number.formula and entry.number.command and entry.printed for entry in entries)
    assert all(entry.number.sources for entry in entries if entry.number.entry.kind is not Kind.EXPR)
