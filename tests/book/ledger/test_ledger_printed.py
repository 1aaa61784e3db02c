"""Printed numbers against values: a table in four languages, and the law that what should stand there is right."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from book.ledger.amount import Amount
from book.ledger.entry import Entry, Kind, Rounding
from book.ledger.lookup import Ledger
from book.ledger.number import Number
from book.ledger.printed import Around, compare
from book.ledger.units import parse_unit

CASES: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("printed.yaml").read_text("utf-8"))


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    root = tmp_path_factory.mktemp("book")
    folder = root / "calculations" / "ledger"
    folder.mkdir(parents=True)
    (folder / "main.yaml").write_text(CASES["ledger"], "utf-8")
    return Ledger(root)


@pytest.mark.parametrize(("name", "language", "text", "around", "expected"), CASES["cases"],
                         ids=[f"{case[0]}: {case[2]} ({case[1]}) {case[3]}" for case in CASES["cases"]])
def test_printed_number(ledger: Ledger, name: str, language: str, text: str, around: dict[str, Any], expected: str) -> None:
    place = Around(around.get("before", ""), around.get("after", ""), tuple(around.get("heads", ())))
    result = compare(ledger.number(name, "main"), text, language, place)
    assert (result.agrees, "" if result.agrees else result.expected) == (not expected, expected), result


def number_of(value: Fraction, rounding: Rounding) -> Number:
    unit = parse_unit("second")
    entry = Entry("main", "n", Kind.EXPR, "…", 1, unit="second", rounding=rounding)
    return Number(entry, Amount(value, unit.dims), unit, "", "", (), (), "")


STYLES = {"en": ("{:,.{}f} ms", "."), "zh-Hans": ("{:,.{}f} ms", "."), "ru": ("{:.{}f} мс", ",")}


@given(st.fractions(min_value=Fraction(1, 10), max_value=10**7), st.integers(0, 4), st.sampled_from(sorted(STYLES)),
       st.sampled_from(list(Rounding)), st.integers(1, 9))
def test_what_should_stand_there_is_right(value: Fraction, digits: int, language: str, rounding: Rounding, wrong: int) -> None:
    """Whatever is printed, the text that replaces it agrees with the value, and nothing else does at that precision."""
    number = number_of(value / 1000, rounding)
    form, mark = STYLES[language]
    shown = form.format(float(value) + wrong * 10, digits)
    shown = shown.replace(".", mark) if language == "ru" else shown
    result = compare(number, shown, language, Around())
    assert not result.agrees
    if any(char in "123456789" for char in result.expected):
        assert compare(number, result.expected, language, Around()).agrees, result
