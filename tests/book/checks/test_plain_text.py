"""The checks of plain text over the cases of four languages: what must be said, what may not, and a table of both."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from book.checks.passage import Block, Kind, Passage, Segment
from book.checks.run import check
from book.findings import Finding
from tests.book.checks.markdown import blocks_of

HERE = Path(__file__).parent
LANGUAGES = ("en", "ru", "zh-Hans", "zh-Hant-TW")


def cases_of(language: str) -> list[dict[str, Any]]:
    """The cases of a language."""
    cases: list[dict[str, Any]] = yaml.safe_load((HERE / f"{language}.yaml").read_text("utf-8"))
    return cases


@pytest.fixture(scope="module")
def results() -> dict[str, list[tuple[dict[str, Any], list[Finding]]]]:
    """Every case with its findings; one run of pandoc for each language."""
    out = {}
    for language in LANGUAGES:
        cases = cases_of(language)
        source = "".join(f"# case {i}\n\n{case['text']}\n\n" for i, case in enumerate(cases))
        groups: list[list[Block]] = []
        for block in blocks_of(source, language):
            if isinstance(block, Passage) and block.segments and block.segments[0].text.startswith("case "):
                groups.append([])
            else:
                groups[-1].append(block)
        assert len(groups) == len(cases)
        out[language] = [(case, check(group, source).findings) for case, group in zip(cases, groups, strict=True)]
    return out


def _matched(wrong: dict[str, str], findings: list[Finding]) -> Finding | None:
    """The finding that says what is wrong."""
    for finding in findings:
        quoted = not wrong["words"] or wrong["words"] in finding.quote or finding.quote in wrong[
            "words"] or finding.stated in wrong["words"]
        if finding.id in wrong["code"].split("|") and quoted:
            return finding
    return None


def test_table(results: dict[str, list[tuple[dict[str, Any], list[Finding]]]], capsys: pytest.CaptureFixture[str]) -> None:
    """At least 95 % of the errors of each language, and nothing else; printed by code and language."""
    stated, found, false = Counter[tuple[str, str]](), Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    missed = []
    for language, items in results.items():
        for case, findings in items:
            rest = list(findings)
            for wrong in case.get("wrong", []):
                code = wrong["code"].split("|")[0]
                stated[code, language] += 1
                match = _matched(wrong, rest)
                if match is None:
                    missed.append((language, case["text"], [(f.id, f.quote, f.stated) for f in rest]))
                    continue
                found[code, language] += 1
                same = {match.stated}
                rest = [finding for finding in rest if finding is not match and finding.stated not in same]
            false.update((finding.id, language) for finding in rest)
    with capsys.disabled():
        print("\n" + "code".ljust(20) + "".join(language.rjust(20) for language in LANGUAGES))
        for code in sorted({code for code, _ in stated} | {code for code, _ in false}):
            cells = [f"{found[code, lang]}/{stated[code, lang]} false {false[code, lang]}" for lang in LANGUAGES]
            print(code.ljust(20) + "".join(cell.rjust(20) for cell in cells))
    assert not false, (false, missed)
    for language in LANGUAGES:
        total = sum(count for (_, lang), count in stated.items() if lang == language)
        hits = sum(count for (_, lang), count in found.items() if lang == language)
        assert hits >= 0.95 * total, missed


HOSTILE = {
    "tower": (Kind.CODE, "9**9**9**9 = 1"), "exponent": (Kind.PROSE, "It is 9e999999999 = 3 and 1e12345 = 2."),
    "digits": (Kind.PROSE, "1" * 50_000 + " = 2"), "groups": (Kind.PROSE, "1,111," * 8_000), "braces": (Kind.MATH, "{" * 100_000),
    "nested": (Kind.MATH, "{" * 9_000 + "1" + "}" * 9_000 + " = 2"), "fractions": (Kind.MATH,
        r"\frac{1}{" * 1_500 + "1" + "}" * 1_500 + "=1"),
    "brackets": (Kind.PROSE, "(" * 20_000 + "3" + ")" * 20_000 + " = 4"), "signs": (Kind.CODE, "-" * 3_900 + "1 = 1"),
    "factorials": (Kind.MATH, "3" + "!" * 3_000 + " = 1"), "dashes": (Kind.PROSE, "a-" * 20_000 + "3 GB"),
    "spaces": (Kind.PROSE, "3" + " " * 50_000 + "= 4"), "letters": (Kind.PROSE, "a" * 50_000 +
        "1 = 2"), "at": (Kind.PROSE, "a@" * 20_000),
    "equals": (Kind.PROSE, "3=" * 20_000 + "4"), "private": (Kind.PROSE, "\ue000\ue101\uf8f0" * 9_000 + " 3 GB, that is 3 GB"),
    "invisible": (Kind.PROSE, "\0\u200b\u202e3\u2066 GB, that is\0 \u200f4 GiB "
                              "" * 900), "long": (Kind.PROSE, "3 GB of 4 GB, " * 9_000),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_read_or_left(name: str, language: str) -> None:
    """Hostile text ends without an exception and without an error about what nobody could have meant."""
    kind, text = HOSTILE[name]
    report = check([Passage((Segment(kind, text, 0),), language)], text)
    assert report.unread or report.quantities or not report.findings


def test_place_is_where_the_words_stand() -> None:
    """Line and column point into the source."""
    source = "One.\n\nHere $6 \\times 7 = 41$ stands.\n"
    report = check(blocks_of(source, "en"), source, "x.md")
    assert [(f.path, f.line, f.column, f.stated, f.computed) for f in report.findings] == [("x.md", 3, 7, "41", "42")]


def test_what_is_not_read_is_counted() -> None:
    """A relation with a symbol is seen and not judged."""
    source = "We have $6N D^2 = 6.3$ and $2P + 1 = 16 + 7 = 23$."
    report = check(blocks_of(source, "en"), source)
    assert (report.unread, report.findings) == (2, [])
