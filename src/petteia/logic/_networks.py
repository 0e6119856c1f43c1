"""Boolean networks: ground clauses folded into conjunctions and disjunctions that share their parts.

Kernels (what is left of a disjunction after a common literal is divided out) are found for all outputs first; then
every disjunction that contains a known kernel refers to its node instead of listing its conjunctions. That reduces
edges, and with them the work of an update.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import and_

from .unfolding import Inputs, Unfolded, bits

_Maker = Callable[[frozenset[int]], int]
Cubes = frozenset[int]
"""A disjunction: the masks of its conjunctions."""


@dataclass
class Network:
    """Nodes in order of height: leaves first (`2 i` says that input `i` holds, `2 i + 1` that it does not).

    A node is true while at least `need` of its children are. `outputs` are the nodes of each feature, as often as the
    feature has solutions that they stand for.
    """

    inputs: int
    need: list[int] = field(default_factory=list)
    children: list[tuple[int, ...]] = field(default_factory=list)
    outputs: list[list[int]] = field(default_factory=list)
    constants: list[int] = field(default_factory=list)
    """Solutions of each feature that hold in every position."""

    @property
    def edges(self) -> int:
        """How many counters there are to adjust at most."""
        return sum(map(len, self.children))

    @property
    def heights(self) -> list[int]:
        """The height of each node; leaves have 0."""
        found: list[int] = []
        for children in self.children:
            found.append(1 + max(found[child] for child in children) if children else 0)
        return found

    def values(self, holds: Iterable[int]) -> list[int]:
        """The value of each feature where these inputs hold, worked out from scratch: the slow twin of native code."""
        true = set(holds)
        value: list[bool] = []
        for node, children in enumerate(self.children):
            if node < 2 * self.inputs:
                value.append((node >> 1 in true) != bool(node & 1))
            else:
                value.append(sum(value[child] for child in children) >= self.need[node])
        return [
            constant + sum(value[node] for node in nodes)
            for constant, nodes in zip(self.constants, self.outputs, strict=True)
        ]


class _Builder:
    """Makes nodes, each only once."""

    def __init__(self, inputs: int) -> None:
        self.network = Network(inputs, [1] * (2 * inputs), [()] * (2 * inputs))
        self._known: dict[tuple[int, tuple[int, ...]], int] = {}
        self._factored: dict[Cubes, int] = {}
        self.kernels: dict[Cubes, None] = {}
        self._holding: dict[int, list[Cubes]] = {}

    def node(self, need: int, children: Iterable[int]) -> int:
        parts = tuple(sorted(set(children)))
        if len(parts) == 1:
            return parts[0]
        key = (min(need, len(parts)), parts)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = len(self.network.need)
            self.network.need.append(key[0])
            self.network.children.append(parts)
        return known

    def cube(self, mask: int) -> int:
        parts = list(bits(mask))
        return self.node(len(parts), parts)

    def flat(self, cubes: Cubes) -> int:
        """A disjunction of conjunctions, as they stand."""
        return self.node(1, map(self.cube, cubes))

    def share_kernels(self) -> None:
        """Makes the kernels found so far available to all disjunctions that contain them."""
        for kernel in sorted(self.kernels, key=len, reverse=True):
            self._holding.setdefault(min(kernel), []).append(kernel)
        self._factored.clear()

    def factored(self, cubes: Cubes) -> int:
        """A disjunction with common literals divided out, as often as that helps."""
        known = self._factored.get(cubes)
        if known is not None:
            return known
        if len(cubes) == 1:
            return self.cube(next(iter(cubes)))
        common = reduce(and_, cubes)
        if common:
            kernel = frozenset(mask & ~common for mask in cubes)
            self.kernels.setdefault(kernel)
            node = self._conjunction(common, kernel)
        else:
            node = self.node(1, self._terms(cubes))
        self._factored[cubes] = node
        return node

    def _conjunction(self, common: int, kernel: Cubes) -> int:
        parts = [*bits(common), self.factored(kernel)]
        return self.node(len(parts), parts)

    def _terms(self, cubes: Cubes) -> list[int]:
        """The children of a disjunction without a common literal."""
        terms: list[int] = []
        left = set(cubes)
        for cube in sorted(cubes):
            for kernel in self._holding.get(cube, ()):
                if kernel <= left and kernel != cubes:
                    terms.append(self.factored(kernel))
                    left -= kernel
                    break
        while len(left) > 1:
            literal, times = Counter(bit for mask in left for bit in bits(mask)).most_common(1)[0]
            if times < 2:
                break
            divided = {mask for mask in left if mask >> literal & 1}
            left -= divided
            common = reduce(and_, divided)
            kernel = frozenset(mask & ~common for mask in divided)
            if 0 in kernel:  # one of them implies all others
                terms.append(self.cube(common))
                continue
            self.kernels.setdefault(kernel)
            terms.append(self._conjunction(common, kernel))
        return terms + [self.cube(mask) for mask in left]


def build_network(features: Sequence[Unfolded], inputs: int, *, extract: bool = True) -> Network:
    """The network of several features; without `extract` kernels are left where they are.

    >>> both = [Unfolded("f", {(): (0b010101, 0b1010000)}), Unfolded("g", {(): (0b0101, 0b1000000, 0b100000000)})]
    >>> plain, shared = build_network(both, 5, extract=False), build_network(both, 5)
    >>> plain.edges > shared.edges, plain.values([0, 1, 2]) == shared.values([0, 1, 2]) == [1, 1]
    (True, True)
    """
    plain = _Builder(inputs)
    _connect(plain, features, plain.flat)
    if not extract:
        return plain.network
    seen = _Builder(inputs)
    _connect(seen, features, seen.factored)
    once = seen.network
    kernels = seen.kernels
    shared = _Builder(inputs)
    shared.kernels = kernels
    shared.share_kernels()
    _connect(shared, features, shared.factored)
    return min((plain.network, once, shared.network), key=lambda network: network.edges)


def _connect(builder: _Builder, features: Sequence[Unfolded], make: _Maker) -> None:
    for feature in features:
        nodes: list[int] = []
        always = 0
        for masks in feature.outputs.values():
            if 0 in masks:
                always += 1
            elif masks:
                nodes.append(make(frozenset(masks)))
        builder.network.outputs.append(nodes)
        builder.network.constants.append(always)


def thin_network(thin: Sequence[int], inputs: int) -> Network:
    """The Hasse diagram of thin features (masks): each rests on the largest others that it contains."""
    builder = _Builder(inputs)
    by_literal: dict[int, list[int]] = {}
    nodes: dict[int, int] = {}
    for mask in sorted(set(thin), key=int.bit_count):
        below: dict[int, None] = {}
        for bit in bits(mask):
            for other in by_literal.get(bit, ()):
                if other & mask == other:
                    below[other] = None
        covers: list[int] = []
        for other in sorted(below, key=int.bit_count, reverse=True):
            if not any(other & cover == other for cover in covers):
                covers.append(other)
        left = mask & ~reduce(lambda a, b: a | b, covers, 0)
        parts = [*(nodes[cover] for cover in covers), *bits(left)]
        nodes[mask] = builder.node(len(parts), parts)
        if mask.bit_count() > 1:
            by_literal.setdefault(min(bits(mask)), []).append(mask)
    builder.network.outputs = [[nodes[mask]] for mask in thin]
    builder.network.constants = [0] * len(thin)
    return builder.network


def draw_network(title: str, feature: Unfolded, network: Network, inputs: Inputs, most: int = 400) -> str:
    """A network as text: what it counts, then every node with its children, highest first."""
    heights = network.heights
    named = {node: f"n{node}" for node in range(2 * network.inputs, len(network.need))}
    lines = [f"% {line}" for line in title.splitlines()]
    lines.append(
        f"{len(feature.outputs)} outputs, {feature.clauses} ground clauses, {len(named)} nodes, {network.edges} edges, "
        f"height {max(heights)}"
    )

    def name(node: int) -> str:
        return named.get(node) or str(inputs.literal(node))

    for row, masks in list(feature.outputs.items())[:most]:
        lines.append(f"{feature.name}({', '.join(map(str, row))}) = {len(masks)} ways")
    shown = sorted(named, key=lambda node: (-heights[node], node))
    for node in shown[:most]:
        joiner = " and " if network.need[node] > 1 else " or "
        lines.append(f"{name(node)} [{heights[node]}] = {joiner.join(map(name, network.children[node]))}")
    if len(shown) > most:
        lines.append(f"... and {len(shown) - most} more")
    return "\n".join(lines)
