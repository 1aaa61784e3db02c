"""A chapter as XHTML: our shapes in pandoc's HTML, then what reading systems ask for (footnotes that pop up, formulas with a text)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lxml import etree

from book.language import Language
from book.manuscript.citations import Bibliography
from book.manuscript.labels import Label, Numbering
from book.manuscript.pandoc import run_pandoc
from book.manuscript.reader import Chapter
from book.manuscript.tree import (
    Node,
    attr,
    div,
    document,
    link,
    opened,
    para,
    plain,
    rebuild,
    space,
    span,
    string,
    stringify,
    words,
)
from book.namespaces import EPUB, MATHML, XHTML
from book.publish.formula_images import Drawn
from book.publish.images import Picture
from book.publish.imprint import STATES
from book.publish.tex import formula
from book.publish.typography import join_lines, tied_reference

COMMA = re.compile(r"(?<=\d)\s*(\{,\}|,)\s*(?=\d)")
"""A comma between digits in TeX: `{,}` is part of a number."""
KEPT = ("foreign", "glossary", "errata", "number", "report")
"""Classes that the style sheet knows, besides those of boxes."""
NOT_IN_ID = re.compile(r"[^\w.-]")


@dataclass(frozen=True)
class Site:
    """What a chapter needs to know of its edition to become pages of hypertext."""

    language: Language
    numbering: Numbering
    bibliography: Bibliography
    pictures: Mapping[str, Picture]
    files: Mapping[str, str]
    """By chapter slug, the file that holds it."""
    picture_folder: str
    drawn: Mapping[tuple[str, str], Drawn]
    """Formulas as pictures, by mode and TeX; empty for MathML."""
    heading: Callable[[Label], str]
    """What stands before a heading's title."""
    bibliography_file: str = "bibliography.xhtml"


def html_id(anchor: str) -> str:
    """A label as an id that XML allows: `fig:capacity` → `fig-capacity`."""
    text = NOT_IN_ID.sub("-", anchor)
    return text if text[:1].isalpha() or text[:1] == "_" else f"x{text}"


def chapter_html(chapter: Chapter, blocks: Sequence[Node], site: Site) -> str:
    """The inside of a page's body."""
    return to_html(_Web(chapter, site).blocks(blocks))


def to_html(blocks: list[Node]) -> str:
    """Pandoc's HTML for blocks that are ready for it, finished for reading systems."""
    done = run_pandoc(["-f", "json", "-t", "html5", "--mathml", "--wrap=preserve", "--syntax-highlighting=none"], json.dumps(document(blocks)))
    return finish(done.text)


