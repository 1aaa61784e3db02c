"""The errata page of an edition, as Markdown for PDF and EPUB; empty while nothing was accepted."""

from __future__ import annotations

from book.errata.record import entries
from book.project import Edition, Project

HEADS = ("place", "was", "is", "since", "credit")


def errata_page(project: Project, edition: Edition) -> str:
    """The accepted errata of one edition as a chapter of its own."""
    own = [entry for entry in entries(project) if entry.get("edition", project.source.id) == edition.id]
    if not own:
        return ""
    strings = edition.language.strings
    heads = [strings[f"errata_{head}"] for head in HEADS]
    lines = [f"# {strings['errata']} {{#ch:errata .unnumbered}}", "", "| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    for entry in own:
        cells = [
            _code(entry["place"]),
            _code(entry["was"]),
            _code(entry["is"]),
            _code(entry["since"]),
            _plain(str(entry.get("credit", ""))),
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _code(text: str) -> str:
    """Verbatim, whatever markup it has; a bar would end the cell."""
    ticks = "``" if "`" in text else "`"
    edge = " " if "`" in text else ""
    return f"{ticks}{edge}{text.replace('|', '¦')}{edge}{ticks}" if text else ""


def _plain(text: str) -> str:
    """A name without markup."""
    return "".join("\\" + char if char in "\\`*_[]<>|$#!" else char for char in text)
