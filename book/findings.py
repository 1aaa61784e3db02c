"""What a check says about a text: one `Finding`, and the enum of all codes with their severity, meaning and example."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any


class Severity(str, Enum):
    """How much a finding weighs; only errors set the exit code 1."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"


class Code(Enum):
    """Every stable code: its name, its severity, what it says in one line, and an example that earns it."""

    ARITH_MISMATCH = ("arith.mismatch", Severity.ERROR,
                      "A printed result does not follow from its printed operands.", "$6 \\times 7 = 41$")
    ARITH_ROUNDING = ("arith.rounding", Severity.HINT,
                      "A result follows only if its operands were rounded before they were printed.",
                      "62% of 989 TFLOP/s is 615 TFLOP/s")
    UNIT_MISMATCH = ("unit.mismatch", Severity.ERROR,
                     "A quantity told again in another unit is another quantity.", "30 GB, about 32.2 GiB")
    DIMENSION_MISMATCH = ("dimension.mismatch", Severity.ERROR,
                          "The two sides, or the terms of a sum, measure different things.",
                          "$120\\ \\mathrm{GB} / 0.04\\ \\mathrm{s} = 3000\\ \\mathrm{GB}$")
    TABLE_MISMATCH = ("table.mismatch", Severity.ERROR,
                      "A total, difference, ratio, product or share in a table does not follow from its row or column.",
                      "| total | 145 | under 48, 95 and 12")
    COUNT_MISMATCH = ("count.mismatch", Severity.ERROR,
                      "A number of things is announced and another number of things is listed.",
                      "three kinds: gradients, activations, checkpoints and logs")
    CONSTANT_MISMATCH = ("constant.mismatch", Severity.ERROR,
                         "A figure beside a device's or model's name is none of its published figures.",
                         "the H100 SXM reads 2.0 TB/s")
    NUMBER_UNBOUND = ("number.unbound", Severity.ERROR,
                      "A quantity is neither bound, checked, cited nor given.", "reads 20.90 ms, out of nowhere")
    NUMBER_UNKNOWN = ("number.unknown", Severity.ERROR,
                      "A link names a number that the ledger does not have.", "[8](calc:no-such-id)")
    NUMBER_STALE = ("number.stale", Severity.ERROR,
                    "A bound number is no longer what the calculator says.", "[20.91 ms](calc:decode-read)")
    FORMULA_MISMATCH = ("formula.mismatch", Severity.ERROR,
                        "A printed formula differs from the function that its label names.", "the factor 2 is missing")
    FORMULA_DIMENSION = ("formula.dimension", Severity.ERROR,
                         "The two sides of a printed formula measure different things.", "T = R \\beta")
    REF_MISSING = ("ref.missing", Severity.ERROR,
                   "A reference points to a label that no text defines.", "[#](#fig:nowhere)")
    REF_UNUSED = ("ref.unused", Severity.HINT, "A labelled figure, table or equation is never mentioned.",
                  "{#fig:alone}")
    CITE_MISSING = ("cite.missing", Severity.ERROR, "A citation key is not in the references.", "[x](cite:nobody)")
    PARITY_NUMBER = ("parity.number", Severity.ERROR,
                     "A translation prints another number than its source.", "1.8 万亿 / 1.8 億")
    PARITY_FORMULA = ("parity.formula", Severity.ERROR, "A translation prints another formula than its source.",
                      "P(A) / P(B)")
    PARITY_STRUCTURE = ("parity.structure", Severity.ERROR,
                        "A translation has other labels, tables, boxes or lists than its source.",
                        "three list items for four")
    SYNC_STALE = ("sync.stale", Severity.WARNING, "The source of a translated block has changed since.", "")
    SYNC_MISSING = ("sync.missing", Severity.WARNING, "A block of the source has no translation.", "")
    TERM_FORBIDDEN = ("term.forbidden", Severity.ERROR, "A word that the edition's glossary rules out.", "引數")
    TYPO_EMPHASIS = ("typo.emphasis", Severity.ERROR, "A literal `**` that was meant as emphasis.", "**词。**后")
    TYPO_NUMBER = ("typo.number", Severity.ERROR, "A number is not written in the edition's style.", "3.35 ТБ/с")
    TYPO_SPACE = ("typo.space", Severity.WARNING, "A space is missing, or one too many, beside a number.", "70GB权重")
    TYPO_PUNCTUATION = ("typo.punctuation", Severity.WARNING, "Punctuation of another language.", "权重,缓存")
    TYPO_ATTRIBUTE = ("typo.attribute", Severity.ERROR, "Braces that Markdown takes for an attribute and drops.", "")
    TYPO_DOLLAR = ("typo.dollar", Severity.ERROR, "A lone dollar sign that opens or lost a formula.", "between $10 and $20")
    TYPO_MARKUP = ("typo.markup", Severity.ERROR, "Markup of another tool that would be printed as it stands.", "\\ref{fig:x}")
    TABLE_UNREAD = ("table.unread", Severity.ERROR, "Lines that look like a table and are not read as one.", "")
    TABLE_DROPPED = ("table.dropped", Severity.ERROR, "A row has more cells than its table: the rest is lost.", "")
    TEXT_REFUSED = ("text.refused", Severity.ERROR, "Something that the book cannot hold: raw HTML, a research log without its question.", "<div>")
    REF_DOUBLED = ("ref.doubled", Severity.ERROR, "Two things have the same label.", "")
    GLYPH_MISSING = ("glyph.missing", Severity.ERROR, "A character has no glyph in the fonts.", "")
    BOX_OVERFULL = ("box.overfull", Severity.ERROR, "A line runs into the margin by more than 2 pt.", "")
    FONT_MISSING = ("font.missing", Severity.ERROR, "A font that the edition names is not installed.", "")
    LINK_BROKEN = ("link.broken", Severity.ERROR, "A link leads nowhere.", "")
    OUTLINE_MISMATCH = ("outline.mismatch", Severity.ERROR, "The outline differs from the headings.", "")
    NUMBER_LOST = ("number.lost", Severity.ERROR, "A number of the text is not found in the artefact.", "")
    EPUB_INVALID = ("epub.invalid", Severity.ERROR, "EPUBCheck reports a fault.", "")
    A11Y_VIOLATION = ("a11y.violation", Severity.ERROR, "Ace reports a barrier for readers.", "")

    def __init__(self, name: str, severity: Severity, says: str, example: str) -> None:
        """Keep the four parts as attributes."""
        self.id = name
        """The stable name in every output."""
        self.severity = severity
        """Error, warning or hint."""
        self.says = says
        """The meaning in one line."""
        self.example = example
        """A text that earns the code."""

    @classmethod
    def named(cls, name: str) -> Code:
        """Return the member with this stable name; `KeyError` if there is none."""
        return _BY_NAME[name]


_BY_NAME = {code.id: code for code in Code}


@dataclass(frozen=True, order=True)
class Finding:
    """One fault with its place, the words, what is stated and what was computed."""

    path: str
    """The file, relative to the book's folder."""
    line: int
    """Line of the first word, from 1."""
    column: int
    """Column of the first character, from 1."""
    id: str
    """The code's stable name."""
    quote: str
    """The words of the text, from the first operand to the result."""
    stated: str
    """The value as printed."""
    computed: str
    """The value that the operands give, or what was expected."""
    message: str
    """One sentence: what is wrong and how it was computed."""

    @property
    def code(self) -> Code:
        """The member of the enum."""
        return Code.named(self.id)

    @property
    def severity(self) -> Severity:
        """The severity of the code."""
        return self.code.severity

    def as_json(self) -> dict[str, Any]:
        """The object of `book check --format json`."""
        return {"code": self.id, "severity": self.severity.value, "path": self.path, "line": self.line,
                "column": self.column, "quote": self.quote, "stated": self.stated, "computed": self.computed,
                "message": self.message}
