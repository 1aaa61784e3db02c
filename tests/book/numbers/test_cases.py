"""Tables of literals, units and chains, and the guide's examples."""

from __future__ import annotations

import doctest
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

from book.numbers import latex, plain
from book.numbers.chain import judge, relations
from book.numbers.errors import NumberProblem, TooLarge
from book.numbers.literal import parse
from book.numbers.literal import plain as plain_literal
from book.numbers.scan import Hedge, What, scan
from book.numbers.units import parse_unit

CASES: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("cases.yaml").read_text("utf-8"))


@pytest.mark.parametrize(("text", "language", "value", "step"), CASES["literals"])
def test_literal(text: str, language: str, value: Any, step: Any) -> None:
    literal = parse(text, language)
    assert (literal.value, literal.step) == (Fraction(value), Fraction(step))


@pytest.mark.parametrize(("spelling", "factor", "dims"), CASES["units"])
def test_unit(spelling: str, factor: Any, dims: dict[str, int]) -> None:
    unit = parse_unit(spelling)
    assert (unit.factor, dict(unit.dims)) == (Fraction(factor), dims)


@pytest.mark.parametrize("spelling", CASES["not_units"])
def test_what_the_list_lacks_is_no_unit(spelling: str) -> None:
    with pytest.raises(NumberProblem):
        parse_unit(spelling)


@pytest.mark.parametrize(("where", "text", "verdicts"), CASES["chains"])
def test_chain(where: str, text: str, verdicts: list[str]) -> None:
    tokens = latex.tokens_of(text) if where == "latex" else plain.tokens_of(text)
    assert [judge(relation).judgement.value for relation in relations(tokens)] == verdicts


@pytest.mark.parametrize("text", ["1e401", "9" * 121, "1e-99999"])
def test_too_large_is_refused(text: str) -> None:
    with pytest.raises(TooLarge):
        plain_literal(text)


STRUCTURE = {
    "en": "Table 2-1 lists the H100, Qwen3-8B and v1.2.3 of 2024-05-06, [30], 0x1F4, 12:30, 1.e4, 1990s, CUDA 12.4, 20 °C, "
          "https://a.b/3?c=4",
    "ru": "Табл. 3.12, рис. 4, № 17, 14.09.2026, 5 июня 2025 года, версия 1.2, A100, п. 4.8.1, в 2026 году, 1:0",
    "zh-Hans": "第 3 章图 3-4 与表 2.1，2024 年 5 月，5 月 6 日，第三步，H100，v2.0，12:30",
}


@pytest.mark.parametrize("language", STRUCTURE)
def test_structure_is_no_quantity(language: str) -> None:
    assert [m for m in scan(STRUCTURE[language], language) if m.what is not What.STRUCTURE] == []


def test_mentions_carry_unit_hedge_and_kind() -> None:
    text = "about 131.42 GiB, more than 60 GB, 54%, 148-fold, 6 percentage points, half, 2 h 45 min, $5 and 2.50 USD per GPU-hour"
    found = scan(text, "en")
    assert [(m.what.name, m.unit.spelling if m.unit else "", m.hedge) for m in found] == [
        ("QUANTITY", "GiB", Hedge.ABOUT), ("QUANTITY", "GB", Hedge.BOUND), ("PERCENT", "%", Hedge.PLAIN), (
            "MULTIPLE", "", Hedge.PLAIN),
        ("POINTS", "", Hedge.PLAIN), ("FRACTION", "", Hedge.PLAIN), ("QUANTITY", "h", Hedge.PLAIN), ("QUANTITY", "$", Hedge.PLAIN),
        ("QUANTITY", "USD per GPU-hour", Hedge.PLAIN)]


def test_guide() -> None:
    """The examples of the guide are what the code says."""
    guide = Path(latex.__file__).with_name("README.md")
    result = doctest.testfile(str(guide), module_relative=False, encoding="utf-8")
    assert result.attempted > 10
    assert not result.failed
