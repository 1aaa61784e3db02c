"""What a block says, apart from how it is set: the text that is hashed, its sentences, and its language-neutral features.

Whitespace, the width and the shape of punctuation, group marks in numbers and the targets of links are no part of it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from book.language import Language
from book.manuscript.tree import TEXT, Node, children, table_rows

HASH = 12
"""Hexadecimal digits of a block's hash: 48 bits, one accidental pair among 20 million blocks."""
SENTENCE_HASH = 5
"""Digits of a sentence's hash; it only proposes a tie, which must hold for most sentences of a block."""

STOP = "\ue001"
_PAIRED = {
    **dict.fromkeys("“”„«»「」『』〝〞‘’‚‹›'", '"'),
    **dict(zip("，、；：？！（）［］％／＋－＝＜＞～", ",,;:?!()[]%/+-=<>~", strict=True)),
    **dict.fromkeys("—–‒―−‐‑⸺", "-"),
    **dict.fromkeys("\u200b\u2060\ufeff\u00ad", ""),
    "…": "...",
    "。": f".{STOP}",
    "．": f"．{STOP}",
}
_ODD = re.compile(f"[{''.join(_PAIRED)}]")
_DASHES = re.compile(r"-{2,}")
_SPACES = re.compile(r" (?:(?<![A-Za-zА-Яа-яЁё] )|(?![A-Za-zА-Яа-яЁё]))")
_GROUPS = re.compile(r"(?:[,\u00a0\u202f\u2009](?<=\d.)|\\,(?<=\d..)|\{,\}(?<=\d...))(?=\d{3}(?!\d))")
_RUSSIAN_GROUPS = re.compile(r"(?:[ \u00a0\u202f\u2009](?<=\d.)|\\,(?<=\d..))(?=\d{3}(?!\d))")
_TEX_SPACE = re.compile(r"\\[,;:! ]|~|\\q?quad(?![A-Za-z])|(?<![A-Za-z])\s+|\s+(?![A-Za-z])")
_TEX_COMMA = re.compile(r"(?<=\d)(?:\{,\}|,)(?=\d)")
_TEX_GROUPS = re.compile(r"(?<=\d)(?:\{,\}|,)(?=\d{3}(?!\d))")
_COMMA = re.compile(r",(?<=\d.)(?=\d)")
_FULL_STOP = re.compile(r"\.(?=\s)")
_END = re.compile(rf"(?<=[!?;{STOP}])")
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_NAME = re.compile(r"(?<![A-Za-z])[A-Za-z][A-Za-z0-9.+-]*[A-Z0-9][A-Za-z0-9+-]*")
_WORD = re.compile(r"[A-Za-zА-Яа-яЁё'’-]+|\d+(?:[.,]\d+)*")
_HAN = re.compile(r"[\u3400-\u9fff]+")


@dataclass
class Reading:
    """One block as it is read."""

    text: str
    """All that it says in order, with marks for emphasis, formulas, code and images."""
    prose: str
    """The words alone: no code, formulas, addresses."""
    features: list[str] = field(default_factory=list)
    """What every translation has too: bound ids, references, citations, formulas, code, digits, names."""
    labels: list[str] = field(default_factory=list)
    """Ids that the block defines."""
    notes: list[Node] = field(default_factory=list)
    """Footnotes that it calls."""


def numbers_as(language: Language) -> str:
    """The language whose way of writing numbers a language shares: with a decimal comma (`strings.decimal` of its data),
    Russian."""
    return "ru" if language.strings.get("decimal") == "," else language.tag


def normal(text: str, language: str = "") -> str:
    """`text` without typography: two texts that differ only in spaces and in the shape of punctuation become equal."""
    return parted(text, language).replace(STOP, "")


def parted(text: str, language: str = "") -> str:
    """The same with `STOP` after each full stop, which is no decimal point."""
    text = (_RUSSIAN_GROUPS if language.startswith("ru") else _GROUPS).sub("", text)
    text = _FULL_STOP.sub(f".{STOP}", text)
    text = _ODD.sub(lambda match: _PAIRED[match[0]], text)  # many times faster than `translate`
    text = " ".join(text.split())
    return _SPACES.sub("", _DASHES.sub("-", text) if "--" in text else text)


def digest_of(text: str, language: str = "") -> str:
    """The hash of a text after `normal`."""
    return hash_of(normal(text, language))


def hash_of(normal_text: str) -> str:
    """The hash of a text that is normal already."""
    return _hash(normal_text, HASH)


def sketch_of(parted_text: str) -> list[str]:
    """A short hash of each sentence of a text after `parted`: it recognises a block that was edited, split or joined."""
    sentences = (part.replace(STOP, "").rstrip(".") for part in _END.split(parted_text))
    return [_hash(sentence, SENTENCE_HASH) for sentence in sentences if sentence]


def _hash(text: str, size: int) -> str:
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()[:size]


def words_in(prose: str) -> int:
    """Words as an editor counts them: a Chinese character, a word of letters, a number."""
    return han_in(prose) + len(_WORD.findall(prose))


