"""Issues of a repository: those with a label, their comments, their labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from book.github.api import Api


@dataclass(frozen=True)
class Issue:
    """An issue as far as a judge of errata needs it."""

    number: int
    title: str
    body: str
    author: str
    labels: tuple[str, ...]
    state: str
    """`open` or `closed`."""
    created: str
    """ISO time in UTC."""


@dataclass(frozen=True)
class Comment:
    """A comment of an issue or pull request."""

    id: int
    body: str
    author: str


@dataclass(frozen=True)
class Issues:
    """The issues of `owner/name`."""

    api: Api
    repository: str

    def get(self, number: int) -> Issue:
        """One issue; NotFound if there is none."""
        return _issue(self.api.get(self._path(number)))

    def labelled(self, label: str, state: str = "open") -> Iterator[Issue]:
        """Issues with a label, oldest first; pull requests are none."""
        query = {"labels": label, "state": state, "sort": "created", "direction": "asc"}
        for found in self.api.pages(f"/repos/{self.repository}/issues", **query):
            if "pull_request" not in found:
                yield _issue(found)

    def comments(self, number: int) -> Iterator[Comment]:
        """Comments, oldest first."""
        for found in self.api.pages(f"{self._path(number)}/comments"):
            yield _comment(found)

    def comment(self, number: int, body: str) -> Comment:
        """Write a comment; where the answer is lost, it is looked for before it is written again."""

        def look() -> dict[str, Any] | None:
            same = [each for each in self.api.pages(f"{self._path(number)}/comments") if each["body"] == body and each["id"] not in before]
            return same[-1] if same else None

        before = {each.id for each in self.comments(number)}
        return _comment(self.api.post(f"{self._path(number)}/comments", {"body": body}, look))

    def rewrite(self, comment: int, body: str) -> Comment:
        """Replace the text of a comment."""
        return _comment(self.api.patch(f"/repos/{self.repository}/issues/comments/{comment}", {"body": body}))

    def set_labels(self, number: int, labels: Sequence[str]) -> None:
        """These labels and no others."""
        self.api.put(f"{self._path(number)}/labels", {"labels": list(labels)})

    def add_label(self, number: int, label: str) -> None:
        """One label more; twice is the same as once."""
        self.api.post(f"{self._path(number)}/labels", {"labels": [label]}, lambda: True if label in self.get(number).labels else None)

    def remove_label(self, number: int, label: str) -> None:
        """One label less; one that is not there is as good."""
        self.api.delete(f"{self._path(number)}/labels/{quote(label, safe='')}")

    def close(self, number: int, reason: str = "completed") -> None:
        """Close an issue: `completed`, `not_planned` or `duplicate`."""
        self.api.patch(self._path(number), {"state": "closed", "state_reason": reason})

    def _path(self, number: int) -> str:
        return f"/repos/{self.repository}/issues/{number}"


def _issue(found: dict[str, Any]) -> Issue:
    labels = tuple(each["name"] if isinstance(each, dict) else str(each) for each in found.get("labels", ()))
    return Issue(found["number"], found["title"], found.get("body") or "", (found.get("user") or {}).get("login", ""), labels,
                 found["state"], found.get("created_at", ""))


def _comment(found: dict[str, Any]) -> Comment:
    return Comment(found["id"], found.get("body") or "", (found.get("user") or {}).get("login", ""))
