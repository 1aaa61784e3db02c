"""One release with one fault: any kind at any request, against a GitHub of our own over a bare repository.

After each, `latest` must be the old whole release or the new whole one, and the next clean run must succeed.
"""

from __future__ import annotations

import datetime
import itertools
import multiprocessing
import shutil
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from book.errors import BookError
from book.github.api import Api
from book.github.releases import Releases
from book.release.artefacts import with_sums
from book.release.errors import Refused
from book.release.publish import Candidate, Outcome, Work, run
from tests.book.release.faults import KINDS, Scene
from tests.book.release.hub import REPOSITORY, TOKEN, Hub
from tests.book.release.wire import Server

PATIENCE = 20.0
"""Seconds until the client gives up a request."""
SHORT = 0.4
"""The same where it shall time out: the server hangs a little longer."""
NAMES = ("old", "older", "this", "newer")
"""Commits, each the child of the one before; `old` is released already, `this` is what the rehearsal releases."""
WORKERS = 8


def files_of(name: str) -> dict[str, bytes]:
    """Small artefacts of a commit."""
    return with_sums({f"book-en.{form}": f"{form} of {name} ".encode() * 700 for form in ("pdf", "epub")})


def candidate(commit: str, name: str) -> Candidate:
    """A release of a commit."""
    return Candidate(commit, "A book", f"Notes of {name}.\n", files_of(name))


def releases_at(address: str, patience: float = PATIENCE) -> Releases:
    """The client, without its pauses."""
    return Releases(Api(address, TOKEN, pause=lambda seconds: None, seconds=patience), REPOSITORY)


@dataclass(frozen=True)
class Ground:
    """Where every rehearsal begins: a bare repository with four commits, the first of them released."""

    folder: Path
    hub: Hub
    commits: dict[str, str]
    steps: tuple[str, ...]
    """The step that each request of a clean run belongs to."""

    @property
    def requests(self) -> range:
        """Their numbers."""
        return range(1, len(self.steps) + 1)


def prepare(folder: Path, server: Server) -> Ground:
    """Make the ground."""
    bare = folder / "origin.git"
    subprocess.run(["git", "init", "-q", "--bare", "--template=", str(bare)], check=True)
    commits: dict[str, str] = {}
    stamp = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    tree = subprocess.run(["git", "-C", str(bare), "mktree"], input="", capture_output=True, text=True, check=True).stdout.strip()
    for name in NAMES:
        parent = [word for each in list(commits.values())[-1:] for word in ("-p", each)]
        made = subprocess.run(["git", "-C", str(bare), *stamp, "commit-tree", tree, *parent, "-m", name], capture_output=True, text=True, check=True)
        commits[name] = made.stdout.strip()
    subprocess.run(["git", "-C", str(bare), "update-ref", "refs/heads/main", commits["newer"]], check=True)
    hub = Hub(bare)
    server.seat(hub)
    scene = Scene(hub, 0, lambda which: None)
    run(_work(hub, candidate(commits["old"], "old"), scene))
    steps: list[str] = []
    trial = _twin(hub, folder / "trial.git")
    seat = server.seat(trial)
    work = _work(trial, candidate(commits["this"], "this"), scene)
    seat.fate = _Recorder(work, steps)
    run(work)
    return Ground(folder, hub, commits, tuple(steps))


class _Recorder:
    """Notes the step of each request."""

    def __init__(self, work: Work, steps: list[str]) -> None:
        self.work, self.steps = work, steps

    def before(self, hub: Hub, number: int) -> None:
        self.steps.append(self.work.step)

    def after(self, hub: Hub, number: int) -> None:
        return None


def _twin(hub: Hub, bare: Path) -> Hub:
    shutil.copytree(hub.bare, bare)
    return hub.twin(bare)


def _work(hub: Hub, wanted: Candidate, scene: Scene, patience: float = PATIENCE) -> Work:
    return Work(releases_at(hub.address, patience), wanted, now=lambda: scene.clock)


def _publish(address: str, wanted: Candidate, moment: datetime.datetime) -> None:
    """What runs in a process that will be killed."""
    run(Work(releases_at(address), wanted, now=lambda: moment))


