"""Citations of an edition by pandoc's citeproc: one small document with all keys in order, so that chapters stay independent."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from book.errors import BadInput, Fault
from book.manuscript.pandoc import PandocFailed, run_pandoc
from book.manuscript.tree import Node, document, para, string
from book.yamlfile import read_yaml

STYLE = Path(__file__).parent / "styles" / "numeric.csl"


@dataclass(frozen=True)
class Bibliography:
    """The marks to print in the text and the list to print at the end."""

    marks: Mapping[str, list[Node]]
    """By the key or keys of a citation, joined with commas: `[3]` as inlines."""
    entries: Mapping[str, list[Node]]
    """By key, in the order of the list: the entry's inlines without its number."""
    numbers: Mapping[str, str]
    """By key, the number as printed: `[3]`."""


EMPTY = Bibliography({}, {}, {})


def reference_keys(path: Path | None, name: str) -> set[str]:
    """The keys that can be cited."""
    if path is None:
        return set()
    references = read_yaml(path, name).get("references") or []
    if not isinstance(references, list) or not all(isinstance(entry, dict) and entry.get("id") for entry in references):
        raise BadInput(Fault(name, 1, 0, "must hold `references:`, a list of entries with an `id` each (CSL YAML)"))
    return {str(entry["id"]) for entry in references}


def _cite(keys: Sequence[str]) -> Node:
    citations = [{"citationId": key, "citationPrefix": [], "citationSuffix": [], "citationMode": {"t": "NormalCitation"},
                  "citationNoteNum": 1, "citationHash": 0} for key in keys]
    return {"t": "Cite", "c": [citations, [string("?")]]}


def bibliography(groups: Sequence[str], path: Path, name: str, locale: str) -> Bibliography:
    """Number and format the works cited as `groups` (keys joined with commas, in the order of the text)."""
    if not groups:
        return EMPTY
    meta: dict[str, Any] = {"lang": {"t": "MetaString", "c": locale}, "link-citations": {"t": "MetaBool", "c": False}}
    source = document([para([_cite(group.split(","))]) for group in groups], meta)
    try:
        done = run_pandoc(["-f", "json", "-t", "json", "--citeproc", "--csl", str(STYLE), "--bibliography", str(path)],
                          json.dumps(source))
    except PandocFailed as error:
        raise BadInput(Fault(name, 0, 0, f"cannot be used as a bibliography: {error}")) from None
    blocks = json.loads(done.text)["blocks"]
    marks = {group: _inside_cite(block) for group, block in zip(groups, blocks, strict=False)}
    entries: dict[str, list[Node]] = {}
    numbers: dict[str, str] = {}
    for entry in _entries(blocks):
        key = entry["c"][0][0].removeprefix("ref-")
        numbers[key], entries[key] = _split(entry["c"][1])
    return Bibliography(marks, entries, numbers)


def _inside_cite(block: Node) -> list[Node]:
    cite = block["c"][0]
    inlines: list[Node] = cite["c"][1] if cite["t"] == "Cite" else block["c"]
    return inlines


def _entries(blocks: Sequence[Node]) -> list[Node]:
    lists = [block for block in blocks if block["t"] == "Div" and block["c"][0][0] == "refs"]
    return lists[0]["c"][1] if lists else []


def _split(blocks: list[Node]) -> tuple[str, list[Node]]:
    """The number in the margin and the text of an entry."""
    inlines = blocks[0]["c"]
    spans = [node for node in inlines if node["t"] == "Span"]
    if len(spans) < 2:
        return "", list(inlines)
    number = "".join(part.get("c", "") for part in spans[0]["c"][1] if part["t"] == "Str")
    return number, list(spans[1]["c"][1])
