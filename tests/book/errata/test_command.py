"""`book erratum` from outside: JSON, exit codes, patches that apply, acceptance, batches, hostile reports."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from book.cli.erratum import command
from book.errata.accept import returned
from book.errata.form import clean
from book.errata.link import LIMIT, report_link
from book.errata.page import errata_page
from book.errata.record import entries
from book.errata.result import result_of
from book.errata.volume import Volume
from book.project import load_project
from tests.book.errata.sample import CASES, as_yaml, write_book

FIXED = [case for case in CASES if case["verdict"] == ["confirmed"]]
HOSTILE = [case for case in CASES if case["id"].startswith("H")]


def run(case: dict[str, Any], folder: Path, *arguments: str) -> tuple[int, str]:
    write_book(case, folder)
    form = folder / "erratum.yaml"
    form.write_text(as_yaml(case["form"]), encoding="utf-8")
    done = CliRunner().invoke(command, [*arguments[:1], str(form), "--book", str(folder), *arguments[1:]], standalone_mode=False)
    assert done.exception is None, done.exception
    return int(done.return_value or 0), done.output


def by_id(name: str) -> dict[str, Any]:
    return next(case for case in CASES if case["id"] == name)


def test_json(tmp_path: Path) -> None:
    code, output = run(by_id("A012"), tmp_path, "check", "--json")
    result = json.loads(output)
    assert code == 1
    assert result["verdict"] == "confirmed"
    assert result["value"] == "2162160"
    assert result["locations"][0]["path"] == "book/03-counting.md"
    assert {"verdict", "reason", "value", "locations", "claims", "evidence", "patch", "reply"} <= set(result)
    assert set(result["claims"][0]) >= {"stated", "computed", "verdict"}
    assert result["reply"].rstrip().endswith("```")
    assert "book erratum check" in result["reply"]


@pytest.mark.parametrize(("name", "code"), [("F002", 0), ("N001", 0), ("Q001", 0), ("R001", 0), ("U003", 1), ("A017", 1)])
def test_exit_code(name: str, code: int, tmp_path: Path) -> None:
    assert run(by_id(name), tmp_path, "check")[0] == code


@pytest.mark.parametrize("case", FIXED, ids=lambda case: case["id"])
def test_patch_applies_and_settles_the_report(case: dict[str, Any], tmp_path: Path) -> None:
    _, output = run(case, tmp_path, "check", "--json")
    patch = json.loads(output)["patch"]
    if not case["form"].get("proposed"):
        return  # without a proposed value there may be nothing to write
    assert patch
    (tmp_path / "fix.diff").write_text(patch, encoding="utf-8")
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    subprocess.run(["git", "apply", "fix.diff"], cwd=tmp_path, check=True)
    after = CliRunner().invoke(
        command, ["check", str(tmp_path / "erratum.yaml"), "--book", str(tmp_path), "--json"], standalone_mode=False
    )
    assert json.loads(after.output)["verdict"] == "already-fixed"


@pytest.mark.parametrize("case", HOSTILE, ids=lambda case: case["id"])
def test_hostile_text_acts_nowhere(case: dict[str, Any], tmp_path: Path) -> None:
    _, output = run(case, tmp_path, "check")
    before = set(tmp_path.rglob("*"))
    outside = _outside_code(output)
    for sign in ("<script", "<img", "@", "](", "$(", "${{", "file://", "::set-output"):
        assert sign not in outside
    assert set(tmp_path.rglob("*")) == before


def _outside_code(markdown: str) -> str:
    """What a renderer would read as markup."""
    import re

    text = re.sub(r"(?ms)^(`{3,})[^\n]*\n.*?^\1$", "", markdown)
    return re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", text)


def test_accept_writes_text_and_entry_and_guards_it(tmp_path: Path) -> None:
    case = by_id("C009")
    run(case, tmp_path, "accept", "--since", "1.0", "--credit", "A. *Reader*")
    project = load_project(tmp_path)
    assert "1.8 兆" in (tmp_path / "book-zh-Hant-TW/01-scale.md").read_text(encoding="utf-8")
    entry = entries(project)[0]
    assert (entry["since"], entry["edition"]) == ("1.0", "zh-Hant-TW")
    assert list(returned(project)) == []
    page = errata_page(project, project.editions["zh-Hant-TW"])
    assert "1.8 億" in page
    assert "A. \\*Reader\\*" in page
    assert errata_page(project, project.source) == ""
    write_book(case, tmp_path)
    assert [fault.path for fault in returned(project)] == ["book-zh-Hant-TW/01-scale.md"]


def test_a_source_fault_is_corrected_in_every_edition(tmp_path: Path) -> None:
    files = {
        "book/01.md": "---\nlang: zh-Hans\n---\n\n# 头\n\n共有 $6 \\times 7 = 41$ 个头，每个 1,024 维。\n",
        "book-en/01.md": "# Heads\n\nThere are $6 \\times 7 = 41$ heads of 1,024 dimensions each.\n",
        "book-ru/01.md": "---\nlang: ru\n---\n\n# Головы\n\nВсего $6 \\times 7 = 41$ головы по 1024 измерения.\n",
    }
    case = {
        "files": files,
        "form": {"edition": "en", "quote": "There are $6 \\times 7 = 41$ heads", "stated": "41", "proposed": "42"},
    }
    _, output = run(case, tmp_path, "check", "--json")
    result = json.loads(output)
    assert result["verdict"] == "confirmed"
    assert {each["edition"] for each in result["locations"]} == {"zh", "en", "ru"}
    assert result["patch"].count("+++ b/book") == 3


def test_batch(tmp_path: Path) -> None:
    for case in (by_id("A012"), by_id("F002")):
        write_book(case, tmp_path / case["id"])
        (tmp_path / case["id"] / "erratum.yaml").write_text(as_yaml(case["form"]), encoding="utf-8")
    done = CliRunner().invoke(command, ["batch", str(tmp_path), "--json"], standalone_mode=False)
    assert json.loads(done.output)["verdicts"] == {"confirmed": 1, "already-fixed": 1}
    assert done.return_value == 1


def test_link_is_short() -> None:
    link = report_link(
        "https://example.org/a/b",
        edition="zh-Hans",
        build="2026-11-12",
        words="读一遍权重要 20.90 ms。" * 80,
        number="first-look/decode-read",
    )
    assert len(link) < LIMIT
    assert "template=erratum.yml" in link


def test_many_random_reports_end_in_a_verdict(tmp_path: Path) -> None:
    dice = random.Random(3)
    case = by_id("A012")
    write_book(case, tmp_path)
    volume = Volume(load_project(tmp_path))
    scraps = [
        "P(14,6)",
        "14\\times13",
        "2192190",
        "$",
        "}{",
        "\u202e",
        "9**9**9",
        "\\input{x}",
        "<b>",
        "`",
        "@x",
        "应为",
        "->",
        "%",
        "1e999",
        "0",
        " ",
        "\n",
        "''",
        "或",
    ]
    for _ in range(150):

        def words() -> str:
            return "".join(dice.choice(scraps) for _ in range(dice.randrange(12)))

        quote = case["form"]["quote"] if dice.random() < 0.6 else words()
        report = clean(
            {
                "edition": dice.choice(["zh-Hans", "xx", ""]),
                "quote": quote,
                "kind": dice.choice(["number", "formula", "unit", "reference", ""]),
                "stated": words(),
                "proposed": words(),
                "reasoning": words(),
            }
        )
        assert result_of(report, volume)["verdict"] in {
            "confirmed",
            "confirmed-different-fix",
            "refuted",
            "rounding",
            "already-fixed",
            "not-found",
            "needs-human",
        }
