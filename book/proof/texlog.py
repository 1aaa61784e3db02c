"""XeLaTeX's log as faults with the file and line of the Markdown, not of the TeX."""

from __future__ import annotations

import re
from dataclasses import dataclass

from book.errors import Fault

ALLOWED = 2.0
"""pt that a box may be overfull."""
OVERFULL = re.compile(r"^Overfull \\[hv]box \(([\d.]+)pt too (?:wide|high)\)(?: (?:in paragraph|in alignment) at lines (\d+)--(\d+)| detected at line (\d+)"
                      r"| has occurred while \\output is active)?", re.M)
MISSING = re.compile(r"^Missing character: There is no (\S+)(?: \(U\+([0-9A-F]+)\))? in font (.*?)!?$", re.M)
UNDEFINED = re.compile(r"^(?:LaTeX|Package hyperref) Warning: (?:Hyper r|R)eference [`'](.*?)' (?:on page \d+ )?undefined", re.M)
PAGES = re.compile(r"Output written on \S+ \((\d+) pages?")
ERROR = re.compile(r"^! (.*)$", re.M)
ERROR_LINE = re.compile(r"^l\.(\d+) ?(.*)$", re.M)
AT = re.compile(r"\\bookat\{(\d+)\}")
FILE = re.compile(r"^%%file (.*)$")


@dataclass(frozen=True)
class LogReport:
    """What a run of XeLaTeX said that matters."""

    pages: int
    overfull: int
    missing: int
    undefined: int
    faults: tuple[Fault, ...]


class TexPlaces:
    """Lines of book.tex to places in the Markdown, by the marks that the toolchain leaves in it."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")

    def place(self, line: int) -> tuple[str, int]:
        """File and line of what stands at `line` of book.tex (from 1); an empty name where the toolchain wrote it."""
        found = 0
        for index in range(min(line, len(self.lines)) - 1, -1, -1):
            if not found:
                marks = AT.findall(self.lines[index])
                found = int(marks[-1]) if marks else 0
            file = FILE.match(self.lines[index])
            if file:
                return file[1], found
        return "", 0

    def find(self, character: str) -> int:
        """The first line with this character, 0 if there is none."""
        return next((index for index, line in enumerate(self.lines, 1) if character in line), 0)


def read_log(log: str, text: str) -> LogReport:
    """Everything that fails an edition."""
    places = TexPlaces(text)
    faults: list[Fault] = []
    overfull = missing = undefined = 0
    for match in OVERFULL.finditer(log):
        if float(match[1]) > ALLOWED:
            overfull += 1
            path, line = places.place(int(match[3] or match[4] or 0))
            faults.append(Fault(path, line, 0, f"this runs {float(match[1]):.1f} pt into the margin; shorten it or let it break", "box.overfull"))
    for match in MISSING.finditer(log):
        missing += 1
        character = chr(int(match[2], 16)) if match[2] else match[1][0]
        path, line = places.place(places.find(character))
        faults.append(Fault(path, line, 0, f"the font {match[3].split(':')[0].strip('[]')} has no `{character}` (U+{ord(character):04X}); write it "
                            "otherwise", "glyph.missing"))
    for match in UNDEFINED.finditer(log):
        undefined += 1
        faults.append(Fault("", 0, 0, f"reference to {match[1]} is undefined", "link.broken"))
    pages = PAGES.search(log)
    return LogReport(int(pages[1]) if pages else 0, overfull, missing, undefined, tuple(dict.fromkeys(faults)))


def fatal_fault(log: str, text: str) -> Fault:
    """The error that stopped XeLaTeX."""
    error, line = ERROR.search(log), ERROR_LINE.search(log)
    path, number = TexPlaces(text).place(int(line[1])) if line else ("", 0)
    reason = error[1] if error else "stopped without saying why; see build/…/book.log"
    near = f" near `{line[2].strip()[-60:]}`" if line and line[2].strip() else ""
    return Fault(path, number, 0, f"XeLaTeX cannot set this: {reason}{near}", "tex.error")
