"""What a model is made of: weights, attention over a cache, caches and recurrent states, each with its own figures.

A weight says in one place how many parameters it has, how many of them one token uses, and what work that is; so
parameters, active parameters, bytes and FLOPs of a model come from the same list and cannot drift apart.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from infra_calc.reach import Reach


class Weight:
    """`copies` matrices of `outputs` × `inputs`, with a bias, of which a token uses `used`.

    kind: "matrix" (multiplied with tokens), "convolution" (`inputs` is its kernel), "vector" (norms, gates, biases of
    their own), "table" (looked up).
    rows: which positions it is multiplied with: "every", "last" (the head), "context" (also the history).
    """

    def __init__(
        self, component: str, name: str, inputs: int, outputs: int, bias: bool = False, copies: int = 1,
        used: "int | None" = None, kind: str = "matrix", rows: str = "every", shared: bool = False,
    ) -> None:  # fmt: skip
        """`shared`: the numbers are stored with another weight (a tied head), so it adds work but no parameters."""
        self.component = component
        self.name = name
        self.inputs = inputs
        self.outputs = outputs
        self.bias = outputs if bias else 0
        self.copies = copies
        self.used = copies if used is None else used
        self.kind = kind
        self.rows = rows
        self.shared = shared

    def one(self) -> int:
        """Parameters of one copy."""
        return self.inputs * self.outputs + self.bias

    def parameters(self) -> int:
        """Stored parameters."""
        return 0 if self.shared else self.copies * self.one()

    def active(self) -> int:
        """Parameters that one token uses."""
        return 0 if self.shared else self.used * self.one()

    def flops(self, rows: int) -> int:
        """Two operations for each multiply-add; biases and look-ups are not counted."""
        return 2 * self.used * self.inputs * self.outputs * rows if self.kind in ("matrix", "convolution") else 0

    def shape(self) -> str:
        """`8 of 128 × 4096 × 768`: copies used, copies, inputs, outputs."""
        many = "" if self.copies == 1 else f"{self.copies} × "
        many = many if self.used == self.copies else f"{self.used} of {many}"
        return f"{many}{self.inputs} × {self.outputs}" if self.kind != "vector" else f"{many}{self.outputs}"


class Mixing:
    """Attention of new queries over cache entries: scores of width `width_qk`, then values of width `width_v`.

    `absorbed` holds the two widths when a latent cache is attended without expanding it (MLA).
    """

    def __init__(
        self, name: str, heads: int, width_qk: int, width_v: int, reach: "Reach",
        component: str = "attention", absorbed: "tuple[int, int] | None" = None,
    ) -> None:  # fmt: skip
        """A lightning indexer has scores and no values: `width_v` is 0."""
        self.component = component
        self.name = name
        self.heads = heads
        self.width_qk = width_qk
        self.width_v = width_v
        self.reach = reach
        self.absorbed = absorbed

    def flops(self, pairs: int, absorbed: bool = False) -> int:
        """2 · heads · (width of scores + width of values) for each query-key pair."""
        width_qk, width_v = self.absorbed if absorbed and self.absorbed else (self.width_qk, self.width_v)
        return 2 * self.heads * (width_qk + width_v) * pairs


class Cache:
    """Entries of `width` numbers that grow with the context; kind "kv" or "index" names their data type."""

    def __init__(
        self, name: str, width: int, reach: "Reach", kind: str = "kv", expanded: "int | None" = None,
        read: "Reach | None" = None,
    ) -> None:  # fmt: skip
        """`expanded` is the width if a latent is kept as full keys and values; `read` the reach of one step's reads."""
        self.component = "cache"
        self.name = name
        self.width = width
        self.reach = reach
        self.read = read or reach
        self.kind = kind
        self.expanded = expanded


class State:
    """`numbers` of fixed size for each sequence; kind "state" (float32 unless told) or "conv" (activation type)."""

    def __init__(self, name: str, numbers: int, kind: str = "state", flops_per_token: int = 0) -> None:
        """`flops_per_token` is the work of one recurrent step, 2 for each multiply-add."""
        self.component = "recurrence"
        self.name = name
        self.numbers = numbers
        self.kind = kind
        self.flops_per_token = flops_per_token


if TYPE_CHECKING:
    Part = Weight | Mixing | Cache | State


def vector(component: str, name: str, size: int, copies: int = 1) -> Weight:
    """Parameters without a matrix product: a norm, a gate, a bias that stands alone."""
    return Weight(component, name, 1, size, copies=copies, kind="vector")


def norm(name: str, size: int, bias: bool = False) -> Weight:
    """RMSNorm has `size` parameters, LayerNorm (`bias`) twice as many."""
    return Weight("norms", name, 1, size, bias=bias, kind="vector")


def convolution(name: str, channels: int, kernel: int, bias: bool = False) -> "list[Part]":
    """A causal depthwise convolution and the last kernel - 1 inputs that it keeps."""
    return [
        Weight("recurrence", name, kernel, channels, bias=bias, kind="convolution"),
        State(f"{name} state", channels * (kernel - 1), "conv"),
    ]
