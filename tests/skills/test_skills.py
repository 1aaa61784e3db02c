"""The methods for coding assistants: a name that is the folder's, a description, and commands that print what they claim."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.test_readme import BLOCK, matches

ROOT = Path(__file__).resolve().parents[2]
SKILLS = sorted((ROOT / "skills").glob("*/SKILL.md"))
BLOCKS = [
    pytest.param(match[1], match[2], id=f"{path.parent.name}:{text.count(chr(10), 0, match.start()) + 1}")
    for path in SKILLS
    for text in [path.read_text(encoding="utf-8")]
    for match in BLOCK.finditer(text)
]
COMMAND = re.compile(r"calc\.py ([a-z]+)(?= |`)")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("path", SKILLS, ids=lambda path: path.parent.name)
def test_the_front_matter_names_the_method(path: Path) -> None:
    head = yaml.safe_load(path.read_text(encoding="utf-8").split("---\n")[1])
    assert set(head) == {"name", "description"}
    assert head["name"] == path.parent.name
    assert "Use when" in head["description"]
    assert len(head["description"]) <= 1024


@pytest.mark.parametrize("path", SKILLS, ids=lambda path: path.parent.name)
def test_each_method_has_an_example_that_is_compared(path: Path) -> None:
    found = list(BLOCK.finditer(path.read_text(encoding="utf-8")))
    assert found
    assert all(match[2] for match in found)


@pytest.mark.parametrize(("commands", "wanted"), BLOCKS)
def test_the_example_prints_what_it_claims(commands: str, wanted: str) -> None:
    done = subprocess.run(
        ["sh", "-eu", "-c", commands], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False, env={**os.environ}
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert matches(wanted, done.stdout), done.stdout


@pytest.mark.parametrize("path", SKILLS, ids=lambda path: path.parent.name)
def test_each_command_named_is_one_of_the_calculator(path: Path) -> None:
    named = set(COMMAND.findall(path.read_text(encoding="utf-8")))
    listed = run("python3", "calculations/calc.py", "--help").stdout
    assert named
    assert {name for name in named if not re.search(rf"^  {name} ", listed, re.M)} == set()


def test_the_answer_of_the_example_is_what_the_calculator_gives() -> None:
    answer = " ".join((ROOT / "skills/size-a-deployment/SKILL.md").read_text(encoding="utf-8").rpartition("The answer:")[2].split())
    numbers = {}
    for batch in ("1", "10"):
        request = ("--prompt", "4096", "--output", "512", "--price", "3", "--devices", "1", "--batch", batch)
        place = ("--model", "qwen3-32b", "--hardware", "h100-sxm", "--format", "csv")
        done = run("python3", "calculations/calc.py", "plan", *place, *request)
        rows = dict(re.findall(r'^"?([a-z ]+?)(?: at context [\d,]+|, decode)?"?,([\d.]+),', done.stdout, re.M))
        numbers[batch] = {name: float(value) for name, value in rows.items()}
    assert f"US\\${numbers['1']['cost of a million tokens']:.2f} one request" in answer
    assert f"US\\${numbers['10']['cost of a million tokens']:.2f} with ten" in answer
    assert f"{1e3 * numbers['10']['decode step']:.1f} ms in a full batch" in answer
    assert f"{1e3 * numbers['1']['decode step']:.1f} ms at best alone" in answer
