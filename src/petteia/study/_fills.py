"""Fills of a hole: literal choices, what stands in the same role elsewhere, small terms of the grammar."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from petteia.lang import Clause, Terminal
from petteia.lang import Sequence as Listing
from petteia.lang.literals import literal_fits
from petteia.lang.show import inline_text
from petteia.lang.tree import Node
from petteia.ludemes import Ludeme, Slot, Word, forms, keywords
from petteia.ludemes.registry import SlotType

from .holes import WORD, Hole
from .library import Equipment, Library, Source, base_name, equipment_of, section_of

_BOARDS = frozenset({"board", "mancalaBoard", "surakartaBoard", "boardless"})
_STRING = re.compile(r'"([^"]*)"')
_MOST_OF_SOURCE = 12
_ENOUGH_TEXTS, _NEGLIGIBLE = 100, 1e-5
"""With so many texts at hand, sources with so small a share of the weight of the nearest are not asked."""
_MOST_GRAMMAR = 200
GRAMMAR = "grammar"
LITERAL = "choice"
_HAND = re.compile(r"Hand\d*")


@dataclass(frozen=True)
class Spot:
    """Where a hole stands: its clause, the list in it, the label of the hole, and the section of the game."""

    clause: Clause
    listing: Listing | None
    label: str | None
    section: str
    outer: tuple[str, ...]
    """The keywords of the clauses around, the innermost last."""


@dataclass
class Fill:
    """A text for a hole with the rule sets it was taken from, each with its weight."""

    text: str
    origin: str
    sources: list[tuple[Source, float]] = field(default_factory=list)

    @property
    def weight(self) -> float:
        """How much speaks for it."""
        return sum(weight for _, weight in self.sources)

    def told(self) -> str:
        """Where it comes from, the nearest rule set first."""
        return self.sources[0][0].label if self.sources else self.origin


def locate(root: Clause, word: str) -> Spot | None:
    """The first place where the word of a hole stands."""
    stack: list[tuple[Clause, Clause | Listing, str, tuple[str, ...]]] = [(root, root, "game", ("game",))]
    while stack:
        clause, node, section, outer = stack.pop()
        later: list[tuple[Clause, Clause | Listing, str, tuple[str, ...]]] = []
        for item in node.items:
            if isinstance(item, Terminal):
                if item.text == word:
                    return Spot(clause, node if isinstance(node, Listing) else None, item.name, section, outer)
            elif isinstance(item, Clause):
                later.append((item, item, section_of(item.keyword, section), (*outer, item.keyword)))
            else:
                later.append((clause, item, section, outer))
        stack.extend(reversed(later))
    return None


def holed_sections(root: Clause) -> dict[str, bool]:
    """The sections in which a hole stands; a hole in place of all rules stands in each."""
    found = dict.fromkeys(("players", "equipment", "start", "play", "end", "rules"), False)
    present = set()
    stack: list[tuple[Node, str]] = [(root, "game")]
    while stack:
        node, section = stack.pop()
        if isinstance(node, Terminal):
            if WORD.fullmatch(node.text):
                found[section] = True
            continue
        if isinstance(node, Clause):
            section = section_of(node.keyword, section)
            present.add(section)
        stack.extend((item, section) for item in node.items)
    for name in ("start", "play", "end"):
        found[name] |= found["rules"] or (name not in present and name != "start")
    return found


# -- what stands in the same role elsewhere -------------------------------------------------------------------------


def texts_from(spot: Spot, source: Source) -> Iterator[str]:
    """Texts in the place of a hole in another rule set, each once; those of the most alike clause first."""
    seen = set()
    clauses = source.clauses.get((spot.clause.keyword, spot.section), [])
    if not clauses and spot.clause.keyword in _BOARDS:
        return
    for clause in clauses:
        for text in _in_clause(spot, clause):
            if text not in seen:
                seen.add(text)
                yield text


def _in_clause(spot: Spot, clause: Clause) -> Iterator[str]:
    if spot.listing is not None:
        yield from _in_listing(spot, clause)
    elif spot.label is not None:
        for item in clause.items:
            if item.name == spot.label:
                yield inline_text(item).removeprefix(f"{spot.label}:")
    else:
        found = _left_over(spot.clause, clause)
        if found is not None:
            yield " ".join(inline_text(item) for item in found)


def _in_listing(spot: Spot, clause: Clause) -> Iterator[str]:
    """The items of the corresponding list, without those of a kind that is there already."""
    assert spot.listing is not None
    here = [item for item in spot.listing.items if not _is_hole(item)]
    lists = [item for item in clause.items if isinstance(item, Listing) and item.name == spot.listing.name]
    items = lists[0].items if lists else [item for item in clause.items if isinstance(item, Clause)]
    if spot.clause.keyword == "equipment":
        kinds = {_kind(item) for item in here}
        left = [item for item in items if _kind(item) not in kinds]
        yield " ".join(inline_text(item) for item in left)
        return
    written = {inline_text(item) for item in here}
    left = [item for item in items if inline_text(item) not in written]
    if left:
        yield " ".join(inline_text(item) for item in left)
        if len(left) > 1:
            yield from (inline_text(item) for item in left)


def _kind(item: Node) -> str:
    if not isinstance(item, Clause):
        return ""
    return "board" if item.keyword in _BOARDS else item.keyword


def _is_hole(item: Node) -> bool:
    return isinstance(item, Terminal) and WORD.fullmatch(item.text) is not None


def _left_over(here: Clause, there: Clause) -> list[Node] | None:
    """The arguments of another clause without a counterpart in one with a hole; None if the two differ in kind.

    Those are left out that would have to stand before what is before the hole, or behind what is behind it.
    """
    present = [item for item in here.items if not _is_hole(item)]
    before = next((k for k, item in enumerate(here.items) if _is_hole(item)), len(here.items))
    if not present:
        return there.items
    for form in forms(here.keyword):
        slots = form.slots()
        theirs = _slots_of(there.items, slots)
        ours = _slots_of(present, slots)
        if theirs is None or ours is None:
            continue
        for item, at in zip(present, ours, strict=True):
            if slots[at].type.words and isinstance(item, Terminal):
                other = [one for one, k in zip(there.items, theirs, strict=True) if k == at]
                if not other or not isinstance(other[0], Terminal) or other[0].text != item.text:
                    break
        else:
            taken = set(ours)
            first, last = max(ours[:before], default=-1), min(ours[before:], default=len(slots))
            return [item for item, at in zip(there.items, theirs, strict=True) if at not in taken and first < at < last]
    return None


def _slots_of(items: list[Node], slots: tuple[Slot, ...]) -> list[int] | None:
    """The slots that items go to, from the left, by their labels and outer types alone."""
    found, at = [], 0
    for item in items:
        while at < len(slots) and not (slots[at].name == item.name and fits_outside(item, slots[at].type)):
            at += 1
        if at == len(slots):
            return None
        found.append(at)
        at += 1
    return found


def fits_outside(item: Node, wanted: SlotType) -> bool:
    """True if the outermost word or bracket of a node fits a type."""
    if isinstance(item, Listing):
        return wanted.depth > 0
    if isinstance(item, Terminal):
        return not wanted.depth and (_is_hole(item) or literal_fits(item.text, wanted))
    return not wanted.depth and any(issubclass(form, wanted.classes) for form in forms(item.keyword))


# -- small terms of the grammar -------------------------------------------------------------------------------------


def grammar_texts(spot: Spot) -> Iterator[str]:
    """Small terms of the types that the place of a hole asks for, simplest first; a last resort."""
    seen = set()
    for wanted in _wanted(spot):
        for text in islice(_terms(wanted, 2), _MOST_GRAMMAR):
            if text not in seen:
                seen.add(text)
                yield text


def _wanted(spot: Spot) -> Iterator[SlotType]:
    present = [item for item in spot.clause.items if not _is_hole(item)]
    for form in forms(spot.clause.keyword):
        slots = form.slots()
        taken = _slots_of(present, slots)
        for at, slot in enumerate(slots):
            if slot.name == spot.label and (taken is None or at not in taken) and not slot.type.words:
                yield slot.type.inner() if spot.listing is not None and slot.type.depth else slot.type


def _terms(wanted: SlotType, depth: int) -> Iterator[str]:
    yield from wanted.words
    if wanted.depth:
        yield from ("{" + text + "}" for text in _terms(wanted.inner(), depth))
        return
    for cls in wanted.classes:
        if issubclass(cls, Word):
            yield from (str(one.value) for one in cls)
        elif cls is bool:
            yield from ("True", "False")
        elif cls in (int, float):
            yield from map(str, range(1, 10))
        elif issubclass(cls, Ludeme) and depth:
            yield from _clauses(cls, depth)


def _clauses(cls: type, depth: int) -> Iterator[str]:
    """Clauses of a type with only the arguments that they need."""
    if any(literal_fits(word, SlotType(0, (cls,), ())) for word in ("3",)):
        yield from map(str, range(1, 10))
    for keyword in keywords():
        for form in forms(keyword):
            if not issubclass(form, cls) or not form.implemented():
                continue
            parts: list[list[str]] = [[]]
            for slot in form.slots():
                if slot.optional:
                    continue
                options = list(islice(_terms(slot.type, depth - 1), 3))
                label = f"{slot.name}:" if slot.name else ""
                parts = [[*one, label + text] for one in parts for text in options][:6]
            yield from (f"({' '.join([keyword, *one])})" for one in parts)


# -- names of another rule set's equipment on this one's ------------------------------------------------------------


class Unfit(Exception):
    """A fill needs something that the game does not have; the message says what."""


def adapt(text: str, theirs: Equipment, ours: Equipment) -> str:
    """A fill with the names of its own game's equipment replaced by those of this one."""
    return _STRING.sub(lambda found: f'"{_mapped(found[1], theirs, ours)}"', text)


