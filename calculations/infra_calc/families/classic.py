"""Decoders with LayerNorm and a plain feed-forward block: GPT-2, OPT, GPT-NeoX, Falcon, BLOOM, Phi-1/2."""

from infra_calc.attention import grouped
from infra_calc.families.blocks import head_counts, head_width, language_model
from infra_calc.feedforward import plain
from infra_calc.model import Model, stacked
from infra_calc.parts import Weight, norm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from infra_calc.config import Fields
    from infra_calc.parts import Part


def read_gpt2(fields: "Fields") -> Model:
    """GPT-2: learned positions, biases everywhere, a tied head; sizes that are all absent are those of the 124M model."""
    named = {"n_embd": "hidden_size", "n_layer": "num_hidden_layers", "n_head": "num_attention_heads"}
    small = not any(fields.has(key) or fields.has(other) for key, other in named.items())
    if small:
        fields.notes.append("n_embd, n_layer and n_head are absent: the library's defaults 768, 12, 12 (GPT-2 124M)")
    hidden, layers, heads = (
        fields.count(key if fields.has(key) or not fields.has(other) else other, default if small else None)
        for (key, other), default in zip(named.items(), [768, 12, 12], strict=True)
    )
    inner = fields.optional("n_inner") or 4 * hidden
    positions = fields.count("n_positions", 1024)
    fields.notes.append(f"{positions:,} learned positions; figures for longer contexts are arithmetic only")
    parts: list[Part] = [norm("layer norm 1", hidden, True)]
    parts += grouped(hidden, heads, heads, _even(fields, hidden, heads), qkv_bias=True, out_bias=True)
    parts += [norm("layer norm 2", hidden, True), *plain(hidden, inner, True)]
    table = Weight("embedding", "learned positions", positions, hidden, kind="table")
    return language_model(fields, [("attention", parts)] * layers, hidden, tied=True, bias=True, last=[table])


def read_opt(fields: "Fields") -> Model:
    """OPT: learned positions with an offset of 2, biases, a tied head."""
    hidden, layers = fields.count("hidden_size"), fields.layers()
    heads = fields.count("num_attention_heads")
    for key in ("word_embed_proj_dim", "do_layer_norm_before"):
        if not fields.has(key) and (hidden, layers) == (1024, 24):
            raise fields.refuse(key, "is missing, and OPT-350M, which has this size, differs from the default")
    if not fields.has("ffn_dim"):
        fields.notes.append("ffn_dim is absent: 4 × hidden_size, as in every OPT model (arXiv 2205.01068, table 1)")
    inner = fields.count("ffn_dim", 4 * hidden)
    bias, affine = fields.switch("enable_bias", True), fields.switch("layer_norm_elementwise_affine", True)
    narrow = fields.count("word_embed_proj_dim", hidden)
    vocabulary = fields.count("vocab_size")
    shared = fields.switch("tie_word_embeddings", True)
    removed = fields.switch("_remove_final_layer_norm", False)
    final = fields.switch("do_layer_norm_before", True) and not removed
    norms = [norm(name, hidden, True) for name in ("layer norm 1", "layer norm 2")] if affine else []
    attention = grouped(hidden, heads, heads, _even(fields, hidden, heads), qkv_bias=bias, out_bias=bias)
    order, kinds = stacked([("attention", [*norms, *attention, *plain(hidden, inner, bias)])] * layers)
    positions = fields.count("max_position_embeddings", 2048) + 2
    fields.notes.append(f"{positions - 2:,} learned positions; figures for longer contexts are arithmetic only")
    outside: list[Part] = [
        Weight("embedding", "token embedding", vocabulary, narrow, kind="table"),
        Weight("embedding", "learned positions", positions, hidden, kind="table"),
    ]
    if narrow != hidden:
        outside.append(Weight("embedding", "projection in", narrow, hidden))
        outside.append(Weight("head", "projection out", hidden, narrow, rows="last"))
    if final and affine:
        outside.append(norm("last norm", hidden, True))
    outside.append(Weight("head", "output head", narrow, vocabulary, rows="last", shared=shared))
    fields.finish()
    return Model("opt", hidden, vocabulary, order, kinds, outside)