class _Web:
    def __init__(self, chapter: Chapter, site: Site) -> None:
        self.chapter = chapter
        self.site = site

    def blocks(self, nodes: Sequence[Node]) -> list[Node]:
        return rebuild(nodes, self.change)

    def inlines(self, nodes: Sequence[Node]) -> list[Node]:
        return rebuild(join_lines(nodes, self.site.language.typesetting), self.change)

    def change(self, node: Node) -> list[Node] | None:
        kind, content = opened(node)
        make = {"Header": self.header, "Figure": self.figure, "Table": self.table, "Div": self.div, "Span": self.span, "Link": self.link,
                "Image": self.image, "Math": self.math}.get(kind)
        if make:
            return make(content)
        if kind in ("Para", "Plain"):
            return [{"t": kind, "c": self.inlines(content)}]
        if kind == "CodeBlock":
            return [{"t": kind, "c": [attr("", content[0][1][:1]), content[1]]}]
        if kind == "Code":
            return [{"t": kind, "c": [attr(), content[1]]}]
        return None

    def header(self, content: Any) -> list[Node]:
        level, (anchor, _, _), inlines = content
        label = self.site.numbering.labels.get(anchor)
        before = self.site.heading(label) if label else ""
        number = [span(attr("", ["number"]), words(before)), space()] if before else []
        return [{"t": "Header", "c": [level, attr(html_id(anchor)), [*number, *self.inlines(inlines)]]}]

    def caption(self, kind: str, anchor: str, caption: list[Any]) -> list[Node]:
        inlines = self.inlines(caption[1][0]["c"]) if caption[1] else []
        label = self.site.numbering.labels.get(anchor)
        if not label or label.kind != kind:
            return inlines
        name = span(attr("", ["label"]), words(self.site.language.label(kind, label.number)))
        end = self.site.language.strings["caption_end"]
        return [name, string(end.rstrip() or end), *([space()] if end.endswith(" ") else []), *inlines]

    def figure(self, content: Any) -> list[Node]:
        (anchor, _, _), caption, inside = content
        inlines = self.caption("figure", anchor, caption)
        shown = [None, [plain(inlines)] if inlines else []]
        return [{"t": "Figure", "c": [attr(html_id(anchor) if anchor else ""), shown, self.blocks(inside)]}]

    def table(self, content: Any) -> list[Node]:
        attribute, caption, columns, head, bodies, foot = content
        inlines = self.caption("table", attribute[0], caption)

        def rows(old: list[Any]) -> list[Any]:
            return [[row[0], [[*cell[:4], self.blocks(cell[4])] for cell in row[1]]] for row in old]

        table = {"t": "Table", "c": [attr(), [None, [plain(inlines)] if inlines else []],
                                     [[align, {"t": "ColWidthDefault"}] for align, _ in columns], [head[0], rows(head[1])],
                                     [[b[0], b[1], rows(b[2]), rows(b[3])] for b in bodies], [foot[0], rows(foot[1])]]}
        return [div(attr(html_id(attribute[0]) if attribute[0] else "", ["table"]), [table])]

    def div(self, content: Any) -> list[Node] | None:
        (anchor, classes, pairs), blocks = content
        if "box" not in classes:
            kept = {key: value for key, value in pairs if key == "lang"}
            return [div(attr(html_id(anchor) if anchor else "", [name for name in classes if name in KEPT], **kept), self.blocks(blocks))]
        kind = classes[1]
        label = self.site.numbering.labels.get(anchor)
        language = self.site.language
        name = language.label(kind, label.number) if label and label.number else language.strings.get(kind, "")
        title: list[Node] = []
        if blocks and blocks[0]["t"] == "Div" and "box-title" in blocks[0]["c"][0][1]:
            title, blocks = self.inlines(blocks[0]["c"][1][0]["c"]), blocks[1:]
        line = [span(attr("", ["label"]), words(name)), *([space(), *title] if title else [])]
        return [div(attr(html_id(anchor), ["box", kind], role="note" if kind == "note" else "group"),
                    [div(attr("", ["box-title"]), [para(line)]), *self.blocks(blocks)])]

    def span(self, content: Any) -> list[Node]:
        (anchor, classes, pairs), inlines = content
        if "equation" in classes:
            label = self.site.numbering.labels[anchor]
            tag = self.site.language.label("equation", label.number)
            return [span(attr(html_id(anchor), ["equation"]), [*self.inlines(inlines), span(attr("", ["tag"]), words(tag))])]
        if "citation" in classes:
            keys = dict(pairs)["keys"]
            mark = stringify(self.site.bibliography.marks.get(keys, []))
            target = f"{self.site.bibliography_file}#{html_id('ref-' + keys.split(',')[0])}"
            return [*self.inlines(inlines), link(words("\u2060" + mark), target, ["citation"])]
        if "bound" in classes:
            return [span(attr("", ["bound"], data_calc=dict(pairs)["calc"]), self.inlines(inlines))]
        if "state" in classes:
            return self.state(dict(pairs)["state"])
        if "foreign" in classes:
            return [span(attr("", ["foreign"], lang=dict(pairs)["lang"]), self.inlines(inlines))]
        return [span(attr(html_id(anchor) if anchor else ""), self.inlines(inlines))] if anchor else self.inlines(inlines)

    def state(self, state: str) -> list[Node]:
        """The mark of a block that is behind the source: a word that leads to what it means."""
        language = self.site.language
        shown = link(words(f"[{language.strings[f'state_{state}']}]"), f"imprint.xhtml#{STATES}", ["state"])
        shown["c"][0][2].append(["lang", language.tag])
        return [shown, space()]

    def link(self, content: Any) -> list[Node]:
        (_, classes, pairs), inlines, (target, _) = content
        shown = self.inlines(tied_reference(inlines) if target.startswith("#") else inlines)
        if target.startswith("#"):
            label = self.site.numbering.labels[target[1:]]
            if label.chapter not in self.site.files:  # a quick look at one chapter
                return shown
            return [link(shown, f"{self.site.files[label.chapter]}#{html_id(label.id)}", ["reference"])]
        said = {key: value for key, value in pairs if key == "aria-label"}
        return [{"t": "Link", "c": [attr("", [name for name in classes if name in KEPT], **said), shown, [target, ""]]}]

    def image(self, content: Any) -> list[Node]:
        (_, _, pairs), alt, (target, _) = content
        picture = self.site.pictures[target]
        text = stringify(alt) or self.site.language.label("figure", target.rsplit("/", 1)[-1].rsplit(".", 1)[0].replace("-", " "))
        width = dict(pairs).get("width", "")
        style = {"style": f"width:{width}"} if re.fullmatch(r"\d+(\.\d+)?%", width) else {}
        return [{"t": "Image", "c": [attr("", [], **style), words(text), [f"{self.site.picture_folder}{picture.name}.{picture.suffix}", ""]]}]

    def math(self, content: Any) -> list[Node]:
        drawn = self.site.drawn.get((content[0]["t"], content[1]))
        if drawn:
            display = content[0]["t"] == "DisplayMath"
            place = f"height:{drawn.height:.3f}em" + ("" if display else f";vertical-align:-{drawn.depth:.3f}em")
            image = {"t": "Image", "c": [attr("", ["formula"], style=place), words(" ".join(content[1].split())),
                                         [f"{self.site.picture_folder}{drawn.picture.name}.{drawn.picture.suffix}", ""]]}
            return [span(attr("", ["display"]), [image])] if display else [image]
        return [{"t": "Math", "c": [content[0], formula(content[1])]}]


