"""Figures that scripts draw from the calculator: `figures/NAME.py` makes `figures/NAME.svg`, in each edition's language.

A script is code, so only the scripts of the book that this toolchain lies in are run (or of a book for which its reader says so).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from book.cache import Cache, digest, toolchain_digest
from book.errors import BadInput, Fault
from book.manuscript.reader import Chapter
from book.project import Edition, Project
from book.publish.images import locate, pictures_of

ALLOW = "BOOK_RUN_SCRIPTS"
"""Environment variable with which a reader lets another book's figure scripts run."""


def trusted(project: Project) -> bool:
    """Whether this book's scripts may run."""
    return project.root == Path(__file__).resolve().parents[2] or os.environ.get(ALLOW) == "1"


def script_of(project: Project, target: str) -> Path | None:
    """The script that draws an image which is no file."""
    path = (project.source.folder / target).with_suffix(".py").resolve()
    return path if target.endswith(".svg") and path.is_relative_to(project.root) and path.is_file() else None


def draw(project: Project, edition: Edition, chapters: Iterable[Chapter], cache: Cache) -> dict[str, bytes]:
    """The drawn figures of an edition as SVG by their targets; those whose script and data have not changed come from the cache."""
    wanted: dict[str, tuple[Path, Fault]] = {}
    for chapter in chapters:
        for node in pictures_of(chapter):
            target = node["c"][2][0]
            script = script_of(project, target)
            if script and locate(project, edition, target) is None:
                wanted[target] = (script, chapter.fault(node, ""))
    if wanted and not trusted(project):
        place = next(iter(wanted.values()))[1]
        raise BadInput(Fault(place.path, place.line, place.column, f"image `{next(iter(wanted))}` would be drawn by a script of this book; "
                             f"scripts of other people's books run only with {ALLOW}=1", "image.missing"))
    common = _inputs(project, edition, {script for script, _ in wanted.values()})
    keys = {target: digest("figure", common, script.read_bytes()) for target, (script, _) in wanted.items()}
    drawn = {target: data for target, key in keys.items() if (data := cache.get(key)) is not None}
    lacking = {target: wanted[target] for target in wanted if target not in drawn}
    if lacking:
        for target, data in _run(project, edition, lacking).items():
            cache.put(keys[target], data)
            drawn[target] = data
    return drawn


def inputs_of(project: Project) -> list[Path]:
    """Files that any figure may depend on: the scripts' common look and the calculator with its data."""
    folders = [project.source.folder / "figures", project.root / "calculations", project.root / "experiments"]
    return sorted(path for folder in folders if folder.is_dir() for path in folder.rglob("*")
                  if path.suffix in (".py", ".json", ".yaml") and "__pycache__" not in path.parts)


def _inputs(project: Project, edition: Edition, scripts: set[Path]) -> str:
    """What figures share: the calculator, and the modules beside the scripts; a change there draws them anew."""
    shared = [path for path in inputs_of(project) if path.resolve() not in scripts]
    return digest(edition.id, json.dumps(edition.language.fonts), toolchain_digest("publish/drawing.py"),
                  *(path.read_bytes() for path in shared))


def _run(project: Project, edition: Edition, wanted: dict[str, tuple[Path, Fault]]) -> dict[str, bytes]:
    """Draw in one process of its own (matplotlib costs a second to import)."""
    with tempfile.TemporaryDirectory() as folder:
        jobs = {target: (str(script), str(Path(folder) / f"{index}.svg")) for index, (target, (script, _)) in enumerate(wanted.items())}
        order = {"edition": edition.id, "language": edition.language.tag, "fonts": {k: list(v) for k, v in edition.language.fonts.items()},
                 "cjk": edition.language.cjk, "decimal": edition.language.strings.get("decimal", "."), "jobs": jobs,
                 "path": [str(project.root / "calculations"), str(project.source.folder / "figures")]}
        done = subprocess.run([sys.executable, "-m", "book.publish.drawing"], input=json.dumps(order), capture_output=True, text=True,
                              timeout=300, check=False, env={**os.environ, "MPLBACKEND": "Agg", "SOURCE_DATE_EPOCH": "1704067200",
                                                             "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8",
                                                             "PYTHONPATH": str(Path(__file__).resolve().parents[2])})
        if done.returncode:
            target, _, message = done.stderr.strip().splitlines()[-1].partition("\t")
            place = wanted.get(target, next(iter(wanted.values())))[1]
            raise BadInput(Fault(place.path, place.line, place.column, f"image `{target}` cannot be drawn: {message or done.stderr[-200:]}",
                                 "image.missing"))
        return {target: Path(out).read_bytes() for target, (_, out) in jobs.items()}
