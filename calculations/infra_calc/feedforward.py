"""Feed-forward blocks: gated or plain, dense or a mixture of experts with shared ones."""

from infra_calc.parts import Weight

TYPE_CHECKING = False
if TYPE_CHECKING:
    from infra_calc.parts import Part


def gated(hidden: int, inner: int, bias: bool = False, component: str = "feed-forward", copies: int = 1) -> "list[Part]":
    """down(act(gate(x)) · up(x)): three matrices."""
    return [
        Weight(component, "gate", hidden, inner, bias, copies),
        Weight(component, "up", hidden, inner, bias, copies),
        Weight(component, "down", inner, hidden, bias, copies),
    ]


def plain(hidden: int, inner: int, bias: bool = False, component: str = "feed-forward", copies: int = 1) -> "list[Part]":
    """down(act(up(x))): two matrices."""
    return [
        Weight(component, "up", hidden, inner, bias, copies),
        Weight(component, "down", inner, hidden, bias, copies),
    ]


def experts(
    hidden: int, inner: int, number: int, used: int, bias: bool = False, plain: bool = False, router_bias: bool = False,
    router_inputs: "int | None" = None,
) -> "list[Part]":  # fmt: skip
    """A router that picks `used` of `number` experts for each token."""
    parts: list[Part] = [Weight("router", "router", router_inputs or hidden, number, router_bias)]
    for name, inputs, outputs in [("gate", hidden, inner), ("up", hidden, inner), ("down", inner, hidden)]:
        if not (plain and name == "gate"):
            parts.append(Weight("routed experts", f"expert {name}", inputs, outputs, bias, number, used))
    return parts
