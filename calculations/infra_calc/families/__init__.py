"""Which module reads which `model_type`; only that one is imported.

A reader takes the fields of a configuration and returns a `Model`. Absent fields get the defaults of the model's own
class in transformers 5.24 (`configuration_*.py`); the core sizes have to be there.
"""

from infra_calc.errors import Unsupported, unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from infra_calc.config import Fields
    from infra_calc.model import Model

MODULES = {
    "dense": "llama mistral ministral ministral3 qwen2 qwen3 phi3 olmo2 glm glm4",
    "classic": "gpt2 opt gpt_neox falcon bloom phi",
    "gemma": "gemma gemma2 gemma3_text gemma4_text",
    "mixture": "mixtral qwen2_moe qwen3_moe glm4_moe minimax_m2 gpt_oss llama4_text",
    "deepseek": "deepseek_v2 deepseek_v3 deepseek_v32 kimi_k2 glm_moe_dsa glm4_moe_lite deepseek_v4",
    "hybrid": "qwen3_next qwen3_5_text qwen3_5_moe_text kimi_linear nemotron_h minimax",
    "multimodal": "qwen3_vl qwen3_vl_moe qwen3_5 qwen3_5_moe gemma3 gemma4 llama4 kimi_k25 mistral3",
}
SYNONYMS = {"qwen3_vl_text": "qwen3", "qwen3_vl_moe_text": "qwen3_moe"}


def read_model(fields: "Fields", model_type: "str | None" = None) -> "Model":
    """The model that the fields describe; Unsupported names the field that stands in the way."""
    given = fields.get("model_type")
    if model_type is None:
        if not isinstance(given, str):
            raise fields.refuse("model_type", "is missing" if given is None else "must be text")
        model_type = given
    name = SYNONYMS.get(model_type, model_type)
    for module, types in MODULES.items():
        if name in types.split():
            reader = getattr(__import__(f"infra_calc.families.{module}", fromlist=[module]), f"read_{name}")
            model: Model = reader(fields)
            model.model_type = model_type
            model.notes = fields.notes + model.notes
            return model
    known = sorted([each for types in MODULES.values() for each in types.split()] + list(SYNONYMS))
    raise Unsupported(f"{fields.where}: {unknown('model_type', str(model_type)[:60], known)}")
