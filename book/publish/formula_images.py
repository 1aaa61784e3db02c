"""Formulas as pictures, for readers that show no MathML: set by XeLaTeX in the edition's fonts, one page each, then outlines in SVG."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from book.cache import Cache, digest, toolchain_digest
from book.edition_text import EditionText
from book.errors import BookError, ToolMissing
from book.manuscript.tree import walk
from book.publish.images import Picture
from book.publish.pdf import CLASS, INSTALL, has_xelatex, tex_environment
from book.publish.tex import formula

EM = 10.0
"""pt: the size in which formulas are set here; the page scales them with its text."""
SECONDS = 300
SIZES = re.compile(r"^BOOKFORMULA (\d+) ([\d.]+)pt ([\d.]+)pt ([\d.]+)pt$", re.M)
FRAME = r"""\newsavebox{\drawn}\newcommand{\draw}[3]{\setbox\drawn\hbox{\normalfont\fontsize{10}{12}\selectfont$#2 #3$}%
\typeout{BOOKFORMULA #1 \the\wd\drawn\space\the\ht\drawn\space\the\dp\drawn}%
\pdfpagewidth=\dimexpr\wd\drawn+.4pt\relax\pdfpageheight=\dimexpr\ht\drawn+\dp\drawn+.4pt\relax
\hoffset=-1in\voffset=-1in\shipout\vbox{\kern.2pt\hbox{\kern.2pt\box\drawn}}}"""

Formula = tuple[str, str]
"""Pandoc's mode and the TeX as written."""


@dataclass(frozen=True)
class Drawn:
    """A formula as a picture."""

    picture: Picture
    height: float
    """em of the text around it."""
    depth: float
    """em below the line."""


def formulas_of(text: EditionText) -> list[Formula]:
    """All formulas of an edition, each once."""
    found = {
        (node["c"][0]["t"], node["c"][1])
        for result in text.resolved.values()
        for node in walk(result.blocks)
        if node["t"] == "Math"
    }
    return sorted(found)


def draw_formulas(formulas: Sequence[Formula], preamble: str, cache: Cache) -> dict[Formula, Drawn]:
    """The pictures of `formulas` in the fonts of `preamble`; what was drawn before comes from the cache."""
    keys = {each: digest("formula-image", toolchain_digest("publish"), preamble, *each) for each in formulas}
    stored = {each: data for each in formulas if (data := cache.get(keys[each])) is not None}
    missing = [each for each in formulas if each not in stored]
    if missing:
        for each, data in zip(missing, _draw(missing, preamble), strict=True):
            cache.put(keys[each], data)
            stored[each] = data
    return {each: _drawn(keys[each], stored[each]) for each in formulas}


def _drawn(key: str, data: bytes) -> Drawn:
    head, _, svg = data.partition(b"\n")
    width, height, depth = json.loads(head)
    mm = 25.4 / 72.27
    picture = Picture(f"formula-{key[:12]}", width * mm, (height + depth) * mm, True, "svg", svg)
    return Drawn(picture, (height + depth + 0.4) / EM, (depth + 0.2) / EM)


def _draw(formulas: Sequence[Formula], preamble: str) -> Iterable[bytes]:
    """For each formula its size as JSON in the first line, then the SVG."""
    if not has_xelatex():
        raise ToolMissing(INSTALL)
    if shutil.which("pdftocairo") is None:
        raise ToolMissing("pdftocairo is missing, with which formulas become pictures: install poppler-utils (Debian)")
    body = "\n".join(rf"\draw{{{index}}}{{{_style(mode)}}}{{{formula(tex)}}}" for index, (mode, tex) in enumerate(formulas))
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        shutil.copyfile(CLASS, work / "pages.cls")
        (work / "formulas.tex").write_text(
            f"{preamble}\n{FRAME}\n\\begin{{document}}\n{body}\n\\end{{document}}\n", encoding="utf-8"
        )
        log = _run(["xelatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "formulas.tex"], work).decode(
            errors="replace"
        )
        sizes = {int(match[1]): [float(part) for part in match.groups()[1:]] for match in SIZES.finditer(log)}
        if len(sizes) != len(formulas) or not (work / "formulas.pdf").is_file():
            raise BookError(
                f"XeLaTeX drew {len(sizes)} of {len(formulas)} formulas; build the PDF, which names the place of an error"
            )
        for index in range(len(formulas)):
            svg = _run(["pdftocairo", "-svg", "-f", str(index + 1), "-l", str(index + 1), "formulas.pdf", "-"], work)
            yield json.dumps(sizes[index]).encode() + b"\n" + svg


def _style(mode: str) -> str:
    return r"\displaystyle" if mode == "DisplayMath" else r"\textstyle"


def _run(command: Sequence[str], work: Path) -> bytes:
    try:
        return subprocess.run(
            command, cwd=work, env=tex_environment(0), capture_output=True, timeout=SECONDS, check=False, stdin=subprocess.DEVNULL
        ).stdout
    except subprocess.TimeoutExpired:
        raise BookError(f"{command[0]} took longer than {SECONDS} s with the formulas and was stopped") from None


def pictures_by_name(drawn: Mapping[Formula, Drawn]) -> dict[str, Picture]:
    """What goes into the EPUB."""
    return {each.picture.name: each.picture for each in drawn.values()}
