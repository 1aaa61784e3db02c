"""Faults that translations have had elsewhere: parity by value, drafts, forbidden words; each earns what its case says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from book.checks.parity import findings_of as parity_findings
from book.checks.terms import findings_of as term_findings
from book.checks.translation import compared
from book.editions.convert import Conversion, load_conversion
from book.editions.glossary import read_glossary
from book.editions.sync import Sync
from book.project import Project, load_project
from tests.book.editions.sample import LANGUAGES, book, chapter

ROOT = Path(__file__).parents[3]
CASES: dict[str, list[dict[str, Any]]] = yaml.safe_load(Path(__file__).with_name("cases.yaml").read_text())
FILLER = {
    "zh": "两段文字之间没有任何数字，只有一些话，长度与前后都差不多，读者看了也不会记得它说过什么，它只是放在这里。",
    "en": "Between two texts there is no number, only some words about as long as the others, "
    "which no reader will remember afterwards, since they just stand here.",
}


def codes(source: str, target: str, language: str, project: Project) -> list[str]:
    both = compared(project, project.editions[language], "01-x.md", chapter(source), chapter(target), Sync())
    return sorted({finding.id for finding in parity_findings(both)})


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return book(tmp_path_factory.mktemp("book"), {"01-x.md": "# 题\n"}, {edition: {} for edition in LANGUAGES})


@pytest.mark.parametrize("case", CASES["parity"], ids=lambda case: case["name"])
def test_parity(case: dict[str, Any], project: Project) -> None:
    edition = next(edition for edition, tag in LANGUAGES.items() if tag == case["lang"])
    source, target = case["source"], case["target"]
    if case.get("length"):  # a usual length is known only from other paragraphs
        source += ("\n\n" + FILLER["zh"]) * 6
        target += ("\n\n" + FILLER["en"]) * 6
    assert codes(source, target, edition, project) == case["codes"]


@pytest.fixture(scope="module")
def taiwan() -> Conversion:
    glossary = read_glossary(ROOT / "book-zh-tw", "glossary.yaml", "zh-Hant-TW")
    found = load_conversion("zh-Hant-TW", glossary.words(), ["王杰"])
    assert found is not None
    return found


@pytest.mark.parametrize("case", CASES["drafts"], ids=lambda case: case["text"])
def test_draft_of(case: dict[str, str], taiwan: Conversion) -> None:
    assert taiwan.text(case["text"]) == case["says"]


@pytest.mark.parametrize("case", CASES["drafts"], ids=lambda case: case["text"])
def test_converting_twice_changes_nothing(case: dict[str, str], taiwan: Conversion) -> None:
    if "列" not in case["text"]:  # rows and columns are exchanged by meaning; the second time they are exchanged back
        assert taiwan.text(case["says"]) == case["says"]


@pytest.mark.parametrize("case", CASES["forbidden"], ids=lambda case: f"{case['source']} {case['text']}")
def test_forbidden(case: dict[str, Any], project: Project) -> None:
    tag = LANGUAGES[case["edition"]]
    glossary = read_glossary(ROOT / f"book-{case['edition']}", "glossary.yaml", tag)
    both = compared(project, project.editions[case["edition"]], "01-x.md", chapter(case["source"]), chapter(case["text"]), Sync())
    found = list(term_findings(both.target.chapter, tag, both.pairs, glossary))
    assert bool(found) == case["found"]
    assert all(finding.quote in case["text"] and finding.message for finding in found)


def test_a_name_stays_in_every_script(project: Project, tmp_path: Path) -> None:
    (tmp_path / "glossary.yaml").write_text("names: [王杰]\nterms: []\n")
    glossary = read_glossary(tmp_path, "glossary.yaml", "zh-Hant-TW")
    both = compared(project, project.editions["zh-tw"], "01-x.md", chapter("王杰说。"), chapter("王傑說。"), Sync())
    finding, = term_findings(both.target.chapter, "zh-Hant-TW", both.pairs, glossary)
    assert (finding.quote, finding.computed) == ("王傑", "王杰")


def test_drafts_never_say_what_the_glossary_forbids(taiwan: Conversion) -> None:
    glossary = read_glossary(ROOT / "book-zh-tw", "glossary.yaml", "zh-Hant-TW")
    for term in glossary.terms:
        text = taiwan.text(term.source)
        allowed = {term.term, *term.also}
        for rule in term.forbid:
            assert text in allowed or not rule.pattern.search(text), (term.source, text)


def test_the_own_book_is_in_step() -> None:
    from book.checks.translation import edition_findings
    from tests.book.editions.sample import cache

    own = load_project(ROOT)
    found = edition_findings(own, list(own.editions.values()), cache(own))
    assert not [(finding.path, finding.line, finding.message) for finding in found if finding.severity.value == "error"]
