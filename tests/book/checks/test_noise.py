"""Sentences put together at random: every check ends, and every finding points into the text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from book.checks.passage import Block, Cell, Kind, Passage, Segment, Table
from book.checks.run import check


def _parts(text: str) -> list[str]:
    return text.split("|")


WORDS = {
    "en": _parts("from|to|of|at|takes|is|that is|, i.e.|(|)|a reduction|increase|each|times|%|-fold|half|per|GB|GB/s|ms|GPUs|"
                 "three kinds:|and|,|.|=|×|/|about|more than|tokens|the mean of|in total|out of|percentage points|doubled|:|$"),
    "ru": _parts("с|до|из|при|занимает|то есть|(|)|на|в|раз|%|половина|ГБ|ГБ/с|мс|по|карт|итого|три вида:|и|,|.|=|·|примерно|вдвое|"
                 "среднее|каждый шестнадцатый|млн|процентных пунктов|—|два"),
    "zh-Hans": _parts("从|到|，|。|即|约|（|）|增加了|倍|%|一半|每|个|GB|GB/s|ms|秒|共|占|前者是后者的|三种：|、|和|=|×|/|平均|"
                      "合计|翻了一番|万|亿|个百分点|三成|是|：|降低"),
}
NUMBERS = st.sampled_from(_parts("0|1|2|3|8|16|0.5|1,024|1 024|3,5|1e12|2.1×10^9|10^4|½|99.9|0x1F|4096|-5|1/2|3-5|2026|０"))
HEADS = st.sampled_from(["a", "ratio", "share", "total", "saved", "差", "доля", "speedup"])


@st.composite
def sentence(draw: st.DrawFn) -> tuple[str, str]:
    """A language and some words and numbers of it."""
    language = draw(st.sampled_from(sorted(WORDS)))
    parts = draw(st.lists(st.one_of(NUMBERS, st.sampled_from(WORDS[language])), min_size=2, max_size=16))
    joint = draw(st.sampled_from([" ", "" if language == "zh-Hans" else " "]))
    return language, joint.join(parts)


@settings(max_examples=300, deadline=None)
@given(sentence(), st.sampled_from([Kind.PROSE, Kind.MATH, Kind.CODE]))
def test_any_sentence_is_checked(case: tuple[str, str], kind: Kind) -> None:
    """No exception but those of the tree inside, and quotes that are words of the text."""
    language, text = case
    report = check([Passage((Segment(kind, text, 0),), language)], text, hints=True)
    assert all(f.quote.strip("$`") in text or text in f.quote for f in report.findings)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_table_is_checked(data: st.DataObject) -> None:
    """Cells of numbers, words and nothing."""
    width = data.draw(st.integers(1, 5))
    cell = st.one_of(NUMBERS, st.sampled_from(["", "total", "合计", "12%", "3×", "−4", "5 ms", "n/a", "1.5 GB"]))
    rows = data.draw(st.lists(st.lists(cell, min_size=width, max_size=width), min_size=1, max_size=6))
    head = data.draw(st.lists(HEADS, min_size=width, max_size=width))
    made = [tuple(Cell(text, i * 100 + j * 10) for j, text in enumerate(row)) for i, row in enumerate([head, *rows])]
    report = check([Table(made[0], tuple(made[1:]), "en")], "x" * 1000, hints=True)
    assert report.claims >= len(report.findings)


@pytest.mark.parametrize("language", sorted(WORDS))
def test_nothing_is_said_of_nothing(language: str) -> None:
    """Empty passages and tables."""
    empty: list[Block] = [Passage((), language), Passage((Segment(Kind.PROSE, "", 0),), language), Table((), (), language)]
    assert check(empty, "").findings == []
