"""README's commands are executed: each ```sh block below `<!-- test -->` must succeed and print the ```text block after it."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from book.project import load_project
from book.release.artefacts import expected

ROOT = Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"^<!-- test -->\n+```sh\n(.*?)^```\n(?:\n*```text\n(.*?)^```$)?", re.M | re.S)
BLOCKS = [
    pytest.param(match[1], match[2], id=f"{path.name}:{path.read_text(encoding='utf-8').count(chr(10), 0, match.start()) + 1}")
    for path in [*sorted(ROOT.glob("README*.md")), *sorted(ROOT.glob("*/README.md"))]
    for match in BLOCK.finditer(path.read_text(encoding="utf-8"))
]


READMES = sorted(ROOT.glob("README*.md"))
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
LINK = re.compile(r"\]\(([^)\s]+)\)")
DOWNLOADS = "../../releases/latest/download/"


def matches(wanted: str, printed: str) -> bool:
    """Whether `printed` is `wanted`, in which `…` stands for anything on a line, and a line `…` for any lines."""
    pattern = "\n".join(
        re.escape(line.rstrip()).replace("…", ".*") if line.strip() != "…" else r"(?s:.*)" for line in wanted.strip().splitlines()
    )
    return re.fullmatch(pattern, "\n".join(line.rstrip() for line in printed.strip().splitlines())) is not None


@pytest.mark.parametrize(("commands", "wanted"), BLOCKS)
def test_the_readme_does_not_lie(commands: str, wanted: str | None) -> None:
    commands = "\n".join(line.removeprefix("$ ") for line in commands.splitlines())
    done = subprocess.run(
        ["sh", "-eu", "-c", commands],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
        env={**os.environ, "PATH": f"{ROOT / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert wanted is None or matches(wanted, done.stdout), done.stdout


@pytest.mark.parametrize(
    ("wanted", "printed", "same"),
    [
        ("a\nb", "a\nb\n", True),
        ("a … c", "a b c", True),
        ("a\n…\nz", "a\n1\n2\nz", True),
        ("a", "a\nb", False),
        ("a … c", "a b", False),
        ("1.5", "1x5", False),
    ],
)
def test_output_is_compared_line_by_line(wanted: str, printed: str, same: bool) -> None:
    assert matches(wanted, printed) == same


# four languages

def prose_of(text: str) -> str:
    """Without code, in blocks and in lines."""
    return re.sub(r"`[^`\n]+`", "", FENCED.sub("", text))


def shape(readme: Path) -> tuple[list[str], list[str], list[tuple[str, str]]]:
    """What the READMEs have in common: levels of headings, links that leave the page, examples without their comments."""
    text = readme.read_text(encoding="utf-8")
    examples = [(kind, re.sub(r" +#.*", "", body)) for kind, body in FENCED.findall(text)]
    prose = prose_of(text)
    links = [each for each in LINK.findall(prose) if not each.startswith(("#", "README"))]
    return re.findall(r"^#+", prose, re.M), links, examples


@pytest.mark.parametrize("readme", READMES, ids=lambda path: path.name)
def test_each_language_says_the_same(readme: Path) -> None:
    assert shape(readme) == shape(ROOT / "README.md")


def test_each_edition_has_a_readme_and_each_readme_links_to_all() -> None:
    short = {"zh": "README.zh.md", "en": "README.md", "zh-tw": "README.zh-tw.md", "ru": "README.ru.md"}
    assert set(short) == set(load_project(ROOT).editions)
    assert sorted(short.values()) == [readme.name for readme in READMES]
    for readme in READMES:
        switch = readme.read_text(encoding="utf-8").partition("\n")[0]
        assert sorted([readme.name, *LINK.findall(switch)]) == sorted(short.values())


@pytest.mark.parametrize("readme", READMES, ids=lambda path: path.name)
def test_links_lead_somewhere(readme: Path) -> None:
    text = readme.read_text(encoding="utf-8")
    anchors = {re.sub(r"[^\w -]", "", title.lower()).strip().replace(" ", "-") for title in re.findall(r"^#+ (.+)$", text, re.M)}
    for link in LINK.findall(prose_of(text)):
        if link.startswith("#"):
            assert link[1:] in anchors
        elif link.startswith(DOWNLOADS):
            assert link.removeprefix(DOWNLOADS) in {*expected(load_project(ROOT)), "SHA256SUMS"}
        elif link.startswith("../../actions/workflows/"):
            assert (ROOT / ".github/workflows" / link.split("/")[4]).is_file()
        elif link.startswith("../../issues/new?template="):
            assert (ROOT / ".github/ISSUE_TEMPLATE" / link.partition("=")[2]).is_file()
        else:
            assert (ROOT / link.partition("#")[0]).exists(), link


def test_every_file_of_a_release_can_be_downloaded() -> None:
    links = LINK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert {link.removeprefix(DOWNLOADS) for link in links if link.startswith(DOWNLOADS)} == {*expected(load_project(ROOT)), "SHA256SUMS"}
