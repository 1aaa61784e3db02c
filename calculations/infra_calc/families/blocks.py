"""What most readers share: head counts, the parts around the layers, which layers are of which kind."""

from infra_calc.model import Model, stacked
from infra_calc.parts import Weight, norm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from infra_calc.config import Fields
    from infra_calc.parts import Part
    from infra_calc.reach import Reach


def head_counts(fields: "Fields", kv_default: "int | None" = None) -> tuple[int, int]:
    """Query heads and key-value heads; without a default the latter are as many as the former."""
    heads = fields.count("num_attention_heads")
    kv_heads = fields.count("num_key_value_heads", kv_default or heads)
    if heads % kv_heads:
        raise fields.refuse("num_key_value_heads", f"must divide num_attention_heads, {heads}")
    return heads, kv_heads


def head_width(fields: "Fields", hidden: int, heads: int, default: "int | None" = None) -> int:
    """`head_dim`, or the library's default, or hidden / heads."""
    if not fields.has("head_dim") and default is None and hidden % heads:
        raise fields.refuse("head_dim", f"is missing and hidden_size {hidden} is no multiple of {heads} heads")
    return fields.count("head_dim", default or hidden // heads)


def language_model(
    fields: "Fields", layers: "list[tuple[str, list[Part]]]", hidden: int, tied: bool = False, bias: bool = False,
    last: "list[Part] | None" = None,
) -> Model:  # fmt: skip
    """Layers between a token embedding and a last norm with an output head; `tied` is the default."""
    vocabulary = fields.count("vocab_size")
    shared = fields.switch("tie_word_embeddings", tied)
    outside: list[Part] = [
        Weight("embedding", "token embedding", vocabulary, hidden, kind="table"),
        *(last or []),
        norm("last norm", hidden, bias),
        Weight("head", "output head", hidden, vocabulary, rows="last", shared=shared),
    ]
    fields.finish()
    order, kinds = stacked(layers)
    return Model(str(fields.get("model_type")), hidden, vocabulary, order, kinds, outside)


def window_kinds(fields: "Fields", layers: int, pattern: int) -> list[str]:
    """`layer_types`, or a full layer after each `pattern` - 1 sliding ones."""
    given = fields.kinds("layer_types", layers, ["sliding_attention", "full_attention"])
    return given or ["full_attention" if (i + 1) % pattern == 0 else "sliding_attention" for i in range(layers)]


def all_full(fields: "Fields", layers: int) -> None:
    """Refuse a `layer_types` that has anything but full attention."""
    fields.kinds("layer_types", layers, ["full_attention"])


def window(size: "int | None") -> "Reach":
    """A sliding window, or everything."""
    return ("full",) if size is None else ("window", size)


def expert_choice(fields: "Fields", number: int, default: "int | None", key: str = "num_experts_per_tok") -> int:
    """How many of `number` experts a token uses."""
    used = fields.count(key, default)
    if used > number:
        raise fields.refuse(key, f"must be at most the number of experts, {number}")
    return used
