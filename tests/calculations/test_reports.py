"""hardware, roofline, plan, train and explain: their documents, and the one line in which they refuse."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from infra_calc.cli import answer, find, main
from infra_calc.command import Command

TABLE: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("reports.yaml").read_text("utf-8"))
COMMANDS: list[Command] = [find(name) for name in ("hardware", "roofline", "plan", "train", "explain")]


@pytest.mark.parametrize("case", [each for each in TABLE["answers"] if "expect" in each], ids=lambda each: each["command"])
def test_document(case: dict[str, Any]) -> None:
    document = json.loads(answer([*case["command"].split(), "--json"]))
    for key, expected in case["expect"].items():
        assert document[key] == (pytest.approx(expected, rel=5e-6) if isinstance(expected, float) else expected), key


REFUSALS = [*TABLE["refusals"].items(), *((each["command"], each["refused"]) for each in TABLE["answers"] if "refused" in each)]


@pytest.mark.parametrize(("command", "reason"), REFUSALS)
def test_refusal_is_one_line_and_exit_code_2(command: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command.split()) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.count("\n") == 1
    assert reason in error


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: each.name)
@pytest.mark.parametrize("format", ["md", "json", "csv"])
def test_the_example_of_help_answers(command: Command, format: str) -> None:
    text = answer([*command.example.split(), "--format", format])
    if format == "json":
        json.loads(text)
    elif format == "csv":
        assert len({line.count(",") > 0 for line in text.splitlines()}) == 1
    else:
        assert text.startswith("**")


@pytest.mark.parametrize("name", ["hardware", "explain"])
def test_without_a_name_everything_is_listed(name: str) -> None:
    listed = json.loads(answer([name, "--json"]))
    assert len(next(iter(listed.values()))) > 60
    assert answer([name]).count("\n") > 60


def test_recalled_figures_are_marked() -> None:
    assert "recalled" in answer(["hardware", "trainium2.power"])
    assert "look it up" in answer(["roofline", "--hardware", "jetson-agx-orin-64"])
    assert "look it up" not in answer(["roofline", "--hardware", "h200-sxm"])
