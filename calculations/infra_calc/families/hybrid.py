"""Models with layers of fixed-size state: Qwen3-Next and Qwen3.5, Kimi Linear, Nemotron-H, MiniMax-Text-01."""

from infra_calc.attention import grouped
from infra_calc.families.blocks import expert_choice, head_counts, head_width, language_model
from infra_calc.families.deepseek import latent_attention
from infra_calc.families.mixture import qwen_experts, sparse_layers
from infra_calc.feedforward import experts, gated, plain
from infra_calc.parts import Weight, norm
from infra_calc.recurrence import gated_delta, kimi_delta, lightning, mamba2

TYPE_CHECKING = False
if TYPE_CHECKING:
    from infra_calc.config import Fields
    from infra_calc.model import Model
    from infra_calc.parts import Part

KINDS = ["linear_attention", "full_attention"]


def read_qwen3_next(fields: "Fields") -> "Model":
    """Qwen3-Next: three gated delta nets to one gated attention, experts with a gated shared one."""
    hidden = fields.count("hidden_size")
    block = qwen_experts(fields, hidden, 10, True)
    dense = gated(hidden, fields.count("intermediate_size", 5632))
    return _qwen(fields, 2, block, dense, sparse_layers(fields, fields.layers()))


def read_qwen3_5_text(fields: "Fields") -> "Model":
    """Qwen3.5 and 3.6, dense."""
    fields.only("mlp_only_layers", [])
    dense = gated(fields.count("hidden_size"), fields.count("intermediate_size"))
    return _qwen(fields, 4, [], dense, [False] * fields.layers())


def read_qwen3_5_moe_text(fields: "Fields") -> "Model":
    """Qwen3.5 and 3.6 with experts in every layer."""
    fields.only("mlp_only_layers", [])
    fields.ignore("intermediate_size")
    block = qwen_experts(fields, fields.count("hidden_size"), 8, True)
    return _qwen(fields, 2, block, [], [True] * fields.layers())


def _qwen(
    fields: "Fields", kv_default: int, block: "list[Part]", dense: "list[Part]", sparse: list[bool]
) -> "Model":
    hidden, layers = fields.count("hidden_size"), fields.layers()
    fields.only("attn_output_gate", True)
    heads, kv_heads = head_counts(fields, kv_default)
    width, bias = fields.count("head_dim", 256), fields.switch("attention_bias", False)
    interval = fields.count("full_attention_interval", 4)
    order = fields.kinds("layer_types", layers, KINDS) or [
        "linear_attention" if (index + 1) % interval else "full_attention" for index in range(layers)
    ]
    linear = gated_delta(
        hidden, fields.count("linear_num_key_heads"), fields.count("linear_num_value_heads"),
        fields.count("linear_key_head_dim", 128), fields.count("linear_value_head_dim", 128),
        fields.count("linear_conv_kernel_dim", 4),
    )  # fmt: skip
    full = grouped(hidden, heads, kv_heads, width, ("full",), bias, bias, (width, width), gate=True)
    built: list[tuple[str, list[Part]]] = []
    for kind, wide in zip(order, sparse, strict=True):
        mixer = linear if kind == "linear_attention" else full
        norms = [norm("layer norm 1", hidden), norm("layer norm 2", hidden)]
        label = kind if all(sparse) or not any(sparse) else f"{kind}, {'experts' if wide else 'dense'}"
        built.append((label, [*norms, *mixer, *(block if wide else dense)]))
    return _with_state(fields, built, hidden, "mamba_ssm_dtype")


