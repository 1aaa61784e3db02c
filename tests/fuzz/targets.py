"""What is fuzzed: each target takes any text, and nothing but the refusals that its interface names may come out."""

from __future__ import annotations

import functools
import re
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from book.checks.edition import Text, check_chapter
from book.checks.passage import Kind, Passage, Segment
from book.checks.run import check
from book.errata.form import parse_form
from book.errata.result import result_of
from book.errata.volume import Volume
from book.errors import BadInput
from book.ledger.errors import LedgerProblem
from book.ledger.grammar import equation
from book.ledger.lookup import Ledger
from book.manuscript.blocks import shape
from book.manuscript.reader import CONTROL, chapter_of, parse
from book.numbers import latex, literal, plain
from book.numbers.chain import judge, relations
from book.numbers.errors import NumberProblem
from book.numbers.scan import scan
from book.project import load_project
from tests.book.errata.sample import CASES, as_body, as_yaml, write_book

ROOT = Path(__file__).parents[2]
LANGUAGES = ("en", "ru", "zh-Hans", "zh-Hant-TW")
SYMBOLS = ("R", "T", "L", "B", "N", "\\beta", "d_h", "n_{kv}", "b_{cache}", "x")
PIECES = re.compile(r"(`+)(.+?)\1|\$\$(.+?)\$\$|\$(.+?)\$", re.S)
_KINDS = {2: Kind.CODE, 3: Kind.DISPLAY, 4: Kind.MATH}


def numbers_in_prose(text: str) -> None:
    """Mentions lie inside the text and in order."""
    for language in LANGUAGES:
        found = scan(text, language)
        places = [(each.start, each.end) for each in found]
        assert places == sorted(places) and all(0 <= start < end <= len(text) for start, end in places), places


def one_literal(text: str) -> None:
    """What was read can be written and is read again as the same value."""
    for language in LANGUAGES:
        try:
            read = literal.parse(text, language)
            written = literal.write(read, language)
        except NumberProblem:
            continue
        again = literal.parse(written, language)
        assert again.value == read.value, (text, language)


def arithmetic(text: str) -> None:
    """Chains in LaTeX and in code are judged or refused."""
    for language in LANGUAGES:
        for tokens in (latex.tokens_of, lambda source, _: plain.tokens_of(source)):
            try:
                for relation in relations(tokens(text, language)):
                    judge(relation)
            except NumberProblem:
                continue
        try:
            latex.latex_literal(text, language)
        except NumberProblem:
            continue


def printed_formula(text: str) -> None:
    """An equation over declared symbols is a tree or refused."""
    try:
        equation(text, SYMBOLS)
    except LedgerProblem:
        return


def segments_of(text: str) -> Iterator[Segment]:
    """Code and formulas by their delimiters: good enough to feed rules."""
    at = 0
    for match in PIECES.finditer(text):
        kind = next(group for group in _KINDS if match[group] is not None)
        yield Segment(Kind.PROSE, text[at:match.start()], at)
        yield Segment(_KINDS[kind], match[kind], match.start(kind))
        at = match.end()
    yield Segment(Kind.PROSE, text[at:], at)


def rules(text: str) -> None:
    """All rules on plain text."""
    for language in LANGUAGES[:3]:
        check([Passage(tuple(segments_of(text)), language)], text, hints=True)


def form(text: str) -> None:
    """A report is read or refused in one line."""
    for name in ("form.md", "erratum.yaml"):
        try:
            parse_form(text, name)
        except BadInput as error:
            assert "\n" not in str(error)


@functools.cache
def _volume() -> Volume:
    folder = Path(tempfile.mkdtemp(prefix="fuzz-book-"))
    chapters = [f"title: Fuzz\nlanguage: en\neditions: {{}}\nchapters: [{', '.join(f'{i:02}-a.md' for i in range(len(_texts())))}]\n"]
    files = {"book.yaml": chapters[0], **{f"{i:02}-a.md": text for i, text in enumerate(_texts())}}
    return Volume(load_project(write_book({"files": files}, folder)))


def _texts() -> list[str]:
    """The texts that the reports of the cases are about."""
    return [text for case in CASES for name, text in case["files"].items() if name.endswith(".md")][:40]


def erratum(text: str) -> None:
    """A report on a small book gets a verdict."""
    try:
        report = parse_form(text)
    except BadInput:
        return
    assert result_of(report, _volume())["verdict"]


def markdown(text: str) -> None:
    """A file is read and checked, or refused with its place."""
    clean = CONTROL.sub("", text).replace("\r", "\n")
    try:
        tree = parse(clean, "commonmark_x", "fuzz.md")
        chapter = chapter_of({**tree, "blocks": shape(tree["blocks"])}, clean, "fuzz.md")
    except BadInput:
        return
    for language in ("en", "zh-Hans"):
        outcome = check_chapter(chapter, Text(ROOT / "fuzz.md", "fuzz.md", language, ""), Ledger(ROOT / "tests"), None)
        assert all(1 <= finding.line <= clean.count("\n") + 1 for finding in outcome.findings)


TARGETS: dict[str, Callable[[str], None]] = {
    "scan": numbers_in_prose, "literal": one_literal, "arithmetic": arithmetic, "grammar": printed_formula, "rules": rules,
    "form": form, "erratum": erratum, "markdown": markdown}


def paragraphs() -> list[str]:
    """Paragraphs of the own book in four languages."""
    files = [path for folder in ("manuscripts", "book-en", "book-ru", "book-zh-tw") for path in sorted((ROOT / folder).glob("*.md"))]
    return [part for path in files for part in path.read_text(encoding="utf-8").split("\n\n") if any(c.isdigit() for c in part)]


def seeds(target: str) -> list[str]:
    """Texts from which mutation begins."""
    texts = paragraphs()
    if target in ("form", "erratum"):
        return [write(case["form"]) for case in CASES for write in (as_body, as_yaml)]
    if target in ("arithmetic", "grammar"):
        return [match[3] or match[4] for text in texts for match in PIECES.finditer(text) if match[3] or match[4]]
    if target == "literal":
        return sorted({match[0] for text in texts for match in re.finditer(r"[\d.,\u00a0 ]*\d(?:[万亿%]| (?:млн|млрд|billion))?", text)})
    return texts
