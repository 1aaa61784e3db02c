"""The steps of the two workflows, run here as they are written, against a hostile event and a tracker of our own; and their rights."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from book.errata.answer import MARK, UNREADABLE, Answer, answer_to, reports_in, shortened
from book.errata.tracker import post
from book.errata.volume import Volume
from book.errors import WrongUse
from book.github.api import Api
from book.github.issues import Issues
from book.project import load_project
from tests.book.errata.sample import CASES, as_body, write_book
from tests.book.errata.tracker import TOKEN, Tracker, served

ROOT = Path(__file__).parents[3]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("erratum*.yml"))
CASE = next(case for case in CASES if case["id"] == "H009")


def steps_of(path: Path) -> list[dict[str, Any]]:
    jobs = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    return [step for job in jobs.values() for step in job["steps"]]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_rights_and_pins(path: Path) -> None:
    workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert workflow["permissions"] == {}
    assert [job["permissions"] for job in workflow["jobs"].values()] == [{"contents": "read", "issues": "write"}]
    for step in steps_of(path):
        if "uses" in step:
            assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", step["uses"])
            continue
        assert len(step["run"].splitlines()) <= 5
        assert re.match(r"make |\.venv/bin/book ", step["run"])
        assert "${{" not in step["run"]  # text reaches a shell only through files and the environment
        talks = re.search(r"erratum (?:fetch|post) ", step["run"]) is not None
        assert set(step.get("env", {})) == ({"GITHUB_TOKEN"} if talks else set())


def hostile_issue(number: int, owned: Path, form: dict[str, str] | None = None) -> dict[str, Any]:
    evil = f"$(touch {owned}) `touch {owned}` \"; touch {owned}; ' @everyone ![x](https://evil.example/x)"
    body = as_body((form or CASE["form"]) | {"reasoning": evil, "location": evil})
    return {"number": number, "title": evil, "body": body, "labels": [{"name": "erratum"}, {"name": "verdict: refuted"}]}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A book with the command where the steps expect it."""
    folder = write_book(CASE, tmp_path / "checkout")
    (folder / ".github").symlink_to(ROOT / ".github")
    program = folder / ".venv/bin/book"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m book "$@"\n')
    program.chmod(0o755)
    return folder


def run_steps(name: str, folder: Path, event: Path, address: str) -> list[str]:
    """What the steps of a workflow print; the one that sets up is this very environment."""
    said = []
    for step in steps_of(ROOT / f".github/workflows/{name}.yml"):
        if "run" not in step or step["run"] == "make venv":
            continue
        env = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "HOME": str(folder),
            "GITHUB_EVENT_PATH": str(event),
            "GITHUB_REPOSITORY": "a/b",
            "GITHUB_API_URL": address,
        }
        env |= {key: value.replace("${{ github.token }}", TOKEN) for key, value in step.get("env", {}).items()}
        shell = ["bash", "-euo", "pipefail", "-c", step["run"]]
        done = subprocess.run(shell, cwd=folder, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        said.append(done.stdout.strip())
    return said


def test_an_event_is_answered(checkout: Path, tmp_path: Path) -> None:
    owned = tmp_path / "owned"
    issue = hostile_issue(7, owned)
    event = tmp_path / "event.json"
    event.write_text(json.dumps({"action": "opened", "issue": issue}))
    with served(Tracker([issue])) as tracker:
        assert run_steps("erratum", checkout, event, tracker.address) == ["#7: confirmed", "1 answers are new"]
        (comment,) = tracker.comments[7]
        assert comment["body"].startswith(MARK)
        assert "![x]" not in comment["body"]
        assert "@everyone" not in re.sub(r"(`+).*?\1", "", comment["body"])
        assert tracker.labels(7) == ["erratum", "verdict: confirmed"]
        first = comment["body"]
        issue["body"] = issue["body"].replace("### 应为 / It should say\n\n", "### 应为 / It should say\n\nabout ")
        event.write_text(json.dumps({"action": "edited", "issue": issue}))
        run_steps("erratum", checkout, event, tracker.address)
        assert len(tracker.comments[7]) == 1
        assert tracker.comments[7][0]["body"] != first
    assert not owned.exists()


def test_open_reports_are_judged_again_and_none_is_closed(checkout: Path, tmp_path: Path) -> None:
    owned = tmp_path / "owned"
    pull = {"number": 9, "body": "", "labels": [{"name": "erratum"}], "pull_request": {}}
    broken = {"number": 8, "body": None, "labels": [{"name": "erratum"}]}
    with served(Tracker([hostile_issue(7, owned), broken, pull])) as tracker:
        said = run_steps("erratum-recheck", checkout, tmp_path / "none", tracker.address)
        assert said == ["2 open reports", "#7: confirmed\n#8: unreadable", "2 answers are new"]
        assert {number: len(comments) for number, comments in tracker.comments.items()} == {7: 1, 8: 1, 9: 0}
        changes = len(tracker.changes)
        assert run_steps("erratum-recheck", checkout, tmp_path / "none", tracker.address)[-1] == "0 answers are new"
        assert len(tracker.changes) == changes
        assert all(each["state"] == "open" for each in tracker.issues.values())
    assert not owned.exists()


def test_a_comment_by_somebody_else_is_left_alone() -> None:
    with served(Tracker([{"number": 1, "labels": [{"name": "erratum"}]}])) as tracker:
        forged = {"id": 5, "body": MARK + "\nverdict: confirmed", "user": {"login": "reader"}}
        tracker.comments[1].append(forged)
        issues = Issues(Api(tracker.address, TOKEN), "a/b")
        assert post(issues, [Answer(1, "refuted", MARK + "\nno")]) == 1
        assert [each["body"] for each in tracker.comments[1]] == [forged["body"], MARK + "\nno"]


def test_an_unreadable_report_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "01.md").write_text("# A\n\nText.\n")
    answer = answer_to(1, "", Volume(load_project(tmp_path)))
    assert answer.verdict == UNREADABLE
    assert "form" in answer.comment


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"issue": {"number": "7; touch x"}}', "[" * 100_000, '{"number": true}'])
def test_what_is_no_issue_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    path.write_text(text)
    with pytest.raises(WrongUse):
        reports_in(path)


def test_a_long_reply_is_cut_between_lines_and_its_code_closed() -> None:
    reply = "Words.\n\n````diff\n" + "+ `@everyone`\n" * 50 + "````\n\nAfter.\n"
    cut = shortened(reply, 200)
    assert len(cut) < 220
    assert cut.endswith("\n````\n…\n")
    assert shortened(reply, 10_000) == reply
