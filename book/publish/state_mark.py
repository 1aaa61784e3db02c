"""The mark of a block that is not what the source says now, and the frame of one that stands in another language.

A mark is an empty Span of the class `state`, which each format shows in its way; a frame is a Span or Div of the class `foreign`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from book.manuscript.reader import Chapter
from book.manuscript.tree import Node, attr, div, opened, para, plain, rebuild, span, walk

ATTRIBUTED = {"Header": 1, "Span": 0, "Div": 0, "Code": 0, "CodeBlock": 0, "Link": 0, "Image": 0, "Figure": 0, "Table": 0}
"""Where a node of each kind has its attribute."""


def mark(state: str) -> Node:
    """The mark of a state."""
    return span(attr("", ["state"], state=state), [])


def marked(node: Node, state: str) -> list[Node]:
    """A block with its mark: at its beginning, in its caption, or above it."""
    kind, content = opened(node)
    if kind in ("Para", "Plain"):
        return [{**node, "c": [mark(state), *content]}]
    if kind == "Header":
        return [{**node, "c": [content[0], content[1], [mark(state), *content[2]]]}]
    if kind in ("Table", "Figure"):
        short, blocks = content[1]
        inlines = blocks[0]["c"] if blocks else []
        caption = [short, [{**plain([mark(state), *inlines]), "p": node.get("p", 0)}, *blocks[1:]]]
        return [{**node, "c": [content[0], caption, *content[2:]]}]
    if kind == "LineBlock" and content:
        return [{**node, "c": [[mark(state), *content[0]], *content[1:]]}]
    return [{**para([mark(state)]), "p": node.get("p", 0)}, node]


def foreign(blocks: list[Node], tag: str) -> list[Node]:
    """Blocks in a language that is not the edition's; headings and paragraphs stay what they are."""
    attribute = attr("", ["foreign"], lang=tag)
    result: list[Node] = []
    for node in blocks:
        if node["t"] in ("Para", "Plain"):
            result.append({**node, "c": [span(attribute, node["c"])]})
        elif node["t"] == "Header":
            result.append({**node, "c": [*node["c"][:2], [span(attribute, node["c"][2])]]})
        else:
            result.append({**div(attribute, [node]), "p": node.get("p", 0)})
    return result


def ids_of(chapters: Iterable[Chapter]) -> set[str]:
    """All ids that these chapters define."""
    return {node["c"][at][0] for chapter in chapters for node in walk(chapter.blocks) if (at := ATTRIBUTED.get(node["t"])) is not None} - {""}


def without_ids(node: Node, taken: set[str]) -> Node:
    """A block without the ids that are defined elsewhere; an equation without its id is a formula without a number."""
    def change(part: Node) -> list[Node] | None:
        at = ATTRIBUTED.get(part["t"])
        if at is None or part["c"][at][0] not in taken:
            return None
        if part["t"] == "Span" and "equation" in part["c"][0][1]:
            return list(part["c"][1])
        attribute = ["", *part["c"][at][1:]]
        bare = {**part, "c": [*part["c"][:at], attribute, *part["c"][at + 1:]]}
        return rebuild([bare], lambda below: None if below is bare else change(below))

    return rebuild([node], change)[0]


def moved(value: Any, by: int) -> Any:
    """A copy of a tree whose positions are `by` further."""
    if isinstance(value, dict):
        return {key: part + by if key == "p" else moved(part, by) for key, part in value.items()}
    return [moved(part, by) for part in value] if isinstance(value, list) else value
