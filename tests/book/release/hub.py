"""A GitHub of our own: the releases of one repository over a bare git repository, with its rules for drafts, tags and `latest`.

It looks at itself after every request: `latest` must be whole and must never go away.
"""

from __future__ import annotations

import copy
import hashlib
import re
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

REPOSITORY = "someone/book"
TOKEN = "rehearsal"
PER_PAGE = 100


@dataclass(frozen=True)
class Reply:
    """Status, what is sent as JSON or as bytes, and where it leads."""

    status: int
    body: Any = None
    location: str = ""
    next_page: bool = False


TAKEN = Reply(422, {"message": "Validation Failed", "errors": [{"resource": "Release", "code": "already_exists", "field": "tag_name"}]})
GONE = Reply(404, {"message": "Not Found"})


@dataclass
class Stored:
    """An asset."""

    name: str
    data: bytes
    whole: bool = True


@dataclass
class Entry:
    """A release."""

    id: int
    tag: str
    target: str
    name: str
    body: str
    draft: bool
    assets: dict[int, Stored] = field(default_factory=dict)


@dataclass
class State:
    """Everything that the server remembers."""

    releases: dict[int, Entry] = field(default_factory=dict)
    latest: int = 0
    count: int = 0


class Hub:
    """One repository with its releases."""

    def __init__(self, bare: Path) -> None:
        self.bare = bare
        self.address = ""
        self.state = State()
        self.violations: list[str] = []
        self.lock = threading.RLock()
        self.parents: dict[str, list[str]] = {}
        self.learn()

    def learn(self) -> None:
        """See what was pushed."""
        lines = self._git("rev-list", "--parents", "--all").splitlines()
        self.parents = {words[0]: words[1:] for line in lines if (words := line.split())}

    def twin(self, bare: Path) -> Hub:
        """The same releases over a copy of the repository."""
        other = Hub.__new__(Hub)
        other.bare, other.address, other.violations, other.lock = bare, "", [], threading.RLock()
        other.state, other.parents = copy.deepcopy(self.state), self.parents
        return other

    def _git(self, *arguments: str) -> str:
        done = subprocess.run(["git", "-C", str(self.bare), *arguments], capture_output=True, text=True, check=False)
        return done.stdout if done.returncode == 0 else ""

    # what is asked

    def answer(self, method: str, path: str, query: dict[str, str], body: Any) -> Reply:
        """Do what a request asks; then see that nothing is broken."""
        with self.lock:
            for verb, pattern, handle in self._routes():
                match = re.fullmatch(pattern, path)
                if verb == method and match:
                    reply: Reply = handle(*map(unquote, match.groups()), **({"query": query} if verb == "GET" else {"body": body, "query": query}))
                    self.look()
                    return reply
        return GONE

    def _routes(self) -> list[tuple[str, str, Callable[..., Reply]]]:
        base = f"/repos/{REPOSITORY}"
        return [("GET", f"{base}/releases", self._list), ("GET", f"{base}/releases/latest", self._latest),
                ("GET", rf"{base}/releases/(\d+)", self._get), ("POST", f"{base}/releases", self._create),
                ("PATCH", rf"{base}/releases/(\d+)", self._change), ("DELETE", rf"{base}/releases/(\d+)", self._delete),
                ("GET", rf"{base}/releases/(\d+)/assets", self._assets), ("POST", rf"/uploads{base}/releases/(\d+)/assets", self._upload),
                ("GET", rf"{base}/releases/assets/(\d+)", self._download), ("GET", r"/files/(\d+)", self._file),
                ("DELETE", rf"{base}/releases/assets/(\d+)", self._remove), ("GET", rf"{base}/commits/([^/]+)", self._commit),
                ("GET", rf"{base}/compare/(\w+)\.\.\.(\w+)", self._compare), ("GET", rf"{base}/git/matching-refs/tags/(.+)", self._refs)]

    def _list(self, query: dict[str, str]) -> Reply:
        page, size = int(query.get("page", 1)), int(query.get("per_page", 30))
        newest = sorted(self.state.releases.values(), key=lambda each: -each.id)
        return Reply(200, [self._shown(each) for each in newest[(page - 1) * size:page * size]], next_page=len(newest) > page * size)

    def _latest(self, query: dict[str, str]) -> Reply:
        found = self.state.releases.get(self.state.latest)
        return Reply(200, self._shown(found)) if found else GONE

    def _get(self, release: str, query: dict[str, str]) -> Reply:
        found = self.state.releases.get(int(release))
        return Reply(200, self._shown(found)) if found else GONE

    def _create(self, body: dict[str, Any], query: dict[str, str]) -> Reply:
        made = Entry(self._next(), body["tag_name"], body["target_commitish"], body["name"], body["body"], draft=True)
        self.state.releases[made.id] = made
        return self._publish(made, body) if not body["draft"] else Reply(201, self._shown(made))

    def _change(self, release: str, body: dict[str, Any], query: dict[str, str]) -> Reply:
        found = self.state.releases.get(int(release))
        if found is None:
            return GONE
        if found.draft and body.get("draft") is False:
            return self._publish(found, body)
        found.tag, found.name = body.get("tag_name", found.tag), body.get("name", found.name)
        if body.get("make_latest") == "true" and not found.draft:
            self.state.latest = found.id
        return Reply(200, self._shown(found))

    def _publish(self, found: Entry, body: dict[str, Any]) -> Reply:
        tag = body.get("tag_name", found.tag)
        if any(not each.draft and each.tag == tag for each in self.state.releases.values()):
            return TAKEN
        if not self._tag(tag):
            self._git("update-ref", f"refs/tags/{tag}", found.target)
        found.tag, found.name, found.draft = tag, body.get("name", found.name), False
        if body.get("make_latest") == "true":
            self.state.latest = found.id
        return Reply(200, self._shown(found))

    def _delete(self, release: str, body: Any, query: dict[str, str]) -> Reply:
        if self.state.releases.pop(int(release), None) is None:
            return GONE
        if self.state.latest == int(release):
            self.state.latest = max((each.id for each in self.state.releases.values() if not each.draft), default=0)
        return Reply(204)

    def _assets(self, release: str, query: dict[str, str]) -> Reply:
        found = self.state.releases.get(int(release))
        return Reply(200, [_asset(key, each) for key, each in found.assets.items()]) if found else GONE

    def _upload(self, release: str, body: bytes, query: dict[str, str]) -> Reply:
        return self.store(int(release), query["name"], body, whole=True)

    def store(self, release: int, name: str, data: bytes, *, whole: bool) -> Reply:
        """Keep an asset, or what came of it."""
        found = self.state.releases.get(release)
        if found is None:
            return GONE
        if any(each.name == name for each in found.assets.values()):
            return Reply(422, {"message": "Validation Failed", "errors": [{"resource": "ReleaseAsset", "code": "already_exists", "field": "name"}]})
        key = self._next()
        found.assets[key] = Stored(name, data, whole)
        return Reply(201, _asset(key, found.assets[key]))

    def _download(self, asset: str, query: dict[str, str]) -> Reply:
        return Reply(302, location=f"/files/{asset}") if self._stored(asset) else GONE

    def _file(self, asset: str, query: dict[str, str]) -> Reply:
        found = self._stored(asset)
        return Reply(200, found.data) if found else GONE

    def _remove(self, asset: str, body: Any, query: dict[str, str]) -> Reply:
        gone = [each.assets.pop(int(asset), None) for each in self.state.releases.values()]
        return Reply(204) if any(gone) else GONE

    def _commit(self, name: str, query: dict[str, str]) -> Reply:
        found = name if name in self.parents else self._tag(name)
        return Reply(200, {"sha": found}) if found else Reply(422, {"message": f"No commit found for SHA: {name}"})

    def _compare(self, base: str, head: str, query: dict[str, str]) -> Reply:
        if base not in self.parents or head not in self.parents:
            return GONE
        ahead, behind = base in self._history(head), head in self._history(base)
        return Reply(200, {"status": "identical" if base == head else "ahead" if ahead else "behind" if behind else "diverged"})

    def _refs(self, prefix: str, query: dict[str, str]) -> Reply:
        found = self._git("for-each-ref", "--format=%(refname) %(objectname)", f"refs/tags/{prefix}*").splitlines()
        return Reply(200, [{"ref": line.split()[0], "object": {"sha": line.split()[1]}} for line in found])

    # what it knows

    def _next(self) -> int:
        self.state.count += 1
        return self.state.count

    def _tag(self, name: str) -> str:
        return self._git("rev-parse", "--verify", "--quiet", f"refs/tags/{name}^{{commit}}").strip()

    def _history(self, commit: str) -> set[str]:
        seen: set[str] = set()
        open_ = [commit]
        while open_:
            each = open_.pop()
            if each not in seen:
                seen.add(each)
                open_ += self.parents.get(each, [])
        return seen

    def _stored(self, asset: str) -> Stored | None:
        return next((each.assets[int(asset)] for each in self.state.releases.values() if int(asset) in each.assets), None)

    def _shown(self, found: Entry) -> dict[str, Any]:
        url = f"{self.address}/uploads/repos/{REPOSITORY}/releases/{found.id}/assets{{?name,label}}"
        return {"id": found.id, "tag_name": found.tag, "target_commitish": found.target, "name": found.name, "body": found.body,
                "draft": found.draft, "prerelease": False, "upload_url": url, "html_url": f"{self.address}/releases/{found.tag}",
                "assets": [_asset(key, each) for key, each in found.assets.items()]}

    # what must always hold

    @property
    def latest(self) -> Entry:
        """The release behind `releases/latest`."""
        return self.state.releases[self.state.latest]

    def drafts(self) -> list[Entry]:
        """What nobody sees."""
        return [each for each in self.state.releases.values() if each.draft]

    def look(self) -> None:
        """Note what is broken at this moment."""
        if self.state.latest and self.state.latest not in self.state.releases:
            self.violations.append("latest is gone")
        for each in self.state.releases.values():
            if not each.draft and each.id == self.state.latest and (broken := self.broken(each)):
                self.violations.append(f"latest ({each.tag}) is not whole: {broken}")

    def broken(self, found: Entry) -> str:
        """What is wrong with the files of a release by its own SHA256SUMS; empty if nothing."""
        files = {each.name: each.data for each in found.assets.values() if each.whole}
        sums = files.pop("SHA256SUMS", b"").decode()
        listed = {name: value for value, _, name in (line.partition("  ") for line in sums.splitlines())}
        if not listed:
            return "no SHA256SUMS"
        return ", ".join(name for name in {**listed, **files} if hashlib.sha256(files.get(name, b"")).hexdigest() != listed.get(name))


def _asset(key: int, found: Stored) -> dict[str, Any]:
    return {"id": key, "name": found.name, "size": len(found.data), "state": "uploaded" if found.whole else "starter"}
