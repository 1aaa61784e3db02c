"""`book release`: publish what `make check` has proven, or say why not."""

from __future__ import annotations

import json
from pathlib import Path

import click

from book.project import load_project
from book.release.release import Plan, plan, release


@click.command(name="release")
@click.option("--dry-run", is_flag=True, help="Show notes, changed numbers, files and what stands in the way; needs no network and no token.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(*, dry_run: bool, as_json: bool) -> int:
    """Publish all editions with notes and checksums, or nothing.

    Run `make check` first; what it proved is what goes out. The token is GITHUB_TOKEN of the environment. Exit code 1 if the release is
    refused, with every reason.
    """
    project = load_project(Path.cwd())
    dist = project.root / "dist"
    if dry_run:
        planned = plan(project, dist, None)
        _tell(planned, as_json=as_json)
        return 1 if planned.reasons else 0
    done, outcome = release(project, dist, lambda said: click.echo(said, err=True))
    if as_json:
        click.echo(json.dumps({**_json(done), "outcome": outcome.as_json()}, ensure_ascii=False, indent=1))
    else:
        click.echo(f"{outcome.said}: {outcome.url}")
    return 0


def _json(planned: Plan) -> dict[str, object]:
    files = {name: len(data) for name, data in planned.candidate.files.items()}
    return {**planned.facts.as_json(), "reasons": list(planned.reasons), "files": files, "notes": planned.notes}


def _tell(planned: Plan, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(_json(planned), ensure_ascii=False, indent=1))
        return
    click.echo(planned.notes)
    for name, data in planned.candidate.files.items():
        click.echo(f"{len(data):>12,}  {name}")
    for reason in planned.reasons:
        click.echo(f"no release: {reason}", err=True)
    if not planned.reasons:
        click.echo("nothing stands in the way", err=True)
