"""Pages that nobody writes as chapters: glossary, errata, and the imprint's way to report an error."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pikepdf
import pytest

from tests.book.sample import XHTML, Sample, epub_pages, page_text, pdf_text, plain

CONFIG = "title: T\nlanguage: zh-Hans\nsource: texts\neditions: {en: book-en, ru: book-ru}\n"
GLOSSARY_EN = "terms:\n- {source: 算子, term: operator, also: [op]}\n- {source: 显存, term: device memory}\n"
GLOSSARY_RU = "terms:\n- {source: 显存, english: device memory, term: память GPU, note: не видеопамять}\n"
ERRATA = """- {place: 'book-en/01-a.md:3', edition: en, was: 'It is *20.91* ms | or so', is: It is 20.90 ms, since: 0.1.0, credit: A. Reader}
- {place: 'texts/01-a.md:3', edition: zh, was: 二十, is: 二十一, since: 0.1.0}
"""
REPOSITORY = "https://example.com/owner/name"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    made = Sample(tmp_path_factory.mktemp("appendices") / "book", {
        "texts/01-a.md": "# 甲\n\n文。\n", "book-en/01-a.md": "# A\n\nText.\n", "book-ru/01-a.md": "# А\n\nТекст.\n",
        "book-en/edition.yaml": "language: en\n", "book-ru/edition.yaml": "language: ru\n", "book-en/glossary.yaml": GLOSSARY_EN,
        "book-ru/glossary.yaml": GLOSSARY_RU, "errata.yaml": ERRATA}, CONFIG + f"repository: {REPOSITORY}\n")
    done = made.build()
    assert (done.code, done.err) == (0, "")
    return made


def rows(book: Sample, edition: str, page: str) -> list[list[str]]:
    tree = epub_pages(book.artefact(edition, "epub"))[page]
    return [["".join(cell.itertext()).strip().replace("\u00a0", " ") for cell in row] for row in tree.iter(f"{XHTML}tr")]


def test_the_glossary_is_an_appendix_of_the_epub(book: Sample) -> None:
    assert rows(book, "en", "c01-appendix-glossary.xhtml") == [["简体中文", "English"], ["显存", "device memory"], ["算子", "operator; op"]]
    assert rows(book, "ru", "c01-appendix-glossary.xhtml") == [["简体中文", "English", "Русский"],
                                                              ["显存", "device memory", "память GPU (не видеопамять)"]]
    assert "Glossary" in page_text(epub_pages(book.artefact("en", "epub"))["nav.xhtml"])


def test_the_glossary_is_an_appendix_of_the_pdf(book: Sample) -> None:
    shown = plain(pdf_text(book.artefact("en", "pdf")))
    assert "Glossary" in shown
    assert plain("device memory 显存") in shown
    assert "术语表" not in plain(pdf_text(book.artefact("zh", "pdf")))


def test_each_edition_has_its_own_errata(book: Sample) -> None:
    assert rows(book, "en", "c02-appendix-errata.xhtml")[1] == ["book-en/01-a.md:3", "It is *20.91* ms ¦ or so", "It is 20.90 ms", "0.1.0", "A. Reader"]
    assert rows(book, "zh", "c01-appendix-errata.xhtml") == [["位置", "原为", "改为", "始于", "感谢"], ["texts/01-a.md:3", "二十", "二十一", "0.1.0", ""]]
    assert "Thanksto" in plain(pdf_text(book.artefact("en", "pdf")))
    assert not any("errata" in name for name in epub_pages(book.artefact("ru", "epub")))


def test_the_imprint_leads_to_the_form(book: Sample) -> None:
    page = epub_pages(book.artefact("ru", "epub"))["imprint.xhtml"]
    address = next(node.get("href") for node in page.iter(f"{XHTML}a") if node.text == "Сообщить об ошибке")
    assert address.startswith(f"{REPOSITORY}/issues/new?")
    assert parse_qs(urlsplit(address).query, keep_blank_values=True) == {"template": ["erratum.yml"], "edition": ["ru"], "build": [""]}
    with pikepdf.open(book.artefact("ru", "pdf")) as pdf:
        found = [str(note.A.URI) for sheet in pdf.pages for note in sheet.get("/Annots", []) if "/A" in note and "/URI" in note.A]
    assert address in found


def test_without_a_repository_it_says_how_in_words(book: Sample) -> None:
    book.write("book.yaml", CONFIG)
    assert book.build("en").code == 0
    page = epub_pages(book.artefact("en", "epub"))["imprint.xhtml"]
    assert "Found an error? Send the sentence" in page_text(page)
    assert not list(page.iter(f"{XHTML}a"))
    assert plain("Found an error? Send the sentence") in plain(pdf_text(book.artefact("en", "pdf")))
