"""Text that must come out right: every case is a chapter of a book that real pandoc and XeLaTeX build once."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.book.sample import MATHML, SVG, XHTML, Sample, epub_pages, page_text, pdf_text, plain

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "accepted.yaml").read_text(encoding="utf-8"))
CONFIGS = {
    "en": "title: Accepted\n",
    "typed": "title: 书\nlanguage: zh\n",
    "pandoc": "title: Own\ndialect: markdown\n",
    "raw": "title: Raw\nraw: text\n",
    "ru": "title: Книга\nlanguage: ru\n",
    "zh-tw": "title: 書\nlanguage: zh-TW\n",
    "zh": "title: 书\nlanguage: zh-Hans\n",
    "twins": "title: Twins\n",
}


def repeated(part: Any) -> str:
    return part if isinstance(part, str) else "".join(part["of"].replace("{n}", str(n)) for n in range(part["times"]))


def text_of(case: dict[str, Any]) -> str:
    return "".join(map(repeated, case.get("parts", [case.get("text", "")])))


def slug(case: dict[str, Any]) -> str:
    return re.sub(r"[^a-z]+", "-", case["name"].lower()).strip("-")


class Shelf:
    """The books of all cases, each built when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cases = {key: [case for case in CASES if case.get("book", "en") == key] for key in CONFIGS}

    @functools.cache  # noqa: B019 (one shelf lives as long as the tests)
    def book(self, key: str) -> Sample:
        files: dict[str, str | bytes] = {
            f"{index:02}-{slug(case)}.md": text_of(case) for index, case in enumerate(self.cases[key], 1)
        }
        for case in self.cases[key]:
            files |= case.get("files", {})
        book = Sample(self.folder / key, {**files, "f.svg": SVG}, CONFIGS[key])
        run = book.build()
        assert (run.code, run.err) == (0, "")
        return book

    @functools.cache  # noqa: B019
    def pdf(self, key: str) -> str:
        return pdf_text(self.artefact(key, "pdf"))

    @functools.cache  # noqa: B019
    def pages(self, key: str) -> dict[str, Any]:
        return epub_pages(self.artefact(key, "epub"))

    def artefact(self, key: str, form: str) -> Path:
        return next((self.book(key).folder / "dist").glob(f"*.{form}"))

    def page(self, case: dict[str, Any]) -> Any:
        key = case.get("book", "en")
        start = f"c{self.cases[key].index(case):02}-"
        return next(tree for name, tree in self.pages(key).items() if name.startswith(start))


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    yield Shelf(tmp_path_factory.mktemp("accepted"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_pdf_shows_it(case: dict[str, Any], shelf: Shelf) -> None:
    shown = plain(shelf.pdf(case.get("book", "en")))
    broken = re.sub("-", "", shown)
    for wanted in [*case.get("both", []), *case.get("pdf", [])]:
        assert plain(wanted) in shown or plain(wanted).replace("-", "") in broken, wanted
    for unwanted in case.get("never", []):
        assert plain(unwanted) not in shown
    for wanted, times in case.get("repeated", {}).items():
        assert shown.count(plain(wanted)) >= times


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_epub_shows_it(case: dict[str, Any], shelf: Shelf) -> None:
    pages = shelf.pages(case.get("book", "en"))
    own, all_pages = plain(page_text(shelf.page(case))), plain("".join(page_text(tree) for tree in pages.values()))
    for wanted in [*case.get("both", []), *case.get("epub", [])]:
        assert plain(wanted) in (all_pages if "references/references.yaml" in case.get("files", {}) else own), wanted
    for unwanted in case.get("never", []):
        assert plain(unwanted) not in own
    for wanted in case.get("spaced", {}).get("epub", []):
        assert wanted in page_text(shelf.page(case))
    for path, times in case.get("html", {}).items():
        assert len(shelf.page(case).xpath(path, namespaces={"h": XHTML[1:-1], "m": MATHML[1:-1]})) == times, path


def test_nothing_of_the_machine_is_read(shelf: Shelf) -> None:
    assert "root:x:0" not in shelf.pdf("en")
