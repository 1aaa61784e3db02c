"""Places where Markdown says something else than its author meant: stars between digits, a lone dollar, an attribute that vanishes.

Each is an error with its place and the mend, since otherwise text or digits would be lost without a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from book.errors import Fault
from book.manuscript.blocks import is_comment
from book.manuscript.positions import NOTE
from book.manuscript.reader import Chapter
from book.manuscript.tree import Node, children, stringify, table_rows, walk

MONEY = re.compile(r"(?:US|A|C|HK|NT|S|NZ)\$\d")
NOTE_REFERENCE = re.compile(r"\[\^([^\]\s]+)\]")
WORDS_IN_MATH = re.compile(r"\\(?:text\w*|mathrm|operatorname\*?|mbox|mathsf|mathtt|mathit|mathbf)\s*\{[^{}]*\}")
NO_FORMULA = re.compile(r"[\u0400-\u04ff\u3000-\u303f\u3040-\u30ff\u4e00-\u9fff\uff00-\uff60]")
PUNCTUATION = "，。、；：？！…,.;:?!"
OPENING, CLOSING = "“‘「『（《(\"'", "”’」』）》)\"'"
BOLD = re.compile(r"\*\*([^*\n]+?)\*\*")
DEFINITION_KEYS = {"wrapper"}
TABLE_RULE = re.compile(r"^[ \t>]*(?:(\+[-=:]{3,}\+)[-=:+]*|\|(?:[ \t]*:?-+:?[ \t]*\|)+|:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?)[ \t]*$", re.M)
"""The line of dashes of a table, or a line of a grid table."""
UNREAD = (
    (re.compile(r"\\\((?:(?!\\[()])[^\n])*?(?:[_^=]|\\[A-Za-z])(?:(?!\\[()])[^\n])*\\\)"), "formulas stand between `$` and `$`"),
    (re.compile(r"\\\[(?:(?!\\[\[\]])[^\n])*?(?:[_^=]|\\[A-Za-z])(?:(?!\\[\[\]])[^\n])*\\\]"), "formulas stand between `$$` and `$$`"),
    (re.compile(r"\\(?:ref|eqref|autoref|cref|pageref)\b"), "write `[#](#label)`"),
    (re.compile(r"\\(?:cite[pt]?|parencite)\b|\[@[A-Za-z][\w:.-]*"), "write `[words](cite:key)`"),
    (re.compile(r"(?<!\w)@(?:fig|tbl|eq|sec|lst):[\w-]+"), "write `[#](#label)`"),
    (re.compile(r"\\(?:label|newpage|pagebreak|clearpage|index|footnote|caption)\b"), "take it out, or put it in backquotes"),
)
"""Markup of other tools that would be printed as it stands, and what to write here."""


def misreadings(chapter: Chapter, *, raw: str = "refuse") -> list[Fault]:
    """All such places of a chapter; `raw` is the book's setting for raw HTML and LaTeX."""
    found = [*_notes(chapter)]
    if raw == "refuse":
        found += _raw(chapter)
    for node in walk(chapter.blocks):
        kind = node["t"]
        if kind == "Str":
            found += _word(chapter, node, raw)
        elif kind == "Math":
            found += _formula(chapter, node)
        elif kind == "Span":
            found += _attribute(chapter, node)
        elif kind == "Strong" and any(below["t"] == "Strong" for below in walk(node["c"])):
            found.append(_bold(chapter, node["p"]))
        elif kind == "Table":
            found += _dropped_cells(chapter, node)
        elif kind in ("Para", "Plain", "Header"):
            found += _products(chapter, node["c"][2] if kind == "Header" else node["c"])
            found += _unread_table(chapter, node)
    return _first_of_each_line(found)


def _first_of_each_line(faults: Sequence[Fault]) -> list[Fault]:
    """One slip often shows in many places of a line; the first is enough. A cell that is lost explains its lone dollars."""
    first: dict[tuple[int, str], Fault] = {}
    for fault in sorted(faults):
        first.setdefault((fault.line, fault.code), fault)
    return [fault for (line, code), fault in first.items() if not (code == "typo.dollar" and (line, "table.dropped") in first)]


