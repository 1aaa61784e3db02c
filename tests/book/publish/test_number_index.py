"""The index of numbers: an entry for each bound number, a link from each place, nothing where nothing is bound."""

from pathlib import Path

import pytest

from book.cache import Cache
from book.edition_text import EditionText, read_edition
from book.manuscript.tree import stringify, walk
from book.project import load_project
from book.publish.number_index import FILE, with_number_index

PROJECT = load_project(Path(__file__).resolve().parents[3])


@pytest.fixture(scope="module", params=list(PROJECT.editions))
def edition(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> EditionText:
    text = read_edition(PROJECT, PROJECT.editions[request.param], Cache(tmp_path_factory.mktemp("cache")))
    return with_number_index(PROJECT, text)


def test_each_bound_number_leads_to_its_entry(edition: EditionText) -> None:
    anchors = {node["c"][0][0] for node in walk(edition.resolved[FILE].blocks) if node["t"] == "Span" and node["c"][0][0]}
    printed = 0
    for name, result in edition.resolved.items():
        for node in walk(result.blocks):
            if node["t"] == "Span" and "bound" in node["c"][0][1] and name != FILE:
                target = node["c"][1][0]["c"][2][0]
                assert target.removeprefix("#") in anchors
                printed += 1
    assert printed > 100


def test_every_link_of_the_index_has_a_label(edition: EditionText) -> None:
    links = [node["c"][2][0] for node in walk(edition.resolved[FILE].blocks) if node["t"] == "Link"]
    assert links and all(target[1:] in edition.numbering.labels for target in links)


def test_an_entry_tells_value_formula_inputs_source_command_and_places(edition: EditionText) -> None:
    entry = next(node for node in edition.resolved[FILE].blocks if node["t"] == "Div" and "path-nic-weights" in stringify([node]))
    text = stringify([entry])
    command = "python3 calculations/calc.py explain budget.transfer_time --inputs data=65524246528,bandwidth=50000000000"
    for part in ("budget.transfer_time(data = weights, bandwidth = nic-bandwidth)", "second", "Williams", command, "1.5"):
        assert part in text


def test_a_book_without_a_ledger_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "one.md").write_text("# One\n\nA [8](calc:batch) that no ledger knows.\n", "utf-8")
    project = load_project(tmp_path)
    text = read_edition(project, project.source, Cache(tmp_path / "cache"))
    assert with_number_index(project, text) is text
