"""Reading a model's config.json: hostile text until each field has been checked."""

# pathlib alone would double the start
# ruff: noqa: PTH110, PTH112, PTH113, PTH123
import os

from infra_calc.errors import Unsupported, UsageError
from infra_calc.jsontext import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

LARGEST_FILE = 8 * 2**20
LARGEST_COUNT = 10**9
MOST_LAYERS = 10_000

# Fields that leave parameters, cache and matrix work as they are. What is neither read nor named here is refused.
HARMLESS = frozenset(
    """architectures auto_map transformers_version torch_dtype dtype use_cache _name_or_path pretraining_tp ep_size
    hidden_act hidden_activation activation_function mlp_hidden_act mamba_hidden_act swiglu_limit swiglu_alpha
    max_position_embeddings max_sequence_length model_max_length seq_length initial_context_length max_window_layers_
    partial_rotary_factor rotary_dim rotary_pct rotary_emb_base mrope_section original_max_position_embeddings
    norm_topk_prob moe_renormalize scoring_func moe_router_activation_func topk_method n_group topk_group
    num_expert_group use_grouped_topk routed_scaling_factor aux_loss_alpha seq_aux output_router_logits
    router_aux_loss_coef router_jitter_noise router_z_loss_coef use_routing_bias norm_eps rms_norm_eps layer_norm_eps
    layer_norm_epsilon layernorm_epsilon query_pre_attn_scalar final_logit_softcapping attn_logit_softcapping
    attn_scale floor_scale attn_temperature_tuning use_bidirectional_attention residual_in_fp32 time_step_min
    time_step_max time_step_floor time_step_limit time_step_rank rescale_prenorm_residual num_logits_to_keep
    use_mamba_kernels chunk_size mamba_chunk_size hc_eps hc_sinkhorn_iters init_std layerdrop prefix torchscript
    is_decoder is_encoder_decoder problem_type return_dict output_attentions output_hidden_states id2label label2id
    task_specific_params chunk_size_feed_forward gradient_checkpointing summary_type summary_activation
    summary_first_dropout summary_proj_to_labels summary_use_proj scale_attn_weights scale_attn_by_inverse_layer_idx
    reorder_and_upcast_attn n_ctx cache_implementation use_return_dict tokenizer_class quantization_config
    compression_config mtp_transformer_layers num_mtp_modules use_mtp num_nextn_predict_layers num_mtp_layers
    mtp_num_hidden_layers mtp_use_dedicated_embeddings mtp_layers_block_type mtp_hybrid_override_pattern
    keep_mtp_in_checkpoint indexer_rope_interleave ssm_cache_dtype expert_dtype beta_fast
    moe_shared_expert_overlap block_size full_attn_alpha_factor full_attn_beta_factor linear_attn_alpha_factor
    linear_attn_beta_factor mlp_alpha_factor mlp_beta_factor layernorm_full_attention_alpha
    layernorm_full_attention_beta layernorm_linear_attention_alpha layernorm_linear_attention_beta
    layernorm_mlp_alpha layernorm_mlp_beta postnorm use_parallel_residual resid_pdrop embd_pdrop attn_pdrop
    tf_legacy_loss use_bfloat16 pruned_heads language model_name _attn_implementation
    attn_implementation _commit_hash
    language_model_only use_deterministic_attn
    index_share_for_mtp_iteration moe_router_dtype bad_words_ids begin_suppress_tokens diversity_penalty do_sample early_stopping
    encoder_no_repeat_ngram_size exponential_decay_length_penalty finetuning_task length_penalty max_length min_length
    no_repeat_ngram_size num_beam_groups num_beams num_return_sequences output_scores remove_invalid_values
    repetition_penalty return_dict_in_generate suppress_tokens temperature tie_encoder_decoder top_k top_p typical_p
    cross_attention_hidden_size""".split()  # noqa: SIM905 (150 quoted names are no easier to read)
)
HARMLESS_PARTS = ("_token_id", "_token_index", "dropout", "rope", "initializer", "_pdrop", "id2label", "label2id")


