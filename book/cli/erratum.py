"""`book erratum`: judge what readers report, accept a correction, judge a folder of reports."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from book.errors import BadInput, WrongUse

if TYPE_CHECKING:
    from book.errata.volume import Volume


of_book = click.option(
    "--book",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    help="The book's folder; default: here.",
)
"""Every subcommand may be told where the book is."""


@click.group()
def command() -> None:
    """Judge readers' reports: a verdict, its evidence, and a patch for all editions."""


@command.command()
@click.argument("form", type=click.Path(path_type=Path))
@of_book
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of the reply.")
def check(form: Path, folder: Path, as_json: bool) -> int:
    """Judge one report: FORM is the issue's body, or YAML with the same fields. Exit 1 if the text needs a change or a person."""
    from book.errata.form import read_form
    from book.errata.result import exit_code, result_of
    from book.errata.volume import Volume
    from book.project import load_project

    project = load_project(folder)
    result = result_of(read_form(form, project.root), Volume(project))
    click.echo(json.dumps(result, ensure_ascii=False) if as_json else result["reply"])
    return exit_code(result["verdict"])


@command.command()
@click.argument("form", type=click.Path(path_type=Path))
@of_book
@click.option("--since", default="", help="The release that first has the fault; default: the book's version.")
@click.option("--credit", default="", help="Whom to thank; nobody if left out.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on what was written.")
def accept(form: Path, folder: Path, since: str, credit: str, as_json: bool) -> int:
    """Correct the text in all editions as a confirmed report proposes, and enter it in errata.yaml."""
    from book.errata.accept import accepted
    from book.errata.form import read_form
    from book.errata.volume import Volume
    from book.project import load_project

    project = load_project(folder)
    entry = accepted(read_form(form, project.root), Volume(project), since=since, credit=credit)
    click.echo(
        json.dumps(entry, ensure_ascii=False)
        if as_json
        else f"{entry['place']}: {entry['was']} → {entry['is']}; entered in errata.yaml"
    )
    return 0


@command.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--book",
    "book",
    type=click.Path(path_type=Path, file_okay=False),
    default=None,
    help="The book of all reports; default: each report's own folder, else here.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document instead of the table.")
def batch(folder: Path, book: Path | None, as_json: bool) -> int:
    """Judge every report of a folder (`*.md`, `*.yaml`, or `NAME/erratum.yaml` with a book beside it) into one table."""
    if not folder.is_dir():
        raise WrongUse(f"{folder} is no folder; give one with reports")
    volumes: dict[Path, Volume] = {}
    rows = [_row(path, book, volumes) for path in _forms(folder)]
    counts = Counter(str(row["verdict"]) for row in rows)
    if as_json:
        click.echo(json.dumps({"reports": rows, "verdicts": dict(counts)}, ensure_ascii=False))
    else:
        width = max((len(str(row["id"])) for row in rows), default=2)
        for row in rows:
            click.echo(f"{row['id']:{width}}  {row['verdict']:23}  {str(row['value'])[:40]:40}  {str(row['reason'])[:120]}")
        click.echo(", ".join(f"{count} {verdict}" for verdict, count in counts.most_common()) or "no reports")
    return int(any(row["exit"] for row in rows))


@command.command()
@click.argument("issues", type=click.Path(path_type=Path, exists=True))
@of_book
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="Folder for the answers.")
def judge(issues: Path, folder: Path, out: Path) -> int:
    """Judge ISSUES, an event of the issue tracker or a folder of issues, into one file for each answer. Needs no network and no token."""
    from book.errata.answer import answer_to, reports_in, save
    from book.errata.volume import Volume
    from book.project import load_project

    volume = Volume(load_project(folder))
    for number, body in reports_in(issues):
        answer = answer_to(number, body, volume)
        save(answer, out)
        click.echo(f"#{number}: {answer.verdict}")
    return 0


of_repository = click.option(
    "--repository", envvar="GITHUB_REPOSITORY", required=True, metavar="OWNER/NAME", help="Where the issues are; or GITHUB_REPOSITORY."
)
"""The two commands that talk to the issue tracker."""


@command.command()
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="Folder for the issues.")
@of_repository
def fetch(out: Path, repository: str) -> int:
    """Write all open reports of the issue tracker into files. The token is GITHUB_TOKEN."""
    from book.errata.tracker import fetch as fetched
    from book.github.api import connect
    from book.github.issues import Issues

    click.echo(f"{fetched(Issues(connect(), repository), out)} open reports")
    return 0


@command.command()
@click.argument("answers", type=click.Path(path_type=Path, file_okay=False, exists=True))
@of_repository
def post(answers: Path, repository: str) -> int:
    """Say ANSWERS, the files that `judge` made, on their issues: one comment and one label each. Closes none. The token is GITHUB_TOKEN."""
    from book.errata.answer import answers_in
    from book.errata.tracker import post as posted
    from book.github.api import connect
    from book.github.issues import Issues

    click.echo(f"{posted(Issues(connect(), repository), list(answers_in(answers)))} answers are new")
    return 0


def _forms(folder: Path) -> list[Path]:
    inside = [path / "erratum.yaml" for path in sorted(folder.iterdir()) if (path / "erratum.yaml").is_file()]
    return inside or sorted(path for path in folder.iterdir() if path.suffix in (".md", ".yaml", ".yml", ".txt") and path.is_file())


def _row(form: Path, book: Path | None, volumes: dict[Path, Volume]) -> dict[str, Any]:
    """One report; a form that cannot be read is a row too."""
    from book.errata.form import read_form
    from book.errata.result import exit_code, result_of
    from book.errata.volume import Volume
    from book.project import load_project

    name = form.parent.name if form.name == "erratum.yaml" else form.stem
    own = form.name == "erratum.yaml" and any(form.parent.glob("book*"))
    try:
        place = book or (form.parent if own else Path())
        if place not in volumes:
            volumes.clear()  # one book at a time: the reports of a folder are mostly about one
            volumes[place] = Volume(load_project(place))
        result = result_of(read_form(form, volumes[place].project.root), volumes[place])
    except BadInput as error:
        return {"id": name, "verdict": "unreadable", "value": "", "reason": str(error), "exit": 2}
    return {
        "id": name,
        "verdict": result["verdict"],
        "value": result["value"],
        "reason": result["reason"],
        "exit": exit_code(result["verdict"]),
    }
