"""The table of reports, written out as books and forms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from book.errata.form import EMPTY, LABELS

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "cases.yaml").read_text(encoding="utf-8"))


def write_book(case: dict[str, Any], folder: Path) -> Path:
    """The texts of a case as a book."""
    for name, text in case["files"].items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def as_yaml(form: dict[str, str]) -> str:
    """A report as YAML."""
    return yaml.safe_dump(form, allow_unicode=True, sort_keys=False)


def as_body(form: dict[str, str]) -> str:
    """A report as GitHub renders it."""
    return "\n\n".join(f"### {label}\n\n{form.get(key) or EMPTY}" for key, label in LABELS.items()) + "\n"
