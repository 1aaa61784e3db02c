"""One edition as a source for XeLaTeX: fonts, first pages, contents, chapters, references."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from book.cache import Cache, digest, toolchain_digest
from book.edition_text import EditionText
from book.errors import BuildFailed, Fault
from book.language import Language
from book.manuscript.labels import SECTION_DEPTH, Label
from book.manuscript.pandoc import pandoc_version
from book.manuscript.reader import Chapter
from book.manuscript.tree import Node, plain, raw, raw_block, rebuild, string, stringify, walk
from book.project import Project
from book.publish import tex
from book.publish.cover import title_picture
from book.publish.glyphs import FontPlan, coverage, font_plan, uses_cjk
from book.publish.images import Picture, print_data
from book.publish.imprint import Line
from book.publish.latex import Pages, Typeset, chapter_tex, to_tex, without_notes
from book.publish.notation import notation
from book.publish.pdf import STAND_INS, Source
from book.publish.publication import Publication

MONO, MATH = 0.92, 1.08
"""Sizes of code and formulas against the text, so that the x-heights agree."""
TITLE_PICTURE = "title-page.pdf"

CJK_IN_LATIN = (r"\usepackage{xeCJK}\xeCJKsetup{PunctStyle=plain,CheckSingle=false}"
                r'\xeCJKDeclareCharClass{Default}{"00B7,"2010 -> "2027,"2030 -> "205E}')
"""Chinese words in a Latin text: quotation marks and dashes stay those of the text."""


def volume(project: Project, shown: Publication, pictures: Mapping[str, Picture], cache: Cache, *, whole: bool = True
           ) -> Source:
    """The source of an edition's PDF; with `whole` false (one chapter) without first pages and contents.

    Raises BuildFailed with the place of each character that no font has.
    """
    text = shown.text
    language = text.edition.language
    _check_fonts(language)
    pages = Pages(language, text.numbering, text.bibliography, pictures, frozenset(chapter.slug for chapter in text.chapters.values()),
                  font_plan(language, "serif"), font_plan(language, "mono"))
    with ThreadPoolExecutor(max_workers=2) as pool:
        bodies = dict(zip(text.chapters, pool.map(lambda name: _chapter(text, name, pages, cache), text.chapters), strict=True))
    faults = [fault for body in bodies.values() for fault in body.faults]
    if faults:
        raise BuildFailed(faults)
    front: list[str] = []
    main: list[str] = []
    for name, chapter in text.chapters.items():
        piece = f"%%file {chapter.path}\n{bodies[name].tex}"
        (main if main or _is_numbered(text, chapter) or not whole else front).append(piece)
    first, contents = _first_pages(project, shown, cache) if whole else ("", "")
    references = _references(pages, text)
    body = "\n".join([*(main or front), references])
    opening = "\n".join([first, *(front if main else [])]) if whole else ""
    cjk = language.cjk or uses_cjk([node for result in text.resolved.values() for node in result.blocks])
    files = {picture.tex_name: print_data(picture, cache) for picture in pictures.values()}
    if whole:
        files[TITLE_PICTURE] = title_picture(cache)
    return Source(preamble(language, body + opening + contents, cjk=cjk, sides=project.page.sides), body, opening, contents, files)


def _check_fonts(language: Language) -> None:
    """Families that the edition names but the machine lacks."""
    lacking = [families[0] for role, families in language.fonts.items() if role != "fallback" and not coverage(families[0])]
    if lacking:
        raise BuildFailed(Fault("", 0, 0, f"fonts are missing: {', '.join(lacking)}; run `make setup`, or install fonts-noto-core, fonts-noto-cjk, "
                                "fonts-noto-mono and fonts-texgyre-math (Debian)", "font.missing"))


def _is_numbered(text: EditionText, chapter: Chapter) -> bool:
    labels = [label for label in text.numbering.of_kind("chapter") if label.chapter == chapter.slug]
    return any(label.number for label in labels) or not any(label.number for label in text.numbering.of_kind("chapter"))


def _chapter(text: EditionText, name: str, pages: Pages, cache: Cache) -> Typeset:
    """A chapter's TeX, from the cache when neither its text nor the numbers in it have changed."""
    chapter, resolved = text.chapters[name], text.resolved[name]
    numbers = {label.id: (label.kind, label.number) for label in text.numbering.labels.values() if label.chapter == chapter.slug}
    typed = [label.number for label in text.numbering.of_kind("chapter")]
    language = pages.language
    pictures = {target: (p.tex_name, p.width, p.height) for target, p in pages.pictures.items()}
    key = digest("tex", toolchain_digest("publish", "manuscript"), pandoc_version(), chapter.path, chapter.source,
                 json.dumps([resolved.blocks, numbers, typed, pictures, sorted(pages.chapters)], ensure_ascii=False),
                 json.dumps([dict(language.labels), dict(language.strings), dict(language.fonts)], ensure_ascii=False),
                 repr((language.typesetting.tie_before, sorted(language.typesetting.tie_after))), json.dumps(dict(text.bibliography.marks)))

    def make() -> dict[str, object]:
        made = chapter_tex(chapter, resolved.blocks, pages)
        return {"tex": made.tex, "faults": [[f.path, f.line, f.column, f.message, f.code] for f in made.faults]}

    stored = cache.json_of(key, make)
    return Typeset(stored["tex"], [Fault(*values) for values in stored["faults"]])


