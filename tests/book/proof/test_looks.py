"""The proof of looks finds each kind of fault on a page made for it, and nothing on one that is right."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest

from book.language import load_language
from book.proof import looks, looks_lines, looks_pictures, looks_words
from book.proof.looks_page import Char, Line, Sheet

WIDTH, HEIGHT = 482.0, 680.0
TEXT = "这一行文字足够长，它写满了整个版心的宽度，没有一个字多余"


def line(
    text: str, y: float, *, size: float = 10.5, font: str = "NotoSerifCJKjp-Regular", color: tuple[int, int, int] = (0, 0, 0)
) -> Line:
    return Line(
        tuple(
            Char(each, 57 + index * size, 57 + (index + 1) * size, y, y - 1, y + size, size, font, color)
            for index, each in enumerate(text)
        )
    )


def sheet(*lines: Line, number: int = 3, pictures: tuple[tuple[float, float, float, float], ...] = ()) -> Sheet:
    return Sheet(number, WIDTH, HEIGHT, lines, pictures)


def paragraph(count: int, top: float = 600, last: str = TEXT) -> list[Line]:
    return [line(TEXT if index < count - 1 else last, top - 17 * index) for index in range(count)]


def heading(y: float) -> Line:
    return line("读取下界", y, size=15, font="NotoSansCJKjp-Bold")


GOOD = sheet(heading(610), *paragraph(20, 580))


def messages(faults: Any) -> list[str]:
    return [fault.message for fault in faults]


def test_a_good_page_has_no_faults() -> None:
    for check in (looks_lines.edges, looks_lines.feet, looks_lines.outside, looks_lines.contrast, looks_lines.lone_characters):
        assert messages(check([GOOD, GOOD], "book.pdf")) == []
    assert list(looks_lines.empty([GOOD] * 4, "book.pdf", ())) == []


@pytest.mark.parametrize("mark", "，。）」％,.")
def test_marks_that_begin_a_line(mark: str) -> None:
    page = sheet(*paragraph(5, 600, mark + TEXT))
    assert [f"begins with `{mark}`" in message for message in messages(looks_lines.edges([page], "book.pdf"))] == [True]


@pytest.mark.parametrize("mark", "（「“(")
def test_marks_that_end_a_line(mark: str) -> None:
    page = sheet(*paragraph(5, 600, TEXT + mark))
    assert [f"ends with `{mark}`" in message for message in messages(looks_lines.edges([page], "book.pdf"))] == [True]


def test_a_character_alone_on_the_last_line() -> None:
    assert "`了。` alone" in messages(looks_lines.lone_characters([sheet(*paragraph(5, 600, "了。"))], "book.pdf"))[0]
    assert messages(looks_lines.lone_characters([sheet(*paragraph(5, 600, "好了。"))], "book.pdf")) == []


@pytest.mark.parametrize("notes", [[], [line("注文在这里", 60, size=8.4)]])
def test_a_heading_at_the_foot(notes: list[Line]) -> None:
    rule = ((57.0, 74.0, 150.0, 74.4),) if notes else ()
    page = sheet(*paragraph(20, 600), heading(110), *notes, pictures=rule)
    assert ["读取下界" in message for message in messages(looks_lines.feet([GOOD, page], "book.pdf"))] == [True]


def test_a_heading_above_a_figure_or_small_type_is_no_foot() -> None:
    above_figure = sheet(*paragraph(5, 600), heading(400), pictures=((57.0, 150.0, 414.0, 380.0),))
    above_index = sheet(*paragraph(5, 600), heading(400), *[line("索引", 380 - 10 * index, size=8.4) for index in range(5)])
    assert messages(looks_lines.feet([GOOD, above_figure, above_index], "book.pdf")) == []


def test_pages_with_next_to_nothing() -> None:
    short = sheet(*paragraph(2), number=5)
    assert [wrong for wrong, _ in looks_lines.empty([GOOD, GOOD, GOOD, GOOD, short, GOOD], "book.pdf", ())] == [True]
    assert [wrong for wrong, _ in looks_lines.empty([GOOD, GOOD, GOOD, GOOD, short, GOOD], "book.pdf", (6,))] == [False]


def test_contrast_is_that_of_wcag() -> None:
    assert round(1.05 / (looks_lines.luminance((118, 118, 118)) + 0.05), 2) == 4.54
    grey = sheet(line(TEXT, 600, color=(150, 150, 150)))
    assert ["#969696 has contrast 3.0" in message for message in messages(looks_lines.contrast([grey], "book.pdf"))] == [True]


@pytest.mark.parametrize(
    ("tag", "text", "wrong"),
    [
        ("ru", "как на Figure 1.2 видно", True),
        ("ru", "как на рис. 1.2 видно", False),
        ("ru", "Bibliography", True),
        ("zh-Hans", "見圖 1.2 所示", True),
        ("zh-Hans", "见图 1.2 所示", False),
        ("zh-Hans", "第 1 章", False),
        ("zh-Hant-TW", "见图 1.2", True),
        ("zh-Hant-TW", "參考文獻", False),
        ("zh-Hant-TW", "参考文献", True),
        ("en", "Рис. 1.1", True),
        ("en", "Figure 1.1, Table 2.3", False),
        ("en", "Answer", False),
    ],
)
def test_words_of_another_language(tag: str, text: str, wrong: bool) -> None:
    found = list(looks_words.wrong_words({"page 1": text}, load_language(tag, {}, tag), "book.pdf"))
    assert bool(found) == wrong


def test_words_in_figures_that_are_too_small(tmp_path: Path) -> None:
    path = tmp_path / "book.epub"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("EPUB/images/good.svg", '<g transform="translate(1 2) scale(0.072 -0.072)"/>')
        archive.writestr("EPUB/images/small.svg", '<g transform="scale(0.06 -0.06)"/><g transform="scale(0.08 -0.08)"/>')
    assert messages(looks.small_labels(path)) == ["small.svg has words of 6.0 pt; 7.0 pt is the least"]


def drawn(x: int) -> Any:
    from PIL import Image, ImageDraw

    image = Image.new("L", (402, 567), 255)
    ImageDraw.Draw(image).rectangle((x, 100, x + 60, 160), fill=0)
    return image


def test_a_picture_shows_what_has_moved(tmp_path: Path) -> None:
    file = tmp_path / "page.png"
    out = io.BytesIO()
    drawn(40).quantize(looks_pictures.SHADES).save(out, "PNG")
    file.write_bytes(out.getvalue())
    assert looks_pictures.difference(file, drawn(40)) < looks_pictures.ALLOWED / 3
    assert looks_pictures.difference(file, drawn(60)) > looks_pictures.ALLOWED
    assert looks_pictures.difference(file, drawn(40).resize((300, 567))) == 1.0


def test_the_words_of_a_page_stay_the_same_wherever_they_stand() -> None:
    assert looks_pictures.words_of(sheet(*paragraph(3, 600))) == looks_pictures.words_of(sheet(*paragraph(3, 500)))
    assert looks_pictures.words_of(sheet(*paragraph(3, 600))) != looks_pictures.words_of(sheet(*paragraph(2, 600)))
