"""Rule over two editions: a translation has its source's numbers, formulas and structure (`parity.*`) and is in step (`sync.*`).

Blocks are compared in the groups of `editions.align`. Numbers are compared by value: 90 亿 is 9 billion, 3,35 is 3.35 in
Russian, digits of one text may be words of the other. A block that never was translated is `sync.missing`; one that was and is
gone is a fault of structure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from book.checks.discrepancies import compare
from book.checks.told import PLACEHOLDER, Told, told_in
from book.editions.block import Block
from book.editions.state import Pair
from book.findings import Code, Finding
from book.manuscript.reader import Chapter
from book.manuscript.tree import walk

COMMENT = re.compile(r"(?<![:'\"\w])(?:#|//|--\s).*$|/\*.*?\*/|\"\"\".*?\"\"\"|<!--.*?-->", re.M | re.S)
FOREIGN_STRING = re.compile(r"(['\"])(?:(?!\1)[^\n\\]|\\.)*?[^\x00-\x7f](?:(?!\1)[^\n\\]|\\.)*?\1")
SHORT = 0.38
"""A paragraph with less than this share of the usual length says less than its source."""
LONG_ENOUGH = 110
"""Letters below which the length of a paragraph tells nothing."""
LANGUAGE_PART = re.compile(r"(?<=[/.])(?:zh|en|ru|zh-(?:cn|tw|hans|hant)|en-us|ru-ru)(?=[/.])|(?<=//)(?:zh|en|ru)(?=\.)", re.I)


@dataclass(frozen=True)
class Side:
    """A chapter in one language."""

    chapter: Chapter
    language: str


@dataclass(frozen=True)
class Both:
    """What is compared: a chapter and its translation."""

    source: Side
    target: Side
    pairs: Sequence[Pair]
    """Units with their states; the blocks carry their trees."""
    lost: frozenset[int] = frozenset()
    """Starts of source blocks that were translated once, or must be, and have no translation."""


def findings_of(both: Both) -> Iterator[Finding]:
    """All that differs in a chapter, in no particular order."""
    rate = _rate(both.pairs)
    for pair in both.pairs:
        if not pair.source:
            yield from _extra(both, pair)
        elif not pair.target:
            yield from _missing(both, pair)
        elif pair.state == "copy":
            yield _finding(
                both, pair, Code.SYNC_MISSING, "", "", f"this is still the source's text ({_at_source(both, pair)}); translate it"
            )
        else:
            if pair.state == "stale":
                yield _finding(
                    both,
                    pair,
                    Code.SYNC_STALE,
                    "",
                    "",
                    f"the source ({_at_source(both, pair)}) has changed since this was translated: "
                    "`book edition diff` shows what, `book edition accept` says that it is done",
                )
            yield from _unit(both, pair, rate)
    yield from _order(both)
    yield from _boxes(both)


def _finding(both: Both, pair: Pair, code: Code, stated: str, expected: str, message: str, at: int = -1) -> Finding:
    """A finding in the translation, at `at` or where the unit begins."""
    chapter = both.target.chapter
    offset = at if at >= 0 else pair.target[0].start if pair.target else _place(both, pair)
    line, column = chapter.lines.place(offset)
    quote = stated or chapter.source[offset:offset + 60].split("\n")[0]
    return Finding(chapter.path, line, column, code.id, quote, stated, expected, message)


def _place(both: Both, missing: Pair) -> int:
    """Where a missing unit would stand: at the end of the one before it."""
    before = [
        pair.target[-1].end for pair in both.pairs if pair.target and pair.source and pair.source[0].start < missing.source[0].start
    ]
    return max(before, default=1) - 1


def _at_source(both: Both, pair: Pair) -> str:
    return f"{both.source.chapter.path}:{pair.source_line}"


def _missing(both: Both, pair: Pair) -> Iterator[Finding]:
    block = pair.source[0]
    what = f"{_NAMES[block.kind]} “{_first_words(block)}” ({_at_source(both, pair)})"
    if block.start in both.lost:
        code = Code.PARITY_STRUCTURE
        yield _finding(both, pair, code, "", "", f"the {what} has no translation here; translate it")
        for told in told_in(both.source.chapter, block, both.source.language).numbers[:1]:
            yield _finding(
                both, pair, Code.PARITY_NUMBER, "", told.written, f"{told.written} of the source is lost with the {what}"
            )
    else:
        yield _finding(both, pair, Code.SYNC_MISSING, "", "", f"the {what} is not translated yet")


def _extra(both: Both, pair: Pair) -> Iterator[Finding]:
    block = pair.target[0]
    yield _finding(
        both,
        pair,
        Code.PARITY_STRUCTURE,
        "",
        "",
        f"this {_NAMES[block.kind]} has no counterpart in the source; take it out, or add it there",
    )


_NAMES = {"heading": "heading", "text": "paragraph", "table": "table", "figure": "figure", "formula": "formula", "code": "listing"}


def _first_words(block: Block) -> str:
    words = " ".join(block.prose.split())
    return words[:30] + ("…" if len(words) > 30 else "")


# one unit

def _unit(both: Both, pair: Pair, rate: float) -> Iterator[Finding]:
    yield from _numbers(both, pair)
    yield from _features(both, pair)
    yield from _shape(both, pair)
    yield from _placeholders(both, pair)
    if pair.state != "stale":
        yield from _length(both, pair, rate)


def _numbers(both: Both, pair: Pair) -> Iterator[Finding]:
    """Numbers by value, with their units."""
    source, target = _told(both.source, pair.source), _told(both.target, pair.target)
    for problem in compare(source, target):
        at = problem.here.at if problem.here else -1
        stated = problem.here.written if problem.here else ""
        expected = problem.there.written if problem.there else ""
        yield _finding(both, pair, Code.PARITY_NUMBER, stated, expected, f"{problem.message} ({_at_source(both, pair)})", at)


def _told(side: Side, blocks: Sequence[Block]) -> Told:
    found = [told_in(side.chapter, block, side.language) for block in blocks]
    return Told([n for each in found for n in each.numbers], [w for each in found for w in each.words],
                found[0].grid if len(found) == 1 else None, tuple(m for each in found for m in each.magnitudes))


_KINDS = {
    "m": (Code.PARITY_FORMULA, "formula"),
    "r": (Code.PARITY_STRUCTURE, "reference"),
    "q": (Code.PARITY_STRUCTURE, "citation"),
    "c": (Code.PARITY_NUMBER, "bound number"),
    "k": (Code.PARITY_STRUCTURE, "code"),
    "i": (Code.PARITY_STRUCTURE, "image"),
    "u": (Code.PARITY_STRUCTURE, "link"),
    "note": (Code.PARITY_STRUCTURE, "footnote"),
}


def _features(both: Both, pair: Pair) -> Iterator[Finding]:
    """Formulas, references, citations, bound ids, code, images, links, footnotes: the same ones as often."""
    left, right = _neutral(pair.source), _neutral(pair.target)
    lost, extra = left - right, right - left
    for key in lost.keys() | extra.keys():
        kind, what = key
        code, name = _KINDS[kind]
        shown = what.strip()[:60] or name
        if key in lost:
            other = next((w for k, w in extra if k == kind), "")
            instead = f"; here stands {other.strip()[:60]}" if other else ""
            yield _finding(
                both,
                pair,
                code,
                other[:60],
                shown,
                f"the {name} {shown} of the source is missing here{instead} ({_at_source(both, pair)})",
            )
        elif not any(k == kind for k, _ in lost):
            yield _finding(both, pair, code, shown, "", f"the {name} {shown} is not in the source ({_at_source(both, pair)})")


def _neutral(blocks: Sequence[Block]) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for block in blocks:
        for feature in block.features:
            if feature == "note":
                found["note", ""] += 1
            elif feature[0] in _KINDS:
                found[feature[0], _same_for_all(feature[0], feature[1:], block.kind)] += 1
    return found


_TEXT_IN_TEX = re.compile(r"\\(text|mathrm|operatorname|mbox)\{([^{}]*)\}")


def _same_for_all(kind: str, text: str, block: str) -> str:
    """Comments of code, words in formulas and the language in an address are translated; the rest is not."""
    if kind == "k" and block == "code":
        bare = FOREIGN_STRING.sub('""', COMMENT.sub("", text))
        return "\n".join(line.rstrip() for line in bare.splitlines() if line.strip())
    if kind == "m":
        return _TEXT_IN_TEX.sub(lambda match: match[0] if match[2].isascii() and len(match[2]) < 9 else rf"\{match[1]}{{}}", text)
    return LANGUAGE_PART.sub("", text).rstrip("/") if kind == "u" else text


# structure

def _shape(both: Both, pair: Pair) -> Iterator[Finding]:
    """Labels, levels, rows and columns."""
    labels = {label for block in pair.source for label in block.labels}, {label for block in pair.target for label in block.labels}
    for label in sorted(labels[0] - labels[1]):
        yield _finding(
            both,
            pair,
            Code.PARITY_STRUCTURE,
            "",
            f"#{label}",
            f"the label #{label} of the source is missing here ({_at_source(both, pair)})",
        )
    for label in sorted(labels[1] - labels[0]):
        yield _finding(
            both,
            pair,
            Code.PARITY_STRUCTURE,
            f"#{label}",
            "",
            f"the label #{label} is not in the source ({_at_source(both, pair)})",
        )
    one, two = pair.source[0], pair.target[0]
    if one.level != two.level and one.kind == "heading":
        yield _finding(both, pair, Code.PARITY_STRUCTURE, str(two.level), str(one.level),
                       f"this heading has level {two.level}, in the source {one.level} ({_at_source(both, pair)})")
    if one.kind == "table" and two.kind == "table":
        yield from _table(both, pair)


def _table(both: Both, pair: Pair) -> Iterator[Finding]:
    left, right = _rows(pair.source[0].text(both.source.chapter.source)), _rows(pair.target[0].text(both.target.chapter.source))
    if len(left) != len(right):
        yield _finding(both, pair, Code.PARITY_STRUCTURE, f"{len(right)} rows", f"{len(left)} rows",
                       f"this table has {len(right)} rows, in the source {len(left)} ({_at_source(both, pair)})")
        return
    for number, (old, new) in enumerate(zip(left, right, strict=True), 1):
        if old != new:
            reason = "lacks its last |" if old[0] == new[0] else f"has {new[0]} cells, in the source {old[0]}"
            yield _finding(
                both,
                pair,
                Code.PARITY_STRUCTURE,
                str(new[0]),
                str(old[0]),
                f"row {number} of this table {reason} ({_at_source(both, pair)})",
            )


def _rows(markdown: str) -> list[tuple[int, bool]]:
    """Of each row of a pipe table: its cells, and whether its last cell is closed."""
    rows = [line.strip().lstrip("> ") for line in markdown.split("\n\n")[0].splitlines()]
    rows = [re.sub(r"\\.|`[^`]*`|\$[^$]*\$", "", row) for row in rows if "|" in row]
    return [(len(row.removeprefix("|").removesuffix("|").split("|")), row.endswith("|")) for row in rows]


def _placeholders(both: Both, pair: Pair) -> Iterator[Finding]:
    """What a program left in the text, in either direction."""
    left = Counter(match[0] for block in pair.source for match in PLACEHOLDER.finditer(block.prose))
    right = Counter(match[0] for block in pair.target for match in PLACEHOLDER.finditer(block.prose))
    for text in (right - left).keys() | (left - right).keys():
        where = "is not in the source" if right[text] > left[text] else "of the source is missing here"
        yield _finding(
            both,
            pair,
            Code.PARITY_STRUCTURE,
            text,
            "",
            f"{text} {where}: a program has mistaken it for text ({_at_source(both, pair)})",
        )


def _rate(pairs: Sequence[Pair]) -> float:
    """Letters of the translation for a letter of the source: the median over paragraphs."""
    rates = sorted(sum(b.size for b in pair.target) / size for pair in pairs if pair.source and pair.target
                   and pair.source[0].kind == "text" and (size := sum(b.size for b in pair.source)) >= LONG_ENOUGH / 3)
    return rates[len(rates) // 2] if len(rates) > 4 else 0.0


def _length(both: Both, pair: Pair, rate: float) -> Iterator[Finding]:
    """A paragraph that was summarised."""
    source, target = sum(block.size for block in pair.source), sum(block.size for block in pair.target)
    if rate and pair.source[0].kind == "text" and source * max(rate, 1.0) >= LONG_ENOUGH and target < SHORT * rate * source:
        share = round(100 * target / (rate * source))
        yield _finding(
            both,
            pair,
            Code.PARITY_STRUCTURE,
            "",
            "",
            f"this paragraph has {share}% of the usual length: part of the source is missing ({_at_source(both, pair)})",
        )


def _order(both: Both) -> Iterator[Finding]:
    """Labelled blocks and images stand in the order of the source."""
    left = [label for block in _blocks(both, 0) for label in block.labels]
    right = [label for block in _blocks(both, 1) for label in block.labels]
    common = set(left) & set(right)
    wanted, found = [label for label in left if label in common], [label for label in right if label in common]
    moved = next(((a, b) for a, b in zip(wanted, found, strict=False) if a != b), None)
    if moved:
        pair = next(pair for pair in both.pairs for block in pair.target if moved[1] in block.labels)
        yield _finding(
            both,
            pair,
            Code.PARITY_STRUCTURE,
            f"#{moved[1]}",
            f"#{moved[0]}",
            f"#{moved[1]} stands where the source has #{moved[0]}",
        )


def _blocks(both: Both, side: int) -> list[Block]:
    found = [block for pair in both.pairs for block in (pair.target if side else pair.source)]
    return sorted(found, key=lambda block: block.start)


def _boxes(both: Both) -> Iterator[Finding]:
    """The boxes (examples, exercises, answers …) with their labels, as many of each kind."""
    left, right = _boxes_of(both.source.chapter), _boxes_of(both.target.chapter)
    known = Counter(key for key, _ in left)
    chapter = both.target.chapter
    missing = known - Counter(key for key, _ in right)
    extra = Counter(key for key, _ in right) - known
    for (kind, label), at in right:
        if extra[kind, label] > 0:
            extra[kind, label] -= 1
            line, column = chapter.lines.place(at)
            name = f"{kind} #{label}" if label else kind
            message = f"the box {name} is not in the source"
            yield Finding(chapter.path, line, column, Code.PARITY_STRUCTURE.id, name, name, "", message)
    there = {pair.source[0].start: pair for pair in both.pairs if pair.source and pair.target}
    for (kind, label), at in left:
        inside = min((start for start in there if start >= at), default=-1)
        if missing[kind, label] > 0 and inside >= 0:
            missing[kind, label] -= 1
            name = f"{kind} #{label}" if label else kind
            yield _finding(both, there[inside], Code.PARITY_STRUCTURE, "", name, f"the box {name} of the source is missing here")


def _boxes_of(chapter: Chapter) -> list[tuple[tuple[str, str], int]]:
    """Kind, label and place of each box, in order."""
    found = []
    for node in walk(chapter.blocks):
        if node["t"] == "Div" and "box" in node["c"][0][1]:
            label, classes, _ = node["c"][0]
            found.append(((classes[1], label), int(node["p"])))
    return found