def preamble(language: Language, body: str, *, cjk: bool, sides: str = "two") -> str:
    """Class, fonts and habits of a language; `body` is what will be set, for the stand-in fonts that it names."""
    fonts = language.fonts
    habits = language.typesetting
    options = ",".join([*(["cjk"] if language.cjk else []), *(["oneside"] if sides == "one" else [])])
    scale = f"Scale={habits.latin_scale:g}"
    lines = [rf"\documentclass[{options}]{{pages}}"]
    if language.cjk:
        lines.append(rf"\xeCJKsetup{{PunctStyle={habits.punctuation}}}")
    if habits.leading != 1:
        lines.append(rf"\linespread{{\fpeval{{{habits.leading:g}*\baselinestretch}}}}\selectfont")
    if cjk and not language.cjk:
        lines.append(CJK_IN_LATIN)
    lines += [r"\defaultfontfeatures[\rmfamily,\sffamily]{}",  # a straight quote in the text stays straight
              rf"\setmainfont{{{fonts['serif'][0]}}}[{scale}]", rf"\setsansfont{{{fonts['sans'][0]}}}[{scale}]",
              rf"\setmonofont{{{fonts['mono'][0]}}}[Scale={habits.latin_scale * MONO:.3g}]",
              rf"\setmathfont{{{fonts['math'][0]}}}[Scale={habits.latin_scale * MATH:.3g}]",
              rf"\setmathfont{{{fonts['serif'][0]}}}[range=up/num,{scale}]"]  # a number looks the same in a formula and beside it
    if cjk:
        lines += [rf"\setCJKmainfont{{{fonts['cjk_serif'][0]}}}[ItalicFont={fonts['cjk_sans'][0]},BoldItalicFont={{{fonts['cjk_sans'][0]} Bold}}]",
                  rf"\setCJKsansfont{{{fonts['cjk_sans'][0]}}}[ItalicFont={fonts['cjk_sans'][0]}]",
                  rf"\setCJKmonofont{{{fonts['cjk_mono'][0]}}}[ItalicFont={fonts['cjk_mono'][0]}]"]
    families = [fonts["cjk_serif"][0], *fonts["fallback"]]
    for letter in sorted(set(STAND_INS.findall(body))):
        lines.append(rf"\newfontfamily\bookstandin{letter}{{{families[ord(letter) - ord('A')]}}}")
    lines.append(tex.ALIASES)
    if language.patterns != "english":
        lines.append(rf"\AtBeginDocument{{\language=\csname l@{language.patterns}\endcsname\lefthyphenmin=2\righthyphenmin=2}}")
    return "\n".join(lines)


def _first_pages(project: Project, shown: Publication, cache: Cache) -> tuple[str, str]:
    """Title page with imprint; contents with lists."""
    text = shown.text
    edition, strings = text.edition, text.edition.language.strings
    lost: list[str] = []
    plan = font_plan(edition.language, "serif")

    def said(value: str) -> str:
        return tex.glyphs(value, plan, lost)

    title = rf"\booktitlepage{{{said(edition.title)}}}{{{said(edition.subtitle)}}}{{{said(', '.join(edition.authors))}}}{{{said(edition.language.name)}}}{{{TITLE_PICTURE}}}"
    imprint = "\n\n".join(_imprint_line(line, said(line.text)) for line in shown.imprint if line.only in ("", "pdf"))
    pieces = [rf"\bookfrontheading{{contents}}{{{said(strings['contents'])}}}", _contents(text, cache)]
    for kind in ("figure", "table"):
        lines = _list(text, kind, cache) if f"{kind}s" in project.page.lists else ""
        if lines:
            pieces += [rf"\bookfrontlist{{{said(strings[f'{kind}s'])}}}", lines]
    symbols = notation(project, text) if "notation" in project.page.lists else []
    if symbols:
        pieces.append(rf"\bookfrontlist{{{said(strings['notation'])}}}")
    for symbol in symbols:
        number = tex.escape(edition.language.label("equation", text.numbering.labels[symbol.equation].number))
        pieces.append(rf"\booknotation{{{tex.formula(symbol.tex)}}}{{{said(symbol.words)}}}{{{tex.anchor_key(symbol.equation)}}}{{{number}}}")
    return rf"{title}\begin{{bookimprint}}{imprint}\end{{bookimprint}}", "\n".join(pieces)


