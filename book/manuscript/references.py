"""Links and ids of a chapter resolved against the whole edition: cross references, bound numbers, citations, files."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote

from rapidfuzz import process

from book.errors import Fault
from book.manuscript.blocks import is_comment
from book.manuscript.labels import Numbering, anchor_of, fill_number
from book.manuscript.reader import Chapter
from book.manuscript.tree import Node, attr, link, rebuild, span, words

SCHEME = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*:")
WEB = ("http:", "https:", "mailto:")
HAS_ID = ("Span", "Div", "CodeBlock", "Figure", "Table")


@dataclass(frozen=True)
class Frame:
    """What a chapter's links may point to."""

    numbering: Numbering
    files: Mapping[str, str]
    """Chapter files of the edition (names as in book.yaml) to the anchors of their first headings."""
    chapters: Mapping[str, Chapter]
    """The same files, read."""
    links: str
    """Base for relative links that leave the book; empty: they become text."""
    raw: str
    """`refuse`: raw markup never comes here but for comments; `text`: it is printed as it stands."""


@dataclass
class Resolved:
    """A chapter as the formats get it: ids are unique in the edition, links lead to them, numbers are in place."""

    blocks: list[Node]
    citations: list[str] = field(default_factory=list)
    """Keys in the order of their first use."""
    faults: list[Fault] = field(default_factory=list)
    warnings: list[Fault] = field(default_factory=list)


def resolve(chapter: Chapter, frame: Frame) -> Resolved:
    """Resolve one chapter; what is wrong is collected, not raised."""
    work = _Resolver(chapter, frame)
    work.out.blocks = rebuild(chapter.blocks, work.change)
    return work.out


class _Resolver:
    def __init__(self, chapter: Chapter, frame: Frame) -> None:
        self.chapter = chapter
        self.frame = frame
        self.out = Resolved([])

    def change(self, node: Node) -> list[Node] | None:
        kind = node["t"]
        if kind == "Link":
            return self.link(node)
        if kind in ("RawInline", "RawBlock"):
            return self.raw(node)
        if kind == "Header":
            level, (identifier, classes, pairs), inlines = node["c"]
            anchor = anchor_of(self.chapter, identifier or f"h{node['p']}")
            return [{**node, "c": [level, [anchor, classes, pairs], rebuild(inlines, self.change)]}]
        if kind in HAS_ID:
            return self.anchored(node)
        return None

    def anchored(self, node: Node) -> list[Node] | None:
        """Ids that are unique in the edition, and one for each box."""
        identifier, classes, pairs = node["c"][0]
        if not identifier and "box" in classes:
            identifier = f"{classes[1]}{node['p']}"
        if not identifier:
            return None
        anchor = anchor_of(self.chapter, identifier)
        if anchor == identifier == node["c"][0][0]:
            return None
        renamed = {**node, "c": [[anchor, classes, pairs], *node["c"][1:]]}
        return rebuild([renamed], lambda below: None if below is renamed else self.change(below))

    def raw(self, node: Node) -> list[Node]:
        _, text = node["c"]
        if self.frame.raw == "refuse" or is_comment(node):
            return []
        inlines = words(" ".join(text.split()))
        return inlines if node["t"] == "RawInline" else [{"t": "Para", "c": inlines, "p": node["p"]}]

    def fault(self, node: Node, message: str, code: str = "ref.missing") -> None:
        self.out.faults.append(self.chapter.fault(node, message, code))

    def inside(self, node: Node) -> list[Node]:
        return rebuild(node["c"][1], self.change)

    def link(self, node: Node) -> list[Node]:
        target = node["c"][2][0]
        if target.startswith("#"):
            return self.reference(node, target[1:])
        if target.startswith("calc:"):
            return [{**span(attr("", ["bound"], calc=target[5:]), self.inside(node)), "p": node["p"]}]
        if target.startswith("cite:"):
            return self.citation(node, target[5:])
        if SCHEME.match(target):
            if target.lower().startswith(WEB):
                return [{**node, "c": [node["c"][0], self.inside(node), [web_address(target), ""]]}]
            self.fault(node, f"links with the scheme of `{target[:40]}` are not followed; use https or mailto", "link.broken")
            return self.inside(node)
        return self.file(node, target)

    def reference(self, node: Node, wanted: str) -> list[Node]:
        labels = self.frame.numbering.labels
        label = labels.get(wanted) or labels.get(anchor_of(self.chapter, wanted))
        if label is None:
            near = process.extractOne(wanted, list(labels), score_cutoff=70)
            hint = f"; is it #{near[0]}?" if near else "; no text defines it"
            self.fault(node, f"unknown label #{wanted}{hint}")
            return self.inside(node)
        inlines, filled = fill_number(self.chapter, node, label.number)
        if filled and not label.number:
            self.fault(node, f"#{wanted} has no number to put in the place of `#`; write words, or `\\#`")
        return [{**link(rebuild(inlines, self.change), f"#{label.id}", ["reference"]), "p": node["p"]}]

    def citation(self, node: Node, keys: str) -> list[Node]:
        named = [key for key in keys.split(",") if key]
        self.out.citations += [key for key in named if key not in self.out.citations]
        return [{**span(attr("", ["citation"], keys=",".join(named)), self.inside(node)), "p": node["p"]}]

    def file(self, node: Node, target: str) -> list[Node]:
        """A relative link: to another chapter, or out of the book."""
        path, _, fragment = target.partition("#")
        here = posixpath.dirname(self.chapter.path)
        name = posixpath.normpath(path)
        if name in self.frame.files:
            other = self.frame.chapters[name]
            anchor = anchor_of(other, fragment) if fragment else self.frame.files[name]
            if fragment and anchor not in self.frame.numbering.labels:
                self.fault(node, f"{name} has no heading or label #{fragment}")
                return self.inside(node)
            return [{**link(self.inside(node), f"#{anchor}", ["reference"]), "p": node["p"]}]
        if self.frame.links and path:
            address = self.frame.links.rstrip("/") + "/" + posixpath.normpath(posixpath.join(here, path)).lstrip("./")
            return [{**link(self.inside(node), address + (f"#{fragment}" if fragment else "")), "p": node["p"]}]
        self.out.warnings.append(self.chapter.fault(node, f"`{target[:60]}` leaves the book and is printed as text; set `links:` in "
                                                          "book.yaml to make it a link"))
        return self.inside(node)


def web_address(target: str) -> str:
    """An address with everything percent-encoded that an address may not hold (validators refuse it, browsers mend it)."""
    return quote(target, safe="%/:?#[]@!$&'()*+,;=~-._")


def first_anchors(chapters: Mapping[str, Chapter]) -> dict[str, str]:
    """For each file, the anchor of its first heading."""
    result = {}
    for name, chapter in chapters.items():
        head: Sequence[Node] = [node for node in chapter.blocks if node["t"] == "Header"][:1]
        result[name] = anchor_of(chapter, head[0]["c"][1][0] or f"h{head[0]['p']}") if head else ""
    return result
