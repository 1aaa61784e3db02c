"""How far a query looks back, and how many cache entries that keeps: sums in closed form, exact.

A reach is a tuple: `("full",)`, `("window", w)`, `("chunk", c)`, `("top", k)`, `("blocks", m)` (one entry stands for
m positions), `("top blocks", m, k)`. Positions count from 1 and a query sees itself.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Reach = tuple[Any, ...]  # a kind, then whole numbers

FULL = ("full",)


def seen(reach: "Reach", position: int) -> int:
    """Entries that the query at `position` is compared with."""
    kind = reach[0]
    if kind == "full":
        return position
    if kind in ("window", "top"):
        return min(position, _size(reach))
    if kind == "chunk":
        return (position - 1) % _size(reach) + 1 if position else 0
    blocks = position // _size(reach)
    return blocks if kind == "blocks" else min(blocks, _size(reach, 2))


def pairs(reach: "Reach", tokens: int, history: int = 0) -> int:
    """Query-key pairs of `tokens` new positions after `history`: the sum of `seen` over them."""
    return _sum_seen(reach, history + tokens) - _sum_seen(reach, history)


def square_pairs(reach: "Reach", tokens: int, history: int = 0) -> int:
    """Pairs when no causal mask is applied: every query sees what the last one may see."""
    last = history + tokens
    return tokens * (min(last, _size(reach)) if reach[0] == "chunk" else seen(reach, last))


def kept(reach: "Reach", context: int) -> int:
    """Entries that a cache of this reach holds for `context` tokens; windows and chunks are capped at their size."""
    if reach[0] == "chunk":
        return min(context, _size(reach))
    if reach[0] == "top":
        return context
    if reach[0] == "top blocks":
        return context // _size(reach)
    return seen(reach, context)


def earlier(reach: "Reach", history: int, tokens: int = 1) -> int:
    """Entries of a cache of `history` tokens that `tokens` new queries have to read, each entry once."""
    if reach[0] == "chunk":
        return history % _size(reach)
    if reach[0] == "top":
        return min(history, tokens * _size(reach))
    if reach[0] == "top blocks":
        return min(history // _size(reach), tokens * _size(reach, 2))
    return seen(reach, history)


def earlier_sum(reach: "Reach", steps: int, history: int) -> int:
    """The sum of `earlier` over `steps` steps of one token, the first one after `history` tokens (at least 1)."""
    if reach[0] == "chunk":
        return pairs(reach, steps, history) - steps
    return pairs(reach, steps, history - 1)


def written(reach: "Reach", tokens: int, history: int = 0) -> int:
    """Entries that `tokens` new tokens leave in the cache."""
    if reach[0] in ("window", "chunk"):
        return min(tokens, _size(reach))
    if reach[0] in ("blocks", "top blocks"):
        return (history + tokens) // _size(reach) - history // _size(reach)
    return tokens


def _sum_seen(reach: "Reach", last: int) -> int:
    """The sum of `seen` over positions 1 … last."""
    kind = reach[0]
    if kind == "full":
        return _triangle(last)
    if kind in ("window", "top"):
        size = _size(reach)
        return _triangle(last) if last <= size else _triangle(size) + (last - size) * size
    if kind == "chunk":
        whole, rest = last // _size(reach), last % _size(reach)
        return whole * _triangle(_size(reach)) + _triangle(rest)
    if kind == "blocks":
        return _sum_blocks(last, _size(reach))
    size, most = _size(reach), _size(reach, 2)
    limit = size * most
    return _sum_blocks(last, size) if last < limit else _sum_blocks(limit - 1, size) + (last - limit + 1) * most


def _size(reach: "Reach", index: int = 1) -> int:
    """A number of the reach."""
    size: int = reach[index]
    return size


def _triangle(number: int) -> int:
    return number * (number + 1) // 2


def _sum_blocks(last: int, size: int) -> int:
    """The sum of floor(p / size) over p = 1 … last."""
    whole, rest = last // size, last % size
    return size * whole * (whole - 1) // 2 + whole * (rest + 1)