def _imprint_line(line: Line, words: str) -> str:
    linked = rf"\href{{{tex.url(line.address)}}}{{{words}}}" if line.address else words
    return (rf"\bookanchor{{{line.anchor}}}" if line.anchor else "") + linked


def shown_number(text: EditionText, label: Label) -> str:
    """What stands before a heading's title: `第 1 章`, `1.2`, or nothing where the author has typed a number."""
    if not label.number or label.number in stringify(label.title)[:len(label.number) + 10]:
        return ""
    return text.edition.language.label("chapter", label.number) if label.level == 1 else label.number


def _contents(text: EditionText, cache: Cache) -> str:
    entries: list[Node] = []
    lost: list[str] = []
    plan = font_plan(text.edition.language, "serif")
    for label in text.numbering.of_kind("chapter", "section"):
        if label.level > SECTION_DEPTH - 1 or label.chapter not in {chapter.slug for chapter in text.chapters.values()}:
            continue
        entries.append(plain([raw("latex", rf"\booktocline{{{label.level}}}{{{tex.anchor_key(label.id)}}}{{{shown_number(text, label)}}}{{"),
                              *_title(label.title, plan, lost), raw("latex", "}")]))
    if text.bibliography.entries:
        entries.append(raw_block("latex", rf"\booktocline{{1}}{{bibliography}}{{}}{{{text.edition.language.strings['bibliography']}}}"))
    key = digest("contents", pandoc_version(), toolchain_digest("publish"), json.dumps(entries, ensure_ascii=False))
    return cache.of(key, lambda: to_tex(entries).encode()).decode()


def _list(text: EditionText, kind: str, cache: Cache) -> str:
    """The numbered figures or tables, each with the first sentence of its caption."""
    entries: list[Node] = []
    lost: list[str] = []
    plan = font_plan(text.edition.language, "serif")
    for resolved in text.resolved.values():
        for node in walk(resolved.blocks):
            if node["t"] != kind.capitalize() or not (label := text.numbering.labels.get(node["c"][0][0])) or label.kind != kind:
                continue
            caption = node["c"][1][1][0]["c"] if node["c"][1][1] else []
            name = tex.escape(text.edition.language.label(kind, label.number))
            entries.append(plain([raw("latex", rf"\booktocline{{4}}{{{tex.anchor_key(label.id)}}}{{{name}}}{{"),
                                  *_title(first_sentence(caption), plan, lost), raw("latex", "}")]))
    key = digest(kind, pandoc_version(), toolchain_digest("publish"), json.dumps(entries, ensure_ascii=False))
    return cache.of(key, lambda: to_tex(entries).encode()).decode() if entries else ""


def first_sentence(inlines: Sequence[Node]) -> list[Node]:
    """A caption up to its first full stop, without the stop."""
    result: list[Node] = []
    for index, node in enumerate(inlines):
        if node["t"] == "Str":
            head, stop, _ = node["c"].partition("。")
            last = index + 1 == len(inlines) or inlines[index + 1]["t"] in ("Space", "SoftBreak")
            if stop or (head.endswith(".") and last):
                return [*result, string(head.rstrip("."))]
        result.append(node)
    return result


def _title(title: Sequence[Node], plan: FontPlan, lost: list[str]) -> list[Node]:
    def change(node: Node) -> list[Node] | None:
        if node["t"] == "Str" and not node["c"].isascii():
            return [raw("latex", tex.glyphs(node["c"], plan, lost))]
        if node["t"] == "Code":
            return [raw("latex", tex.code(node["c"][1], plan, lost))]
        if node["t"] == "RawInline":  # the colour of a linked number
            return []
        if node["t"] == "Image":  # a title in the contents is words
            return []
        if node["t"] in ("Span", "Link"):
            return rebuild(node["c"][1], change)
        return None

    return rebuild(without_notes(title), change)


def _references(pages: Pages, text: EditionText) -> str:
    """The reference list as a chapter of its own."""
    if not text.bibliography.entries:
        return ""
    name = pages.language.strings["bibliography"]
    blocks: list[Node] = [raw_block("latex", rf"\bookchapter{{bibliography}}{{}}{{{name}}}{{{name}}}\begin{{bookreferences}}")]
    lost: list[str] = []
    for key, inlines in text.bibliography.entries.items():
        mark = tex.escape(text.bibliography.numbers[key])
        blocks.append(plain([raw("latex", rf"\bookreference{{{tex.anchor_key('ref-' + key)}}}{{{mark}}}"), *_entry(inlines, pages, lost)]))
    return to_tex([*blocks, raw_block("latex", r"\end{bookreferences}")])


def _entry(inlines: Sequence[Node], pages: Pages, lost: list[str]) -> list[Node]:
    def change(node: Node) -> list[Node] | None:
        if node["t"] == "Str":
            return [raw("latex", tex.breakable(node["c"], pages.serif, lost, 30))]
        return None

    return rebuild(inlines, change)
