"""How a release gets out: a draft of this run alone, filled, read back, and made public in one request.

Until that request `latest` is the old release, after it the new one; both are whole. A run that dies leaves a draft that nobody sees,
and the next run that publishes removes it. Runs at the same time share nothing but the history of commits, which says which is newer.
"""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from book.errors import WrongUse
from book.github.errors import GitHubError, NotFound, Rejected
from book.github.releases import Release, Releases
from book.release.errors import Refused
from book.release.tag import PREFIX, free_tag, utc_now

ROUNDS = 3
"""Times that a file is sent anew when what comes back differs, and that another tag is tried."""


@dataclass(frozen=True)
class Candidate:
    """What is to be published."""

    commit: str
    title: str
    """What stands behind the tag in the release's name."""
    notes: str
    files: Mapping[str, bytes]

    def name(self, tag: str) -> str:
        """The release's name."""
        return f"{self.title} · {tag.removeprefix(PREFIX)}"


@dataclass(frozen=True)
class Outcome:
    """How it ended."""

    state: str
    """`published`, or `superseded` where this commit, or a newer one, is out already."""
    tag: str
    url: str
    said: str

    def as_json(self) -> dict[str, Any]:
        """A part of `book release --json`."""
        return {"state": self.state, "tag": self.tag, "url": self.url, "said": self.said}


@dataclass
class Work:
    """A release on its way."""

    releases: Releases
    candidate: Candidate
    now: Callable[[], datetime.datetime] = utc_now
    say: Callable[[str], None] = lambda said: None
    tag: str = ""
    draft: Release | None = None
    before: Release | None = None
    """The latest when this run last looked."""
    known: set[int] = field(default_factory=set)
    """What was public when this run last looked."""

    @property
    def own(self) -> Release:
        """The draft of this run."""
        assert self.draft is not None
        return self.draft


class _Superseded(Exception):
    """This commit, or one that follows it, is public."""

    def __init__(self, release: Release, said: str) -> None:
        super().__init__(said)
        self.release = release
        self.said = said


@dataclass(frozen=True)
class Step:
    """One step; the rehearsal lets each of them fail in every way."""

    name: str
    do: Callable[[Work], None]


# the steps

def look(work: Work) -> None:
    """The commit is on the server, and none that follows it is public."""
    try:
        work.releases.commit(work.candidate.commit)
    except (NotFound, Rejected):
        raise WrongUse(f"{work.releases.repository} has no commit {work.candidate.commit[:10]}; push it first") from None
    _see_whether_overtaken(work)


def open_draft(work: Work) -> None:
    """A draft that no other run has."""
    everything = list(work.releases.all())
    work.tag = free_tag(work.now(), work.releases.tags(PREFIX) | {each.tag for each in everything})
    work.draft = work.releases.draft(work.tag, work.candidate.commit, f"draft {secrets.token_hex(8)}", work.candidate.notes)
    work.say(f"draft {work.tag}")


def upload(work: Work) -> None:
    """Every file."""
    for name, data in work.candidate.files.items():
        work.releases.upload(work.own, name, data)
        work.say(f"{name}: {len(data):,} bytes sent")


def verify(work: Work) -> None:
    """Every file comes back as it was sent; what does not is sent anew."""
    for name, data in work.candidate.files.items():
        for _ in range(ROUNDS):
            found = next((each for each in work.releases.assets(work.own.id) if each.name == name), None)
            if found and found.whole and _same(work.releases.download(found.id), data):
                break
            work.say(f"{name} is {'another file' if found else 'missing'} on the server; sending it again")
            if found:
                work.releases.remove(found.id)
            work.releases.upload(work.own, name, data)
        else:
            raise Refused([f"{name} comes back from GitHub as another file {ROUNDS} times; the draft {work.tag} was left as it is"])
    work.say(f"{len(work.candidate.files)} files read back, all hashes agree")


def look_again(work: Work) -> None:
    """Nothing newer came out meanwhile, and the draft is whole."""
    _see_whether_overtaken(work)
    everything = list(work.releases.all())
    work.known = {each.id for each in everything if not each.draft}
    _whole(work, work.releases.get(work.own.id))
    if work.tag in work.releases.tags(PREFIX):
        work.tag = free_tag(work.now(), work.releases.tags(PREFIX) | {each.tag for each in everything})


