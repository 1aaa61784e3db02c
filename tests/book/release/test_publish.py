"""The rehearsal as tests: every kind of fault at every request, two releases at the same time, and what a refusal says."""

from __future__ import annotations

import dataclasses
import functools
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from book.errors import BookError, WrongUse
from book.release.errors import Refused
from book.release.publish import STEPS, Work, run
from tests.book.release.faults import KINDS, Scene
from tests.book.release.hub import Hub
from tests.book.release.rehearsal import NAMES, Ending, Ground, candidate, prepare, rehearse_all, releases_at
from tests.book.release.wire import Server


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as found:
        yield found


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory, server: Server) -> Ground:
    return prepare(tmp_path_factory.mktemp("ground"), server)


@pytest.fixture(scope="module")
def endings(ground: Ground, server: Server) -> Callable[[str], list[Ending]]:
    """The endings of all releases with a kind of fault; each kind is rehearsed once."""
    return functools.cache(lambda kind: rehearse_all(ground, server, [kind]))


@pytest.fixture
def hub(ground: Ground, server: Server, tmp_path: Path) -> Hub:
    """The ground's hub, ready for one more release."""
    shutil.copytree(ground.hub.bare, tmp_path / "origin.git")
    found = ground.hub.twin(tmp_path / "origin.git")
    server.seat(found)
    return found


def test_a_clean_run_takes_every_step(ground: Ground) -> None:
    assert list(dict.fromkeys(ground.steps)) == [step.name for step in STEPS]


@pytest.mark.parametrize("kind", KINDS)
def test_latest_is_whole_whatever_fails_and_the_next_run_succeeds(ground: Ground, endings: Callable[[str], list[Ending]], kind: str) -> None:
    assert [each for each in endings(kind) if each.wrong] == []
    assert len(endings(kind)) == len(ground.requests)


@pytest.mark.parametrize("kind", ["500 for good", "killed", "other bytes for good"])
def test_what_cannot_be_overcome_leaves_the_old_release(ground: Ground, endings: Callable[[str], list[Ending]], kind: str) -> None:
    before = [each for each in endings(kind) if ground.steps[each.request - 1] in ("look", "draft", "upload", "verify")]
    assert {each.latest for each in before} == {"old"} and {each.run for each in before} <= {"failed", "killed", "refused"}


def test_releases_at_the_same_time_end_with_the_newest(hub: Hub, ground: Ground) -> None:
    """All commits at once, each by two runners: real threads, whatever order they take."""
    begin = threading.Barrier(2 * len(NAMES))
    ended: list[str] = []

    def push(name: str) -> None:
        begin.wait()
        try:
            ended.append(run(Work(releases_at(hub.address), candidate(ground.commits[name], name))).state)
        except Refused:  # a tag that another run has just left at its own commit
            ended.append("refused")

    threads = [threading.Thread(target=push, args=(name,)) for name in NAMES for _ in range(2)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(ended) == 2 * len(NAMES) and {"published", "superseded"} <= set(ended) <= {"published", "superseded", "refused"}
    run(Work(releases_at(hub.address), candidate(ground.commits["newer"], "newer")))
    assert hub.violations == [] and hub.latest.target == ground.commits["newer"]
    assert hub.drafts() == [] and len({each.tag for each in hub.state.releases.values()}) == len(hub.state.releases)


def test_a_commit_is_published_once_and_an_older_one_not_at_all(hub: Hub, ground: Ground) -> None:
    first = run(Work(releases_at(hub.address), candidate(ground.commits["this"], "this")))
    again = run(Work(releases_at(hub.address), candidate(ground.commits["this"], "this")))
    older = run(Work(releases_at(hub.address), candidate(ground.commits["older"], "older")))
    assert (first.state, again.state, older.state) == ("published", "superseded", "superseded")
    assert again.tag == older.tag == first.tag == hub.latest.tag and "which follows" in older.said
    assert len(hub.state.releases) == 2


def test_two_releases_in_one_second_have_two_tags(hub: Hub, ground: Ground) -> None:
    clock = Scene(hub, 0, lambda which: None).clock
    tags = [run(Work(releases_at(hub.address), candidate(ground.commits[name], name), now=lambda: clock)).tag for name in ("older", "this", "newer")]
    assert tags == ["build-20261130-200001", "build-20261130-200002", "build-20261130-200003"]  # the ground took the first


def test_a_commit_that_was_not_pushed_is_refused(hub: Hub) -> None:
    with pytest.raises(WrongUse, match=r"has no commit 0123456789; push it first"):
        run(Work(releases_at(hub.address), candidate("0123456789" * 4, "this")))


def test_a_commit_beside_the_released_history_is_refused(hub: Hub, ground: Ground) -> None:
    hub.parents = {**hub.parents, "f" * 40: []}
    with pytest.raises(Refused, match=r"which this branch does not have"):
        run(Work(releases_at(hub.address), candidate("f" * 40, "this")))


def test_without_a_token_nothing_is_asked_twice(hub: Hub, ground: Ground) -> None:
    api = dataclasses.replace(releases_at(hub.address).api, token="wrong")
    with pytest.raises(BookError, match=r"Bad credentials.*set GITHUB_TOKEN"):
        run(Work(dataclasses.replace(releases_at(hub.address), api=api), candidate(ground.commits["this"], "this")))
