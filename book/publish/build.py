"""The build: what is fresh stays, the rest is made edition by edition on all cores, and build.json tells what it took."""

from __future__ import annotations

import contextlib
import fcntl
import gc
import hashlib
import json
import multiprocessing
import os
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from book.cache import Cache, write_atomically
from book.errors import Fault, WrongUse
from book.project import Edition, Project
from book.publish.edition_build import ENDINGS, Order, Outcome, build_edition, cores, work_folder
from book.publish.freshness import State, is_fresh, package_versions
from book.publish.stamp import Stamp, stamp

FORMATS = ("pdf", "epub")
PASSES = 1
"""Runs of XeLaTeX that a PDF cannot do without."""


class Reporter(Protocol):
    """Who is told what happens; it decides what is shown."""

    def begin(self, edition: str) -> None:
        """An edition is queued."""

    def stage(self, edition: str, doing: str) -> None:
        """An edition has reached a stage."""

    def done(self, outcome: Outcome) -> None:
        """An edition is finished, for better or worse."""


@dataclass
class Report:
    """The whole build."""

    outcomes: list[Outcome] = field(default_factory=list)
    fresh: list[str] = field(default_factory=list)
    """Artefacts that were left as they are."""
    summary: dict[str, Any] = field(default_factory=dict)
    """build.json."""

    @property
    def faults(self) -> list[Fault]:
        """Of all editions, each once."""
        return sorted({fault for outcome in self.outcomes for fault in outcome.faults})

    @property
    def warnings(self) -> list[Fault]:
        """Of all editions, each once."""
        return sorted({fault for outcome in self.outcomes for fault in outcome.warnings})

    @property
    def exit_code(self) -> int:
        """The worst of all editions."""
        return max((outcome.exit_code for outcome in self.outcomes), default=0)


def chapter_file(project: Project, wanted: str) -> str:
    """The file of chapter `wanted`: a file's number, name or slug."""
    from book.manuscript.reader import slug_of

    for name in project.chapters:
        digits = name.split("-")[0].lstrip("0") or "0"
        if wanted in (name, slug_of(name)) or (wanted.isdigit() and digits == (wanted.lstrip("0") or "0")):
            return name
    raise WrongUse(f"there is no chapter {wanted!r}; the book has {', '.join(project.chapters)}")


def build(project: Project, editions: Sequence[Edition], formats: Sequence[str], out: Path, reporter: Reporter, *, chapter: str = ""
          ) -> Report:
    """Build what is not fresh. Artefacts that fail their gates do not replace the last good ones."""
    started = time.monotonic()
    report = Report()
    only = chapter_file(project, chapter) if chapter else ""
    with _lock(project.root / "build"):
        orders = []
        for edition in editions:
            order = _order(project, edition, formats, out, only, report)
            if order.formats:
                orders.append(order)
        if orders:
            _sweep(project, orders)
            report.outcomes = _run(project, orders, reporter)
            Cache(project.root / "build" / "cache").prune()
        _write_summary(project, out, report, round(time.monotonic() - started, 2), partial=bool(only))
    return report


def _order(project: Project, edition: Edition, formats: Sequence[str], out: Path, only: str, report: Report) -> Order:
    """What of an edition must be made."""
    origin: Stamp = stamp(project, edition)
    wanted = []
    for form in formats:
        path = out / f"{project.name}-{edition.id}{ENDINGS[form]}"
        if not only and is_fresh(project, edition, origin, State(work_folder(project, edition) / f"{form}.json"), path):
            report.fresh.append(path.name)
        else:
            wanted.append(form)
    return Order(edition, origin, tuple(wanted), out / "chapters" if only else out, only)


