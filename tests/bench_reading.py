"""How long checking, the status of translations and errata take, against pandoc reading the same files: part of `make bench`."""

from __future__ import annotations

import random
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from book.manuscript.pandoc import DIALECTS, pandoc_path
from book.project import Edition, Project
from tests.bench_repeat import named, repeated
from tests.bench_row import CPU, MEMORY, Row, timed, together
from tests.book.errata.sample import as_yaml

SOURCEPOS, PLAIN, AGAIN, MEGABYTES = 2.5, 2.5, 0.5, 1000
"""`book check`: cold against pandoc with positions, the aim against pandoc without, again in seconds, memory."""
STATUS, REPORT, BATCH = 1.5, 2.0, 20.0
"""`book edition status` cold against pandoc; one erratum and two hundred in seconds."""
CHAPTERS = 12
REPORTS = 200
BOOK = [sys.executable, "-m", "book"]
BOUND = re.compile(r"\[([^\]\[]*)\]\(calc:[^)]*\)")
SENTENCE = re.compile(r"[^。！？.!?\n]*\d[^。！？\n]{20,160}?(?:[。！？]|[.!?](?=\s))")
NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)?(?![\w.,])")
PARTS = ("manuscripts", "calculations", "experiments", "references", ".github", "book.yaml", "errata.yaml")


def measure(project: Project, folder: Path, size: int) -> list[Row]:
    """All rows, in one run."""
    return [*check_rows(project, folder / "check", size), *status_rows(project, folder / "status", size),
            *errata_rows(project, folder / "errata", size)]


def chapters_of(project: Project, edition: Edition) -> list[str]:
    """The texts of an edition."""
    return [(edition.folder / name).read_text(encoding="utf-8") for name in project.chapters]


def grown(texts: list[str], size: int) -> str:
    """About `size` bytes: the texts again and again, with labels of their own."""
    count = max(1, round(size / sum(len(text.encode()) for text in texts)))
    return "\n\n".join(part for row in zip(*(repeated(text, count) for text in texts), strict=True) for part in row)


def pandoc(path: str, dialect: str = DIALECTS["commonmark_x"]) -> list[str]:
    """Pandoc reading a file, and nothing else."""
    return [pandoc_path(), "-f", dialect, "-t", "json", path]


def check_rows(project: Project, folder: Path, size: int) -> Iterator[Row]:
    """One file of `size` bytes as somebody else would check it, without a ledger: its numbers are bound to nothing."""
    texts = {edition.id: chapters_of(project, edition) for edition in project.editions.values()}
    mixed = [text for row in zip(*texts.values(), strict=True) for text in row]
    for name, parts in {**texts, "all languages": mixed}.items():
        place = folder / name.replace(" ", "-")
        place.mkdir(parents=True)
        (place / "text.md").write_text(BOUND.sub(r"\1", grown(parts, size)), encoding="utf-8")
        positions, plain = timed(pandoc("text.md", "commonmark_x+sourcepos"), place), timed(pandoc("text.md"), place)
        cold = timed([*BOOK, "check", "text.md"], place, (0, 1))
        yield Row(f"book check, cold, {name}", cold, "pandoc +sourcepos", positions, SOURCEPOS)
        yield Row("  the aim", cold, "pandoc", plain, PLAIN)
        yield Row("  memory", cold, limit=MEGABYTES, on=MEMORY)
        yield Row("  unchanged, again", timed([*BOOK, "check", "text.md"], place, (0, 1)), limit=AGAIN)


def status_rows(project: Project, folder: Path, size: int) -> Iterator[Row]:
    """A book of twelve chapters in every edition, each of `size` bytes."""
    names = [f"{number:02}-chapter.md" for number in range(1, CHAPTERS + 1)]
    for edition in project.editions.values():
        place = folder / edition.id
        place.mkdir(parents=True)
        text = grown(chapters_of(project, edition), size)
        for number, name in enumerate(names):
            (place / name).write_text(named(text, number), encoding="utf-8")
        (place / "edition.yaml").write_text(f"language: {edition.language.tag}\n")
    first, *others = project.editions
    (folder / "book.yaml").write_text(
        f"title: Bench\nlanguage: {project.source.language.tag}\nsource: {first}\nchapters: [{', '.join(names)}]\n"
        f"editions: {{{', '.join(f'{key}: {key}' for key in others)}}}\n")
    files = [path.relative_to(folder).as_posix() for path in sorted(folder.glob("*/*.md"))]
    plain = together([pandoc(path) for path in files], folder)
    status = [*BOOK, "edition", "status"]
    yield Row(f"book edition status, cold, {len(files)} files", timed(status, folder), "pandoc, all cores", plain, STATUS, CPU)
    yield Row("  unchanged, again", timed(status, folder), limit=AGAIN)


def errata_rows(project: Project, folder: Path, size: int) -> Iterator[Row]:
    """Reports on the own book and on one of `size` bytes in each edition, as nobody has judged them before."""
    own, large, reports = folder / "own", folder / "large", folder / "reports"
    for name in (*PARTS, *(edition.folder.name for edition in project.editions.values() if not edition.is_source)):
        source = project.root / name
        if source.is_dir():
            shutil.copytree(source, own / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.is_file():
            shutil.copy(source, own / name)
    shutil.copytree(own, large)
    for edition in project.editions.values():
        text = grown(chapters_of(project, edition), size)
        (large / edition.folder.relative_to(project.root) / project.chapters[0]).write_text(text, encoding="utf-8")
    reports.mkdir()
    for number, report in enumerate(made_up(project, REPORTS)):
        (reports / f"{number:03}.yaml").write_text(as_yaml(report), encoding="utf-8")
    one = [*BOOK, "erratum", "check", str(reports / "000.yaml")]
    yield Row("book erratum check, own book", timed(one, own, (0, 1)), limit=REPORT)
    yield Row(f"book erratum check, {size / 1e6:.2g} MB", timed(one, large, (0, 1)), limit=REPORT)
    yield Row(f"book erratum batch, {REPORTS} reports", timed([*BOOK, "erratum", "batch", str(reports), "--book", "."], own, (0, 1)),
              limit=BATCH)


def made_up(project: Project, count: int) -> Iterator[dict[str, str]]:
    """Reports that doubt a number of a sentence, in all editions by turns."""
    dice = random.Random(20261130)
    sentences = {edition.id: [match[0].strip() for text in chapters_of(project, edition) for match in SENTENCE.finditer(BOUND.sub(r"\1", text))
                              if NUMBER.search(match[0])] for edition in project.editions.values()}
    for number in range(count):
        edition = list(sentences)[number % len(sentences)]
        quote = dice.choice(sentences[edition])
        stated = dice.choice(NUMBER.findall(quote))
        yield {"edition": edition, "quote": quote, "stated": stated, "proposed": f"{stated}{dice.randint(1, 9)}"}