def read_kimi_linear(fields: "Fields") -> "Model":
    """Kimi Linear: three Kimi delta attentions to one MLA without positions, experts after the first layer."""
    hidden, layers = fields.count("hidden_size"), fields.layers()
    heads = fields.count("num_attention_heads")
    fields.only("num_key_value_heads", heads)
    fields.ignore("head_dim", "qk_head_dim")
    fields.only("mla_use_nope", True)
    fields.only("moe_layer_freq", 1)
    order, linear = _kimi_layers(fields, hidden, layers)
    full = latent_attention(fields, hidden, heads, (None, 512, 128, 64, 128))
    number = fields.count("num_experts" if fields.has("num_experts") else "num_local_experts", 256)
    key = "num_experts_per_token" if fields.has("num_experts_per_token") else "num_experts_per_tok"
    inner = fields.count("moe_intermediate_size", 1024)
    many = "num_shared_experts" if fields.has("num_shared_experts") else "n_shared_experts"
    shared = fields.count(many, 1, least=0) * inner
    block = experts(hidden, inner, number, expert_choice(fields, number, 8, key))
    block += gated(hidden, shared, component="shared experts") if shared else []
    dense = gated(hidden, fields.count("intermediate_size"))
    first = fields.count("first_k_dense_replace", 1, least=0)
    kinds = fields.kinds("mlp_layer_types", layers, ["dense", "sparse"])
    sparse = [kind == "sparse" for kind in kinds] if kinds else [index >= first for index in range(layers)]
    norms: list[Part] = [norm("layer norm 1", hidden), norm("layer norm 2", hidden)]
    built = []
    for kind, wide in zip(order, sparse, strict=True):
        mixer = linear if kind == "linear_attention" else full
        label = f"{kind}, {'experts' if wide else 'dense'}"
        built.append((label, [*norms, *mixer, *(block if wide else dense)]))
    return language_model(fields, built, hidden)


def _kimi_layers(fields: "Fields", hidden: int, layers: int) -> "tuple[list[str], list[Part]]":
    order = fields.kinds("layer_types", layers, KINDS)
    if not fields.has("linear_attn_config"):
        order = order or ["full_attention" if i and i % 4 == 0 else "linear_attention" for i in range(layers)]
        sizes = [("linear_num_heads", 32), ("linear_head_dim", 128), ("linear_conv_kernel_dim", 4)]
        heads, width, kernel = (fields.count(key, default) for key, default in sizes)
        return order, kimi_delta(hidden, heads, width, kernel)
    inner = fields.part("linear_attn_config")
    full, linear = inner.indices("full_attn_layers") or [], inner.indices("kda_layers") or []
    if order is None and sorted(full + linear) != list(range(1, layers + 1)):
        raise inner.refuse("full_attn_layers", f"and kda_layers must name each of the layers 1 to {layers} once")
    order = order or ["full_attention" if index + 1 in full else "linear_attention" for index in range(layers)]
    heads, width = inner.count("num_heads", 32), inner.count("head_dim", 128)
    parts = kimi_delta(hidden, heads, width, inner.count("short_conv_kernel_size", 4))
    inner.finish()
    return order, parts


def read_nemotron_h(fields: "Fields") -> "Model":
    """Nemotron-H and Nemotron 3: each layer is one block: Mamba-2, attention, dense or experts."""
    hidden = fields.count("hidden_size")
    fields.only("sliding_window")
    fields.ignore("expand")
    heads, kv_heads = head_counts(fields, 8)
    for key in ("attention_bias", "mamba_proj_bias", "tie_word_embeddings"):
        fields.only(key, False)  # the library's class leaves these three out, whatever the file says
    width, slim = fields.count("head_dim", 128), fields.switch("mlp_bias", False)
    fields.only("attention_head_dim", width)
    order, kernel = _nemotron_layers(fields), fields.count("conv_kernel", 4)
    mamba = mamba2(
        hidden, fields.count("mamba_num_heads"), fields.count("mamba_head_dim"), fields.count("n_groups"),
        fields.count("ssm_state_size"), kernel, fields.switch("use_conv_bias", True),
        fields.switch("use_bias", False),
    )  # fmt: skip
    blocks: dict[str, list[Part]] = {
        "mamba": mamba,
        "attention": grouped(hidden, heads, kv_heads, width),
        "mlp": plain(hidden, fields.count("intermediate_size", None if "mlp" in order else 1), slim),
        "moe": _nemotron_experts(fields, hidden, slim) if "moe" in order else [],
    }
    if "moe" not in order:
        fields.ignore(*MIXTURE_FIELDS)
    layers = [(kind, [norm("layer norm", hidden), *blocks[kind]]) for kind in order]
    return _with_state(fields, layers, hidden, "mamba_ssm_cache_dtype")


