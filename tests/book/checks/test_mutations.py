"""The changes of `make mutate`: what changes nothing is not caught, what changes a proven value is."""

from __future__ import annotations

import random
from dataclasses import replace

from tests import mutate

CHAPTER = ("en", "01-first-look.md")


def test_a_text_as_it_stands_is_not_caught() -> None:
    every = mutate.mutations(*CHAPTER, random.Random(3))
    same = [(part, replace(each, new=each.old)) for part, each in random.Random(4).sample(every, 25)]
    assert [codes for _, _, codes in mutate.judged((*CHAPTER, same))] == [frozenset()] * len(same)


def test_changed_bound_numbers_and_formulas_are_caught_by_their_own_rules() -> None:
    every = mutate.mutations(*CHAPTER, random.Random(5))
    for place, code in (("bound number", "number.stale"), ("labelled formula", "formula.")):
        some = random.Random(6).sample([(part, each) for part, each in every if each.place == place], 12)
        caught = [any(found.startswith(code) for found in codes) for _, _, codes in mutate.judged((*CHAPTER, some))]
        assert all(caught), [each for (_, each), good in zip(some, caught, strict=True) if not good]
