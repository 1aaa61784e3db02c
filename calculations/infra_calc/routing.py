"""What routing to a few experts demands (chapter 2): active parameters, touched experts, and the bytes of one."""

from infra_calc.units import Bytes, BytesPerParameter, Count, Elements, Parameters, Tokens


def moe_active(
    parameters: Parameters,
    moe_layers: Count,
    experts: Count,
    chosen_experts: Count,
    hidden: Elements,
    expert_width: Elements,
    excluded_parameters: Parameters,
) -> Parameters:
    """Parameters that one token uses in a mixture of experts; say which embeddings are excluded.

    $$ N_{act} = N - L_m (E - k) 3 d f_e - N_{ex} $$

    - $N$ parameters (parameter): total
    - $L_m$ moe_layers (1)
    - $E$ experts (1): routed experts of a layer
    - $k$ chosen_experts (1): routed experts that a token uses
    - $d$ hidden (element)
    - $f_e$ expert_width (element)
    - $N_{ex}$ excluded_parameters (parameter): embeddings that the convention leaves out
    - $N_{act}$ result (parameter)

    Source: definition; the convention must be stated
    Example: moe_active(parameters=30532122624, moe_layers=48, experts=128, chosen_experts=8, hidden=2048,
        expert_width=768, excluded_parameters=0) = 3353032704
    """
    idle = moe_layers * (experts - chosen_experts) * 3 * hidden * expert_width
    return parameters - idle - excluded_parameters


def expert_coverage(experts: Count, chosen_experts: Count, tokens: Tokens) -> Count:
    r"""Distinct experts of a layer that a batch is expected to touch.

    $$ U = E \left(1 - \left(1 - \frac{k}{E}\right)^T\right) $$

    - $E$ experts (1)
    - $k$ chosen_experts (1): experts that a token uses
    - $T$ tokens (token): tokens in the batch
    - $U$ result (1)

    Holds for uniform, independent routing; skewed routing touches fewer.

    Source: derived
    Example: expert_coverage(experts=256, chosen_experts=8, tokens=64) ≈ 222.442487686
    """
    return experts * (1 - (1 - chosen_experts / experts) ** tokens)


def tokens_per_expert(tokens: Tokens, chosen_experts: Count, experts: Count) -> Tokens:
    r"""Mean number of tokens that one expert receives.

    $$ \bar{t} = \frac{T k}{E} $$

    - $T$ tokens (token): tokens in the batch
    - $k$ chosen_experts (1): experts that a token uses
    - $E$ experts (1)
    - $\bar{t}$ result (token)

    Source: definition
    Example: tokens_per_expert(tokens=4096, chosen_experts=8, experts=256) = 128
    """
    return tokens * chosen_experts / experts


def expert_bytes(
    moe_layers: Count, touched_experts: Count, hidden: Elements, expert_width: Elements, bytes_per_parameter: BytesPerParameter
) -> Bytes:
    """Bytes of the experts that one step reads.

    $$ Q = L_m U 3 d f_e b $$

    - $L_m$ moe_layers (1)
    - $U$ touched_experts (1): experts of a layer that are read, shared ones included
    - $d$ hidden (element)
    - $f_e$ expert_width (element)
    - $b$ bytes_per_parameter (byte/parameter)
    - $Q$ result (byte)

    Source: definition
    Example: expert_bytes(moe_layers=58, touched_experts=9, hidden=7168, expert_width=2048,
        bytes_per_parameter=1) = 22988980224
    """
    return moe_layers * touched_experts * 3 * hidden * expert_width * bytes_per_parameter
