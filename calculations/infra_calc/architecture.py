"""What a model's structure demands (chapter 2): parameters, attention work, state, touched experts."""

from infra_calc.exact import half
from infra_calc.units import (
    Bytes,
    BytesPerElement,
    BytesPerToken,
    Count,
    Elements,
    Flop,
    FlopPerByte,
    Parameters,
    Requests,
    Tokens,
)


def dense_params(
    vocabulary: Count,
    hidden: Elements,
    layers: Count,
    query_heads: Count,
    kv_heads: Count,
    head_dim: Elements,
    ffn_width: Elements,
    tied: Count,
    qk_norm: Count,
) -> Parameters:
    r"""Exact parameter count of a Llama-type decoder with a gated feed-forward layer and no biases.

    $$ N = (2 - \tau) V d + L (2 d n_q d_h + 2 d n_{kv} d_h + 3 d f + 2 d + 2 q d_h) + d $$

    - $V$ vocabulary (1): rows of embedding and head
    - $d$ hidden (element)
    - $L$ layers (1)
    - $n_q$ query_heads (1)
    - $n_{kv}$ kv_heads (1)
    - $d_h$ head_dim (element)
    - $f$ ffn_width (element)
    - $\tau$ tied (1): 1 if head and embedding are one matrix, else 0
    - $q$ qk_norm (1): 1 if queries and keys are normalised, else 0
    - $N$ result (parameter)

    Source: definition; equals the transformers 5.24.0 model built from the config.json of Qwen3-8B
    Example: dense_params(vocabulary=151936, hidden=4096, layers=36, query_heads=32, kv_heads=8, head_dim=128,
        ffn_width=12288, tied=0, qk_norm=1) = 8190735360
    """
    attention = 2 * hidden * query_heads * head_dim + 2 * hidden * kv_heads * head_dim
    layer = attention + 3 * hidden * ffn_width + 2 * hidden + 2 * qk_norm * head_dim
    return (2 - tied) * vocabulary * hidden + layers * layer + hidden


def attn_proj_params(hidden: Elements, query_heads: Count, head_dim: Elements, kv_heads: Count) -> Parameters:
    """Query, key, value and output matrices of one layer.

    $$ P_{attn} = 2 d n_q d_h + 2 d n_{kv} d_h $$

    - $d$ hidden (element)
    - $n_q$ query_heads (1)
    - $d_h$ head_dim (element)
    - $n_{kv}$ kv_heads (1)
    - $P_{attn}$ result (parameter)

    Source: definition
    Example: attn_proj_params(hidden=4096, query_heads=32, head_dim=128, kv_heads=8) = 41943040
    """
    return 2 * hidden * query_heads * head_dim + 2 * hidden * kv_heads * head_dim


def ffn_params(hidden: Elements, ffn_width: Elements) -> Parameters:
    """Gate, up and down matrices of a gated feed-forward layer (SwiGLU).

    $$ P_{ffn} = 3 d f $$

    - $d$ hidden (element)
    - $f$ ffn_width (element)
    - $P_{ffn}$ result (parameter)

    Source: Shazeer 2020 (arXiv 2002.05202)
    Example: ffn_params(hidden=4096, ffn_width=12288) = 150994944
    """
    return 3 * hidden * ffn_width


def attn_pairs_causal(requests: Requests, tokens: Tokens, history: Tokens) -> Count:
    r"""Query-key pairs of a causal pass; each new token sees the history, its forerunners and itself.

    $$ N_{pair} = B \left(P S + \frac{P (P + 1)}{2}\right) $$

    - $B$ requests (request)
    - $P$ tokens (token): new tokens of one request
    - $S$ history (token): tokens of it already in the cache
    - $N_{pair}$ result (1)

    Source: definition
    Example: attn_pairs_causal(requests=1, tokens=2048, history=6144) = 14681088
    """
    return requests * (tokens * history + half(tokens * (tokens + 1)))


