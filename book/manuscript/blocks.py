"""What stands in a chapter besides running text, brought into one shape: figures, tables with captions, equations, boxes.

    figure     Figure [label, …] caption, with the image inside and its alt text as the image's content
    table      Table with its caption and label, taken from the paragraph `: caption {#tbl:…}` after it
    equation   Span (label, class `equation`) around a display formula
    box        Div (label, classes `box` and its kind), its first heading as a Div `box-title`
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from book.manuscript.tree import Node, attr, children, div, plain, rebuild, span, string, words

NUMBERED_BOXES = ("example", "exercise", "experiment")
BOXES = (*NUMBERED_BOXES, "answer", "pitfall", "keynumbers", "note")
"""Classes of `:::` blocks that the formats know."""

ALERTS = ("note", "tip", "important", "warning", "caution")
"""What code hosts write as `> [!NOTE]`; all are shown as notes."""

LABEL_TEXT = re.compile(r"\{#([\w:.-]+)\}$")
SPACES = ("Space", "SoftBreak")
WORDS = frozenset(("Str", *SPACES, "LineBreak", "Code", "Math"))
"""Inlines that hold no others."""
COMMENTS = re.compile(r"(?:\s*<!--.*?-->)*\s*", re.S)


def shape(blocks: Sequence[Node]) -> list[Node]:
    """The blocks with these four in their shapes, at every depth."""
    return rebuild(_join_captions(blocks), _shaped)


def _shaped(node: Node) -> list[Node] | None:
    kind = node["t"]
    if kind == "Para" or (kind == "Plain" and any(part["t"] in ("Image", "Math") for part in node["c"])):
        return [_figure(node) or _shaped_paragraph(node)]
    if kind in ("Plain", "Header") and not _has_note(node["c"] if kind == "Plain" else node["c"][2]):
        return [node]
    if kind == "Div":
        return [_box(node)]
    if kind == "BlockQuote":
        return [{**node, "c": shape(node["c"])}]
    if kind in ("BulletList", "OrderedList"):
        items = node["c"] if kind == "BulletList" else node["c"][1]
        new = [_task(shape(item)) for item in items]
        return [{**node, "c": new if kind == "BulletList" else [node["c"][0], new]}]
    return None


def _has_note(inlines: Sequence[Node]) -> bool:
    """Whether there is a footnote among them: its blocks are the only ones below a cell or a heading."""
    return any(node["t"] not in WORDS and (node["t"] == "Note" or any(map(_has_note, children(node)))) for node in inlines)


def _task(item: list[Node]) -> list[Node]:
    """`[ ]` and `[x]` at the start of a list item are boxes to tick."""
    if not item or item[0]["t"] not in ("Plain", "Para"):
        return item
    inlines = item[0]["c"]
    heads = [part.get("c", " ") if part["t"] in ("Str", *SPACES) else "" for part in inlines[:3]]
    size, mark = (3, "☐") if heads == ["[", " ", "]"] else (1, "☑") if heads[:1] in (["[x]"], ["[X]"]) else (0, "")
    if not size:
        return item
    rest = inlines[size + 1:] if [part["t"] for part in inlines[size:size + 1]] in (["Space"], ["SoftBreak"]) else inlines[size:]
    ticked = {**string(mark + "\u00a0"), "p": inlines[0].get("p", 0)}  # after a space pandoc would make a form's checkbox of it
    return [{**item[0], "c": [ticked, *rest]}, *item[1:]]


def is_comment(node: Node) -> bool:
    """Whether raw HTML is nothing but comments, which no format prints."""
    return bool(node["c"][0] == "html" and COMMENTS.fullmatch(node["c"][1]))


# tables

def _join_captions(blocks: Sequence[Node]) -> list[Node]:
    """Each table with the paragraph `: caption {#tbl:…}` that follows it."""
    result: list[Node] = []
    for node in blocks:
        if result and result[-1]["t"] == "Table" and _is_caption(node):
            result[-1] = _with_caption(result[-1], node)
        else:
            result.append(_own_caption(node) if node["t"] == "Table" else node)
    return result


def _is_caption(node: Node) -> bool:
    if node["t"] != "Para" or not node["c"]:
        return False
    first = node["c"][0]
    return bool(first["t"] == "Str" and first["c"] == ":")


def _with_caption(table: Node, paragraph: Node) -> Node:
    label, inlines = _take_label(paragraph["c"][1:])
    content = table["c"]
    caption = [None, [{**plain(_trim(inlines)), "p": paragraph["p"]}]]
    return {**table, "c": [[label, *content[0][1:]], caption, *content[2:]]}


def _own_caption(table: Node) -> Node:
    """A caption that pandoc's own dialect has already joined, with the label still in its text."""
    blocks = table["c"][1][1]
    if not blocks or blocks[0]["t"] not in ("Plain", "Para"):
        return table
    label, inlines = _take_label(blocks[0]["c"])
    return {**table, "c": [[label or table["c"][0][0], *table["c"][0][1:]], [None, [plain(_trim(inlines))]], *table["c"][2:]]}


