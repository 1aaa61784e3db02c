"""Language models inside a multimodal configuration, and the image towers that are counted with some of them.

Counted as the library's text-generation class does: Qwen3-VL, Gemma 3 and 4, Mistral 3 and Kimi K2.5 hold their image
tower, Llama 4 and Qwen3.5 are their language model alone.
"""

from infra_calc.families import read_model
from infra_calc.families.blocks import head_counts
from infra_calc.parts import Weight, vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from infra_calc.config import Fields
    from infra_calc.model import Model
    from infra_calc.parts import Part


def read_qwen3_vl(fields: "Fields") -> "Model":
    """Qwen3-VL, dense."""
    return _with_tower(fields, "qwen3_vl_text", False, qwen_tower)


def read_qwen3_vl_moe(fields: "Fields") -> "Model":
    """Qwen3-VL with experts."""
    return _with_tower(fields, "qwen3_vl_moe_text", False, qwen_tower)


def read_qwen3_5(fields: "Fields") -> "Model":
    """Qwen3.5, dense: the language model."""
    return _text_only(fields, "qwen3_5_text", False)


def read_qwen3_5_moe(fields: "Fields") -> "Model":
    """Qwen3.5 with experts: the language model."""
    return _text_only(fields, "qwen3_5_moe_text", False)


def read_llama4(fields: "Fields") -> "Model":
    """Llama 4: the language model."""
    return _text_only(fields, "llama4_text", False)


def read_gemma4(fields: "Fields") -> "Model":
    """Gemma 4 with its image tower; audio is refused."""
    fields.only("audio_config")
    return _with_tower(fields, "gemma4_text", True, gemma4_tower)


def read_gemma3(fields: "Fields") -> "Model":
    """Gemma 3 with its SigLIP tower."""
    return _with_tower(fields, "gemma3_text", True, siglip_tower)


def read_kimi_k25(fields: "Fields") -> "Model":
    """Kimi K2.5 with its MoonViT tower."""
    fields.ignore("use_unified_vision_chunk", "video_placeholder")
    return _with_tower(fields, "kimi_k2", False, moonvit_tower)


def read_mistral3(fields: "Fields") -> "Model":
    """Mistral Small 3.1 and later with their Pixtral tower; the library ties the head where the file says nothing."""
    if not fields.has("tie_word_embeddings"):
        raise fields.refuse("tie_word_embeddings", "is missing, and the library's default is not that of every file")
    fields.only("vision_feature_layer", -1)
    fields.ignore("projector_hidden_act", "spatial_merge_size", "multimodal_projector_bias")
    merge, bias = fields.count("spatial_merge_size", 2), fields.switch("multimodal_projector_bias", False)

    def tower(vision: "Fields", hidden: int) -> "list[Part]":
        wide = vision.count("hidden_size", 1024)
        return [
            *pixtral_tower(vision, wide),
            vector("vision", "projector norm", wide),
            Weight("vision", "patch merger", merge**2 * wide, wide),
            Weight("vision", "projector in", wide, hidden, bias),
            Weight("vision", "projector out", hidden, hidden, bias),
        ]

    return _with_tower(fields, "mistral", True, tower)


def _text_only(fields: "Fields", default_type: str, tied: bool) -> "Model":
    model = _language(fields, default_type, tied, outer_decides=False)
    model.notes.append("the language model alone, as the library's text-generation class; no image tower")
    fields.ignore("vision_config")
    return _finished(fields, model)


def _with_tower(
    fields: "Fields", default_type: str, tied: bool, tower: "Callable[[Fields, int], list[Part]]"
) -> "Model":
    model = _language(fields, default_type, tied, outer_decides=True)
    if not fields.has("vision_config"):
        raise fields.refuse("vision_config", "is missing; for the language model alone give text_config as the file")
    vision = fields.part("vision_config")
    vision.ignore("model_type", "attention_bias", "output_hidden_states")
    model.vision = tower(vision, model.hidden)
    vision.finish()
    model.notes.append("parameters include the image tower; FLOPs and bytes of a forward are the language model's")
    return _finished(fields, model)


