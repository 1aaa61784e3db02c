"""What can go wrong, as one tree; each says in one sentence where it happened and what to do.

    BookError                 exit 2, one line on stderr
    ├── WrongUse              the command line asks for something that is not there
    ├── BadInput              one or several faults in the text or in book.yaml, each with its place
    └── ToolMissing           a program or font that the machine lacks, with the way to get it
    BuildFailed               exit 1: the text could be read, but an artefact does not meet its gates
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Fault:
    """One thing that is wrong with the input: its place and what to do about it.

    `path` is relative to the book's folder; `line` and `column` count from 1, 0 where a whole file is meant.
    """

    path: str
    line: int
    column: int
    message: str
    code: str = ""

    def __str__(self) -> str:
        place = self.path + (f":{self.line}" if self.line else "") + (f":{self.column}" if self.column else "")
        code = f" [{self.code}]" if self.code else ""
        return f"{place}: {self.message}{code}" if place else f"{self.message}{code}"


class BookError(Exception):
    """Anything that ends a command with one line for the user; never shown as a traceback."""

    exit_code = 2


class WrongUse(BookError):
    """The command line names an edition, a chapter or a file that does not exist."""


class ToolMissing(BookError):
    """A program or a font is not on this machine."""


class BadInput(BookError):
    """Faults in the text; the message lists them one a line, in the order of the text."""

    def __init__(self, faults: Fault | Sequence[Fault]) -> None:
        self.faults = [faults] if isinstance(faults, Fault) else sorted(set(faults))
        super().__init__("\n".join(str(fault) for fault in self.faults))


class BuildFailed(BadInput):
    """The text was read, but what was made of it does not meet its gates (a missing glyph, an overfull box …)."""

    exit_code = 1
