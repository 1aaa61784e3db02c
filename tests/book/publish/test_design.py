"""How a book is laid out: lists, sides, aligned numbers, ties between words, covers, formulas as pictures."""

from __future__ import annotations

import io
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from book.cache import Cache
from book.language import load_language
from book.manuscript.tree import space, string, stringify
from book.proof.looks_page import sheets
from book.publish.cover import broken, cover_png
from book.publish.glyphs import Face
from book.publish.latex import kept_together
from book.publish.tables import plan
from book.publish.typography import join_lines, tied_reference
from book.publish.volume import first_sentence
from tests.book.sample import MATHML, XHTML, Sample, epub_pages, pdf_text

FACE = Face(dict.fromkeys(range(32, 127), 0.56), 1.0)
CHAPTER = """# Reading {#ch:read}

It takes $T_p$ and, for `x_{1,2}` and $x_{1,2}$, no more than this:

$$ T = \\frac{65{,}524}{\\beta} $$ {#eq:time}

where $\\beta$ is the bandwidth. [Table #](#tbl:times) has the times.

| machine | time |
|---|---|
| H100 | 1.5 |
| H200 | 12.25 |
| B200 | 7 |

: Times of reading. In milliseconds. {#tbl:times}
"""


def table(*rows: list[str]) -> Any:
    def cell(text: str) -> Any:
        return [["", [], []], {"t": "AlignDefault"}, 1, 1, [{"t": "Plain", "c": [string(text)]}]]

    def line(texts: list[str]) -> Any:
        return [["", [], []], [cell(text) for text in texts]]

    columns = [[{"t": "AlignDefault"}, {"t": "ColWidthDefault"}] for _ in rows[0]]
    return {
        "t": "Table",
        "c": [
            ["", [], []],
            [None, []],
            columns,
            [["", [], []], [line(rows[0])]],
            [[["", [], []], 0, [], [line(row) for row in rows[1:]]]],
            [["", [], []], []],
        ],
    }


def test_a_column_of_numbers_stands_at_the_right_with_its_decimals_in_line() -> None:
    made = plan(table(["machine", "time"], ["H100", "1.5"], ["H200", "12.25"], ["B200", "7"], ["X", "—"]), 126, FACE)
    assert made.aligns == ("AlignDefault", "AlignRight")
    assert [made.pad(row, 1) for row in range(5)] == ["", "0", "", ".00", ""]


def test_a_column_with_words_is_left_alone() -> None:
    made = plan(table(["machine", "time"], ["H100", "1.5"], ["H200", "about 3"]), 126, FACE)
    assert made.aligns == ("AlignDefault", "AlignDefault")


def test_decimal_commas_are_lined_up_in_their_language() -> None:
    made = plan(table(["", "t"], ["a", "1,5"], ["b", "12,25"]), 126, FACE, ",")
    assert [made.pad(row, 1) for row in (1, 2)] == ["0", ""]


@pytest.mark.parametrize(
    ("words", "tag", "tied"),
    [
        (["70", "GB"], "en", "70\u00a0GB"),
        (["word", "—", "word"], "ru", "word\u00a0— word"),
        (["в", "книге"], "ru", "в\u00a0книге"),
        (["141", "×", "10⁹"], "en", "141\u00a0×\u00a010⁹"),
        (["in", "a", "book"], "en", "in a book"),
    ],
)
def test_words_that_belong_together(words: list[str], tag: str, tied: str) -> None:
    inlines = [part for index, word in enumerate(words) for part in ([space()] if index else []) + [string(word)]]
    assert stringify(join_lines(inlines, load_language(tag, {}, tag).typesetting)) == tied


def test_the_number_of_a_reference_never_begins_a_line() -> None:
    assert stringify(tied_reference([string("рис."), space(), string("1.1")])) == "рис.\u00a01.1"


@pytest.mark.parametrize(
    ("text", "first"), [("One thing. Another", "One thing"), ("一句话。另一句。", "一句话"), ("about 3.5 GB", "about 3.5 GB")]
)
def test_lists_show_the_first_sentence_of_a_caption(text: str, first: str) -> None:
    inlines = [part for index, word in enumerate(text.split()) for part in ([space()] if index else []) + [string(word)]]
    assert stringify(first_sentence(inlines)) == first


