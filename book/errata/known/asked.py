"""What a doubted value is asked to be: the words around it, and the operands that the text gives."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from book.errata.dispute import Dispute
from book.errata.figures import Figure, table_figures
from book.errata.known.attributes import REACH, SENTENCE_END, Read, reads_of, sentences_of, sole
from book.errata.known.words import cue
from book.errata.symbols import compute, symbols_in, tree_of
from book.ledger import calculator
from book.numbers.tree import Node
from book.numbers.units import hard


@dataclass(frozen=True)
class Result:
    """A value that the calculator gives for one reading of what is asked."""

    formula: str
    """As the calculator writes it."""
    value: Fraction
    operands: tuple[Read, ...]
    slips: tuple[Fraction, ...] = ()
    """What the usual mistakes come to: one copy instead of two, all layers instead of some."""
    scope: str = ""
    rule: str = ""
    """The formula of the function, in LaTeX."""
    low: bool = False
    """Whether small parts (norms, a router) are left out: the value is right to about one in a thousand."""


@dataclass(frozen=True)
class Asked:
    """One doubted value with the words and the attributes around it; symbols have the values of `at`."""

    dispute: Dispute
    reads: tuple[Read, ...]
    at: Mapping[str, Fraction] = field(default_factory=dict)
    symbolic: bool = False
    """Whether a formula is doubted: then operands are told by their names."""

    @cached_property
    def words(self) -> str:
        """The sentence, or the labels of a table's row and column with the sentences of its section."""
        scene = self.dispute.scene
        return " ".join(self.labels) if scene.table is not None else scene.text_of(scene.sentence)

    @cached_property
    def sentence(self) -> str:
        """The very sentence of the doubted number: what it is told for (a token, a layer, a context) stands there."""
        scene, report = self.dispute.scene, self.dispute
        if scene.table is not None or not report.targets:
            return self.words
        target, text = report.targets[0], scene.reading.text
        first = max((match.end() for match in SENTENCE_END.finditer(scene.reading.masked) if match.end() <= target.start), default=0)
        return text[first : max(first, scene.sentence[1])]

    @cached_property
    def clause(self) -> str:
        """What the sentence says of the doubted number: the words after it (`14 GB for the gradients`), else those since the last
        number of its kind."""
        scene, report = self.dispute.scene, self.dispute
        if scene.table is not None or not report.targets:
            return self.words
        target, text, (start, end) = report.targets[0], scene.reading.text, scene.sentence
        after = re.match(r"\s(?:for|of|для|на)\s[^,;，；。\d]*", text[target.end : end], re.IGNORECASE)
        if after:
            return after[0]
        kin = [f.end for f in scene.figures if start <= f.end <= target.start and _kin(f, target)]
        return text[max([start, *kin]) : target.start]

    @cached_property
    def phrase(self) -> str:
        """The words between two marks around the doubted number."""
        scene, report = self.dispute.scene, self.dispute
        if scene.table is not None or not report.targets:
            return self.words
        target, text, (start, end) = report.targets[0], scene.reading.text, scene.sentence
        return MARK.split(text[start : target.start])[-1] + MARK.split(text[target.end : end])[0]

    @cached_property
    def labels(self) -> tuple[str, str]:
        """In a table: the label of the row and the head of the column of the doubted cell."""
        table, report = self.dispute.scene.table, self.dispute
        if table is None:
            return "", ""
        place = report.scene.place
        starts = {figure.start for figure in report.targets}
        for r, c, figure in table_figures(table):
            if figure.start in starts and r >= 0:
                return table.rows[r][0].text, table.head[c].text
        for row in table.rows:
            for column, cell in enumerate(row):
                if place.start <= cell.at < place.end and cell.text.strip("$ ") == report.claim.stated.strip("$ "):
                    return row[0].text, table.head[column].text
        return "", ""

    @cached_property
    def block(self) -> str:
        """The words of the doubted value's block."""
        scene = self.dispute.scene
        if scene.table is not None:
            return self.section
        first, last = scene.place.start - REACH, scene.place.end + REACH
        return scene.source[max(scene.block.start, first) : min(scene.block.end, last)]

    @cached_property
    def section(self) -> str:
        """The words of the section, its heading included."""
        scene = self.dispute.scene
        first, last = scene.place.start - REACH, scene.place.end + REACH
        return scene.source[max(scene.section[0].start, first) : min(scene.section[-1].end, last)]

    @cached_property
    def unit(self) -> str:
        """`byte`, `FLOP`, … of the doubted value; `%` for a share, empty if it has none."""
        printed = self.dispute.printed
        if printed is None or printed.unit is None:
            return ""
        if printed.unit.spelling == "%":
            return "%"
        dims = [base for base, _ in hard(printed.unit.dims)]
        soft = [base for base, _ in printed.unit.dims]
        return dims[0] if len(dims) == 1 else "/".join(dims) if dims else soft[0] if soft else ""

    def says(self, name: str, words: str | None = None) -> bool:
        """Whether the sentence (or other words) says a condition."""
        return cue(name).search(self.words if words is None else words) is not None

    def read(self, name: str) -> Read | None:
        """An attribute that the text gives once."""
        return sole(self.reads, name)

    def told(self, read: Read | Fraction | int) -> str:
        """An operand as it is shown in a formula."""
        if isinstance(read, Read):
            return read.name if self.symbolic else _told(self.number(read))
        return _told(Fraction(read))

    def number(self, read: Read) -> Fraction:
        """The value of an attribute."""
        return read.value if isinstance(read.value, Fraction) else compute(read.value, self.at).low

    @cached_property
    def sentences(self) -> list[tuple[str, int]]:
        """The sentences of the section that speak of the text's own configuration, with their reach."""
        return [(sentence.text, sentence.reach) for sentence in sentences_of(self.dispute)]

    @cached_property
    def doubted(self) -> Node | None:
        """The doubted formula: as stated, else the only one of the quote."""
        report = self.dispute
        if report.claim.stated:
            return tree_of(report.claim.stated.strip("$ "))
        trees = [tree_of(text) for text in re.findall(r"\$([^$=\n]+)\$", report.report.quote)]
        known = [tree for tree in trees if tree is not None]
        return known[0] if len(known) == 1 else None

    def others(self, *operands: Read) -> list[str]:
        """The symbols of the doubted formula that are none of the operands."""
        known = {name for read in operands if not isinstance(read.value, Fraction) for name in symbols_in(read.value)}
        return sorted(symbols_in(self.doubted) - known) if self.doubted is not None else []

    def left_over(self, result: Result) -> Fraction | None:
        """The product of the symbols of the doubted formula that are no operands: the tokens of `24BTDNH`; None without such."""
        others = self.others(*result.operands)
        product = Fraction(1)
        for name in others:
            product *= self.at[name]
        return product if others else None

    def call(self, function: str, **operands: Read | Fraction | int) -> Result:
        """What a function of the calculator gives for operands."""
        called = calculator.function(function)
        values = {key: self.number(each) if isinstance(each, Read) else Fraction(each) for key, each in operands.items()}
        shown = ", ".join(f"{key} = {self.told(each)}" for key, each in operands.items())
        reads = tuple(each for each in operands.values() if isinstance(each, Read))
        return Result(f"{function}({shown})", Fraction(called(**values)), reads, rule=calculator.latex(called))


MARK = re.compile(r"[,，、;；。:：]\s?|\.\s")
"""What parts the phrases of a sentence; a comma in a number has no space and stands in no words."""


def _kin(first: Figure, second: Figure) -> bool:
    """Whether two numbers are of one dimension; without a unit, both large."""
    if first.unit is None or second.unit is None:
        return first.unit is second.unit and min(first.literal.value, second.literal.value) >= 10**6
    return first.unit.dims == second.unit.dims


def _told(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else str(float(value)) if value.denominator in (2, 4, 8) else str(value)


def asked_of(dispute: Dispute) -> Asked:
    """What is asked, with all attributes of the section."""
    return Asked(dispute, tuple(reads_of(dispute)))
