"""Every worked example recomputed in the Python that runs inside a web page, digit by digit."""

import shutil
import subprocess
from pathlib import Path

import pytest
from infra_calc import explain

HERE = Path(__file__).with_name("micropython")
REPOSITORY = Path(__file__).parents[2]
MODULES = REPOSITORY / "build" / "micropython"


@pytest.fixture(scope="session")
def interpreter() -> list[str]:
    """The command that runs a script in MicroPython; installs it once, into build/."""
    node, npm = shutil.which("node"), shutil.which("npm")
    assert node and npm, "this test needs node and npm"
    installed = MODULES / "node_modules" / ".package-lock.json"
    lock = HERE / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        MODULES.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / name, MODULES / name)
        subprocess.run([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=MODULES, check=True, capture_output=True)
    return [node, str(HERE / "run.mjs"), str(REPOSITORY / "calculations" / "infra_calc"), str(MODULES)]


def script() -> str:
    """One line of output for each example, to the digits of its docstring."""
    lines = [f"from infra_calc import {', '.join(explain.SUBJECTS)}"]
    for name in explain.names():
        chapter, call = name.split(".")[0], explain.describe(name)["example"]["call"]
        lines += [f"value = {chapter}.{call}", f"print('{name}', '%.12g' % value, value if value == int(value) else '')"]
    return "\n".join(lines)


def test_every_example_prints_the_same_digits(interpreter: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    there = subprocess.run(interpreter, input=script(), capture_output=True, text=True, check=True).stdout
    exec(script())
    here = capsys.readouterr().out
    assert there.splitlines() == here.splitlines()
    assert len(here.splitlines()) == len(explain.names())


def test_big_whole_numbers_stay_whole(interpreter: list[str]) -> None:
    call = "from infra_calc import architecture\nprint(architecture.attn_pairs_causal(3, 10**12 + 1, 10**13))"
    there = subprocess.run(interpreter, input=call, capture_output=True, text=True, check=True).stdout
    assert int(there) == 3 * ((10**12 + 1) * 10**13 + (10**12 + 1) * (10**12 + 2) // 2)


def test_the_lock_names_no_host() -> None:
    lock = (HERE / "package-lock.json").read_text("utf-8")
    assert "resolved" not in lock
    assert "http" not in lock
