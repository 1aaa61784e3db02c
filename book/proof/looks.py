"""The proof of looks, a part of `make check`: `python -m book.proof.looks [DIST]`; with `--accept` it takes new pictures.

Prints a table of editions and gates and what is only listed, writes looks.json, and ends with 1 if a gate fails.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lxml import etree
from rich.console import Console

from book.cache import write_atomically
from book.errors import BookError, Fault, ToolMissing
from book.project import Edition, Project, load_project
from book.proof import looks_lines, looks_pictures
from book.proof.gates import Result, pass_through
from book.proof.looks_glyphs import regions
from book.proof.looks_page import Sheet, sheets
from book.proof.looks_words import wrong_words
from book.proof.thorough import table

SMALLEST_LABEL = 7.0
"""pt of a figure's words in print."""
FEWEST_DOTS = 200
"""Dots an inch of a raster image in print."""
LABEL = re.compile(rb"scale\((0\.\d+) -0\.\d+\)")
"""How matplotlib sets words as outlines: in hundredths of their size."""
MOST_NOTES = 12
"""Lines of what is only listed that are printed for an edition; looks.json has all."""


@dataclass
class Looks:
    """What was found in an edition."""

    results: dict[str, list[Result]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    """Worth a look, and no fault."""


def look(project: Project, edition: Edition, out: Path) -> Looks:
    """All gates of an edition's artefacts."""
    pdf, epub = (out / f"{project.name}-{edition.id}.{form}" for form in ("pdf", "epub"))
    found = Looks()
    lacking = [path for path in (pdf, epub) if not path.is_file()]
    if lacking:
        found.results["looks"] = [Result("file", reason=f"{path.name} is not there; run `book build`") for path in lacking]
        return found
    pages = list(sheets(pdf))
    openings = _openings(pdf)
    spare = list(looks_lines.empty(pages, pdf.name, openings))
    differences = list(looks_pictures.compare(project.root, edition.id, pdf, pages, _chosen(pages, openings)))
    texts = {f"page {sheet.number}": "\n".join(line.text for line in sheet.lines) for sheet in pages}
    found.results["looks"] = [
        Result("line ends", tuple(looks_lines.edges(pages, pdf.name))),
        Result("headings", tuple(looks_lines.feet(pages, pdf.name))),
        Result("empty", tuple(fault for wrong, fault in spare if wrong)),
        Result("edges", tuple(looks_lines.outside(pages, pdf.name))),
        Result("contrast", tuple(looks_lines.contrast(pages, pdf.name))),
        pass_through("glyphs", lambda: regions(pdf, pages, edition.language)),
        Result(
            "words", (*wrong_words(texts, edition.language, pdf.name), *wrong_words(_epub_texts(epub), edition.language, epub.name))
        ),
        pass_through("labels", lambda: small_labels(epub)),
        pass_through("dots", lambda: coarse_images(pdf)),
        Result("pictures", tuple(each.fault for each in differences if not each.outdated)),
    ]
    found.notes = [fault.message for fault in looks_lines.lone_characters(pages, pdf.name)]
    found.notes += [fault.message for wrong, fault in spare if not wrong]
    found.notes += [each.fault.message for each in differences if each.outdated]
    sizes = sorted(size for size, _ in label_sizes(epub))
    if sizes:
        found.notes.append(f"the smallest words in figures have {sizes[0]:.1f} pt")
    return found


def _openings(path: Path) -> tuple[int, ...]:
    """Pages on which the first level of the outline opens."""
    import pypdfium2

    with pypdfium2.PdfDocument(path) as pdf:
        places = [item.get_dest() for item in pdf.get_toc() if item.level == 0]
        found = [place.get_index() for place in places if place is not None]
    return tuple(index + 1 for index in found if index is not None)


def _chosen(pages: Sequence[Sheet], openings: Sequence[int]) -> dict[str, int]:
    """The pages with pictures: the first chapter after the front matter is the second that opens."""
    first = openings[1] if len(openings) > 1 else openings[0] if openings else 1
    return looks_pictures.chosen(pages, first, openings[-1] if len(openings) > 2 else 0)


def _epub_texts(path: Path) -> dict[str, str]:
    """The text of each page of an EPUB, a line for each paragraph; code holds words of any language."""
    texts = {}
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if name.endswith(".xhtml"):
                tree = etree.fromstring(archive.read(name))
                for node in list(tree.iter("{*}code", "{*}annotation")):
                    node.text = ""
                blocks = tree.iter("{*}p", "{*}h1", "{*}h2", "{*}h3", "{*}td", "{*}th", "{*}figcaption", "{*}caption", "{*}a")
                texts[name.rpartition("/")[2]] = "\n".join("".join(map(str, block.itertext())) for block in blocks)
    return texts


def label_sizes(path: Path) -> Iterator[tuple[float, str]]:
    """Size in pt of each piece of words in the drawn figures of an EPUB, and the figure's name; print shows them in natural size."""
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if name.endswith(".svg"):
                for match in LABEL.finditer(archive.read(name)):
                    yield float(match[1]) * 100, name.rpartition("/")[2]


def small_labels(path: Path) -> Iterator[Fault]:
    """No word of a figure smaller than can be read."""
    for name in dict.fromkeys(name for size, name in label_sizes(path) if size < SMALLEST_LABEL - 0.01):
        smallest = min(size for size, other in label_sizes(path) if other == name)
        yield Fault(path.name, 0, 0, f"{name} has words of {smallest:.1f} pt; {SMALLEST_LABEL} pt is the least", "look.label")


def coarse_images(path: Path) -> Iterator[Fault]:
    """No raster image with too few dots for print."""
    try:
        done = subprocess.run(
            ["pdfimages", "-list", path.name], cwd=path.parent, capture_output=True, text=True, timeout=120, check=False
        )
    except FileNotFoundError:
        raise ToolMissing("pdfimages is missing: install poppler-utils (Debian)") from None
    for line in done.stdout.splitlines()[2:]:
        cells = line.split()
        if len(cells) > 13 and cells[2] == "image" and min(int(cells[12]), int(cells[13])) < FEWEST_DOTS:
            yield Fault(
                path.name, 0, 0, f"page {cells[0]}: an image has {cells[12]} dots an inch; {FEWEST_DOTS} are needed", "look.dots"
            )


def accept(project: Project, out: Path) -> None:
    """New pictures of the pages of all editions that are built."""
    for edition in project.editions.values():
        path = out / f"{project.name}-{edition.id}.pdf"
        if path.is_file():
            pages = list(sheets(path))
            count = looks_pictures.accept(project.root, edition.id, path, pages, _chosen(pages, _openings(path)))
            sys.stdout.write(f"{edition.id}: {count} pictures taken\n")


def main(arguments: Sequence[str]) -> int:
    """Look at the book in the current folder; an argument is its folder of artefacts, dist/ for none."""
    project = load_project(Path.cwd())
    names = [each for each in arguments if each != "--accept"]
    out = Path(names[0]).resolve() if names else project.root / "dist"
    if "--accept" in arguments:
        accept(project, out)
        return 0
    found = {edition.id: look(project, edition, out) for edition in project.editions.values()}
    record = {
        key: {"gates": {result.gate: result.as_json() for part in each.results.values() for result in part}, "notes": each.notes}
        for key, each in found.items()
    }
    write_atomically(out / "looks.json", (json.dumps(record, ensure_ascii=False, indent=1) + "\n").encode(errors="replace"))
    console = Console(width=160)
    shown = table({key: each.results for key, each in found.items()})
    shown.title = "Artefacts looked at"
    console.print(shown)
    results = [result for each in found.values() for part in each.results.values() for result in part]
    for result in results:
        for fault in result.faults[:MOST_NOTES]:
            console.print(f"[red]{result.gate}[/] {fault}", markup=True, highlight=False)
        if result.reason:
            console.print(f"[yellow]{result.gate}[/] {result.reason}", highlight=False)
    for key, each in found.items():
        for note in each.notes[:MOST_NOTES]:
            console.print(f"{key}: {note}", markup=False, highlight=False)
    return 1 if any(result.faults for result in results) else 2 if any(result.reason for result in results) else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except BookError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(error.exit_code)