# Published files leave out of text_config what equals the default of its class.
DEFAULTS = {
    "gemma3_text": {
        "vocab_size": 262208, "hidden_size": 2304, "intermediate_size": 9216, "num_hidden_layers": 26,
        "num_attention_heads": 8, "num_key_value_heads": 4, "head_dim": 256,
    },
    "gemma4_text": {
        "vocab_size": 262144, "hidden_size": 2304, "intermediate_size": 9216, "num_hidden_layers": 30,
        "num_attention_heads": 8, "num_key_value_heads": 4,
    },
    "llama4_text": {
        "vocab_size": 202048, "hidden_size": 5120, "intermediate_size": 8192, "num_hidden_layers": 48,
        "num_attention_heads": 40, "num_local_experts": 16, "interleave_moe_layer_step": 1,
    },
}  # fmt: skip


def _language(fields: "Fields", default_type: str, tied: bool, outer_decides: bool) -> "Model":
    """The inner language model; whether its head is tied can stand inside or outside, but must not differ."""
    text = fields.part("text_config")
    inner, outer = (
        each.switch("tie_word_embeddings", tied) if each.has("tie_word_embeddings") else None for each in (text, fields)
    )
    fields.ignore("tie_word_embeddings")
    stated = {each for each in (inner, outer) if each is not None}
    if len(stated) == 2 or (stated and stated != {tied} and (inner if not outer_decides else outer) is None):
        raise fields.refuse("tie_word_embeddings", "is not the same in the configuration and in text_config")
    text.values = {**DEFAULTS.get(default_type, {}), **text.values}
    if outer is not None:
        text.values["tie_word_embeddings"] = outer
    given = text.values.get("model_type")
    model = read_model(text, None if given is not None else default_type)
    fields.notes += text.notes
    return model


def _finished(fields: "Fields", model: "Model") -> "Model":
    fields.ignore("text_config", "mm_tokens_per_image", "vision_soft_tokens_per_image", "ignore_index", "pad_token_id")
    fields.finish()
    return model


def qwen_tower(vision: "Fields", hidden: int) -> "list[Part]":
    """Qwen3-VL's ViT: LayerNorm, fused projections with biases, a merger and one for each deep-stacked layer."""
    wide, depth = vision.count("hidden_size", 1152), vision.count("depth", 27)
    inner, merge = vision.count("intermediate_size", 4304), vision.count("spatial_merge_size", 2) ** 2 * wide
    vision.ignore("num_heads")
    patch = vision.count("in_channels", 3) * vision.count("temporal_patch_size", 2)
    patch *= vision.count("patch_size", 16) ** 2
    stacked = vision.indices("deepstack_visual_indexes")
    if stacked is None:
        raise vision.refuse("deepstack_visual_indexes", "is missing")
    out = vision.count("out_hidden_size", 3584)
    if out != hidden:
        raise vision.refuse("out_hidden_size", f"must be the language model's hidden_size, {hidden}")
    parts: list[Part] = [
        Weight("vision", "patches", patch, wide, True),
        Weight("vision", "positions", vision.count("num_position_embeddings", 2304), wide, kind="table"),
        *_vit(wide, inner, depth, True),
    ]
    for copies, size in ((1, wide), (len(stacked), merge)):
        if copies:
            parts.append(_layer_norms("merger norm", size, copies))
            parts.append(Weight("vision", "merger in", merge, merge, True, copies))
            parts.append(Weight("vision", "merger out", merge, out, True, copies))
    return parts


