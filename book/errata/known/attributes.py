"""What the text itself says of a model or a cluster: layers, heads, widths, experts, bytes, each with the words that say it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from book.checks.passage import Kind, Reading, Table
from book.errata.dispute import Dispute
from book.errata.figures import Figure, figures_of, table_figures
from book.errata.known.words import Attribute, attributes
from book.errata.symbols import symbols_in, tree_of
from book.numbers.scan import What
from book.numbers.tree import Node, Number, Operation, Symbol

SENTENCE_END = re.compile(r"[。！？!?；;]|\.(?=\s+\S)")
SUPPOSED = re.compile(
    r"\b(?:if|would|could|instead of|switch\w*|quanti[sz]ing|halv\w+|reduc\w+|another|other)\b|换成|換成|改成|改用|改为|改為|如果|假如|若|减半|減半|再减"
    r"|(?<!\w)(?:если|вдвое|перейти|переход\w*|заменить|квантован\w+ (?:в|до)|уменьш\w+)",
    re.IGNORECASE,
)
"""Words of a sentence that speaks of another configuration than the text's own."""
SENTENCE, BLOCK, SECTION = 0, 1, 2


@dataclass(frozen=True)
class Read:
    """One attribute where the text says it."""

    name: str
    value: Fraction | Node
    """A number in base units, or the symbol that stands for it."""
    words: str
    at: int
    """Offset in the source."""
    reach: int
    """SENTENCE of the doubted value, its BLOCK, or its SECTION."""


def reads_of(dispute: Dispute) -> list[Read]:
    """All attributes that the section says, those near the doubted value first."""
    scene = dispute.scene
    doubted = {scene.offset(figure.start) for figure in dispute.targets}
    found: list[Read] = []
    sentences = list(sentences_of(dispute))
    for reading in dict.fromkeys(sentence.reading.text for sentence in sentences):
        here = [sentence for sentence in sentences if sentence.reading.text == reading]
        figures = figures_of(here[0].reading)
        for sentence in here:
            found += [read for read in _in_sentence(sentence, figures) if read.at not in doubted]
    for table in scene.tables:
        found += _in_table(table)
    return sorted(found, key=lambda read: read.reach)


REACH = 8_000
"""Characters on either side of the doubted value, and of the section besides, that are looked at."""


@dataclass(frozen=True)
class Sentence:
    """One sentence of a passage."""

    reading: Reading
    start: int
    end: int
    reach: int

    @property
    def text(self) -> str:
        """Its words."""
        return self.reading.text[self.start : self.end]


def sentences_of(dispute: Dispute) -> Iterator[Sentence]:
    """The sentences of the section around a doubted value; what only speaks of another configuration is left out."""
    scene = dispute.scene
    left = REACH
    for reading in scene.readings:
        mine = scene.table is None and reading is scene.readings[0]
        first, last = (scene.span[0] - REACH, scene.span[1] + REACH) if mine else (0, left)
        left -= 0 if mine else len(reading.text)
        start = 0
        for end in [*(match.end() for match in SENTENCE_END.finditer(reading.masked)), len(reading.text)]:
            doubted = mine and start < scene.span[1] and scene.span[0] < end
            if first <= start < end <= last + REACH and start < last and (doubted or not SUPPOSED.search(reading.text[start:end])):
                yield Sentence(reading, start, end, SENTENCE if doubted else BLOCK if mine else SECTION)
            start = end


def _in_sentence(sentence: Sentence, figures: Sequence[Figure]) -> Iterator[Read]:
    reading, start, end, reach = sentence.reading, sentence.start, sentence.end, sentence.reach
    for figure in figures:
        if start <= figure.start < end and figure.what is What.QUANTITY:
            before, after = reading.text[max(start, figure.start - 60) : figure.start], reading.text[figure.core : min(end, figure.core + 48)]
            name = "parameters" if _counts_parameters(figure, before, after) else _named(before, after, _TOKENS if _of_tokens(figure) else None)
            if name and (value := _amount(figure, name)) is not None:
                words = _clipped(reading.text, max(start, figure.start - 12), min(end, figure.end + 14))
                yield Read(name, value, words, reading.source_offset(figure.start), reach)
    for at, segment in reading.spans:
        if start <= at < end and segment.kind is Kind.MATH:
            yield from _symbol(reading, at, segment.text, (start, end), reach)


def _clipped(text: str, start: int, end: int) -> str:
    """The words of a span, without the parts of words at its ends."""
    words = text[start:end]
    if text[max(0, start - 1) : start].isalnum() and re.match(r"[A-Za-zА-яё]", words):
        words = re.sub(r"\A\w+", "", words)
    if text[end : end + 1].isalnum() and re.search(r"[A-Za-zА-яё]\Z", words):
        words = re.sub(r"[^\W\d]+\Z", "", words)
    return words.strip(" ,;.，、。；$")


def _counts_parameters(figure: Figure, before: str, after: str) -> bool:
    """Whether a number is that of a model's parameters: by its unit, or as `a 7B model`."""
    if figure.unit is not None:
        return any(base == "parameter" for base, _ in figure.unit.dims)
    return figure.amount >= 10**6 and bool(_MODEL.match(after) or _PARAMETERS.search(before))


_MODEL = re.compile(r"\A\$?[\s-]?(?:的)?(?:模型|model\b|модел)", re.IGNORECASE)
_PARAMETERS = re.compile(r"(?:参数量?|參數量?|parameters|параметр\w*)\s?(?:为|為|是|=|:|：|of|取|约)?\s?\$?(?:\s*[A-Za-z]\s*=\s*)?\$?\Z", re.IGNORECASE)