def attn_flops(layers: Count, query_heads: Count, head_dim: Elements, pairs: Count) -> Flop:
    """Operations of scores and weighted values; softmax and rotary embedding left out.

    $$ F_{att} = 4 L n_q d_h N_{pair} $$

    - $L$ layers (1)
    - $n_q$ query_heads (1)
    - $d_h$ head_dim (element)
    - $N_{pair}$ pairs (1): query-key pairs of one head
    - $F_{att}$ result (FLOP)

    Source: definition
    Example: attn_flops(layers=36, query_heads=32, head_dim=128, pairs=33558528) = 19793625219072
    """
    return 4 * layers * query_heads * head_dim * pairs


def prefill_flops(
    layer_parameters: Parameters,
    prompt: Tokens,
    vocabulary: Count,
    hidden: Elements,
    layers: Count,
    query_heads: Count,
    head_dim: Elements,
) -> Flop:
    """Operations of a causal prefill; the head works on the last token only.

    $$ F = 2 P_l S + 2 V d + 2 L n_q d_h S (S + 1) $$

    - $P_l$ layer_parameters (parameter): matrices of the layers, head and embedding left out
    - $S$ prompt (token)
    - $V$ vocabulary (1): rows of the head
    - $d$ hidden (element)
    - $L$ layers (1)
    - $n_q$ query_heads (1)
    - $d_h$ head_dim (element)
    - $F$ result (FLOP)

    Source: derived
    Example: prefill_flops(layer_parameters=6945767424, prompt=8192, vocabulary=151936, hidden=4096,
        layers=36, query_heads=32, head_dim=128) = 133594323353600
    """
    linear = 2 * layer_parameters * prompt + 2 * vocabulary * hidden
    return linear + 2 * layers * query_heads * head_dim * prompt * (prompt + 1)


def decode_flops(parameters: Parameters, layers: Count, query_heads: Count, head_dim: Elements, history: Tokens) -> Flop:
    """Operations of one decode step of one request; the query sees the history and itself.

    $$ F = 2 P + 4 L n_q d_h (S + 1) $$

    - $P$ parameters (parameter): of the matrices that the token passes through, head included
    - $L$ layers (1)
    - $n_q$ query_heads (1)
    - $d_h$ head_dim (element)
    - $S$ history (token): tokens already in the cache
    - $F$ result (FLOP)

    Source: derived
    Example: decode_flops(parameters=7568097280, layers=36, query_heads=32, head_dim=128, history=8192)
        = 19968622592
    """
    return 2 * parameters + 4 * layers * query_heads * head_dim * (history + 1)


def full_square_flops(parameters: Parameters, prompt: Tokens, layers: Count, query_heads: Count, head_dim: Elements) -> Flop:
    """Operations of a forward pass when all S x S scores are computed and the head works on every token.

    $$ F = 2 P S + 4 L n_q d_h S^2 $$

    - $P$ parameters (parameter): of all matrices, head included
    - $S$ prompt (token)
    - $L$ layers (1)
    - $n_q$ query_heads (1)
    - $d_h$ head_dim (element)
    - $F$ result (FLOP)

    Source: torch 2.14.1 FlopCounterMode, eager attention
    Example: full_square_flops(parameters=7568097280, prompt=2048, layers=36, query_heads=32, head_dim=128)
        = 33472827621376
    """
    return 2 * parameters * prompt + 4 * layers * query_heads * head_dim * prompt**2


def pairwise_crossover(layer_parameters: Parameters, layers: Count, query_heads: Count, head_dim: Elements) -> Tokens:
    r"""Prompt at which the pair-wise work of a causal prefill equals the linear work, head left out.

    $$ S^* = \frac{P_l}{L n_q d_h} - 1 $$

    - $P_l$ layer_parameters (parameter): matrices of the layers, head and embedding left out
    - $L$ layers (1)
    - $n_q$ query_heads (1)
    - $d_h$ head_dim (element)
    - $S^*$ result (token)

    Source: derived: 2 P_l S = 2 L n_q d_h S (S + 1)
    Example: pairwise_crossover(layer_parameters=6945767424, layers=36, query_heads=32, head_dim=128) = 47103
    """
    return layer_parameters / (layers * query_heads * head_dim) - 1


