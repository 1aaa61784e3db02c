"""Small books in temporary folders, built by the real command, and what a reader finds in their artefacts."""

from __future__ import annotations

import json
import os
import posixpath
import re
import subprocess
import sys
import unicodedata
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lxml import etree

ROOT = Path(__file__).resolve().parents[2]
XHTML = "{http://www.w3.org/1999/xhtml}"
MATHML = "{http://www.w3.org/1998/Math/MathML}"
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30"><rect width="60" height="30" fill="#456"/>'
    '<text x="4" y="20">显存 VRAM</text></svg>'
)
"""A picture with text in two scripts."""
SPACES = re.compile(r"[\s\u00ad\u200b-\u200d\u2060\ufe0e\ufe0f↪]+")


@dataclass(frozen=True)
class Run:
    """What a command did."""

    code: int
    out: str
    err: str


class Sample:
    """A book in a folder of its own."""

    def __init__(self, folder: Path, files: Mapping[str, str | bytes], config: str | None = "title: Sample\n") -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        if config is not None:
            self.write("book.yaml", config)
        for name, text in files.items():
            self.write(name, text)

    def write(self, name: str, text: str | bytes) -> None:
        """Write one file of the book."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())

    def build(self, *arguments: str, **environment: str) -> Run:
        """`book build` as a user runs it."""
        return self.run("build", *arguments, **environment)

    def run(self, *arguments: str, **environment: str) -> Run:
        """Any command of `book`."""
        done = subprocess.run(
            [sys.executable, "-m", "book", *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
            timeout=300,
            encoding="utf-8",
        )
        return Run(done.returncode, done.stdout, done.stderr)

    def made(self, folder: str = "dist") -> list[str]:
        """Names of the files in the folder of artefacts."""
        place = self.folder / folder
        return sorted(path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()) if place.is_dir() else []

    def artefact(self, edition: str, form: str) -> Path:
        """The path of one artefact."""
        return self.folder / "dist" / f"{self.folder.name}-{edition}.{form}"

    def record(self) -> dict[str, Any]:
        """build.json."""
        found: dict[str, Any] = json.loads((self.folder / "dist" / "build.json").read_bytes())
        return found


def plain(text: str) -> str:
    """Text without what setting it changes: spaces, marks of wrapped lines, compatibility forms."""
    return SPACES.sub("", unicodedata.normalize("NFKC", text))


def pdf_text(path: Path, *options: str) -> str:
    """The text of a PDF as pdftotext sees it."""
    return subprocess.run(["pdftotext", "-enc", "UTF-8", *options, str(path), "-"], capture_output=True, check=True).stdout.decode()


def epub_pages(path: Path) -> dict[str, Any]:
    """The trees of an EPUB's pages by file name."""
    with zipfile.ZipFile(path) as archive:
        return {
            posixpath.basename(name): etree.fromstring(archive.read(name)) for name in archive.namelist() if name.endswith(".xhtml")
        }


def page_text(tree: Any) -> str:
    """What a page shows; the TeX that goes with a formula is not shown."""
    return "".join(
        part
        for part in tree.xpath(
            "//text()[not(ancestor::m:annotation) and not(ancestor::h:head)]", namespaces={"m": MATHML[1:-1], "h": XHTML[1:-1]}
        )
    )
