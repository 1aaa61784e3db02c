"""TeX as text: escaping, words that may break, characters that need another font, formulas in one form."""

from __future__ import annotations

import hashlib
import re

from book.publish.glyphs import IGNORABLE, FontPlan, columns, is_cjk

SPECIAL = {"\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "#": r"\#", "$": r"\$", "%": r"\%", "&": r"\&", "_": r"\_",
           "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "'": r"\textquotesingle{}", "`": r"\textasciigrave{}",
           "-": r"-{}", "<": r"<{}", ">": r">{}", ",": ",{}", '"': r"\textquotedbl{}", "?": "?{}", "!": "!{}"}
"""Every character that TeX or a font feature would take for something else."""

SAFE_KEY = re.compile(r"[A-Za-z0-9:.-]{1,60}")
BREAK_AFTER = "/._-=,:;&?)]}@+|\\"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
LONGEST_RUN = 14
"""Characters of code that stay together where no separator allows a break."""

ENVIRONMENTS = {"align": "aligned", "align*": "aligned", "gather": "gathered", "gather*": "gathered", "eqnarray": "aligned",
                "eqnarray*": "aligned", "equation": "", "equation*": "", "multline": "gathered", "multline*": "gathered",
                "split": "split", "flalign": "aligned", "flalign*": "aligned", "alignat": "alignedat", "alignat*": "alignedat",
                "displaymath": ""}
WHOLE = re.compile(r"\s*\\begin\{([a-z]+\*?)\}(.*)\\end\{\1\}\s*", re.S)

NAKED_WORDS = re.compile(r"(\\(?:text\w*|mathrm|operatorname\*?|mbox)\s*\{[^{}]*\})|[\u3000-\u30ff\u4e00-\u9fff\uff00-\uff60]+")
"""Chinese in a formula, which TeX sets only as text."""

BARE_SCRIPT = re.compile(r"([_^])\s*(\\[A-Za-z]+(?:\{[^{}]*\})+)")
"""`x_\\mathcal{B}` works in old LaTeX by luck, with OpenType fonts not."""

ALIASES = (r"\providecommand{\bm}[1]{\boldsymbol{#1}}\providecommand{\lt}{<}\providecommand{\gt}{>}"
           r"\providecommand{\coloneqq}{\mathrel{:=}}\providecommand{\eqqcolon}{\mathrel{=:}}")
"""Commands that MathML's readers know and LaTeX does not."""

REFUSED = re.compile(r"\^\^|\\(?:re)?newcommand|\\(?:e|g|x)?def(?![a-z])|\\let(?![a-z])|\\label|\\tag|\\ref(?![a-z])|\\eqref|\\color|\\include|"
                     r"\\input|\\write|\\open(?:in|out)|\\csname|\\catcode|\\special|\\hspace|\\vspace|\\DeclareMathOperator|"
                     r"(?<!\\)%|(?<![\\&])#")
"""What pandoc's reader of formulas lets pass or expands, and TeX would take for a command to act on."""


def refused(tex: str) -> str:
    """The first part of a formula that is never handed to TeX, empty if there is none."""
    match = REFUSED.search(tex)
    return match[0] if match else ""


def anchor_key(anchor: str) -> str:
    """The name of a label inside TeX and the PDF: itself if TeX can read it, else its hash."""
    return anchor if SAFE_KEY.fullmatch(anchor) else "x" + hashlib.sha256(anchor.encode()).hexdigest()[:16]


def escape(text: str) -> str:
    """Running text as TeX that prints it."""
    return "".join(SPECIAL.get(character, character) for character in text)


def stand_in(index: int, text: str) -> str:
    """Characters in the `index`-th stand-in font of the edition."""
    return rf"{{\bookstandin{chr(ord('A') + index)} {escape(text)}}}"


def glyphs(text: str, plan: FontPlan, lost: list[str]) -> str:
    """Escaped text in which characters that the main font lacks are set in one that has them; those of no font go to `lost`."""
    if text.isascii():
        return escape(text)
    parts = []
    for character in text:
        if character in IGNORABLE:
            continue
        index = plan.stand_in(character)
        if index is None:
            lost.append(character)
        parts.append(stand_in(index, character) if index is not None and index >= 0 else escape(character))
    return "".join(parts)


def code(text: str, plan: FontPlan, lost: list[str]) -> str:
    """Inline code that may break after separators and inside long runs."""
    parts, run = [], 0
    for index, character in enumerate(text):
        if character == " ":
            parts.append(r"\ \allowbreak{}")
            run = 0
            continue
        parts.append(glyphs(character, plan, lost))
        run += 1
        inside = character in ",." and text[index + 1:index + 2].isdigit()  # of a number
        if (character in BREAK_AFTER and not inside) or run >= LONGEST_RUN or is_cjk(character):
            parts.append(r"\allowbreak{}")
            run = 0
    return rf"\bookcode{{{''.join(parts)}}}"


def breakable(text: str, plan: FontPlan, lost: list[str], longest: int) -> str:
    """A word of running text that may break after separators, and anywhere once a run is longer than `longest` columns."""
    parts, run = [], 0
    for character in text:
        parts.append(glyphs(character, plan, lost))
        run = 0 if is_cjk(character) else run + 1
        if run >= longest or (character in BREAK_AFTER and run > 3):
            parts.append(r"\bookbreak{}")
            run = 0
    return "".join(parts)


def wrapped(line: str, width: int) -> list[str]:
    """A line of code cut into pieces of at most `width` columns, at a space or separator in the last third if there is one."""
    pieces: list[str] = []
    while columns(line) > width:
        cut, used = 0, 0
        while used + columns(line[cut]) <= width:
            used += columns(line[cut])
            cut += 1
        soft = max((line.rfind(mark, cut * 2 // 3, cut) for mark in " ,;/)]}"), default=-1)
        cut = soft + 1 if soft > 0 else max(cut, 1)
        pieces.append(line[:cut])
        line = line[cut:]
    return [*pieces, line]


def formula(tex: str) -> str:
    """A formula in a form that fits anywhere: environments of whole displays become their inner kin."""
    body = "\n".join(line for line in tex.strip().splitlines() if line.strip())
    body = NAKED_WORDS.sub(lambda match: match[1] or rf"\text{{{match[0]}}}", body)
    body = BARE_SCRIPT.sub(r"\1{\2}", body)
    match = WHOLE.fullmatch(body)
    if match and match[1] in ENVIRONMENTS:
        inner = ENVIRONMENTS[match[1]]
        text = match[2].replace(r"\nonumber", "").replace(r"\notag", "").strip()
        body = rf"\begin{{{inner}}}{text}\end{{{inner}}}" if inner else text
    if r"\\" in body and r"\begin{" not in body:
        body = rf"\begin{{gathered}}{body}\end{{gathered}}"
    return body


def note_letter(index: int) -> str:
    """The mark of a note under a table: a, b … z, aa, ab …"""
    before, letter = divmod(index, len(LETTERS))
    return (note_letter(before - 1) if before else "") + LETTERS[letter]


def url(target: str) -> str:
    """An address inside \\href."""
    return re.sub(r"[\\{}%#&^~$_]", lambda match: f"\\{match[0]}" if match[0] in "%#&_" else f"\\%{ord(match[0]):02X}", target)
