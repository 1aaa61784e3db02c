"""Which block of a translation translates which block of its source: by what was accepted, by labels, and by order inside a
section.

Three passes, from the surest to the least sure. Ties of sync.yaml and unique labels or contents hold wherever the blocks stand, so
that
what was moved stays tied; between them, inside sections of the same label, a dynamic programme pairs the rest in order, one to one,
one to
two or two to one; what is left over is paired by what it contains.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log

from book.editions.block import WEIGHTS, Block

SKIP = 0.62
"""Cost of leaving a block without a partner: two blocks in one place that share nothing are still taken for a rewritten pair."""
JOIN = 0.45
"""Extra cost of two blocks for one."""
BAND = 40
"""How far from the diagonal pairs are looked for; a section has rarely more blocks."""
ALIKE = 0.6
"""Share of features that two blocks in different places must have in common."""
TOGETHER = 0.5
"""Share of a block's sentences by which an edited block is recognised."""


@dataclass(frozen=True)
class Group:
    """Blocks of the source and of the translation that say the same; one side is empty where the other stands alone."""

    source: tuple[int, ...]
    """Places in the source's list of blocks."""
    target: tuple[int, ...]
    """Places in the translation's list."""


@dataclass(frozen=True)
class Tie:
    """What sync.yaml knows: this text of a translation was made from a source text with these sentences."""

    source: str
    """Hash of the source block."""
    sketch: tuple[str, ...]
    parts: int = 1
    """Blocks of the translation that were made from it."""


def align(source: Sequence[Block], target: Sequence[Block], ties: Mapping[str, Sequence[Tie]] | None = None) -> list[Group]:
    """All blocks of both sides in groups, in the order of the source, each orphan after the block that it follows.

    `ties` are looked up by the hash of a block of the translation.
    """
    work = _Aligner(source, target)
    if ties:
        work.by_ties(ties)
    work.by_labels()
    work.by_content()
    work.by_order()
    work.by_likeness()
    return work.groups()


