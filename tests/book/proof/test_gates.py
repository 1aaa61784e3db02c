"""Each gate of the thorough proof passes a good artefact and fails one in which its matter was harmed."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from book.cache import Cache
from book.edition_text import EditionText, read_edition
from book.errors import Fault
from book.project import load_project
from book.proof import ace, epub_gates, pdf_gates
from book.proof.readback import headings_of
from book.proof.texlog import fatal_fault, read_log
from tests.book.sample import SVG, Sample

TEXT = (
    '# First “one” {#ch:first}\n\nWords with $x^2$ and [a link](#sec:two) — 5~10 ms.\n\n## Two {#sec:two}\n\n'
    '![Caption](f.svg "a dark box"){#fig:f}\n\n'
    "### Three\n\n```\ncode\n```\n\n#### Four\n\n$$ y $$ {#eq:y}\n"
)
META = {"title": "Gates · Sub", "authors": "A, B", "language": "en"}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    made = Sample(
        tmp_path_factory.mktemp("gates") / "book",
        {"01-a.md": TEXT, "02-b.md": "# Second\n\nEnd.\n", "f.svg": SVG},
        "title: Gates\nsubtitle: Sub\nauthors: [{name: A}, {name: B}]\n",
    )
    run = made.build()
    assert (run.code, run.err) == (0, "")
    return made


@pytest.fixture(scope="module")
def text(book: Sample) -> EditionText:
    project = load_project(book.folder)
    return read_edition(project, project.source, Cache(book.folder / "build" / "cache"))


def headings(text: EditionText) -> list[tuple[int, str]]:
    return headings_of(text)


def test_headings_are_those_of_the_text(text: EditionText) -> None:
    assert headings(text) == [(1, "Chapter 1 First “one”"), (2, "1.1 Two"), (3, "1.1.1 Three"), (1, "Chapter 2 Second")]


def test_a_good_pdf_passes(book: Sample, text: EditionText) -> None:
    found = pdf_gates.pdf_results(book.artefact("en", "pdf"), text, headings(text), META)
    assert {result.gate: result.state for result in found} == dict.fromkeys(
        ("fonts", "type area", "outline", "page labels", "metadata", "links", "characters"), "ok"
    )


def without_to_unicode(pdf: Any) -> None:
    # of the text's font: the page numbers must stay readable for their own gate
    del next(font for font in pdf.pages[-1].Resources.Font.values() if "Serif" in str(font.BaseFont))["/ToUnicode"]


def without_font_file(pdf: Any) -> None:
    described = next(iter(pdf.pages[-1].Resources.Font.values())).DescendantFonts[0].FontDescriptor
    for key in [key for key in described.keys() if key.startswith("/FontFile")]:  # noqa: SIM118 (no dict)
        del described[key]


def without_a_heading(pdf: Any) -> None:
    with pdf.open_outline() as outline:
        del outline.root[0].children[0]


def other_labels(pdf: Any) -> None:
    pdf.Root.PageLabels = pikepdf.Dictionary(Nums=pikepdf.Array([0, pikepdf.Dictionary(S=pikepdf.Name.D)]))


def other_language(pdf: Any) -> None:
    pdf.Root.Lang = pikepdf.String("de")


def broken_link(pdf: Any) -> None:
    notes = [note for page in pdf.pages for note in page.get("/Annots", []) if "/Dest" in note or "/D" in note.get("/A", {})]
    target = notes[0] if "/Dest" in notes[0] else notes[0].A
    target["/Dest" if "/Dest" in target else "/D"] = pikepdf.String("nowhere")


def shifted(pdf: Any) -> None:
    pdf.pages[-1].contents_add(b"1 0 0 1 60 0 cm ", prepend=True)


HARMS: list[tuple[str, Callable[[Any], None]]] = [
    ("fonts", without_to_unicode),
    ("fonts", without_font_file),
    ("outline", without_a_heading),
    ("page labels", other_labels),
    ("metadata", other_language),
    ("links", broken_link),
    ("type area", shifted),
]


@pytest.mark.parametrize(("gate", "harm"), HARMS, ids=[harm.__name__ for _, harm in HARMS])
def test_a_harmed_pdf_fails_its_gate(
    gate: str, harm: Callable[[Any], None], book: Sample, text: EditionText, tmp_path: Path
) -> None:
    with pikepdf.open(book.artefact("en", "pdf")) as pdf:
        harm(pdf)
        pdf.save(tmp_path / "harmed.pdf")
    found = pdf_gates.pdf_results(tmp_path / "harmed.pdf", text, headings(text), META)
    assert {result.gate for result in found if result.state != "ok"} - {"characters"} == {
        gate
    }  # without its fonts a text cannot be read either


def test_a_lost_character_is_missed(book: Sample, tmp_path: Path) -> None:
    harmed = Sample(
        tmp_path / "book", {"01-a.md": TEXT.replace("“one”", "“one” 5~10 ms, ≤"), "02-b.md": "# Second\n\nEnd.\n", "f.svg": SVG}
    )
    project = load_project(harmed.folder)
    other = read_edition(project, project.source, Cache(tmp_path / "cache"))
    faults = list(pdf_gates.characters_shown(book.artefact("en", "pdf"), other))
    assert len(faults) == 1
    assert "`≤` (U+2264) × 1" in faults[0].message
    assert len(list(epub_gates.characters_shown(epub_gates.xhtml(book.artefact("en", "epub")), "x", other))) == 1


@pytest.mark.parametrize(("number", "printed"), [(1, "i"), (4, "iv"), (9, "ix"), (14, "xiv"), (40, "xl"), (1999, "mcmxcix")])
def test_roman(number: int, printed: str) -> None:
    assert pdf_gates.roman(number) == printed


def epub_faults(path: Path, text: EditionText) -> dict[str, list[Fault]]:
    pages = epub_gates.xhtml(path)
    checks: dict[str, Iterable[Fault]] = {
        "ebooklib": epub_gates.opens(path, pages),
        "nav": epub_gates.navigation(pages, path.name, headings(text)),
        "MathML": epub_gates.formulas(pages, path.name, text),
        "alt texts": epub_gates.alternatives(pages, path.name, text),
        "language": epub_gates.languages(pages, path.name, text),
        "characters": epub_gates.characters_shown(pages, path.name, text),
    }
    return {gate: found for gate, check in checks.items() if (found := list(check))}


def test_a_good_epub_passes_and_epubcheck_agrees(book: Sample, text: EditionText) -> None:
    path = book.artefact("en", "epub")
    assert epub_faults(path, text) == {}
    assert list(epub_gates.epubcheck(path)) == []


CHANGES = [
    ("alt texts", 'alt="a dark box"', 'alt=""'),
    ("MathML", "<math", "<maths"),
    ("nav", "1.1 Two", "1.1 Too"),
    ("language", ' lang="en"', ' lang="de"'),
    ("characters", "5~10", "510"),
]


@pytest.mark.parametrize(("gate", "old", "new"), CHANGES, ids=[change[0] for change in CHANGES])
def test_a_harmed_epub_fails_its_gate(gate: str, old: str, new: str, book: Sample, text: EditionText, tmp_path: Path) -> None:
    with zipfile.ZipFile(book.artefact("en", "epub")) as source, zipfile.ZipFile(tmp_path / "harmed.epub", "w") as target:
        for name in source.namelist():
            data = source.read(name)
            if name.endswith(".xhtml"):
                data = data.decode().replace(old, new).replace("</math>", "</maths>" if new == "<maths" else "</math>").encode()
            target.writestr(name, data)
    assert gate in epub_faults(tmp_path / "harmed.epub", text)


def test_epubcheck_finds_what_is_wrong(book: Sample, tmp_path: Path) -> None:
    with zipfile.ZipFile(book.artefact("en", "epub")) as source, zipfile.ZipFile(tmp_path / "harmed.epub", "w") as target:
        for name in source.namelist():
            target.writestr(name, source.read(name).replace(b' properties="mathml"', b""))
    assert any("OPF-014" in fault.message for fault in epub_gates.epubcheck(tmp_path / "harmed.epub"))


def test_serious_findings_of_ace_are_faults() -> None:
    def found(impact: str) -> dict[str, Any]:
        return {"earl:test": {"earl:impact": impact, "dct:title": f"rule-{impact}", "help": {"dct:title": "what it means"}}}

    report = {
        "assertions": [
            {
                "earl:testSubject": {"url": "c01.xhtml"},
                "assertions": [found("serious"), found("serious"), found("minor"), found("critical")],
            }
        ]
    }
    assert [fault.message for fault in ace._faults(report, "x.epub")] == [
        "c01.xhtml: 1 × rule-critical (what it means)",
        "c01.xhtml: 2 × rule-serious (what it means)",
    ]


TEX = "preamble\n%%file texts/a.md\n\\bookat{3}one\n\n\\bookat{7}two é\n%%file texts/b.md\n\\bookat{2}three\n"


@pytest.mark.parametrize(
    ("line", "place", "code"),
    [
        ("Overfull \\hbox (12.5pt too wide) in paragraph at lines 5--5", ("texts/a.md", 7), "box.overfull"),
        ("Overfull \\hbox (2.1pt too wide) detected at line 7", ("texts/b.md", 2), "box.overfull"),
        ("Missing character: There is no é (U+00E9) in font Noto Serif/OT!", ("texts/a.md", 7), "glyph.missing"),
        ("LaTeX Warning: Reference `x' on page 1 undefined on input line 3.", ("", 0), "link.broken"),
    ],
)
def test_a_line_of_the_log_is_a_fault_at_its_place(line: str, place: tuple[str, int], code: str) -> None:
    report = read_log(f"This is XeTeX\n{line}\nOutput written on book.xdv (7 pages, 100 bytes).\n", TEX)
    assert [((fault.path, fault.line), fault.code) for fault in report.faults] == [(place, code)]
    assert report.pages == 7


def test_two_points_in_the_margin_are_allowed() -> None:
    assert read_log("Overfull \\hbox (1.9pt too wide) in paragraph at lines 5--5\n", TEX).faults == ()


def test_the_error_that_stopped_tex_has_its_place() -> None:
    fault = fatal_fault("! Undefined control sequence.\nl.7 \\bookat{2}\\foo\n", TEX)
    assert (fault.path, fault.line) == ("texts/b.md", 2)
    assert "Undefined control sequence" in fault.message
