"""Doubted premises: the calculator decides with the operands of the text, and only where the words say which quantity is meant."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from book.errata.form import clean
from book.errata.known.formats import widths_in
from book.errata.known.words import attributes
from book.errata.outcome import outcome_of
from book.errata.result import result_of
from book.errata.volume import Volume
from book.project import load_project

CASES: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("known.yaml").read_text(encoding="utf-8"))


def volume(folder: Path, language: str, text: str) -> Volume:
    (folder / "book").mkdir()
    (folder / "book" / "01-text.md").write_text(f"---\nlang: {language}\n---\n\n# One\n\n{text}\n", encoding="utf-8")
    return Volume(load_project(folder / "book"))


def form(case: dict[str, Any]) -> dict[str, Any]:
    return {
        "edition": case["lang"],
        "quote": case.get("quote", case["text"].split(". ")[-1]),
        "kind": "number",
        **{key: case[key] for key in ("stated", "proposed", "reasoning")},
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_verdict(case: dict[str, Any], tmp_path: Path) -> None:
    assert outcome_of(clean(form(case)), volume(tmp_path, case["lang"], case["text"])).verdict.value in case["verdict"]


def test_the_reply_tells_formula_operands_and_result(tmp_path: Path) -> None:
    text = "The model has 28 layers with 4 KV heads of dimension 128, cached in fp16. Each token adds 28,672 bytes of keys and values."
    case = {"lang": "en", "text": text, "stated": "28,672", "proposed": "57,344", "reasoning": "That is only the keys."}
    reply = result_of(clean(form(case)), volume(tmp_path, "en", text))["reply"]
    for words in ("57,344 bytes", "kv_bytes_per_token(layers = 28, kv_heads = 4, head_dim = 128, bytes_per_element = 2)", "2 L n_{kv} d_h b"):
        assert words in reply
    assert "layers = 28 (7: “model has 28 layers with 4”)" in reply


def test_what_the_calculator_gives_is_told_where_a_person_decides(tmp_path: Path) -> None:
    text = "The model has 28 layers with 4 KV heads of dimension 128, cached in fp16. With padding each token adds 60,000 bytes of keys and values."
    case = {"lang": "en", "text": text, "stated": "60,000", "proposed": "57,344", "reasoning": "Two copies."}
    result = result_of(clean(form(case)), volume(tmp_path, "en", text))
    assert result["verdict"] == "needs-human"
    assert "57344 bytes" in result["reply"]


def test_two_values_for_two_equal_numbers_are_patched_in_their_places(tmp_path: Path) -> None:
    names = ("hidden size", "expert width", "layers", "vocabulary", "K and V width", "experts / active experts")
    values = ("4096", "14336", "32", "32000", "1024", "8 / 2")
    table = "\n".join(["| Setting | Value |", "|---|---|", *(f"| {name} | {value} |" for name, value in zip(names, values, strict=True))])
    sentence = "The model has 7.1B parameters in total, of which 7.1B are active for a token."
    case = {"lang": "en", "text": f"{table}\n\n{sentence}", "quote": sentence, "stated": "", "proposed": "46.7B; 12.9B", "reasoning": "Eight experts."}
    result = result_of(clean(form(case)), volume(tmp_path, "en", case["text"]))
    assert result["verdict"] == "confirmed"
    assert "+The model has 46.7B parameters in total, of which 12.9B are active for a token." in result["patch"]


@settings(max_examples=12, deadline=None)
@given(layers=st.integers(11, 90), heads=st.integers(3, 16), dim=st.sampled_from((64, 80, 96, 192, 256)), width=st.sampled_from(("fp32", "bf16", "fp8")))
def test_a_half_told_cache_is_mended_and_a_whole_one_is_kept(layers: int, heads: int, dim: int, width: str) -> None:
    right = 2 * layers * heads * dim * {"fp32": 4, "bf16": 2, "fp8": 1}[width]
    for printed, proposed, verdict in ((right // 2, right, "confirmed"), (right, right // 2, "refuted")):
        text = f"模型有 {layers} 层、{heads} 个 KV 头，头维度 {dim}，缓存以 {width} 存储。每个 token 的键和值占 {printed} 字节。"
        case = {"lang": "zh-Hans", "text": text, "stated": str(printed), "proposed": str(proposed), "reasoning": "键和值。"}
        with tempfile.TemporaryDirectory() as folder:
            found = outcome_of(clean(form(case)), volume(Path(folder), "zh-Hans", text))
        told = [each for judgement in found.judgements for each in judgement.evidence if each.kind == "calculator"]
        assert [each.strong for each in told] == [True]
        assert found.verdict.value in (verdict, "needs-human")  # another check may take the row of numbers for a product


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        ("with ", " KV heads of dimension", "kv_heads"),
        ("with ", " query heads", "query_heads"),
        ("KV heads of dimension ", ", cached", "head_dim"),
        ("每头 ", " 维，", "head_dim"),
        ("共 ", " 层，", "layers"),
        ("每 ", " 层里有", ""),
        ("top-", " of 16 experts", "chosen_experts"),
        ("из ", " слоёв", "layers"),
        ("ширина модели ", ".", "hidden"),
        ("промежуточная размерность ", ".", "ffn_width"),
        ("takes ", " ms", ""),
    ],
)
def test_what_a_number_is(before: str, after: str, name: str) -> None:
    found = [each.name for first in (True, False) for each in attributes() if each.fits(before, after, first=first)]
    assert (found or [""])[0] == name


@pytest.mark.parametrize(
    ("text", "widths"),
    [("stored in bf16", {2}), ("по 1 байту на число в fp8", {1}), ("每个元素 2 字节", {2}), ("keys in bf16, values in fp8", {2, 1}), ("32 layers", set())],
)
def test_bytes_of_a_number(text: str, widths: set[int]) -> None:
    assert set(widths_in(text)) == widths
