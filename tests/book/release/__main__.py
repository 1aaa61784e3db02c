"""The rehearsal of a release, `make rehearse`: every kind of fault at every request, a table, and one release of the real dist/."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from book.project import load_project
from book.release.artefacts import BUILD, CHECK, built, with_sums
from book.release.publish import Candidate, Work, run
from tests.book.release.faults import KINDS
from tests.book.release.hub import REPOSITORY, TOKEN, Hub
from tests.book.release.rehearsal import Ending, Ground, prepare, rehearse_all, releases_at
from tests.book.release.wire import Server


def summary(ground: Ground, endings: Sequence[Ending]) -> Table:
    """Steps against faults: how often the run ended with the new release as latest, and how often with the old one."""
    shown = Table(title=f"{len(endings)} releases with a fault: n new, o old is the latest right after; ✗ broken. The next clean run ends with the new one")
    steps = list(dict.fromkeys(ground.steps))
    shown.add_column("fault")
    for step in steps:
        shown.add_column(step.replace(" ", "\n"), justify="right")
    shown.add_column("ends", no_wrap=True)
    for kind in dict.fromkeys(each.kind for each in endings):
        cells = []
        for step in steps:
            here = [each for each in endings if each.kind == kind and ground.steps[each.request - 1] == step]
            counts = {"n": sum(each.latest != "old" for each in here), "o": sum(each.latest == "old" for each in here),
                      "✗": sum(bool(each.wrong) for each in here)}
            cells.append(" ".join(f"{count}{mark}" for mark, count in counts.items() if count))
        shown.add_row(kind, *cells, ", ".join(dict.fromkeys(each.run for each in endings if each.kind == kind)))
    return shown


# the real book

def real_release(folder: Path, server: Server, root: Path) -> list[str]:
    """`book release` of the book in `root`, as a user runs it; where it is refused, its files go out by the same steps."""
    bare = folder / "book.git"
    subprocess.run(["git", "clone", "-q", "--bare", "--shared", str(root), str(bare)], check=True)
    hub = Hub(bare)
    server.seat(hub)
    environment = {**os.environ, "GITHUB_API_URL": hub.address, "GITHUB_REPOSITORY": REPOSITORY, "GITHUB_TOKEN": TOKEN, "GITHUB_SERVER_URL": ""}
    lines = []
    for _ in range(2):  # the second time there is nothing left to do
        done = subprocess.run([sys.executable, "-m", "book", "release"], cwd=root, env=environment, capture_output=True, text=True, check=False)
        lines += [f"book release: exit code {done.returncode}", *(done.stdout + done.stderr).splitlines()]
        if done.returncode:
            break
    if not hub.state.latest:
        lines += _by_hand(hub, root)
    target = folder / "downloads"
    target.mkdir()
    for each in hub.latest.assets.values():
        (target / each.name).write_bytes(each.data)
    checked = subprocess.run(["sha256sum", "-c", "--quiet", "SHA256SUMS"], cwd=target, capture_output=True, text=True, check=False)
    size = sum(len(each.data) for each in hub.latest.assets.values())
    lines.append(f"{hub.latest.tag}: {len(hub.latest.assets)} files, {size:,} bytes; sha256sum -c: {'all agree' if checked.returncode == 0 else checked.stdout}")
    return lines


def _by_hand(hub: Hub, root: Path) -> list[str]:
    """The files of dist/, proven or not."""
    project = load_project(root)
    dist = root / "dist"
    records = {name: (dist / name).read_bytes() for name in (BUILD, CHECK) if (dist / name).is_file()}
    commit = subprocess.run(["git", "-C", str(root), "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
    lines = ["so its files go out without the gates:"]
    wanted = Candidate(commit, project.source.title, "A rehearsal.", with_sums({**built(project, dist).files, **records}))
    run(Work(releases_at(hub.address), wanted, say=lines.append))
    return lines


def main() -> int:
    """The whole rehearsal; exit code 1 if anything was broken at any moment."""
    console = Console(width=170)
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="rehearsal-") as name, Server() as server:
        ground = prepare(Path(name), server)
        endings = rehearse_all(ground, server, list(KINDS))
        console.print(summary(ground, endings))
        broken = [each for each in endings if each.wrong]
        for each in broken:
            console.print(f"{each.kind} at request {each.request} ({ground.steps[each.request - 1]}): {'; '.join(each.wrong)}", style="red")
        console.print(f"{len(endings)} faults, {len(broken)} broken, {time.monotonic() - started:.0f} s\n")
        lines = real_release(Path(name), server, Path.cwd())
        console.print("\n".join(lines), markup=False, highlight=False)
    return 1 if broken or "all agree" not in lines[-1] else 0


if __name__ == "__main__":
    sys.exit(main())
