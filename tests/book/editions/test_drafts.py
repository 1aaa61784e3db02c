"""Drafts for Taiwan: text only, people's changes survive the next draft, what both changed stays as people wrote it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from book.editions.draft import draft
from book.editions.markup import convert_markdown
from book.editions.status import edition_pairs, status
from book.editions.wording import merge
from book.errors import WrongUse
from book.project import Project
from tests.book.editions.sample import book, cache

SOURCE = """---
title: 显存
lang: zh-Hans
---
# 显存 {#ch:内存}

把“权重”送进显存，`默认内存` 与 $\\text{内存}=1$ 不变[^内存]。见[数据](数据.md "软件")与 <https://a.example/内存>。

[^内存]: 注里的内存。

::: {.note #ex:程序}
#### 程序

- 支持 `数组`
- **参数量**：70 GB

```python
print("内存")  # 程序
```
:::

| 数据 | 值 |
|---|---:|
| 内存 | 3 |

: 软件的表 {#tbl:软件}
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = book(tmp_path, {"01-a.md": SOURCE}, {"zh-tw": {}, "en": {}})
    draft(made, made.editions["zh-tw"], cache(made), ["01-a.md"])
    return made


def text_of(project: Project) -> str:
    return (project.root / "book-zh-tw" / "01-a.md").read_text()


def write(project: Project, folder: str, old: str, new: str) -> None:
    path = project.root / folder / "01-a.md"
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


def states(project: Project) -> set[str]:
    return {pair.state for pair in edition_pairs(project, project.editions["zh-tw"], cache(project))["01-a.md"]}


def test_text_is_converted_and_nothing_else(project: Project) -> None:
    text = text_of(project)
    for kept in (
        "{#ch:内存}",
        "`默认内存`",
        "$\\text{内存}=1$",
        "[^内存]",
        "(数据.md",
        "<https://a.example/内存>",
        "{.note #ex:程序}",
        "`数组`",
        'print("内存")  # 程序',
        "{#tbl:软件}",
    ):
        assert kept in text, kept
    for said in (
        "title: GPU 記憶體",
        "lang: zh-Hant-TW",
        "把「權重」送進 GPU 記憶體",
        "[資料]",
        "注裡的記憶體",
        "#### 程式",
        "支援",
        "**參數量**：70 GB",
        "| 資料 | 值 |",
        "軟體的表",
    ):
        assert said in text, said


def test_a_draft_is_a_draft_until_it_is_accepted(project: Project) -> None:
    assert states(project) == {"draft", "fresh"}  # code is the same in all languages
    assert status(project, cache(project)).total("zh-tw").units["missing"] == 0


def test_drafting_again_changes_nothing(project: Project) -> None:
    before = text_of(project)
    draft(project, project.editions["zh-tw"], cache(project), ["01-a.md"])
    assert text_of(project) == before


def test_peoples_changes_survive_the_next_draft(project: Project) -> None:
    write(project, "book-zh-tw", "注裡的記憶體", "註腳裡的記憶體")
    write(project, "manuscripts", "注里的内存。", "注里的内存，还有缓存。")
    done, = draft(project, project.editions["zh-tw"], cache(project), ["01-a.md"])
    assert "註腳裡的記憶體，還有快取。" in text_of(project)
    assert (done.merged, done.conflicts) == (1, [])
    assert "stale" not in states(project)


def test_what_both_changed_stays_as_people_wrote_it(project: Project) -> None:
    write(project, "book-zh-tw", "注裡的記憶體", "註腳裡的主記憶體")
    write(project, "manuscripts", "注里的内存。", "注里的缓存。")
    done, = draft(project, project.editions["zh-tw"], cache(project), ["01-a.md"])
    assert "註腳裡的主記憶體" in text_of(project) and done.conflicts
    assert "stale" in states(project)


def test_what_is_new_in_the_source_is_written_in_its_place(project: Project) -> None:
    write(project, "manuscripts", "- **参数量**", "- 新的一项\n- **参数量**")
    write(project, "manuscripts", "::: {.note", "盒子前的数据。\n\n::: {.note")
    done, = draft(project, project.editions["zh-tw"], cache(project), ["01-a.md"])
    text = text_of(project)
    assert done.written == 2
    assert text.index("支援") < text.index("- 新的一項") < text.index("**參數量**")
    assert text.index("注裡") < text.index("盒子前的資料。") < text.index("::: {.note")


def test_a_person_s_translation_is_left_alone(project: Project) -> None:
    write(project, "book-zh-tw", "注裡的記憶體", "完全由人寫的一句話")
    before = text_of(project)
    draft(project, project.editions["zh-tw"], cache(project), ["01-a.md"])
    assert text_of(project) == before


def test_a_language_without_a_conversion_is_refused(project: Project) -> None:
    with pytest.raises(WrongUse, match="translate by hand"):
        draft(project, project.editions["en"], cache(project), ["01-a.md"])


WORDS = st.lists(st.sampled_from(["甲", "乙", "丙", "one ", "two ", "3", "，"]), max_size=8).map("".join)


@settings(deadline=None)
@given(WORDS, WORDS)
def test_merging_laws(base: str, mine: str) -> None:
    assert merge(base, mine, base).text == mine
    assert merge(base, base, mine).text == mine
    assert merge(base, mine, mine).text == mine and not merge(base, mine, mine).conflicts


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from(["内存", "`内存`", "$内存$", "[内存](内存)", "{#内存}", "\n\n", "**内存**", "```\n内存\n```\n", "[^内存]"]),
        max_size=8,
    )
)
def test_only_running_text_is_touched(parts: list[str]) -> None:
    changed = convert_markdown("\n".join(parts), lambda text: text.replace("内存", "記憶體"))
    back = changed.replace("記憶體", "内存")
    assert back == "\n".join(parts)
    assert changed.count("記憶體") == sum(part in ("内存", "**内存**", "[内存](内存)") for part in parts)
