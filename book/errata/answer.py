"""The answer to a report on the issue tracker, as a file: judged by a step without a token, posted by one that judges nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from book.errata.form import labels_of, parse_form
from book.errata.result import result_of
from book.errata.volume import Volume
from book.errors import BadInput, WrongUse

MARK = "<!-- erratum-verdict -->"
"""By this first line our comment is found again."""
LABEL = "erratum"
PREFIX = "verdict: "
UNREADABLE = "unreadable"
_UNREAD = "这份报告无法读取，请按表单重新填写。 / This report could not be read; please fill in the form again."
LONGEST = 60_000
"""Characters of a comment; the issue tracker takes 65,536."""


@dataclass(frozen=True)
class Answer:
    """What is to be said about one issue."""

    number: int
    verdict: str
    comment: str

    @property
    def label(self) -> str:
        """The label of the verdict."""
        return PREFIX + self.verdict


def reports_in(path: Path) -> list[tuple[int, str]]:
    """Number and body of the issues in a file (an event of the tracker, or one issue) or in the files of a folder; WrongUse if it is neither."""
    files = sorted(path.glob("*.json")) if path.is_dir() else [path]
    return [_issue(file) for file in files]


def _issue(file: Path) -> tuple[int, str]:
    try:
        data: Any = json.loads(file.read_text(encoding="utf-8", errors="replace"))
    except (OSError, ValueError, RecursionError):
        raise WrongUse(f"{file.name} is not JSON; give an event of the issue tracker or an issue") from None
    issue = data.get("issue", data) if isinstance(data, dict) else None
    if not isinstance(issue, dict) or type(issue.get("number")) is not int:
        raise WrongUse(f"{file.name} holds no issue with a number; give an event of the issue tracker or an issue")
    return issue["number"], str(issue.get("body") or "")


def answer_to(number: int, body: str, volume: Volume) -> Answer:
    """Judge one report."""
    text = body.replace("\r\n", "\n").replace("\r", "\n")
    try:
        result = result_of(parse_form(text, f"issue {number}", labels_of(volume.project.root)), volume)
    except BadInput:
        return Answer(number, UNREADABLE, f"{MARK}\n{_UNREAD}\n")
    return Answer(number, result["verdict"], f"{MARK}\n{shortened(result['reply'])}")


def shortened(reply: str, limit: int = LONGEST) -> str:
    """A reply cut at the end of a line, with a code block closed that the cut has left open: what was code stays code."""
    if len(reply) <= limit:
        return reply
    kept = reply[: reply.rfind("\n", 0, limit) + 1]
    fence = ""
    for line in kept.splitlines():
        if match := re.match(r"`{3,}", line):
            fence = match[0] if not fence else "" if line == fence else fence
    return kept + (f"{fence}\n" if fence else "") + "…\n"


def save(answer: Answer, folder: Path) -> None:
    """Write an answer into a folder, under the number of its issue."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{answer.number}.json").write_text(json.dumps(asdict(answer), ensure_ascii=False) + "\n", encoding="utf-8")


def answers_in(folder: Path) -> Iterator[Answer]:
    """The answers of a folder."""
    for file in sorted(folder.glob("*.json"), key=lambda each: (len(each.name), each.name)):
        try:
            data = json.loads(file.read_text(encoding="utf-8"))
            yield Answer(int(data["number"]), str(data["verdict"]), str(data["comment"]))
        except (ValueError, KeyError, TypeError):
            raise WrongUse(f"{file.name} is no answer; make it with `book erratum judge`") from None