@contextlib.contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """One build at a time in a folder; a killed one leaves no lock behind."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _sweep(project: Project, orders: Sequence[Order]) -> None:
    """Drop what a killed build had begun to write beside its targets."""
    for order in orders:
        for left in order.out.glob(f".{order.stem(project)}.*"):
            left.unlink(missing_ok=True)


_stages: Any = None


def _begin_work(queue: Any) -> None:
    """A worker process has one queue for its life, and does not outlive the build: it holds the lock too."""
    global _stages
    _stages = queue
    gc.disable()  # trees of a million containers and no cycles: a collector only walks them
    threading.Thread(target=_end_with_build, args=(os.getppid(),), daemon=True).start()


def _end_with_build(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.1)
    os._exit(1)


def _work(project: Project, order: Order) -> Outcome:
    return build_edition(project, order, lambda doing: _stages.put((order.edition.id, doing)))


def _run(project: Project, orders: Sequence[Order], reporter: Reporter) -> list[Outcome]:
    """All orders, as many at a time as there are cores."""
    queue = multiprocessing.get_context().Queue()
    outcomes: dict[str, Outcome] = {}
    for order in orders:
        reporter.begin(order.edition.id)
    with ProcessPoolExecutor(max_workers=min(cores(), len(orders)), initializer=_begin_work, initargs=(queue,)) as pool:
        running = {pool.submit(_work, project, order): order for order in orders}
        waiting = set(running)
        while waiting:
            with contextlib.suppress(TimeoutError):
                for future in as_completed(waiting, timeout=0.1):
                    waiting.discard(future)
                    outcomes[running[future].edition.id] = future.result()
                    reporter.done(outcomes[running[future].edition.id])
            while not queue.empty():
                reporter.stage(*queue.get())
    return [outcomes[order.edition.id] for order in orders]


def limit_of(records: Mapping[str, Mapping[str, Any]]) -> float:
    """Seconds that XeLaTeX alone needs on these cores: its measured time for one pass, times the passes that cannot be saved."""
    passes = [pdf["xelatex_seconds"] / pdf["xelatex_runs"] * min(PASSES, pdf["xelatex_runs"])
              for record in records.values() if (pdf := record.get("pdf")) and pdf.get("xelatex_runs")]
    return max(sum(passes) / cores(), max(passes)) if passes else 0.0


def _write_summary(project: Project, out: Path, report: Report, seconds: float, *, partial: bool) -> None:
    """build.json and SHA256SUMS; untouched when nothing was made."""
    path = out / "build.json"
    try:
        old = json.loads(path.read_bytes())
    except (OSError, ValueError):
        old = {}
    made = {outcome.edition: outcome.records for outcome in report.outcomes if outcome.records}
    if not made or partial:
        report.summary = old
        return
    editions = {key: value for key, value in old.get("editions", {}).items() if key in project.editions}
    for key, records in made.items():
        editions[key] = {**editions.get(key, {}), **records}
    files = {entry["file"]: out / entry["file"] for records in editions.values() for entry in records.values() if (out / entry["file"]).is_file()}
    hashes = {name: hashlib.sha256(file.read_bytes()).hexdigest() for name, file in sorted(files.items())}
    limit = limit_of(made)
    passes = "one pass" if _single(made) else f"{PASSES} passes"
    against = f"; limit {limit:.0f} s: XeLaTeX alone, {passes} × {len(made)} editions on {cores()} cores" if limit else ""
    summary = {"name": project.name, "version": project.version, "packages": package_versions(), "cores": cores(),
               "inputs": {key: State(work_folder(project, project.editions[key]) / f"{form}.json").read().get("inputs", {})
                          for key in editions for form in ("epub",)},
               "origins": {key: _origin(stamp(project, project.editions[key])) for key in editions},
               "files": hashes, "editions": editions, "seconds": seconds, "limit_seconds": round(limit, 2),
               "timing": f"{seconds:.0f} s{against}"}
    write_atomically(path, (json.dumps(summary, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode())
    write_atomically(out / "SHA256SUMS", "".join(f"{value}  {name}\n" for name, value in hashes.items()).encode())
    report.summary = summary


def _single(records: Mapping[str, Mapping[str, Any]]) -> bool:
    return all(record.get("pdf", {}).get("xelatex_runs", 1) == 1 for record in records.values())


def _origin(origin: Stamp) -> dict[str, Any]:
    return {"commit": origin.commit, "date": origin.date, "modified": origin.modified}
