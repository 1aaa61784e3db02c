"""All artefacts in dist/ looked at with every tool there is: `python -m book.proof.thorough`, a part of `make check`.

Prints a table of editions and gates, writes proof.json, and ends with 1 if a gate fails, with 2 if one could not be checked.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from book.cache import Cache, write_atomically
from book.errors import BookError, Fault
from book.project import Edition, Project, load_project
from book.proof.epub_gates import epub_results
from book.proof.gates import Result
from book.proof.pdf_gates import pdf_results
from book.proof.readback import headings_of
from book.publish.edition_build import cores
from book.publish.publication import publication
from book.publish.stamp import stamp

MOST_FAULTS = 40
"""Lines of faults that are printed; proof.json has all."""
STYLES = {"ok": "green", "failed": "red", "not checked": "yellow"}


def check_edition(project: Project, edition: Edition, out: Path) -> dict[str, list[Result]]:
    """The results of an edition's artefacts by format."""
    text = publication(project, edition, stamp(project, edition), Cache(project.root / "build" / "cache")).text
    headings = headings_of(text)
    paths = {form: out / f"{project.name}-{edition.id}.{form}" for form in ("pdf", "epub")}
    results: dict[str, list[Result]] = {}
    for form, path in paths.items():
        if not path.is_file():
            results[form] = [Result("file", reason=f"{path.name} is not there; run `book build`")]
        elif form == "pdf":
            results[form] = pdf_results(path, text, headings, _metadata(edition))
        else:
            results[form] = epub_results(path, text, headings, project.root / "build" / "ace")
    return results


def _metadata(edition: Edition) -> dict[str, str]:
    return {
        "title": " · ".join(part for part in (edition.title, edition.subtitle) if part),
        "authors": ", ".join(edition.authors),
        "language": edition.language.tag,
    }


def table(found: dict[str, dict[str, list[Result]]]) -> Table:
    """Editions against gates."""
    gates = list(
        dict.fromkeys(f"{form}\n{result.gate}" for results in found.values() for form, each in results.items() for result in each)
    )
    shown = Table(title="Artefacts read back")
    shown.add_column("edition")
    for gate in gates:
        shown.add_column(gate, justify="center")
    for edition, results in found.items():
        states = {f"{form}\n{result.gate}": result for form, each in results.items() for result in each}
        shown.add_row(edition, *(_cell(states.get(gate)) for gate in gates))
    return shown


def _cell(result: Result | None) -> str:
    if result is None:
        return ""
    said = f"{len(result.faults)} ✗" if result.state == "failed" else "ok" if result.state == "ok" else "not\nchecked"
    return f"[{STYLES[result.state]}]{said}"


def main(arguments: Sequence[str]) -> int:
    """Check the book in the current folder; the one argument is its folder of artefacts, dist/ for none."""
    project = load_project(Path.cwd())
    out = Path(arguments[0]).resolve() if arguments else project.root / "dist"
    editions = list(project.editions.values())
    with ProcessPoolExecutor(max_workers=min(cores(), len(editions))) as pool:
        results = pool.map(partial(check_edition, project, out=out), editions)
        found = {edition.id: result for edition, result in zip(editions, results, strict=True)}
    each = [result for results in found.values() for part in results.values() for result in part]
    record: dict[str, Any] = {
        key: {form: {result.gate: result.as_json() for result in part} for form, part in results.items()}
        for key, results in found.items()
    }
    write_atomically(
        out / "proof.json", (json.dumps({"editions": record}, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()
    )
    console = Console()
    faults: list[Fault] = [fault for result in each for fault in result.faults]
    for fault in faults[:MOST_FAULTS]:
        console.print(str(fault), style="red", markup=False, highlight=False, soft_wrap=True)
    if len(faults) > MOST_FAULTS:
        console.print(f"… and {len(faults) - MOST_FAULTS} more, see {out.name}/proof.json", style="red")
    for reason in dict.fromkeys(f"{result.gate}: not checked: {result.reason}" for result in each if result.reason):
        console.print(reason, style="yellow", markup=False, highlight=False, soft_wrap=True)
    console.print(table(found))
    return 1 if faults else 2 if any(result.reason for result in each) else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except BookError as problem:
        sys.stderr.write(f"book: {problem}\n")
        sys.exit(problem.exit_code)