def siglip_tower(vision: "Fields", hidden: int) -> "list[Part]":
    """SigLIP's ViT and Gemma 3's projector."""
    wide, depth = vision.count("hidden_size", 768), vision.count("num_hidden_layers", 12)
    inner, patch = vision.count("intermediate_size", 3072), vision.count("patch_size", 16)
    channels, side = vision.count("num_channels", 3), vision.count("image_size", 224)
    vision.ignore("num_attention_heads")
    parts: list[Part] = [
        Weight("vision", "patches", channels * patch**2, wide, True),
        Weight("vision", "positions", (side // patch) ** 2, wide, kind="table"),
        *_vit(wide, inner, depth, True),
        _layer_norms("tower norm", wide, 1),
    ]
    if vision.switch("vision_use_head", True):
        parts.append(vector("vision", "pooling probe", wide))
        parts += _vit(wide, inner, 1, True)[1:]
        parts.append(_layer_norms("pooling norm", wide, 1))
    return [*parts, Weight("vision", "projector", wide, hidden), vector("vision", "projector norm", wide)]


def gemma4_tower(vision: "Fields", hidden: int) -> "list[Part]":
    """Gemma 4's image tower: grouped attention with norms, gated feed-forward, a table of positions for each axis."""
    wide, depth = vision.count("hidden_size", 768), vision.count("num_hidden_layers", 16)
    heads, kv_heads = head_counts(vision, 12)
    width, inner = vision.count("head_dim", 64), vision.count("intermediate_size", 3072)
    vision.only("use_clipped_linears", False)
    vision.ignore("standardize", "pooling_kernel_size", "default_output_length", "global_head_dim")
    norms = 4 * wide + 2 * width
    return [
        Weight("vision", "patches", 3 * vision.count("patch_size", 16) ** 2, wide),
        Weight("vision", "positions", 2 * vision.count("position_embedding_size", 10240), wide, kind="table"),
        Weight("vision", "query", wide, heads * width, copies=depth),
        Weight("vision", "key", wide, kv_heads * width, copies=depth),
        Weight("vision", "value", wide, kv_heads * width, copies=depth),
        Weight("vision", "output", heads * width, wide, copies=depth),
        Weight("vision", "gate", wide, inner, copies=depth),
        Weight("vision", "up", wide, inner, copies=depth),
        Weight("vision", "down", inner, wide, copies=depth),
        vector("vision", "norms", norms, depth),
        Weight("vision", "projector", wide, hidden),
    ]


def pixtral_tower(vision: "Fields", wide: int) -> "list[Part]":
    """Pixtral's ViT: RMSNorm, separate projections without biases, gated feed-forward."""
    depth, inner = vision.count("num_hidden_layers", 24), vision.count("intermediate_size", 4096)
    channels, patch = vision.count("num_channels", 3), vision.count("patch_size", 16)
    vision.ignore("image_size", "head_dim", "num_attention_heads")
    return [
        Weight("vision", "patches", channels * patch**2, wide),
        vector("vision", "norms", wide, 2 * depth + 1),
        Weight("vision", "query, key, value and output", wide, 4 * wide, copies=depth),
        Weight("vision", "gate and up", wide, 2 * inner, copies=depth),
        Weight("vision", "down", inner, wide, copies=depth),
    ]


def moonvit_tower(vision: "Fields", hidden: int) -> "list[Part]":
    """MoonViT of Kimi K2.5 and its patch-merging projector."""
    wide, depth = vision.count("vt_hidden_size", 1152), vision.count("vt_num_hidden_layers", 27)
    inner, patch = vision.count("vt_intermediate_size", 4304), vision.count("patch_size", 14)
    vision.ignore("vt_num_attention_heads", "init_pos_emb_time", "merge_type", "pos_emb_type", "projector_ln_eps")
    vision.ignore("projector_hidden_act", "video_attn_type", "text_hidden_size", "mm_hidden_size")
    vision.only("mm_projector_type", "patchmerger")
    positions = vision.count("init_pos_emb_height", 64) * vision.count("init_pos_emb_width", 64)
    kernel = vision.indices("merge_kernel_size") or [2, 2]
    if len(kernel) != 2 or min(kernel) < 1:
        raise vision.refuse("merge_kernel_size", "must be two positive whole numbers")
    merged = kernel[0] * kernel[1] * wide
    return [
        Weight("vision", "patches", 3 * patch**2, wide, True),
        Weight("vision", "positions", positions, wide, kind="table"),
        *_vit(wide, inner, depth, True),
        _layer_norms("tower norm", wide, 1),
        _layer_norms("projector norm", wide, 1),
        Weight("vision", "projector in", merged, merged, True),
        Weight("vision", "projector out", merged, hidden, True),
    ]


def _vit(wide: int, inner: int, depth: int, bias: bool) -> "list[Part]":
    """Norms first, then the matrices of `depth` ordinary ViT blocks."""
    return [
        _layer_norms("layer norms", wide, 2 * depth),
        Weight("vision", "query, key and value", wide, 3 * wide, bias, depth),
        Weight("vision", "output", wide, wide, bias, depth),
        Weight("vision", "up", wide, inner, bias, depth),
        Weight("vision", "down", inner, wide, bias, depth),
    ]


def _layer_norms(name: str, size: int, copies: int) -> Weight:
    return Weight("vision", name, 1, size, bias=True, copies=copies, kind="vector")
