"""Coverage: what stands behind each quantity, in a table of sentences."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from book.checks.chapter import Piece, pieces
from book.checks.coverage import Values, counted, findings_of, quantities_of
from book.checks.run import check
from book.ledger.lookup import Ledger
from book.manuscript.blocks import shape
from book.manuscript.reader import Chapter, chapter_of, parse

CASES: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("coverage.yaml").read_text("utf-8"))


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    root = tmp_path_factory.mktemp("book")
    (root / "calculations" / "ledger").mkdir(parents=True)
    (root / "calculations" / "ledger" / "main.yaml").write_text(CASES["ledger"], "utf-8")
    return Ledger(root)


def chapter(text: str) -> Chapter:
    tree = parse(text, "commonmark_x", "01-main.md")
    return chapter_of({**tree, "blocks": shape(tree["blocks"])}, text, "01-main.md")


def sound(parts: list[Piece]) -> list[tuple[tuple[int, int], ...]]:
    return check([part.block for part in parts], "").sound


@pytest.mark.parametrize(("language", "text", "expected"), CASES["cases"], ids=[case[1][:60] for case in CASES["cases"]])
def test_standing_of_each_quantity(ledger: Ledger, language: str, text: str, expected: list[list[str]]) -> None:
    source = chapter(text)
    parts = list(pieces(source.blocks, language))
    found = list(quantities_of(parts, sound(parts), Values(ledger, ["main"], parts), language))
    assert sorted([each.text, each.standing.value] for each in found) == sorted(expected)
    assert sum(counted(found).values()) == len(found)
    unbound = [finding.stated for finding in findings_of(source, found)]
    assert sorted(unbound) == sorted(quantity for quantity, standing in expected if standing == "open")


def test_an_open_quantity_is_found_at_its_place(ledger: Ledger) -> None:
    source = chapter("# One\n\nThe weights are [65.52 GB](calc:weights), and\n17.3 GB are lost.\n")
    parts = list(pieces(source.blocks, "en"))
    (finding,) = findings_of(source, list(quantities_of(parts, sound(parts), Values(ledger, ["main"], parts), "en")))
    assert (finding.line, finding.column, finding.stated) == (4, 1, "17.3 GB")
