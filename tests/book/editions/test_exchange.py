"""PO files: the way out and back loses nothing, fuzzy entries stay marked, and a file of another form is refused by its line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from book.editions.exchange import export_po, import_po
from book.editions.po import Message, read_po, write_po
from book.editions.status import edition_pairs
from book.errors import BadInput
from book.project import Project
from tests.book.editions.sample import book, cache
from tests.book.editions.test_states import ENGLISH, SOURCE, accept_all

TEXT = st.text(st.sampled_from('ab "\\\n\t中«…%{'), min_size=1, max_size=20)


@settings(deadline=None)
@given(st.lists(st.tuples(TEXT, TEXT, st.booleans()), max_size=4))
def test_what_is_written_is_read_again(entries: list[tuple[str, str, bool]]) -> None:
    messages = [Message(f"c {number}", source, text, fuzzy=fuzzy) for number, (source, text, fuzzy) in enumerate(entries)]
    found = read_po(write_po(messages, {"Language": "en"}), "x.po")
    assert [(m.context, m.source, m.translation, m.fuzzy) for m in found] == [
        (m.context, m.source, m.translation, m.fuzzy) for m in messages
    ]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = book(tmp_path, {"01-a.md": SOURCE}, {"en": {"01-a.md": ENGLISH}, "ru": {}})
    accept_all(made)
    return made


def states(project: Project, edition: str) -> set[str]:
    return {pair.state for pair in edition_pairs(project, project.editions[edition], cache(project))["01-a.md"]}


def test_out_and_back_changes_nothing(project: Project) -> None:
    english = project.editions["en"]
    before = {path: path.read_bytes() for path in english.folder.iterdir()}
    result = import_po(project, english, cache(project), export_po(project, english, cache(project)), "en.po")
    assert result.written == 0 and not result.unknown
    assert {path: path.read_bytes() for path in english.folder.iterdir()} == before


def test_a_new_edition_comes_in_from_a_file(project: Project) -> None:
    po = export_po(project, project.editions["en"], cache(project))
    result = import_po(project, project.editions["ru"], cache(project), po, "ru.po")
    assert (project.root / "book-ru" / "01-a.md").read_text() == ENGLISH
    assert result.written == result.accepted and states(project, "ru") == {"fresh"}


def test_stale_blocks_go_out_fuzzy_and_come_in_fresh(project: Project) -> None:
    path = project.root / "manuscripts" / "01-a.md"
    path.write_text(SOURCE.replace("第三句没有数", "第三句也没有数"))
    english = project.editions["en"]
    po = export_po(project, english, cache(project))
    assert po.count("#, fuzzy") == 1
    assert import_po(project, english, cache(project), po, "en.po").accepted == len(read_po(po, "en.po")) - 1
    assert states(project, "en") == {"fresh", "stale"}
    import_po(project, english, cache(project), po.replace("#, fuzzy\n", "").replace("no number.", "no number either."), "en.po")
    assert states(project, "en") == {"fresh"} and "no number either." in (english.folder / "01-a.md").read_text()


def test_an_entry_whose_source_has_changed_is_told(project: Project) -> None:
    po = export_po(project, project.editions["en"], cache(project)).replace("第三句没有数", "第三句早就不同")
    result = import_po(project, project.editions["en"], cache(project), po, "en.po")
    assert len(result.unknown) == 1 and po.splitlines()[result.unknown[0] - 1].startswith(("#:", "msgctxt"))


@pytest.mark.parametrize("text", ["msgid \"a\nb\"\n", "what is this\n", "msgid \"a\"\nmsgstr 'b'\n"])
def test_another_form_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="PO file"):
        read_po(text, "x.po")
