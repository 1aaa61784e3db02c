"""What `book check --fix` mends by itself: bold that stays literal, and bound numbers that the calculator has left behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from book.cache import write_atomically
from book.findings import Code, Finding
from book.manuscript.misreadings import BOLD, repaired_bold
from book.manuscript.reader import read_source

MENDED = (Code.TYPO_EMPHASIS.id, Code.NUMBER_STALE.id)
"""Codes of findings that are mended; `number.stale` only when it is selected by name."""


def mend(findings: Sequence[Finding], files: Mapping[str, Path]) -> int:
    """Rewrite the lines of these findings; `files` has the file of each path. Returns how many findings are mended."""
    count = 0
    for shown in dict.fromkeys(finding.path for finding in findings):
        lines = read_source(files[shown], shown).split("\n")
        mended = 0
        for finding in sorted((each for each in findings if each.path == shown), reverse=True):
            line = lines[finding.line - 1]
            new = _bold(line, finding.column - 1) if finding.id == Code.TYPO_EMPHASIS.id else _number(line, finding)
            mended += new != line
            lines[finding.line - 1] = new
        if mended:
            write_atomically(files[shown], "\n".join(lines).encode())
        count += mended
    return count


def _bold(line: str, at: int) -> str:
    """The line with punctuation moved out of the bold words that begin, or end, at a column."""
    match = next((found for found in BOLD.finditer(line) if found.end() > at), None)
    return line if match is None else line[:match.start()] + repaired_bold(match[1]) + line[match.end():]


def _number(line: str, finding: Finding) -> str:
    """The line with the number that the ledger says."""
    start, end = finding.column, line.find("](calc:", finding.column)
    written = line[start:end]
    if end < 0 or written.replace("\\", "") != finding.stated.replace("\\", ""):
        return line
    new = finding.computed.replace("$", "\\$") if "\\$" in written else finding.computed
    return line[:start] + new + line[end:]
