"""A chapter as LaTeX: what needs our own form is set here, the rest is pandoc's."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from book.errors import Fault
from book.language import Language
from book.manuscript.citations import Bibliography
from book.manuscript.labels import Numbering
from book.manuscript.pandoc import run_pandoc
from book.manuscript.reader import Chapter
from book.manuscript.tree import Node, document, opened, para, plain, raw, raw_block, rebuild, string, stringify, table_rows, words
from book.publish import tables, tex
from book.publish.glyphs import IGNORABLE, FontPlan, columns, text_face
from book.publish.images import Picture
from book.publish.latex_table import latex_table, word_list
from book.publish.typography import gaps_at_links, join_lines, tied_reference

SECTION_MACROS = {2: "booksection", 3: "booksubsection"}
TEXT_WIDTH = 126.0
"""mm, as in pages.cls."""
TEXT_HEIGHT = 196.0
CAPTION_LINE, CAPTION_COLUMNS = 4.6, 74
"""mm that a line of a caption takes, and the columns that it holds at least."""
CODE_COLUMNS = 72
"""Columns of a code line at full width, in pages.cls's size for code."""
NUMBER_HYPHEN = re.compile(r"(?<=\d)-(?=[^\W\d])")
"""`8-bit`, `4-битный`: the number stays with its word."""
SLASHED = 8
"""Characters of a word in a cell above which it may break after a slash."""
WHOLE_LISTING = 8
"""Lines of code that stay on one page."""
LONG_WORD = 22
"""Columns; a word of running text that is longer may break inside."""


@dataclass(frozen=True)
class Pages:
    """What a chapter needs to know of its edition to become pages."""

    language: Language
    numbering: Numbering
    bibliography: Bibliography
    pictures: Mapping[str, Picture]
    """By the image's target as written."""
    chapters: frozenset[str]
    """Slugs of the chapters that this PDF holds; references to others are words without a link."""
    serif: FontPlan
    mono: FontPlan


@dataclass
class Typeset:
    """A chapter's TeX, and what no font can print."""

    tex: str
    faults: list[Fault] = field(default_factory=list)


def chapter_tex(chapter: Chapter, blocks: Sequence[Node], pages: Pages) -> Typeset:
    """The chapter's body as TeX."""
    work = _Setter(chapter, pages)
    return Typeset(to_tex(work.blocks(blocks, top=True)), work.faults)


def to_tex(blocks: list[Node]) -> str:
    """Pandoc's LaTeX for blocks that are ready for it."""
    return run_pandoc(["-f", "json", "-t", "latex-smart", "--wrap=preserve", "--syntax-highlighting=none"], json.dumps(document(blocks))).text


