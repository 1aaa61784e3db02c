"""Units as annotations: the rule that turns a text into a scale and powers of base dimensions."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from infra_calc import units
from infra_calc.exact import half, log2
from infra_calc.units import ATOMS, dimension

CASES = [
    ("1", (1, 1), {}),
    ("byte", (1, 1), {"byte": 1}),
    ("bit", (1, 8), {"byte": 1}),
    ("bit/second", (1, 8), {"byte": 1, "second": -1}),
    ("dollar/hour", (1, 3600), {"dollar": 1, "second": -1}),
    ("dollar/Mtoken", (1, 10**6), {"dollar": 1, "token": -1}),
    ("dollar/kWh", (1, 3_600_000), {"dollar": 1, "joule": -1}),
    ("dollar/byte/second", (1, 1), {"dollar": 1, "byte": -1, "second": -1}),
    ("watt", (1, 1), {"joule": 1, "second": -1}),
    ("byte*second", (1, 1), {"byte": 1, "second": 1}),
    ("second^2", (1, 1), {"second": 2}),
    ("1/centimetre^2", (10_000, 1), {"metre": -2}),
    ("pJ/FLOP", (1, 10**12), {"joule": 1, "FLOP": -1}),
    ("byte/element", (1, 1), {"byte": 1}),
    ("FLOP/FLOP", (1, 1), {}),
]


@pytest.mark.parametrize(("unit", "scale", "powers"), CASES)
def test_dimension(unit: str, scale: tuple[int, int], powers: dict[str, int]) -> None:
    assert dimension(unit) == (scale, powers)


def test_every_annotation_name_is_readable() -> None:
    named = {name: value for name, value in vars(units).items() if name[0].isupper() and isinstance(value, str)}
    assert len(named) > 40
    for value in named.values():
        dimension(value)


def test_an_unknown_atom_is_named() -> None:
    with pytest.raises(ValueError, match=r"'lightyear' in 'byte/lightyear'"):
        dimension("byte/lightyear")


atoms = st.sampled_from(sorted(ATOMS))


@given(atoms, atoms)
def test_a_product_divided_by_a_factor_is_the_other(first: str, second: str) -> None:
    assert dimension(f"{first}*{second}/{second}") == dimension(first)


@given(atoms, st.integers(1, 4))
def test_a_power_is_a_repeated_product(atom: str, power: int) -> None:
    assert dimension(f"{atom}^{power}") == dimension("*".join([atom] * power))


@given(st.integers() | st.fractions())
def test_half_is_exact_and_whole_where_it_can_be(value: int | Fraction) -> None:
    assert half(value) == Fraction(value) / 2 or value % 2 == 1
    if isinstance(value, int) and value % 2 == 0:
        assert isinstance(half(value), int)


@given(st.integers(0, 200))
def test_log2_of_a_power_of_two_is_whole(power: int) -> None:
    assert log2(2**power) == power
    assert isinstance(log2(Fraction(2**power)), int)


def test_log2_of_other_numbers() -> None:
    assert log2(10) == pytest.approx(3.321928094887362)
