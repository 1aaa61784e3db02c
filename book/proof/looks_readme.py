"""Pictures for the README: `python -m book.proof.looks_readme` draws a spread of each edition and the EPUB on a phone.

The phone's view needs chromium (Debian); the spreads come from the PDFs in dist/. They go to docs/pictures/.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from book.cache import write_atomically
from book.errors import BookError, ToolMissing
from book.project import Project, load_project
from book.proof.looks_page import Sheet, sheets

FOLDER = Path("docs/pictures")
DOTS = 92.0
PAPER, DESK = (255, 255, 255), (222, 224, 228)
MARGIN = 22
MOST_BYTES = 200_000
PHONE = (390, 780)
"""Width and height of the screen in CSS pixels."""
TALL = 120.0
"""pt: a picture this high is a figure."""


def spread(pages: Sequence[Sheet]) -> int:
    """The first left-hand page of the chapters with a figure on it or on its neighbour, and formulas or tables beside it."""
    with_figure = {page.number for page in pages if any(high - low > TALL for _, low, _, high in page.pictures)}
    numbers = [page.number for page in pages if page.number % 2 == 0 and page.number > 8 and len(page.lines) > 15]
    return next((number for number in numbers if number in with_figure or number + 1 in with_figure), 2)


def draw_spread(path: Path) -> bytes:
    """Two facing pages of a PDF as PNG."""
    import pypdfium2
    from PIL import Image

    left = spread(list(sheets(path)))
    with pypdfium2.PdfDocument(path) as pdf:
        images = [pdf[index].render(scale=DOTS / 72).to_pil().convert("RGB") for index in (left - 1, left)]
    width, height = images[0].size
    shown = Image.new("RGB", (2 * width + 2 * MARGIN + 1, height + 2 * MARGIN), DESK)
    shown.paste(images[0], (MARGIN, MARGIN))
    shown.paste(images[1], (MARGIN + width + 1, MARGIN))
    return _png(shown)


def draw_phone(path: Path) -> bytes:
    """The cover and a page of an EPUB on a phone's screen, side by side, by a real browser."""
    from PIL import Image

    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if browser is None:
        raise ToolMissing("chromium is missing, which shows the EPUB on a phone's screen: install chromium (Debian)")
    with tempfile.TemporaryDirectory() as name, zipfile.ZipFile(path) as archive:
        archive.extractall(name)
        chapter = sorted(Path(name, "EPUB").glob("c01-*.xhtml"))[0]
        views = [_view(browser, Path(name, "EPUB", "cover.xhtml"), 0), _view(browser, chapter, 0), _view(browser, chapter, 3)]
    width, height = views[0].size
    shown = Image.new("RGB", (len(views) * (width + MARGIN) + MARGIN, height + 2 * MARGIN), DESK)
    for index, view in enumerate(views):
        shown.paste(view, (MARGIN + index * (width + MARGIN), MARGIN))
    return _png(shown)


def _view(browser: str, page: Path, screens: int) -> Any:
    """What stands on the screen after scrolling by so many screens."""
    from PIL import Image

    width, height = PHONE
    with tempfile.TemporaryDirectory() as name:
        shot = Path(name) / "shot.png"
        subprocess.run(
            [
                browser,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--force-device-scale-factor=1",
                f"--window-size={max(width, 500)},{height * (screens + 1)}",
                f"--screenshot={shot}",
                _framed(page, width, height * (screens + 1)),
            ],
            capture_output=True,
            timeout=120,
            check=False,
        )
        if not shot.is_file():
            raise BookError(f"{browser} made no picture of {page.name}")
        with Image.open(shot) as image:
            return image.convert("RGB").crop((0, height * screens, width, height * (screens + 1)))


def _framed(page: Path, width: int, height: int) -> str:
    """A page in a frame of a phone's width: browsers have no narrower window than 500 pixels."""
    frame = page.with_name("frame.html")
    frame.write_text(
        f'<body style="margin:0"><iframe src="{page.name}" style="border:0;width:{width}px;height:{height}px"></iframe>'
    )
    return frame.as_uri()


def _png(image: Any) -> bytes:
    """As few shades as keep it small."""
    for colors in (128, 64, 32, 16):
        out = io.BytesIO()
        image.quantize(colors).save(out, "PNG", optimize=True)
        if out.tell() <= MOST_BYTES:
            break
    return out.getvalue()


def main() -> int:
    """Draw all pictures for which dist/ has an artefact."""
    project: Project = load_project(Path.cwd())
    folder = project.root / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for edition in project.editions.values():
        stem = project.root / "dist" / f"{project.name}-{edition.id}"
        if stem.with_name(f"{stem.name}.pdf").is_file():
            write_atomically(folder / f"spread-{edition.id}.png", draw_spread(stem.with_name(f"{stem.name}.pdf")))
        if edition.is_source and stem.with_name(f"{stem.name}.epub").is_file():
            write_atomically(folder / "phone.png", draw_phone(stem.with_name(f"{stem.name}.epub")))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BookError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(error.exit_code)
