"""Pictures of a chapter: found inside the book, checked, measured, and brought into the forms that the formats take."""

from __future__ import annotations

import io
import re
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from book.cache import Cache, digest
from book.errors import BadInput, BookError, Fault, ToolMissing
from book.manuscript.reader import Chapter
from book.manuscript.tree import Node, walk
from book.project import Edition, Project

LIMIT = 40_000_000
"""Bytes of one picture."""
PIXELS = 60_000_000
DOTS_PER_INCH = 144
"""Where a raster image does not say."""
MM = 25.4
UNITS = {"": MM / 96, "px": MM / 96, "pt": MM / 72, "pc": MM / 6, "in": MM, "cm": 10.0, "mm": 1.0}
LENGTH = re.compile(r"\s*([\d.]+(?:e[+-]?\d+)?)\s*(px|pt|pc|in|cm|mm)?\s*")
WEB_FORMATS = {"PNG": "png", "JPEG": "jpg", "GIF": "gif", "WEBP": "webp"}
DAY = "1704067200"
"""A fixed date for tools that stamp what they write."""


@dataclass(frozen=True)
class Picture:
    """One picture as the formats need it."""

    name: str
    """Unique stem in the artefacts."""
    width: float
    height: float
    """Natural size in mm."""
    vector: bool
    suffix: str
    """Ending in the EPUB: svg, png, jpg, gif or webp."""
    data: bytes
    """The file for the EPUB."""

    @property
    def tex_name(self) -> str:
        """The file beside book.tex: vector pictures as PDF, others as PNG or JPEG."""
        return f"{self.name}.{'pdf' if self.vector else self.suffix if self.suffix in ('png', 'jpg') else 'png'}"

    def fitted(self, line: float, page: float, wanted: str) -> tuple[float, float]:
        """Width and height in mm that fit a line and a page; `wanted` is the author's width (`50%`, `8cm`)."""
        width = self.width
        if wanted.endswith("%") and wanted[:-1].replace(".", "", 1).isdigit():
            width = line * float(wanted[:-1]) / 100
        elif wanted and (match := LENGTH.fullmatch(wanted)):
            width = float(match[1]) * UNITS[match[2] or ""]
        width = min(width, line)
        height = width * self.height / self.width
        return (width, height) if height <= page else (width * page / height, page)


def pictures_of(chapter: Chapter) -> list[Node]:
    """The images of a chapter in the order of the text."""
    return [node for node in walk(chapter.blocks) if node["t"] == "Image"]


def locate(project: Project, edition: Edition, target: str) -> Path | None:
    """The file of an image: in the edition's folder, else in the source's; None if there is none inside the book."""
    for folder in (edition.folder, project.source.folder):
        path = (folder / target).resolve()
        if path.is_relative_to(project.root) and path.is_file():
            return path
    return None


def load(project: Project, edition: Edition, chapters: Iterable[Chapter], drawn: Mapping[str, bytes], cache: Cache
         ) -> dict[str, Picture]:
    """All pictures of an edition by their targets; `drawn` are those that scripts have drawn. Faults are raised together."""
    faults: list[Fault] = []
    found: dict[str, Picture] = {}
    for chapter in chapters:
        for node in pictures_of(chapter):
            target = node["c"][2][0]
            if target in found:
                continue
            try:
                data = drawn[target] if target in drawn else _read(project, edition, target)
                found[target] = _picture(target, data, cache)
            except (ValueError, OSError) as error:
                faults.append(chapter.fault(node, f"image `{target}`: {error}", "image.missing"))
    if faults:
        raise BadInput(faults)
    return found


def _read(project: Project, edition: Edition, target: str) -> bytes:
    if re.match(r"^[A-Za-z][A-Za-z0-9+.-]*:", target) or target.startswith("//"):
        raise ValueError("is on the web, which a build never asks; save it in the book's folder")
    path = locate(project, edition, target)
    if path is None:
        raise ValueError("is missing; put the file there, or a script of that name beside it")
    if path.stat().st_size > LIMIT:
        raise ValueError(f"has more than {LIMIT:,} bytes")
    return path.read_bytes()


def _picture(target: str, data: bytes, cache: Cache) -> Picture:
    name = re.sub(r"[^A-Za-z0-9-]+", "-", Path(target).stem).strip("-")[:40] + "-" + digest(target)[:6]
    head = data[:2000].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith((b"<svg", b"<?xml", b"<!DOCTYPE svg", b"<!--")):
        tree = parse_svg(data)
        width, height = _svg_size(tree)
        clean = cache.of(digest("svg", data), lambda: clean_svg(data, tree))
        return Picture(name, width, height, True, "svg", clean)
    return _raster(name, data)


