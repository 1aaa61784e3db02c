"""One edition built in a process of its own: read once, then PDF and EPUB side by side, each proved before it takes its name."""

from __future__ import annotations

import functools
import os
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from book.cache import Cache, write_atomically
from book.edition_text import EditionText
from book.errors import BookError, BuildFailed, Fault, ToolMissing
from book.manuscript.labels import SECTION_DEPTH
from book.project import Edition, Project
from book.proof import epub as epub_proof
from book.proof import pdf as pdf_proof
from book.publish import figures, images
from book.publish.formulas import check_formulas
from book.publish.freshness import State, file_hash, input_hashes, settings_key
from book.publish.hypertext import chapter_files, edition_epub, heading_text
from book.publish.images import Picture
from book.publish.pdf import INSTALL, fault_list, finish, has_xelatex, typeset
from book.publish.publication import Publication, publication
from book.publish.stamp import Stamp
from book.publish.tex import anchor_key
from book.publish.volume import volume

Progress = Callable[[str], None]


ENDINGS = {"pdf": ".pdf", "epub": ".epub", "epub-images": "-images.epub"}
"""Of file names, by format; the last is the EPUB whose formulas are pictures."""


@dataclass(frozen=True)
class Order:
    """What to build of an edition."""

    edition: Edition
    stamp: Stamp
    formats: tuple[str, ...]
    out: Path
    only: str = ""
    """One chapter file for a quick look; empty for the whole book."""

    def stem(self, project: Project) -> str:
        """The artefacts' name without ending."""
        return f"{project.name}-{self.edition.id}" + (f"-{Path(self.only).stem}" if self.only else "")

    def path(self, project: Project, form: str) -> Path:
        """Where the artefact of a format goes."""
        return self.out / f"{self.stem(project)}{ENDINGS[form]}"


@dataclass
class Outcome:
    """What became of an order; plain values, so that it crosses processes."""

    edition: str
    records: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By format: what build.json says."""
    warnings: list[Fault] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    exit_code: int = 0


def work_folder(project: Project, edition: Edition) -> Path:
    """Where an edition's working files lie."""
    return project.root / "build" / edition.id


def build_edition(project: Project, order: Order, say: Progress) -> Outcome:
    """Build an edition; what is wrong with it is in the outcome, never raised."""
    outcome = Outcome(order.edition.id)
    cache = Cache(project.root / "build" / "cache")
    try:
        say("reads")
        shown = publication(project, order.edition, order.stamp, cache, only=order.only)
        text = shown.text
        outcome.warnings += text.warnings
        pictures = _pictures(project, order.edition, text, cache, say)
        check_formulas(text.chapters.values(), cache)
    except BookError as error:
        _fail(outcome, error)
        return outcome
    makers: dict[str, Callable[..., dict[str, Any]]] = {
        "epub": _epub, "epub-images": functools.partial(_epub, math_images=True), "pdf": _pdf}
    with ThreadPoolExecutor(max_workers=2) as pool:
        running = {name: pool.submit(makers[name], project, order, shown, pictures, cache, say) for name in order.formats}
        for name, future in running.items():
            try:
                outcome.records[name] = future.result()
            except BookError as error:
                _fail(outcome, error)
    return outcome


def _fail(outcome: Outcome, error: BookError) -> None:
    outcome.exit_code = max(outcome.exit_code, error.exit_code)
    outcome.faults += getattr(error, "faults", [Fault("", 0, 0, str(error))])


def _pictures(project: Project, edition: Edition, text: EditionText, cache: Cache, say: Progress) -> dict[str, Picture]:
    say("draws")
    drawn = figures.draw(project, edition, text.chapters.values(), cache)
    return images.load(project, edition, text.chapters.values(), drawn, cache)


def _keep(project: Project, order: Order, form: str, path: Path, pictures: dict[str, Picture]) -> None:
    """Remember what a whole artefact was made from."""
    if order.only:
        return
    State(work_folder(project, order.edition) / f"{form}.json").write({
        "settings": settings_key(project, order.edition, order.stamp), "images": sorted(pictures),
        "inputs": input_hashes(project, order.edition, pictures), "output": file_hash(path)})


def _epub(project: Project, order: Order, shown: Publication, pictures: dict[str, Picture], cache: Cache, say: Progress, *,
          math_images: bool = False) -> dict[str, Any]:
    started = time.monotonic()
    say("makes the EPUB")
    form = "epub-images" if math_images else "epub"
    path = order.path(project, form)
    data = edition_epub(project, shown, pictures, order.stamp, cache, math_images=math_images)
    faults = epub_proof.read_back(data, shown.text, chapter_files(shown.text), path.name, math_images=math_images)
    if faults:
        raise BuildFailed(faults)
    write_atomically(path, data)
    _keep(project, order, form, path, pictures)
    return {"seconds": round(time.monotonic() - started, 2), "bytes": len(data), "file": path.name}


def _pdf(project: Project, order: Order, shown: Publication, pictures: dict[str, Picture], cache: Cache, say: Progress) -> dict[str, Any]:
    started = time.monotonic()
    if not has_xelatex():
        raise ToolMissing(INSTALL)
    folder = work_folder(project, order.edition)
    text = shown.text
    source = volume(project, shown, pictures, cache, whole=not order.only)
    say("runs XeLaTeX")
    made = typeset(source, folder, order.stamp)
    path = order.path(project, "pdf")
    say("proves the PDF")
    with tempfile.TemporaryDirectory(dir=folder, prefix="tex-", ignore_cleanup_errors=True) as name:
        draft = Path(name) / path.name
        pages = {label: made.page_of[key] for label in text.numbering.labels if (key := anchor_key(label)) in made.page_of}
        broken = finish(made.data, made.front, _outline(text), _metadata(project, order), draft)
        faults = [*fault_list(made.report, path.name), *broken, *pdf_proof.read_back(draft, text, pages, made.report.pages)]
        if faults:
            raise BuildFailed(faults)
        write_atomically(path, draft.read_bytes())
    _keep(project, order, "pdf", path, pictures)
    return {"pages": made.report.pages, "xelatex_runs": made.runs, "seconds": round(time.monotonic() - started, 2),
            "xelatex_seconds": round(made.seconds, 2), "overfull": made.report.overfull, "missing_glyphs": made.report.missing,
            "undefined": made.report.undefined, "bytes": path.stat().st_size, "file": path.name}


def _outline(text: EditionText) -> list[tuple[int, str, str]]:
    """Level, text and anchor of each heading that the PDF's outline shows."""
    here = {chapter.slug for chapter in text.chapters.values()}
    lines = [(label.level, heading_text(text, label), anchor_key(label.id)) for label in text.numbering.of_kind("chapter", "section")
             if label.chapter in here and label.level <= SECTION_DEPTH]
    if text.bibliography.entries:
        lines.append((1, text.edition.language.strings["bibliography"], "bibliography"))
    return lines


def _metadata(project: Project, order: Order) -> dict[str, str]:
    edition = order.edition
    title = f"{edition.title} · {edition.subtitle}" if edition.subtitle else edition.title
    return {"language": edition.language.tag, "title": title, "authors": ", ".join(edition.authors), "licence": project.licence,
            "moment": order.stamp.moment}


def cores() -> int:
    """Cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
