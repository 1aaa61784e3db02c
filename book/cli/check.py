"""`book check`: find what is wrong in a book's text, or in anybody's Markdown."""

from __future__ import annotations

import json
import time
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from book.cache import Cache
from book.checks.edition import Outcome, Text, check_readable, reader_findings, texts_of, translation_findings
from book.errors import BadInput, Fault, WrongUse
from book.findings import Code, Finding, Severity
from book.project import CONFIG, Edition, Project, language_of, load_project, markdown_below

TYPOGRAPHY = (Code.TYPO_SPACE.id, Code.TYPO_PUNCTUATION.id, Code.TYPO_NUMBER.id)
"""Codes of which `--fix` mends what is mechanical."""


@dataclass(frozen=True)
class Scope:
    """What is to be checked."""

    project: Project
    editions: list[Edition]
    """Those that are checked as a whole."""
    texts: list[Text]
    with_logs: bool = False
    """Whether the research logs beside the chapters belong to it."""


@click.command(name="check")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--select", default="", metavar="CODE,…", help="Only these codes; `arith` selects all that begin so, hints included.")
@click.option("--edition", "edition_id", default="", metavar="ID", help="Only this edition.")
@click.option("--format", "form", type=click.Choice(["text", "json", "github"]), default="text", help="How to print.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--fix", is_flag=True, help="Mend literal bold and slips of typography; with --select number.stale, numbers too.")
@click.option("--help-codes", is_flag=True, help="List all codes with an example each.")
def command(paths: tuple[Path, ...], select: str, edition_id: str, form: str, *, as_json: bool, fix: bool, help_codes: bool) -> int:
    """Check the book around the working folder, or the PATHS: its files, its editions' folders, any Markdown.

    Exit code 1 if there are errors, 2 if a file cannot be read (the others are checked); warnings and hints are only told.
    """
    form = "json" if as_json else form
    if help_codes:
        _list_codes(form)
        return 0
    started = time.monotonic()
    wanted = _selected(select)
    scopes = _scopes(paths, edition_id)
    findings, outcomes, faults = _run(scopes, wanted)
    if fix:
        mended = _mend(findings, scopes, select)
        findings, outcomes, faults = _run(scopes, wanted) if mended else (findings, outcomes, faults)
        click.echo(f"{mended} mended", err=True)
    if outcomes or not faults:
        _print(findings, outcomes, form, time.monotonic() - started)
    if faults:
        raise BadInput(faults)
    return 1 if any(finding.severity is Severity.ERROR for finding in findings) else 0


def _selected(select: str) -> list[str]:
    """The ids of the codes that are wanted; empty for all."""
    wanted: list[str] = []
    for name in filter(None, (part.strip() for part in select.split(","))):
        stem = name.removesuffix("*").rstrip(".")
        matching = [code.id for code in Code if code.id == name or code.id.startswith(stem + ".")]
        if not matching:
            raise WrongUse(f"there is no code {name[:40]!r}; `book check --help-codes` lists them")
        wanted += matching
    return wanted


# what to check

def _scopes(paths: Sequence[Path], edition_id: str) -> list[Scope]:
    if not paths:
        project = load_project(Path.cwd())
        editions = project.pick((edition_id,) if edition_id else ())
        return [Scope(project, editions, _texts(project, editions), with_logs=not edition_id)]
    return [_scope(path, edition_id) for path in paths]


def _scope(path: Path, edition_id: str) -> Scope:
    """What one path of the command line names."""
    if not path.exists():
        raise WrongUse(f"{path} does not exist")
    path = path.resolve()
    project = load_project(path if path.is_dir() else path.parent)
    editions = project.pick((edition_id,) if edition_id else ())
    if path == project.root:
        return Scope(project, editions, _texts(project, editions), with_logs=not edition_id)
    chapters = [text for text in texts_of(project, editions) if text.path == path or path in text.path.parents]
    whole = [edition for edition in editions if edition.folder == path]
    if chapters or path.is_dir():
        return Scope(project, whole, chapters or _loose(project, markdown_below(path)))
    return Scope(project, whole, _loose(project, [path]))


def _texts(project: Project, editions: Sequence[Edition]) -> list[Text]:
    """The chapters; of somebody's folder without a book.yaml, whatever Markdown stands in it, however deep."""
    texts = texts_of(project, editions)
    if (project.root / CONFIG).is_file():
        return texts
    chapters = {text.path for text in texts}
    return [*texts, *_loose(project, (path for path in markdown_below(project.root) if path not in chapters))]


def _loose(project: Project, files: Iterable[Path]) -> list[Text]:
    """Files that are no chapters."""
    return [Text(file, project.relative(file), language_of(file, project.source.language.tag), "") for file in files]


def _run(scopes: Sequence[Scope], wanted: Sequence[str]) -> tuple[list[Finding], list[Outcome], list[Fault]]:
    """Findings that are to be told, in the order of the text, the outcome of each file, and why others cannot be read."""
    findings: list[Finding] = []
    outcomes: list[Outcome] = []
    faults: list[Fault] = []
    for scope in scopes:
        cache = Cache(scope.project.root / "build" / "cache")
        checked, unreadable = check_readable(scope.project, scope.texts, cache)
        outcomes += checked
        faults += unreadable
        shown = {text.shown for text in scope.texts}
        editions = _editions_of(scope)
        begun = [edition for edition in scope.editions if edition not in editions]
        whole = [*reader_findings(scope.project, editions, cache), *translation_findings(scope.project, [*editions, *begun], cache),
                 *_returned(scope.project)]
        missing = {scope.project.relative(edition.folder / name) for edition in scope.editions for name in scope.project.chapters
                   if not (edition.folder / name).is_file()}
        findings += [each for each in whole if each.path in shown or (each.path in missing and each.id == Code.SYNC_MISSING.id)]
        findings += _research(scope)
    findings += [finding for outcome in outcomes for finding in outcome.findings]
    told = [each for each in findings if (each.id in wanted if wanted else each.severity is not Severity.HINT)]
    return sorted(set(told)), outcomes, faults