class _Setter:
    """Walks a chapter; `scale` is the share of the line that the present block has, `floats` whether figures may float."""

    def __init__(self, chapter: Chapter, pages: Pages) -> None:
        self.chapter = chapter
        self.pages = pages
        self.faults: list[Fault] = []
        self.notes: list[list[Node]] | None = None
        self.longest = LONG_WORD
        self.plain: set[str] = set()
        self.room = TEXT_HEIGHT

    # blocks

    def blocks(self, nodes: Sequence[Node], *, top: bool = False, scale: float = 1.0) -> list[Node]:
        result: list[Node] = []
        for before, node, following in zip([None, *nodes], nodes, [*nodes[1:], None], strict=False):
            made = self.block(node, top=top, scale=scale)
            if begins_with_display(node):
                made[0]["c"].insert(0, raw("latex", r"\bookalone"))
            elif node["t"] == "Para" and before and ends_with_display(before):
                made[0]["c"].insert(0, raw("latex", r"\noindent "))  # the sentence goes on below its formula
            if is_box(node) and following and is_box(following, "answer"):
                made.insert(-1, raw_block("latex", r"\bookjoined"))
            result += made
        return result

    def block(self, node: Node, *, top: bool, scale: float) -> list[Node]:
        kind, content = opened(node)
        if kind in ("Para", "Plain"):
            return [{"t": kind, "c": [self.here(node), *self.inlines(content)]}]
        if kind == "Header":
            return [self.heading(node)]
        if kind == "CodeBlock":
            return [self.listing(node, scale)]
        if kind == "Figure":
            return self.figure(node, top=top)
        if kind == "Table":
            return self.table(node, scale, top=top)
        if kind == "Div":
            return self.div(node, scale)
        if kind == "BulletList":
            return [{"t": kind, "c": [self.blocks(item, scale=scale * 0.93) for item in content]}]
        if kind == "OrderedList":
            return [{"t": kind, "c": [content[0], [self.blocks(item, scale=scale * 0.93) for item in content[1]]]}]
        if kind == "BlockQuote":
            return [{"t": kind, "c": self.blocks(content, scale=scale * 0.88)}]
        if kind == "DefinitionList":
            return [{"t": kind, "c": [[self.inlines(term), [self.blocks(part, scale=scale * 0.93) for part in parts]]
                                      for term, parts in content]}]
        if kind == "LineBlock":
            return [{"t": kind, "c": [self.inlines(line) for line in content]}]
        return [node]

    def here(self, node: Node) -> Node:
        """The line of the source, for whoever reads TeX's log."""
        return raw("latex", rf"\bookat{{{self.chapter.lines.place(node.get('p', 0))[0]}}}")

    def heading(self, node: Node) -> Node:
        level, (anchor, _, _), inlines = node["c"]
        label = self.pages.numbering.labels.get(anchor)
        number = label.number if label else ""
        bare = without_notes(inlines)
        key = tex.anchor_key(anchor)
        if level == 1:
            typed = any(head.level == 1 and head.number and head.number in stringify(head.title)[:12] for head in self.pages.numbering.of_kind("chapter"))
            shown = self.pages.language.label("chapter", rf"\booknumeral{{{number}}}") if number and not typed else ""
            macro = rf"\bookchapter{{{key}}}{{{shown}}}"
        else:
            shown = number if number and not stringify(inlines).lstrip().startswith(number) else ""
            macro = rf"\{SECTION_MACROS.get(level, 'booksubsubsection')}{{{key}}}{{{shown}}}"
        return plain([self.here(node), raw("latex", macro + "{"), *self.inlines(inlines), raw("latex", "}{"), *self.inlines(bare),
                      raw("latex", "}")])

    def listing(self, node: Node, scale: float) -> Node:
        lost: list[str] = []
        lines = []
        for line in node["c"][1].expandtabs(4).split("\n"):
            for index, piece in enumerate(tex.wrapped(line, max(20, int(CODE_COLUMNS * scale)))):
                mark = r"\bookwrap{" + tex.glyphs(self.pages.language.strings["code_wrapped"], self.pages.mono, lost) + "}" if index else ""
                set_piece = tex.glyphs(piece, self.pages.mono, lost).replace(" ", r"\ ")
                lines.append(rf"\bookcodeline{{{mark}{set_piece}}}")
        self.lost(lost, node)
        return raw_block("latex", "\\begin{booklisting}\n" + "\n".join(kept_together(lines)) + "\n\\end{booklisting}")

    def figure(self, node: Node, *, top: bool) -> list[Node]:
        (anchor, _, _), caption, inside = node["c"]
        label = self.pages.numbering.labels.get(anchor)
        inlines = caption[1][0]["c"] if caption[1] else []
        name = self.pages.language.label("figure", label.number) if label and label.kind == "figure" else ""
        notes: list[list[Node]] = []
        self.notes = notes
        text = self.inlines(inlines)
        self.notes = None
        environment = "bookfigure" if top else "bookplate"
        pieces: list[Node] = [self.here(node), raw("latex", rf"\begin{{{environment}}}")]
        if anchor:
            key = tex.anchor_key(anchor)
            pieces.append(raw("latex", rf"\bookanchor{{{key}}}\bookpage{{{key}}}"))
        self.room = TEXT_HEIGHT - CAPTION_LINE * (2 + columns(stringify(inlines)) / CAPTION_COLUMNS)  # a long caption takes from its picture
        pieces += self.inlines([part for block in inside for part in block["c"]])
        self.room = TEXT_HEIGHT
        if text or name:
            pieces += [raw("latex", rf"\bookfigurecaption{{\bookcaption{{{name}}}{{{self.caption_end() if name else ''}}}{{"), *text, raw("latex", "}}")]
        ending = raw("latex", rf"\end{{{environment}}}")
        return [para(pieces), *self.below(notes), para([ending])] if notes else [para([*pieces, ending])]

    def caption_end(self) -> str:
        return tex.escape(self.pages.language.strings["caption_end"]).rstrip() + r"\ "

    def below(self, notes: list[list[Node]]) -> list[Node]:
        """The footnotes of a table or caption, right under it."""
        if not notes:
            return []
        lines: list[Node] = [raw_block("latex", r"\begin{booktablenotes}")]
        for index, blocks in enumerate(notes):
            first = blocks[0]["c"] if blocks and blocks[0]["t"] in ("Para", "Plain") else []
            lines.append(para([raw("latex", rf"\booknotemark{{{tex.note_letter(index)}}}\,"), *self.inlines(first)]))
            lines += self.blocks(blocks[1:] if first else blocks)
        return [*lines, raw_block("latex", r"\end{booktablenotes}")]

    def table(self, node: Node, scale: float, *, top: bool) -> list[Node]:
        attribute, caption, columns, head, _, _ = node["c"]
        label = self.pages.numbering.labels.get(attribute[0])
        plan = tables.plan(node, TEXT_WIDTH * scale, text_face(self.pages.language), self.pages.language.strings.get("decimal", "."))
        notes: list[list[Node]] = []
        self.notes, self.longest = notes, plan.longest_word
        inlines = self.inlines(caption[1][0]["c"]) if caption[1] else []
        if label and label.kind == "table":
            name = self.pages.language.label("table", label.number)
            key = tex.anchor_key(attribute[0])
            inlines = [raw("latex", rf"\bookanchor{{{key}}}\bookpage{{{key}}}\bookcaption{{{name}}}{{{self.caption_end()}}}{{"),
                       *inlines, raw("latex", "}")]
        cells = [[self.cell(cell[4], scale / max(1, len(columns)), plan.pad(row_index, index)) for index, cell in enumerate(row)]
                 for row_index, row in enumerate(table_rows(node))]
        self.notes, self.longest = None, LONG_WORD
        body = latex_table(plan, cells, len(head[1]), inlines, self.below(notes), floats=top and bool(label))
        return [raw_block("latex", self.here(node)["c"][1]), *body]

    def cell(self, blocks: Sequence[Node], scale: float, pad: str) -> list[Node]:
        """A cell's blocks; before the first word stands what lets TeX hyphenate it, after the last what brings decimals under each other."""
        made = [raw_first(block, r"\hspace{0pt}") for block in self.blocks(blocks, scale=scale)]
        return [*made[:-1], raw_last(made[-1], rf"\hphantom{{{tex.escape(pad)}}}")] if pad and made else made

    def div(self, node: Node, scale: float) -> list[Node]:
        (anchor, classes, _), blocks = node["c"]
        if "glossary" in classes:
            rows = [[self.inlines(cell[4][0]["c"] if cell[4] else []) for cell in row] for row in table_rows(blocks[0])]
            return word_list([[row[0], *reversed(row[1:])] for row in rows] if self.pages.language.cjk else rows)  # by what it is sorted
        if "box" not in classes:
            return self.blocks(blocks, scale=scale)
        label = self.pages.numbering.labels.get(anchor)
        kind = classes[1]
        language = self.pages.language
        name = language.label(kind, label.number) if label and label.number else language.strings.get(kind, "")
        title, inner = [], blocks
        if blocks and blocks[0]["t"] == "Div" and "box-title" in blocks[0]["c"][0][1]:
            title, inner = blocks[0]["c"][1][0]["c"], blocks[1:]
        opening = plain([self.here(node), raw("latex", rf"\begin{{bookbox}}{{{kind}}}{{{tex.anchor_key(anchor)}}}{{{name}}}{{"), *self.inlines(title),
                         raw("latex", "}")])
        return [opening, *self.blocks(inner, scale=scale), raw_block("latex", r"\end{bookbox}")]

    # inlines

    def inlines(self, nodes: Sequence[Node]) -> list[Node]:
        joined = join_lines(nodes, self.pages.language.typesetting)
        return rebuild(gaps_at_links(joined) if self.pages.language.cjk else joined, self.inline)

    def inline(self, node: Node) -> list[Node] | None:
        kind, content = opened(node)
        if kind == "Str":
            return self.word(node)
        if kind == "Code":
            lost: list[str] = []
            text = tex.code(content[1], self.pages.mono, lost)
            self.lost(lost, node)
            return [raw("latex", text)]
        if kind == "Math":
            return [self.formula(content, "")]
        if kind == "Span":
            return self.span(content)
        if kind == "Link":
            return self.link(content)
        if kind == "Image":
            return self.image(node)
        if kind == "Note":
            return self.note(content)
        if kind in ("Strikeout", "Underline"):
            return [raw("latex", r"\sout{" if kind == "Strikeout" else r"\uline{"), *self.inlines(content), raw("latex", "}")]
        return None

    def word(self, node: Node) -> list[Node] | None:
        text = node["c"]
        if NUMBER_HYPHEN.search(text):
            parts = NUMBER_HYPHEN.split(text)
            return [each for index, part in enumerate(parts) for each in
                    ([raw("latex", r"\mbox{-}")] if index else []) + (self.word(string(part)) or [string(part)] if part else [])]
        lost: list[str] = []
        if self.notes is not None and len(text) > SLASHED and "/" in text:  # a cell breaks where its width was measured to break
            pieces = [tex.glyphs(part, self.pages.serif, lost) for part in text.split("/")]
            self.lost(lost, node)
            return [raw("latex", r"/\bookbreak{}".join(pieces))]
        if text.isascii() and len(text) <= self.longest:
            return None
        if len(text) > self.longest and max(map(len, re.split(r"[^\x21-\x7e\u00a0-\u04ff]+", text)), default=0) > self.longest:
            result = tex.breakable(text, self.pages.serif, lost, self.longest)
        elif self.is_plain(text):
            return None
        else:
            result = tex.glyphs(text, self.pages.serif, lost)
        self.lost(lost, node)
        return [raw("latex", result)]

    def is_plain(self, text: str) -> bool:
        """Whether the main font prints every character as it is."""
        self.plain |= {each for each in set(text) - self.plain if self.pages.serif.stand_in(each) == -1 and each not in IGNORABLE}
        return self.plain.issuperset(text)

    def lost(self, characters: Sequence[str], node: Node) -> None:
        for character in dict.fromkeys(characters):
            self.faults.append(self.chapter.fault(node, f"no font of the edition has `{character}` (U+{ord(character):04X}); "
                                                  "write it otherwise, or add a font to `fonts.fallback`", "glyph.missing"))

    def formula(self, content: Any, tag: str) -> Node:
        mode, text = content
        if mode["t"] == "InlineMath":
            return raw("latex", rf"\({tex.formula(str(text))}\)")
        return raw("latex", rf"\bookdisplay{{{tex.formula(str(text))}}}{{{tag}}}")

    def span(self, content: Any) -> list[Node]:
        (identifier, classes, pairs), inlines = content
        if "equation" in classes:
            label = self.pages.numbering.labels[identifier]
            key = tex.anchor_key(identifier)
            tag = tex.escape(self.pages.language.label("equation", label.number))
            return [raw("latex", rf"\bookanchor{{{key}}}\bookpage{{{key}}}"), self.formula(inlines[0]["c"], tag)]
        result = self.inlines(inlines)
        if "state" in classes:
            return self.state(dict(pairs)["state"])
        if "citation" in classes:
            keys = dict(pairs)["keys"]
            result += self.marks(keys)
        elif identifier:
            result.insert(0, raw("latex", rf"\bookanchor{{{tex.anchor_key(identifier)}}}"))
        return result

    def state(self, state: str) -> list[Node]:
        """A bar in the margin; what stands in another language says so."""
        bar = raw("latex", rf"\bookstate{{{state}}}")
        if state != "untranslated":
            return [bar]
        return [bar, raw("latex", r"\bookstateword{"), *self.inlines(words(self.pages.language.strings["state_untranslated"])), raw("latex", "}")]

    def marks(self, keys: str) -> list[Node]:
        first = keys.split(",")[0]
        mark = stringify(self.pages.bibliography.marks.get(keys, []))
        return [raw("latex", rf"\,\hyperlink{{{tex.anchor_key('ref-' + first)}}}{{{tex.escape(mark)}}}")]

    def link(self, content: Any) -> list[Node]:
        _, inlines, (target, _) = content
        shown = self.inlines(tied_reference(inlines) if target.startswith("#") else inlines)
        if target.startswith("#") and self.pages.numbering.labels[target[1:]].chapter not in self.pages.chapters:
            return shown
        if target.startswith("#"):
            return [raw("latex", rf"\hyperlink{{{tex.anchor_key(target[1:])}}}{{"), *shown, raw("latex", "}")]
        return [raw("latex", rf"\href{{{tex.url(target)}}}{{"), *shown, raw("latex", "}")]

    def image(self, node: Node) -> list[Node]:
        target = node["c"][2][0]
        picture = self.pages.pictures[target]
        width, height = picture.fitted(TEXT_WIDTH, min(TEXT_HEIGHT * 0.8, max(self.room, TEXT_HEIGHT * 0.2)), dict(node["c"][0][2]).get("width", ""))
        return [raw("latex", rf"\bookimage{{{picture.tex_name}}}{{{width:.2f}mm}}{{{height:.2f}mm}}")]

    def note(self, blocks: list[Node]) -> list[Node]:
        if self.notes is not None:
            self.notes.append(blocks)
            return [raw("latex", rf"\booknotemark{{{tex.note_letter(len(self.notes) - 1)}}}")]
        return [{"t": "Note", "c": self.blocks(blocks, scale=0.95)}]


