"""Releases of a repository: drafts, their assets, and which one is the latest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from book.github.api import Api
from book.github.errors import NotFound

COMMIT = re.compile(r"[0-9a-f]{40}")
MEDIA_TYPES = {"pdf": "application/pdf", "epub": "application/epub+zip", "json": "application/json"}


@dataclass(frozen=True)
class Asset:
    """A file of a release."""

    id: int
    name: str
    size: int
    whole: bool
    """False for what an interrupted upload left."""


@dataclass(frozen=True)
class Release:
    """A release; a draft is one that nobody sees."""

    id: int
    tag: str
    name: str
    draft: bool
    target: str
    """What it was made for: a commit, or the name of a branch."""
    upload_url: str
    assets: tuple[Asset, ...]
    url: str
    """For people."""


@dataclass(frozen=True)
class Releases:
    """The releases of `owner/name`."""

    api: Api
    repository: str

    @property
    def _base(self) -> str:
        return f"/repos/{self.repository}"

    def all(self) -> Iterator[Release]:
        """All, drafts too, the newest first."""
        return map(_release, self.api.pages(f"{self._base}/releases"))

    def get(self, release: int) -> Release:
        """One release; NotFound if it is gone."""
        return _release(self.api.get(f"{self._base}/releases/{release}"))

    def latest(self) -> Release | None:
        """The one behind `releases/latest`; None if nothing was ever published."""
        try:
            return _release(self.api.get(f"{self._base}/releases/latest"))
        except NotFound:
            return None

    def draft(self, tag: str, commit: str, name: str, body: str) -> Release:
        """Create a draft. Its name must be unique: by it the draft is found again if the answer is lost."""

        def look() -> dict[str, Any] | None:
            return next((each for each in self.api.pages(f"{self._base}/releases") if each["draft"] and each["name"] == name), None)

        fields = {"tag_name": tag, "target_commitish": commit, "name": name, "body": body, "draft": True, "prerelease": False}
        return _release(self.api.post(f"{self._base}/releases", fields, look))

    def publish(self, release: int, tag: str, name: str) -> Release:
        """Make a draft public, and not the latest; Rejected if the tag is another release's."""
        fields = {"tag_name": tag, "name": name, "draft": False, "make_latest": "false"}
        return _release(self.api.patch(f"{self._base}/releases/{release}", fields))

    def make_latest(self, release: int) -> None:
        """Let `releases/latest` lead to a public release."""
        self.api.patch(f"{self._base}/releases/{release}", {"make_latest": "true"})

    def delete(self, release: int) -> None:
        """Delete a release with its assets; one that is gone is as good."""
        self.api.delete(f"{self._base}/releases/{release}")

    # assets

    def assets(self, release: int) -> list[Asset]:
        """The files of a release; NotFound if it is gone."""
        return [_asset(each) for each in self.api.pages(f"{self._base}/releases/{release}/assets")]

    def upload(self, release: Release, name: str, data: bytes) -> Asset:
        """Add a file. What a broken attempt left of it is removed before the next one."""

        def look() -> dict[str, Any] | None:
            for each in self.api.pages(f"{self._base}/releases/{release.id}/assets"):
                if each["name"] != name:
                    continue
                if each["state"] == "uploaded" and each["size"] == len(data):
                    return dict(each)
                self.remove(each["id"])
            return None

        url = f"{release.upload_url.partition('{')[0]}?name={quote(name)}"
        return _asset(self.api.upload(url, data, MEDIA_TYPES.get(name.rpartition(".")[2], "text/plain"), look))

    def download(self, asset: int) -> bytes:
        """The bytes of a file."""
        return self.api.download(f"{self._base}/releases/assets/{asset}")

    def remove(self, asset: int) -> None:
        """Delete a file; one that is gone is as good."""
        self.api.delete(f"{self._base}/releases/assets/{asset}")

    # what they stand for

    def commit(self, name: str) -> str:
        """The commit of a tag, a branch or an abbreviated commit; NotFound if the server lacks it."""
        return str(self.api.get(f"{self._base}/commits/{quote(name, safe='')}")["sha"])

    def commit_of(self, release: Release) -> str:
        """The commit that a release was made for."""
        return release.target if COMMIT.fullmatch(release.target) else self.commit(release.tag or release.target)

    def relation(self, base: str, head: str) -> str:
        """Where `head` stands to `base`: `ahead`, `behind`, `identical` or `diverged`."""
        try:
            return str(self.api.get(f"{self._base}/compare/{base}...{head}", per_page=1)["status"])
        except NotFound:
            return "diverged"

    def tags(self, prefix: str) -> set[str]:
        """The names of the tags that begin so."""
        found = self.api.pages(f"{self._base}/git/matching-refs/tags/{quote(prefix, safe='')}")
        return {str(each["ref"]).removeprefix("refs/tags/") for each in found}


def _asset(found: dict[str, Any]) -> Asset:
    return Asset(found["id"], found["name"], found["size"], found["state"] == "uploaded")


def _release(found: dict[str, Any]) -> Release:
    return Release(found["id"], found["tag_name"], found.get("name") or "", found["draft"], found["target_commitish"],
                   found["upload_url"], tuple(_asset(each) for each in found.get("assets", ())), found.get("html_url", ""))
