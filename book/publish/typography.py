"""Spaces between words: which line ends of the source are spaces, and which spaces hold a line together. The same for all formats."""

from __future__ import annotations

import re
from collections.abc import Sequence

from book.language import Typesetting
from book.manuscript.tree import Node, raw, stringify
from book.publish.glyphs import is_cjk

UNIT = re.compile(r"(?:[%‰]|[µμnmkKMGTPE]?(?:i?B|bit|b|FLOPs?|OPS|ops|s|m|W|J|Hz|V|A|eV|Wh)(?:/[a-zA-Z]{1,6})?|token/s|"
                  r"(?:мк|м|н)?с|мин|ч|[КМГТП]?(?:Б|бит)(?:/с)?|к?Вт|к?Дж|млрд|млн|трлн|тыс\.)(?![\w-])")
"""Units, with prefixes, that must not begin a line without their number."""

NUMBER_AND_UNIT = re.compile(r"(?<=\d) (?=" + UNIT.pattern + ")")
TIE = "\u00a0"


def join_lines(nodes: Sequence[Node], habits: Typesetting = Typesetting()) -> list[Node]:  # noqa: B008  (frozen)
    """Inlines in which each line end is nothing (between Chinese characters) or a space, and what belongs together is tied."""
    result: list[Node] = []
    for index, node in enumerate(nodes):
        if node["t"] == "SoftBreak":
            before, after = stringify(nodes[:index][-1:])[-1:], stringify(nodes[index + 1:][:1])[:1]
            if before and after and is_cjk(before) and is_cjk(after):
                continue
            node = {"t": "Space"}
        result.append(node)
    return [_tied(result, index, habits) for index in range(len(result))]


def tied_reference(nodes: Sequence[Node]) -> list[Node]:
    """The words of a reference, whose number never begins a line: `Figure 1.1`, `рис. 1.1`."""
    numbers = [node["t"] == "Str" and node["c"][:1].isdigit() for node in nodes]
    return [{"t": "Str", "c": TIE} if node["t"] == "Space" and numbers[index + 1:index + 2] == [True] else node for index, node in enumerate(nodes)]


def tied_text(text: str) -> str:
    """The same for plain text: what measures a cell sees the ties that hold its parts together."""
    return NUMBER_AND_UNIT.sub(TIE, text)


def _tied(nodes: Sequence[Node], index: int, habits: Typesetting) -> Node:
    """The node, or a tie in the place of a space: between a number and its unit, before a dash, after a short word."""
    if nodes[index]["t"] != "Space" or not 0 < index < len(nodes) - 1:
        return nodes[index]
    before, after = nodes[index - 1], nodes[index + 1]
    if before["t"] == after["t"] == "Str" and before["c"][-1:].isdigit() and UNIT.match(after["c"]):
        return {"t": "Str", "c": TIE}
    if before["t"] == after["t"] == "Str" and "×" in (before["c"], after["c"]):
        return {"t": "Str", "c": TIE}
    if after["t"] == "Str" and after["c"] in habits.tie_before:
        return {"t": "Str", "c": TIE}
    if before["t"] == "Str" and before["c"].lstrip("(«„").lower() in habits.tie_after:
        return {"t": "Str", "c": TIE}
    return nodes[index]


def gaps_at_links(nodes: Sequence[Node]) -> list[Node]:
    """The gap between Chinese and Latin before a link, where the text has a space, and after a reference mark: xeCJK looks behind neither."""
    result: list[Node] = []
    for before, node, after in zip([None, *nodes], nodes, [*nodes[1:], None], strict=False):
        follows = after["c"][:1] if after and after["t"] == "Str" else ""
        if node["t"] == "Space" and before and after and after["t"] in ("Link", "Span"):
            last, first = stringify([before])[-1:], stringify([after])[:1]
            result.append(raw("latex", r"\bookgap{}") if last and first and is_cjk(last) and not is_cjk(first) else node)
            continue
        result.append(node)
        if node["t"] == "Span" and "citation" in node["c"][0][1] and follows and is_cjk(follows) and follows.isalpha():
            result.append(raw("latex", r"\bookgap{}"))
    return result
