"""The index of numbers: an entry for each bound number, a link from each place, nothing where nothing is bound."""

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from book.cache import Cache
from book.edition_text import EditionText, read_edition
from book.manuscript.tree import Node, stringify, walk
from book.project import load_project
from book.publish.number_entry import short
from book.publish.number_index import FILE, with_number_index

PROJECT = load_project(Path(__file__).resolve().parents[3])


@pytest.fixture(scope="module", params=list(PROJECT.editions))
def edition(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> EditionText:
    text = read_edition(PROJECT, PROJECT.editions[request.param], Cache(tmp_path_factory.mktemp("cache")))
    return with_number_index(PROJECT, text, "abc123")


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
    links = [node["c"][2][0] for node in walk(edition.resolved[FILE].blocks) if node["t"] == "Link" and node["c"][2][0].startswith("#")]
    assert links and all(target[1:] in edition.numbering.labels for target in links)


def entry(edition: EditionText, name: str) -> Node:
    """The entry of a number, by its id without the chapter."""
    return next(node for node in edition.resolved[FILE].blocks
                if node["t"] == "Div" and any(part["t"] == "Code" and part["c"][1] == name for part in node["c"][1][0]["c"]))


def test_an_entry_tells_value_formula_inputs_source_and_places(edition: EditionText) -> None:
    node = entry(edition, "path-nic-weights")
    text = stringify([node])
    for part in ("second", "budget.transfer_time(data=weights=65524246528, bandwidth=nic-bandwidth=5e10)", "1.5"):
        assert part in text
    source = next(part["c"][2][0] for part in walk([node]) if part["t"] == "Link" and "source-" in part["c"][2][0])
    listed = next(each for each in edition.resolved[FILE].blocks if each["t"] == "Div" and any(
        part["t"] == "Span" and "#" + part["c"][0][0] == source for part in walk([each])))
    assert "budget.transfer_time: Williams" in stringify([listed])


def test_its_arguments_recompute_it(edition: EditionText) -> None:
    call = re.search(r"= (\S+)\((.*?)\)", stringify([entry(edition, "path-nic-weights")]))
    assert call
    inputs = re.sub(r"=[^=,]*=", "=", call[2]).replace(", ", ",")
    done = subprocess.run([sys.executable, "calculations/calc.py", "explain", call[1], "--inputs", inputs], cwd=PROJECT.root,
                          capture_output=True, text=True, check=True)
    assert "1.31048" in done.stdout


def test_a_source_is_said_once(edition: EditionText) -> None:
    text = stringify(edition.resolved[FILE].blocks)
    assert text.count("https://huggingface.co/Qwen/Qwen3-32B;") == 1
    assert "python3 calculations/calc.py model qwen3-32b" in text


def test_an_entry_leads_to_the_form(edition: EditionText) -> None:
    links = [part["c"][2][0] for part in walk([entry(edition, "path-nic-weights")]) if part["t"] == "Link"]
    address = next(target for target in links if target.startswith(PROJECT.repository))
    fields = parse_qs(urlsplit(address).query)
    assert (fields["edition"], fields["build"], fields["location"]) == ([edition.edition.id], ["abc123"], ["calc:first-look/path-nic-weights"])


@pytest.mark.parametrize(("shown", "wanted"), [("4,800,000,000,000 byte/second", "4.8e12 byte/second"), ("512", "512"), ("1000000", "1e6"),
                                               ("65,524,246,528 byte", "65,524,246,528 byte"), ("0.0194057", "0.0194057")])
def test_zeros_are_counted(shown: str, wanted: str) -> None:
    assert short(shown) == wanted


def test_a_book_without_a_ledger_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "one.md").write_text("# One\n\nA [8](calc:batch) that no ledger knows.\n", "utf-8")
    project = load_project(tmp_path)
    text = read_edition(project, project.source, Cache(tmp_path / "cache"))
    assert with_number_index(project, text) is text
