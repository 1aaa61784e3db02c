"""The table of editions in the README is what the command prints."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_status_table_is_current() -> None:
    shown = (ROOT / "README.md").read_text(encoding="utf-8").split("<!-- status:")[1].split("-->\n")[1].split("<!-- end")[0]
    printed = subprocess.run([sys.executable, "-m", "book", "edition", "status", "--markdown"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert shown.strip() == printed.stdout.strip()
