"""Every word of a parse is found in the source where its position says, whatever stands around it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from book.manuscript.blocks import shape
from book.manuscript.positions import Lines
from book.manuscript.reader import parse
from book.manuscript.tree import rebuild, walk

TEXT = """---
title: Front *matter*
---

# Head *one*[^1] {#ch:a}

Plain words and **bold ones**, `code here`, $x^2$ and [a link](b.md "title") with [spans]{.x}.
A second line；中文与 English 混排，“引号”。

> Quoted words
> on two lines

1. first item
   - inner item

     ```python
     code = "in a list"
     ```

| left | right |
|---|---|
| cell *one* | cell two[^1] |
| cell 三 | `cell four` |

: A caption here {#tbl:x}

::: {.example #ex:y}
#### Box title
Body word.
:::

$$ a = b $$ {#eq:z}

Setext heading
--------------

Escaped \\# and &amp; words <!-- hidden --> again words again.

![caption words](f.svg "alt words"){#fig:f}

    indented code

[^1]: note words, after all

[ref]: https://example.com "Reference title"

Last words with a [reference][ref].
"""


def words_of(text: str, dialect: str = "commonmark_x") -> list[tuple[str, int]]:
    """Each word with its position; words with escapes or entities in them stand otherwise in the source."""
    tree = parse(text, dialect, "a.md")
    return [(node["c"], node["p"]) for node in walk(tree["blocks"]) if node["t"] == "Str"]


@pytest.mark.parametrize("dialect", ["commonmark_x", "markdown"])
def test_words_stand_where_they_say(dialect: str) -> None:
    found = words_of(TEXT, dialect)
    assert len(found) >= 70
    assert [word for word, at in found if not TEXT.startswith(word, at) and word not in ("#", "&")] == []


def test_positions_follow_the_text() -> None:
    note = range(TEXT.index("[^1]: "), TEXT.index("[ref]: "))
    body = [at for _, at in words_of(TEXT) if at not in note]
    assert body == sorted(body)


@pytest.mark.parametrize(
    ("kind", "source"),
    [
        ("Code", "code here"),
        ("Math", "x^2"),
        ("CodeBlock", "```python"),
        ("Header", "# Head"),
        ("Table", "| left"),
        ("BlockQuote", "> Quoted"),
        ("Div", "::: {.example"),
        ("Image", "![caption"),
        ("Note", "[^1] {#ch"),
        ("BulletList", "- inner"),
        ("OrderedList", "1. first"),
    ],
)
def test_each_kind_of_node_stands_where_it_says(kind: str, source: str) -> None:
    node = next(node for node in walk(parse(TEXT, "commonmark_x", "a.md")["blocks"]) if node["t"] == kind)
    assert TEXT[node["p"] :].lstrip("> ").startswith(source.lstrip("> "))


def test_footnotes_have_their_own_place() -> None:
    text = "First[^b] and second[^a].\n\nMiddle.\n\n[^a]: alpha words\n[^b]: beta words\n"
    places = dict(words_of(text))
    assert text.startswith("beta", places["beta"])
    assert text.startswith("alpha", places["alpha"])
    assert text.startswith("Middle.", places["Middle."])


WORD = st.text(st.sampled_from("abcxyzАБв中文字词éü0123456789.,;:()%«»“”—–"), min_size=1, max_size=8).filter(
    lambda word: not word[0].isdigit() and word.strip(".,;:()") != "" and not word.startswith((":", "(", ".", ")"))
)
SENTENCE = st.lists(WORD, min_size=1, max_size=8).map(" ".join)
BLOCK = st.one_of(
    SENTENCE,
    SENTENCE.map(lambda s: f"## {s}"),
    SENTENCE.map(lambda s: f"- {s}\n- {s}"),
    SENTENCE.map(lambda s: f"> {s}"),
    st.tuples(SENTENCE, SENTENCE).map(
        lambda two: f"**{two[0].strip()}** x [{two[1]}](#a) `{two[0]}`" if two[0][-1].isalnum() and two[0][0].isalnum() else two[0]
    ),
    st.tuples(SENTENCE, SENTENCE).map(lambda two: f"| {two[0]} | b |\n|---|---|\n| {two[1]} | `c` |"),
    SENTENCE.map(lambda s: f"```\n{s}\n```"),
    SENTENCE.map(lambda s: f"::: {{.pitfall}}\n{s}\n:::"),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(BLOCK, min_size=1, max_size=8))
def test_law_every_word_is_found_where_it_says(blocks: list[str]) -> None:
    text = "\n\n".join(blocks) + "\n"
    assert [word for word, at in words_of(text) if not text.startswith(word, at)] == []


@given(st.text(st.sampled_from("ab\n中"), max_size=60), st.data())
def test_law_lines_and_offsets_agree(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    line, column = Lines(text).place(offset)
    assert sum(len(each) + 1 for each in text.split("\n")[: line - 1]) + column - 1 == offset


def test_a_tree_survives_json_and_copying() -> None:
    tree: dict[str, Any] = parse(TEXT, "commonmark_x", "a.md")
    shaped = shape(tree["blocks"])
    assert json.loads(json.dumps(shaped)) == shaped
    assert rebuild(shaped, lambda node: None) == shaped