# what pandoc leaves to do

def parse_fragment(html: str) -> Any:
    """Pandoc's HTML as a tree below one element."""
    return etree.fromstring(f'<div xmlns="{XHTML}" xmlns:epub="{EPUB}">{html}</div>'.encode(),
                            etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True))


def finish(html: str) -> str:
    """Formulas with their text, footnotes that pop up, code that a keyboard can reach."""
    root = parse_fragment(html)
    for node in root.iter(f"{{{MATHML}}}math"):
        note = node.find(f".//{{{MATHML}}}annotation")
        if note is not None and note.text:
            node.set("alttext", " ".join(note.text.split()))
            _join_numbers(node, note.text)
    for node in root.iter(f"{{{XHTML}}}p"):
        following = node.getnext()
        if following is not None and following.tag == node.tag and _is_display(node):
            following.set("class", "plain")  # the sentence goes on below its formula
    for node in list(root.iter(f"{{{XHTML}}}section")):
        if node.get("role") == "doc-endnotes":
            _footnotes(node)
    for node in root.iter(f"{{{XHTML}}}a"):
        if node.get("role") == "doc-noteref":
            node.set(f"{{{EPUB}}}type", "noteref")
    for node in root.iter(f"{{{XHTML}}}pre", f"{{{XHTML}}}div", f"{{{XHTML}}}span"):
        if node.tag.endswith("pre") or node.get("class") in ("table", "equation"):
            node.set("tabindex", "0")
    for node in root.iterfind(".//*[@lang]"):
        node.set("{http://www.w3.org/XML/1998/namespace}lang", node.get("lang"))
    for node in root.iter(f"{{{XHTML}}}col", f"{{{XHTML}}}colgroup"):
        node.attrib.pop("style", None)
    text = etree.tostring(root, encoding="unicode")
    return text[text.index(">") + 1:text.rindex("</")]


def _is_display(paragraph: Any) -> bool:
    """Whether a paragraph ends with a formula of its own line."""
    last = paragraph[-1] if len(paragraph) else None
    if last is None or (last.tail or "").strip():
        return False
    return last.get("display") == "block" or bool({"equation", "display"} & set(last.get("class", "").split()))


def _join_numbers(math: Any, tex: str) -> None:
    """`65{,}52` comes as number, comma, number: a reading system would read a list, and set a space. Only TeX tells it from `x_{1,2}`."""
    kinds = [match[1] for match in COMMA.finditer(tex)]
    commas = [node for node in math.iter(f"{{{MATHML}}}mo") if node.text == "," and _is_number(node.getprevious()) and _is_number(node.getnext())]
    if len(kinds) != len(commas):
        return
    for kind, comma in zip(kinds, commas, strict=True):
        if kind == "{,}":
            before, after = comma.getprevious(), comma.getnext()
            after.text = f"{before.text},{after.text}"
            for node in (before, comma):
                node.getparent().remove(node)


def _is_number(node: Any) -> bool:
    return node is not None and node.tag == f"{{{MATHML}}}mn"


def _footnotes(section: Any) -> None:
    """Pandoc's list of notes as an aside each, which readers show as a pop-up."""
    section.set(f"{{{EPUB}}}type", "footnotes")
    for rule in section.findall(f"{{{XHTML}}}hr"):
        section.remove(rule)
    for number, item in enumerate(section.findall(f"{{{XHTML}}}ol/{{{XHTML}}}li"), 1):
        item.set("value", str(number))
        aside = etree.SubElement(item, f"{{{XHTML}}}aside")
        aside.set("id", item.attrib.pop("id"))
        aside.set(f"{{{EPUB}}}type", "footnote")
        aside.set("role", "doc-footnote")
        aside.text, item.text = item.text, None
        for child in [child for child in item if child is not aside]:
            aside.append(child)