def _mapped(name: str, theirs: Equipment, ours: Equipment) -> str:
    if _HAND.fullmatch(name):
        if not ours.hand:
            raise Unfit("there is no hand")
        return name
    for kind in ("tracks", "regions", "maps"):
        known, mine = getattr(theirs, kind), getattr(ours, kind)
        if name in known and name not in mine:
            if not mine:
                raise Unfit(f"there are no {kind}")
            return str(mine[min(known.index(name), len(mine) - 1)])
    return _piece(name, theirs, ours)


def _split(name: str, bases: list[str]) -> tuple[str, int | None]:
    """The name of a piece and the number of its player; names may end in digits themselves."""
    for base in bases:
        if name.startswith(base) and name[len(base) :].isdigit():
            return base, int(name[len(base) :])
    return base_name(name)


def _piece(name: str, theirs: Equipment, ours: Equipment) -> str:
    bases = [base for base, _ in theirs.pieces]
    base, player = (name, None) if name in bases else _split(name, bases)
    if base not in bases:
        return name
    mine = [one for one, _ in ours.pieces]
    if base in mine and (player is None or f"{base}{player}" in [*ours.of_player(player), *ours.of_player(0)]):
        return name
    if player is None:
        unique = list(dict.fromkeys(mine))
        if not unique:
            raise Unfit("there are no pieces")
        return unique[min(list(dict.fromkeys(bases)).index(base), len(unique) - 1)]
    own, others = ours.of_player(player), theirs.of_player(player)
    if not own:
        raise Unfit(f"player {player} has no pieces")
    return own[min(others.index(name) if name in others else 0, len(own) - 1)]


