"""README's commands are executed: each ```sh block below `<!-- test -->` must succeed and print the ```text block after it."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"^<!-- test -->\n+```sh\n(.*?)^```\n(?:\n*```text\n(.*?)^```$)?", re.M | re.S)
BLOCKS = [
    pytest.param(match[1], match[2], id=f"{path.name}:{path.read_text(encoding='utf-8').count(chr(10), 0, match.start()) + 1}")
    for path in [*sorted(ROOT.glob("README*.md")), *sorted(ROOT.glob("*/README.md"))]
    for match in BLOCK.finditer(path.read_text(encoding="utf-8"))
]


def matches(wanted: str, printed: str) -> bool:
    """Whether `printed` is `wanted`, in which `…` stands for anything on a line, and a line `…` for any lines."""
    pattern = "\n".join(
        re.escape(line.rstrip()).replace("…", ".*") if line.strip() != "…" else r"(?s:.*)" for line in wanted.strip().splitlines()
    )
    return re.fullmatch(pattern, "\n".join(line.rstrip() for line in printed.strip().splitlines())) is not None


@pytest.mark.parametrize(("commands", "wanted"), BLOCKS)
def test_the_readme_does_not_lie(commands: str, wanted: str | None) -> None:
    commands = "\n".join(line.removeprefix("$ ") for line in commands.splitlines())
    done = subprocess.run(
        ["sh", "-eu", "-c", commands],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
        env={**os.environ, "PATH": f"{ROOT / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert wanted is None or matches(wanted, done.stdout), done.stdout


@pytest.mark.parametrize(
    ("wanted", "printed", "same"),
    [
        ("a\nb", "a\nb\n", True),
        ("a … c", "a b c", True),
        ("a\n…\nz", "a\n1\n2\nz", True),
        ("a", "a\nb", False),
        ("a … c", "a b", False),
        ("1.5", "1x5", False),
    ],
)
def test_output_is_compared_line_by_line(wanted: str, printed: str, same: bool) -> None:
    assert matches(wanted, printed) == same
