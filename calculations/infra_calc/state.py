"""What a sequence keeps between steps: a cache that grows with the context and recurrent states that do not."""

from infra_calc.parts import Cache, State
from infra_calc.reach import kept

TYPE_CHECKING = False
if TYPE_CHECKING:
    from infra_calc.model import Model

BYTES = {"fp32": 4, "bf16": 2, "fp16": 2, "fp8": 1, "int8": 1}
KINDS = ["full", "window", "chunk", "blocks"]


class Layout:
    """How the cache is stored: bytes of a number, whether windows are capped, whether latents are kept expanded."""

    def __init__(
        self, kv_dtype: str = "bf16", index_dtype: "str | None" = None, windows: str = "capped", latent: str = "latent",
        state_dtype: "str | None" = None,
    ) -> None:  # fmt: skip
        """windows: "capped" keeps the window, "reserved" the whole context; latent: "latent" or "expanded"."""
        self.kv = BYTES[kv_dtype]
        self.index = BYTES[index_dtype or kv_dtype]
        self.capped = windows == "capped"
        self.expanded = latent == "expanded"
        self.state = BYTES[state_dtype] if state_dtype else None

    def entry_bytes(self, cache: Cache) -> int:
        """Bytes of one entry."""
        if cache.kind == "index":
            return cache.width * self.index
        return (cache.expanded if self.expanded and cache.expanded else cache.width) * self.kv

    def entries(self, cache: Cache, context: int) -> int:
        """Entries kept for `context` tokens."""
        if not self.capped and cache.reach[0] in ("window", "chunk"):
            return context
        return kept(cache.reach, context)

    def state_bytes(self, state: State, model: "Model") -> int:
        """Bytes of one recurrent state; the convolution keeps activations of 2 bytes."""
        return state.numbers * (2 if state.kind == "conv" else self.state or model.state_bytes)


def kv_bytes(model: "Model", context: int, layout: "Layout | None" = None) -> int:
    """Bytes of the growing caches of one sequence with `context` tokens."""
    layout = layout or Layout()
    return sum(
        times * layout.entries(part, context) * layout.entry_bytes(part)
        for part, times in model.counted()
        if isinstance(part, Cache)
    )


def recurrent_bytes(model: "Model", layout: "Layout | None" = None) -> int:
    """Bytes of the states of one sequence that do not grow."""
    layout = layout or Layout()
    return sum(
        times * layout.state_bytes(part, model) for part, times in model.counted() if isinstance(part, State)
    )


def kv_bytes_per_token(model: "Model", layout: "Layout | None" = None) -> "int | float":
    """Bytes that a token writes into all caches while no window is full; a compressed entry counts in shares."""
    layout = layout or Layout()
    span = 1
    for part, _ in model.counted():
        if isinstance(part, Cache) and part.reach[0] == "blocks":
            span = max(span, part.reach[1])
    total = sum(
        times * layout.entry_bytes(part) * (span // part.reach[1] if part.reach[0] == "blocks" else span)
        for part, times in model.counted()
        if isinstance(part, Cache)
    )
    return total // span if total % span == 0 else total / span
