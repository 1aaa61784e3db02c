"""Printed equations against functions of the calculator: a table of verdicts, and laws of the grammar."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from book.cache import Cache
from book.ledger import algebra, grammar
from book.ledger.entry import FormulaEntry
from book.ledger.errors import LedgerProblem
from book.ledger.formulas import State, judge
from book.numbers.tree import Node, Number, Operation, Symbol

CASES: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("formulas.yaml").read_text("utf-8"))


def entry_of(name: str) -> FormulaEntry:
    declared = CASES["functions"][name]
    return FormulaEntry("main", f"eq:{name}", declared["is"], declared["symbols"], "", 1)


@pytest.mark.parametrize(("name", "latex", "state", "how"), CASES["cases"], ids=[": ".join(case[:2]) for case in CASES["cases"]])
def test_verdict_and_name_of_the_difference(name: str, latex: str, state: str, how: str) -> None:
    verdict = judge(entry_of(name), latex)
    assert (verdict.state.value, how in verdict.how) == (state, True), verdict.how
    assert "\n" not in verdict.how


def test_a_verdict_comes_from_the_cache_until_the_formula_changes(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    first = judge(entry_of("transfer"), r"T = \frac{R}{\beta}", cache)
    stored = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert judge(entry_of("transfer"), r"T = \frac{R}{\beta}", cache) == first
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == stored
    assert judge(entry_of("transfer"), r"T = \frac{2 R}{\beta}", cache).state is State.MISMATCH


def test_a_definition_is_told_as_one() -> None:
    verdict = judge(FormulaEntry("main", "eq:x", "", {}, "what the notation means", 1), "a = b")
    assert verdict.state is State.DEFINITION and verdict.holds


@pytest.mark.parametrize(("function", "symbols", "how"), [
    ("budget.nothing", {"T": "result"}, "has no function"),
    ("budget.transfer_time", {"R": "date", "T": "result"}, "has no parameter `date`"),
    ("budget.transfer_time", {"d_h": "data", "d_{h}": "bandwidth", "T": "result"}, "is declared twice"),
    ("budget.transfer_time", {"R b": "data", "T": "result"}, "is no single symbol"),
])
def test_a_wrong_declaration_is_named(function: str, symbols: dict[str, str], how: str) -> None:
    verdict = judge(FormulaEntry("main", "eq:x", function, symbols, "", 1), "T = R")
    assert verdict.state is State.UNREAD and how in verdict.how


HOSTILE = ["{" * 5000, "x = " + "(" * 3000, "x = " + "\\frac" * 900, "x = " + "-" * 4000, "x = 1" + "^" * 90, "", "\x00 = \u202e",
           "x = " + "1+" * 1900 + "1" * 300, "x = \\sum_{i=1}^{x} \\sum_{i=1}^{x} i"]


@pytest.mark.parametrize("latex", HOSTILE, ids=[text[:12] for text in HOSTILE])
def test_hostile_formulas_end_in_one_line(latex: str) -> None:
    with pytest.raises(LedgerProblem) as caught:
        tree = grammar.equation(latex, {"x"})
        raise LedgerProblem(repr(algebra.value(tree[1], {"x": Fraction(9)}))[:0])
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 200


NAMES = ("x", "y_i", "\\beta", "m_{kv}", "B^*")
leaves = st.one_of(st.integers(0, 999).map(lambda n: Number.of(Fraction(n))), st.sampled_from(NAMES).map(Symbol))
trees = st.recursive(leaves, lambda inner: st.one_of(
    st.tuples(st.sampled_from("+-*/"), inner, inner).map(lambda t: Operation(t[0], t[1:])),
    st.tuples(inner, st.integers(0, 3)).map(lambda t: Operation("^", (t[0], Number.of(Fraction(t[1]))))),
    st.tuples(st.sampled_from(["floor", "ceil", "neg"]), inner).map(lambda t: Operation(t[0], (t[1],))),
    st.tuples(st.sampled_from(["max", "min"]), inner, inner).map(lambda t: Operation(t[0], t[1:]))), max_leaves=12)


def printed(tree: Node) -> str:
    """A tree in LaTeX, every part in brackets."""
    if isinstance(tree, Number):
        return str(tree.value)
    if isinstance(tree, Symbol):
        return tree.name
    parts = [printed(part) for part in tree.operands]
    if tree.name == "/":
        return f"\\frac{{{parts[0]}}}{{{parts[1]}}}"
    if tree.name == "^":
        return f"\\left({parts[0]}\\right)^{{{parts[1]}}}"
    if tree.name == "neg":
        return f"(-({parts[0]}))"
    if tree.name in ("max", "min"):
        return f"\\{tree.name}\\left({parts[0]}, {parts[1]}\\right)"
    if tree.name in ("floor", "ceil"):
        return f"\\left\\l{tree.name} {parts[0]} \\right\\r{tree.name}"
    return f"({parts[0]}) {'×' if tree.name == '*' else tree.name} ({parts[1]})"


@given(trees, st.lists(st.fractions(-9, 9, max_denominator=9), min_size=len(NAMES), max_size=len(NAMES)))
def test_what_is_printed_is_read_as_what_it_was(tree: Node, values: list[Fraction]) -> None:
    at = dict(zip(NAMES, values, strict=True))
    try:
        wanted = algebra.value(tree, at)
    except (ArithmeticError, ValueError):
        assume(False)
    (_, side) = grammar.equation(f"z = {printed(tree)}", {*NAMES, "z"})
    assert algebra.value(side, at) == wanted


@given(st.text(alphabet="\\{}()[]^_+-*/=,.0123456789abxTR frcsqtlomni", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        sides = grammar.equation(text, {"T", "R", "x"})
    except LedgerProblem as problem:
        assert "\n" not in str(problem)
    else:
        assert len(sides) > 1
