"""How long it all takes: `make bench`, or `python -m tests.bench [building|reading] [BYTES]` (default: both, a megabyte in each edition).

Building, in one run on one machine, with the book's own text repeated and its figures drawn beforehand: the plain pipeline (each edition in
turn `pandoc --pdf-engine=xelatex`, then the EPUB), a single pass of XeLaTeX, and `book build` cold, warm and after a change of one
character. Reading: see bench_reading.
Seconds depend on the machine; the ratios are what the limits are about. By CPU they hardly change while others use the machine.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from book.cache import Cache
from book.edition_text import read_edition
from book.manuscript.pandoc import DIALECTS, pandoc_path
from book.project import Edition, Project, load_project
from book.publish import figures
from tests import bench_reading
from tests.bench_repeat import repeated
from tests.bench_row import Cost, Row, table, timed
from tests.book.sample import Sample

ROOT = Path(__file__).resolve().parents[1]
SIZE = 1_000_000
COLD, ONE_PDF, WARM = 0.35, 2.4, 1.0
"""Limits: cold against the plain pipeline, one PDF against a single pass, and a warm build in seconds."""


def write_book(project: Project, folder: Path, size: int) -> Sample:
    """The book in `folder`, every edition of about `size` bytes, figures as files."""
    first = project.source
    files: dict[str, str | bytes] = {}
    count = 0
    for edition in project.editions.values():
        texts = [(edition.folder / name).read_text(encoding="utf-8") for name in project.chapters]
        count = count or max(1, round(size / sum(len(text.encode()) for text in texts)))
        for index, text in enumerate(texts):
            for number, chapter in enumerate(repeated(text, count)):
                files[f"{edition.id}/{number:03}-{index:02}-chapter.md"] = chapter
        cache = Cache(ROOT / "build" / "cache")
        for target, data in figures.draw(project, edition, read_edition(project, edition, cache).chapters.values(), cache).items():
            files[f"{edition.id}/{target}"] = data
        files[f"{edition.id}/edition.yaml"] = f"language: {edition.language.tag}\n"
    if project.bibliography:
        files["references/references.yaml"] = project.bibliography.read_bytes()
    others = ", ".join(f"{key}: {key}" for key in project.editions if key != first.id)
    return Sample(
        folder,
        files,
        f"name: bench\ntitle: Bench\nlanguage: {first.language.tag}\nsource: {first.id}\neditions: {{{others}}}\n"
        "links: https://example.com/\n",
    )


def plain_options(edition: Edition) -> list[str]:
    """What pandoc must be told so that a plain book in this language has its glyphs."""
    fonts = edition.language.fonts
    return [
        "-f",
        DIALECTS["commonmark_x"],
        "--file-scope",
        "--toc",
        "--number-sections",
        "-V",
        "documentclass=book",
        "-V",
        f"mainfont={fonts['serif'][0]}",
        "-V",
        f"monofont={fonts['mono'][0]}",
        "-V",
        f"CJKmainfont={fonts['cjk_serif'][0]}",
        "-M",
        "title=Bench",
        "-M",
        f"lang={edition.language.tag}",
    ]


def plain(editions: Sequence[Edition], folder: Path) -> Cost:
    """The plain pipeline: PDF, then EPUB, one edition after the other."""
    total = Cost(0, 0)
    for edition in editions:
        place = folder / edition.id
        chapters = sorted(path.name for path in place.glob("*.md"))
        total += timed([pandoc_path(), *plain_options(edition), "--pdf-engine=xelatex", "-o", "plain.pdf", *chapters], place)
        total += timed([pandoc_path(), *plain_options(edition), "--mathml", "-o", "plain.epub", *chapters], place)
    return total


def single_pass(edition: Edition, folder: Path) -> Cost:
    """One run of XeLaTeX over the plain pipeline's TeX, pictures converted beforehand."""
    place = folder / edition.id
    chapters = sorted(path.name for path in place.glob("*.md"))
    timed([pandoc_path(), *plain_options(edition), "--standalone", "-o", "single.tex", *chapters], place)
    tex = (place / "single.tex").read_text(encoding="utf-8")
    (place / "single.tex").write_text(
        re.sub(r"\\includesvg(\[[^]]*\])?\{([^}]*)\.svg\}", r"\\includegraphics\1{\2.pdf}", tex), encoding="utf-8"
    )
    for picture in place.rglob("*.svg"):
        timed(["rsvg-convert", "--format", "pdf", "--output", str(picture.with_suffix(".pdf")), str(picture)], place)
    return timed(["xelatex", "-interaction=batchmode", "single.tex"], place)


def measure(book: Sample, project: Project) -> list[Row]:
    """All rows, in one run."""
    editions = list(project.editions.values())
    first = editions[0]
    build = [sys.executable, "-m", "book", "build"]
    baseline = plain(editions, book.folder)
    one_pass = single_pass(first, book.folder)
    one_pdf = timed([*build, first.id, "--format", "pdf"], book.folder)
    for left in ("build", "dist"):
        shutil.rmtree(book.folder / left)
    cold = timed(build, book.folder)
    warm = timed(build, book.folder)
    path = next((book.folder / editions[-1].id).glob("*.md"))
    path.write_text(path.read_text(encoding="utf-8") + ".\n", encoding="utf-8")
    change = timed(build, book.folder)
    names = f"{len(editions)} editions"
    return [
        Row(f"plain pipeline, {names}", baseline),
        Row(f"single pass of XeLaTeX, {first.id}", one_pass),
        Row(f"book build {first.id} --format pdf, cold", one_pdf, "single pass", one_pass, ONE_PDF),
        Row(f"book build, cold, {names}", cold, "plain pipeline", baseline, COLD),
        Row("book build, warm", warm, limit=WARM),
        Row(f"book build, one character changed in {editions[-1].id}", change, "plain pipeline", baseline),
    ]


def main(arguments: Sequence[str]) -> None:
    """Measure, print, and let the calculator measure itself."""
    names = [each for each in arguments if not each.isdigit()]
    size = next((int(each) for each in arguments if each.isdigit()), SIZE)
    project, console = load_project(ROOT), Console(width=150)
    with tempfile.TemporaryDirectory() as name:
        if "reading" not in names:
            book = write_book(project, Path(name) / "bench", size)
            title = f"Building {size / 1e6:.2g} MB in each of {len(project.editions)} editions"
            console.print(table(measure(book, load_project(book.folder)), title))
        if "building" not in names:
            console.print(table(bench_reading.measure(project, Path(name) / "reading", size), f"Reading texts of {size / 1e6:.2g} MB"))
    sys.stdout.flush()
    subprocess.run([sys.executable, str(ROOT / "calculations" / "bench.py"), "start"], check=False)


if __name__ == "__main__":
    main(sys.argv[1:])
