"""Latent attention: DeepSeek V2 to V4, Kimi K2, GLM-5."""

from infra_calc.attention import compressed, indexer, latent
from infra_calc.families.blocks import expert_choice, language_model
from infra_calc.feedforward import experts, gated
from infra_calc.parts import Weight, norm, vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from infra_calc.config import Fields
    from infra_calc.model import Model
    from infra_calc.parts import Part
    from infra_calc.reach import Reach


def read_deepseek_v2(fields: "Fields") -> "Model":
    """DeepSeek-V2; an absent `q_lora_rank` could be V2-Lite's null or V2's 1536, so only V2-Lite's size decides it."""
    if not fields.given("q_lora_rank"):
        sizes = [fields.count(key) for key in ("hidden_size", "num_hidden_layers", "num_attention_heads")]
        if sizes != [2048, 27, 16]:
            raise fields.refuse("q_lora_rank", "is missing: null means none (V2-Lite), DeepSeek-V2 has 1536")
        fields.values = {**fields.values, "q_lora_rank": None}
        fields.notes.append("q_lora_rank is absent: none, as in DeepSeek-V2-Lite, whose size this is")
    return _latent_model(fields, (None, 512, 128, 64, 128), None, mlp_bias=True)


def read_deepseek_v3(fields: "Fields") -> "Model":
    """DeepSeek-V3, V3.1, R1; smaller models of this type have a null `q_lora_rank`, so an absent one is not assumed."""
    fields.only("mlp_bias", False)
    if not fields.given("q_lora_rank") and fields.count("hidden_size") != 7168:
        raise fields.refuse("q_lora_rank", "is missing: null means none, DeepSeek-V3 has 1536")
    return _latent_model(fields, (1536, 512, 128, 64, 128), 8)


def read_kimi_k2(fields: "Fields") -> "Model":
    """Kimi K2 is of DeepSeek-V3's class."""
    return read_deepseek_v3(fields)


def read_glm4_moe_lite(fields: "Fields") -> "Model":
    """GLM-4.7-Flash."""
    return _latent_model(fields, (768, 512, 192, 64, 256), 4, first=1)


def read_deepseek_v32(fields: "Fields") -> "Model":
    """DeepSeek-V3.2: an indexer selects 2,048 tokens (DSA)."""
    return _latent_model(fields, (1536, 512, 128, 64, 128), 8, (64, 128, 2048))


def read_glm_moe_dsa(fields: "Fields") -> "Model":
    """GLM-5: DSA; in later versions some layers reuse the selection of the layer before."""
    return _latent_model(fields, (2048, 512, 192, 64, 256), 8, (32, 128, 2048))


def _latent_model(
    fields: "Fields", widths: "tuple[int | None, int, int, int, int]", used: "int | None",
    index: "tuple[int, int, int] | None" = None, mlp_bias: bool = False, first: "int | None" = None,
) -> "Model":  # fmt: skip
    """Defaults: widths of query rank, latent rank, no-position, rotary, value; experts used; dense first layers."""
    hidden, layers = fields.count("hidden_size"), fields.layers()
    heads = fields.count("num_attention_heads")
    fields.only("num_key_value_heads", heads)
    fields.ignore("head_dim", "qk_head_dim")
    fields.only("moe_layer_freq", 1)
    plan = _index_plan(fields, layers, index)
    sparse = _sparse(fields, layers, first)
    dense = gated(hidden, fields.count("intermediate_size"), mlp_bias and fields.switch("mlp_bias", False))
    block = mixture_block(fields, hidden, used, mlp_bias)
    built: list[tuple[str, list[Part]]] = []
    made: dict[str, list[Part]] = {}
    for which, wide in zip(plan, sparse, strict=True):
        label = f"{which}, {'experts' if wide else 'dense'}"
        if label not in made:
            attention = latent_attention(fields, hidden, heads, widths, which, index)
            norms = [norm("layer norm 1", hidden), norm("layer norm 2", hidden)]
            made[label] = [*norms, *attention, *(block if wide else dense)]
        built.append((label, made[label]))
    return language_model(fields, built, hidden)


def latent_attention(
    fields: "Fields", hidden: int, heads: int, widths: "tuple[int | None, int, int, int, int]", which: str = "latent",
    index: "tuple[int, int, int] | None" = None,
) -> "list[Part]":  # fmt: skip
    """MLA from its fields, with an indexer where `which` is "indexed"."""
    rank = fields.optional("q_lora_rank") if fields.given("q_lora_rank") else widths[0]
    keys = ("kv_lora_rank", "qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim")
    latent_rank, nope, rope, value = (fields.count(key, default) for key, default in zip(keys, widths[1:], strict=True))
    bias, reach = fields.switch("attention_bias", False), ("full",)
    extra: list[Part] = []
    chosen: Reach = reach
    if index:
        number, width, top = (
            fields.count(key, default)
            for key, default in zip(("index_n_heads", "index_head_dim", "index_topk"), index, strict=True)
        )
        chosen = ("top", top)
        if rank is None:
            raise fields.refuse("q_lora_rank", "is null, and the indexer takes its queries from that latent")
        extra = indexer(hidden, rank, number, width) if which == "indexed" else []
    return [*latent(hidden, heads, rank, latent_rank, nope, rope, value, bias, chosen), *extra]