def letters_in(prose: str) -> int:
    """Letters of any script."""
    return sum(map(str.isalpha, prose))


def han_in(prose: str) -> int:
    """Chinese characters."""
    return len(prose) - len(_HAN.sub("", prose))


def tex(source: str, language: str = "") -> str:
    """A formula without what TeX only sets: spaces, group marks, the language's decimal mark."""
    source = _TEX_COMMA.sub(".", source) if language.startswith("ru") else _TEX_GROUPS.sub("", source)
    return _TEX_SPACE.sub("", source)


def digits(text: str, language: str = "") -> str:
    """Numbers without group marks and with a decimal point."""
    if language.startswith("ru"):
        return _COMMA.sub(".", _RUSSIAN_GROUPS.sub("", text))
    return _GROUPS.sub("", text)


def read_block(node: Node, language: str = "") -> Reading:
    """The reading of one block of a tree (a paragraph, a table, a heading …); footnotes are blocks of their own."""
    reader = _Reader(language)
    reader.marked(node)
    text = "".join(reader.parts)
    prose = "".join(reader.prose)
    features = reader.features + [f"n{match[0]}" for match in _DIGITS.finditer(digits(prose, language))]
    features += [f"w{match[0].lower()}" for match in _NAME.finditer(prose)]
    return Reading(text, prose, features, reader.labels, reader.notes)


SPACES = frozenset(("Space", "SoftBreak", "LineBreak"))
_MARKS = {"Emph": "*", "Strong": "**", "Strikeout": "~~", "Superscript": "^", "Subscript": "~", "Underline": "", "SmallCaps": ""}
_LINKS = {"calc:": "c", "cite:": "q", "#": "r"}
_ATTRIBUTED = {"Header": 1, "Span": 0, "Div": 0, "Code": 0, "CodeBlock": 0, "Link": 0, "Image": 0, "Figure": 0, "Table": 0}


class _Reader:
    """Walks a block once and keeps the four things that a Reading holds."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.parts: list[str] = []
        self.prose: list[str] = []
        self.features: list[str] = []
        self.labels: list[str] = []
        self.notes: list[Node] = []

    def say(self, text: str) -> None:
        self.parts.append(text)
        self.prose.append(text)

    def nodes(self, nodes: Sequence[Node]) -> None:
        part, word = self.parts.append, self.prose.append
        for node in nodes:
            kind = node["t"]
            if kind == "Str":
                part(node["c"])
                word(node["c"])
            elif kind in SPACES:
                part(" ")
                word(" ")
            else:
                self.marked(node)

    def marked(self, node: Node) -> None:
        """Everything but words and spaces."""
        kind = node["t"]
        content: Any = node.get("c")
        at = _ATTRIBUTED.get(kind)
        if at is not None and content[at][0]:
            self.labels.append(content[at][0])
        if kind == "Math":
            self.formula(content)
        elif kind in ("Code", "CodeBlock"):
            self.parts.append(f"`{content[1]}`")
            self.prose.append(" ")
            self.features.append("k" + content[1])
        elif kind in TEXT:
            self.parts.append(_MARKS[kind])
            self.nodes(content)
            self.parts.append(_MARKS[kind])
        elif kind == "Link":
            self.link(content[2][0])
            self.nodes(content[1])
        elif kind == "Image":
            self.image(content)
        elif kind == "Span":
            self.span(content)
        elif kind == "Quoted":
            self.say('"')
            self.nodes(content[1])
            self.say('"')
        elif kind == "Table":
            self.table(node)
        elif kind == "Note":
            self.features.append("note")
            self.notes.append(node)
        elif kind in ("RawInline", "RawBlock"):
            if not content[1].lstrip().startswith("<!--"):
                self.parts.append(content[1])
        else:
            self.below(node)

    def below(self, node: Node) -> None:
        for part in children(node):
            self.nodes(part)
            self.say("\n")

    def image(self, content: Any) -> None:
        self.features.append("i" + content[2][0])
        self.parts.append("![")
        self.nodes(content[1])
        self.parts.append(f"]({content[2][1]})")
        self.prose.append(" " + content[2][1])

    def formula(self, content: list[object]) -> None:
        source = tex(str(content[1]), self.language)
        self.parts.append(f"${source}$")
        self.prose.append(" ")
        self.features.append("m" + source)

    def link(self, target: str) -> None:
        mark = next((mark for scheme, mark in _LINKS.items() if target.startswith(scheme)), "u")
        self.features.append(mark + target.removeprefix("calc:").removeprefix("cite:").removeprefix("#"))

    def span(self, content: list[list[object]]) -> None:
        pairs = dict(content[0][2])  # type: ignore[call-overload]
        for key, mark in (("calc", "c"), ("keys", "q")):
            if key in pairs:
                self.features.append(mark + pairs[key])
        self.nodes(content[1])  # type: ignore[arg-type]

    def table(self, node: Node) -> None:
        for row in table_rows(node):
            for cell in row:
                self.nodes(cell[4])
                self.say(" | ")
            self.say("\n")
        self.nodes(node["c"][1][1])
