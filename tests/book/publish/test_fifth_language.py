"""A fifth language is data: a Japanese edition whose labels, fonts and number style come from its edition.yaml alone."""

from __future__ import annotations

import pytest

from book.language import load_language
from book.proof.looks_glyphs import regions
from book.proof.looks_page import sheets
from book.yamlfile import read_yaml
from tests.book.sample import ROOT, Sample, epub_pages, page_text, pdf_text

EDITION = """language: ja
short: ja
name: 日本語
title: 見積もりの本
script: cjk
csl: ja-JP
labels:
  chapter: ["第", "章"]
  appendix: ["付録 ", ""]
  figure: ["図 ", ""]
  table: ["表 ", ""]
  equation: [（, ）]
  example: ["例 ", ""]
  exercise: ["演習 ", ""]
  experiment: ["実験 ", ""]
fonts:
  cjk_serif: [Noto Serif CJK JP]
  cjk_sans: [Noto Sans CJK JP]
  cjk_mono: [Noto Sans Mono CJK JP]
typesetting: {punctuation: quanjiao, latin_scale: 0.94}
strings:
"""
STRINGS = {
    "contents": "目次",
    "figures": "図一覧",
    "tables": "表一覧",
    "bibliography": "参考文献",
    "answer": "解答",
    "pitfall": "落とし穴",
    "decimal": ".",
    "caption_end": "　",
    "code_wrapped": "↪",
}
CHAPTER = """# 読み出しの下限 {#ch:read}

重みは 70 GB ある。直接に真の値を求める。骨組みは簡単で、毎回すべてを読む。令和の機械でも同じだ。海の底でも変わらない。

$$ T = \\frac{R}{\\beta} $$ {#eq:time}

[式 #](#eq:time) の結果を[表 #](#tbl:times)に示す。

| 機械 | 時間 |
|---|---:|
| H100 | 20.90 ms |
| H200 | 14.58 ms |

: 一回の読み出し {#tbl:times}

::: {.pitfall}
### 容量だけを見る

帯域も見なければならない。
:::
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    strings = dict.fromkeys(read_yaml(ROOT / "book" / "languages" / "en.yaml", "en.yaml")["strings"], "—") | STRINGS
    edition = EDITION + "".join(f"  {key}: {value!r}\n" for key, value in strings.items())
    source = CHAPTER.replace("# 読み出しの下限", "# The read bound")
    sample = Sample(
        tmp_path_factory.mktemp("fifth") / "five",
        {"text/01-read.md": source, "book-ja/01-read.md": CHAPTER, "book-ja/edition.yaml": edition},
        "title: Five\nlanguage: en\nsource: text\neditions: {ja: book-ja}\n",
    )
    done = sample.build("ja")
    assert done.code == 0, done.err
    return sample


def test_its_labels_stand_in_the_pdf(book: Sample) -> None:
    text = pdf_text(book.artefact("ja", "pdf")).replace(" ", "")
    for wanted in ("目次", "表一覧", "第1章", "表1.1", "（1.1）", "落とし穴", "見積もりの本"):
        assert wanted in text
    assert "Table" not in text
    assert "Contents" not in text


def test_its_labels_stand_in_the_epub(book: Sample) -> None:
    pages = epub_pages(book.artefact("ja", "epub"))
    assert "表 1.1" in page_text(pages["c00-read.xhtml"])
    assert pages["nav.xhtml"].get("lang") == "ja"
    assert "目次" in page_text(pages["nav.xhtml"])


def test_its_characters_are_japanese(book: Sample) -> None:
    path = book.artefact("ja", "pdf")
    pages = list(sheets(path))
    japanese = load_language("ja", read_yaml(book.folder / "book-ja" / "edition.yaml", "edition.yaml"), "edition.yaml")
    assert list(regions(path, pages, japanese)) == []
    wrong = [fault.message for fault in regions(path, pages, load_language("zh-Hant-TW", {}, ""))]
    assert any("`直` is drawn as in JP, not as in TC" in message for message in wrong)
