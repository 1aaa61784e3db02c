"""Issues, comments and labels, as the workflow of errata uses them."""

from __future__ import annotations

from typing import Any

from book.github.issues import Comment, Issues
from tests.book.github.scripted import Say, Talk, talking


def issue(number: int, **more: Any) -> dict[str, Any]:
    return {"number": number, "title": "T", "body": None, "user": {"login": "reader"}, "labels": [{"name": "erratum"}, "en"], "state": "open",
            "created_at": "2026-11-30T12:00:00Z", **more}


def of(talk: Talk) -> Issues:
    return Issues(talk.api, "o/r")


def test_issues_with_a_label_are_listed_oldest_first_without_pull_requests() -> None:
    with talking(Say(200, [issue(1), issue(2, pull_request={})])) as talk:
        found = list(of(talk).labelled("erratum"))
        assert [(each.number, each.body, each.author, each.labels) for each in found] == [(1, "", "reader", ("erratum", "en"))]
        assert talk.asked == ["GET /repos/o/r/issues?per_page=100&labels=erratum&state=open&sort=created&direction=asc"]


def test_a_comment_whose_answer_is_lost_is_found_and_not_written_twice() -> None:
    old, new = ({"id": number, "body": "Thanks", "user": None} for number in (1, 2))
    with talking(Say(200, [old]), Say(500), Say(200, [old, new])) as talk:
        assert of(talk).comment(5, "Thanks") == Comment(2, "Thanks", "")
        assert talk.asked[1] == "POST /repos/o/r/issues/5/comments"
    with talking(Say(200, [old]), Say(500), Say(200, [old]), Say(201, new)) as talk:
        assert of(talk).comment(5, "Thanks").id == 2  # the same words of yesterday are no answer
        assert talk.bodies[-1] == {"body": "Thanks"}


def test_comments_are_rewritten() -> None:
    with talking(Say(200, {"id": 3, "body": "B", "user": {"login": "bot"}})) as talk:
        assert of(talk).rewrite(3, "B") == Comment(3, "B", "bot")
        assert talk.asked == ["PATCH /repos/o/r/issues/comments/3"] and talk.bodies == [{"body": "B"}]


def test_labels_are_set_added_and_removed() -> None:
    with talking(Say(200, []), Say(500), Say(200, issue(5)), Say(404, {}), Say(200, {})) as talk:
        of(talk).set_labels(5, ["a"])
        of(talk).add_label(5, "erratum")  # the answer was lost, the label is there
        of(talk).remove_label(5, "not there/ü")
        of(talk).close(5, "not_planned")
        assert talk.asked == ["PUT /repos/o/r/issues/5/labels", "POST /repos/o/r/issues/5/labels", "GET /repos/o/r/issues/5",
                              "DELETE /repos/o/r/issues/5/labels/not%20there%2F%C3%BC", "PATCH /repos/o/r/issues/5"]
        assert talk.bodies[0] == {"labels": ["a"]} and talk.bodies[-1] == {"state": "closed", "state_reason": "not_planned"}