def mla_kv_bytes_per_token(
    layers: Count, latent_dim: Elements, rope_dim: Elements, bytes_per_element: BytesPerElement
) -> BytesPerToken:
    """Cache of one token under multi-head latent attention: latent and rotary key of every layer.

    $$ m_{mla} = L (d_c + d_r) b $$

    - $L$ layers (1)
    - $d_c$ latent_dim (element)
    - $d_r$ rope_dim (element): rotary part of the key, shared by the heads
    - $b$ bytes_per_element (byte/element)
    - $m_{mla}$ result (byte/token)

    Source: DeepSeek-V2 (arXiv 2405.04434), sec. 2.1; arXiv 2505.09343, table 1
    Example: mla_kv_bytes_per_token(layers=61, latent_dim=512, rope_dim=64, bytes_per_element=2) = 70272
    """
    return layers * (latent_dim + rope_dim) * bytes_per_element


def mla_expanded_bytes_per_token(
    layers: Count, query_heads: Count, key_dim: Elements, value_dim: Elements, bytes_per_element: BytesPerElement
) -> BytesPerToken:
    """Cache of one token if a latent-attention model kept every head's key and value.

    $$ m = L n_h (d_k + d_v) b $$

    - $L$ layers (1)
    - $n_h$ query_heads (1)
    - $d_k$ key_dim (element): key of a head, rotary part included
    - $d_v$ value_dim (element)
    - $b$ bytes_per_element (byte/element)
    - $m$ result (byte/token)

    Source: definition
    Example: mla_expanded_bytes_per_token(layers=61, query_heads=128, key_dim=192, value_dim=128,
        bytes_per_element=2) = 4997120
    """
    return layers * query_heads * (key_dim + value_dim) * bytes_per_element


def swa_kv_bytes(
    kv_heads: Count,
    head_dim: Elements,
    bytes_per_element: BytesPerElement,
    full_layers: Count,
    context: Tokens,
    window_layers: Count,
    window: Tokens,
) -> Bytes:
    r"""KV cache of one request when some layers see a window only.

    $$ M = 2 n_{kv} d_h b (L_f S + L_w \min(S, w)) $$

    - $n_{kv}$ kv_heads (1)
    - $d_h$ head_dim (element)
    - $b$ bytes_per_element (byte/element)
    - $L_f$ full_layers (1)
    - $S$ context (token)
    - $L_w$ window_layers (1)
    - $w$ window (token)
    - $M$ result (byte)

    Source: definition; gpt-oss-120b config.json
    Example: swa_kv_bytes(kv_heads=8, head_dim=64, bytes_per_element=2, full_layers=18, context=131072,
        window_layers=18, window=128) = 4836556800
    """
    token_layers = full_layers * context + window_layers * min(context, window)
    return 2 * kv_heads * head_dim * bytes_per_element * token_layers


def linear_state_bytes(
    layers: Count, value_heads: Count, key_dim: Elements, value_dim: Elements, bytes_per_element: BytesPerElement
) -> Bytes:
    """Matrix state that the linear-attention layers carry for one request, whatever its length.

    $$ M_{lin} = L_l n_v d_k d_v b $$

    - $L_l$ layers (1): linear-attention layers
    - $n_v$ value_heads (1)
    - $d_k$ key_dim (element)
    - $d_v$ value_dim (element)
    - $b$ bytes_per_element (byte/element)
    - $M_{lin}$ result (byte)

    Source: Gated DeltaNet (arXiv 2412.06464); Qwen3.5-35B-A3B config.json
    Example: linear_state_bytes(layers=30, value_heads=32, key_dim=128, value_dim=128, bytes_per_element=4)
        = 62914560
    """
    return layers * value_heads * key_dim * value_dim * bytes_per_element


