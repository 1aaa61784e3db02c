"""Rule: a research log is complete, and the chapters and numbers that it names exist (`text.refused`, `ref.missing`, `number.unknown`)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from book.errors import BadInput
from book.findings import Code, Finding
from book.ledger.errors import UnknownNumber
from book.ledger.lookup import Ledger
from book.manuscript.reader import slug_of
from book.project import Project
from book.research import Named, read_log


def findings_of(path: Path, project: Project, ledger: Ledger) -> Iterator[Finding]:
    """What is wrong with the front matter of the log at `path`."""
    shown = project.relative(path)
    try:
        log = read_log(path, shown)
    except BadInput as error:
        for fault in error.faults:
            yield Finding(shown, fault.line or 1, fault.column or 1, fault.code or Code.TEXT_REFUSED.id, "", "", "", fault.message)
        return
    slugs = [slug_of(name) for name in project.chapters]
    for each in log.chapters:
        if each.text not in slugs:
            message = f"there is no chapter `{each.text[:60]}`; write `all`, or a list of {', '.join(slugs)}"
            yield _finding(shown, each, Code.REF_MISSING, message)
    for each in log.numbers_changed:
        try:
            ledger.entry(each.text)
        except UnknownNumber as problem:
            yield _finding(shown, each, Code.NUMBER_UNKNOWN, f"{problem}; a log names a number as chapter/number")


def _finding(shown: str, each: Named, code: Code, message: str) -> Finding:
    return Finding(shown, each.line, each.column, code.id, each.text, each.text, "", message)
