"""Every model and 158 small configurations, counted by another library: parameters, active, experts, state; and laws."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from infra_calc import data
from infra_calc.catalogue import named_model
from infra_calc.config import Fields
from infra_calc.families import MODULES, SYNONYMS, read_model
from infra_calc.sources import fingerprint
from infra_calc.state import Layout, kv_bytes, recurrent_bytes

HERE = Path(__file__).parent
MODELS: dict[str, dict[str, Any]] = yaml.safe_load((HERE / "models.yaml").read_text("utf-8"))
ARCHITECTURES: list[dict[str, Any]] = yaml.safe_load((HERE / "architectures.yaml").read_text("utf-8"))


def test_the_table_has_each_model() -> None:
    assert sorted(MODELS) == data.names("models")


@pytest.mark.parametrize("name", MODELS)
def test_parameters_and_state_are_exact(name: str) -> None:
    model, expected = named_model(name), MODELS[name]
    experts = sum(times * weight.parameters() for weight, times in model.weights() if weight.component == "routed experts")
    assert model.parameters() == expected["parameters"]
    assert expected.get("active", model.active_parameters()) == model.active_parameters()
    assert expected.get("experts", experts) == experts
    for context, size in expected.get("state", {}).items():
        assert kv_bytes(model, context) + recurrent_bytes(model) == size


@pytest.mark.parametrize("case", ARCHITECTURES, ids=lambda case: case["config"]["model_type"])
def test_small_configurations_agree_with_the_library(case: dict[str, Any]) -> None:
    assert read_model(Fields(case["config"], "test")).parameters() == case["parameters"]


def test_each_model_type_is_covered() -> None:
    seen = {case["config"]["model_type"] for case in ARCHITECTURES}
    seen |= {named_model(name).model_type for name in MODELS}
    assert {each for types in MODULES.values() for each in types.split()} <= seen
    assert set(SYNONYMS.values()) <= seen


@pytest.mark.parametrize("name", MODELS)
def test_parts_add_up(name: str) -> None:
    model = named_model(name)
    assert sum(model.components().values()) == model.parameters()
    assert model.active_parameters() <= model.parameters()
    assert len(model.layers) == sum(times for _, times in model.layer_counts())


@pytest.mark.parametrize("name", MODELS)
def test_records_have_their_hash_and_a_source(name: str) -> None:
    record = data.read("models", name)
    assert record["sha256"] == fingerprint(record["config"])
    assert {"name", "repository", "document", "date", "checked"} <= set(record)
    assert str(MODELS[name]["parameters"]) in record["checked"]
    assert json.loads((Path(data.ROOT) / "models" / f"{name}.json").read_text("utf-8")) == record


@given(st.sampled_from(sorted(MODELS)), st.integers(1, 10**6), st.integers(1, 10**5))
def test_state_grows_with_the_context_and_reserved_windows_hold_more(name: str, context: int, more: int) -> None:
    model = named_model(name)
    assert kv_bytes(model, context) <= kv_bytes(model, context + more)
    assert kv_bytes(model, context) <= kv_bytes(model, context, Layout(windows="reserved"))
    assert 2 * kv_bytes(model, context, Layout("fp8")) == kv_bytes(model, context)
