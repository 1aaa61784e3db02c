"""What becomes of the states when the source or a translation is edited, moved, split, joined, copied: only what was touched."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from book.editions.accept import accept
from book.editions.state import places
from book.editions.status import edition_pairs, status, sync_of
from book.editions.sync import write_sync
from book.project import Project, load_project
from tests.book.editions.sample import book, cache

ROOT = Path(__file__).parents[3]
SOURCE = """# 章 {#ch:a}

第一段说显存每步送出权重。第二句说计算单元在等。第三句没有数。

第二段有 70 GB 权重，读一遍要 [20.90 ms](calc:read)。

## 甲节 {#sec:one}

甲节的话，说的是搬运。它有两句。

- 第一项
- 第二项

| 量 | 值 |
|---|---|
| 权重 | 70 GB |

: 表的题 {#tbl:one}

## 乙节 {#sec:two}

乙节的话，说的是运算[^n]。后面还有一句。

[^n]: 注里的话。

$$ T = R / \\beta $$ {#eq:t}

```python
print(1)
```
"""
ENGLISH = """# Chapter {#ch:a}

The first paragraph says that memory sends weights at each step. The second sentence says: compute waits. The third has no number.

The second one has 70 GB of weights, and reading them takes [20.90 ms](calc:read).

## Section one {#sec:one}

The words of section one are about moving. There are two sentences.

- first item
- second item

| quantity | value |
|---|---|
| weights | 70 GB |

: The table {#tbl:one}

## Section two {#sec:two}

The words of section two are about arithmetic[^n]. One more sentence follows.

[^n]: Words in a note.

$$ T = R / \\beta $$ {#eq:t}

```python
print(1)
```
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = book(tmp_path, {"01-a.md": SOURCE}, {"en": {"01-a.md": ENGLISH}})
    accept_all(made)
    return made


def accept_all(project: Project, edition: str = "en") -> None:
    chosen = project.editions[edition]
    sync = sync_of(project, chosen)
    for name, pairs in edition_pairs(project, chosen, cache(project)).items():
        accept(sync, name, pairs, pairs)
    write_sync(chosen.folder, sync, project.chapters)


def states(project: Project, edition: str = "en") -> list[tuple[str, int | None, int | None]]:
    """What is not fresh: state, line, source line."""
    pairs = edition_pairs(project, project.editions[edition], cache(project))["01-a.md"]
    return [(pair.state, pair.line, pair.source_line) for pair in pairs if pair.state != "fresh"]


def edit(project: Project, change: Callable[[str], str], folder: str = "manuscripts") -> None:
    path = project.root / folder / "01-a.md"
    old = path.read_text()
    path.write_text(change(old))
    assert path.read_text() != old


def test_all_is_fresh_after_acceptance(project: Project) -> None:
    assert not states(project)
    assert status(project, cache(project)).total("en").shown_percent == "100%"


def test_an_edited_sentence_makes_its_block_stale(project: Project) -> None:
    edit(project, lambda text: text.replace("第二句说计算单元在等", "第二句说计算单元在等显存"))
    assert states(project) == [("stale", 3, 3)]


def test_a_paragraph_rewritten_from_scratch_is_stale(project: Project) -> None:
    edit(project, lambda text: text.replace("甲节的话，说的是搬运。它有两句。", "这里换成了完全不同的一段文字，与从前无关。"))
    assert states(project) == [("stale", 9, 9)]


def test_an_edited_number_a_note_a_formula_and_code(project: Project) -> None:
    edit(
        project,
        lambda text: (
            text.replace("70 GB 权重，", "80 GB 权重，")
            .replace("注里的话", "注里的新话")
            .replace("R / ", "2R / ")
            .replace("print(1)", "print(2)")
        ),
    )
    assert [line for _, _, line in states(project)] == [5, 24, 26, 28]
    assert {state for state, _, _ in states(project)} == {"stale"}


def test_a_moved_section_keeps_its_state(project: Project) -> None:
    def move(text: str) -> str:
        one, two = text.index("## 甲节"), text.index("## 乙节")
        return text[:one] + text[two:] + "\n" + text[one:two]

    edit(project, move)
    assert not states(project)


def test_a_moved_paragraph_keeps_its_state(project: Project) -> None:
    paragraph = "甲节的话，说的是搬运。它有两句。\n\n"
    edit(project, lambda text: text.replace(paragraph, "").replace("[^n]: 注", f"{paragraph}[^n]: 注"))
    assert not states(project)


def test_a_split_paragraph_is_stale_once(project: Project) -> None:
    edit(project, lambda text: text.replace("送出权重。第二句", "送出权重。\n\n第二句"))
    assert states(project) == [("stale", 3, 3)]


def test_joined_paragraphs_are_stale_once(project: Project) -> None:
    edit(project, lambda text: text.replace("没有数。\n\n第二段", "没有数。第二段"))
    assert states(project) == [("stale", 3, 3)]


def test_whitespace_and_typography_change_nothing(project: Project) -> None:
    edit(
        project,
        lambda text: (
            text.replace("，", ", ")
            .replace("70 GB", "70GB")
            .replace("。第二句", "。\n第二句")
            .replace("|---|---|", "| --- | --- |")
            .replace("R / \\beta", "R/\\beta")
            .replace("- 第", "* 第")
        ),
    )
    assert not states(project)


def test_a_new_paragraph_is_missing_and_a_deleted_one_leaves_an_orphan(project: Project) -> None:
    edit(project, lambda text: text.replace("## 甲节", "新的一段，没有数。\n\n## 甲节"))
    assert states(project) == [("missing", None, 7)]
    edit(project, lambda text: text.replace("新的一段，没有数。\n\n", "").replace("甲节的话，说的是搬运。它有两句。\n\n", ""))
    assert states(project) == [("orphan", 9, None)]


def test_what_was_copied_or_lost_in_the_translation(project: Project) -> None:
    edit(
        project,
        lambda text: text.replace(
            "The words of section one are about moving. There are two sentences.", "甲节的话，说的是搬运。它有两句。"
        ),
        "book-en",
    )
    assert states(project) == [("copy", 9, 9)]
    edit(project, lambda text: text.replace("甲节的话，说的是搬运。它有两句。\n\n", ""), "book-en")
    assert states(project) == [("missing", None, 9)]


def test_a_reworded_translation_stays_fresh_and_a_translator_may_split(project: Project) -> None:
    edit(project, lambda text: text.replace("about moving. There", "about how data move.\n\nThere"), "book-en")
    assert not states(project)


def test_translation_and_source_edited_between_two_acceptances(project: Project) -> None:
    edit(project, lambda text: text.replace("第三句没有数", "第三句也没有数"))
    edit(project, lambda text: text.replace("The third has no number", "The third has no number either"), "book-en")
    assert states(project) == [("stale", 3, 3)]
    before = (project.root / "book-en" / "sync.yaml").read_text().splitlines()
    pairs = edition_pairs(project, project.editions["en"], cache(project))["01-a.md"]
    sync = sync_of(project, project.editions["en"])
    accept(sync, "01-a.md", pairs, [pair for pair in pairs if pair.state == "stale"])
    write_sync(project.root / "book-en", sync, project.chapters)
    after = (project.root / "book-en" / "sync.yaml").read_text().splitlines()
    assert not states(project)
    assert len(before) == len(after) and sum(a != b for a, b in zip(before, after, strict=True)) == 1


def test_a_copy_is_accepted_only_when_it_is_meant(project: Project) -> None:
    edit(project, lambda text: text.replace("- first item", "- 第一项"), "book-en")
    pairs = edition_pairs(project, project.editions["en"], cache(project))["01-a.md"]
    sync = sync_of(project, project.editions["en"])
    copied = [pair for pair in pairs if pair.state == "copy"]
    assert len(accept(sync, "01-a.md", pairs, copied).left) == 1
    accept(sync, "01-a.md", pairs, copied, same=True)
    write_sync(project.root / "book-en", sync, project.chapters)
    assert not states(project)


def test_a_chapter_that_the_edition_lacks_is_missing_as_a_whole(project: Project) -> None:
    (project.root / "book-en" / "01-a.md").unlink()
    assert {state for state, _, _ in states(project)} == {"missing"}


def test_the_publisher_asks_by_offset(project: Project) -> None:
    edit(project, lambda text: text.replace("第三句没有数", "第三句也没有数"))
    text = (project.root / "book-en" / "01-a.md").read_text()
    found = places(edition_pairs(project, project.editions["en"], cache(project))["01-a.md"])
    stale, fresh = found.at(text.index("compute waits")), found.at(text.index("70 GB of"))
    assert stale and stale.state == "stale" and fresh and fresh.state == "fresh"
    assert found.at(-1) is None


def test_text_in_boxes_lists_quotes_and_notes_is_all_covered(tmp_path: Path) -> None:
    text = (
        "# T\n\n::: {.note}\n#### 题\n\n盒子里\n\n| 表头 | 乙 |\n|---|---|\n| 格子 | 丁 |\n:::"
        "\n\n> 引文\n\n1. 一\n   - 里面\n\n```admonish tip\n提示\n```\n\n脚[^a]\n\n[^a]: 注文\n"
    )
    made = book(tmp_path, {"01-a.md": text}, {"en": {}})
    pairs = edition_pairs(made, made.editions["en"], cache(made))["01-a.md"]
    blocks = [block.text(text) for pair in pairs for block in pair.source]
    for word in ("题", "盒子里", "格子", "引文", "一", "里面", "提示", "脚", "注文"):
        assert sum(word in block for block in blocks) == 1, word


def test_status_of_the_own_book() -> None:
    own = load_project(ROOT)
    found = status(own, cache(own))
    assert {edition: found.total(edition).shown_percent for edition in own.editions} == dict.fromkeys(own.editions, "100%")


def test_an_answer_from_the_cache_is_the_answer(project: Project) -> None:
    first, second = status(project, cache(project)), status(project, cache(project))
    assert first.json_text == second.json_text and first.counts == second.counts
    edit(project, lambda text: text.replace("第三句没有数", "第三句也没有数"))
    assert status(project, cache(project)).total("en").units["stale"] == 1


def test_items_that_end_in_code_or_bold_are_cut_at_their_marks() -> None:
    from book.editions.block import cut
    from tests.book.editions.sample import chapter

    text = "- a `code`\n- **bold**\n- $x$\n- *last*\n\nParagraph.\n"
    assert [block.text(text) for block in cut(chapter(text))] == ["- a `code`", "- **bold**", "- $x$", "- *last*", "Paragraph."]


def test_a_split_before_a_number_is_stale_once(tmp_path: Path) -> None:
    source = "# 章\n\n利用率是比值，它也会掉。4 比特最快。先看时间。\n\n别的一段话。\n"
    english = "# Chapter\n\nUtilization is a ratio, and it falls. 4 bits are fastest. Look at time first.\n\nAnother paragraph.\n"
    made = book(tmp_path, {"01-a.md": source}, {"en": {"01-a.md": english}})
    accept_all(made)
    edit(made, lambda text: text.replace("会掉。4", "会掉。\n\n4"))
    assert states(made) == [("stale", 3, 3)]
