"""The EPUB read back, fast: well-formed files, every link, every picture with words, every formula as MathML, all that the text says."""

from __future__ import annotations

import io
import posixpath
import zipfile
from typing import Any

from lxml import etree

from book.edition_text import EditionText
from book.errors import Fault
from book.manuscript.tree import walk
from book.namespaces import MATHML, XHTML
from book.proof.readback import missing, normal


def read_back(data: bytes, text: EditionText, files: dict[str, str], name: str, *, math_images: bool = False) -> list[Fault]:
    """Everything that is wrong with an EPUB that can be seen without a validator; `files` are chapter files by slug."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        trees = {file.removeprefix("EPUB/"): etree.fromstring(archive.read(file)) for file in archive.namelist() if file.endswith(".xhtml")}
        present = {file.removeprefix("EPUB/") for file in archive.namelist()}
    faults = _links(trees, present, name) + _images(trees, present, name)
    shown = {}
    for chapter_file, chapter in text.chapters.items():
        tree = trees[files[chapter.slug]]
        shown[chapter_file] = [normal(_text(tree))]
        blocks = text.resolved[chapter_file].blocks
        in_alt = sum(1 for node in walk(blocks) if node["t"] == "Image" for part in walk(node["c"][1]) if part["t"] == "Math")
        wanted = sum(1 for node in walk(blocks) if node["t"] == "Math") - in_alt
        kind = "pictures" if math_images else "MathML"
        found = sum(1 for _ in (tree.iterfind(f".//{{{XHTML}}}img[@class='formula']") if math_images else tree.iter(f"{{{MATHML}}}math")))
        if found < wanted:
            faults.append(Fault(chapter.path, 0, 0, f"{wanted - found} of {wanted} formulas are not {kind} in {name}", "epub.math"))
    return faults + missing(text, shown, name)


def _text(tree: Any) -> str:
    """Visible text; the TeX that goes with a formula is none."""
    for note in list(tree.iter(f"{{{MATHML}}}annotation")):
        note.text = ""
    return "".join(tree.itertext())


def _links(trees: dict[str, Any], present: set[str], name: str) -> list[Fault]:
    ids = {file: {node.get("id") for node in tree.iter() if node.get("id")} for file, tree in trees.items()}
    faults = []
    for file, tree in trees.items():
        for node in tree.iter(f"{{{XHTML}}}a"):
            target = node.get("href", "")
            if "://" in target or target.startswith("mailto:"):
                continue
            path, _, fragment = target.partition("#")
            goal = posixpath.normpath(posixpath.join(posixpath.dirname(file), path)) if path else file
            if goal not in present or (fragment and fragment not in ids.get(goal, set())):
                faults.append(Fault(name, 0, 0, f"{file}: a link leads to `{target}`, which is nowhere", "link.broken"))
    return faults


def _images(trees: dict[str, Any], present: set[str], name: str) -> list[Fault]:
    faults = []
    for file, tree in trees.items():
        for node in tree.iter(f"{{{XHTML}}}img"):
            if node.get("src") not in present:
                faults.append(Fault(name, 0, 0, f"{file}: the image {node.get('src')} is not in the file", "epub.image"))
            if not node.get("alt"):
                faults.append(Fault(name, 0, 0, f"{file}: the image {node.get('src')} has no alternative text", "a11y.alt"))
    return faults
