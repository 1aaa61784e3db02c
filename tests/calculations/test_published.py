"""Published numbers, reproduced to the printed digit or explained."""

import ast
import operator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml
from infra_calc import explain, hardware

CLAIMS: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("published.yaml").read_text("utf-8"))


OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.Pow: operator.pow}


def exactly(text: str) -> Fraction:
    """An arithmetic expression over decimal literals, without a float on the way."""

    def value(node: ast.expr) -> Fraction:
        if isinstance(node, ast.UnaryOp):
            return -value(node.operand)
        if isinstance(node, ast.BinOp):
            result: Fraction = OPERATORS[type(node.op)](value(node.left), value(node.right))
            return result
        assert isinstance(node, ast.Constant)
        return Fraction(str(node.value))

    return value(ast.parse(text, mode="eval").body)


def computed(claim: dict[str, Any]) -> Fraction:
    """The calculator's value in the unit of the print."""
    if "expression" in claim:
        return exactly(claim["expression"])
    words = {word: Fraction(str(value)) for word, value in claim["with"].items()}
    return Fraction(explain.function(claim["call"])(**words)) / exactly(claim.get("in", "1"))


def unit_in_last_place(printed: str) -> Fraction:
    mantissa, _, exponent = printed.partition("e")
    return Fraction(10) ** (int(exponent or 0) - len(mantissa.partition(".")[2]))


def rounds(value: Fraction, printed: str) -> bool:
    return abs(value - Fraction(printed)) <= unit_in_last_place(printed) / 2


def cut(value: Fraction, printed: str) -> bool:
    return 0 <= value - Fraction(printed) < unit_in_last_place(printed)


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda each: each["claim"][:60])
def test_published_number(claim: dict[str, Any]) -> None:
    """The stated reading holds, and no plainer one does."""
    value, printed, reading = computed(claim), claim["printed"], claim.get("reading", "rounds")
    assert rounds(value, printed) == (reading == "rounds")
    if reading == "truncated":
        assert cut(value, printed)
    elif reading == "interval":
        assert rounds(exactly(claim["nearby"]), printed)
    elif reading == "wrong":
        assert not cut(value, printed)
        assert rounds(value, claim["correct"])
    else:
        assert reading == "rounds"
    if reading != "rounds":
        assert claim["because"]


RIDGES = [
    ("a100-sxm-80", "153"),
    ("h200-sxm", "206"),
    ("b200-sxm", "281"),
    ("l40s", "419"),
    ("rtx-4090", "164"),
    ("v100-sxm2-32", "139"),
]


@pytest.mark.parametrize(("device", "printed"), RIDGES)
def test_ridge_points_follow_from_the_registry(device: str, printed: str) -> None:
    ridge = Fraction(*hardware.ratio(hardware.dense_peak(device), hardware.figure(f"{device}.memory.bandwidth")))
    assert rounds(ridge, printed)
