"""A thousand seeded mistakes in the translations of the own book: parity finds every one, and nothing in the unchanged text."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from book.checks.parity import findings_of
from book.checks.translation import compared
from book.editions.block import cut
from book.editions.reading import numbers_as
from book.editions.sync import Sync
from book.manuscript.reader import Chapter
from book.project import Project, load_project
from tests.book.editions.mutation import batches
from tests.book.editions.sample import chapter

NAME = "01-first-look.md"
COUNTS = {"en": 350, "ru": 350, "zh-tw": 300}


@pytest.fixture(scope="module")
def own() -> Project:
    return load_project(Path(__file__).parents[3])


@pytest.fixture(scope="module")
def source(own: Project) -> Chapter:
    return chapter((own.source.folder / NAME).read_text(), NAME)


@pytest.mark.parametrize("edition_id", COUNTS)
def test_every_mistake_is_found(edition_id: str, own: Project, source: Chapter) -> None:
    edition = own.editions[edition_id]
    text = (edition.folder / NAME).read_text()
    blocks = cut(chapter(text, NAME), numbers_as(edition.language))
    made, missed = Counter[str](), []
    for mutated, mutations in batches(text, blocks, COUNTS[edition_id], random.Random(20261130)):
        both = compared(own, edition, NAME, source, chapter(mutated, NAME), Sync())
        lines = {finding.line for finding in findings_of(both) if finding.id.startswith("parity.")}
        for mutation in mutations:
            made[mutation.kind] += 1
            first, last = mutation.block.line - 1, mutation.block.line + mutation.new.count("\n") + 1
            if not any(first <= line <= last for line in lines):
                missed.append((mutation.kind, mutation.block.line, mutation.new[:80]))
    assert not missed
    assert made.total() == COUNTS[edition_id] and set(made) == {"digit", "unit", "exponent", "sign", "sentence", "footnote"}


@pytest.mark.parametrize("edition_id", COUNTS)
def test_swapped_figures_are_found(edition_id: str, own: Project, source: Chapter) -> None:
    edition = own.editions[edition_id]
    text = (edition.folder / NAME).read_text()
    swapped = (
        text.replace("figures/gap.svg", "\0").replace("figures/price.svg", "figures/gap.svg").replace("\0", "figures/price.svg")
    )
    both = compared(own, edition, NAME, source, chapter(swapped, NAME), Sync())
    assert len([finding for finding in findings_of(both) if finding.id == "parity.structure"]) >= 2
