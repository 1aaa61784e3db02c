"""FLOPs and bytes of one forward pass, operator by operator.

Conventions, each an option: causal pairs; the head on the last position of a sequence; a latent cache is expanded when
there is no history and absorbed when there is; a multiply-add is two operations; norms, activations and biases are not
counted; every expert that can be reached is read once.
"""

from infra_calc.parts import Cache, Mixing, State, Weight
from infra_calc.reach import earlier, pairs, square_pairs, written
from infra_calc.state import Layout
from infra_calc.storage import Scheme

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from infra_calc.model import Model


class Pass:
    """One forward pass: `tokens` new tokens in each of `batch` sequences that already have `history`."""

    def __init__(
        self, tokens: int, history: int = 0, batch: int = 1, attention: str = "causal", head: str = "last",
        latent: str = "auto", experts: str = "most", layout: "Layout | None" = None, scheme: "Scheme | None" = None,
    ) -> None:  # fmt: skip
        """attention: causal or square; head: last or all; latent: expanded, absorbed or auto; experts: most, uniform."""
        self.tokens = tokens
        self.history = history
        self.batch = batch
        self.attention = attention
        self.head = head
        self.absorbed = latent == "absorbed" or (latent == "auto" and history > 0)
        self.experts = experts
        self.layout = layout or Layout()
        self.scheme = scheme or Scheme("bf16")

    def rows(self, weight: Weight) -> int:
        """Positions of all sequences that are multiplied with the weight."""
        if weight.rows == "last" and self.head == "last":
            return self.batch
        if weight.rows == "context" and not self.absorbed:
            return self.batch * (self.tokens + self.history)
        return self.batch * self.tokens

    def pairs(self, mixing: Mixing) -> int:
        """Query-key pairs of all sequences."""
        count = square_pairs if self.attention == "square" else pairs
        return self.batch * count(mixing.reach, self.tokens, self.history)

    def touched(self, weight: Weight) -> int:
        """Copies of a weight that are read: the most that can be reached, or the expectation of uniform routing."""
        most = min(weight.copies, weight.used * self.batch * self.tokens)
        if self.experts == "most" or weight.used == weight.copies:
            return most
        missed = (1 - weight.used / weight.copies) ** (self.batch * self.tokens)
        return round(weight.copies * (1 - missed))


def operators(model: "Model", run: Pass) -> "list[dict[str, Any]]":
    """A row for each operator, the same operator of several layers together, in the order of the model."""
    rows: dict[tuple[str, ...], dict[str, Any]] = {}
    for part, times in model.counted():
        row = _operator(model, part, times, run)
        if row is None:
            continue
        known = rows.setdefault((row["component"], row["name"], row["shape"]), row)
        if known is not row:
            known["layers"] += times
            for key in SUMS:
                known[key] += row[key]
    for row in rows.values():
        row["formula"] = _formula(row, run)
    return list(rows.values())


def totals(rows: "list[dict[str, Any]]") -> dict[str, int]:
    """The sums over the operators."""
    return {key: sum(row[key] for row in rows) for key in SUMS}


SUMS = [
    "flops",
    "weight_bytes",
    "kv_read_bytes",
    "kv_written_bytes",
    "recurrent_read_bytes",
    "recurrent_written_bytes",
    "activation_bytes",
]


def step_weight_bytes(model: "Model", run: Pass) -> int:
    """Weights that the pass reads; a look-up table is not read whole and does not count."""
    return sum(
        times * run.touched(weight) * run.scheme.one(weight)
        for weight, times in model.weights(vision=False)
        if weight.kind != "table"
    )


def kv_read_bytes(model: "Model", run: Pass) -> int:
    """Cache entries of the history that the pass reads, each once."""
    return run.batch * sum(
        times * earlier(part.read, run.history, run.tokens) * run.layout.entry_bytes(part)
        for part, times in model.counted()
        if isinstance(part, Cache)
    )


