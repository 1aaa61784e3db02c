"""`book release` on a small book: what its notes say, and each reason for which there is no release."""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from book.project import load_project
from book.release.artefacts import CHECK, built
from book.release.rebuild import rebuilt
from tests.book.release.hub import Hub
from tests.book.release.stage import Stage
from tests.book.release.wire import Server


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    found = Stage(tmp_path / "small")
    found.prove()
    return found


def test_a_proven_book_may_go_out_and_a_dry_run_touches_nothing(stage: Stage) -> None:
    before = {path: path.stat().st_mtime_ns for path in (stage.book.folder / "dist").iterdir()}
    found = stage.dry_run()
    assert found["reasons"] == [] and found["last"]["tag"] == ""
    assert list(found["files"]) == ["build.json", "check.json", "numbers.json", "small-en.epub", "small-en.pdf", "small-ru.epub", "small-ru.pdf",
                                    "SHA256SUMS"]
    assert found["editions"]["ru"]["pages"] == 12 and found["editions"]["en"]["missing"] == 0
    assert "the first release" in found["notes"] and "- The first chapter." in found["notes"]
    assert {path: path.stat().st_mtime_ns for path in (stage.book.folder / "dist").iterdir()} == before
    assert stage.git("status", "--porcelain") == "" and stage.git("tag") == ""


def _change_data(stage: Stage) -> None:
    """The bandwidth is another one; the English text follows, the Russian does not."""
    stage.replace("calculations/ledger/one.yaml", "2 TB/s", "2.5 TB/s")
    stage.replace("text/01-one.md", "35 ms", "28 ms")
    stage.replace("text/02-two.md", "35 ms", "28 ms")


def test_a_changed_number_is_in_the_notes_with_its_chapters_and_the_edition_with_the_old_one_is_named(stage: Stage) -> None:
    stage.git("tag", "build-20261130-200000")
    _change_data(stage)
    stage.commit("A faster device @everyone")
    stage.prove()
    found = stage.dry_run()
    changed = {each["id"]: each for each in found["changed_numbers"]}
    assert found["last"]["tag"] == "build-20261130-200000" and list(changed) == ["one/bandwidth", "one/read"]
    assert changed["one/read"] == {"id": "one/read", "old": "35 ms", "new": "28 ms", "why": "follows from `one/bandwidth`",
                                   "chapters": ["one", "two"], "editions": ["en", "ru"]}
    assert "- `one/read`: **35 ms → 28 ms**, in one, two (en, ru): follows from `one/bandwidth`" in found["notes"]
    assert "@everyone" not in found["notes"]  # nobody is called by the words of a commit
    stale = [reason for reason in found["reasons"] if "still prints" in reason]
    assert [reason.split(":")[:2] for reason in stale] == [["ru", " book-ru/01-one.md"], ["ru", " book-ru/02-two.md"]]
    assert "still prints 35 мс, the calculator says" in stale[0]
    stage.replace("book-ru/01-one.md", "35 мс", "28 мс")
    stage.replace("book-ru/02-two.md", "35 мс", "28 мс")
    stage.commit("In Russian too")
    stage.prove()
    assert stage.dry_run()["reasons"] == []


def test_a_research_log_tells_why_a_number_changed(stage: Stage) -> None:
    stage.git("tag", "build-20261130-200000")
    _change_data(stage)
    stage.book.write("research/2026-12-01-device.md", "---\nlang: en\nquestion: Which device?\nchapters: [one]\nsources: [a data sheet]\n"
                     "decision: The faster one.\nnumbers_changed: [one/bandwidth]\n---\n\n# Device\n")
    stage.commit("Another device")
    found = stage.dry_run()
    why = {each["id"]: each["why"] for each in found["changed_numbers"]}
    assert why["one/bandwidth"].startswith("The faster one. (research/2026-12-01-device.md)")
    assert [each["decision"] for each in found["research"]] == ["The faster one."] and "**The faster one.**" in found["notes"]


def test_notes_list_what_is_new_since_the_last_release_and_nothing_else(stage: Stage) -> None:
    stage.git("tag", "build-20261130-200000")
    stage.book.write("errata.yaml", "- {place: 'text/01-one.md:3', was: 36 ms, is: 35 ms, since: '0.1', credit: a reader}\n")
    stage.replace("CHANGELOG.md", "- The first chapter.", "- The second chapter.\n- The first chapter.")
    stage.commit("An erratum, and more")
    found = stage.dry_run()
    assert [each["is"] for each in found["errata"]] == ["35 ms"] and "36 ms → 35 ms (since 0.1; thanks to a reader)" in found["notes"]
    assert found["changelog"] == "- The second chapter." and found["changed_numbers"] == [] and "- none of 3" in found["notes"]
    assert [each["subject"] for each in found["commits"]] == ["An erratum, and more"]


def _spoil_proof(stage: Stage, edition: str, gate: str, result: dict[str, Any]) -> None:
    path = stage.book.folder / "dist" / CHECK
    proof = json.loads(path.read_bytes())
    proof["gates"][edition][gate] = result
    path.write_text(json.dumps(proof), encoding="utf-8")


def _differs(stage: Stage) -> None:
    fault = {"path": "small-ru.epub", "line": 0, "message": "differs between two builds of the same files", "code": ""}
    _spoil_proof(stage, "ru", "two builds", {"state": "failed", "faults": [fault]})


