"""True if a node fits a place, and which slots the arguments of a clause go to."""

from dataclasses import dataclass

from petteia.lang.literals import literal_fits
from petteia.lang.tree import Clause, Node, Sequence, Terminal
from petteia.ludemes import Ludeme, Slot, SlotType

__all__ = ["Assignment", "Match", "Matches", "choose_match", "fits"]


@dataclass(frozen=True, slots=True)
class Match:
    """A form that a clause fits, with the index of the slot that each argument goes to."""

    form: type[Ludeme]
    places: tuple[int, ...]


# The forms that each clause fits, by the identity of the clause.
Matches = dict[int, list[Match]]


def choose_match(clause: Clause, wanted: SlotType, matches: Matches) -> Match | None:
    """The first form of a clause that is of a type wanted."""
    for match in matches[id(clause)]:
        if match.form.fits(wanted.classes):
            return match
    return None


def fits(node: Node, wanted: SlotType, matches: Matches) -> bool:
    """True if a node, the clauses inside it being matched, can stand where a type is wanted."""
    if isinstance(node, Sequence):
        if not wanted.depth:
            return False
        inner = wanted.inner()
        words = {item.text for item in node.items if isinstance(item, Terminal)}
        if words and (inner.depth or not all(literal_fits(word, inner) for word in words)):
            return False
        return all(fits(item, inner, matches) for item in node.items if not isinstance(item, Terminal))
    if wanted.depth:
        return False
    if isinstance(node, Terminal):
        return literal_fits(node.text, wanted)
    return choose_match(node, wanted, matches) is not None


class Assignment:
    """The search for the slots that the arguments of a clause go to, in order.

    At each slot the next argument is tried first, then leaving the slot empty, so that the leftmost slots win.
    `reached` tells how many arguments found a slot at best, `reached_slot` the slot after the last of them, and
    `reached_groups` which groups were taken by then.
    """

    def __init__(self, arguments: list[Node], slots: tuple[Slot, ...], matches: Matches) -> None:
        self._arguments = arguments
        self._slots = slots
        self._matches = matches
        self._places: list[int] = []
        self._dead: set[tuple[int, int, int]] = set()
        self._known: dict[tuple[int, int], bool] = {}
        self.reached = 0
        self.reached_slot = 0
        self.reached_groups = 0

    def first(self) -> tuple[int, ...] | None:
        """The slot of each argument in the first assignment that works."""
        return tuple(self._places) if self._place(0, 0, 0) else None

    def _place(self, at: int, argument: int, groups: int) -> bool:
        """True if the arguments from one on can go to the slots from one on, with some groups taken already."""
        if argument > self.reached:
            self.reached, self.reached_slot, self.reached_groups = argument, at, groups
        if argument == len(self._arguments):
            return self._complete(at, groups)
        if at == len(self._slots) or (at, argument, groups) in self._dead:
            return False
        slot = self._slots[at]
        group = 1 << slot.group if slot.group is not None else 0
        if not groups & group and self._fits(argument, at):
            self._places.append(at)
            if self._place(at + 1, argument + 1, groups | group):
                return True
            self._places.pop()
        if slot.optional and self._place(at + 1, argument, groups):
            return True
        self._dead.add((at, argument, groups))
        return False

    def _complete(self, at: int, groups: int) -> bool:
        if not all(slot.optional for slot in self._slots[at:]):
            return False
        needed = (slot.group for slot in self._slots if slot.group is not None and slot.group_needed)
        return all(groups & (1 << group) for group in needed)

    def _fits(self, argument: int, at: int) -> bool:
        node, slot = self._arguments[argument], self._slots[at]
        if node.name != slot.name:
            return False
        if (argument, at) not in self._known:
            self._known[argument, at] = fits(node, slot.type, self._matches)
        return self._known[argument, at]