def overtaking_batch(model: "Model", run: Pass) -> "int | None":
    """The smallest batch whose cache reads exceed its weight reads; None if 2^40 sequences do not."""

    def more(batch: int) -> bool:
        run.batch = batch
        return kv_read_bytes(model, run) > step_weight_bytes(model, run)

    batch, high = run.batch, 1
    while high < 2**40 and not more(high):
        high *= 2
    low, found = high // 2, high if more(high) else None
    while found and found - low > 1:
        middle = (low + found) // 2
        low, found = (low, middle) if more(middle) else (middle, found)
    run.batch = batch
    return found


def _operator(model: "Model", part: "Any", times: int, run: Pass) -> "dict[str, Any] | None":
    row: dict[str, Any] = {"component": part.component, "name": part.name, "layers": times, "shape": "", "formula": ""}
    row.update(dict.fromkeys(SUMS, 0))
    tokens = run.batch * run.tokens
    if isinstance(part, Weight):
        row.update(shape=part.shape(), kind=part.kind, rows=run.rows(part), flops=times * part.flops(run.rows(part)))
        row["factors"] = (part.used, part.inputs, part.outputs)
        if part.kind == "table":
            row["activation_bytes"] = times * 4 * tokens * part.outputs
        else:
            row["weight_bytes"] = times * run.touched(part) * run.scheme.one(part)
        if part.kind in ("matrix", "convolution"):
            width = 1 if part.kind == "convolution" else part.inputs
            width = part.outputs if part.kind == "convolution" else width
            row["activation_bytes"] = times * 2 * run.rows(part) * part.used * (width + part.outputs)
    elif isinstance(part, Mixing):
        widths = part.absorbed if run.absorbed and part.absorbed else (part.width_qk, part.width_v)
        count = run.pairs(part)
        row.update(shape=_mixing_shape(part, widths), kind="mixing", flops=times * part.flops(count, run.absorbed))
        row.update(factors=(part.heads, widths[0], widths[1]), rows=count)
        row["activation_bytes"] = times * 2 * tokens * part.heads * sum(widths)
    elif isinstance(part, Cache):
        size = run.batch * times * run.layout.entry_bytes(part)
        row.update(shape=f"{part.width} × {reach_text(part.reach)}", kind="cache", factors=(), rows=0)
        row["kv_read_bytes"] = size * earlier(part.read, run.history, run.tokens)
        row["kv_written_bytes"] = size * written(part.reach, run.tokens, run.history)
    elif isinstance(part, State):
        size = run.batch * times * run.layout.state_bytes(part, model)
        row.update(shape=str(part.numbers), kind="state", factors=(part.flops_per_token,), rows=tokens)
        row.update(flops=times * tokens * part.flops_per_token, recurrent_written_bytes=size)
        row["recurrent_read_bytes"] = size if run.history else 0
    return row


def _mixing_shape(part: Mixing, widths: tuple[int, int]) -> str:
    width = f"{widths[0]} + {widths[1]}" if widths[1] else str(widths[0])
    return f"{part.heads} × ({width}), {reach_text(part.reach)}"


def reach_text(reach: "tuple[Any, ...]") -> str:
    """`full`, `window 128`, `one in 4`, …"""
    kind = str(reach[0])
    if kind == "blocks":
        return f"one in {reach[1]}"
    if kind == "top blocks":
        return f"top {reach[2]}, one in {reach[1]}"
    return kind if len(reach) == 1 else f"{kind} {reach[1]}"


def _formula(row: "dict[str, Any]", run: Pass) -> str:
    """How the row's FLOPs, or else its bytes, come about, in the numbers of this pass."""
    layers, factors, rows = row["layers"], row["factors"], row["rows"]
    many = f"{layers} × " if layers > 1 else ""
    if row["kind"] in ("matrix", "convolution"):
        used = f"{factors[0]} × " if factors[0] > 1 else ""
        return f"2 × {many}{used}{factors[1]} × {factors[2]} × {rows:,} {'row' if rows == 1 else 'rows'}"
    if row["kind"] == "mixing":
        return f"2 × {many}{factors[0]} × ({factors[1]} + {factors[2]}) × {rows:,} pairs"
    if row["kind"] == "state" and factors[0]:
        return f"{many}{factors[0]:,} a token × {rows:,} tokens"
    return ""