REFUSALS: dict[str, tuple[Callable[[Stage], object], str]] = {
    "dirty": (lambda s: s.book.write("text/note.txt", "x"), "the working tree differs from its commit (text/note.txt); commit the changes"),
    "no proof": (lambda s: (s.book.folder / "dist/check.json").unlink(), "dist/check.json is missing or unreadable; run `make check`"),
    "broken proof": (lambda s: s.book.write("dist/check.json", "{}"), "dist/check.json is missing or unreadable"),
    "proof of another commit": (lambda s: s.git("commit", "-q", "--allow-empty", "-m", "later"), "the proof is stale: dist/check.json was made for commit"),
    "proof of other files": (lambda s: s.book.write("dist/small-ru.pdf", "other"), "dist/check.json does not belong to small-ru.pdf"),
    "failed gate": (lambda s: _spoil_proof(s, "ru", "epub", {"state": "failed", "faults": []}), "ru: epub did not pass"),
    "gate not checked": (lambda s: _spoil_proof(s, "en", "looks", {"state": "not checked", "reason": "no tool"}), "en: looks did not pass: no tool"),
    "two builds differ": (_differs, "ru: two builds did not pass: small-ru.epub: differs between two builds"),
    "edition missing": (lambda s: (s.book.folder / "dist/small-ru.epub").unlink(), "edition ru is not whole: small-ru.epub is missing in dist/"),
    "error in a text": (lambda s: s.replace("book-ru/02-two.md", "35 мс", "35 c"), "ru: book-ru/02-two.md:3")}


@pytest.mark.parametrize("case", REFUSALS)
def test_each_reason_is_named(stage: Stage, case: str) -> None:
    spoil, said = REFUSALS[case]
    spoil(stage)
    assert any(said in reason for reason in stage.dry_run()["reasons"]), stage.dry_run()["reasons"]


def test_a_fork_is_told_which_line_to_change(stage: Stage) -> None:
    here = {"GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "else/fork"}
    assert stage.dry_run(**here)["reasons"] == [
        "book.yaml:7: `repository:` says https://github.com/someone/book, but this is https://github.com/else/fork; "
        "change the line to `repository: https://github.com/else/fork`"]
    assert stage.dry_run(GITHUB_SERVER_URL="https://github.com", GITHUB_REPOSITORY="someone/book")["reasons"] == []


def test_a_shallow_clone_is_refused(stage: Stage, tmp_path: Path) -> None:
    stage.git("commit", "-q", "--allow-empty", "-m", "later")
    subprocess.run(["git", "clone", "-q", "--depth", "1", f"file://{stage.book.folder}", str(tmp_path / "shallow")], check=True)
    stage.book.folder = tmp_path / "shallow"
    assert any("fetch-depth: 0" in reason for reason in stage.dry_run()["reasons"])


@pytest.mark.parametrize("where", ["no git", "no commit"])
def test_without_a_commit_there_is_no_release(stage: Stage, where: str) -> None:
    import shutil

    shutil.rmtree(stage.book.folder / ".git")
    if where == "no commit":
        stage.git("init", "-q")
    done = stage.book.run("release", "--dry-run", GIT_CEILING_DIRECTORIES=str(stage.book.folder.parent))
    assert done.code == 2 and "is not under version control, or has no commit" in done.err and len(done.err.splitlines()) == 1


def test_the_whole_way_twice(stage: Stage, tmp_path: Path) -> None:
    """Published, downloaded and checked; then a number changes, and the notes compare with the numbers that were published."""
    bare = tmp_path / "origin.git"
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(bare)], check=True)
    hub = Hub(bare)
    with Server() as server:
        server.seat(hub)
        assert "push it first" in stage.book.run("release", GITHUB_API_URL=hub.address, GITHUB_TOKEN="rehearsal", GITHUB_SERVER_URL="").err
        first = stage.release(hub)
        assert first.code == 0, first.err
        files = {each.name: each.data for each in hub.latest.assets.values()}
        listed = [line.split("  ") for line in files["SHA256SUMS"].decode().splitlines()]
        assert {name: value for value, name in listed} == {name: hashlib.sha256(data).hexdigest() for name, data in files.items() if name != "SHA256SUMS"}
        assert hub._tag(hub.latest.tag) == stage.git("rev-parse", "HEAD")
        again = stage.release(hub)
        assert again.code == 0 and "is public already as" in again.out and len(hub.state.releases) == 1
        _change_data(stage)
        stage.commit("A faster device")
        stage.prove()
        refused = stage.release(hub)
        assert refused.code == 1 and "no release: ru: book-ru/01-one.md:3" in refused.err and len(hub.state.releases) == 1
        for name in ("01-one.md", "02-two.md"):
            stage.replace(f"book-ru/{name}", "35 мс", "28 мс")
        stage.commit("In Russian too")
        stage.prove()
        second = stage.release(hub)
        assert second.code == 0, second.err
        assert "**35 ms → 28 ms**, in one, two" in hub.latest.body and hub.violations == [] and hub.drafts() == []


def test_a_second_build_elsewhere_makes_the_same_bytes_and_one_that_differs_is_named(stage: Stage) -> None:
    done = stage.book.build()
    assert done.code == 0, done.err
    project = load_project(stage.book.folder)
    hashes = built(project, stage.book.folder / "dist").hashes
    assert {edition: result.state for edition, result in rebuilt(project, hashes).items()} == {"en": "ok", "ru": "ok"}
    results = rebuilt(project, {**hashes, "small-ru.epub": "0" * 64})
    assert results["en"].state == "ok" and [fault.path for fault in results["ru"].faults] == ["small-ru.epub"]
