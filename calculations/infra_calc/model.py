"""A model: its layers, each a list of parts, and the parts outside the layers."""

from infra_calc.parts import Weight

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from infra_calc.parts import Part


class Model:
    """The architecture of one configuration.

    layers: the kind of each layer in order; kinds: the parts of each kind; outside: embedding, last norm, head;
    vision: the image tower where the library's text-generation class contains one; state_bytes: bytes of a number in
    a recurrent state.
    """

    def __init__(
        self, model_type: str, hidden: int, vocabulary: int, layers: list[str], kinds: "dict[str, list[Part]]",
        outside: "list[Part]", notes: "list[str] | None" = None,
    ) -> None:  # fmt: skip
        """`notes` are assumptions that a reader must know."""
        self.name = model_type
        self.model_type = model_type
        self.hidden = hidden
        self.vocabulary = vocabulary
        self.layers = layers
        self.kinds = kinds
        self.outside = outside
        self.vision: list[Part] = []
        self.notes = notes or []
        self.state_bytes = 4
        self.source: dict[str, str] = {}

    def counted(self) -> "Iterator[tuple[Part, int]]":
        """Each part of the language model with the number of layers that have it."""
        for part in self.outside[:1]:
            yield part, 1
        for kind, times in self.layer_counts():
            for part in self.kinds[kind]:
                yield part, times
        for part in self.outside[1:]:
            yield part, 1

    def layer_counts(self) -> list[tuple[str, int]]:
        """The kinds of layers and how many there are of each, in order of appearance."""
        return [(kind, self.layers.count(kind)) for kind in self.kinds]

    def weights(self, vision: bool = True) -> "Iterator[tuple[Weight, int]]":
        """Each weight with the number of times that it is stored."""
        for part, times in self.counted():
            if isinstance(part, Weight):
                yield part, times
        if vision:
            for part in self.vision:
                if isinstance(part, Weight):
                    yield part, 1

    def parameters(self, vision: bool = True) -> int:
        """Stored parameters."""
        return sum(times * weight.parameters() for weight, times in self.weights(vision))

    def active_parameters(self, vision: bool = True) -> int:
        """Parameters that one token uses: all but the experts it is not routed to; embeddings are included."""
        return sum(times * weight.active() for weight, times in self.weights(vision))

    def components(self) -> dict[str, int]:
        """Stored parameters by component; the values add up to `parameters()`."""
        sums: dict[str, int] = {}
        for weight, times in self.weights():
            sums[weight.component] = sums.get(weight.component, 0) + times * weight.parameters()
        return {name: number for name, number in sums.items() if number}


def stacked(layers: "list[tuple[str, list[Part]]]") -> "tuple[list[str], dict[str, list[Part]]]":
    """Layer kinds in order, and the parts of each kind once."""
    kinds: dict[str, list[Part]] = {}
    for label, parts in layers:
        kinds.setdefault(label, parts)
    return [label for label, _ in layers], kinds
