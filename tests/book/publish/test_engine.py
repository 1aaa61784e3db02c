"""The engine: what is fresh stays, what changed is made with few runs of XeLaTeX, and nothing half-made is ever left."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.book.sample import ROOT, SVG, Sample, pdf_text, plain

TEXTS = {
    "zh": (
        "开头",
        "见[图 #](#fig:map)、[表 #](#tbl:units)、[式 #](#eq:sum)、[例 #](#ex:one)和[第 # 章](#ch:next)；[文献](cite:one)。",
        "后来",
    ),
    "en": (
        "Opening",
        "See [Figure #](#fig:map), [Table #](#tbl:units), [Equation #](#eq:sum), [Example #](#ex:one), [Chapter #](#ch:next); "
        "[work](cite:one).",
        "Later",
    ),
    "zh-tw": (
        "開頭",
        "見[圖 #](#fig:map)、[表 #](#tbl:units)、[式 #](#eq:sum)、[例 #](#ex:one)和[第 # 章](#ch:next)；[文獻](cite:one)。",
        "後來",
    ),
    "ru": (
        "Начало",
        "См. [рис. #](#fig:map), [табл. #](#tbl:units), [формулу #](#eq:sum), [пример #](#ex:one), [главу #](#ch:next); "
        "[работа](cite:one).",
        "Дальше",
    ),
}
LABELS = {
    "zh": ["第1章", "图1.1", "表1.1", "（1.1）", "例1.1"],
    "en": ["Chapter1", "Figure1.1", "Table1.1", "(1.1)", "Example1.1"],
    "zh-tw": ["第1章", "圖1.1", "表1.1", "（1.1）", "例1.1"],
    "ru": ["Глава1", "Рис.1.1", "Таблица1.1", "(1.1)", "Пример1.1"],
}
CONFIG = (
    "name: four\ntitle: 四\nauthors: [{name: A. Author}]\nlanguage: zh-Hans\nsource: texts\nlicence: Apache-2.0\nversion: 1.2.3\n"
    "editions: {zh-tw: book-zh-tw, en: book-en, ru: book-ru}\n"
)
REFERENCES = "references:\n- {id: one, type: book, title: The Work, author: [{family: Author, given: An}], issued: 2001}\n"


def chapters(edition: str) -> dict[str, str]:
    opening, references, later = TEXTS[edition]
    first = (
        f'# {opening} {{#ch:opening}}\n\n{references} Text[^1].\n\n![{opening}](f.svg "alt {opening}"){{#fig:map}}\n\n'
        f"| A | B |\n|---|---:|\n| 1 | 2 |\n\n: {later} {{#tbl:units}}\n\n"
        f"$$ a = b $$ {{#eq:sum}}\n\n## {later} {{#sec:later}}\n\n### {opening} 3\n\n"
        f"::: {{.example #ex:one}}\n#### {later}\n\n[20.90 ms](calc:x).\n:::\n\n```\ncode = 1\n```\n\n[^1]: {later}.\n"
    )
    return {"01-opening.md": first, "02-next.md": f"# {later} {{#ch:next}}\n\n{opening}.\n"}


def written(folder: Path) -> Sample:
    files: dict[str, str | bytes] = {"texts/f.svg": SVG, "references/references.yaml": REFERENCES}
    for edition in TEXTS:
        place = "texts" if edition == "zh" else f"book-{edition}"
        files |= {f"{place}/{name}": text for name, text in chapters(edition).items()}
        if edition != "zh":
            files[f"{place}/edition.yaml"] = f"language: {edition}\ntitle: Four {edition}\n"
    return Sample(folder, files, CONFIG)


class Counter:
    """A folder for PATH whose `xelatex` counts its runs, then does `first` in the shell, then is the real one."""

    def __init__(self, folder: Path, tool: str = "xelatex", first: str = "") -> None:
        folder.mkdir()
        self.folder, self.log = folder, folder / "runs"
        self.log.write_text("")
        script = folder / tool
        script.write_text(f'#!/bin/sh\necho run >> {self.log}\n{first}\nexec {shutil.which(tool)} "$@"\n')
        script.chmod(0o755)

    @property
    def path(self) -> str:
        return f"{self.folder}{os.pathsep}{os.environ['PATH']}"

    @property
    def runs(self) -> int:
        return len(self.log.read_text().splitlines())


def contents(book: Sample) -> dict[str, str]:
    return {name: hashlib.sha256((book.folder / "dist" / name).read_bytes()).hexdigest() for name in book.made()}


def times(book: Sample) -> dict[str, int]:
    return {name: (book.folder / "dist" / name).stat().st_mtime_ns for name in book.made()}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """Four editions, built cold once; tests that change something take a copy."""
    book = written(tmp_path_factory.mktemp("engine") / "built")
    counter = Counter(tmp_path_factory.mktemp("path") / "count")
    run = book.build(PATH=counter.path)
    assert (run.code, run.err) == (0, "")
    assert counter.runs == sum(each["pdf"]["xelatex_runs"] for each in book.record()["editions"].values())
    return book


@pytest.fixture
def copy(built: Sample, tmp_path: Path) -> Sample:
    shutil.copytree(built.folder, tmp_path / "copy")
    return Sample(tmp_path / "copy", {}, None)


def test_all_editions_and_formats_are_made(built: Sample) -> None:
    files = [f"four-{edition}.{form}" for edition in TEXTS for form in ("pdf", "epub")]
    assert built.made() == sorted([*files, "SHA256SUMS", "build.json"])
    record = built.record()
    assert set(record["editions"]) == set(TEXTS)
    for each in record["editions"].values():
        assert {key: each["pdf"][key] for key in ("overfull", "missing_glyphs", "undefined")} == {
            "overfull": 0,
            "missing_glyphs": 0,
            "undefined": 0,
        }
        assert each["pdf"]["pages"] > 4
        assert each["pdf"]["xelatex_runs"] <= 2
    assert record["files"] == {name: contents(built)[name] for name in files}
    sums = (built.folder / "dist" / "SHA256SUMS").read_text()
    assert all(f"{record['files'][name]}  {name}" in sums for name in files)


@pytest.mark.parametrize("edition", TEXTS)
def test_labels_are_those_of_the_language(edition: str, built: Sample) -> None:
    shown = plain(pdf_text(built.folder / "dist" / f"four-{edition}.pdf"))
    for label in LABELS[edition]:
        assert plain(label) in shown


def test_nothing_changed_nothing_rewritten(copy: Sample, tmp_path: Path) -> None:
    before, counter = times(copy), Counter(tmp_path / "count")
    run = copy.build(PATH=counter.path)
    assert (run.code, run.err, counter.runs) == (0, "", 0)
    assert run.out.startswith("nothing to do: 8 files are fresh")
    assert times(copy) == before


def test_one_character_changes_one_edition_with_one_run(copy: Sample, tmp_path: Path) -> None:
    before, counter = contents(copy), Counter(tmp_path / "count")
    path = copy.folder / "book-en" / "02-next.md"
    path.write_text(path.read_text().replace("Opening.", "Opening!"))
    run = copy.build(PATH=counter.path)
    assert (run.code, run.err, counter.runs) == (0, "", 1)
    changed = {name for name, digest in contents(copy).items() if before[name] != digest}
    assert changed == {"four-en.pdf", "four-en.epub", "build.json", "SHA256SUMS"}
    assert copy.record()["editions"]["en"]["pdf"]["xelatex_runs"] == 1
    assert "Opening!" in pdf_text(copy.folder / "dist" / "four-en.pdf")


def test_a_picture_changes_what_shows_it(copy: Sample) -> None:
    before = contents(copy)
    copy.write("texts/f.svg", SVG.replace("#456", "#654"))
    assert copy.build("zh", "--format", "epub").code == 0
    assert {name for name, digest in contents(copy).items() if before[name] != digest} == {
        "four-zh.epub",
        "build.json",
        "SHA256SUMS",
    }


@pytest.mark.parametrize(
    "harm", [lambda path: path.unlink(), lambda path: path.write_bytes(b"%PDF-1.5 half")], ids=["deleted", "damaged"]
)
def test_an_artefact_that_was_harmed_is_made_again(harm: Callable[[Path], None], copy: Sample) -> None:
    before, path = contents(copy), copy.folder / "dist" / "four-en.pdf"
    harm(path)
    assert copy.build("en").code == 0
    assert contents(copy)["four-en.pdf"] == before["four-en.pdf"]


@pytest.mark.parametrize("tool", ["xelatex", "pdftotext"])
def test_a_killed_build_leaves_the_last_good_files(tool: str, copy: Sample, tmp_path: Path) -> None:
    before, pid = contents(copy), tmp_path / "pid"
    path = copy.folder / "book-en" / "02-next.md"
    path.write_text(path.read_text().replace("Opening.", "Opening, killed."))
    killer = Counter(tmp_path / "killer", tool, f"[ -s {pid} ] && kill -9 $(cat {pid})")
    code = f"import os; open({str(pid)!r}, 'w').write(str(os.getpid())); import book.cli as b; b.main(['build', 'en'])"
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command,
        cwd=copy.folder,
        env={**os.environ, "PATH": killer.path, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == -signal.SIGKILL
    assert killer.runs >= 1
    left = contents(copy)
    after = copy.build("en")
    assert (after.code, after.err) == (0, "")
    assert {
        name for name in before if left[name] not in (before[name], contents(copy)[name])
    } == set()  # the old file or the new one
    assert "Opening, killed." in pdf_text(copy.folder / "dist" / "four-en.pdf")
    assert copy.made() == sorted(before)


def test_what_a_killed_build_began_to_write_is_swept_away(copy: Sample) -> None:
    copy.write("dist/.four-en.pdf.abc123", b"half")
    copy.write("book-en/02-next.md", "# Later {#ch:next}\n\nOther.\n")
    assert copy.build("en").code == 0
    assert [name for name in copy.made() if name.startswith(".")] == []


def test_two_folders_two_zones_two_locales_one_result(built: Sample, tmp_path: Path) -> None:
    other = written(tmp_path / "elsewhere" / "deeper" / "named otherwise")
    run = other.build("zh", "ru", TZ="Asia/Tokyo", LC_ALL="C", LANG="ru_RU.UTF-8", HOME=str(tmp_path), PYTHONHASHSEED="7")
    assert (run.code, run.err) == (0, "")
    made = {name: digest for name, digest in contents(other).items() if name.endswith((".pdf", ".epub"))}
    assert len(made) == 4
    assert made == {name: contents(built)[name] for name in made}


def test_without_tex_the_epub_is_made(tmp_path: Path) -> None:
    book = Sample(tmp_path / "book", {"a.md": "# A\n\ntext\n"}, "title: T\n")
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("git", "fc-match", "rsvg-convert", "pdftotext"):
        (tools / name).symlink_to(str(shutil.which(name)))
    run = book.build(PATH=str(tools))
    assert run.code == 2
    assert len(run.err.strip().splitlines()) == 1
    assert all(word in run.err for word in ("XeLaTeX is missing", "Debian", "Fedora", "macOS"))
    assert [name for name in book.made() if name.startswith("book-")] == ["book-en.epub"]


def test_an_edition_that_fails_keeps_its_files_and_the_others_go_on(copy: Sample) -> None:
    before = contents(copy)
    copy.write("book-ru/02-next.md", "# Дальше {#ch:next}\n\n![x](no.png)\n")
    copy.write("book-en/02-next.md", "# Later {#ch:next}\n\nOther.\n")
    run = copy.build("--format", "epub")
    assert run.code == 2
    assert run.err.startswith("book-ru/02-next.md:3:1: image `no.png`")
    assert {name for name, digest in contents(copy).items() if before[name] != digest} == {
        "four-en.epub",
        "build.json",
        "SHA256SUMS",
    }


def test_a_quick_look_at_one_chapter(copy: Sample) -> None:
    before = times(copy)
    run = copy.build("en", "--chapter", "2", "--format", "pdf")
    assert (run.code, run.err) == (0, "")
    assert {name: time for name, time in times(copy).items() if "/" not in name} == before
    shown = plain(pdf_text(copy.folder / "dist" / "chapters" / "four-en-02-next.pdf"))
    assert "Chapter2" in shown
    assert "Table1.1" not in shown


def test_a_chapter_that_is_not_there(copy: Sample) -> None:
    run = copy.build("--chapter", "7")
    assert (run.code, run.err.strip().count("\n")) == (2, 0)
    assert "there is no chapter '7'; the book has 01-opening.md, 02-next.md" in run.err


def test_json_is_one_document(copy: Sample) -> None:
    run = copy.build("--json")
    assert json.loads(run.out)["name"] == "four"
    assert run.err == ""


def test_two_builds_at_once_do_not_disturb_each_other(copy: Sample) -> None:
    before = contents(copy)
    for name in ("four-en.pdf", "four-en.epub"):
        (copy.folder / "dist" / name).unlink()
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    both = [
        subprocess.Popen([sys.executable, "-m", "book", "build", "en"], cwd=copy.folder, env=environment, stdout=subprocess.DEVNULL)
        for _ in range(2)
    ]
    assert [process.wait(timeout=120) for process in both] == [0, 0]
    assert {name: contents(copy)[name] for name in before if name.startswith("four")} == {
        name: before[name] for name in before if name.startswith("four")
    }