def repaired_bold(text: str) -> str:
    """The inside of a `**…**` that CommonMark leaves literal, written so that it reads it: punctuation goes outside.

    >>> repaired_bold("词。")
    '**词**。'
    >>> repaired_bold("“词”")
    '“**词**”'
    """
    inner = text.rstrip(PUNCTUATION)
    before = after = ""
    while len(inner) > 2 and inner[0] in OPENING and inner[-1] in CLOSING:
        before, inner, after = before + inner[0], inner[1:-1], inner[-1] + after
    return f"{before}**{inner}**{after}{text[len(text.rstrip(PUNCTUATION)):]}"


def _bold(chapter: Chapter, offset: int) -> Fault:
    match = BOLD.search(chapter.source, offset, offset + 400) or BOLD.search(chapter.source, max(0, offset - 80), offset + 80)
    mend = repaired_bold(match[1]) if match else ""
    advice = f"write {mend}" if match and mend != match[0] else "pair the stars, or write `\\*\\*`"
    return chapter.fault(offset, f"`**` stays in the text, since punctuation touches it: {advice}", "typo.emphasis")


def _escaped(chapter: Chapter, offset: int) -> bool:
    return offset > 0 and chapter.source[offset - 1] == "\\"


def _occurrences(chapter: Chapter, node: Node, mark: str) -> Iterator[int]:
    """Offsets of `mark` in a word's source, those after a backslash left out."""
    offset = int(node["p"])
    end = offset + 2 * len(node["c"])
    at = chapter.source.find(mark, offset, end)
    for _ in range(node["c"].count(mark)):
        if at < 0:
            return
        if not _escaped(chapter, at):
            yield at
        at = chapter.source.find(mark, at + len(mark), end)


def _word(chapter: Chapter, node: Node, raw: str) -> list[Fault]:
    text, found = node["c"], []
    if "**" in text:
        found += [_bold(chapter, at) for at in list(_occurrences(chapter, node, "**"))[:1]]
    if "$" in text and not MONEY.search(text):
        found += [_dollar(chapter, at) for at in list(_occurrences(chapter, node, "$"))[:1]]
    if raw == "refuse":
        found += _unread(chapter, node)
    if "[^" in text and (match := NOTE_REFERENCE.search(text)) and not _escaped(chapter, node["p"] + match.start()):
        found.append(chapter.fault(node, f"footnote {match[0]} has no text; write a paragraph `{match[0]}: …`", "ref.missing"))
    return found


def _unread(chapter: Chapter, node: Node) -> Iterator[Fault]:
    """Markup of other tools at this word."""
    start, stop = max(0, node["p"] - 1), node["p"] + len(node["c"]) + 1
    if not any(mark in node["c"] for mark in "\\([@"):
        return
    for pattern, advice in UNREAD:
        match = pattern.search(chapter.source, start, chapter.source.find("\n", stop) + 1 or len(chapter.source))
        if match and match.start() < stop and not _escaped(chapter, match.start()):
            yield chapter.fault(match.start(), f"`{match[0][:40]}` is not read and would be printed as it stands: {advice}", "typo.markup")


def _unread_table(chapter: Chapter, paragraph: Node) -> Iterator[Fault]:
    """A paragraph that was meant as a table."""
    if not any(node["t"] == "Str" and ("|" in node["c"] or node["c"].startswith("+-")) for node in children(paragraph)[0]):
        return
    end = chapter.source.find("\n\n", paragraph["p"])
    rule = TABLE_RULE.search(chapter.source, chapter.source.rfind("\n", 0, paragraph["p"]) + 1, end if end >= 0 else len(chapter.source))
    if rule:
        reason = "grid tables are not read; write a pipe table" if rule[1] else \
            "give its head and the line of dashes the same number of cells, and an empty line before it"
        yield chapter.fault(paragraph, f"this table would be printed as running text: {reason}", "table.unread")


def _dollar(chapter: Chapter, offset: int) -> Fault:
    return chapter.fault(offset, "unbalanced `$`: close the formula, or write `\\$` or `US$5` for money", "typo.dollar")


def _formula(chapter: Chapter, node: Node) -> list[Fault]:
    mode, tex = node["c"][0]["t"], node["c"][1]
    end = node["p"] + len(tex)
    after = chapter.source[end:end + 2]
    if mode == "InlineMath" and re.match(r"\$\d", after):
        return [chapter.fault(node["p"] - 1, "the text between two `$` became a formula; write `\\$` for money",
                              "typo.dollar")]
    foreign = NO_FORMULA.search(WORDS_IN_MATH.sub("", tex)) if mode == "InlineMath" else None  # in a display nobody meant money
    if foreign:
        return [chapter.fault(node, f"`{foreign[0]}` in a formula: put words into \\text{{…}}, or write `\\$` for a dollar",
                              "typo.dollar")]
    return []