def _returned(project: Project) -> list[Finding]:
    """Accepted errata that stand in a text again."""
    if not (project.root / "errata.yaml").is_file():
        return []
    from book.errata.accept import returned

    return [Finding(fault.path, fault.line, fault.column, fault.code, "", "", "", fault.message) for fault in returned(project)]


def _research(scope: Scope) -> list[Finding]:
    """What is wrong with research logs: all of them with the whole book, else those in the scope."""
    from book.research import log_files

    named = {text.path for text in scope.texts}
    logs = [path for path in log_files(scope.project.root) if scope.with_logs or path in named]
    if not logs:
        return []
    from book.checks import research
    from book.ledger.lookup import Ledger

    ledger = Ledger(scope.project.root)
    return [finding for path in logs for finding in research.findings_of(path, scope.project, ledger)]


def _editions_of(scope: Scope) -> list[Edition]:
    """Editions that have a file in the scope."""
    return [edition for edition in scope.project.editions.values() if any(text.edition == edition.id for text in scope.texts)]


def _mend(findings: Sequence[Finding], scopes: Sequence[Scope], select: str) -> int:
    from book.checks.mend import MENDED, mend

    files = {text.shown: text.path for scope in scopes for text in scope.texts}
    allowed = [code for code in MENDED if code != Code.NUMBER_STALE.id or Code.NUMBER_STALE.id in select]
    count = mend([finding for finding in findings if finding.id in allowed and finding.path in files], files)
    slips = {finding.path for finding in findings if finding.id in TYPOGRAPHY}
    return count + sum(_mend_typography(scope, slips) for scope in scopes)


def _mend_typography(scope: Scope, shown: Container[str]) -> int:
    """Mend quotation marks, spaces and dashes in the chapters of `shown`; returns how many slips."""
    from book.checks.translation import mend_typography

    cache = Cache(scope.project.root / "build" / "cache")
    return sum(mend_typography(scope.project, edition, name, cache) for edition in _editions_of(scope) for name in scope.project.chapters
               if scope.project.relative(edition.folder / name) in shown)


# how to tell it

def _print(findings: Sequence[Finding], outcomes: Sequence[Outcome], form: str, seconds: float) -> None:
    stats: dict[str, Any] = {"files": len(outcomes), "quantities": sum(each.quantities for each in outcomes),
                             "claims": sum(each.claims for each in outcomes), "unread": sum(each.unread for each in outcomes),
                             "seconds": round(seconds, 3)}
    coverage: dict[str, int] = {}
    for outcome in outcomes:
        for standing, count in outcome.coverage.items():
            coverage[standing] = coverage.get(standing, 0) + count
    if form == "json":
        document = {"findings": [each.as_json() for each in findings], "stats": {**stats, "coverage": coverage}}
        click.echo(json.dumps(document, ensure_ascii=False, indent=1))
        return
    for finding in findings:
        click.echo(_github(finding) if form == "github" else _line(finding))
    counts = {severity: sum(each.severity is severity for each in findings) for severity in Severity}
    told = ", ".join(f"{count} {severity.value}{'' if count == 1 else 's'}" for severity, count in counts.items() if count)
    covered = ("; " + ", ".join(f"{count} {standing}" for standing, count in coverage.items())) if coverage else ""
    files = f"{stats['files']} file{'' if stats['files'] == 1 else 's'}"
    read = f"{stats['quantities']:,} numbers, {stats['claims']:,} claims read, {stats['unread']:,} unread"
    click.echo(f"{told or 'nothing is wrong'}: {files}, {read}{covered} ({seconds:.1f} s)", err=form == "github")


def _line(finding: Finding) -> str:
    quote = " ".join(finding.quote.split())
    shown = f"\n    {quote[:110]}{'…' if len(quote) > 110 else ''}" if quote else ""
    return f"{finding.path}:{finding.line}:{finding.column}: {finding.severity.value}: {finding.message} [{finding.id}]{shown}"


_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "notice"}


def _github(finding: Finding) -> str:
    """A workflow command; its separators are escaped as GitHub asks."""
    message = finding.message.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    path = finding.path.replace("%", "%25").replace(":", "%3A").replace(",", "%2C")
    return f"::{_COMMANDS[finding.severity]} file={path},line={finding.line},col={finding.column},title={finding.id}::{message}"


def _list_codes(form: str) -> None:
    if form == "json":
        codes = [{"code": code.id, "severity": code.severity.value, "says": code.says, "example": code.example} for code in Code]
        click.echo(json.dumps({"codes": codes}, ensure_ascii=False, indent=1))
        return
    width = max(len(code.id) for code in Code)
    for code in Code:
        example = f"  Example: {code.example}" if code.example else ""
        click.echo(f"{code.id:<{width}}  {code.severity.value:<7}  {code.says}{example}")