def _raster(name: str, data: bytes) -> Picture:
    from PIL import Image, UnidentifiedImageError

    Image.MAX_IMAGE_PIXELS = PIXELS
    try:
        with Image.open(io.BytesIO(data)) as image:
            if image.format not in WEB_FORMATS:
                raise ValueError(f"is {image.format}; use SVG, PNG, JPEG, GIF or WebP")
            if image.width * image.height > PIXELS:
                raise ValueError(f"has {image.width} × {image.height} pixels; {PIXELS:,} are allowed")
            given = image.info.get("dpi", (DOTS_PER_INCH,))[0]
            dots = float(given) if 50 < float(given) < 2400 else DOTS_PER_INCH
            image.load()
            return Picture(name, image.width / dots * MM, image.height / dots * MM, False, WEB_FORMATS[image.format], data)
    except (UnidentifiedImageError, Image.DecompressionBombError, SyntaxError, EOFError) as error:
        raise ValueError(f"is no picture that can be read ({type(error).__name__})") from None


def print_data(picture: Picture, cache: Cache) -> bytes:
    """The file for XeLaTeX under `tex_name`."""
    if picture.vector:
        return vector_pdf(picture.data, cache)
    if picture.suffix in ("png", "jpg"):
        return picture.data
    return cache.of(digest("raster-png", picture.data), lambda: _png(picture.data))


def _png(data: bytes) -> bytes:
    from PIL import Image

    out = io.BytesIO()
    with Image.open(io.BytesIO(data)) as image:
        image.convert("RGBA").save(out, "PNG")
    return out.getvalue()


def parse_svg(data: bytes) -> Any:
    """An SVG's tree, without entities, without the network."""
    from lxml import etree

    try:
        return etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False, remove_comments=True))
    except etree.XMLSyntaxError as error:
        raise ValueError(f"is not well-formed SVG ({str(error)[:80]})") from None


def _svg_size(tree: Any) -> tuple[float, float]:
    """Natural size in mm."""
    box = [float(part) for part in re.findall(r"-?[\d.]+(?:e[+-]?\d+)?", tree.get("viewBox", ""))]
    sizes = []
    for index, key in enumerate(("width", "height")):
        match = LENGTH.fullmatch(tree.get(key, ""))
        if match:
            sizes.append(float(match[1]) * UNITS[match[2] or ""])
        elif len(box) == 4:
            sizes.append(box[2 + index] * UNITS["px"])
        else:
            sizes.append(100.0)
    if min(sizes) <= 0:
        raise ValueError("has no size")
    return sizes[0], sizes[1]


def clean_svg(data: bytes, tree: Any) -> bytes:
    """An SVG for an EPUB: no scripts, nothing from elsewhere, and text as outlines, since reading systems lack the fonts."""
    from lxml import etree

    if any(etree.QName(node).localname == "text" for node in tree.iter(etree.Element)):
        try:
            return _rsvg(data, "svg")
        except ToolMissing:
            pass  # the text stays text, which most reading systems show
    for node in list(tree.iter(etree.Element)):
        if etree.QName(node).localname in ("script", "foreignObject", "metadata"):
            node.getparent().remove(node)
            continue
        for key, value in list(node.attrib.items()):
            local = etree.QName(key).localname
            if local.startswith("on") or (local == "href" and not value.startswith(("#", "data:image/"))):
                del node.attrib[key]
    if tree.get("viewBox") is None and tree.get("width") and tree.get("height"):
        tree.set("viewBox", f"0 0 {tree.get('width').rstrip('px')} {tree.get('height').rstrip('px')}")
    return bytes(etree.tostring(tree))


def vector_pdf(svg: bytes, cache: Cache) -> bytes:
    """An SVG of our own as PDF."""
    return cache.of(digest("svg-pdf", svg, DAY), lambda: _rsvg(svg, "pdf"))


def rasterized(svg: bytes) -> bytes:
    """An SVG of our own as PNG in its natural size."""
    return _rsvg(svg, "png")


def _rsvg(data: bytes, form: str) -> bytes:
    """Convert with librsvg, which fetches nothing."""
    try:
        done = subprocess.run(["rsvg-convert", "--format", form], input=data, capture_output=True, timeout=60, check=False,
                              env={"PATH": "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin", "SOURCE_DATE_EPOCH": DAY, "LC_ALL": "C.UTF-8"})
    except FileNotFoundError:
        raise ToolMissing("rsvg-convert is missing, which turns SVG into PDF: install librsvg2-bin (Debian), librsvg2-tools (Fedora) or "
                          "librsvg (Homebrew)") from None
    except subprocess.TimeoutExpired:
        raise BookError("a picture took rsvg-convert longer than 60 s; simplify the SVG") from None
    if done.returncode:
        raise ValueError(f"cannot be converted: {done.stderr.decode(errors='replace').strip()[:120]}")
    return done.stdout
