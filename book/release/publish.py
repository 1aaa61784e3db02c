"""How a release gets out: a draft of this run alone is filled, read back, made public, looked at again, and then `latest` moves in one request.

Until that request `latest` is the old release, after it the new one; both are whole. A run that dies leaves a draft that nobody sees,
and the next run removes it. Runs at the same time share nothing but the history of commits, which says which of them is newer.
"""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import itertools
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from book.errors import WrongUse
from book.github.errors import GitHubError, NotFound, Rejected
from book.github.releases import Release, Releases
from book.release.errors import Refused
from book.release.tag import PREFIX, free_tag, utc_now

ROUNDS = 3
"""Times that a file is sent anew when what comes back differs."""
TAGS = 20
"""Times that another tag is tried: more than there can be releases in the same second."""
RECENT = 10
"""Public releases among which one may have come out at the same time as ours."""


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
    step: str = ""
    """The one that is being done."""
    tag: str = ""
    draft: Release | None = None

    @property
    def own(self) -> Release:
        """The draft of this run."""
        assert self.draft is not None
        return self.draft

    @property
    def own_id(self) -> int:
        """Its id; 0 before there is one."""
        return self.draft.id if self.draft else 0


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
    """The commit is on the server, and neither it nor one that follows it is public."""
    try:
        work.releases.commit(work.candidate.commit)
    except (NotFound, Rejected):
        raise WrongUse(f"{work.releases.repository} has no commit {work.candidate.commit[:10]}; push it first") from None
    _see_whether_overtaken(work)
    for each in work.releases.all():  # a run that died before it could move `latest`
        if not each.draft and each.target == work.candidate.commit and not _lacking(work, each):
            work.releases.make_latest(each.id)
            raise _Superseded(each, f"commit {each.target[:10]} was public already as {each.tag}; it is the latest now")


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
    """Nothing newer came out meanwhile, the tag is free, and the draft is whole."""
    _see_whether_overtaken(work)
    taken = work.releases.tags(PREFIX)
    if work.tag in taken:
        work.tag = free_tag(work.now(), taken | {each.tag for each in work.releases.all()})
    if _lacking(work, work.releases.get(work.own.id)):
        verify(work)


def publish(work: Work) -> None:
    """The draft becomes public, and not yet the latest; a tag that was taken in this very moment is replaced."""
    for _ in range(TAGS):
        try:
            work.draft = work.releases.publish(work.own.id, work.tag, work.candidate.name(work.tag))
        except Rejected:
            work.draft = work.releases.get(work.own.id)
            if work.draft.draft:
                look_again(work)
                continue
        work.say(f"public as {work.tag}")
        return
    raise Refused([f"GitHub rejects the tag {work.tag} and those before it; run the command again"])


def read_back(work: Work) -> None:
    """What is public is whole, and its tag is at this commit; else it is withdrawn."""
    wrong = _lacking(work, work.releases.get(work.own.id))
    at = work.releases.commit(work.tag)
    if wrong or at != work.candidate.commit:
        work.releases.delete(work.own.id)
        raise Refused([f"{', '.join(wrong)} of {work.tag} went missing on GitHub; run the command again" if wrong else
                       f"the tag {work.tag} was made at commit {at[:10]}, not {work.candidate.commit[:10]}; run the command again"])


def move_latest(work: Work) -> None:
    """`latest` leads to this release, unless a newer one came out."""
    _see_whether_overtaken(work)
    work.releases.make_latest(work.own.id)
    work.say(f"latest is {work.tag}")


def tidy(work: Work) -> None:
    """Drafts of runs that died are removed: what is public now has their commits, or follows them."""
    _remove_drafts(work, work.candidate.commit)


def settle(work: Work) -> None:
    """Whatever other runs did in the moment before, `latest` leads to the newest."""
    _settle(work, work.own, work.candidate.commit)


STEPS = (Step("look", look), Step("draft", open_draft), Step("upload", upload), Step("verify", verify), Step("look again", look_again),
         Step("publish", publish), Step("read back", read_back), Step("move latest", move_latest), Step("tidy", tidy),
         Step("settle", settle))


def run(work: Work) -> Outcome:
    """All steps; Refused, WrongUse or GitHubError where one cannot be done, and then `latest` is what it was."""
    try:
        for step in STEPS:
            work.step = step.name
            try:
                step.do(work)
            except NotFound:
                if work.draft is None:
                    raise
                _see_whether_overtaken(work)  # a newer release removes the drafts of older ones
                raise Refused([f"the draft {work.tag} has vanished; run the command again"]) from None
    except _Superseded as found:
        with contextlib.suppress(GitHubError):
            commit = work.releases.commit_of(found.release)
            _remove_drafts(work, commit)
            _settle(work, found.release, commit)
        return Outcome("superseded", found.release.tag, found.release.url, found.said)
    return Outcome("published", work.tag, work.own.url, f"{work.tag} is public with {len(work.candidate.files)} files")


# what they ask

def _see_whether_overtaken(work: Work) -> None:
    latest = work.releases.latest()
    if latest is None or latest.id == work.own_id:
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


def _settle(work: Work, release: Release, commit: str) -> None:
    """`latest` leads to a release of this commit, or of the newest that follows it."""
    for _ in range(ROUNDS):
        latest = work.releases.latest()
        if latest is None or latest.id != release.id:
            if latest and work.releases.relation(commit, work.releases.commit_of(latest)) in ("ahead", "identical"):
                return
            work.releases.make_latest(release.id)
            continue
        newer = _newer(work, release, commit)
        if newer is None:
            return
        work.releases.make_latest(newer.id)
        work.say(f"latest is {newer.tag}")


def _newer(work: Work, release: Release, commit: str) -> Release | None:
    """The newest public release of a commit that follows this one; the server lists new ones first, so a few are enough."""
    found = None
    public = (each for each in work.releases.all() if not each.draft and each.id != release.id)
    for each in itertools.islice(public, RECENT):
        other = work.releases.commit_of(each)
        if work.releases.relation(commit, other) == "ahead":
            found, commit = each, other
    return found


def _remove_drafts(work: Work, public: str) -> None:
    """Drafts that can never come out, since this commit is public."""
    for each in work.releases.all():
        if not each.draft or not each.tag.startswith(PREFIX):
            continue
        with contextlib.suppress(NotFound):
            stands = work.releases.relation(public, work.releases.commit_of(each))
            if stands in ("behind", "identical") and work.releases.get(each.id).draft:
                work.releases.delete(each.id)
                work.say(f"removed the draft {each.tag}")


def _lacking(work: Work, found: Release) -> list[str]:
    """The files that a release lacks, or has of another size."""
    sizes = {each.name: each.size for each in found.assets if each.whole}
    if found.id != work.own_id:
        return sorted(set(work.candidate.files) - set(sizes))  # records of another run may have other sizes
    return sorted(name for name, data in work.candidate.files.items() if sizes.get(name) != len(data))


def _same(one: bytes, other: bytes) -> bool:
    return hashlib.sha256(one).digest() == hashlib.sha256(other).digest()
