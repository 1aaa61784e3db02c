"""The table of reports: right verdicts, no forbidden ones, and how many are decided, by what decides and by language."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from book.errata.form import Report, parse_form
from book.errata.outcome import outcome_of
from book.errata.volume import Volume
from book.project import load_project
from tests.book.errata.sample import CASES, as_body, as_yaml, write_book

HUMAN = "needs-human"


def verdict_of(report: Report, folder: Path) -> str:
    return outcome_of(report, Volume(load_project(folder))).verdict.value


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    found = {}
    for case in CASES:
        folder = write_book(case, tmp_path_factory.mktemp(case["id"]))
        found[case["id"]] = verdict_of(parse_form(as_yaml(case["form"]), "erratum.yaml"), folder)
    return found


def test_no_forbidden_verdict(verdicts: dict[str, str]) -> None:
    assert [(case["id"], verdicts[case["id"]]) for case in CASES if verdicts[case["id"]] in case["never"]] == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_verdict(case: dict[str, Any], verdicts: dict[str, str]) -> None:
    assert verdicts[case["id"]] in case["verdict"], case["why"]


def test_table(verdicts: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    seen: Counter[tuple[str, str]] = Counter()
    right: Counter[tuple[str, str]] = Counter()
    definite: Counter[tuple[str, str]] = Counter()
    decided: Counter[tuple[str, str]] = Counter()
    for case in CASES:
        got, wanted = verdicts[case["id"]], set(case["verdict"])
        for key in (
            (case["by"], case["form"].get("edition", "")),
            (case["by"], "all"),
            ("all", case["form"].get("edition", "")),
            ("all", "all"),
        ):
            seen[key] += 1
            right[key] += got in wanted
            definite[key] += bool(wanted - {HUMAN})
            decided[key] += got in wanted - {HUMAN}
    with capsys.disabled():
        print("\ndecided by    language    reports  right  definite  decided")
        for by, language in sorted(seen):
            key = (by, language)
            print(f"{by:12}  {language:10}  {seen[key]:7}  {right[key]:5}  {definite[key]:8}  {decided[key]:7}")
    assert right["all", "all"] >= 0.9 * seen["all", "all"]
    assert all(right[by, "all"] >= 0.95 * seen[by, "all"] for by in ("arithmetic", "units", "parity", "references"))
    assert decided["all", "all"] >= 0.75 * definite["all", "all"]


def _rendered(case: dict[str, Any]) -> bool:
    """Whether a form survives GitHub's rendering: a line that looks like one of its labels does not."""
    return not any(re.search(r"^### ", value, re.MULTILINE) for value in case["form"].values())


@pytest.mark.parametrize("case", [case for case in CASES if _rendered(case)][::4], ids=lambda case: case["id"])
def test_issue_body_gives_the_same_verdict(case: dict[str, Any], verdicts: dict[str, str], tmp_path: Path) -> None:
    folder = write_book(case, tmp_path)
    assert verdict_of(parse_form(as_body(case["form"])), folder) == verdicts[case["id"]]
