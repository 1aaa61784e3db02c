"""`book build`: make the artefacts that are not fresh."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import click

from book.cli.progress import Progress
from book.errors import WrongUse
from book.project import load_project
from book.publish.build import FORMATS, Report, build

MOST_FAULTS = 40
"""Lines of faults that are printed; the rest is counted."""


@click.command(name="build")
@click.argument("editions", nargs=-1)
@click.option("--format", "form", type=click.Choice(["pdf", "epub", "site", "all"]), default="all", help="What to make.")
@click.option("--math", type=click.Choice(["mathml", "images"]), default="mathml",
              help="Formulas of the EPUB; `images` makes a second file for readers that lack MathML.")
@click.option("--chapter", default="", metavar="N", help="A quick look at one chapter: its number, file or name.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=None, help="Where to put it; default: dist/.")
@click.option("--json", "as_json", is_flag=True, help="Print build.json.")
def command(editions: tuple[str, ...], form: str, math: str, chapter: str, out: Path | None, as_json: bool) -> int:
    """Make PDF and EPUB of the EDITIONS named, of all for none.

    What is fresh is left alone. An edition that fails keeps its last good files.
    """
    started = time.monotonic()
    if form == "site":
        raise WrongUse("there is no website yet; --format pdf, epub or all")
    if math == "images" and form != "epub":
        raise WrongUse("--math images is a second EPUB: say --format epub --math images")
    project = load_project(Path.cwd())
    chosen = project.pick(editions)
    progress = Progress(quiet=as_json)
    try:
        report = build(project, chosen, FORMATS if form == "all" else ("epub-images",) if math == "images" else (form,), (out or project.root / "dist").resolve(), progress, chapter=chapter)
    finally:
        progress.close()
    if as_json:
        click.echo(json.dumps(report.summary, ensure_ascii=False, indent=1, sort_keys=True))
    _tell(report, time.monotonic() - started, quiet=as_json)
    return report.exit_code


def _tell(report: Report, seconds: float, *, quiet: bool) -> None:
    for fault in report.warnings[:MOST_FAULTS]:
        click.echo(f"warning: {fault}", err=True)
    for fault in report.faults[:MOST_FAULTS]:
        click.echo(str(fault), err=True)
    if len(report.faults) > MOST_FAULTS:
        click.echo(f"… and {len(report.faults) - MOST_FAULTS} more", err=True)
    if quiet:
        return
    made = [entry["file"] for outcome in report.outcomes for entry in outcome.records.values()]
    if made:
        click.echo(f"{', '.join(made)}: {seconds:.1f} s" + (f" ({report.summary['timing']})" if report.summary.get("timing") else ""))
    elif not report.faults:
        click.echo(f"nothing to do: {len(report.fresh)} files are fresh ({seconds:.2f} s)")
    sys.stdout.flush()
