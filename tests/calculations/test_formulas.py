"""The formulas of the twelve chapters: worked examples, a second reading, units, exactness."""

import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from infra_calc import explain
from infra_calc.units import MEASURED, dimension

NAMES = explain.names()
READINGS: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("formulas.yaml").read_text("utf-8"))
FUNCTIONS = {name: getattr(math, name) for name in ("sqrt", "ceil", "floor", "log", "log2", "exp", "factorial", "comb", "pi")}
FUNCTIONS |= {"min": min, "max": max, "sum": sum, "range": range}

# A constant of these formulas carries a measured dimension: 20 bytes between frames, 16 bits of an unquantised weight,
# the bytes of a parameter's training state and of a layer's activations; the speed of light in metres a second.
CARRIES_BYTES = {
    "network.packet_rate",
    "serving.quant_speedup",
    "training.adam_state",
    "training.zero1",
    "training.zero2",
    "training.zero3",
    "training.activations",
}
CARRIES_SPEED_OF_LIGHT = {"network.propagation", "network.pfc_headroom"}


def inputs(name: str) -> dict[str, Fraction]:
    """The worked example's inputs, exact."""
    return {word: Fraction(text) for word, text in explain.describe(name)["example"]["inputs"].items()}


@pytest.mark.parametrize("name", NAMES)
def test_worked_example_holds_exactly(name: str) -> None:
    """An `=` is equality of fractions; a `≈` is the correctly rounded value, and never hides an exact short one."""
    example = explain.describe(name)["example"]
    result = explain.function(name)(**inputs(name))
    if example["exact"]:
        assert isinstance(result, (int, Fraction))
        assert result == Fraction(example["result"])
    else:
        assert f"{float(result):.12g}" == example["result"]


@pytest.mark.parametrize("name", NAMES)
def test_plain_numbers_give_the_same_digits(name: str) -> None:
    """A web page passes floats and whole numbers, the ledger fractions."""
    texts = explain.describe(name)["example"]["inputs"]
    plain = {word: int(text) if text.isdigit() else float(text) for word, text in texts.items()}
    found = explain.function(name)
    assert f"{float(found(**plain)):.12g}" == f"{float(found(**inputs(name))):.12g}"


@pytest.mark.parametrize("name", NAMES)
def test_docstring_and_signature_agree(name: str) -> None:
    """Every parameter has its line, in order, with the unit of its annotation."""
    told = explain.describe(name)
    annotations = dict(explain.function(name).__annotations__)
    lines = {each["name"]: each["unit"] for each in [*told["symbols"], told["result"]]}
    assert lines == {**{k: v for k, v in annotations.items() if k != "return"}, "result": annotations["return"]}
    assert list(told["example"]["inputs"]) == [each["name"] for each in told["symbols"]]
    for unit in lines.values():
        dimension(unit)
    assert told["source"]
    assert told["formula"].startswith(told["result"]["symbol"] + " = ")
    assert all(each["symbol"] in told["formula"] for each in told["symbols"])


@pytest.mark.parametrize("name", NAMES)
def test_only_roots_logarithms_and_series_leave_exactness(name: str) -> None:
    """A function that returns a float for fractions says so in its conditions."""
    result = explain.function(name)(**inputs(name))
    assert isinstance(result, float) == ("Not exact" in explain.describe(name)["conditions"]) or name in (
        "workload.square_root_staffing",  # a whole number, found through a root
        "distributed.two_choices",  # a fraction, of a series that is cut
    )


@pytest.mark.parametrize("name", NAMES)
def test_whole_counts_among_fractions_stay_exact(name: str) -> None:
    """Layers or ranks may be plain whole numbers: no quotient of two of them comes before a fraction."""
    told, found = explain.describe(name), explain.function(name)
    counted = {each["name"] for each in told["symbols"] if each["unit"] in ("1", "element", "token", "request", "device")}
    words = {word: int(value) if word in counted and value.denominator == 1 else value for word, value in inputs(name).items()}
    fractions = [value for value in words.values() if isinstance(value, Fraction)]
    if fractions and "Not exact" not in told["conditions"] and name != "scheduling.drf":  # three separate quotients
        assert not isinstance(found(**words), float)


@pytest.mark.parametrize("reading", READINGS, ids=lambda each: each["function"])
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_second_reading(reading: dict[str, Any], data: st.DataObject) -> None:
    """The function equals the independently written expression, at the example and around it."""
    name = reading["function"]
    words: dict[str, Fraction | int] = {}
    for word, value in inputs(name).items():
        if word in reading.get("whole", ()):
            words[word] = int(value) + data.draw(st.integers(0, 2))
        else:
            share = st.fractions(Fraction(1, 2), 1 if value < 1 else 2, max_denominator=7)
            words[word] = value * data.draw(share)
    if name == "network.ecmp_no_collision":
        words["flows"] = min(words["flows"], words["paths"])
    letters = {letter: words[word] if word else Fraction(7, 3) for letter, word in reading["symbols"].items()}
    try:
        expected = eval(reading["expression"], FUNCTIONS | letters)
    except ZeroDivisionError:  # a load of exactly 1 and the like
        reject()
    result = explain.function(name)(**words)
    if isinstance(expected, float) or isinstance(result, float):
        assert math.isclose(result, expected, rel_tol=1e-9)
    else:
        assert abs(result - expected) <= abs(expected) * Fraction(1, 10**20)  # a series may be cut below 10^-20


def test_every_formula_of_the_fact_sheets_is_read_twice() -> None:
    assert len(READINGS) == 189
    assert {each["function"] for each in READINGS} <= set(NAMES)


@pytest.mark.parametrize("base", MEASURED)
@pytest.mark.parametrize("name", NAMES)
def test_measured_dimensions_balance(name: str, base: str) -> None:
    """Measuring bytes (seconds, joules, …) in a unit four times smaller multiplies the result as its annotation says."""
    if name in {"byte": CARRIES_BYTES, "second": CARRIES_SPEED_OF_LIGHT, "metre": CARRIES_SPEED_OF_LIGHT}.get(base, ()):
        return
    told = explain.describe(name)
    found, given_ = explain.function(name), inputs(name)
    factor = Fraction(4)  # a square, so that roots stay roots

    def power(unit: str) -> int:
        return dimension(unit)[1].get(base, 0)

    scaled = {each["name"]: given_[each["name"]] * factor ** power(each["unit"]) for each in told["symbols"]}
    expected = found(**given_) * factor ** power(told["result"]["unit"])
    assert math.isclose(found(**scaled), expected, rel_tol=1e-12)


def test_names_are_one_word_for_one_thing() -> None:
    """A parameter name has the same unit in every formula."""
    units: dict[str, set[str]] = {}
    for name in NAMES:
        for word, unit in explain.function(name).__annotations__.items():
            if word != "return":
                units.setdefault(word, set()).add(unit)
    assert {word: found for word, found in units.items() if len(found) > 1} == {}
