"""What is behind the source is seen: marks, the source's text where there is no translation, and the imprint that says how much."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.book.sample import XHTML, Sample, epub_pages, page_text, pdf_text, plain

ONE = """# 起点 {#ch:one}

第一段，读一遍要 [20.90 ms](calc:read)。

第二段说的是缓存。[^a]

- 第一项很短
- 第二项也很短

::: {.example #ex:one}
### 例子

盒子里的一段。
:::

[^a]: 脚注里的话。
"""
ONE_EN = """# Start {#ch:one}

The first paragraph takes [20.90 ms](calc:read) to read.

The second paragraph is about the cache.[^a]

- The first item is short
- The second item is short too

::: {.example #ex:one}
### An example

A paragraph in the box.
:::

[^a]: Words of a footnote.
"""
TWO = "# 终点 {#ch:two}\n\n见[第 # 章](#ch:one)。\n"
TWO_EN = "# End {#ch:two}\n\nSee [Chapter #](#ch:one).\n"
CONFIG = "title: T\nlanguage: zh-Hans\nsource: texts\neditions: {en: book-en}\n"
GIT = ["git", "-c", "user.name=A", "-c", "user.email=a@example.com"]


def git(book: Sample, *arguments: str) -> str:
    return subprocess.run([*GIT, "-C", str(book.folder), *arguments], check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """A translation that was accepted as it is, in a repository."""
    book = Sample(tmp_path_factory.mktemp("standing") / "book", {
        "texts/01-one.md": ONE, "texts/02-two.md": TWO, "book-en/01-one.md": ONE_EN, "book-en/02-two.md": TWO_EN,
        "book-en/edition.yaml": "language: en\n", ".gitignore": "build/\ndist/\n"}, CONFIG)
    for chapter in ("one", "two"):
        done = book.run("edition", "accept", "en", chapter)
        assert done.code == 0, done.err
    git(book, "init", "-q")
    git(book, "add", ".")
    git(book, "commit", "-q", "-m", "first")
    return book


@pytest.fixture
def book(original: Sample, tmp_path: Path) -> Sample:
    shutil.copytree(original.folder, tmp_path / "book")
    return Sample(tmp_path / "book", {}, None)


def built(book: Sample) -> tuple[str, dict[str, str]]:
    """The words of the PDF and of the EPUB's pages."""
    done = book.build("en")
    assert (done.code, done.err) == (0, "")
    pages = epub_pages(book.artefact("en", "epub"))
    return plain(pdf_text(book.artefact("en", "pdf"))), {name: page_text(tree).replace("\u00a0", " ") for name, tree in pages.items()}


def bars(book: Sample) -> int:
    """Bars in the margin: \\bookstate in what XeLaTeX was given."""
    return (book.folder / "build" / "en" / "book.tex").read_text().count(r"\bookstate{")


def test_what_is_all_fresh_has_no_mark(book: Sample) -> None:
    pdf, pages = built(book)
    assert bars(book) == 0
    assert not any("[outdated]" in text or "[not translated]" in text for text in pages.values())
    commit = git(book, "log", "-1", "--format=%h", "--abbrev=10")
    for shown in (pdf, plain(pages["imprint.xhtml"])):
        assert plain("100% of the paragraphs of this translation") in shown
        assert plain(f"Source text: commit {commit}") in shown
        assert plain("not up to date") not in shown


def test_a_stale_paragraph_is_marked_and_keeps_its_number(book: Sample) -> None:
    first = git(book, "log", "-1", "--format=%h", "--abbrev=10")
    book.write("texts/01-one.md", ONE.replace("第一段，", "改过的第一段，"))
    git(book, "commit", "-q", "-a", "-m", "second")
    pdf, pages = built(book)
    assert bars(book) == 1
    assert "[outdated] The first paragraph takes 20.90 ms" in pages["c00-one.xhtml"]
    assert sum(text.count("[outdated]") for text in pages.values()) == 1
    for shown in (pdf, plain(pages["imprint.xhtml"])):
        assert plain("90% of the paragraphs") in shown
        assert plain(f"Source text: commit {first}") in shown  # the one that it was made from
    link = next(node for node in epub_pages(book.artefact("en", "epub"))["c00-one.xhtml"].iter(f"{XHTML}a") if node.get("class") == "state")
    assert link.get("href") == "imprint.xhtml#states"


def test_a_missing_paragraph_item_and_footnote_stand_in_the_source_language(book: Sample) -> None:
    text = ONE_EN.replace("The second paragraph is about the cache.[^a]\n\n", "").replace("- The second item is short too\n", "")
    book.write("book-en/01-one.md", text.replace("\n[^a]: Words of a footnote.\n", ""))
    pdf, pages = built(book)
    assert "[not translated] 第二段说的是缓存。" in pages["c00-one.xhtml"]
    assert "[not translated] 第二项也很短" in pages["c00-one.xhtml"]
    assert "脚注里的话" in pages["c00-one.xhtml"]
    assert plain("[not translated] 第二段说的是缓存。") in pdf
    order = [pages["c00-one.xhtml"].index(part) for part in ("The first paragraph", "第二段", "The first item", "第二项", "An example")]
    assert order == sorted(order)
    tree = epub_pages(book.artefact("en", "epub"))["c00-one.xhtml"]
    inside = next(node for node in tree.iter(f"{XHTML}span") if node.get("lang") == "zh-Hans" and "第二段" in "".join(node.itertext()))
    assert inside.get("{http://www.w3.org/XML/1998/namespace}lang") == "zh-Hans"


def test_a_lost_footnote_stands_below_its_paragraph(book: Sample) -> None:
    book.write("book-en/01-one.md", ONE_EN.replace("[^a]\n", "\n").replace("\n[^a]: Words of a footnote.\n", ""))
    _, pages = built(book)
    assert "is about the cache.\n[not translated] 脚注里的话。" in pages["c00-one.xhtml"]


def test_what_is_missing_in_a_box_stands_in_the_box(book: Sample) -> None:
    book.write("book-en/01-one.md", ONE_EN.replace("\nA paragraph in the box.\n", ""))
    built(book)
    tree = epub_pages(book.artefact("en", "epub"))["c00-one.xhtml"]
    box = next(node for node in tree.iter(f"{XHTML}div") if node.get("class") == "box example")
    assert "盒子里的一段" in "".join(box.itertext())


def test_a_missing_section_brings_its_labels(book: Sample) -> None:
    book.write("texts/01-one.md", ONE + "\n## 新的一节 {#sec:new}\n\n见[第 # 节](#sec:new)与[式 #](#eq:new)。\n\n$$ a = b $$ {#eq:new}\n")
    pdf, pages = built(book)
    assert "新的一节" in pages["nav.xhtml"]
    assert "见第 1.1 节" in pages["c00-one.xhtml"].replace("\u00a0", " ")
    assert plain("(1.1)") in pdf


def test_what_is_no_longer_in_the_source_is_marked(book: Sample) -> None:
    book.write("texts/01-one.md", ONE.replace("- 第二项也很短\n", ""))
    _, pages = built(book)
    assert "[withdrawn] The second item is short too" in pages["c00-one.xhtml"]


def test_a_missing_chapter_stands_in_the_source_language(book: Sample) -> None:
    (book.folder / "book-en" / "02-two.md").unlink()
    pdf, pages = built(book)
    assert "This chapter is not translated yet" in pages["c01-two.xhtml"]
    assert plain("This chapter is not translated yet") in pdf
    assert plain("见第 1 章。") in pdf
    section = next(epub_pages(book.artefact("en", "epub"))["c01-two.xhtml"].iter(f"{XHTML}section"))
    assert section.get("lang") == "zh-Hans"
    assert plain("80% of the paragraphs") in pdf


def test_an_edition_without_a_record_is_not_marked(book: Sample) -> None:
    (book.folder / "book-en" / "sync.yaml").unlink()
    (book.folder / "book-en" / "02-two.md").unlink()
    pdf, pages = built(book)
    assert "[outdated]" not in pages["c00-one.xhtml"]
    assert "This chapter is not translated yet" in pages["c01-two.xhtml"]
    assert plain("It is not recorded which source text") in pdf


def test_an_edit_of_the_source_makes_the_translation_again(book: Sample) -> None:
    built(book)
    book.write("texts/01-one.md", ONE.replace("第一段，", "改过的第一段，"))
    assert not book.build("en").out.startswith("nothing to do")
    assert bars(book) == 1


def test_a_fault_in_the_source_text_is_told_at_its_place(book: Sample) -> None:
    book.write("texts/01-one.md", ONE.replace("- 第一项", "新的一段[去哪里](#sec:nowhere)。\n\n- 第一项"))
    done = book.build("en")
    assert done.code == 2
    assert done.err.startswith("texts/01-one.md:7:")


def test_a_shallow_clone_names_no_commit_that_it_cannot_know(book: Sample, tmp_path: Path) -> None:
    book.write("book.yaml", CONFIG + "version: 1.0.0\n")
    git(book, "commit", "-q", "-a", "-m", "second")
    subprocess.run(["git", "clone", "-q", "--depth", "1", f"file://{book.folder}", str(tmp_path / "shallow" / "book")], check=True)
    _, pages = built(Sample(tmp_path / "shallow" / "book", {}, None))
    assert "100% of the paragraphs" in pages["imprint.xhtml"]
    assert "Source text" not in pages["imprint.xhtml"]
