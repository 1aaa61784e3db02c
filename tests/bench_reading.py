"""How long reading takes, the second table of `make bench`: `book check`, `book edition status` and `book erratum` against pandoc's parse.

All in one run on one machine. The text is the book's own, repeated to about a megabyte in each edition.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from book.manuscript.pandoc import DIALECTS, pandoc_path
from book.project import Edition, load_project
from tests.bench_row import Row

ROOT = Path(__file__).resolve().parents[1]
CHECK, STATUS = 2.5, 1.5
"""Limits: a cold check against a parse with positions, a cold status against the plain parse."""
WARM, REPORT, BATCH = 0.5, 2.0, 20.0
"""Limits in seconds."""
REPORTS = 200
BOOK = [sys.executable, "-m", "book"]


def seconds(command: Sequence[str], folder: Path) -> float:
    """Seconds of a command, whose findings are no failure."""
    started = time.monotonic()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"bench: {' '.join(command[:5])} … failed: {(done.stderr or done.stdout).strip()[-600:]}")
    return time.monotonic() - started


def forget(folder: Path) -> None:
    """Start cold."""
    shutil.rmtree(folder / "build", ignore_errors=True)


def parse(editions: Sequence[Edition], extension: str = "") -> float:
    """pandoc's parse of all chapters, one process for each edition, one after the other."""
    total = 0.0
    for edition in editions:
        chapters = sorted(path.name for path in edition.folder.glob("*.md"))
        command = [pandoc_path(), "-f", DIALECTS["commonmark_x"] + extension, "-t", "json", "-o", "/dev/null", *chapters]
        total += seconds(command, edition.folder)
    return total


def measure(folder: Path) -> list[Row]:
    """All rows, over the book that the first table was measured on."""
    editions = list(load_project(folder).editions.values())
    first = editions[0]
    place = folder / "foreign"
    place.mkdir()
    for path in first.folder.glob("*.md"):
        shutil.copy(path, place)
    (place / "book.yaml").write_text(f"title: Bench\nlanguage: {first.language.tag}\n", encoding="utf-8")
    positions, plain = parse([first], "+sourcepos"), parse([first])
    cold = seconds([*BOOK, "check"], place)
    warm = seconds([*BOOK, "check"], place)
    every = parse(editions[1:])
    forget(folder)
    status = seconds([*BOOK, "edition", "status"], folder)
    again = seconds([*BOOK, "edition", "status"], folder)
    report = folder / "report.yaml"
    report.write_text("edition: zh-Hans\nquote: 解码等的是读权重\nkind: number\nstated: '20.90 ms'\nproposed: '29.90 ms'\n", encoding="utf-8")
    large = seconds([*BOOK, "erratum", "check", str(report), "--book", str(folder)], folder)
    ours = seconds([*BOOK, "erratum", "check", str(report), "--book", str(ROOT)], ROOT)
    batch = folder / "reports"
    batch.mkdir()
    for number in range(REPORTS):
        shutil.copy(report, batch / f"{number:03}.yaml")
    many = seconds([*BOOK, "erratum", "batch", str(batch), "--book", str(ROOT)], ROOT)
    return [
        Row(f"pandoc with positions, {first.id}", positions),
        Row(f"book check, cold, {first.id}", cold, "pandoc with positions", cold / positions, CHECK),
        Row("the same", cold, "pandoc, plain parse", cold / plain),
        Row("book check, warm", warm, limit=WARM),
        Row(f"book edition status, cold, {len(editions) - 1} editions", status, "pandoc, plain parse of these", status / every, STATUS),
        Row("book edition status, warm", again, limit=WARM),
        Row("book erratum check, our book", ours, limit=REPORT),
        Row(f"book erratum check, 1 MB × {len(editions)}", large, limit=REPORT),
        Row(f"book erratum batch, {REPORTS} reports", many, limit=BATCH),
    ]