class Fields:
    """The fields of one configuration object; each access checks the value, `finish` refuses what was not read."""

    def __init__(self, values: "dict[str, Any]", where: str) -> None:
        """`where` opens each refusal: the file, and the object inside it."""
        self.values = values
        self.where = where
        self.read: set[str] = set()
        self.notes: list[str] = []

    def has(self, key: str) -> bool:
        """Whether the field is there and not null."""
        return self.values.get(key) is not None

    def get(self, key: str) -> "Any":
        """The bare value, None if absent; counts as read."""
        self.read.add(key)
        return self.values.get(key)

    def count(self, key: str, default: "int | None" = None, least: int = 1) -> int:
        """A whole number; `default` is the library's, without one the field is needed."""
        value = self.get(key)
        if value is None:
            if default is None:
                raise self.refuse(key, "is missing and has no default that is safe to assume")
            return default
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.refuse(key, f"must be a whole number, not {_shown(value)}")
        if not least <= value <= LARGEST_COUNT:
            raise self.refuse(key, f"must be between {least} and {LARGEST_COUNT:,}, not {_shown(value)}")
        return value

    def optional(self, key: str, least: int = 1) -> "int | None":
        """A whole number, or None where it is absent or null."""
        return self.count(key, least=least) if self.has(key) else self.get(key)

    def switch(self, key: str, default: bool) -> bool:
        """true or false."""
        value = self.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise self.refuse(key, f"must be true or false, not {_shown(value)}")
        return value

    def layers(self) -> int:
        """The number of layers."""
        number = self.count("num_hidden_layers")
        if number > MOST_LAYERS:
            raise self.refuse("num_hidden_layers", f"must be at most {MOST_LAYERS:,}, not {_shown(number)}")
        return number

    def kinds(self, key: str, length: int, allowed: "Iterable[str]") -> "list[str] | None":
        """One name for each layer, or None where the field is absent."""
        value = self.get(key)
        if value is None:
            return None
        if not isinstance(value, list) or len(value) != length:
            raise self.refuse(key, f"must be a list with {length} entries, one for each layer")
        for each in value:
            if not isinstance(each, str) or each not in allowed:
                raise self.refuse(key, f"has {_shown(each)}, which is none of {', '.join(allowed)}")
        return value

    def indices(self, key: str) -> "list[int] | None":
        """A list of whole numbers, or None where the field is absent."""
        value = self.get(key)
        if value is None:
            return None
        if not isinstance(value, list) or any(isinstance(i, bool) or not isinstance(i, int) for i in value):
            raise self.refuse(key, "must be a list of whole numbers")
        return value

    def part(self, key: str) -> "Fields":
        """The object inside this one, such as `text_config`."""
        value = self.get(key)
        if not isinstance(value, dict):
            raise self.refuse(key, "must be an object" if value is not None else "is missing")
        return Fields(value, f"{self.where}, {key}")

    def only(self, key: str, *values: "Any") -> None:
        """The field is absent or has one of `values`; anything else changes the result and is refused."""
        value = self.get(key)
        if value is not None and not any(value == each and type(value) is type(each) for each in values):
            raise self.refuse(key, f"{_shown(value)} changes the result in a way that is not computed here")

    def ignore(self, *keys: str) -> None:
        """These fields leave the result of this architecture as it is."""
        self.read.update(keys)

    def refuse(self, key: str, why: str) -> Unsupported:
        """The error that names the field."""
        return Unsupported(f"{self.where}: {key} {why}")

    def given(self, key: str) -> bool:
        """Whether the field stands there at all, null or not."""
        return key in self.values

    def finish(self) -> None:
        """Refuse each field that has a value, was not read and may change the result."""
        self.only("add_cross_attention", False)
        for key, value in self.values.items():
            if value is None or value == {} or key in self.read or key in HARMLESS or any(part in key for part in HARMLESS_PARTS):
                continue
            raise self.refuse(
                str(key)[:60], "is not known for this model_type; it may change the result, so nothing is computed"
            )


def read_config(path: str) -> Fields:
    """The fields of the file; CalculatorError when it cannot be read as a JSON object of a sane size."""
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):  # a pipe would wait for ever
        raise UsageError(f"--config {path}: is not a regular file; save the config.json and name it")
    try:
        with open(path, "rb") as file:
            raw = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise UsageError(f"--config {path}: {getattr(error, 'strerror', None) or error}") from None
    if len(raw) > LARGEST_FILE:
        raise UsageError(f"--config {path}: larger than {LARGEST_FILE // 2**20} MiB, which no config.json is")
    try:
        values = parse(raw.decode("utf-8-sig"))
    except ValueError as error:
        raise UsageError(f"--config {path}: not valid JSON: {error}") from None
    if not isinstance(values, dict):
        raise UsageError(f"--config {path}: must hold a JSON object, as config.json does")
    return Fields(values, path)


def _shown(value: "Any") -> str:
    if isinstance(value, int) and value.bit_length() > 200:
        return "a number of more than 60 digits"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
