"""A whole divided: what one of several has, or how many parts there are."""

from __future__ import annotations

from collections.abc import Iterator

from book.checks.derivation import Derivation
from book.checks.remainders import AMONG
from book.checks.scene import Place, Scene, alike, shared, size, usable


def derivations(scene: Scene, at: int) -> Iterator[Derivation]:
    """The number as the quotient of the two numbers before it."""
    stated, words = scene.places[at], scene.words
    if not usable([stated]):
        return
    for run in scene.runs(at):
        if len(run) != 2 or not usable(run):
            continue
        whole, parts = (run[0], run[1]) if _larger(run[0], run[1]) else (run[1], run[0])
        between = " ".join((run[0].before, run[1].before, run[1].after))
        divided = bool(words.split.search(between))
        again = not stated.mention.dims and not parts.mention.dims and size(stated) == size(parts)
        if again and size(stated) ** 2 != size(whole):
            continue  # `cut into three parts, which go to three devices`: the number of parts is told again
        if not parts.mention.dims and parts.counts and _share_of_one(stated, whole, parts, divided):
            yield Derivation(stated.mention, [whole.mention, parts.mention], [lambda v: v[0] / v[1]], "the whole over the number of parts")
        elif (divided or _repeats(parts, stated)) and stated.counts and whole.mention.dims == parts.mention.dims and words.result_before.search(stated.before) \
                and not AMONG.search(stated.before) and _number_of_parts(stated, whole, parts):
            yield Derivation(stated.mention, [whole.mention, parts.mention], [lambda v: v[0] / v[1]], "the whole over the size of a part")


def _larger(first: Place, second: Place) -> bool:
    """Whether the first is the whole: the one that has a unit, else the larger one."""
    if bool(first.mention.dims) != bool(second.mention.dims):
        return bool(first.mention.dims)
    return size(first) >= size(second)


def _share_of_one(stated: Place, whole: Place, parts: Place, divided: bool) -> bool:
    """Whether the number is what one part has."""
    if stated.per is None or not alike(stated, whole):
        return False
    if any(place.per is not None and shared(place.per, stated.per) for place in (whole, parts)):
        return False  # `3 ranges per node, in fact 8 per node or 256 per node`: each is the value of one
    if not stated.mention.dims and stated.noun and whole.noun and not shared(stated.noun, whole.noun):
        return False
    return divided or shared(stated.per, parts.noun)


def _repeats(part: Place, stated: Place) -> bool:
    """Whether the smaller one is told of each of what is counted: `every 30 minutes`, `a page holds … pages`."""
    if shared(part.holder, stated.noun):
        return True
    return part.per is not None and bool(part.mention.dims) and (not part.per or shared(part.per, stated.noun))


def _number_of_parts(stated: Place, whole: Place, parts: Place) -> bool:
    """Whether the number counts groups of a size: nothing that one part has, and not what was divided."""
    return stated.per is None and (bool(parts.mention.dims) or parts.counts) and not (stated.noun & whole.noun and not whole.mention.dims and stated.labels == whole.labels != ()) \
        and size(parts) > 0
