"""What the text says, looked for in the artefact: headings, captions, formulas' numbers and every bound number."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from book.edition_text import EditionText
from book.errors import Fault
from book.manuscript.labels import SECTION_DEPTH
from book.manuscript.reader import Chapter
from book.manuscript.title_text import title_text
from book.manuscript.tree import Node, children, opened, walk

INVISIBLE = re.compile(r"[\s\u00ad\u200b-\u200d\u2060\ufe0e\ufe0f\ufeff\u2010\u2011-]+")

FOOT, HEAD = 1500, 300
"""Characters that footnotes may take at a page's end, and a running head with the rest of a word at its top."""


@dataclass(frozen=True)
class Expected:
    """Something that a chapter must show."""

    chapter: str
    """File name."""
    what: str
    """heading, caption, equation, or number."""
    text: str
    """Normal form, see `normal`."""
    node: Node


def normal(text: str) -> str:
    """Text without what setting it may change: spaces, hyphens, compatibility forms of characters."""
    return INVISIBLE.sub("", unicodedata.normalize("NFKC", text))


def plain_runs(nodes: Sequence[Node]) -> list[str]:
    """The words of inlines in runs that an artefact must show unbroken: formulas and notes end a run."""
    runs = [""]

    def go(inlines: Sequence[Node]) -> None:
        for node in inlines:
            kind = node["t"]
            if kind == "Str":
                runs[-1] += node["c"]
            elif kind == "Code":
                runs[-1] += node["c"][1]
            elif kind in ("Math", "Note", "Image", "RawInline") or (kind == "Span" and "citation" in node["c"][0][1]):
                if kind == "Span":
                    go(node["c"][1])
                runs.append("")
            else:
                for part in children(node):
                    go(part)

    go(nodes)
    return [run for run in map(normal, runs) if run]


def characters(text: EditionText) -> Counter[str]:
    """How often each character must be shown at least: words and code in normal form, without formulas and pictures."""
    count: Counter[str] = Counter()
    waiting = [node for result in text.resolved.values() for node in result.blocks]
    while waiting:
        node = waiting.pop()
        if node["t"] == "Str":
            count.update(normal(node["c"]))
        elif node["t"] in ("Code", "CodeBlock"):
            count.update(normal(node["c"][1]))
        elif node["t"] != "Image":
            waiting += [below for part in children(node) for below in part]
    return count


def headings_of(text: EditionText) -> list[tuple[int, str]]:
    """Level and line of every heading that outline and contents must show: number, words, and the references at the end."""
    lines = []
    for result in text.resolved.values():
        for node in result.blocks:
            if node["t"] == "Header" and node["c"][0] <= SECTION_DEPTH:
                level, (anchor, _, _), inlines = node["c"]
                number, words = text.numbering.labels[anchor].number, title_text(inlines)
                typed = not number or number in words[:len(number) + 10]
                before = "" if typed else text.edition.language.label("chapter", number) if level == 1 else number
                lines.append((level, f"{before} {words}".strip()))
    return [*lines, *([(1, text.edition.language.strings["bibliography"])] if text.bibliography.entries else [])]


def expected(text: EditionText) -> Iterator[Expected]:
    """All that must be found, in the order of the text."""
    language = text.edition.language
    for name, resolved in text.resolved.items():
        for node in walk(resolved.blocks):
            kind, content = opened(node)
            if kind == "Header":
                yield from (Expected(name, "heading", run, node) for run in plain_runs(content[2]))
            elif kind in ("Figure", "Table") and (label := text.numbering.labels.get(content[0][0])) and label.kind in ("figure", "table"):
                yield Expected(name, "caption", normal(language.label(label.kind, label.number)), node)
            elif kind == "Span" and "equation" in content[0][1]:
                yield Expected(name, "equation", normal(language.label("equation", text.numbering.labels[content[0][0]].number)), node)
            elif kind == "Span" and "bound" in content[0][1]:
                yield from (Expected(name, "number", run, node) for run in plain_runs(content[1]))


def missing(text: EditionText, shown: Mapping[str, Sequence[str]], artefact: str) -> list[Fault]:
    """Faults for what `shown` lacks: for each chapter file the normal text of its pages."""
    whole = {name: "".join(pages) for name, pages in shown.items()}
    faults = []
    for item in expected(text):
        if item.text not in whole.get(item.chapter, "") and not _crosses_pages(item.text, shown.get(item.chapter, ())):
            chapter: Chapter = text.chapters[item.chapter]
            code = "number.lost" if item.what == "number" else "text.lost"
            faults.append(chapter.fault(item.node, f"the {item.what} `{item.text[:50]}` is not found in {artefact}", code))
    return faults


def _crosses_pages(wanted: str, pages: Sequence[str]) -> bool:
    """Whether the text begins on one page, above its footnotes, and goes on below the next one's running head."""
    return any(wanted[:cut] in above[-FOOT:] and wanted[cut:] in below[:HEAD] for above, below in pairwise(pages)
               for cut in range(1, len(wanted)))
