"""A table as TeX: a short one stays on its page, a long one breaks and repeats its head."""

from __future__ import annotations

from collections.abc import Sequence

from book.manuscript.tree import Node, para, plain, raw, raw_block
from book.publish.tables import TablePlan

SHORT = 30
"""Lines of text; a table that is not longer is kept together."""

ALIGN = {"AlignLeft": r"\raggedright", "AlignDefault": r"\raggedright", "AlignCenter": r"\centering", "AlignRight": r"\raggedleft"}


def latex_table(plan: TablePlan, rows: Sequence[Sequence[list[Node]]], head: int, caption: list[Node], notes: list[Node], *, floats: bool
                ) -> list[Node]:
    """The blocks of a table: `rows` of cells ready for print, the first `head` of them its head, `caption` and `notes` ready for print.

    With `floats` a short table may move to the top of the next page, so that none ends half empty.
    """
    gaps = len(plan.widths) * 2 - 2
    columns = "".join(rf">{{{ALIGN[align]}\arraybackslash}}p{{\dimexpr(\linewidth-{gaps}\tabcolsep)*{int(width * 10000)}/10000\relax}}"
                      for align, width in zip(plan.aligns, plan.widths, strict=True))
    heads, body = _rows([[_head(cell) for cell in row] for row in rows[:head]]), _rows(rows[head:])
    if plan.lines <= SHORT:
        environment = "bookfloattable" if floats else "booktable"
        opening = [raw_block("latex", rf"\begin{{{environment}}}\{plan.size}"), *_caption(caption),
                   raw_block("latex", rf"\begin{{tabular}}{{@{{}}{columns}@{{}}}}\toprule")]
        rule = [raw_block("latex", r"\midrule")] if head else []
        ending = [raw_block("latex", r"\bottomrule\end{tabular}"), *notes, raw_block("latex", rf"\end{{{environment}}}")]
        return [*opening, *heads, *rule, *body, *ending]
    opening = [raw_block("latex", rf"\begingroup\{plan.size}\begin{{longtable}}{{@{{}}{columns}@{{}}}}")]
    if caption:
        opening.append(para([raw("latex", r"\caption{"), *caption, raw("latex", r"}\tabularnewline")]))
    middle = raw_block("latex", r"\midrule")
    start = raw_block("latex", r"\toprule")
    first = [*opening, start, *heads, middle, raw_block("latex", r"\endfirsthead"), start, *heads, middle, raw_block("latex", r"\endhead")]
    return [*first, *body, raw_block("latex", r"\bottomrule\end{longtable}\endgroup"), *notes]


def _head(cell: list[Node]) -> list[Node]:
    """A cell of the head, set apart from the body."""
    if len(cell) != 1 or cell[0]["t"] not in ("Plain", "Para"):
        return cell
    return [{**cell[0], "c": [raw("latex", r"\booktablehead{"), *cell[0]["c"], raw("latex", "}")]}]


def _caption(caption: list[Node]) -> list[Node]:
    return [para([raw("latex", r"\booktablecaption{"), *caption, raw("latex", "}")])] if caption else []


def _rows(rows: Sequence[Sequence[list[Node]]]) -> list[Node]:
    """Rows as paragraphs without a break before `&`: TeX would add an empty line to the cell."""
    result: list[Node] = []
    for row in rows:
        inlines: list[Node] = []
        for index, cell in enumerate(row):
            inlines += [raw("latex", " & ")] if index else []
            if all(block["t"] in ("Plain", "Para") for block in cell) and len(cell) <= 1:
                inlines += cell[0]["c"] if cell else []
                continue
            result += [plain([*inlines, raw("latex", r"\begin{minipage}[t]{\linewidth}")]), *cell]
            inlines = [raw("latex", r"\end{minipage}")]
        result.append(plain([*inlines, raw("latex", r"\tabularnewline")]))
    return result


def word_list(rows: Sequence[Sequence[list[Node]]]) -> list[Node]:
    """A table of words as lines in two columns, the last cell first: what a reader of the edition looks up. The first row is the head."""
    def line(row: Sequence[list[Node]], macro: str) -> Node:
        others = [node for cell in reversed(row[:-1]) for node in (raw("latex", r"\enspace{}"), *cell)]
        return para([raw("latex", rf"\{macro}{{"), *row[-1], raw("latex", "}"), *others])

    lines = [line(row, "bookterm" if index else "booktablehead") for index, row in enumerate(rows)]
    return [raw_block("latex", r"\begin{bookterms}"), *lines, raw_block("latex", r"\end{bookterms}")]