def publish(work: Work) -> None:
    """One request makes the draft public and the latest; a tag that was taken in this very moment is replaced."""
    for _ in range(ROUNDS):
        try:
            work.draft = work.releases.publish(work.own.id, work.tag, work.candidate.name(work.tag))
        except Rejected:
            if not _published(work):
                look_again(work)
                continue
        work.say(f"published {work.tag}")
        return
    raise Refused([f"GitHub rejects the tag {work.tag} and those after it; run the command again"])


def read_back(work: Work) -> None:
    """`latest` is this release or a newer one, it is whole, and its tag is at this commit."""
    _whole(work, work.releases.get(work.own.id))
    at = work.releases.commit(work.tag)
    if at != work.candidate.commit:
        _restore(work)
        raise Refused([f"the tag {work.tag} is at commit {at[:10]}, not {work.candidate.commit[:10]}; delete tag and release"])
    newest, commit = work.own, work.candidate.commit
    for each in work.releases.all():
        if not each.draft and each.id not in {*work.known, work.own.id}:
            other = work.releases.commit_of(each)
            if work.releases.relation(commit, other) == "ahead":
                newest, commit = each, other
    latest = work.releases.latest()
    if latest is None or latest.id != newest.id:
        work.releases.make_latest(newest.id)
        work.say(f"latest is {newest.tag} again")


def tidy(work: Work) -> None:
    """Drafts of runs that died are removed: their commits are older than, or the same as, what is public now."""
    for each in work.releases.all():
        if not each.draft or not each.tag.startswith(PREFIX):
            continue
        with contextlib.suppress(NotFound):
            if work.releases.relation(work.candidate.commit, work.releases.commit_of(each)) in ("behind", "identical") \
                    and work.releases.get(each.id).draft:
                work.releases.delete(each.id)
                work.say(f"removed the draft {each.tag} of a run that did not end")


STEPS = (Step("look", look), Step("draft", open_draft), Step("upload", upload), Step("verify", verify), Step("look again", look_again),
         Step("publish", publish), Step("tidy", tidy), Step("read back", read_back))


def run(work: Work) -> Outcome:
    """All steps; Refused, WrongUse or GitHubError where one cannot be done, and then `latest` is what it was."""
    try:
        for step in STEPS:
            try:
                step.do(work)
            except NotFound:
                if work.draft is None or not work.draft.draft:
                    raise
                _see_whether_overtaken(work)  # a newer release removes the drafts of older ones
                raise Refused([f"the draft {work.tag} has vanished; run the command again"]) from None
    except _Superseded as found:
        if work.draft is not None and work.draft.draft:
            with contextlib.suppress(GitHubError):
                work.releases.delete(work.draft.id)
        return Outcome("superseded", found.release.tag, found.release.url, found.said)
    return Outcome("published", work.tag, work.own.url, f"{work.tag} is public with {len(work.candidate.files)} files")


# what they ask

def _see_whether_overtaken(work: Work) -> None:
    latest = work.releases.latest()
    work.before = latest
    if latest is None:
        return
    there = work.releases.commit_of(latest)
    if there == work.candidate.commit:
        raise _Superseded(latest, f"commit {there[:10]} is public already as {latest.tag}")
    stands = work.releases.relation(there, work.candidate.commit)
    if stands == "behind":
        raise _Superseded(latest, f"commit {there[:10]}, which follows {work.candidate.commit[:10]}, is public already as {latest.tag}")
    if stands == "diverged":
        raise Refused([f"the latest release {latest.tag} is of commit {there[:10]}, which this branch does not have; "
                       "merge it, or delete that release if its history was given up"])


def _published(work: Work) -> bool:
    """Whether the draft is public in spite of what the server said."""
    found = work.releases.get(work.own.id)
    if not found.draft:
        work.draft = found
    return not found.draft


def _whole(work: Work, found: Release) -> None:
    """Refused if a file is missing or has another size; the old release is the latest again."""
    sizes = {each.name: each.size for each in found.assets if each.whole}
    wrong = sorted(name for name, data in work.candidate.files.items() if sizes.get(name) != len(data))
    if wrong:
        if not found.draft:
            _restore(work)
        raise Refused([f"{', '.join(wrong)} of {work.tag} went missing on GitHub; run the command again"])


def _restore(work: Work) -> None:
    """Take back what was published."""
    if work.before is not None:
        work.releases.make_latest(work.before.id)
    work.releases.delete(work.own.id)


def _same(one: bytes, other: bytes) -> bool:
    return hashlib.sha256(one).digest() == hashlib.sha256(other).digest()