@dataclass(frozen=True)
class Ending:
    """How a release with a fault ended, and what is wrong with that."""

    kind: str
    request: int
    run: str
    """`published`, `superseded`, `refused`, `failed` or `killed`."""
    latest: str
    """The commit that `latest` had then, by its name."""
    again: str
    """How the next clean run ended."""
    wrong: tuple[str, ...]


def rehearse(ground: Ground, server: Server, kind: str, request: int) -> Ending:
    """One release of `this` in which the fault strikes at the request, and a clean run after it."""
    hub = _twin(ground.hub, ground.folder / f"{kind}-{request}.git".replace(" ", "-"))
    seat = server.seat(hub, stall=SHORT * 1.5)
    names = {commit: name for name, commit in ground.commits.items()}
    wanted = candidate(ground.commits["this"], "this")

    others: dict[str, str] = {}

    def other(which: str) -> None:
        seat.fate = None
        name = "this" if which == "same" else which
        others[name] = _ended(_work(hub, candidate(ground.commits[name], name), scene))

    scene = Scene(hub, request, other)
    fault = KINDS[kind](scene)
    seat.fate = fault
    patience = SHORT if kind.startswith("timeout") else PATIENCE
    ended = _killed(hub, wanted, scene) if fault.kills else _ended(_work(hub, wanted, scene, patience))
    with scene.striking:
        seat.fate = None
    latest = names[hub.latest.target]
    wrong = [*hub.violations, *_wrong(hub, ground, ended, latest)]
    if others.get("newer") == "published" and latest != "newer":
        wrong.append("an older commit has overtaken a newer one")
    again = _ended(_work(hub, wanted, scene))
    wrong += _wrong_after(hub, names[hub.latest.target], again)
    shutil.rmtree(hub.bare)
    return Ending(kind, request, ended, latest, again, tuple(wrong))


def _ended(work: Work) -> str:
    try:
        outcome: Outcome = run(work)
    except Refused:
        return "refused"
    except BookError:
        return "failed"
    return outcome.state


def _killed(hub: Hub, wanted: Candidate, scene: Scene) -> str:
    context = multiprocessing.get_context("forkserver")
    process = context.Process(target=_publish, args=(hub.address, wanted, scene.clock))
    process.start()
    scene.process = process.pid or 0
    scene.started.set()
    process.join()
    # -9 is what the signal leaves; under load the fork server loses it now and then and says 255
    return "killed" if process.exitcode in (-9, 255) else f"not killed ({process.exitcode})"


def _wrong(hub: Hub, ground: Ground, ended: str, latest: str) -> list[str]:
    """What must hold as soon as a run has ended, however it did."""
    old = [each for each in hub.state.releases.values() if not each.draft and each.target == ground.commits["old"]]
    found = [] if len(old) == 1 and not hub.broken(old[0]) else ["the old release is lost"]
    if ended.startswith("not killed") or (ended == "published" and latest not in ("this", "newer")):
        found.append(f"the run {ended}, latest is {latest}")
    if {each.name: each.data for each in hub.latest.assets.values()} != files_of(latest):
        found.append(f"latest has not the files of {latest}")
    return found


def _wrong_after(hub: Hub, latest: str, again: str) -> list[str]:
    """What must hold after a clean run."""
    found = [f"after a clean run: {each}" for each in hub.violations]
    if again not in ("published", "superseded") or latest not in ("this", "newer"):
        found.append(f"the clean run {again}, latest is {latest}")
    if hub.drafts():
        found.append(f"{len(hub.drafts())} drafts are left")
    for each in hub.state.releases.values():
        if hub.broken(each) or hub._tag(each.tag) != each.target:
            found.append(f"{each.tag} is not whole, or its tag is at another commit")
    return found


def rehearse_all(ground: Ground, server: Server, kinds: Sequence[str]) -> list[Ending]:
    """Every request with every kind of fault."""
    multiprocessing.get_context("forkserver").set_forkserver_preload(["tests.book.release.rehearsal"])
    with ThreadPoolExecutor(WORKERS) as pool:
        return list(pool.map(lambda each: rehearse(ground, server, *each), itertools.product(kinds, ground.requests)))
