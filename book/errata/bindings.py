"""The values that a text gives to the symbols of its formulas, and the formulas that have a value with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from book.checks.passage import Kind as SegmentKind
from book.checks.passage import Reading, Table
from book.errata.figures import Figure, figures_of, table_figures
from book.errata.symbols import Relation, chain_of, compute, key_of, symbols_in, tree_of
from book.numbers.errors import NumberProblem
from book.numbers.tree import Node, Operation, Symbol


@dataclass(frozen=True)
class Binding:
    """A symbol and its value where the text says it."""

    name: str
    value: Fraction
    """In base units."""
    figure: Figure | None
    """The number that says it; None if words do."""


def bindings_of(readings: Sequence[Reading], tables: Sequence[Table]) -> dict[str, Binding]:
    """The symbols that formulas and tables bind to numbers; one that is bound to two values is left out."""
    found: dict[str, Binding] = {}
    doubtful: set[str] = set()
    for binding in [
        *(b for reading in readings for b in bindings_in(reading)),
        *(b for table in tables for b in _in_table(table)),
    ]:
        old = found.setdefault(binding.name, binding)
        if old.value != binding.value:
            doubtful.add(binding.name)
    return {name: binding for name, binding in found.items() if name not in doubtful}


def bindings_in(reading: Reading) -> Iterator[Binding]:
    """The symbols that the formulas of a passage set equal to a number, each time anew."""
    figures = figures_of(reading)
    for at, segment in reading.spans:
        if segment.kind not in (SegmentKind.MATH, SegmentKind.DISPLAY):
            continue
        text, prefix = _without_unit(segment.text)
        relations = chain_of(text, reading.language)
        for i, relation in enumerate(relations):
            left = relation.left
            name = left.name if isinstance(left, Symbol) else key_of(left) if left is not None else ""
            value = _number(_end_of(relations, i))
            if not name or value is None or relation.sign not in "=~":
                continue
            figure = next((f for f in figures if at <= f.start <= at + len(segment.text) and f.literal.value == abs(value)), None)
            factor = (
                figure.unit.factor
                if figure is not None and figure.unit is not None and figure.end > at + len(segment.text)
                else Fraction(1)
            )
            yield Binding(name, value * factor * prefix, figure)


def _end_of(relations: Sequence[Relation], at: int) -> Node | None:
    """The last side of a run of equations between symbols: 4096 in `a = b = 4096`, for a and for b."""
    right = relations[at].right
    for following in relations[at + 1 :]:
        if not isinstance(right, Symbol) or following.left is not right or following.sign != "=":
            break
        right = following.right
    return right


_ELECTRIC = re.compile(
    r"(?:\\[,;: ]|~|\s)*\\(?:mathrm|text|rm)\s*\{\s*(?P<prefix>[kMGTmunpµμ]|\\mu\s?)?(?:\\Omega|[ΩFHVAKSTN]|Hz|Pa)\s*\}\s*[.,;]?\s*$"
)
_PREFIXES = {"k": 3, "M": 6, "G": 9, "T": 12, "m": -3, "µ": -6, "μ": -6, "u": -6, "n": -9, "p": -12}


def _without_unit(source: str) -> tuple[str, Fraction]:
    """A formula without the electric unit at its end, which no number of a computer has, and the size of that unit's prefix."""
    match = _ELECTRIC.search(source)
    if match is None or not any(char.isdigit() for char in source[: match.start()]):
        return source, Fraction(1)
    prefix = "µ" if (match["prefix"] or "").startswith("\\mu") else match["prefix"] or ""
    return source[: match.start()], Fraction(10) ** _PREFIXES.get(prefix, 0)


def _number(tree: Node | None) -> Fraction | None:
    """The value of a side without symbols that is a number, a power of ten or a product with one."""
    if tree is None or symbols_in(tree):
        return None
    if isinstance(tree, Operation) and tree.name not in ("neg", "*", "^"):
        return None
    try:
        value = compute(tree, {})
    except NumberProblem:
        return None
    return value.low if value.is_exact else None


def _in_table(table: Table) -> Iterator[Binding]:
    """Rows whose label holds one symbol in a formula."""
    numbers = table_figures(table)
    for r, row in enumerate(table.rows):
        match = re.findall(r"\$([^$]{1,30})\$", row[0].text) if row else []
        values = [figure for at, column, figure in numbers if at == r and column == 1]
        tree = tree_of(match[0], table.language) if len(match) == 1 else None
        if isinstance(tree, Symbol) and len(values) == 1:
            yield Binding(tree.name, values[0].amount, values[0])


_CACHE_WORDS: tuple[tuple[str, str], ...] = (
    (r"L(?:_\w+)?", r"(\d{1,3})\s?(?:layers|层|層|сло[ёея]в?)"),
    (
        r"n_(?:kv|\{kv\}|\\mathrm\{kv\})|n_?kv|N_kv|h_kv",
        r"(\d{1,3})\s?(?:个|個)?\s?(?:KV|key-value|KV-)[ -]?(?:heads|头|頭|голов\w*)",
    ),
    (
        r"d_h|d_head|d_\{head\}|H|h_d",
        r"(?:(?:head )?dimension|[头頭][维維]度|每[头頭](?:[维維]度)?|размерност\w+(?: головы)?)\s?(?:of |為|为|是|—\s?)?(\d{2,3})",
    ),
)
_BYTES = {"fp32": 4, "float32": 4, "fp16": 2, "bf16": 2, "float16": 2, "bfloat16": 2, "fp8": 1, "int8": 1}


def shared_notation(text: str, names: set[str]) -> dict[str, Binding]:
    """The symbols of the KV cache as the whole field writes them ($2\\,L\\,n_{kv}\\,d_h\\,b$), bound by the words of a text."""
    if not any("kv" in name.lower() for name in names):
        return {}
    found: dict[str, Binding] = {}
    for name in names:
        for pattern, words in _CACHE_WORDS:
            values = set(re.findall(words, text, re.IGNORECASE))
            if re.fullmatch(pattern, name) and len(values) == 1:
                found[name] = Binding(name, Fraction(int(values.pop())), None)
        kinds = {
            _BYTES[word] for word in re.findall(r"(?<!\w)(?:fp32|float32|fp16|bf16|float16|bfloat16|fp8|int8)(?!\w)", text.lower())
        }
        if name == "b" and len(kinds) == 1:
            found[name] = Binding(name, Fraction(kinds.pop()), None)
    return found


def formulas_in(readings: Sequence[Reading]) -> list[tuple[Reading, int, str, Node]]:
    """Every side of a formula that has symbols and an operator: its reading, the place and source of its segment, and its tree."""
    found = []
    for reading in readings:
        for at, segment in reading.spans:
            if segment.kind in (SegmentKind.MATH, SegmentKind.DISPLAY):
                found += [(reading, at, segment.text, tree) for tree in sides_of(segment.text, reading.language)]
    return found


def sides_of(source: str, language: str) -> list[Node]:
    """The sides of a formula that can be computed once its symbols have values."""
    relations = chain_of(source, language)
    trees = (
        [side for relation in relations for side in (relation.left, relation.right)] if relations else [tree_of(source, language)]
    )
    out: list[Node] = []
    for tree in trees:
        if isinstance(tree, Operation) and symbols_in(tree) and not key_of(tree) and tree not in out:
            out.append(tree)
    return out
