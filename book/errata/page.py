"""The errata page of an edition, as Markdown for PDF and EPUB; empty while nothing was accepted."""

from __future__ import annotations

from book.errata.accept import entries
from book.project import Edition, Project

TITLES = {"en": "Errata", "zh-Hans": "勘误", "zh-Hant-TW": "勘誤", "ru": "Исправления"}
HEADS = {
    "en": ("Place", "It said", "It says", "Since", "Thanks to"),
    "zh-Hans": ("位置", "原为", "改为", "始于", "感谢"),
    "zh-Hant-TW": ("位置", "原為", "改為", "始於", "感謝"),
    "ru": ("Место", "Было", "Стало", "С выпуска", "Благодарность"),
}


def errata_page(project: Project, edition: Edition) -> str:
    """The accepted errata of one edition as a chapter of its own."""
    own = [entry for entry in entries(project) if entry.get("edition", project.source.id) == edition.id]
    if not own:
        return ""
    tag = edition.language.tag if edition.language.tag in TITLES else "en"
    heads = HEADS[tag]
    lines = [f"# {TITLES[tag]} {{.unnumbered}}", "", "| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
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