def read_gpt_neox(fields: "Fields") -> Model:
    """GPT-NeoX and Pythia: two LayerNorms, biases, an untied head."""
    hidden, layers = fields.count("hidden_size"), fields.layers()
    heads, bias = fields.count("num_attention_heads"), fields.switch("attention_bias", True)
    parts: list[Part] = [norm("layer norm 1", hidden, True)]
    parts += grouped(hidden, heads, heads, _even(fields, hidden, heads), qkv_bias=bias, out_bias=bias)
    parts += [norm("layer norm 2", hidden, True), *plain(hidden, fields.count("intermediate_size"), True)]
    return language_model(fields, [("attention", parts)] * layers, hidden, bias=True)


def read_falcon(fields: "Fields") -> Model:
    """Falcon: MQA (7B) or grouped heads (40B, 180B), attention and feed-forward in parallel, a tied head."""
    hidden, layers = fields.count("hidden_size"), fields.layers()
    heads, bias = fields.count("num_attention_heads"), fields.switch("bias", False)
    if not fields.has("new_decoder_architecture") and hidden != 4544:
        raise fields.refuse("new_decoder_architecture", "is missing, and only Falcon-7B is as the default has it")
    grouped_heads = fields.switch("new_decoder_architecture", False)
    many = fields.count("num_kv_heads", heads)
    kv_heads = many if grouped_heads else (1 if fields.switch("multi_query", True) else heads)
    fields.ignore("multi_query", "alibi")
    norms = fields.count("num_ln_in_parallel_attn", 2 if grouped_heads else 1)
    if norms > 2:
        raise fields.refuse("num_ln_in_parallel_attn", "must be 1 or 2")
    norms = norms if fields.switch("parallel_attn", True) else 2
    parts: list[Part] = [norm(f"layer norm {number + 1}", hidden, True) for number in range(norms)]
    parts += grouped(hidden, heads, kv_heads, _even(fields, hidden, heads), qkv_bias=bias, out_bias=bias)
    parts += plain(hidden, fields.count("ffn_hidden_size", 4 * hidden), bias)
    return language_model(fields, [("attention", parts)] * layers, hidden, tied=True, bias=True)


def read_bloom(fields: "Fields") -> Model:
    """BLOOM: a norm after the embedding, biases, ALiBi (no parameters), a tied head."""
    names = ("hidden_size", "n_embed"), ("num_hidden_layers", "n_layer"), ("num_attention_heads", "n_head")
    hidden, layers, heads = (fields.count(new if fields.has(new) else old) for new, old in names)
    fields.ignore("bias_dropout_fusion", "masked_softmax_fusion", "offset_alibi", "slow_but_exact", "unk_token_id")
    fields.ignore("apply_residual_connection_post_layernorm", "n_inner", "skip_bias_add", "skip_bias_add_qkv")
    parts: list[Part] = [norm("layer norm 1", hidden, True)]
    parts += grouped(hidden, heads, heads, _even(fields, hidden, heads), qkv_bias=True, out_bias=True)
    parts += [norm("layer norm 2", hidden, True), *plain(hidden, 4 * hidden, True)]
    first = [norm("embedding norm", hidden, True)]
    return language_model(fields, [("attention", parts)] * layers, hidden, tied=True, bias=True, last=[*first])


def read_phi(fields: "Fields") -> Model:
    """Phi-1, 1.5 and 2: one LayerNorm, biases, also on the head."""
    hidden, layers = fields.count("hidden_size"), fields.layers()
    heads, kv_heads = head_counts(fields)
    width = head_width(fields, hidden, heads)
    qk = (width, width) if fields.switch("qk_layernorm", False) else None
    parts: list[Part] = [norm("layer norm", hidden, True)]
    parts += grouped(hidden, heads, kv_heads, width, qkv_bias=True, out_bias=True, qk_norm=qk, qk_norm_bias=True)
    parts += plain(hidden, fields.count("intermediate_size"), True)
    if fields.switch("tie_word_embeddings", False):
        raise fields.refuse("tie_word_embeddings", "true is not known for phi, whose head has a bias")
    model = language_model(fields, [("attention", parts)] * layers, hidden, bias=True)
    model.outside[-1] = Weight("head", "output head", hidden, model.vocabulary, bias=True, rows="last")
    return model


def _even(fields: "Fields", hidden: int, heads: int) -> int:
    if hidden % heads:
        raise fields.refuse("num_attention_heads", f"{heads} does not divide the hidden size, {hidden}")
    return hidden // heads