def test_short_listings_stay_whole_and_long_ones_keep_two_lines_together() -> None:
    assert [line.endswith("nobreak") for line in kept_together(["x"] * 3)] == [True, True, False]
    assert [line.endswith("nobreak") for line in kept_together(["x"] * 12)] == [True] + [False] * 9 + [True, False]


@pytest.mark.parametrize(
    ("title", "lines"),
    [("深入理解 AI Infra", ["深入理解", "AI Infra"]), ("Understanding AI Infra", ["Understanding", "AI Infra"]), ("", [""])],
)
def test_titles_break_into_lines_of_like_length(title: str, lines: list[str]) -> None:
    assert broken(title, 16) == lines


def test_covers_are_the_same_each_time_and_differ_by_language(tmp_path: Path) -> None:
    made = {
        tag: [cover_png("书 Книга", "副题", ["A"], load_language(tag, {}, tag), Cache(tmp_path / name)) for name in ("one", "two")]
        for tag in ("zh-Hans", "ru")
    }
    assert made["zh-Hans"][0] == made["zh-Hans"][1]
    assert made["zh-Hans"][0] != made["ru"][0]
    with Image.open(io.BytesIO(made["ru"][0])) as image:
        assert image.size == (1200, 1800)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    sample = Sample(tmp_path_factory.mktemp("design") / "design", {"01-read.md": CHAPTER}, "title: Design\npage: {sides: one}\n")
    for arguments in ((), ("--format", "epub", "--math", "images")):
        done = sample.build(*arguments)
        assert done.code == 0, done.err
    return sample


def test_one_sided_pages_have_equal_margins_and_no_blank_pages(book: Sample) -> None:
    pages = list(sheets(book.artefact("en", "pdf")))
    assert all(page.lines for page in pages)
    left = min(line.x for page in pages[2:] for line in page.lines)
    right = max(line.right for page in pages[2:] for line in page.lines)
    assert abs(left - (pages[0].width - right)) < 3


def test_the_list_of_tables_follows_the_contents(book: Sample) -> None:
    lines = pdf_text(book.artefact("en", "pdf"), "-layout").split("\f")[2].splitlines()
    assert any("Table 1.1" in line and "Times of reading" in line and "milliseconds" not in line for line in lines)


def test_formulas_as_pictures_have_a_text_and_stand_on_the_line(book: Sample) -> None:
    path = book.folder / "dist" / "design-en-images.epub"
    page = epub_pages(path)["c00-read.xhtml"]
    images = [node for node in page.iter(f"{XHTML}img") if node.get("class") == "formula"]
    assert images[0].get("alt") == "T_p"
    assert len(images) == 4
    assert not list(page.iter(f"{MATHML}math"))
    assert "vertical-align:-" in images[0].get("style")
    with zipfile.ZipFile(path) as archive:
        svg = archive.read("EPUB/" + images[0].get("src"))
    drawn = subprocess.run(["rsvg-convert", "--width", "60"], input=svg, capture_output=True, check=True).stdout
    with Image.open(io.BytesIO(drawn)) as image:
        assert image.getchannel("A").getextrema() == (0, 255)


def test_a_number_in_mathml_is_one_token_and_a_list_is_not(book: Sample) -> None:
    page = epub_pages(book.artefact("en", "epub"))["c00-read.xhtml"]
    numbers = [node.text for node in page.iter(f"{MATHML}mn")]
    assert "65,524" in numbers
    assert numbers.count("1") == 1
    assert numbers.count("2") == 1


def test_the_cover_is_the_first_page_and_says_so(book: Sample) -> None:
    with zipfile.ZipFile(book.artefact("en", "epub")) as archive:
        package = archive.read("EPUB/package.opf").decode()
        assert 'properties="cover-image"' in package
        assert package.index('idref="p0"') < package.index('idref="p1"')
        assert 'alt="Cover: Design"' in archive.read("EPUB/cover.xhtml").decode()
