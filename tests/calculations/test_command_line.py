"""The command line as people and scripts meet it: answers, refusals, places and interpreters it must work in."""

import ast
import csv
import io
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from infra_calc import data
from infra_calc.catalogue import CHOICE
from infra_calc.cli import answer, find, main
from infra_calc.command import Command
from infra_calc.commands import MODULES
from infra_calc.config import LARGEST_FILE
from infra_calc.errors import CalculatorError

HERE = Path(__file__).parent
CALCULATIONS = Path(data.ROOT)
BAD: list[dict[str, Any]] = yaml.safe_load((HERE / "bad_input.yaml").read_text("utf-8"))
CAUGHT: dict[str, Any] = {"capture_output": True, "text": True, "check": True}
PYTHONS = {
    found: version
    for version in ("python3.10", "python3.11", "python3.12", "python3.13")
    if (found := shutil.which(version)) and subprocess.run([found, "-c", "pass"], capture_output=True).returncode == 0
} | {sys.executable: "this one"}


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.parametrize("format", ["md", "json", "csv"])
def test_each_example_runs_in_each_format(name: str, format: str) -> None:
    output = answer([*shlex.split(find(name).example), "--format", format])
    if format == "json":
        assert isinstance(json.loads(output), dict)
    elif format == "csv":
        rows = list(csv.reader(io.StringIO(output)))
        assert len(rows) > 1 and {len(row) for row in rows} == {len(rows[0])}
    else:
        assert "|---" in output and "**" in output


@pytest.mark.parametrize("name", MODULES)
def test_help_names_each_option_and_the_example(name: str) -> None:
    command: Command = find(name)
    text = answer([name, "--help"])
    assert all(option.name in text and option.help in text for option in command.options)
    assert command.example in text and command.example.split()[0] == name
    assert command.does in answer(["--help"])


@pytest.mark.parametrize("case", BAD, ids=lambda case: case["line"] + str(case.get("config", ""))[:40])
def test_bad_input_is_one_line_and_exit_2(case: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = case.get("config")
    if isinstance(config, dict):
        changed = {**data.read("models", "qwen3-8b")["config"], **config}
        config = json.dumps({key: value for key, value in changed.items() if value is not None})
    path = tmp_path / "config.json"
    if config is not None:
        path.write_text(config, "utf-8")
    status = main([word.replace("CONFIG", str(path)) for word in shlex.split(case["line"])])
    printed = capsys.readouterr()
    if case.get("helps"):
        assert (status, printed.err) == (0, "") and "usage: calc.py" in printed.out
        return
    assert (status, printed.out) == (2, "")
    assert printed.err.startswith("calc.py: ") and printed.err.count("\n") == 1
    assert case["says"] in printed.err


HOSTILE = ["[" * 100_000, '{"a":' * 100_000, '{"hidden_size": ' + "9" * 5000 + "}", '{"a": "' + "x" * LARGEST_FILE + '"}']


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_files_are_refused_in_bounded_time(text: str, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(text, "utf-8")
    with pytest.raises(CalculatorError, match=r"config\.json: (not valid JSON|larger than)"):
        answer(["model", "--config", str(tmp_path / "config.json")])


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "config.json").open("wb") as file:
        file.truncate(2**30)
    with pytest.raises(CalculatorError, match="larger than 8 MiB"):
        answer(["model", "--config", str(tmp_path / "config.json")])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)
FIELDS = st.sampled_from(sorted({key for name in data.names("models") for key in data.read("models", name)["config"]}))
BASES = st.sampled_from(data.names("models"))


@given(BASES, FIELDS, JSON)
def test_any_value_in_any_field_is_computed_or_refused(base: str, field: str, value: object) -> None:
    with tempfile.TemporaryDirectory() as folder:
        _computed_or_refused(Path(folder) / "config.json", base, field, value)


def _computed_or_refused(path: Path, base: str, field: str, value: object) -> None:
    path.write_text(json.dumps({**data.read("models", base)["config"], field: value}), "utf-8")
    for line in (["model"], ["state", "--tokens", "999"], ["forward", "--tokens", "7", "--history", "5"]):
        try:
            assert answer([*line, "--config", str(path), "--json"]).startswith("{")
        except CalculatorError as error:
            assert "\n" not in str(error) and str(path) in str(error)


WORDS = st.text(max_size=12) | st.sampled_from(["model", "forward", "--tokens", "--model", "qwen3-8b", "-1", "--json"])


@given(st.lists(WORDS, max_size=6))
def test_any_words_are_answered_or_refused(words: list[str]) -> None:
    try:
        assert answer(words)
    except CalculatorError as error:
        assert str(error)


