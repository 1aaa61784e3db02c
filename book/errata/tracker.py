"""The issue tracker: open reports into files, answers out of files. Nothing is judged here, and no issue is closed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from book.errata.answer import LABEL, MARK, PREFIX, Answer
from book.github.issues import Issues

ROBOT = "github-actions[bot]"
"""Who writes our comments; one by anybody else is left alone."""


def fetch(issues: Issues, folder: Path) -> int:
    """Write every open report into a folder, one file an issue; how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for issue in issues.labelled(LABEL):
        data = {"number": issue.number, "title": issue.title, "body": issue.body}
        (folder / f"{issue.number}.json").write_text(json.dumps(data, ensure_ascii=False) + "\n", encoding="utf-8")
        count += 1
    return count


def post(issues: Issues, answers: Iterable[Answer]) -> int:
    """Say each answer on its issue, in one comment that is rewritten where it has changed; how many have changed."""
    return sum([_post(issues, answer) for answer in answers])


def _post(issues: Issues, answer: Answer) -> bool:
    """One comment and one label of ours; whether anything was new."""
    old = next((each for each in issues.comments(answer.number) if each.author == ROBOT and each.body.startswith(MARK)), None)
    changed = old is None or old.body.strip() != answer.comment.strip()
    if old is None:
        issues.comment(answer.number, answer.comment)
    elif changed:
        issues.rewrite(old.id, answer.comment)
    there = issues.get(answer.number).labels
    if answer.label not in there:
        issues.add_label(answer.number, answer.label)
        changed = True
    for label in there:
        if label.startswith(PREFIX) and label != answer.label:
            issues.remove_label(answer.number, label)
            changed = True
    return changed
