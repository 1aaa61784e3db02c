"""Weight bytes under storage schemes, against published checkpoints and by hand."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from infra_calc.catalogue import named_model
from infra_calc.errors import UsageError
from infra_calc.parts import Weight
from infra_calc.storage import PLAIN, Scheme, weight_bytes


def test_eight_bits_in_groups() -> None:
    assert weight_bytes(named_model("deepseek-r1-distill-llama-70b"), Scheme("int8-g128")) == 73_725_919_232


@pytest.mark.parametrize(("name", "printed"), [("gpt-oss-120b", "60.8"), ("gpt-oss-20b", "12.8")])
def test_published_checkpoints_of_gpt_oss(name: str, printed: str) -> None:
    """The model card prints 60.8 and 12.8 GiB (arXiv 2508.10925, table 1)."""
    assert f"{weight_bytes(named_model(name), Scheme('gpt-oss')) / 2**30:.1f}" == printed


@pytest.mark.parametrize("format", PLAIN)
def test_plain_formats_are_for_every_number(format: str) -> None:
    model = named_model("qwen3-30b-a3b")
    assert weight_bytes(model, Scheme(format)) == Fraction(PLAIN[format], 8) * model.parameters()


@given(st.integers(1, 700), st.integers(1, 700), st.integers(1, 5))
def test_scales_of_one_matrix(inputs: int, outputs: int, copies: int) -> None:
    weight = Weight("attention", "query", inputs, outputs, copies=copies, bias=True)
    numbers, bias = inputs * outputs, 2 * outputs
    groups, blocks = -(-inputs // 32), -(-inputs // 128) * -(-outputs // 128)
    assert Scheme("fp8-block128").one(weight) == numbers + 4 * blocks + bias
    assert Scheme("mxfp4").one(weight) == outputs * (-(-inputs // 2) + groups) + bias
    assert Scheme("int8-g32").one(weight) == numbers + 2 * outputs * groups + bias
    assert Scheme("nvfp4").one(weight) == outputs * (-(-inputs // 2) + -(-inputs // 16)) + 4 + bias


def test_only_the_named_components_are_quantised() -> None:
    model = named_model("mixtral-8x7b-v0.1")
    experts = 45_097_156_608
    rest = model.parameters() - experts
    assert weight_bytes(model, Scheme("int4-g128:routed experts")) == 2 * rest + experts // 2 + experts // 64
    assert weight_bytes(model, Scheme("fp8:embedding+head")) == 2 * model.parameters() - 2 * 32000 * 4096


UNKNOWN = ["", "int3", "int8-g0", "int8-g", "fp8-g1234567", "bf16-g128", "fp8-block", "mxfp4:gates", "g128", "int8-g1g2"]


@pytest.mark.parametrize("text", UNKNOWN)
def test_unknown_schemes_are_refused(text: str) -> None:
    with pytest.raises(UsageError):
        Scheme(text)
