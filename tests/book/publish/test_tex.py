"""Text as TeX: nothing is lost where lines and words are broken, and what TeX would act on never reaches it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from book.publish import tex
from book.publish.glyphs import FontPlan, columns
from book.publish.images import Picture

CODE = st.text(st.sampled_from("ab_ ,;/)]}{中文代码=+-"), max_size=300)
PLAN = FontPlan(frozenset(range(0x20, 0x500)), frozenset(range(0x4E00, 0xA000)), (("Symbols", frozenset({0x2264})),))


@given(CODE, st.integers(4, 80))
def test_law_wrapped_code_joins_to_the_line(line: str, width: int) -> None:
    pieces = tex.wrapped(line, width)
    assert "".join(pieces) == line
    assert all(columns(piece) <= width for piece in pieces)


def unset(text: str) -> str:
    """What TeX would print of our own escapes."""
    text = re.sub(r"\{\\bookstandin[A-Z] (.*?)\}(?!\})", r"\1", text)
    for written, printed in ((r"\bookbreak{}", ""), (r"\allowbreak{}", "")):
        text = text.replace(written, printed)
    for character, escaped in tex.SPECIAL.items():
        text = text.replace(escaped, f"\0{ord(character):04x}\0")
    return re.sub("\0([0-9a-f]{4})\0", lambda match: chr(int(match[1], 16)), text)


@given(st.text(st.sampled_from("ab/._-=&%#$~^{}\\'\"<>,?!中≤é"), max_size=60))
def test_law_breakable_words_lose_nothing(word: str) -> None:
    lost: list[str] = []
    assert unset(tex.breakable(word, PLAN, lost, 8)) == word
    assert lost == []


def test_a_character_of_no_font_is_told() -> None:
    lost: list[str] = []
    tex.glyphs("a\ue123b", PLAN, lost)
    assert lost == ["\ue123"]


@pytest.mark.parametrize(
    "formula",
    [
        r"\input{x}",
        r"\include{x}",
        r"\def\x{}",
        r"\gdef\x{}",
        r"\edef\x{}",
        r"\let\x\y",
        r"\newcommand{\x}{}",
        r"\renewcommand{\x}{}",
        r"\csname x\endcsname",
        r"\catcode`\%=1",
        r"^^5cinput",
        r"\write18{ls}",
        r"\openin0",
        r"\openout0",
        r"\special{x}",
        "a % b",
        "#1",
        r"\color{red}",
        r"\label{x}",
        r"\ref{x}",
        r"\tag{1}",
    ],
)
def test_formulas_that_act_are_refused(formula: str) -> None:
    assert tex.refused(f"x + {formula}")


@pytest.mark.parametrize(
    "formula",
    [
        r"a \% b",
        r"\# x",
        r"\delta",
        r"\left( x \right)",
        r"\letter",
        r"\default",
        r"\text{a \& b}",
        r"\begin{array}{c} a & b \end{array}",
    ],
)
def test_formulas_that_only_print_are_not(formula: str) -> None:
    assert tex.refused(formula) == ""


@pytest.mark.parametrize(
    ("written", "set_as"),
    [
        (r"\begin{align} a &= b \\ c &= d \end{align}", r"\begin{aligned}a &= b \\ c &= d\end{aligned}"),
        (r"\begin{equation*} a \end{equation*}", "a"),
        (r"\begin{gather} a \nonumber \end{gather}", r"\begin{gathered}a\end{gathered}"),
        (r"a \\ b", r"\begin{gathered}a \\ b\end{gathered}"),
        ("a\n\n+ b", "a\n+ b"),
    ],
)
def test_displays_become_what_fits_anywhere(written: str, set_as: str) -> None:
    assert tex.formula(written) == set_as


@given(st.floats(1, 2000), st.floats(1, 2000), st.sampled_from(["", "50%", "8cm", "300px", "wide"]))
def test_law_pictures_fit_and_keep_their_shape(width: float, height: float, wanted: str) -> None:
    shown = Picture("x", width, height, True, "svg", b"").fitted(126, 150, wanted)
    assert shown[0] <= 126 + 1e-6
    assert shown[1] <= 150 + 1e-6
    assert shown[0] * height == pytest.approx(shown[1] * width)