_TOKENS = ("window", "context", "tokens", "vocabulary")
"""What has so many tokens."""


def _of_tokens(figure: Figure) -> bool:
    return figure.unit is not None and [base for base, _ in figure.unit.dims] == ["token"]


def _named(before: str, after: str, only: Sequence[str] | None = None) -> str:
    """The attribute that the words around a number name; empty if none."""
    *named, tokens = (each for each in attributes() if only is None or each.name in only)
    for group, first in ((named, True), (named, False), ([tokens], True)):
        for attribute in group:
            if attribute.fits(before, after, first=first):
                return attribute.name
    return ""


def _amount(figure: Figure, name: str) -> Fraction | None:
    """The number that is meant; None where its unit says that it is something else."""
    dims = dict(figure.unit.dims) if figure.unit is not None else {}
    if set(dims) - {"token", "request", "device", "parameter"}:
        return None
    value = figure.amount if figure.unit is not None else figure.literal.value
    if name == "context" and figure.literal.written.lower().endswith("k"):
        return None  # 32K may be 32,000 or 32,768
    return value if value > 0 and (value.denominator == 1) else None


_SHAPE = re.compile(r"\A\$?\s?(?:的?(?:权重|權重)?矩[阵陣]|(?:weight )?matri(?:x|ces)|-?матриц)", re.IGNORECASE)
_SHAPED = re.compile(r"(?:shapes?|size|大小|形状|形狀|размер\w*|матриц\w*|matri(?:x|ces))\s?(?:of|为|為)?\s?\$?\Z", re.IGNORECASE)
_SAID = re.compile(
    r"\A\$\s?(?:(?:为|為|是|表示|is|are|be|denotes?|for|—|–|-|,|:)\s?(?:the |a |an )?|the )(?:number of |count of |число |количество )?", re.IGNORECASE
)


def _symbol(reading: Reading, at: int, source: str, span: tuple[int, int], reach: int) -> Iterator[Read]:
    """A symbol that a sentence explains, or two whose product is the shape of a matrix."""
    before, after = reading.text[max(span[0], at - 41) : at - 1], reading.text[at + len(source) : min(span[1], at + len(source) + 60)]
    place = reading.source_offset(at)
    if power := re.fullmatch(r"\s*10\^\{?(\d{1,2})\}?\s*", source):
        name = _named(before, after)
        if name:
            yield Read(name, Fraction(10) ** int(power[1]), f"${source}$" + after[1:16], place, reach)
        return
    tree = tree_of(source, reading.language)
    if tree is None or isinstance(tree, Number):
        return
    if isinstance(tree, Symbol):
        said = _SAID.match(after)
        label = _labelled(after[said.end() :]) if said else ""
        label = label or next((each.name for each in attributes() if each.before.search(before)), "")
        if label:
            yield Read(label, tree, f"${source}$" + (after[1:24] if said else ""), place, reach)
    elif isinstance(tree, Operation) and tree.name == "*" and all(isinstance(part, Symbol) for part in tree.operands) and (
        _SHAPE.match(after) or _SHAPED.search(before)
    ):
        yield Read("matrix", Operation("*", tuple(sorted(tree.operands, key=repr))), f"${source}$", place, reach)


def _labelled(text: str) -> str:
    """The attribute with whose name a text begins."""
    for attribute in attributes():
        if attribute.label.match(text):
            return attribute.name
    return ""


_PARTS = re.compile(r"\s*[/／]\s*|：|:")


def _in_table(table: Table) -> Iterator[Read]:
    """Rows of a name and a value; a row may name two (`experts / chosen`)."""
    if not table.head or len(table.head) != 2:
        return
    numbers = table_figures(table)
    for r, row in enumerate(table.rows):
        label = row[0].text
        figures = [figure for at, column, figure in numbers if at == r and column == 1]
        parts = _parts(label, len(figures))
        for part, figure in zip(parts, figures, strict=False):
            name = next((each.name for each in attributes() if _covers(each, part)), "")
            if name and figure.what is What.QUANTITY and figure.unit is None:
                yield Read(name, figure.literal.value, f"{label} | {row[1].text}", figure.start, BLOCK)


def _parts(label: str, count: int) -> Sequence[str]:
    """The names of a label, one for each number; a common head (`experts: in all / chosen`) names the first."""
    if count == 1:
        return [label]
    head, _, rest = label.replace("：", ":").partition(":")
    parts = [part.strip() for part in re.split(r"\s*[/／]\s*", rest or head) if part.strip()]
    if rest and parts:
        parts[0] = head
    return parts if len(parts) == count else []


def _covers(attribute: Attribute, label: str) -> bool:
    return attribute.label.search(label) is not None


def sole(reads: Iterable[Read], name: str) -> Read | None:
    """The attribute as the nearest words say it; None if nothing does or they say two values."""
    mine = [read for read in reads if read.name == name]
    for reach in (SENTENCE, BLOCK, SECTION):
        near = [read for read in mine if read.reach == reach]
        if near:
            return near[0] if len({str(read.value) for read in near}) == 1 else None
    return None


def symbols_of(reads: Iterable[Read]) -> set[str]:
    """The symbols that the readings have."""
    return {name for read in reads if not isinstance(read.value, Fraction) for name in symbols_in(read.value)}
