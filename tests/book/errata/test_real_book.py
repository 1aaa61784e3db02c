"""Faults planted in the real book: the patch of each report restores every edition to the letter, and no wrong report is believed."""

from __future__ import annotations

import contextlib
import random
import subprocess
from pathlib import Path

import pytest
from click import Command
from click.testing import CliRunner

from book.cli.check import command as check
from book.cli.erratum import command as erratum
from book.errata.form import clean
from book.errata.outcome import outcome_of
from book.errata.result import result_of
from book.errata.volume import Volume
from book.project import Project, load_project
from tests.book.errata.faults import Planted, copy_of_the_book, faults, slip
from tests.book.errata.sample import as_yaml

SEED, COUNT = 20, 20


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return copy_of_the_book(tmp_path_factory.mktemp("book"))


@pytest.fixture(scope="module")
def planted(project: Project) -> list[Planted]:
    return list(faults(project, SEED, COUNT))


def verdict(project: Project, form: dict[str, str]) -> str:
    return outcome_of(clean(form), Volume(load_project(project.root))).verdict.value


@pytest.mark.parametrize("number", range(COUNT))
def test_the_patch_restores_the_text(number: int, project: Project, planted: list[Planted]) -> None:
    fault = planted[number]
    before = {path: path.read_text(encoding="utf-8") for path in fault.texts}
    try:
        for path, text in fault.texts.items():
            path.write_text(text, encoding="utf-8")
        result = result_of(clean(fault.form), Volume(load_project(project.root)))
        assert result["verdict"] == "confirmed", fault.form
        subprocess.run(["git", "apply", "-"], input=result["patch"], text=True, cwd=project.root, check=True)
        for path, text in before.items():
            assert path.read_text(encoding="utf-8") == text, fault.form
        if fault.kind != "chain":  # the proposal of a chain may stand there already, in the words before
            assert verdict(project, fault.form) == "already-fixed"
    finally:
        for path, text in before.items():
            path.write_text(text, encoding="utf-8")


def test_a_wrong_correction_is_not_believed(project: Project, planted: list[Planted]) -> None:
    dice = random.Random(SEED)
    for fault in planted:
        if not fault.form.get("stated"):
            continue
        before = {path: path.read_text(encoding="utf-8") for path in fault.texts}
        wrong = fault.form | {"proposed": slip(dice, fault.form["stated"])[1]}
        if wrong["proposed"] == fault.form["proposed"]:
            continue
        try:
            for path, text in fault.texts.items():
                path.write_text(text, encoding="utf-8")
            assert verdict(project, wrong) not in ("confirmed", "refuted"), wrong
        finally:
            for path, text in before.items():
                path.write_text(text, encoding="utf-8")


def test_a_right_text_is_not_doubted(project: Project, planted: list[Planted]) -> None:
    volume = Volume(load_project(project.root))
    for fault in planted:
        if fault.form.get("stated"):
            quote = fault.form["quote"].replace(fault.form["stated"], fault.form["proposed"])
            form = fault.form | {"quote": quote, "stated": fault.form["proposed"], "proposed": fault.form["stated"]}
            assert outcome_of(clean(form), volume).verdict.value not in ("confirmed", "confirmed-different-fix"), form


def test_accept_mends_the_book_and_check_guards_it(project: Project, planted: list[Planted]) -> None:
    fault = next(each for each in planted if each.kind == "everywhere")
    before = {path: path.read_text(encoding="utf-8") for path in fault.texts}
    form = project.root / "report.yaml"
    form.write_text(as_yaml(fault.form), encoding="utf-8")
    paths = [path.relative_to(project.root).as_posix() for path in fault.texts]
    try:
        for path, text in fault.texts.items():
            path.write_text(text, encoding="utf-8")
        assert _run(check, project.root, *paths)[0] == 1
        assert _run(erratum, project.root, "accept", str(form), "--book", str(project.root))[0] == 0
        assert {path: path.read_text(encoding="utf-8") for path in fault.texts} == before
        assert _run(check, project.root, *paths)[0] == 0
        for path, text in fault.texts.items():
            path.write_text(text, encoding="utf-8")
        code, said = _run(check, project.root, *paths)
        assert code == 1
        assert "an accepted erratum is back" in said
    finally:
        for path, text in before.items():
            path.write_text(text, encoding="utf-8")
        (project.root / "errata.yaml").unlink(missing_ok=True)


def _run(command: Command, folder: Path, *arguments: str) -> tuple[int, str]:
    """Exit status and output of a command in a folder."""
    with contextlib.chdir(folder):
        done = CliRunner().invoke(command, list(arguments), standalone_mode=False)
    assert done.exception is None, done.exception
    return int(done.return_value or 0), done.output
