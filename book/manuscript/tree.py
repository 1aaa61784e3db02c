"""Pandoc's document tree: the few shapes that we read and make.

A node is pandoc's own JSON object, `{"t": type, "c": content}`, with one key more, `"p"`: the offset in the source where it begins
(pandoc ignores it). `attr` is `[identifier, classes, [[key, value], …]]`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

Node = dict[str, Any]
API = [1, 23, 1]

TEXT = {"Emph", "Strong", "Underline", "Strikeout", "Superscript", "Subscript", "SmallCaps"}
"""Inlines whose content is a list of inlines."""


LEAVES = frozenset(("Str", "Space", "SoftBreak", "LineBreak", "Math", "Code", "CodeBlock", "RawInline", "RawBlock", "HorizontalRule"))
"""Nodes with nothing below them: most of a text."""


def string(text: str) -> Node:
    """A word, or any text without spaces and line breaks."""
    return {"t": "Str", "c": text}


def space() -> Node:
    """The space between two words."""
    return {"t": "Space"}


def words(text: str) -> list[Node]:
    """`text` as inlines."""
    result: list[Node] = []
    for index, part in enumerate(text.split(" ")):
        if index:
            result.append(space())
        if part:
            result.append(string(part))
    return result


def raw(form: str, text: str) -> Node:
    """Text for one format's writer, as it stands."""
    return {"t": "RawInline", "c": [form, text]}


def raw_block(form: str, text: str) -> Node:
    """The same as a block of its own."""
    return {"t": "RawBlock", "c": [form, text]}


def plain(inlines: list[Node]) -> Node:
    """Inlines as a block without the space of a paragraph."""
    return {"t": "Plain", "c": inlines}


def para(inlines: list[Node]) -> Node:
    """A paragraph."""
    return {"t": "Para", "c": inlines}


def attr(identifier: str = "", classes: Sequence[str] = (), **pairs: str) -> list[Any]:
    """Pandoc's attribute triple; an underscore at the end of a keyword is dropped, inner ones become hyphens."""
    return [identifier, list(classes), [[key.rstrip("_").replace("_", "-"), value] for key, value in pairs.items()]]


def div(attribute: list[Any], blocks: list[Node]) -> Node:
    """Blocks with an attribute."""
    return {"t": "Div", "c": [attribute, blocks]}


def span(attribute: list[Any], inlines: list[Node]) -> Node:
    """Inlines with an attribute."""
    return {"t": "Span", "c": [attribute, inlines]}


def link(inlines: list[Node], target: str, classes: Sequence[str] = ()) -> Node:
    """Inlines that lead to `target`."""
    return {"t": "Link", "c": [attr("", classes), inlines, [target, ""]]}


def document(blocks: list[Node], meta: dict[str, Any] | None = None) -> Node:
    """Blocks as what pandoc reads with `-f json`."""
    return {"pandoc-api-version": API, "meta": meta or {}, "blocks": blocks}


def opened(node: Node) -> tuple[str, Any]:
    """A node's type and its content, None for spaces and line ends."""
    return node["t"], node.get("c")


def children(node: Node) -> list[list[Node]]:
    """The lists of nodes directly below `node`, in the order of the text."""
    kind, content = opened(node)
    if kind in TEXT or kind in ("Para", "Plain", "BlockQuote", "Note"):
        return [content]
    if kind in ("Link", "Image", "Span", "Quoted", "Cite", "Div"):
        return [content[1]]
    if kind == "Header":
        return [content[2]]
    if kind == "BulletList":
        return list(content)
    if kind == "OrderedList":
        return list(content[1])
    if kind == "LineBlock":
        return list(content)
    if kind == "DefinitionList":
        return [part for term, definitions in content for part in (term, *definitions)]
    if kind == "Table":
        return [cell[4] for row in table_rows(node) for cell in row] + [content[1][1]]
    if kind == "Figure":
        return [content[2], content[1][1]]
    return []


def table_rows(table: Node) -> list[list[Any]]:
    """The rows of a table, head first, each a list of pandoc's cells `[attr, alignment, rowspan, colspan, blocks]`."""
    _, _, _, head, bodies, foot = table["c"]
    rows = list(head[1])
    for body in bodies:
        rows += body[2] + body[3]
    rows += foot[1]
    return [row[1] for row in rows]


def walk(nodes: Sequence[Node]) -> Iterator[Node]:
    """Every node below `nodes`, parents before children, in the order of the text."""
    stack = list(reversed(nodes))
    while stack:
        node = stack.pop()
        yield node
        if node["t"] not in LEAVES:
            for part in reversed(children(node)):
                stack.extend(reversed(part))


def rebuild(nodes: Sequence[Node], change: Callable[[Node], list[Node] | None]) -> list[Node]:
    """A copy of `nodes` in which `change` replaces each node by a list (None: keep it and go on below it)."""
    result: list[Node] = []
    for node in nodes:
        replaced = change(node)
        if replaced is not None:
            result += replaced
        else:
            result.append(_rebuilt(node, change))
    return result


def _rebuilt(node: Node, change: Callable[[Node], list[Node] | None]) -> Node:
    kind, content = opened(node)
    if kind in LEAVES:
        return node

    def below(part: Sequence[Node]) -> list[Node]:
        return rebuild(part, change)

    new: Any
    if kind in TEXT or kind in ("Para", "Plain", "BlockQuote", "Note"):
        new = below(content)
    elif kind in ("Link", "Image"):
        new = [content[0], below(content[1]), content[2]]
    elif kind in ("Span", "Quoted", "Cite", "Div"):
        new = [content[0], below(content[1])]
    elif kind == "Header":
        new = [content[0], content[1], below(content[2])]
    elif kind in ("BulletList", "LineBlock"):
        new = [below(item) for item in content]
    elif kind == "OrderedList":
        new = [content[0], [below(item) for item in content[1]]]
    elif kind == "DefinitionList":
        new = [[below(term), [below(part) for part in definitions]] for term, definitions in content]
    elif kind == "Table":
        new = _rebuilt_table(content, below)
    elif kind == "Figure":
        new = [content[0], [content[1][0], below(content[1][1])], below(content[2])]
    else:
        return node
    return {**node, "c": new}


def _rebuilt_table(content: list[Any], below: Callable[[Sequence[Node]], list[Node]]) -> list[Any]:
    def row(old: list[Any]) -> list[Any]:
        return [old[0], [[*cell[:4], below(cell[4])] for cell in old[1]]]

    attribute, caption, columns, head, bodies, foot = content
    return [attribute, [caption[0], below(caption[1])], columns, [head[0], [row(r) for r in head[1]]],
            [[b[0], b[1], [row(r) for r in b[2]], [row(r) for r in b[3]]] for b in bodies], [foot[0], [row(r) for r in foot[1]]]]


def stringify(nodes: Sequence[Node]) -> str:
    """The plain text of inlines or blocks; formulas as their TeX, footnotes left out."""
    parts: list[str] = []
    for node in nodes:
        kind, content = opened(node)
        if kind == "Str":
            parts.append(content)
        elif kind in ("Space", "SoftBreak", "LineBreak"):
            parts.append(" ")
        elif kind in ("Code", "Math", "CodeBlock"):
            parts.append(content[1])
        elif kind != "Note":
            parts += [stringify(part) for part in children(node)]
    return "".join(parts)
