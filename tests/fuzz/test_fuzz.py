"""What fuzzing once found stays mended, and a few hundred seeded mutations of real texts go through every target."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.fuzz.mutation import mutated
from tests.fuzz.targets import TARGETS, seeds

FOUND = sorted((Path(__file__).parent / "found").glob("*.txt"))
COUNTS = {"markdown": 12, "erratum": 60, "rules": 60}


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_what_was_found_stays_mended(path: Path) -> None:
    TARGETS[path.stem.rpartition("-")[0]](path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", TARGETS)
def test_mutated_texts_are_read_or_refused(name: str) -> None:
    dice, texts = random.Random(20261130), seeds(name)
    for _ in range(COUNTS.get(name, 150)):
        TARGETS[name](mutated(dice.choice(texts), texts, dice))
