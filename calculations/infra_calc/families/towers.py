"""Image towers: the parameters that a multimodal class adds to its language model."""

from infra_calc.families.blocks import head_counts
from infra_calc.parts import Weight, vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from infra_calc.config import Fields
    from infra_calc.parts import Part


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
