"""Language models inside a multimodal configuration, and the image towers that are counted with some of them.

Counted as the library's text-generation class does: Qwen3-VL, Gemma 3 and 4, Mistral 3 and Kimi K2.5 hold their image
tower, Llama 4 and Qwen3.5 are their language model alone.
"""

from infra_calc.families import read_model
from infra_calc.families.towers import gemma4_tower, moonvit_tower, pixtral_tower, qwen_tower, siglip_tower
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
