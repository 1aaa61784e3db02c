"""What a language has to say about numbers that come from others; patterns are searched in the words between two numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Lexicon:
    """Patterns of one language. `…_before` end where the number begins, `…_after` begin where it ends."""

    total_before: re.Pattern[str]
    """A sum of all that was told: `in total`, `together`, `so it ends after`."""
    total_after: re.Pattern[str]
    result_before: re.Pattern[str]
    """A value that follows: `makes`, `takes`, `that is`, `so the hall needs`."""
    result_after: re.Pattern[str]
    left_before: re.Pattern[str]
    """What is left of a whole: `leaves`, `remain`."""
    left_after: re.Pattern[str]
    remainder: re.Pattern[str]
    """All others of a whole, before their share: `the rest is 4%`."""
    rest_after: re.Pattern[str]
    """The last part of a whole: `180 ms for the rest`."""
    mean_before: re.Pattern[str]
    mean_after: re.Pattern[str]
    each_before: re.Pattern[str]
    """The value of one of several things; the group `noun` names the thing, if it is named."""
    each_after: re.Pattern[str]
    each_of: re.Pattern[str]
    """`Each of the 48 layers`: the value that follows is that of one."""
    joint: re.Pattern[str]
    """Between a count and the size of one: `32 sequences of 2,048 tokens`, `по`."""
    noun: re.Pattern[str]
    """The name of what was counted, right after the number."""
    split: re.Pattern[str]
    """A whole is divided: `shared evenly by`, `in groups of`."""
    versus: re.Pattern[str]
    """Two values are set against each other: `instead of`, `where the old one took`."""
    more: re.Pattern[str]
    """Around a multiple: the comparison that it states: `times as fast`."""
    increase: re.Pattern[str]
    """Around a multiple that may be the ratio less one: `3 times more`."""
    ratio: re.Pattern[str]
    """A bare number that is a ratio: `a ratio of 4`."""
    near: int
    """Characters between two numbers that can hold no other subject."""
    span: re.Pattern[str]
    """A time told without a number, `a day`; the group `time` names it."""
    share_of: re.Pattern[str]
    """A percentage, a part or a multiple of the number before it: `3% of them`; searched after the mark of the number."""
    share_to: re.Pattern[str]
    """All that stands between a share and the whole after it: `0.5% to 8 billion`."""
    share_after: re.Pattern[str]
    """Between a whole and its share: `80 亿参数上增加 0.5%`."""
    added: re.Pattern[str]
    """A number comes to another one."""
    single: re.Pattern[str]
    """One thing and what it has: `a token takes`."""
    halving: re.Pattern[str]
    """A single value is halved."""
    doubling: re.Pattern[str]
    part: re.Pattern[str]
    """Between a part and its whole, in this order: `370 of 400`."""
    share: re.Pattern[str]
    """A percentage that is a part of a whole: `a rate of`, `or`, `accounts for`."""
    rest: re.Pattern[str]
    """A percentage, or a number, of what is not the part that was told: `remaining`, `were not`."""
    instead: re.Pattern[str]
    """A value that does not come to the others but takes their place."""
    factor: re.Pattern[str]
    """A bare number that multiplies: `a factor of`, `PUE`."""
    by: re.Pattern[str]
    """A difference in the unit of the values: `a drop of`, `shorter by`."""
    more_after: re.Pattern[str]
    """A difference, by the word after it: `16 more than before`."""
    rate: re.Pattern[str]
    """A percentage that is called a rate or a share."""
    carrier: re.Pattern[str]
    """The thing that holds a number of others each, named before: `trays of 18 boards`."""
    turn: re.Pattern[str]
    """Words after which another thing is spoken of."""
    aside: re.Pattern[str]
    """What adds to a value or bounds it and keeps it from being a plain result: overhead, latency, at most."""
