"""The tables of editions in the READMEs are what the command prints."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
READMES = sorted(ROOT.glob("README*.md"))


@pytest.fixture(scope="module")
def printed() -> str:
    command = [sys.executable, "-m", "book", "edition", "status", "--markdown"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("readme", READMES, ids=lambda path: path.name)
def test_status_table_is_current(readme: Path, printed: str) -> None:
    shown = readme.read_text(encoding="utf-8").split("<!-- status:")[1].split("-->\n")[1].split("<!-- end")[0]
    assert shown.strip() == printed.strip()
