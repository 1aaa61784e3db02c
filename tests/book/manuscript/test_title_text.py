"""Formulas of headings in letters: what an outline shows."""

import pytest

from book.manuscript.title_text import formula_text, title_text

CASES = [
    (r"T_p = \frac{R}{\beta}", "Tₚ = R/β"), (r"O(n^2)", "O(n²)"), (r"n_\mathrm{kv}", "nₖᵥ"), (r"2^{10}", "2¹⁰"), (r"\beta_{i}", "βᵢ"),
    (r"\sqrt{x+1}", "√(x+1)"), (r"10^{-3}\,\text{s}", "10⁻³\u2009s"), (r"A_{\text{max}} \times B", "Aₘₐₓ × B"), (r"\mathbb{R}^n", "Rⁿ"),
    (r"x^{y^{2}}", "x^(y²)"), (r"\frac{a + b}{2}", "(a + b)/2"), (r"\Pi", "Π"), (r"50\%", "50%"), (r"\unknown{x}", r"\unknownx"),
]


@pytest.mark.parametrize(("tex", "wanted"), CASES)
def test_a_formula_in_letters(tex: str, wanted: str) -> None:
    assert formula_text(tex) == wanted


def test_the_words_around_it_stay() -> None:
    math = {"t": "Math", "c": [{"t": "InlineMath"}, "n^2"]}
    assert title_text([{"t": "Str", "c": "Cost"}, {"t": "Space"}, math]) == "Cost n²"
