"""Numbers of two blocks that say the same: a per cent sign may be told once for a range, and may not be lost or changed."""

from __future__ import annotations

import pytest

from book.checks.discrepancies import compare
from book.checks.told import Told, numbers_in

CASES = [
    ("命中率为 5%，共 40 次。", "zh-Hans", "The hit rate is 5%, 40 times in all.", "en", 0),
    ("命中率为 5%，共 40 次。", "zh-Hans", "The hit rate is 5, 40 times in all.", "en", 1),
    ("命中率为 5%。", "zh-Hans", "The hit rate is 5.", "en", 1),
    ("命中率为 5%。", "zh-Hans", "Доля попаданий — 5 ‰.", "ru", 1),
    ("误差为 5‰。", "zh-Hans", "The error is 5 ‰.", "en", 0),
    ("提高 5%–7%。", "zh-Hans", "It grows by 5–7%.", "en", 0),
    ("提高 3 个百分点。", "zh-Hans", "Прирост 3 процентных пункта.", "ru", 0),
]


@pytest.mark.parametrize(("source", "there", "target", "here", "problems"), CASES)
def test_signs_of_parts(source: str, there: str, target: str, here: str, problems: int) -> None:
    left, right = (Told(list(numbers_in(text, language)), []) for text, language in ((source, there), (target, here)))
    assert len(compare(left, right)) == problems
