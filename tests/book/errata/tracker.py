"""An issue tracker of our own: issues, comments and labels over HTTP, as GitHub answers them, for the steps of the workflows."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote, urlsplit

TOKEN = "a-token"


class Tracker:
    """The issues of one repository; every change is written down."""

    def __init__(self, issues: list[dict[str, Any]]) -> None:
        self.issues = {each["number"]: {"state": "open", "user": {"login": "reader"}, "title": "", **each} for each in issues}
        self.comments: dict[int, list[dict[str, Any]]] = {number: [] for number in self.issues}
        self.changes: list[str] = []
        self.address = ""

    def answer(self, method: str, path: str, body: dict[str, Any]) -> Any:
        """What is asked, done."""
        if method != "GET":
            self.changes.append(f"{method} {path}")
        if path == "/repos/a/b/issues":
            return [each for each in self.issues.values() if each["state"] == "open"]
        if match := re.fullmatch(r"/repos/a/b/issues/comments/(\d+)", path):
            found = next(each for mine in self.comments.values() for each in mine if each["id"] == int(match[1]))
            found["body"] = body["body"]
            return found
        match = re.fullmatch(r"/repos/a/b/issues/(\d+)(/comments|/labels(?:/.+)?)?", path)
        assert match, path
        issue = self.issues[int(match[1])]
        if not match[2]:
            assert method == "GET", "an issue is neither closed nor rewritten"
            return issue
        return self._comments(method, issue, body) if match[2] == "/comments" else self._labels(method, issue, match[2], body)

    def _comments(self, method: str, issue: dict[str, Any], body: dict[str, Any]) -> Any:
        mine = self.comments[issue["number"]]
        if method == "POST":
            mine.append({"id": 100 * issue["number"] + len(mine), "body": body["body"], "user": {"login": "github-actions[bot]"}})
            return mine[-1]
        return mine

    def _labels(self, method: str, issue: dict[str, Any], path: str, body: dict[str, Any]) -> Any:
        if method == "POST":
            issue["labels"] += [{"name": name} for name in body["labels"]]
        else:
            name = unquote(path.removeprefix("/labels/"))
            issue["labels"] = [each for each in issue["labels"] if each["name"] != name]
        return issue["labels"]

    def labels(self, number: int) -> list[str]:
        """Names of an issue's labels."""
        return [each["name"] for each in self.issues[number]["labels"]]


@contextmanager
def served(tracker: Tracker) -> Iterator[Tracker]:
    """The tracker at an address of this machine; it answers only who has the token."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            known = self.headers.get("Authorization") == f"Bearer {TOKEN}"
            found = tracker.answer(self.command, urlsplit(self.path).path, json.loads(data or b"{}")) if known else {"message": "who?"}
            self.send_response(200 if known else 401)
            self.end_headers()
            self.wfile.write(json.dumps(found).encode())

        def do_POST(self) -> None:
            self.do_GET()

        def do_PATCH(self) -> None:
            self.do_GET()

        def do_DELETE(self) -> None:
            self.do_GET()

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    tracker.address = f"http://127.0.0.1:{server.server_port}"
    try:
        yield tracker
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
