"""The form: labels, order, hostile text; nothing crashes and nothing of it is executed."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from book.errata.form import FIELDS, LABELS, MAX_FIELD, labels_of, parse_form, read_form
from book.errata.reply import neutral
from book.errors import BadInput
from tests.book.errata.sample import as_body, as_yaml

ROOT = Path(__file__).parents[3]


def test_labels_are_those_of_the_form_file() -> None:
    assert labels_of(ROOT) == LABELS
    form = yaml.safe_load((ROOT / ".github/ISSUE_TEMPLATE/erratum.yml").read_text(encoding="utf-8"))
    fields = [item for item in form["body"] if "id" in item]
    assert tuple(item["id"] for item in fields) == FIELDS
    assert [item["id"] for item in fields if item.get("validations", {}).get("required")] == ["edition", "quote"]
    assert {item["id"] for item in fields if item["type"] == "input"} >= {"edition", "build"}


def test_empty_and_repeated_headings() -> None:
    body = as_body({"edition": "en", "quote": "a\n\n### 应为 / It should say\n\nfake", "stated": "1"})
    report = parse_form(body)
    assert report.edition == "en"
    assert report.location == ""
    assert report.proposed.startswith("fake")  # the reader's own heading came first: later ones belong to that text
    late = parse_form(as_body({"edition": "en", "quote": "x", "reasoning": "y\n### 原文 / Quoted text\nz"}))
    assert late.quote == "x"
    assert "### 原文 / Quoted text" in late.reasoning


@pytest.mark.parametrize(
    "text", ["quote: !!python/object/apply:os.system ['id']", "quote: &a x\nstated: *a", "- 1\n- 2", "quote: [", "\x00", "a: b"]
)
def test_yaml_that_is_refused(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_form(text, "erratum.yaml")
    assert "\n" not in str(caught.value)


def test_giant_fields_are_cut_and_giant_files_refused(tmp_path: Path) -> None:
    report = parse_form(as_body({"edition": "en", "quote": "9" * 50_000}))
    assert len(report.quote) == MAX_FIELD
    assert report.notes == ("cut",)
    path = tmp_path / "report.md"
    path.write_bytes(b"x" * 500_000)
    with pytest.raises(BadInput):
        read_form(path, tmp_path)


def test_control_and_direction_characters_are_taken_out() -> None:
    report = parse_form(as_yaml({"edition": "ru", "quote": "10\u200d24\u202e МиБ\x1b[2J\x00"}), "erratum.yaml")
    assert report.quote == "1024 МиБ"
    assert set(report.notes) == {"control", "hidden", "reversed"}


@given(st.text(max_size=400))
def test_a_stranger_text_cannot_leave_its_code_span(text: str) -> None:
    shown = neutral(text)
    if shown != "—":
        fence = shown[: len(shown) - len(shown.lstrip("`"))]
        assert shown.endswith(fence)
        assert fence not in shown[len(fence) : -len(fence)]
        assert "\n" not in shown


@settings(max_examples=400, deadline=None)
@given(st.dictionaries(st.sampled_from(FIELDS), st.text(max_size=200)), st.text(max_size=100))
def test_any_form_is_read_or_refused(values: dict[str, str], noise: str) -> None:
    for text, name in ((as_body(values) + noise, "body"), (noise + as_body(values), "body"), (noise, "erratum.yaml")):
        try:
            report = parse_form(text, name)
        except BadInput as problem:
            assert "\n" not in str(problem)
        else:
            assert all(isinstance(getattr(report, key), str) for key in FIELDS)