def mixture_block(fields: "Fields", hidden: int, used: "int | None", mlp_bias: bool = False) -> "list[Part]":
    """Routed experts and shared ones of the same width, merged into one block; `used` is the library's default."""
    number, inner = fields.count("n_routed_experts"), fields.count("moe_intermediate_size")
    used = expert_choice(fields, number, used)
    shared = fields.count("n_shared_experts", least=0) * inner
    bias = mlp_bias and fields.switch("mlp_bias", False)
    block = experts(hidden, inner, number, used)
    return block + (gated(hidden, shared, bias, "shared experts") if shared else [])


def _sparse(fields: "Fields", layers: int, first: "int | None") -> list[bool]:
    given = fields.kinds("mlp_layer_types", layers, ["dense", "sparse"])
    number = fields.count("first_k_dense_replace", 0 if given else first, least=0)
    return [kind == "sparse" for kind in given] if given else [index >= number for index in range(layers)]


def _index_plan(fields: "Fields", layers: int, index: "tuple[int, int, int] | None") -> list[str]:
    """For each layer "latent", "indexed" or "reuses selection"."""
    if not index:
        return ["latent"] * layers
    fields.kinds("layer_types", layers, ["indexed_attention", "deepseek_sparse_attention"])
    given = fields.kinds("indexer_types", layers, ["full", "shared"])
    pattern = fields.get("index_topk_pattern")
    if given is None and pattern is not None:
        if not isinstance(pattern, str) or len(pattern) != layers or set(pattern) - {"F", "S"}:
            raise fields.refuse("index_topk_pattern", f"must be {layers} letters F or S")
        given = ["full" if letter == "F" else "shared" for letter in pattern]
    every, skip = fields.count("index_topk_freq", 1), fields.count("index_skip_topk_offset", 2, least=0)
    given = given or ["full" if max(i - skip + 1, 0) % every == 0 else "shared" for i in range(layers)]
    if given[0] == "shared":
        raise fields.refuse("indexer_types", "starts with a shared layer, which has no selection to reuse")
    return ["indexed" if each == "full" else "reuses selection" for each in given]


V4_RATIOS = {0: "window", 4: "compressed sparse", 128: "heavily compressed"}


def read_deepseek_v4(fields: "Fields") -> "Model":
    """DeepSeek-V4: compressed attention, hyper-connections with several residual streams, hash-routed first layers."""
    hidden, layers = fields.count("hidden_size"), fields.layers()
    heads, width = fields.count("num_attention_heads"), fields.count("head_dim", 512)
    fields.only("num_key_value_heads", 1)
    fields.only("n_shared_experts", 1)
    fields.only("attention_bias", False)
    fields.only("mlp_bias", False)
    fields.ignore("qk_rope_head_dim", "num_hash_layers")
    fields.kinds("mlp_layer_types", layers, ["hash_moe", "moe"])
    index = tuple(
        fields.count(key, default)
        for key, default in [("index_n_heads", 64), ("index_head_dim", 128), ("index_topk", 512)]
    )
    groups, streams = fields.count("o_groups", 8), fields.count("hc_mult", 4)
    if heads * width % groups:
        raise fields.refuse("o_groups", f"must divide {heads} heads of {width}")
    block = mixture_block(fields, hidden, 6)
    made: dict[str, list[Part]] = {}
    built = []
    for ratio in _ratios(fields, layers):
        label = V4_RATIOS[ratio]
        if label not in made:
            attention = compressed(
                hidden, heads, width, fields.count("q_lora_rank", 1024), groups, fields.count("o_lora_rank", 1024),
                fields.count("sliding_window", 128), ratio, (index[0], index[1], index[2]) if ratio == 4 else None,
            )  # fmt: skip
            norms = [norm("layer norm 1", hidden), norm("layer norm 2", hidden)]
            made[label] = [*norms, *_streams(hidden, streams) * 2, *attention, *block]
        built.append((label, made[label]))
    joined: list[Part] = [
        Weight("hyper-connections", "join streams", streams * hidden, streams, rows="last"),
        vector("hyper-connections", "join base and scale", streams + 1),
    ]
    return language_model(fields, built, hidden, last=joined)


def _streams(hidden: int, streams: int) -> "list[Part]":
    """The maps into, out of and between the residual streams around one block."""
    maps = streams * (streams + 2)
    return [
        Weight("hyper-connections", "stream maps", streams * hidden, maps),
        vector("hyper-connections", "stream base and scales", maps + 3),
    ]


def _ratios(fields: "Fields", layers: int) -> list[int]:
    names = ["sliding_attention", "compressed_sparse_attention", "heavily_compressed_attention"]
    rates = fields.get("compress_rates")
    if rates is not None and rates != {names[1]: 4, names[2]: 128}:
        raise fields.refuse("compress_rates", "other than 4 and 128 are not computed here")
    kinds = fields.kinds("layer_types", layers, names)
    given = fields.indices("compress_ratios")
    if kinds:
        return [[0, 4, 128][names.index(kind)] for kind in kinds]
    if given is None:  # the library's default: two heavily compressed layers, then alternating
        return [128 if index < 2 or index % 2 == 0 else 4 for index in range(layers)]
    if len(given) < layers or set(given) - set(V4_RATIOS):
        raise fields.refuse("compress_ratios", f"must be 0, 4 or 128 for each of {layers} layers")
    return given[:layers]
