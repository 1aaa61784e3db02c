"""Ledgers of every kind of entry: exact values, derivations, and one line for what is wrong."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from book.errors import BadInput
from book.ledger.errors import UnknownNumber
from book.ledger.lookup import MAX_CHAIN, Ledger
from book.ledger.number import typed

CASES: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("numbers.yaml").read_text("utf-8"))


def ledger_of(root: Path, main: str) -> Ledger:
    """A book with the ledger `main` beside the chapter `other` and one result."""
    folder = root / "calculations" / "ledger"
    folder.mkdir(parents=True)
    (folder / "main.yaml").write_text(main, "utf-8")
    (folder / "other.yaml").write_text(CASES["other"], "utf-8")
    results = root / "experiments" / "run" / "results"
    results.mkdir(parents=True)
    (results / "summary.json").write_text(json.dumps(CASES["results"]), "utf-8")
    return Ledger(root)


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return ledger_of(tmp_path, CASES["ledger"])


@pytest.mark.parametrize("name", CASES["values"])
def test_value_is_exact_and_told_in_its_unit(ledger: Ledger, name: str) -> None:
    number = ledger.number(name, "main")
    assert [str(number.value), number.unit.text] == CASES["values"][name]
    assert number.amount.exact


def test_a_root_is_no_exact_value(ledger: Ledger) -> None:
    assert not ledger.number("main/root").amount.exact


def test_derivation_names_formula_inputs_sources_and_command(ledger: Ledger) -> None:
    number = ledger.number("main/read")
    assert number.formula == "budget.transfer_time(data = 70 GB, bandwidth = h100)"
    assert [(each.name, each.id, each.shown()) for each in number.inputs] == [
        ("data", "", "70,000,000,000 byte"), ("bandwidth", "main/h100", "3,350,000,000,000 byte/second")]
    assert number.sources[0].startswith("budget.transfer_time: ") and "3350 GB/s" in number.sources[1]
    assert number.command.startswith("python3 calculations/calc.py explain budget.transfer_time --inputs ")
    assert number.command.endswith(" data=70000000000,bandwidth=3350000000000")
    assert ledger.number("main/power").sources == ("cite:somebody2020",)
    assert ledger.number("main/tpot").command == "python3 experiments/run/verify.py"
    assert [each.id for each in ledger.number("main/steps").inputs] == ["main/tokens"]


@pytest.mark.parametrize(("line", "text", "message"), CASES["faults"], ids=[case[2] for case in CASES["faults"]])
def test_fault_is_one_line_with_its_place(tmp_path: Path, line: int, text: str, message: str) -> None:
    ledger = ledger_of(tmp_path, text)
    with pytest.raises(BadInput) as caught:
        list(ledger.numbers("main"))
    said = [str(fault) for fault in caught.value.faults]
    assert any(message in each for each in said), said
    assert all(each.startswith("calculations/ledger/main.yaml") and "\n" not in each for each in said)
    assert line in [fault.line for fault in caught.value.faults] or "already there" in message


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    text = "numbers:\n  a: {expr: x + 1, unit: '1'}\n  b: {given: 1}\n  c: {expr: 1 s, unit: byte}\n"
    with pytest.raises(BadInput) as caught:
        list(ledger_of(tmp_path, text).numbers("main"))
    assert [fault.line for fault in caught.value.faults] == [2, 4]


def test_unknown_chapter_and_number(ledger: Ledger) -> None:
    with pytest.raises(UnknownNumber, match=r"no number `doubl`.*other/double|no number `doubl`"):
        ledger.number("doubl", "other")
    with pytest.raises(UnknownNumber, match="chapter `nowhere` has no ledger"):
        ledger.number("nowhere/x")
    with pytest.raises(UnknownNumber, match="is it `other/double`"):
        ledger.number("double", "main")


def test_a_ledger_outside_of_the_book_is_not_read(tmp_path: Path) -> None:
    ledger = ledger_of(tmp_path / "book", "numbers: {}")
    (tmp_path / "secret.yaml").write_text("numbers: {a: {given: 1}}", "utf-8")
    with pytest.raises(UnknownNumber):
        ledger.number("../../../secret/a")


def test_long_chains_are_refused_and_deep_brackets_too(tmp_path: Path) -> None:
    chain = "".join(f"  n{i}: {{expr: n{i + 1} + 1, unit: '1'}}\n" for i in range(MAX_CHAIN + 40))
    deep = "(" * 100 + "1" + ")" * 100
    text = f"numbers:\n{chain}  n{MAX_CHAIN + 40}: {{given: 1}}\n  deep: {{expr: '{deep}', unit: '1'}}\n"
    with pytest.raises(BadInput) as caught:
        list(ledger_of(tmp_path, text).numbers("main"))
    said = str(caught.value)
    assert f"a chain of more than {MAX_CHAIN}" in said and "nested too deep" in said


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    ledger = ledger_of(tmp_path, "")
    (tmp_path / "calculations" / "ledger" / "main.yaml").write_bytes(b"numbers:\n  a: {given: \xff}\n")
    with pytest.raises(BadInput, match=r"main.yaml:2: is not UTF-8"):
        ledger.chapter("main")


@given(st.fractions(min_value=0, max_value=10**24))
def test_a_value_on_the_command_line_is_the_value(value: Fraction) -> None:
    read = Fraction(typed(value))
    assert abs(read - value) <= value / 10**16
