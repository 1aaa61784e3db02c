"""Rule: a labelled equation is the function that the ledger names (`formula.mismatch`, `formula.dimension`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from book.cache import Cache
from book.findings import Code, Finding
from book.ledger.entry import ChapterLedger
from book.ledger.formulas import State, Verdict, judge
from book.manuscript.reader import Chapter
from book.manuscript.tree import Node, walk


@dataclass(frozen=True)
class Equation:
    """A labelled equation of a chapter and what was found about it."""

    label: str
    latex: str
    line: int
    column: int
    verdict: Verdict | None
    """None if the ledger does not declare it."""


def equations_of(chapter: Chapter, blocks: list[Node], ledger: ChapterLedger, cache: Cache | None) -> list[Equation]:
    """The labelled equations of a chapter, judged, in the order of the text."""
    found = []
    for node in walk(blocks):
        if node["t"] == "Span" and "equation" in node["c"][0][1]:
            label, latex = node["c"][0][0], node["c"][1][0]["c"][1].strip()
            entry = ledger.formulas.get(label)
            line, column = chapter.lines.place(int(node.get("p", 0)))
            found.append(Equation(label, latex, line, column, judge(entry, latex, cache) if entry else None))
    return found


def findings_of(chapter: Chapter, equations: list[Equation], ledger: ChapterLedger) -> Iterator[Finding]:
    """What is wrong with the equations, and declared ones that the text lacks."""
    for each in equations:
        quote = f"$$ {each.latex} $$ {{#{each.label}}}"
        if each.verdict is None:
            message = f"{ledger.shown} does not say what {each.label} must equal; add it to `formulas`"
            yield Finding(chapter.path, each.line, each.column, Code.FORMULA_MISMATCH.id, quote, each.latex, "", message)
        elif not each.verdict.holds:
            code = Code.FORMULA_DIMENSION if each.verdict.state is State.DIMENSION else Code.FORMULA_MISMATCH
            function = ledger.formulas[each.label].function
            message = f"{each.label} against {function}: {each.verdict.how}"
            yield Finding(chapter.path, each.line, each.column, code.id, quote, each.latex, function, message)
    for label in ledger.formulas.keys() - {each.label for each in equations}:
        message = f"{ledger.shown} line {ledger.formulas[label].line} declares {label}, and the chapter has no such equation"
        yield Finding(chapter.path, 1, 1, Code.REF_MISSING.id, label, label, "", message)