def conv_state_bytes(layers: Count, conv_channels: Elements, taps: Count, bytes_per_element: BytesPerElement) -> Bytes:
    """State of the short convolutions in front of linear-attention layers, for one request.

    $$ M_{conv} = L_l c k b $$

    - $L_l$ layers (1): linear-attention layers
    - $c$ conv_channels (element)
    - $k$ taps (1)
    - $b$ bytes_per_element (byte/element)
    - $M_{conv}$ result (byte)

    Source: definition; all taps are stored, as transformers does
    Example: conv_state_bytes(layers=30, conv_channels=8192, taps=4, bytes_per_element=2) = 1966080
    """
    return layers * conv_channels * taps * bytes_per_element


def hybrid_crossover(fixed_state: Bytes, kv_bytes_per_token: BytesPerToken) -> Tokens:
    r"""Context at which a growing KV cache equals a fixed state.

    $$ S^* = \frac{M_{fix}}{m_{kv}} $$

    - $M_{fix}$ fixed_state (byte): of one request
    - $m_{kv}$ kv_bytes_per_token (byte/token)
    - $S^*$ result (token)

    Source: derived
    Example: hybrid_crossover(fixed_state=64880640, kv_bytes_per_token=20480) = 3168
    """
    return fixed_state / kv_bytes_per_token


def gqa_intensity(query_heads: Count, kv_heads: Count, bytes_per_element: BytesPerElement) -> FlopPerByte:
    r"""Operations for each byte of KV that decode attention reads.

    $$ I = \frac{2 n_q}{n_{kv} b} $$

    - $n_q$ query_heads (1)
    - $n_{kv}$ kv_heads (1)
    - $b$ bytes_per_element (byte/element)
    - $I$ result (FLOP/byte)

    Source: derived: 4 n_q d_h over 2 n_kv d_h b
    Example: gqa_intensity(query_heads=64, kv_heads=8, bytes_per_element=2) = 8
    """
    return 2 * query_heads / (kv_heads * bytes_per_element)


def mla_intensity(query_heads: Count, latent_dim: Elements, rope_dim: Elements, bytes_per_element: BytesPerElement) -> FlopPerByte:
    r"""Operations for each byte of latent cache that decode attention reads, with absorbed matrices.

    $$ I = \frac{2 n_h (2 d_c + d_r)}{(d_c + d_r) b} $$

    - $n_h$ query_heads (1)
    - $d_c$ latent_dim (element)
    - $d_r$ rope_dim (element)
    - $b$ bytes_per_element (byte/element)
    - $I$ result (FLOP/byte)

    Source: derived: scores over d_c + d_r, values over d_c
    Example: mla_intensity(query_heads=128, latent_dim=512, rope_dim=64, bytes_per_element=2) ≈ 241.777777778
    """
    return 2 * query_heads * (2 * latent_dim + rope_dim) / ((latent_dim + rope_dim) * bytes_per_element)


def kv_vs_weight_batch(weight_reads: Bytes, context: Tokens, kv_bytes_per_token: BytesPerToken) -> Requests:
    r"""Batch above which a decode step reads more KV than weights.

    $$ B^{\dagger} = \frac{Q_w}{S m_{kv}} $$

    - $Q_w$ weight_reads (byte): weights read in a step
    - $S$ context (token): tokens of one request
    - $m_{kv}$ kv_bytes_per_token (byte/token)
    - $B^{\dagger}$ result (request)

    Source: derived
    Example: kv_vs_weight_batch(weight_reads=15136811008, context=8192, kv_bytes_per_token=147456)
        ≈ 12.5308922662
    """
    return weight_reads / (context * kv_bytes_per_token)


def cumulative_kv_reads(output: Tokens, prompt: Tokens) -> Tokens:
    r"""Old tokens read by all decode steps of a request; the first output comes from the prefill.

    $$ R = (G - 1) P + \frac{(G - 1)(G - 2)}{2} $$

    - $G$ output (token): generated tokens
    - $P$ prompt (token)
    - $R$ result (token)

    Source: derived: step i of G - 1 reads P + i - 1 cached tokens
    Example: cumulative_kv_reads(output=1025, prompt=8192) = 8912384
    """
    return (output - 1) * prompt + half((output - 1) * (output - 2))
