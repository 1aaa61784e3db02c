"""Bytes of weights under a storage scheme: which components are stored in which format, with their scales.

A scheme is written FORMAT or FORMAT:component+component; the rest stays in BF16. Formats:

    bf16 fp16 fp32 fp8 int8 int4      plain, one number after another
    int8-g128 int4-g32 …              a 16-bit scale for each group of inputs
    fp8-block128                      a 32-bit scale for each 128 × 128 block (DeepSeek-V3, arXiv 2412.19437, 3.3)
    mxfp4 mxfp8                       an 8-bit scale for each 32 inputs (OCP Microscaling Formats 1.0)
    nvfp4                             an 8-bit scale for each 16 inputs, one 32-bit scale for each matrix
"""

from infra_calc.errors import UsageError, unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from infra_calc.model import Model
    from infra_calc.parts import Weight

PLAIN = {"bf16": 16, "fp16": 16, "fp32": 32, "fp8": 8, "int8": 8, "int4": 4}
SCALED = {"mxfp4": (4, 32, 8, 0), "mxfp8": (8, 32, 8, 0), "nvfp4": (4, 16, 8, 4)}
GROUPED = ["int8-g128", "int4-g128", "fp8-block128"]
MATRICES = ["attention", "indexer", "feed-forward", "shared experts", "routed experts", "expert latents", "recurrence"]
OTHERS = ["embedding", "head", "router", "vision", "layer embeddings"]
PRESETS = {
    "gpt-oss": ("mxfp4:routed experts", "the published checkpoint: MXFP4 experts, the rest BF16"),
    "deepseek-fp8": (
        "fp8-block128:attention+indexer+feed-forward+shared experts+routed experts",
        "the published checkpoint of V3 and V3.2: FP8 matrices, BF16 embedding, head, router and norms",
    ),
}


class Scheme:
    """A format for the matrices of some components, BF16 for everything else; a plain format is for everything."""

    def __init__(self, text: str) -> None:
        """UsageError for a format or a component that is not known."""
        text = PRESETS[text][0] if text in PRESETS else text
        self.format, _, chosen = text.partition(":")
        self.text = text
        self.everything = self.format in PLAIN and not chosen
        names = [each.strip().replace("_", " ") for each in chosen.split("+")] if chosen else MATRICES
        for each in names:
            if each not in MATRICES and each not in OTHERS:
                raise UsageError(str(unknown("component", each, MATRICES + OTHERS)))
        self.components = names
        self.bits, self.group, self.scale_bits, self.extra, self.block = _format(self.format)

    def applies(self, weight: "Weight") -> bool:
        """Whether the format, and not BF16, holds for these numbers."""
        if self.everything:
            return True
        return weight.component in self.components and weight.kind in ("matrix", "table")

    def one(self, weight: "Weight") -> int:
        """Bytes of one copy; a bias beside a quantised matrix stays BF16."""
        if not self.applies(weight):
            return 2 * weight.one()
        if self.everything:
            return _whole_bytes(weight.one() * self.bits)
        rows, width = weight.outputs, weight.inputs
        if weight.kind == "table":  # stored row by row, a row for each entry
            rows, width = weight.inputs, weight.outputs
        numbers = rows * _whole_bytes(width * self.bits)
        if self.block:
            scales = _parts(rows, self.block) * _parts(width, self.block) * self.scale_bits
        else:
            scales = rows * _parts(width, self.group) * self.scale_bits if self.group else 0
        return numbers + _whole_bytes(scales) + self.extra + 2 * weight.bias


def weight_bytes(model: "Model", scheme: Scheme, vision: bool = True) -> int:
    """Bytes of all stored weights."""
    return sum(
        times * weight.copies * scheme.one(weight) for weight, times in model.weights(vision) if not weight.shared
    )


def _format(name: str) -> tuple[int, int, int, int, int]:
    """Bits of a number, group of inputs with one scale, bits of the scale, further bytes of a matrix, block side."""
    if name in PLAIN:
        return PLAIN[name], 0, 0, 0, 0
    if name in SCALED:
        bits, group, scale, extra = SCALED[name]
        return bits, group, scale, extra, 0
    base, _, rest = name.partition("-")
    size = rest.lstrip("gblock")
    digits = 0 < len(size) < 7 and all(each in "0123456789" for each in size)
    if base in ("fp8", "int8", "int4") and digits and int(size):
        if rest == f"g{size}":
            return PLAIN[base], int(size), 16, 0, 0
        if rest == f"block{size}" and base == "fp8":
            return 8, 0, 32, 0, int(size)
    raise UsageError(str(unknown("storage format", name, list(PLAIN) + list(SCALED) + GROUPED + list(PRESETS))))


def _whole_bytes(bits: int) -> int:
    return (bits + 7) // 8


def _parts(length: int, size: int) -> int:
    return (length + size - 1) // size
