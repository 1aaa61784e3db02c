"""The PDF read back: its text by chapter, and every link."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from book.edition_text import EditionText
from book.errors import Fault, ToolMissing
from book.proof.readback import missing, normal

MANY = 40
"""Pages from which on it pays to read a file twice at once."""


def page_texts(path: Path, count: int = 0) -> list[str]:
    """The text of each page, by poppler; a file known to have `count` pages is read from both halves at once."""
    if count < MANY:
        return _texts(path)[:-1]
    with ThreadPoolExecutor(max_workers=2) as pool:
        halves = pool.map(lambda first, last: _texts(path, "-f", str(first), "-l", str(last))[:-1], (1, count // 2 + 1), (count // 2, count))
        return [page for half in halves for page in half]


def band_texts(path: Path, top: float, height: float, width: float) -> list[str]:
    """The text between two lines across each page; measures in pt from the page's upper edge."""
    return _texts(path, "-r", "72", "-x", "0", "-y", f"{top:.0f}", "-W", f"{width:.0f}", "-H", f"{height:.0f}")[:-1]


def _texts(path: Path, *options: str) -> list[str]:
    """The text of the pages that poppler's options choose; what stands after the last form feed is no page."""
    try:
        done = subprocess.run(["pdftotext", "-q", "-enc", "UTF-8", *options, path.name, "-"], cwd=path.parent, capture_output=True, timeout=120, check=False)
    except FileNotFoundError:
        raise ToolMissing("pdftotext is missing, with which a PDF is read back: install poppler-utils (Debian, Fedora) or poppler (Homebrew)") \
            from None
    return done.stdout.decode(errors="replace").split("\f")


def read_back(path: Path, text: EditionText, page_of: Mapping[str, int], count: int = 0) -> list[Fault]:
    """What the text says and the PDF, which has `count` pages, does not show, chapter by chapter."""
    pages = page_texts(path, count)
    starts = []
    for name, chapter in text.chapters.items():
        first = next(label for label in text.numbering.of_kind("chapter") if label.chapter == chapter.slug)
        starts.append((page_of.get(first.id, 1), name))
    ends = [start for start, _ in starts[1:]] + [len(pages) + 1]
    shown = {name: [normal(page) for page in pages[start - 1:max(end, start)]] for (start, name), end in zip(starts, ends, strict=True)}
    return missing(text, shown, path.name)


def broken_links(pdf: Any, name: str) -> list[Fault]:
    """Link annotations of an open PDF whose destination does not exist."""
    import pikepdf

    names = pdf.Root.get("/Names", {}).get("/Dests")
    known = {str(key) for key in pikepdf.NameTree(names)} if names is not None else set()
    lost = []
    for number, page in enumerate(pdf.pages, 1):
        for note in page.get("/Annots", []):
            target = note.get("/Dest") or note.get("/A", {}).get("/D")
            if target is not None and str(target) not in known:
                lost.append(Fault(name, 0, 0, f"page {number}: a link leads to `{target}`, which is nowhere", "link.broken"))
    return lost