def kept_together(lines: Sequence[str]) -> list[str]:
    """Lines of code of which neither the first two nor the last two are parted by a page's end, and short ones not at all."""
    last = len(lines) - 1
    return [line + (r"\nobreak" if index < last and (len(lines) <= WHOLE_LISTING or index == 0 or index == last - 1) else "")
            for index, line in enumerate(lines)]


def is_box(node: Node, kind: str = "") -> bool:
    """Whether a block is a box, and of that kind."""
    return bool(node["t"] == "Div" and "box" in node["c"][0][1] and kind in ("", *node["c"][0][1][1:2]))


def _is_display(node: Node) -> bool:
    if node["t"] == "Span":
        return "equation" in list(node["c"][0][1])
    return bool(node["t"] == "Math" and node["c"][0]["t"] == "DisplayMath")


def begins_with_display(block: Node) -> bool:
    """Whether a paragraph has a formula of its own line before any word."""
    return block["t"] == "Para" and bool(block["c"]) and _is_display(block["c"][0])


def ends_with_display(block: Node) -> bool:
    """Whether nothing follows the formula."""
    return block["t"] == "Para" and bool(block["c"]) and _is_display(block["c"][-1])


def without_notes(inlines: Sequence[Node]) -> list[Node]:
    """A title for heads and contents."""
    return rebuild(inlines, lambda node: [] if node["t"] == "Note" or (node["t"] == "Span" and "state" in node["c"][0][1]) else None)


def raw_last(block: Node, text: str) -> Node:
    """The same with `text` after the last word."""
    return {**block, "c": [*block["c"], raw("latex", text)]} if block["t"] in ("Para", "Plain") else block


def raw_first(block: Node, text: str) -> Node:
    """A cell's block with `text` before its first word (it lets TeX hyphenate that word)."""
    return {**block, "c": [raw("latex", text), *block["c"]]} if block["t"] in ("Para", "Plain") else block
