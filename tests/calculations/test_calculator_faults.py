"""What other calculators got wrong, as reported in public, computed here."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml
from infra_calc import accelerator, architecture, budget, data, training
from infra_calc.catalogue import named_model
from infra_calc.config import Fields
from infra_calc.families import read_model
from infra_calc.forward import Pass, operators, totals
from infra_calc.model import Model
from infra_calc.parts import Weight
from infra_calc.state import Layout, kv_bytes

CASES: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("calculator_faults.yaml").read_text("utf-8"))


def gqa(**changes: Any) -> Model:
    """Qwen3-8B with other fields."""
    return read_model(Fields({**data.read("models", "qwen3-8b")["config"], **changes}, "test"))


def sharing(layers: int) -> Model:
    """Forty layers of full attention, of which the last `layers` attend the cache of an earlier one."""
    sizes = {"hidden_size": 64, "intermediate_size": 64, "num_hidden_layers": 40, "num_attention_heads": 4, "vocab_size": 100}
    kinds = {"layer_types": ["full_attention"] * 40, "num_kv_shared_layers": layers}
    return read_model(Fields({"model_type": "gemma4_text", **sizes, **kinds}, "test"))


def windowed() -> Model:
    """24 layers, every other one with a window of 128."""
    return named_model("gpt-oss-20b")


def hybrid(kind: str) -> Model:
    """32 layers, eight of them with full attention and 24 of `kind`."""
    config = data.read("models", "qwen3.5-27b")["config"]["text_config"]
    types = ["full_attention"] * 8 + [kind] * 24
    return read_model(Fields({**config, "num_hidden_layers": 32, "layer_types": types}, "test"))


def _model(model: "Model | str") -> Model:
    return named_model(model) if isinstance(model, str) else model


def kv(model: "Model | str", context: int, **layout: str) -> int:
    return kv_bytes(_model(model), context, Layout(**layout))


def rows(model: "Model | str", tokens: int) -> list[dict[str, Any]]:
    return operators(_model(model), Pass(tokens))


def flops(model: "Model | str", tokens: int) -> int:
    return totals(rows(model, tokens))["flops"]


def parameters(model: "Model | str") -> int:
    return _model(model).parameters()


def active(model: "Model | str") -> int:
    return _model(model).active_parameters()


KNOWN = (gqa, sharing, windowed, hybrid, kv, rows, flops, parameters, active, Fraction, Weight)
NAMES: dict[str, Any] = {each.__name__: each for each in KNOWN}
NAMES |= {"accelerator": accelerator, "budget": budget, "training": training}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_right_value(case: dict[str, Any]) -> None:
    value, expected = eval(case["is"], dict(NAMES)), case["value"]
    if isinstance(expected, float):
        digits = len(str(expected).partition(".")[2])
        assert round(float(value), digits) == expected
    elif case["id"] == "D009-unit":
        assert round(value) == expected
    else:
        assert value == expected
    assert "wrong" not in case or abs(value - case["wrong"]) > Fraction(1, 100) * abs(value)


def test_the_functions_of_chapter_2_agree_with_the_operators() -> None:
    """The book's closed forms and the sum over parts are two ways to the same number."""
    shape = {"layers": 36, "query_heads": 32, "head_dim": 128}
    matrices = 36 * 192_937_984 + 151_936 * 4096
    square = Pass(777, attention="square", head="all")
    assert totals(operators(named_model("qwen3-8b"), square))["flops"] == architecture.full_square_flops(matrices, 777, **shape)
    one = totals(operators(named_model("qwen3-8b"), Pass(1, 8192)))["flops"]
    assert one == architecture.decode_flops(matrices, history=8192, **shape)