class _Aligner:
    """The groups found so far, as a mapping in both directions."""

    def __init__(self, source: Sequence[Block], target: Sequence[Block]) -> None:
        self.source, self.target = source, target
        self.of_source: dict[int, tuple[int, ...]] = {}
        self.of_target: dict[int, tuple[int, ...]] = {}
        letters = sum(block.size for block in source) or 1
        self.rate = (sum(block.size for block in target) or 1) / letters

    def tie(self, left: Iterable[int], right: Iterable[int]) -> None:
        """Put blocks into one group."""
        sources, targets = tuple(left), tuple(right)
        for index in sources:
            self.of_source[index] = targets
        for index in targets:
            self.of_target[index] = sources

    # what was accepted

    def by_ties(self, ties: Mapping[str, Sequence[Tie]]) -> None:
        """Pairs that sync.yaml names by the hashes of both sides, then edited, split and joined blocks by their sentences."""
        free = defaultdict(list)
        for index, block in enumerate(self.source):
            free[block.hash].append(index)
        taken: dict[str, list[int]] = {}
        edited: list[tuple[int, list[Tie]]] = []
        for index, block in enumerate(self.target):
            known = list({tie.source: tie for tie in ties.get(block.hash, ())}.values())
            found = sorted(free[tie.source].pop(0) for tie in known if free.get(tie.source))
            if found:
                self.tie(found, (index,))
                taken.update((tie.source, found) for tie in known)
            elif partners := next((taken[tie.source] for tie in known if tie.source in taken and tie.parts > 1), None):
                self.tie(partners, (*self.of_source[partners[0]], index))
            elif known:
                edited.append((index, known))
        self.by_sentences(edited)

    def by_sentences(self, edited: Sequence[tuple[int, list[Tie]]]) -> None:
        places = defaultdict(set)
        for index, block in enumerate(self.source):
            if index not in self.of_source:
                for sentence in block.sketch:
                    places[sentence].add(index)
        wanted: dict[int, list[int]] = defaultdict(list)
        for index, known in edited:
            sentences = {sentence for tie in known for sentence in tie.sketch}
            hits = Counter(place for sentence in sentences for place in places.get(sentence, ()))
            for place, count in hits.items():
                share = max(count / len(set(self.source[place].sketch)), count / len(sentences))
                if share >= TOGETHER and self.source[place].kind == self.target[index].kind:
                    wanted[index].append(place)
        self.tie_connected(wanted)

    def tie_connected(self, wanted: Mapping[int, list[int]]) -> None:
        """One group for all blocks that hang together: a split has one target and several sources, a join the reverse."""
        owners: dict[int, list[int]] = defaultdict(list)
        for index, places in wanted.items():
            for place in places:
                owners[place].append(index)
        for index, places in wanted.items():
            if index in self.of_target:
                continue
            sources, targets = sorted(places), [index]
            if len(places) == 1:
                targets = sorted(t for t in owners[places[0]] if wanted[t] == places)
            free = [place for place in _run(sources) if place not in self.of_source]
            if free:
                self.tie(free, targets)

    # labels and contents

    def by_labels(self) -> None:
        """Blocks that define the same label."""
        here = {label: index for index, block in enumerate(self.target) for label in block.labels if index not in self.of_target}
        for index, block in enumerate(self.source):
            if index in self.of_source:
                continue
            for label in block.labels:
                other = here.get(label)
                if other is not None and other not in self.of_target and _fits(block, self.target[other]):
                    self.tie((index,), (other,))
                    break

    def by_content(self) -> None:
        """Blocks of one section whose language-neutral contents are the same and unique there."""
        left, right = self._unique(self.source, self.of_source), self._unique(self.target, self.of_target)
        pairs = [(left[key], right[key]) for key in left.keys() & right.keys()]
        for first, second in pairs:
            self.tie((first,), (second,))

    @staticmethod
    def _unique(blocks: Sequence[Block], done: Mapping[int, object]) -> dict[tuple[object, ...], int]:
        found: dict[tuple[object, ...], int] = {}
        doubled = set()
        for index, block in enumerate(blocks):
            strong = tuple(sorted(f for f in block.features if f[0] in "cqmkiru"))
            if index in done or len(strong) < 2:
                continue
            key = (block.section, block.kind, strong)
            if key in found:
                doubled.add(key)
            found[key] = index
        return {key: index for key, index in found.items() if key not in doubled}

    # order

    def by_order(self) -> None:
        """The rest, section by section, in the gaps between what is tied in order."""
        right = defaultdict(list)
        for index, block in enumerate(self.target):
            right[block.section].append(index)
        left = defaultdict(list)
        for index, block in enumerate(self.source):
            left[block.section].append(index)
        renamed = self._renamed(left, right)
        for section, sources in left.items():
            targets = right.get(renamed.get(section, section), [])
            for gap in self._gaps(sources, targets):
                self._pair(*gap)

    def _renamed(self, left: Mapping[str, list[int]], right: Mapping[str, list[int]]) -> dict[str, str]:
        """Sections whose label differs, by the order in which they stand between common ones."""
        mine, theirs = [s for s in left if s not in right], [s for s in right if s not in left]
        if not mine or not theirs:
            return {}
        order = {section: place for place, section in enumerate(left)}
        after = {section: place for place, section in enumerate(right)}
        common = [s for s in left if s in right]

        def neighbours(section: str, places: Mapping[str, int]) -> str:
            before = [s for s in common if places[s] < places[section]]
            return max(before, key=lambda s: places[s]) if before else ""

        spots: dict[str, list[str]] = defaultdict(list)
        for section in theirs:
            spots[neighbours(section, after)].append(section)
        return {section: spots[spot].pop(0) for section in mine if spots.get(spot := neighbours(section, order))}

    def _gaps(self, sources: Sequence[int], targets: Sequence[int]) -> Iterator[tuple[list[int], list[int]]]:
        """The untied blocks of both sides between anchors that stand in the same order."""
        where = {index: place for place, index in enumerate(targets)}
        anchors = [(place, where[partner[-1]]) for place, index in enumerate(sources)
                   if (partner := self.of_source.get(index)) and partner[-1] in where]
        last_left = last_right = -1
        for left, right in [*_rising(anchors), (len(sources), len(targets))]:
            one = [i for i in sources[last_left + 1:left] if i not in self.of_source]
            two = [i for i in targets[last_right + 1:right] if i not in self.of_target]
            if one and two:
                yield one, two
            last_left, last_right = left, right

    def _pair(self, left: Sequence[int], right: Sequence[int]) -> None:
        """The cheapest pairing of two runs that keeps their order."""
        rows, columns = len(left), len(right)
        best: dict[tuple[int, int], tuple[float, int, int]] = {(0, 0): (0.0, 0, 0)}
        slope = columns / rows
        for i in range(rows + 1):
            middle = int(i * slope)
            for j in range(max(0, middle - BAND), min(columns, middle + BAND) + 1):
                if i or j:
                    best[i, j] = self._step(best, left, right, i, j)
        self._follow(best, left, right)

    def _step(self, best: Mapping[tuple[int, int], tuple[float, int, int]], left: Sequence[int], right: Sequence[int], i: int,
              j: int) -> tuple[float, int, int]:
        found = (float("inf"), 0, 0)
        for a, b in ((1, 0), (0, 1), (1, 1), (2, 1), (1, 2)):
            before = best.get((i - a, j - b))
            if before is None or before[0] + (JOIN if a + b > 2 else 0.0) >= found[0]:
                continue
            step = SKIP if not a or not b else self.cost(left[i - a:i], right[j - b:j], found[0] - before[0])
            price = before[0] + step
            if price < found[0]:
                found = (price, a, b)
        return found

    def _follow(self, best: Mapping[tuple[int, int], tuple[float, int, int]], left: Sequence[int], right: Sequence[int]) -> None:
        i, j = len(left), len(right)
        while (i or j) and (i, j) in best:
            _, a, b = best[i, j]
            if a and b:
                self.tie(left[i - a:i], right[j - b:j])
            if not a and not b:
                return
            i, j = i - a, j - b

    def cost(self, left: Sequence[int], right: Sequence[int], limit: float) -> float:
        """How unlikely it is that these say the same: 0 for equal contents and lengths, 1 for nothing in common, 9 for other kinds.

        Beyond `limit` the exact cost does not matter.
        """
        one, two = [self.source[i] for i in left], [self.target[i] for i in right]
        if not all(_fits(a, b) for a in one for b in two):
            return 9.0
        joined = JOIN if len(one) + len(two) > 2 else 0.0
        if joined and one[0].kind != "text":
            return 9.0
        size, other = sum(block.size for block in one) * self.rate, sum(block.size for block in two)
        length = min(1.0, abs(log((size + 12) / (other + 12))))
        if joined + 0.4 * length >= limit:
            return 9.0
        common = _share(one, two)
        renamed = 0.2 if any(b.labels for b in one) and any(b.labels for b in two) else 0.0
        return joined + renamed + 0.4 * length + (0.3 if common is None else 0.6 * (1 - common))

    # what is left

    def by_likeness(self) -> None:
        """Blocks that were moved and reworded: by what they contain, wherever they stand."""
        free = [index for index in range(len(self.target)) if index not in self.of_target and len(self.target[index].features) > 2]
        for index, block in enumerate(self.source):
            if index in self.of_source or len(block.features) < 3:
                continue
            scored = [(share, other) for other in free if _fits(block, self.target[other])
                      and (share := _share([block], [self.target[other]]) or 0.0) >= ALIKE]
            if scored:
                share, other = max(scored, key=lambda pair: (pair[0], -abs(pair[1] - index)))
                self.tie((index,), (other,))
                free.remove(other)

    def groups(self) -> list[Group]:
        """Everything in groups, in order."""
        after: dict[int, list[Group]] = defaultdict(list)
        last = -1
        for index in range(len(self.target)):
            partner = self.of_target.get(index)
            if partner:
                last = partner[0]
            else:
                after[last].append(Group((), (index,)))
        found = after.pop(-1, [])
        for index in range(len(self.source)):
            targets = self.of_source.get(index)
            if targets is None:
                found.append(Group((index,), ()))
            elif self.of_target[targets[0]][0] == index:
                found.append(Group(self.of_target[targets[0]], targets))
            found += after.pop(index, [])
        return found


