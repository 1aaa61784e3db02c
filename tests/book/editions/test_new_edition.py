"""A fifth edition from scratch: a folder, strings, a glossary, a checklist, a first status, and a book that is built. No code."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from book.editions.scaffold import new_edition
from book.editions.status import status
from book.errors import WrongUse
from book.project import Project, load_project
from tests.book.editions.sample import book, cache

SOURCE = "# 章 {#ch:a}\n\n读一遍要 20.90 ms，见[式 #](#eq:t)。\n\n$$ T = R / \\beta $$ {#eq:t}\n"
GERMAN = "# Kapitel {#ch:a}\n\nEinmal lesen dauert 20,90 ms, siehe [Formel #](#eq:t).\n\n$$ T = R / \\beta $$ {#eq:t}\n"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return book(tmp_path, {"01-a.md": SOURCE}, {"en": {}})


def test_it_has_all_strings_a_checklist_and_a_status(project: Project) -> None:
    made = new_edition(project, "de")
    german = load_project(project.root).editions["de"]
    settings = yaml.safe_load((made.folder / "edition.yaml").read_text())
    assert settings["language"] == "de" and settings["strings"].keys() >= {"contents", "answer"}
    assert (made.folder / "edition.yaml").read_text().count("# TODO") >= made.open_strings - 1
    assert "book edition accept de" in (made.folder / "CHECKLIST.md").read_text()
    assert yaml.safe_load((made.folder / "glossary.yaml").read_text())["terms"] == []
    assert german.language.label("chapter", "1") == "Chapter 1"
    assert status(load_project(project.root), cache(project), [german]).total("de").units["missing"] == 3


@pytest.mark.parametrize(
    "editions", ["editions: {en: book-en}\n", "editions:\n  en: book-en\n", "editions: # all\n  en: book-en\n\nname: x\n", ""]
)
def test_its_line_in_the_book_s_file(project: Project, editions: str) -> None:
    path = project.root / "book.yaml"
    path.write_text("title: T   # kept\nlanguage: zh-Hans\nsource: manuscripts\n" + editions)
    new_edition(load_project(project.root), "pt-BR")
    assert list(load_project(project.root).editions)[1:] == ["en", "pt-br"]
    assert "# kept" in path.read_text()


@pytest.mark.parametrize("wanted", ["en", "x", "../de", "de fr"])
def test_what_cannot_be_made_is_refused(project: Project, wanted: str) -> None:
    with pytest.raises(WrongUse):
        new_edition(project, wanted)


def test_japanese_is_set_like_chinese_in_its_own_shapes(project: Project) -> None:
    new_edition(project, "ja")
    japanese = load_project(project.root).editions["ja"].language
    assert japanese.cjk and japanese.fonts["cjk_serif"] == ("Noto Serif CJK JP",)
    assert japanese.typesetting == load_project(project.root).source.language.typesetting


def test_a_decimal_comma_is_data(project: Project) -> None:
    from book.checks.translation import edition_findings

    made = new_edition(project, "de")
    (made.folder / "01-a.md").write_text(GERMAN)
    own = load_project(project.root)
    found = edition_findings(own, [own.editions["de"]], cache(own))
    assert not [finding.message for finding in found if finding.id.startswith("parity")]
    (made.folder / "01-a.md").write_text(GERMAN.replace("20,90", "20,91"))
    assert [finding.id for finding in edition_findings(own, [own.editions["de"]], cache(own))] == ["parity.number"]


def test_it_is_built_as_pdf_and_epub(project: Project, tmp_path: Path) -> None:
    from book.cli.progress import Progress
    from book.publish.build import FORMATS, build

    made = new_edition(project, "de")
    (made.folder / "01-a.md").write_text(GERMAN)
    own = load_project(project.root)
    report = build(own, [own.editions["de"]], FORMATS, tmp_path / "dist", Progress(quiet=True))
    assert not report.faults and report.exit_code == 0
    assert {path.suffix for path in (tmp_path / "dist").glob("*-de.*")} == {".pdf", ".epub"}
