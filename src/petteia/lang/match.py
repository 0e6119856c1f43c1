"""Whether a node fits a place, and which slots the arguments of a clause go to."""

from typing import Any

from petteia.lang.literals import NO_VALUE, literal_value
from petteia.lang.tree import Node, Sequence, Terminal, Tree
from petteia.ludemes import Ludeme, Slot, SlotType

__all__ = ["Assignment", "value_for"]


class Assignment:
    """The search for the slots that the arguments of a clause go to, in order.

    At each slot the next argument is tried first, then leaving the slot empty, so that the leftmost slots win.
    `reached` tells how many arguments found a slot at best, `reached_slot` the slot after the last of them, and
    `reached_groups` which groups were taken by then.
    """

    def __init__(
        self, arguments: list[Node], slots: tuple[Slot, ...], bound: dict[int, list[Ludeme]], tree: Tree
    ) -> None:
        self._arguments = arguments
        self._slots = slots
        self._bound = bound
        self._tree = tree
        self._values: dict[str, Any] = dict.fromkeys([slot.attribute for slot in slots])
        self._dead: set[tuple[int, int, int]] = set()
        self._fits: dict[tuple[int, int], Any] = {}
        self.reached = 0
        self.reached_slot = 0
        self.reached_groups = 0

    def first(self) -> dict[str, Any] | None:
        """The values by attribute of the first assignment that works."""
        return self._values if self._place(0, 0, 0) else None

    def _place(self, at: int, argument: int, groups: int) -> bool:
        """Whether the arguments from one on can go to the slots from one on, with some groups taken already."""
        if argument > self.reached:
            self.reached, self.reached_slot, self.reached_groups = argument, at, groups
        if argument == len(self._arguments):
            return self._complete(at, groups)
        if at == len(self._slots) or (at, argument, groups) in self._dead:
            return False
        slot = self._slots[at]
        group = 1 << slot.group if slot.group is not None else 0
        if not groups & group and (value := self._value(argument, at)) is not NO_VALUE:
            self._values[slot.attribute] = value
            if self._place(at + 1, argument + 1, groups | group):
                return True
            self._values[slot.attribute] = None
        if slot.optional and self._place(at + 1, argument, groups):
            return True
        self._dead.add((at, argument, groups))
        return False

    def _complete(self, at: int, groups: int) -> bool:
        if not all(slot.optional for slot in self._slots[at:]):
            return False
        return all(groups & (1 << slot.group) for slot in self._slots if slot.group is not None and slot.group_needed)

    def _value(self, argument: int, at: int) -> Any:
        node, slot = self._arguments[argument], self._slots[at]
        if node.name != slot.name:
            return NO_VALUE
        if (argument, at) not in self._fits:
            self._fits[argument, at] = value_for(node, slot.type, self._bound, self._tree)
        return self._fits[argument, at]


def value_for(node: Node, wanted: SlotType, bound: dict[int, list[Ludeme]], tree: Tree) -> Any:
    """The value of a node for a place, NO_VALUE if it does not fit."""
    if isinstance(node, Sequence):
        return _list_for(node, wanted, bound, tree)
    if wanted.depth:
        return NO_VALUE
    if isinstance(node, Terminal):
        return literal_value(node.text, wanted, tree, node.offset)
    for ludeme in bound[id(node)]:
        if isinstance(ludeme, wanted.classes):
            return ludeme
    return NO_VALUE


def _list_for(node: Sequence, wanted: SlotType, bound: dict[int, list[Ludeme]], tree: Tree) -> Any:
    if not wanted.depth:
        return NO_VALUE
    inner = wanted.inner()
    values = []
    for item in node.items:
        value = value_for(item, inner, bound, tree)
        if value is NO_VALUE:
            return NO_VALUE
        values.append(value)
    return values
