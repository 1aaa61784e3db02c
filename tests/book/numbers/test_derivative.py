"""Derivatives of elementary functions, held against sympy at points."""

from __future__ import annotations

import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from book.ledger.algebra import symbolic
from book.numbers.derivative import derived
from book.numbers.errors import NumberProblem, TooLarge, Unreadable
from book.numbers.tree import Node, Number, Operation, Symbol, nodes

X, K = sympy.Symbol("x", positive=True), sympy.Symbol("k", positive=True)
leaves = st.one_of(st.integers(1, 5).map(Number.of), st.sampled_from(["x", "k"]).map(Symbol))
trees = st.recursive(leaves, lambda inner: st.one_of(
    st.tuples(st.sampled_from("+-*/^"), inner, inner).map(lambda t: Operation(t[0], t[1:])),
    st.tuples(inner, st.just(Number.of(2))).map(lambda t: Operation("log", t)),
    st.tuples(st.sampled_from(["neg", "exp", "ln", "log", "sqrt"]), inner).map(lambda t: Operation(t[0], (t[1],)))), max_leaves=5)


def value(expression: sympy.Expr) -> complex | None:
    """The number at a point, nought if it is hardly more; None if there is none or it is beyond reason."""
    found = expression.subs({X: sympy.Rational(7, 5), K: sympy.Rational(3, 4)})
    if found.has(sympy.zoo, sympy.nan, sympy.oo):
        return None
    number = complex(found.evalf(30))
    if abs(number) <= 1e-12:
        return 0
    return number if abs(number) < 1e12 else None


@settings(deadline=None)
@given(trees, st.integers(1, 2))
def test_it_is_the_derivative(tree: Node, order: int) -> None:
    expression = symbolic(tree, {"x": X, "k": K})
    wanted = value(sympy.diff(expression, X, order)) if not expression.has(sympy.zoo, sympy.nan, sympy.oo) else None
    assume(wanted is not None and value(expression) is not None)
    assert wanted is not None
    ours = value(symbolic(derived(tree, "x", order), {"x": X, "k": K}))
    assume(ours is not None)  # sympy simplifies away what has no derivative: the root of x - x, powers of log 1
    assert ours == pytest.approx(wanted, rel=1e-9)


@pytest.mark.parametrize("name", ["floor", "max", "!", "sum", "call"])
def test_what_is_not_elementary_is_refused(name: str) -> None:
    with pytest.raises(Unreadable):
        derived(Operation(name, (Symbol("x"), Symbol("x"))), "x")
    assert derived(Operation(name, (Symbol("k"), Number.of(2))), "x") == Number.of(0)


def test_large_derivatives_are_refused() -> None:
    tree: Node = Symbol("x")
    for _ in range(9):
        tree = Operation("^", (tree, tree))
    assert sum(1 for _ in nodes(tree)) > 1000
    with pytest.raises(TooLarge):
        derived(tree, "x", 3)
    assert issubclass(TooLarge, NumberProblem)
