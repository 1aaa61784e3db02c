"""The one grammar: hostile formulas end in a refusal, and its three users read the same formula as the same value."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from book.errata.symbols import compute, tree_of
from book.ledger import algebra
from book.ledger.errors import LedgerProblem
from book.ledger.grammar import equation
from book.numbers import latex
from book.numbers.chain import Judgement, judge, relations
from book.numbers.errors import NumberProblem
from book.numbers.expression import evaluate, read
from book.numbers.tree import Node, Number, Operation, nodes

HOSTILE = ["{" * 100_000 + "}" * 100_000, "{" * 9_000 + "}" * 9_000, "\\ln" * 390 + " 5", "\\sqrt" * 390 + "{4}", "\\log_" * 300 + "2 3",
           "\\binom" * 390 + "12", "2^" * 190 + "2", "-" * 19_000 + "1", "\\frac" * 2_000, "1\\tfrac" * 300 + "12", "(" * 19_000,
           "\\sum_{i=1}^" * 300 + "2", "9^{9^{9^{9}}}", "1+" * 9_000 + "1"]


@pytest.mark.parametrize("source", HOSTILE, ids=[text[:12] for text in HOSTILE])
def test_hostile_formulas_are_refused_by_all_users(source: str) -> None:
    try:
        verdicts = [judge(each).judgement for each in relations(latex.tokens_of(f"{source} = 1"))]
    except NumberProblem:
        verdicts = []
    assert set(verdicts) <= {Judgement.UNREAD}
    with pytest.raises((LedgerProblem, ValueError)):
        algebra.value(equation(f"x = {source}", {"x"})[1], {})
    assert value_of(source) is None


def value_of(source: str) -> Fraction | None:
    """What a report's formula comes to."""
    tree = tree_of(source)
    try:
        return compute(tree, {}).low if tree is not None else None
    except NumberProblem:
        return None


numbers = st.integers(1, 99).map(Number.of)
trees = st.recursive(numbers, lambda inner: st.one_of(
    st.tuples(st.sampled_from("+-*/"), inner, inner).map(lambda t: Operation(t[0], t[1:])),
    st.tuples(inner, st.integers(0, 3)).map(lambda t: Operation("^", (t[0], Number.of(t[1])))),
    st.tuples(st.sampled_from(["floor", "ceil", "neg"]), inner).map(lambda t: Operation(t[0], (t[1],))),
    st.tuples(st.sampled_from(["max", "min"]), inner, inner).map(lambda t: Operation(t[0], t[1:]))), max_leaves=10)


def printed(tree: Node) -> str:
    """A tree in LaTeX, with no bracket that the grammar does not need."""
    if not isinstance(tree, Operation):
        return str(tree.value) if isinstance(tree, Number) else ""
    parts = [printed(part) for part in tree.operands]
    loose = [isinstance(part, Operation) and part.name in ("+", "-", "neg") for part in tree.operands]
    if tree.name == "/":
        return f"\\frac{{{parts[0]}}}{{{parts[1]}}}"
    if tree.name in ("floor", "ceil"):
        return f"\\l{tree.name} {parts[0]} \\r{tree.name}"
    if tree.name in ("max", "min"):
        return f"\\{tree.name}\\{{{parts[0]}, {parts[1]}\\}}"
    if tree.name == "^":
        return f"{f'({parts[0]})' if isinstance(tree.operands[0], Operation) else parts[0]}^{{{parts[1]}}}"
    if tree.name == "neg":
        return f"-{f'({parts[0]})' if isinstance(tree.operands[0], Operation) else parts[0]}"
    if tree.name == "*":
        return " \\times ".join(f"({text})" if bracket else text for text, bracket in zip(parts, loose, strict=True))
    return f"{parts[0]} {tree.name} {f'({parts[1]})' if loose[1] else parts[1]}"


@given(trees)
def test_arithmetic_ledger_and_report_read_the_same_value(tree: Node) -> None:
    source = printed(tree)
    try:
        value = evaluate(read(latex.tokens_of(source)).node).value
    except NumberProblem:
        with pytest.raises((ArithmeticError, ValueError)):
            algebra.value(tree, {})
        return
    exact = algebra.value(tree, {})
    assert value.low == value.high == exact
    assert algebra.value(equation(f"x = {source}", {"x"})[1], {}) == exact
    assert value_of(source) == exact


@given(trees)
def test_nodes_go_from_left_to_right(tree: Node) -> None:
    leaves = [each.value for each in nodes(tree) if isinstance(each, Number)]

    def walk(node: Node) -> list[Fraction]:
        return [node.value] if isinstance(node, Number) else [v for each in getattr(node, "operands", ()) for v in walk(each)]

    assert leaves == walk(tree)