def _with_state(fields: "Fields", layers: "list[tuple[str, list[Part]]]", hidden: int, key: str) -> "Model":
    """The model, with the data type of its recurrent state from the field `key`."""
    fields.only(key, "float32", "bfloat16", "float16")
    model = language_model(fields, layers, hidden)
    model.state_bytes = 4 if fields.get(key) in (None, "float32") else 2
    return model


def _nemotron_layers(fields: "Fields") -> list[str]:
    letters = {"M": "mamba", "*": "attention", "-": "mlp", "E": "moe"}
    names = {"linear_attention": "mamba", "full_attention": "attention", **{each: each for each in letters.values()}}
    pattern = fields.get("hybrid_override_pattern")
    if pattern is not None:
        if not isinstance(pattern, str) or not pattern or set(pattern) - set(letters) or len(pattern) > 10_000:
            raise fields.refuse("hybrid_override_pattern", "must be letters M, E, - and *, one for each layer")
        order = [letters[letter] for letter in pattern]
    else:
        key = "layers_block_type" if fields.has("layers_block_type") else "layer_types"
        given = fields.get(key)
        if not isinstance(given, list) or len(given) > 10_000:
            raise fields.refuse("hybrid_override_pattern", "is missing; it says what each layer is")
        order = [names[each] for each in fields.kinds(key, len(given), names) or []]
    if fields.has("num_hidden_layers") and fields.layers() != len(order):
        raise fields.refuse("num_hidden_layers", f"disagrees with the {len(order)} layers of the pattern")
    fields.ignore("num_hidden_layers", "layer_types", "layers_block_type")
    return order


MIXTURE_FIELDS = [
    "n_routed_experts",
    "moe_intermediate_size",
    "moe_shared_expert_intermediate_size",
    "num_experts_per_tok",
    "n_shared_experts",
    "moe_latent_size",
]


def _nemotron_experts(fields: "Fields", hidden: int, bias: bool) -> "list[Part]":
    number, inner, shared = (fields.count(key) for key in MIXTURE_FIELDS[:3])
    narrow = fields.optional("moe_latent_size")
    block = experts(
        narrow or hidden, inner, number, expert_choice(fields, number, 2), plain=True, router_inputs=hidden
    )
    fields.only("n_shared_experts", 1)
    block += plain(hidden, shared, bias, "shared experts")
    if narrow:
        block.append(Weight("expert latents", "latent down", hidden, narrow, bias))
        block.append(Weight("expert latents", "latent up", narrow, hidden, bias))
    return block


def read_minimax(fields: "Fields") -> "Model":
    """MiniMax-Text-01: lightning attention and full attention, experts in every layer."""
    hidden, layers = fields.count("hidden_size"), fields.layers()
    heads, kv_heads = head_counts(fields, 8)
    width = head_width(fields, hidden, heads)
    fields.only("sliding_window")
    fields.only("shared_intermediate_size", 0)
    given = fields.indices("attn_type_list")
    order = fields.kinds("layer_types", layers, KINDS)
    if order is None and given is not None:
        if len(given) != layers or set(given) - {0, 1}:
            raise fields.refuse("attn_type_list", f"must be 0 or 1 for each of {layers} layers")
        order = [KINDS[each] for each in given]
    order = order or [KINDS[(index + 1) % 2] for index in range(layers)]
    number = fields.count("num_local_experts", 8)
    block = experts(hidden, fields.count("intermediate_size"), number, expert_choice(fields, number, 2))
    mixers = {KINDS[0]: lightning(hidden, heads, width), KINDS[1]: grouped(hidden, heads, kv_heads, width)}
    norms: list[Part] = [norm("layer norm 1", hidden), norm("layer norm 2", hidden)]
    return language_model(fields, [(kind, [*norms, *mixers[kind], *block]) for kind in order], hidden)
