"""The repository itself: nothing large, nothing fetched, nothing built is stored; the texts for contributors lead where they say."""

from __future__ import annotations

import re
import subprocess
from datetime import date
from pathlib import Path

import pytest

from book.findings import Code
from book.research import read_log
from tests.test_readme import LINK, prose_of

ROOT = Path(__file__).resolve().parents[1]
LIMIT = 200_000
"""Bytes of a file that a clone brings along."""
BUILT = {".pdf", ".epub", ".svg", ".png", ".jpg", ".gif", ".webp"}
PICTURES = ("docs/pictures/", "tests/book/proof/pages/")
"""Pictures that people look at or that pages are compared with; tests regenerate or compare them."""
TEXTS = ("CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", ".github/PULL_REQUEST_TEMPLATE.md")
ELSEWHERE = ("https://www.contributor-covenant.org/", "../../issues/new", "../../security/advisories/new")
COMMANDS = re.compile(r"(?:^|`)make ([a-z]+)|\.venv/bin/book ((?:edition |erratum )?[a-z]+)", re.M)


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def tracked() -> list[str]:
    return [name for name in git("ls-files", "-z").split("\0") if name and (ROOT / name).is_file()]


def test_a_clone_fetches_nothing_else() -> None:
    attributes = git("check-attr", "filter", "--", *tracked())
    assert attributes.count("\n") == len(tracked())
    assert {line.rpartition(": ")[2] for line in attributes.splitlines()} == {"unspecified"}
    assert git("config", "--file", ".lfsconfig", "lfs.fetchexclude") == "*\n"


def test_text_has_one_kind_of_line_end() -> None:
    listed = [line.split() for line in git("ls-files", "--eol").splitlines()]
    assert listed
    assert {fields[0] for fields in listed} <= {"i/lf", "i/none", "i/-text"}
    binary = {Path(fields[-1]).suffix for fields in listed if fields[0] == "i/-text"}
    assert binary <= BUILT


def test_nothing_is_large_and_nothing_built_is_stored() -> None:
    assert {name: (ROOT / name).stat().st_size for name in tracked() if (ROOT / name).stat().st_size > LIMIT} == {}
    assert [name for name in tracked() if Path(name).suffix in BUILT and not name.startswith(PICTURES)] == []
    figures = [name for name in tracked() if name.startswith("manuscripts/figures/")]
    assert figures and all(name.endswith(".py") for name in figures)


@pytest.mark.parametrize("name", TEXTS)
def test_texts_lead_where_they_say(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")

    def anchors(of: str) -> set[str]:
        return {re.sub(r"[^\w -]", "", title.lower()).strip().replace(" ", "-") for title in re.findall(r"^#+ (.+)$", of, re.M)}

    for link in LINK.findall(prose_of(text)):
        if link.startswith(ELSEWHERE):
            continue
        path, _, anchor = link.partition("#")
        assert not path or (ROOT / path).is_file(), link
        assert not anchor or anchor in anchors((ROOT / path).read_text(encoding="utf-8") if path else text), link


@pytest.mark.parametrize("name", [*TEXTS, "README.md", "README.zh.md", "README.zh-tw.md", "README.ru.md"])
def test_commands_exist(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    for target, command in set(COMMANDS.findall(text)):
        if target:
            assert target in targets
        else:
            *group, last = command.split()
            listed = subprocess.run(
                [ROOT / ".venv/bin/book", *group, "--help"], cwd=ROOT, capture_output=True, text=True, check=True
            ).stdout
            assert re.search(rf"^  {last} ", listed, re.M), command


def test_codes_that_texts_name_exist() -> None:
    named = set(re.findall(r"--select ([a-z]+\.[a-z]+)", "".join((ROOT / name).read_text(encoding="utf-8") for name in TEXTS)))
    assert named and all(Code.named(each) for each in named)


def test_the_example_of_a_research_log_is_one(tmp_path: Path) -> None:
    block = re.search(r"^```yaml\n(lang:.*?)^```$", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.M | re.S)
    assert block
    path = tmp_path / "2026-11-30-example.md"
    path.write_text(f"---\n{block[1]}---\n\n# Example\n", encoding="utf-8")
    log = read_log(path, path.name)
    assert (log.date, log.slug, log.language) == (date(2026, 11, 30), "example", "en")
