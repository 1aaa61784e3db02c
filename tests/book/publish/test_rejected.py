"""Bad input: one line with file, line and what to do, the right exit code, and no file that should not be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import Make

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "rejected.yaml").read_text(encoding="utf-8"))


def text_of(case: dict[str, Any]) -> str:
    parts = case.get("parts", [case.get("text", "")])
    return "".join(part if isinstance(part, str) else part["of"] * part["times"] for part in parts)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_it_is_refused_with_its_place(case: dict[str, Any], sample: Make) -> None:
    text = text_of(case)
    book = sample({"01-a.md": text.encode("latin-1") if case.get("latin1") else text, **case.get("files", {})})
    run = book.build("--format", case.get("formats", "epub"))
    place = case.get("file", "01-a.md") + (f":{case['at']}" if "at" in case else "")
    lines = run.err.strip().splitlines()
    assert run.code == case.get("exit", 2)
    assert len(lines) == 1, lines
    assert lines[0].startswith(f"{place}: "), lines[0]
    assert case.get("says", "") in lines[0]
    assert lines[0].endswith(f"[{case['code']}]") if "code" in case else not lines[0].endswith("]"), lines[0]
    kept = [name for name in book.made() if name.endswith((".pdf", ".epub")) or name.startswith(".")]
    assert kept == [f"book-en.{form}" for form in case.get("left", [])]
