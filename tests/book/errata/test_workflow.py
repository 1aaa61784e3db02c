"""The workflow's steps, run here against a hostile event and a fake `gh`; and its rights."""

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

from tests.book.errata.sample import CASES, as_body, write_book

ROOT = Path(__file__).parents[3]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("erratum*.yml"))
FAKE_GH = """#!/bin/sh
printf '%s\\n' "$*" >> "$GH_LOG"
case "$*" in *--jq*) exit 0 ;; esac
previous=""
for word in "$@"; do [ "$previous" = --input ] && cat "$word" >> "$GH_LOG"; previous=$word; done
exit 0
"""


def steps_of(path: Path) -> list[dict[str, Any]]:
    jobs = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    return [step for job in jobs.values() for step in job["steps"]]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_rights_and_pins(path: Path) -> None:
    workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert workflow["permissions"] == {}
    assert all(
        set(job["permissions"]) <= {"contents", "issues"} and job["permissions"]["contents"] == "read"
        for job in workflow["jobs"].values()
    )
    for step in steps_of(path):
        if "uses" in step:
            assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", step["uses"])
        assert "${{" not in step.get("run", "")  # text reaches a shell only through files and the environment
        assert ("GH_TOKEN" in step.get("env", {})) == (step["name"] in ("Answer", "List the open reports"))


def test_steps_with_a_hostile_event(tmp_path: Path) -> None:
    case = next(case for case in CASES if case["id"] == "H009")
    write_book(case, tmp_path)
    (tmp_path / ".github").symlink_to(ROOT / ".github")
    owned = tmp_path / "owned"
    evil = f"$(touch {owned}) `touch {owned}` \"; touch {owned}; ' @everyone ![x](https://evil.example/x)"
    body = as_body(case["form"] | {"reasoning": evil, "location": evil})
    event = tmp_path / "event.json"
    event.write_text(
        json.dumps(
            {"issue": {"number": 7, "title": evil, "body": body, "labels": [{"name": "erratum"}, {"name": "verdict: refuted"}]}}
        )
    )
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "gh").write_text(FAKE_GH)
    (tools / "book").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m book "$@"\n')
    for tool in tools.iterdir():
        tool.chmod(0o755)
    log = tmp_path / "gh.log"
    environment = {
        "PATH": f"{tools}:{os.environ['PATH']}",
        "BOOK": str(tools / "book"),
        "PYTHONPATH": str(ROOT),
        "GH_LOG": str(log),
        "HOME": str(tmp_path),
        "GITHUB_EVENT_PATH": str(event),
        "GITHUB_REPOSITORY": "a/b",
        "RUNNER_TEMP": str(tmp_path),
        "GH_TOKEN": "x",
    }
    for step in steps_of(ROOT / ".github/workflows/erratum.yml"):
        if step["name"] in ("Judge the report", "Answer"):
            subprocess.run(["bash", "-euo", "pipefail", "-c", step["run"]], cwd=tmp_path, env=environment, check=True)
    said = log.read_text(encoding="utf-8")
    assert not owned.exists()
    assert "--method POST repos/a/b/issues/7/comments" in said
    assert "confirmed" in said
    assert json.loads((tmp_path / "verdict/labels.json").read_text())["labels"] == ["erratum", "verdict: confirmed"]
    assert "![x]" not in (tmp_path / "verdict/comment.md").read_text(encoding="utf-8")


def test_an_unreadable_report_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "01.md").write_text("# A\n\nText.\n")
    issue = tmp_path / "issue.json"
    issue.write_text(json.dumps({"number": 1, "body": None}))
    book = tmp_path / "book.sh"
    book.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m book "$@"\n')
    book.chmod(0o755)
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "BOOK": str(book)}
    subprocess.run([ROOT / ".github/erratum/judge.sh", issue, tmp_path / "out"], cwd=tmp_path, env=environment, check=True)
    assert (tmp_path / "out/verdict").read_text().strip() == "unreadable"
