"""The quick estimate that spares exact arithmetic never rejects what the exact arithmetic would accept."""

from __future__ import annotations

from decimal import Decimal, localcontext

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from book.checks.grid import Value, exact, measured, rounded
from book.checks.passage import Cell, Table
from book.checks.run import check
from book.checks.tables import _KIND, _RELATIONS, _fits
from book.numbers.literal import plain

PRINTED = st.one_of(
    st.decimals(min_value="0.001", max_value=99999, places=3), st.decimals(min_value=0, max_value=9999, places=1),
    st.integers(0, 10**9), st.integers(0, 99).map(lambda n: n * 1000)).map(str)


def value(text: str) -> Value:
    return Value(plain(text.lstrip("-")), None, Cell(text, 0), text)


@settings(deadline=None)
@given(PRINTED, PRINTED, st.sampled_from(sorted(_RELATIONS)), st.integers(0, 4), st.floats(-1, 1))
def test_the_estimate_is_no_judge(first: str, second: str, name: str, places: int, slip: float) -> None:
    a, b = value(first), value(second)
    takes = (exact, rounded if _KIND[name] == "product" else measured)
    signs = _KIND[name] == "difference"
    try:
        computed = [_RELATIONS[name](take(a), take(b)) for take in takes]
    except ValueError:
        assume(False)
    with localcontext() as context:
        context.prec = 60
        middle = Decimal(computed[0].middle.numerator) / Decimal(computed[0].middle.denominator)
        spread = Decimal(float(computed[1].high - computed[1].low)) * Decimal(slip)
        printed = f"{abs(middle + spread):.{places}f}"
    c = value(printed)
    fits = any(c.literal.admits(each) or (signs and c.literal.admits(-each)) for each in computed)
    assert _fits(_RELATIONS[name], name, a, b, c) == fits


def test_a_ratio_to_nothing_tells_nothing() -> None:
    rows = [[Cell(text, 0) for text in row] for row in (("a", "0", "0", "0"), ("b", "8", "2", "4"), ("c", "9", "3", "3"))]
    head = [Cell(text, 0) for text in ("what", "one", "two", "ratio")]
    assert check([Table(tuple(head), tuple(map(tuple, rows)), "en")], "").findings == []
