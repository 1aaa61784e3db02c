"""Pictures of twelve pages of each edition, kept under tests/ and compared with what is built: the same words must look the same.

A page whose words have changed is out of date, not wrong: it is told, and `python -m book.proof.looks --accept` takes it anew.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from book.cache import write_atomically
from book.errors import Fault
from book.proof.looks_page import Sheet, picture

FOLDER = Path("tests/book/proof/pages")
"""Below the book's folder; one folder for each edition, `words.json` in it tells the pages' words by their hash."""
DOTS = 60.0
SHADES = 16
MOST_BYTES = 40_000
TILES = (12, 17)
"""Across and down: a difference is looked for in each tile, so that a label that moved is not lost in a white page."""
ALLOWED = 0.10
"""Mean difference of a tile's greys, 0 to 1; other versions of fonts and renderers stay below a third of it."""


@dataclass(frozen=True)
class Difference:
    """A page that is not as in its picture."""

    fault: Fault
    outdated: bool
    """Its words have changed, or it has no picture yet."""


def chosen(sheets: Sequence[Sheet], first: int, last: int) -> dict[str, int]:
    """Names and numbers of the pages with pictures: `first` opens the first chapter, `last` the bibliography (0: there is none)."""
    wanted = {
        "title": 1,
        "contents": 3,
        "lists": 4,
        **{f"text-{index + 1}": first + index for index in range(8)},
        "bibliography": last,
    }
    return {name: number for name, number in wanted.items() if 0 < number <= len(sheets)}


def words_of(sheet: Sheet) -> str:
    """The words of a page as a short hash; it stays when only their places change."""
    return hashlib.sha256("".join(sorted("".join(line.text for line in sheet.lines))).encode(errors="replace")).hexdigest()[:16]


def compare(root: Path, edition: str, path: Path, sheets: Sequence[Sheet], pages: Mapping[str, int]) -> Iterator[Difference]:
    """Every page that differs from its picture."""
    folder = root / FOLDER / edition
    known = _known(folder)
    for name, number in pages.items():
        file = folder / f"{name}.png"
        if name not in known or not file.is_file():
            yield Difference(Fault(path.name, 0, 0, f"page {number} ({name}) has no picture yet", "look.picture"), True)
        elif known[name] != words_of(sheets[number - 1]):
            yield Difference(
                Fault(path.name, 0, 0, f"page {number} ({name}) says something else than its picture", "look.picture"), True
            )
        elif (worst := difference(file, picture(path, number, DOTS))) > ALLOWED:
            told = f"page {number} ({name}) says the same as its picture and looks different (by {worst:.2f} in the worst place)"
            yield Difference(Fault(path.name, 0, 0, told, "look.picture"), False)


def difference(file: Path, shown: Any) -> float:
    """The greatest mean difference of any tile, 0 to 1; 1 where the pages have different sizes."""
    from PIL import Image, ImageChops

    with Image.open(file) as kept:
        if abs(kept.width - shown.width) > 2 or abs(kept.height - shown.height) > 2:
            return 1.0
        apart = ImageChops.difference(kept.convert("L").resize(shown.size), shown)
    tiles = apart.resize(TILES, Image.Resampling.BOX)
    return max(tiles.tobytes()) / 255


def accept(root: Path, edition: str, path: Path, sheets: Sequence[Sheet], pages: Mapping[str, int]) -> int:
    """Take the pages as they are; returns how many pictures were written."""
    folder = root / FOLDER / edition
    folder.mkdir(parents=True, exist_ok=True)
    known, written = _known(folder), 0
    for name, number in pages.items():
        file = folder / f"{name}.png"
        shown = picture(path, number, DOTS)
        if known.get(name) == words_of(sheets[number - 1]) and file.is_file() and difference(file, shown) <= ALLOWED / 4:
            continue
        out = io.BytesIO()
        shown.quantize(SHADES).save(out, "PNG", optimize=True)
        if out.tell() > MOST_BYTES:
            raise ValueError(f"the picture of page {number} has {out.tell()} bytes; {MOST_BYTES} are allowed")
        write_atomically(file, out.getvalue())
        known[name] = words_of(sheets[number - 1])
        written += 1
    write_atomically(folder / "words.json", (json.dumps(known, indent=1, sort_keys=True) + "\n").encode())
    return written


def _known(folder: Path) -> dict[str, str]:
    try:
        found = json.loads((folder / "words.json").read_bytes())
    except (OSError, ValueError):
        return {}
    return {str(key): str(value) for key, value in found.items()}
