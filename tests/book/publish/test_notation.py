"""The page of notation: every symbol that a ledger knows has words in every edition, and stands beside its equation's number."""

from __future__ import annotations

import pytest

from book.cache import Cache
from book.edition_text import read_edition
from book.ledger.lookup import Ledger
from book.project import load_project
from book.publish.notation import notation, words_of
from tests.book.sample import ROOT, Sample, pdf_text

PROJECT = load_project(ROOT)
LEDGER = """formulas:
  eq:time: {is: budget.transfer_time, symbols: {R: data, '\\beta': bandwidth, T: result}}
"""
CHAPTER = """# Reading {#ch:read}

The time is

$$ T = \\frac{R}{\\beta} $$ {#eq:time}
"""


@pytest.mark.parametrize("edition", list(PROJECT.editions))
def test_every_parameter_has_words_in_every_edition(edition: str) -> None:
    ledger = Ledger(ROOT)
    entries = [entry for slug in ledger.slugs() if (chapter := ledger.chapter(slug)) for entry in chapter.formulas.values()]
    wanted = {parameter for entry in entries for parameter in entry.symbols.values() if parameter != "result"}
    assert wanted
    assert sorted(wanted - set(words_of(PROJECT, PROJECT.editions[edition]))) == []


def test_the_page_lists_symbols_once_and_leads_to_their_equations(tmp_path_factory: pytest.TempPathFactory) -> None:
    book = Sample(
        tmp_path_factory.mktemp("notation") / "signs",
        {
            "01-read.md": CHAPTER,
            "calculations/ledger/read.yaml": LEDGER,
            "notation.yaml": "data: bytes moved\nbandwidth: speed of reading\n",
        },
        "title: Signs\n",
    )
    project = load_project(book.folder)
    found = notation(project, read_edition(project, project.source, Cache(book.folder / "cache")))
    assert [(symbol.tex, symbol.words, symbol.equation) for symbol in found] == [
        ("R", "bytes moved", "eq:time"),
        (r"\beta", "speed of reading", "eq:time"),
    ]
    done = book.build("--format", "pdf")
    assert done.code == 0, done.err
    lines = pdf_text(book.artefact("en", "pdf"), "-layout").splitlines()
    assert any("speed of reading" in line and "(1.1)" in line for line in lines)
    assert any(line.strip() == "Notation" for line in lines)