def _attribute(chapter: Chapter, node: Node) -> list[Fault]:
    _, classes, pairs = node["c"][0]
    given = dict(pairs)
    lost = [key for key in given if key not in DEFINITION_KEYS]
    if "wrapper" in given and (lost or classes):
        end = chapter.source.find("}", node["p"])
        start = chapter.source.rfind("{", node["p"] - 1, end + 1)
        start = start if start >= 0 else node["p"]
        shown = chapter.source[start:end + 1][:40]
        return [chapter.fault(start, f"`{shown}` reads as an attribute and would vanish; write `\\{shown}`", "typo.attribute")]
    return []


def _products(chapter: Chapter, inlines: Sequence[Node]) -> Iterator[Fault]:
    """`2*80*128`: emphasis whose neighbours are digits."""
    for before, node, after in zip(inlines, inlines[1:], inlines[2:], strict=False):
        if node["t"] in ("Emph", "Strong") and before["t"] == after["t"] == "Str" and before["c"][-1:].isdigit():
            inner = stringify(node["c"])
            if after["c"][:1].isdigit() or (inner[:1].isdigit() and inner[-1:].isdigit()):
                star = "*" if node["t"] == "Emph" else "**"
                yield chapter.fault(before, f"`{before['c']}{star}{inner}{star}{after['c']}` reads as emphasis and loses its stars; "
                                            "write `×` (or `\\*`)", "typo.product")


def _raw(chapter: Chapter) -> Iterator[Fault]:
    for node in walk(chapter.blocks):
        if node["t"] in ("RawInline", "RawBlock"):
            form, text = node["c"]
            if is_comment(node):
                continue
            if text.lstrip().startswith("<!--"):
                yield chapter.fault(node, "the words after a comment that begins a line would vanish with it; put the comment on a line of its own",
                                    "typo.raw")
                continue
            shown = " ".join(text.split())[:40]
            yield chapter.fault(node, f"raw {form.upper()} is not printed: `{shown}`; put it in backquotes, write `\\<`, "
                                      "or set `raw: text` in book.yaml", "typo.raw")


def _notes(chapter: Chapter) -> Iterator[Fault]:
    """Footnotes that are never used, or defined twice, would be lost."""
    seen: dict[str, int] = {}
    if "[^" not in chapter.source:
        return
    code = [(n["p"], n["p"] + len(n["c"][1]) + 8) for n in walk(chapter.blocks) if n["t"] == "CodeBlock"]
    for match in NOTE.finditer(chapter.source):
        if any(start <= match.start() <= end for start, end in code):
            continue
        name = match[1]
        if name.casefold() in seen:
            yield chapter.fault(match.start(), f"footnote [^{name}] has two texts; rename one", "ref.doubled")
        elif not re.search(rf"\[\^{re.escape(name)}\](?!:)", chapter.source, re.I):
            yield chapter.fault(match.start(), f"footnote [^{name}] is never referred to and would vanish", "ref.unused")
        seen[name.casefold()] = match.start()


def _dropped_cells(chapter: Chapter, table: Node) -> Iterator[Fault]:
    """A row of a pipe table with more cells than its head: pandoc drops the rest."""
    columns = len(table["c"][2])
    line_start = chapter.source.rfind("\n", 0, table["p"]) + 1
    for offset, row in _lines_from(chapter.source, line_start, len(table_rows(table)) + 1):
        stripped = row.strip().lstrip("> ")
        if "|" not in stripped:
            return
        cells = len(re.sub(r"\\.", "", stripped.strip().removeprefix("|").removesuffix("|")).split("|"))
        if cells > columns:
            advice = "`\\mid` or `\\vert` for `|` in a formula" if "$" in row else "`\\|` inside a cell"
            yield chapter.fault(offset, f"this row has {cells} cells, the table {columns} columns, and the rest would vanish; write {advice}",
                                "table.dropped")


def _lines_from(source: str, start: int, count: int) -> Iterator[tuple[int, str]]:
    for _ in range(count):
        end = source.find("\n", start)
        end = len(source) if end < 0 else end
        yield start, source[start:end]
        start = end + 1