def _take_label(inlines: list[Node]) -> tuple[str, list[Node]]:
    """The label at the end of a caption or after a formula, and what is left."""
    if inlines and inlines[-1]["t"] == "Span" and inlines[-1]["c"][0][0]:
        last = inlines[-1]
        return last["c"][0][0], [*inlines[:-1], *last["c"][1]]
    if inlines and inlines[-1]["t"] == "Str" and (match := LABEL_TEXT.search(inlines[-1]["c"])):
        rest = inlines[-1]["c"][:match.start()]
        return match[1], [*inlines[:-1], *([{**inlines[-1], "c": rest}] if rest else [])]
    return "", inlines


def _trim(inlines: list[Node]) -> list[Node]:
    start, end = 0, len(inlines)
    while start < end and inlines[start]["t"] in SPACES:
        start += 1
    while end > start and inlines[end - 1]["t"] in SPACES:
        end -= 1
    return inlines[start:end]


# figures

def _figure(paragraph: Node) -> Node | None:
    """A paragraph that is one image; in a cell or a tight list only one with a label."""
    inlines = _trim(paragraph["c"])
    if len(inlines) != 1 or inlines[0]["t"] != "Image" or (paragraph["t"] == "Plain" and not inlines[0]["c"][0][0]):
        return None
    image = inlines[0]
    (label, classes, pairs), caption, (target, alt) = image["c"]
    inside = {**image, "c": [["", classes, pairs], [{**word, "p": image["p"]} for word in words(alt)], [target, ""]]}
    return {"t": "Figure", "p": paragraph["p"],
            "c": [attr(label), [None, [plain(caption)] if caption else []], [{**plain([inside]), "p": paragraph["p"]}]]}


# equations

def _shaped_paragraph(paragraph: Node) -> Node:
    """Display formulas joined with their labels."""
    inlines = paragraph["c"]
    if not any(node["t"] == "Math" and node["c"][0]["t"] == "DisplayMath" for node in inlines):
        return paragraph
    result: list[Node] = []
    for node in inlines:
        label = _label_of(node)
        at = len(_trim(result)) - 1
        if label and at >= 0 and _is_display(result[at]):
            result[at:] = [{**span(attr(label, ["equation"]), [result[at]]), "p": result[at]["p"]}]
            result += node["c"][1] if node["t"] == "Span" else []
        else:
            result.append(node)
    return {**paragraph, "c": _trim(result)}


def _label_of(node: Node) -> str:
    if node["t"] == "Span" and not _trim(node["c"][1]):
        return str(node["c"][0][0])
    match = LABEL_TEXT.fullmatch(node["c"]) if node["t"] == "Str" else None
    return match[1] if match else ""


def _is_display(node: Node) -> bool:
    return bool(node["t"] == "Math" and node["c"][0]["t"] == "DisplayMath")


# boxes

def _box(node: Node) -> Node:
    (label, classes, pairs), blocks = node["c"]
    kind = next((name for name in classes if name in BOXES), "note" if any(name in ALERTS for name in classes) else "")
    inner: list[Any] = shape(blocks)
    if not kind:
        return {**node, "c": [node["c"][0], inner]}
    title: list[Node] = []
    if inner and inner[0]["t"] == "Header":
        title = [{**div(attr("", ["box-title"]), [{**plain(inner[0]["c"][2]), "p": inner[0]["p"]}]), "p": inner[0]["p"]}]
        inner = inner[1:]
    elif inner and inner[0]["t"] == "Div" and "title" in inner[0]["c"][0][1]:
        inner = inner[1:]  # a code host's "Note"; the label says it in the book's language
    return {**node, "c": [[label, ["box", kind], pairs], [*title, *inner]]}
