"""Every formula passes pandoc's reader of TeX before XeLaTeX sees it: what becomes MathML can neither read files nor loop."""

from __future__ import annotations

import json
from collections.abc import Iterable

from book.cache import Cache, digest, toolchain_digest
from book.errors import BadInput, Fault
from book.manuscript.pandoc import pandoc_version, run_pandoc
from book.manuscript.reader import Chapter
from book.manuscript.tree import Node, document, plain, walk
from book.publish.tex import formula, refused

WARNING = "Could not convert TeX math"
LONGEST = 20_000
"""Characters of one formula."""


def check_formulas(chapters: Iterable[Chapter], cache: Cache) -> None:
    """Raise BadInput with the place of each formula that MathML cannot express or TeX must not see."""
    faults: list[Fault] = []
    for chapter in chapters:
        nodes = [node for node in walk(chapter.blocks) if node["t"] == "Math"]
        faults += [_fault(chapter, node, bad) for node in nodes if (bad := refused(node["c"][1]))]
        faults += [_fault(chapter, node, "its length") for node in nodes if len(node["c"][1]) > LONGEST]
        clean = [node for node in nodes if not refused(node["c"][1]) and len(node["c"][1]) <= LONGEST]
        unreadable = set(_unreadable(clean, cache))
        faults += [_fault(chapter, node, "") for node in clean if node["c"][1] in unreadable]
    if faults:
        raise BadInput(faults)


def _fault(chapter: Chapter, node: Node, what: str) -> Fault:
    shown = " ".join(node["c"][1].split())
    shown = shown if len(shown) <= 50 else shown[:47] + "…"
    reason = f"{what} is not allowed in formulas" if what else "MathML cannot express it"
    return chapter.fault(node, f"formula `{shown}`: {reason}; use the TeX of amsmath without definitions", "formula.unreadable")


def _unreadable(nodes: list[Node], cache: Cache) -> list[str]:
    """The formulas that pandoc could not convert."""
    texts = sorted({(node["c"][0]["t"], node["c"][1]) for node in nodes})
    if not texts:
        return []
    key = digest("formulas", toolchain_digest("publish"), pandoc_version(), json.dumps(texts))
    found: list[str] = cache.json_of(key, lambda: _convert(texts))
    return found


def _convert(texts: list[tuple[str, str]]) -> list[str]:
    blocks = [plain([{"t": "Math", "c": [{"t": mode}, formula(text)]}]) for mode, text in texts]
    done = run_pandoc(["-f", "json", "-t", "html5", "--mathml"], json.dumps(document(blocks)))
    warned = {" ".join(warning.split()) for warning in done.warnings}
    if not any(WARNING in warning for warning in warned):
        return []
    lost = [text for _, text in texts if any(f"{WARNING} {' '.join(formula(text).split())}, rendering as TeX" in warning for warning in warned)]
    return lost or [text for _, text in texts]  # a warning that we cannot place must not pass
