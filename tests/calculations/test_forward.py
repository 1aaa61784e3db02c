"""FLOPs and bytes of a forward pass: measured and hand-made values, conventions, laws."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from infra_calc.catalogue import named_model
from infra_calc.forward import Pass, kv_read_bytes, operators, overtaking_batch, step_weight_bytes, totals
from infra_calc.generate_report import generation
from infra_calc.model import Model
from infra_calc.parts import Mixing
from infra_calc.storage import Scheme

CASES: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("forward.yaml").read_text("utf-8"))
SOME = ["qwen3-8b", "gpt-oss-20b", "gemma-4-26b-a4b", "deepseek-v4-flash", "llama-4-scout-17b-16e-instruct", "qwen3.5-27b",
        "nvidia-nemotron-3-nano-30b-a3b-bf16", "glm-5.2", "gpt2"]  # fmt: skip
LOADED = {name: named_model(name) for name in SOME}
MODELS = st.sampled_from(sorted(LOADED))


def flops(model: Model, run: Pass) -> int:
    return totals(operators(model, run))["flops"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['model']}-{case['tokens']}-{case.get('history', 0)}")
def test_flops(case: dict[str, Any]) -> None:
    run = Pass(case["tokens"], case.get("history", 0), attention=case.get("attention", "causal"), head=case.get("head", "last"))
    assert flops(named_model(case["model"]), run) == case["flops"]


def test_windows_by_hand() -> None:
    matrices = 24 * (2880 * 4096 * 2 + 2880 * 512 * 2 + 2880 * 32 + 4 * 3 * 2880 * 2880) * 300 + 2880 * 201088
    pairs = 12 * (300 * 301 // 2) + 12 * (128 * 129 // 2 + 172 * 128)
    assert flops(LOADED["gpt-oss-20b"], Pass(300)) == 2 * matrices + 4 * 64 * 64 * pairs


@pytest.mark.parametrize("name", ["qwen3-8b", "qwen2.5-72b", "meta-llama-3.1-70b", "opt-13b", "gpt2", "phi-3-mini-4k"])
@given(tokens=st.integers(1, 10**6))
@settings(max_examples=20)
def test_full_square_of_dense_models(name: str, tokens: int) -> None:
    model = named_model(name)
    multiplied = sum(t * w.copies * w.inputs * w.outputs for w, t in model.weights() if w.kind == "matrix")
    mixing, layers = next((part, times) for part, times in model.counted() if isinstance(part, Mixing))
    assert flops(model, Pass(tokens, attention="square", head="all")) == (
        2 * multiplied * tokens + 4 * layers * mixing.heads * mixing.width_qk * tokens**2
    )


@given(MODELS, st.integers(1, 60), st.integers(1, 300))
@settings(max_examples=40, deadline=None)
def test_prefill_is_the_sum_of_its_steps(name: str, tokens: int, history: int) -> None:
    model = LOADED[name]
    whole = flops(model, Pass(tokens, history, head="all", latent="absorbed"))
    assert whole == sum(flops(model, Pass(1, history + i, latent="absorbed")) for i in range(tokens))


@given(MODELS, st.integers(1, 5000), st.integers(0, 5000), st.integers(1, 9))
@settings(max_examples=40, deadline=None)
def test_a_batch_multiplies_work_and_cache_but_not_dense_weights(name: str, tokens: int, history: int, batch: int) -> None:
    model = LOADED[name]
    one, many = (totals(operators(model, Pass(tokens, history, each))) for each in (1, batch))
    for key in ("flops", "kv_read_bytes", "kv_written_bytes", "recurrent_written_bytes", "activation_bytes"):
        assert many[key] == batch * one[key]
    assert one["weight_bytes"] <= many["weight_bytes"] <= 2 * model.parameters(vision=False)


@given(MODELS, st.integers(1, 5000), st.integers(0, 5000), st.integers(1, 500))
@settings(max_examples=40, deadline=None)
def test_more_tokens_are_more_work(name: str, tokens: int, history: int, more: int) -> None:
    model = LOADED[name]
    run = Pass(tokens, history, latent="absorbed")
    assert flops(model, run) < flops(model, Pass(tokens + more, history, latent="absorbed"))
    if "llama-4" not in name:  # a chunk starts anew, so a longer history can mean fewer pairs
        assert flops(model, run) <= flops(model, Pass(tokens, history + more, latent="absorbed"))
    assert flops(model, run) <= flops(model, Pass(tokens, history, latent="absorbed", attention="square"))


@given(MODELS, st.integers(1, 400), st.integers(0, 30))
@settings(max_examples=30, deadline=None)
def test_a_generation_is_the_sum_of_its_steps(name: str, prompt: int, steps: int) -> None:
    model = LOADED[name]
    rows = [totals(operators(model, Pass(1, prompt + i))) for i in range(steps)]
    whole = generation(model, prompt, steps, Pass(prompt))
    assert whole == {key: sum(row[key] for row in rows) for key in whole}


@given(MODELS, st.integers(1, 3000), st.integers(0, 3000))
@settings(max_examples=30, deadline=None)
def test_rows_agree_with_the_direct_sums(name: str, tokens: int, history: int) -> None:
    model, run = LOADED[name], Pass(tokens, history)
    sums = totals(operators(model, run))
    assert sums["weight_bytes"] == step_weight_bytes(model, run)
    assert sums["kv_read_bytes"] == kv_read_bytes(model, run)


@pytest.mark.parametrize("name", LOADED)
@pytest.mark.parametrize("history", [0, 700])
def test_each_printed_formula_gives_the_printed_flops(name: str, history: int) -> None:
    for row in operators(LOADED[name], Pass(300, history, 3)):
        text = re.sub(r"[,a-z]|rows?|pairs|tokens", "", row["formula"]).replace("×", "*")
        assert eval(text or "0") == row["flops"], row


def test_reads_of_a_step_and_the_batch_that_turns_them() -> None:
    model = LOADED["qwen3-8b"]
    sums = totals(operators(model, Pass(1, 8192)))
    assert (sums["weight_bytes"], sums["kv_read_bytes"]) == (15_136_811_008, 8192 * 147_456)
    assert [overtaking_batch(model, Pass(1, history)) for history in (8192, 2048)] == [13, 51]
    assert overtaking_batch(LOADED["nvidia-nemotron-3-nano-30b-a3b-bf16"], Pass(1, 1)) is not None


def test_latent_attention_in_both_forms() -> None:
    model = named_model("deepseek-v3")
    by_form = {form: flops(model, Pass(1, 4096, latent=form)) for form in ("expanded", "absorbed", "auto")}
    up = 61 * 2 * 512 * 128 * (128 + 128)
    assert by_form["absorbed"] == by_form["auto"]
    attended = {"absorbed": 61 * 2 * 128 * (576 + 512) * 4097, "expanded": 61 * 2 * 128 * (192 + 128) * 4097}
    assert by_form["absorbed"] - attended["absorbed"] == by_form["expanded"] - attended["expanded"] - up * 4096


def test_experts_read_by_a_batch() -> None:
    model = named_model("qwen3-30b-a3b")
    one = step_weight_bytes(model, Pass(1, 1))
    assert one == 2 * (model.active_parameters() - 151936 * 2048)
    most, uniform = (step_weight_bytes(model, Pass(1, 1, 16, experts=way)) for way in ("most", "uniform"))
    touched = 128 * (1 - (1 - Fraction(8, 128)) ** 16)
    assert most - one == 48 * 2 * 3 * 2048 * 768 * 120
    assert uniform - one == 48 * 2 * 3 * 2048 * 768 * (round(touched) - 8)


def test_quantised_weights_are_read_in_their_format() -> None:
    model = LOADED["qwen3-8b"]
    matrices = 36 * 192_937_984
    expected = 15_136_811_008 - 2 * matrices + matrices + matrices // 64
    assert step_weight_bytes(model, Pass(1, scheme=Scheme("int8-g128"))) == expected
