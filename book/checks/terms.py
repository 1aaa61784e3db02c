"""Rule: words that the edition's glossary rules out (`term.forbidden`), where the source means the term or everywhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from book.checks.chapter import pieces
from book.checks.passage import Table
from book.editions.block import Block
from book.editions.glossary import Forbidden, Glossary, Term
from book.editions.script import to_traditional
from book.editions.state import Pair
from book.findings import Code, Finding
from book.manuscript.reader import Chapter


def findings_of(chapter: Chapter, language: str, pairs: Sequence[Pair], glossary: Glossary) -> Iterator[Finding]:
    """The forbidden words of a translated chapter."""
    allowed = glossary.allowed()
    rules = [(term, rule) for term in glossary.terms for rule in term.forbid]
    converted = {changed: name for name in glossary.names if (changed := to_traditional(name)) != name}
    for pair in pairs:
        if pair.state == "copy" or not pair.target:
            continue
        source = " ".join(block.prose for block in pair.source)
        active = [(term, rule) for term, rule in rules if _applies(term, rule, source)]
        for block in pair.target:
            for text, offsets in _texts(chapter, block, language):
                yield from _in_text(chapter, text, offsets, active, allowed)
                for wrong, name in converted.items():
                    if (at := text.find(wrong)) >= 0:
                        yield _finding(chapter, offsets(at), wrong, name, f"{name} is a name and stays as it is")


def _applies(term: Term, rule: Forbidden, source: str) -> bool:
    if rule.unless and rule.unless.search(source):
        return False
    return rule.everywhere or term.source in source


class _Offsets:
    """From a place in a text to the offset in the file."""

    def __init__(self, reading: object, start: int) -> None:
        self.reading, self.start = reading, start

    def __call__(self, at: int) -> int:
        if self.reading is None:
            return self.start + at
        found: int = self.reading.source_offset(at)  # type: ignore[attr-defined]
        return found


def _texts(chapter: Chapter, block: Block, language: str) -> Iterator[tuple[str, _Offsets]]:
    """The running text of a block in pieces; formulas and code are masked."""
    for piece in pieces(block.nodes, language):
        if "footnote" in piece.classes:
            continue
        if isinstance(piece.block, Table):
            for row in (piece.block.head, *piece.block.rows):
                for cell in row:
                    yield cell.text, _Offsets(None, cell.at)
        else:
            yield piece.reading.masked, _Offsets(piece.reading, 0)


def _in_text(
    chapter: Chapter, text: str, offsets: _Offsets, active: Sequence[tuple[Term, Forbidden]], allowed: Sequence[str]
) -> Iterator[Finding]:
    taken: list[tuple[int, int]] | None = None
    for _, rule in active:
        for match in rule.pattern.finditer(text):
            if taken is None:
                taken = _occurrences(text, allowed)
            if any(start <= match.start() and match.end() <= end for start, end in taken if end - start > len(match[0])):
                continue
            yield _finding(chapter, offsets(match.start()), match[0], rule.instead, rule.why)


def _finding(chapter: Chapter, offset: int, word: str, instead: str, why: str) -> Finding:
    line, column = chapter.lines.place(offset)
    better = f"; write {instead}" if instead else ""
    return Finding(chapter.path, line, column, Code.TERM_FORBIDDEN.id, word, word, instead, f"“{word}”: {why}{better}")


def _occurrences(text: str, allowed: Sequence[str]) -> list[tuple[int, int]]:
    """Where allowed terms stand."""
    found: list[tuple[int, int]] = []
    for word in allowed:
        at = text.find(word)
        while at >= 0:
            found.append((at, at + len(word)))
            at = text.find(word, at + 1)
    return found