def _fits(one: Block, two: Block) -> bool:
    """Whether one can be a translation of the other by what they are."""
    return one.kind == two.kind and (one.level == two.level or not one.level)


def _share(one: Sequence[Block], two: Sequence[Block]) -> float | None:
    """The share of common features; None where neither side has any. Names weigh less: translations explain them in brackets."""
    left, right = _features(one), _features(two)
    if not left and not right:
        return None
    total = sum(block.weight for block in one) + sum(block.weight for block in two)
    return 2 * sum(WEIGHTS.get(f[0], 1.0) * min(count, right[f]) for f, count in left.items() if f in right) / total


def _features(blocks: Sequence[Block]) -> Counter[str]:
    if len(blocks) == 1:
        return blocks[0].counted
    found: Counter[str] = Counter()
    for block in blocks:
        found.update(block.counted)
    return found


def _run(places: Sequence[int]) -> list[int]:
    """The longest stretch of places that follow one another directly."""
    best: list[int] = []
    run: list[int] = []
    for place in places:
        run = [*run, place] if run and place == run[-1] + 1 else [place]
        best = run if len(run) > len(best) else best
    return best


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest subsequence whose second places rise (the first ones do)."""
    tails: list[int] = []
    ends: list[int] = []
    back: list[int] = []
    for index, (_, value) in enumerate(pairs):
        at = bisect_left(tails, value)
        back.append(ends[at - 1] if at else -1)
        if at == len(tails):
            tails.append(value)
            ends.append(index)
        else:
            tails[at], ends[at] = value, index
    found, index = [], ends[-1] if ends else -1
    while index >= 0:
        found.append(pairs[index])
        index = back[index]
    return found[::-1]