def check_needs(rules: str, equipment: str) -> None:
    """Raises if rules use dice, hands, tracks or regions that the equipment does not have."""
    have = equipment_of(equipment)
    needs = (
        (have.dice, r"\(roll\b|\(forEach Die\b|\(face\b|\(sameDice\b|\(dice\)", "dice"),
        (have.hand, r"\(handSite\b|\(sites Hand\b", "hand"),
        (have.track or "mancalaBoard" in equipment, r"\(sites Track\b|\(trackSite\b|\(sow\b", "track"),
        (bool(have.maps) or "(map" in equipment, r"\(mapEntry\b", "map"),
    )
    for there, pattern, what in needs:
        if not there and re.search(pattern, rules):
            raise Unfit(f"there is no {what}")


# -- all fills of a hole ----------------------------------------------------------------------------------------------


def fills_of(hole: Hole, spot: Spot, library: Library, weights: list[float]) -> list[Fill]:
    """All fills of a hole, the best supported first: choices, other rule sets, and, if there are none, the grammar."""
    found: dict[str, Fill] = {}
    for text in hole.choices:
        found[text] = Fill(text, LITERAL)
    if hole.is_open:
        order = sorted(range(len(weights)), key=lambda k: -weights[k])
        for k in order:
            if len(found) >= _ENOUGH_TEXTS and weights[k] < _NEGLIGIBLE * weights[order[0]]:
                break
            source = library.sources[k]
            texts = list(islice(texts_from(spot, source), _MOST_OF_SOURCE))
            for text in texts:
                fill = found.setdefault(text, Fill(text, "library"))
                fill.sources.append((source, weights[k] / len(texts)))
    if hole.is_open and len(found) < 2:
        for text in grammar_texts(spot):
            found.setdefault(text, Fill(text, GRAMMAR))
    return sorted(found.values(), key=lambda fill: -fill.weight)


def by_source(fills: list[Fill]) -> dict[int, list[Fill]]:
    """The fills of each source, by the identity of the source."""
    found: dict[int, list[Fill]] = defaultdict(list)
    for fill in fills:
        for source, _ in fill.sources:
            found[id(source)].append(fill)
    return found