@pytest.mark.parametrize("python", PYTHONS, ids=PYTHONS.values())
@pytest.mark.parametrize("place", ["calc.py", "folder", "zip"])
def test_it_runs_bare_from_anywhere(python: str, place: str, tmp_path: Path) -> None:
    target = {"calc.py": CALCULATIONS / "calc.py", "folder": CALCULATIONS, "zip": tmp_path / "calculator.zip"}[place]
    if place == "zip":
        with zipfile.ZipFile(target, "w") as archive:
            for file in [*CALCULATIONS.rglob("*.py"), *CALCULATIONS.rglob("*.json")]:
                archive.write(file, file.relative_to(CALCULATIONS))
    for line in ("forward --model qwen3-8b --tokens 8192 --json", "model meta-llama/Llama-3.2-1B --json", "models --json"):
        done = subprocess.run([python, "-I", "-S", str(target), *line.split()], cwd=tmp_path, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        assert json.loads(done.stdout) == json.loads(answer(line.split()))


def test_only_the_standard_library_is_imported() -> None:
    for file in CALCULATIONS.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert name.split(".")[0] in {*sys.stdlib_module_names, "infra_calc"}, f"{file} imports {name}"


def test_a_start_imports_little() -> None:
    """`json`, `argparse`, `dataclasses`, `typing`, `re` each cost a part of what the whole start may cost."""
    command = [sys.executable, "-I", "-S", "-X", "importtime"]
    line = [str(CALCULATIONS / "calc.py"), "forward", "--model", "qwen3-8b", "--tokens", "8192"]
    empty, whole = (
        {row.rsplit("|", 1)[-1].strip() for row in subprocess.run(run, **CAUGHT).stderr.splitlines()}
        for run in ([*command, "-c", "import os"], [*command, *line])
    )
    assert {name for name in whole - empty if not name.startswith("infra_calc")} == {"_json"}


def test_a_closed_pipe_is_no_error() -> None:
    words = shlex.join([sys.executable, str(CALCULATIONS / "calc.py"), "models"])
    line = f"{words} | head -1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    assert (done.returncode, done.stderr) == (0, "")


def test_file_names_that_are_no_text(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff\xe4.json"
    Path(os.fsdecode(path)).write_text(json.dumps(data.read("models", "gpt2")["config"]), "utf-8")
    run = [os.fsencode(sys.executable), os.fsencode(CALCULATIONS / "calc.py"), b"model", b"--config"]
    good = subprocess.run([*run, path], capture_output=True)
    assert (good.returncode, good.stderr) == (0, b"") and b"124,439,808" in good.stdout
    bad = subprocess.run([*run, path + b"x"], capture_output=True)
    assert bad.returncode == 2 and bad.stderr.count(b"\n") == 1 and b"No such file" in bad.stderr


def test_names_are_found_by_repository_and_by_their_end() -> None:
    for words in (["model", "Qwen/Qwen3-8B"], ["model", "QWEN3-8B"], ["model", "--model", "qwen3-8b"]):
        assert json.loads(answer([*words, "--json"]))["name"] == "Qwen/Qwen3-8B"
    assert json.loads(answer(["model", "llama-3.1-70b", "--json"]))["name"] == "meta-llama/Meta-Llama-3.1-70B"


def test_model_selection_is_the_same_everywhere() -> None:
    for name in ("model", "forward", "state", "generate"):
        assert find(name).options[:3] == CHOICE


def test_the_fixed_keys_of_the_json_documents() -> None:
    model = json.loads(answer(["model", "qwen3-8b", "--json"]))
    assert (model["name"], model["parameters"], model["active_parameters"]) == ("Qwen/Qwen3-8B", 8_190_735_360, 8_190_735_360)
    assert (model["weight_bytes"], model["kv_bytes_per_token"]) == (2 * 8_190_735_360, 147_456)
    assert model["state_bytes"]["8192"] == 1_207_959_552
    forward = json.loads(answer(["forward", "--model", "qwen3-8b", "--tokens", "8192", "--json"]))
    assert forward["totals"]["flops"] == 133_594_323_353_600 == sum(row["flops"] for row in forward["operators"])
    state = json.loads(answer(["state", "--model", "qwen3.5-35b-a3b", "--tokens", "8192", "--json"]))
    assert (state["kv_bytes"], state["recurrent_bytes"], state["total_bytes"]) == (167_772_160, 64_389_120, 232_161_280)


def test_readme_commands_run() -> None:
    text = (CALCULATIONS / "README.md").read_text("utf-8")
    lines = [line.strip() for line in text.splitlines() if line.startswith("    python3 calculations/calc.py ")]
    assert lines
    for line in lines:
        assert answer(shlex.split(line)[2:])
