"""The text of one edition, read and resolved: what checks look at and what is published."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from book.cache import Cache, digest, toolchain_digest
from book.errors import BadInput, Fault
from book.manuscript.blocks import shape
from book.manuscript.citations import EMPTY, Bibliography, bibliography, reference_keys
from book.manuscript.labels import Numbering, number
from book.manuscript.misreadings import misreadings
from book.manuscript.pandoc import pandoc_version
from book.manuscript.reader import Chapter, chapter_of, parse, read_source, without_collector
from book.manuscript.references import Frame, Resolved, first_anchors, resolve
from book.manuscript.tree import Node, string, walk
from book.project import Edition, Project


@dataclass(frozen=True)
class EditionText:
    """All chapters of an edition with everything resolved that concerns more than one of them."""

    edition: Edition
    chapters: Mapping[str, Chapter]
    """By file name, in order."""
    resolved: Mapping[str, Resolved]
    numbering: Numbering
    bibliography: Bibliography
    warnings: tuple[Fault, ...]


Complete = Callable[[Mapping[str, Chapter]], Mapping[str, Chapter]]
"""Makes an edition's chapters those of a whole book: fills what it lacks, adds pages."""


def read_edition(project: Project, edition: Edition, cache: Cache, *, only: str = "", complete: Complete | None = None) -> EditionText:
    """Read an edition, or (for a quick look) the one chapter file `only` with the labels of all.

    Raises BadInput with every fault of the text at once; without `complete` a chapter that the edition lacks is one.
    """
    written = read_chapters(project, edition, cache, lacking=complete is not None)
    chapters = complete(written) if complete else written
    numbering = number(list(chapters.values()))
    frame = Frame(numbering, first_anchors(chapters), chapters, project.links, project.raw)
    shown = {name: chapter for name, chapter in chapters.items() if not only or name == only}
    faults = [fault for name, chapter in written.items() if name in shown for fault in misreadings(chapter, raw=project.raw)]
    faults += numbering.faults
    resolved = {name: resolve(chapter, frame) for name, chapter in shown.items()}
    faults += [fault for result in resolved.values() for fault in result.faults]
    works, lost = _cited(project, edition, chapters, resolved)
    if faults + lost:
        raise BadInput(faults + lost)
    warnings = [fault for result in resolved.values() for fault in result.warnings]
    return EditionText(edition, shown, resolved, numbering, works, tuple(warnings))


def read_chapters(project: Project, edition: Edition, cache: Cache, *, lacking: bool = False) -> dict[str, Chapter]:
    """Every chapter, in parallel: pandoc does the work outside of this process. With `lacking` a translation may be without some."""
    names = [name for name in project.chapters if edition.is_source or not lacking or (edition.folder / name).is_file()]
    with ThreadPoolExecutor(max_workers=2) as pool:
        futures = {name: pool.submit(_read_one, project, edition, cache, name) for name in names}
    faults: list[Fault] = []
    chapters: dict[str, Chapter] = {}
    for name, future in futures.items():
        try:
            chapters[name] = future.result()
        except BadInput as error:
            faults += error.faults
    if faults:
        raise BadInput(faults)
    return _distinct(chapters)


def _distinct(chapters: dict[str, Chapter]) -> dict[str, Chapter]:
    """Chapters whose short names are the same (`01-intro.md`, `02-intro.md`) are called by their whole names."""
    taken = Counter(chapter.slug for chapter in chapters.values())
    return {name: chapter if taken[chapter.slug] == 1 else replace(chapter, slug=PurePosixPath(name).with_suffix("").as_posix().replace("/", "-"))
            for name, chapter in chapters.items()}


def _read_one(project: Project, edition: Edition, cache: Cache, file_name: str) -> Chapter:
    path = edition.folder / file_name
    name = project.relative(path)
    if not path.is_file() and not edition.is_source:
        raise BadInput(Fault(name, 0, 0, f"edition `{edition.id}` lacks this chapter; translate it, or take it out of `chapters`"))
    text = read_source(path, name)
    key = digest("chapter", text, project.dialect, pandoc_version(), toolchain_digest("manuscript"))
    with without_collector():
        tree = cache.json_of(key, lambda: _shaped(parse(text, project.dialect, name)))
    return _with_heading(chapter_of(tree, text, name))


def _shaped(tree: Node) -> Node:
    return {**tree, "blocks": shape(tree["blocks"])}


def _with_heading(chapter: Chapter) -> Chapter:
    """A chapter without a heading of its own gets its title from the front matter or the file's name."""
    if any(node["t"] == "Header" and node["c"][0] == 1 for node in chapter.blocks):
        return chapter
    title = str(chapter.meta.get("title") or chapter.slug.replace("-", " ").replace("_", " ").strip() or "…")
    head = {"t": "Header", "c": [1, ["", [], []], [{**string(title), "p": 0}]], "p": 0, "made": True}
    chapter.blocks.insert(0, head)
    return chapter


def _cited(project: Project, edition: Edition, chapters: Mapping[str, Chapter],
           resolved: Mapping[str, Resolved]) -> tuple[Bibliography, list[Fault]]:
    """The works cited in the order of the text, and the citations of works that nobody has entered."""
    spans = [(chapters[name], node) for name, result in resolved.items() for node in _citation_spans(result)]
    if not spans:
        return EMPTY, []
    name = project.relative(project.bibliography) if project.bibliography else "references/references.yaml"
    known = reference_keys(project.bibliography, name)
    groups: list[str] = []
    lost: list[Fault] = []
    for chapter, node in spans:
        keys = node["c"][0][2][0][1]
        missing = [key for key in keys.split(",") if key not in known]
        lost += [chapter.fault(node, f"unknown citation `{key}`; enter it in {name}", "cite.missing") for key in missing]
        if keys not in groups:
            groups.append(keys)
    if lost or project.bibliography is None:
        return EMPTY, lost
    return bibliography(groups, project.bibliography, name, edition.language.csl), []


def _citation_spans(result: Resolved) -> list[Node]:
    return [node for node in walk(result.blocks) if node["t"] == "Span" and "citation" in node["c"][0][1]]
