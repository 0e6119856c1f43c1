"""Where the pieces of some players stand, by role, name, container and level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.ops import mask_of
from petteia.ludemes.enums import RoleType
from petteia.ludemes.equipment.covering import COVERED
from petteia.ludemes.lowering.site_types import all_types
from petteia.ludemes.queries.contents import (
    count_levels,
    held_by_any,
    held_on_any_level,
    occupied,
    on_board,
    owned_pieces,
    seen,
    some_level,
    stable,
    standing_any,
)
from petteia.ludemes.queries.roles import players_of, role_index
from petteia.ludemes.queries.site_sets import set_at

if TYPE_CHECKING:
    from petteia.ludemes.arguments import PlayerArgument
    from petteia.ludemes.enums import SiteType
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.facts import Component
    from petteia.ludemes.types import BooleanFunction, IntFunction

Owners = list[tuple[n.Expr, int]]
"""Owners, each with the condition under which he is meant."""


def owners_meant(x: Context, role: RoleType | None, index: IntFunction | None) -> Owners:
    """The owners that a role covers, or the one with an index; everybody if neither is written."""
    if index is None:
        return players_of(x, role or RoleType.All)
    who = stable(x, "who", index.lower(x))
    found = [(ops.eq(who, ops.number(p)), p) for p in range(x.spec.players + 2)]
    return [(condition, p) for condition, p in found if condition != ops.FALSE]


def _united(x: Context, parts: list[tuple[n.Expr, n.Expr]]) -> n.Expr:
    """The union of sets, each with the condition under which it counts."""
    empty = ops.empty_set(x.universe)
    return ops.union(empty, *(ops.select(condition, members, empty) for condition, members in parts))


# ---------------------------------------------------------------------------------------------------------------
# Sites occupied


def sites_occupied(
    x: Context,
    role: RoleType | None,
    player: PlayerArgument | None,
    names: list[str] | None,
    component: IntFunction | None,
    *,
    top: bool,
) -> n.Expr:
    """The sites, hands included, on which some players have pieces."""
    owners = owners_meant(x, role, player.index if player else None)
    stacking = x.spec.stacking
    if names is None and component is None:
        if stacking and not top:
            pieces = [(when, c) for when, p in owners for c in x.spec.components if c.owner == p]
            return _united(x, [(when, standing_any(x, [c])) for when, c in pieces])
        if x.spec.quirks.lists_linger:
            pieces = [(when, c) for when, p in owners for c in x.spec.components if c.owner == p]
            return _united(x, [(when, _listed(x, c)) for when, c in pieces])
        held = _united(x, [(when, owned_pieces(x, [p])) for when, p in owners])
        if not x.spec.large:
            return held
        large = [(when, c) for when, p in owners for c in x.spec.components if c.walks and c.owner == p]
        cells = _united(x, [(when, x.b.load(COVERED, ops.number(c.index))) for when, c in large])
        return ops.union(held, cells)
    if names is not None:
        if role is None:
            raise UnsupportedLudeme(["sites Occupied by a player's index, with names of pieces"])
        wanted = [(_fits(x, role, c), c) for c in x.spec.components if c.word in names]
    else:
        assert component is not None
        what = stable(x, "what", component.lower(x))
        wanted = [(ops.eq(what, ops.number(c.index)), c) for c in x.spec.components]
    by_owner = {p: when for when, p in owners}
    parts = [
        (ops.both(fits, by_owner[c.owner]), _listed(x, c))
        for fits, c in wanted
        if fits != ops.FALSE and c.owner in by_owner
    ]
    found = _united(x, parts)
    if stacking and top:
        found = ops.intersect(found, _united(x, [(when, held_by_any(x, [p])) for when, p in owners]))
    return found


def _listed(x: Context, component: Component) -> n.Expr:
    """The sites in the list of a component, which may hold some that it has left."""
    return x.store.listed_set(component.index) if x.spec.quirks.lists_linger else standing_any(x, [component])


def _fits(x: Context, role: RoleType, component: Component) -> n.Expr:
    """True if a component asked for by name is one of the players that a role means."""
    owner = ops.number(component.owner)
    if role == RoleType.All:
        return ops.TRUE
    if role == RoleType.Enemy:
        is_player = ops.truth(1 <= component.owner <= x.spec.players)
        return ops.both(is_player, ops.ne(owner, x.mover))
    if role == RoleType.NonMover:
        return ops.ne(owner, x.mover)
    return ops.eq(owner, role_index(x, role))


def container_sites(x: Context, index: n.Expr) -> n.Expr:
    """The sites of a container."""
    masks = [mask_of(container.sites) for container in x.spec.containers]
    return set_at(x, "container_sites", masks, index)


def hand_of(x: Context, owner: n.Expr) -> n.Expr:
    """The sites of the first hand of an owner, empty if he has none."""
    hands = [x.spec.hand_of(p) for p in range(x.spec.players + 2)]
    return set_at(x, "hand_sites", [mask_of(hand.sites) if hand else 0 for hand in hands], owner)


# ---------------------------------------------------------------------------------------------------------------
# Counting pieces


class PieceQuestion:
    """Which pieces are asked about: whose, of what name, where, and under what condition."""

    def __init__(
        self,
        x: Context,
        word: SiteType | None,
        owners: Owners,
        name: str | None,
        where: n.Expr | None,
        condition: BooleanFunction | None,
    ) -> None:
        self.x, self.owners, self.name, self.condition = x, owners, name, condition
        self.where, self.word = where, word

    def _placed(self, members: n.Expr) -> n.Expr:
        """The part of a set that lies where it is asked for."""
        x = self.x
        if self.where is not None:
            members = ops.intersect(members, self.where)
        return members if self.word is None else seen(x, self.word, members)

    def _components(self, owner: int) -> list[Component]:
        return [c for c in self.x.spec.components if c.owner == owner and self.name is not None and self.name in c.name]

    def _listed_for(self, owner: int) -> n.Expr:
        """The numbers of the sites in the list of an owner.

        compat: lists may hold sites that were left. Without a site type written, sites of all types are listed by
        their bare numbers; what stands there is then read from the type that is played on.
        """
        x = self.x
        everywhere = self.word is None and len(x.spec.stored_types) > 1
        members: n.Expr = ops.empty_set(x.universe)
        for on in all_types(x) if everywhere else [x]:
            if x.spec.stacking:
                found = held_on_any_level(on, ops.number(owner))
            elif x.spec.quirks.lists_linger:
                theirs = [c for c in x.spec.components if c.owner == owner]
                found = ops.union(ops.empty_set(x.universe), *(_listed(on, c) for c in theirs))
            else:
                found = owned_pieces(on, [owner])
            members = ops.union(members, found if on.store.kind == x.store.kind else on_board(on, found))
        return members

    @property
    def _lists_differ(self) -> bool:
        """True if what is listed may not stand there."""
        spec = self.x.spec
        return spec.quirks.lists_linger or (self.word is None and len(spec.stored_types) > 1)

    @property
    def _is_about_all(self) -> bool:
        owners = self.x.spec.players + 2
        return len(self.owners) == owners and all(when == ops.TRUE for when, _ in self.owners)

    def sites(self) -> list[tuple[n.Expr, n.Expr]]:
        """In games without stacks: the sites of each owner's pieces, with the condition that he is meant."""
        x, parts = self.x, []
        # a piece is listed for the owner of its kind, and counts if somebody asked for holds it
        held: n.Expr | None = None
        if x.spec.owner_stored or x.spec.quirks.owners_read_wrongly or self._lists_differ:
            held = _united(x, [(when, held_by_any(x, [p])) for when, p in self.owners])
        for when, owner in self.owners:
            if self._lists_differ:
                members = self._listed_for(owner)
                if self.name is not None:
                    named = [c for c in x.spec.components if self.name in c.name]
                    members = ops.intersect(members, standing_any(x, named))
            elif self.name is None:
                members = owned_pieces(x, [owner])
            else:
                members = standing_any(x, self._components(owner))
            members = self._placed(members if held is None else ops.intersect(members, held))
            if self.condition is not None:
                members = x.sites_where(members, "site", lambda site: self._holds(x.bind(site=site)))
            parts.append((when, members))
        return parts

    def exists(self) -> n.Expr:
        """True if there is such a piece.

        compat: a site that was left is held by nobody, who is one of all: that it is listed is enough for them.
        """
        x = self.x
        if not x.spec.stacking:
            found = _united(x, self.sites())
            if self._lists_differ and self._is_about_all and self.name is None:
                listed = [self._listed_for(owner) for _, owner in self.owners]
                found = ops.union(found, self._placed(ops.union(*listed)))
            return ops.negate(ops.is_empty(found))
        members = occupied(x)
        if self._lists_differ:
            members = ops.intersect(members, _united(x, [(when, self._listed_for(p)) for when, p in self.owners]))
        return x.exists(
            self._placed(members),
            "site",
            lambda site: some_level(x, "has_such_piece", site, lambda level: self._counts(site, level)),
        )

    def count(self) -> n.Expr:
        """How many such pieces there are."""
        x = self.x
        if not x.spec.stacking:
            total: n.Expr = ops.number(0)
            for when, members in self.sites():
                many = x.total(members, "site", x.store.count) if x.spec.counting else ops.size(members)
                total = ops.add(total, ops.select(when, many, ops.number(0)))
            return total
        return self._count_in_stacks()

    def _count_in_stacks(self) -> n.Expr:
        """compat: a stack of several of the owners asked for counts once for each of them."""
        x = self.x
        total: n.Expr = ops.number(0)
        for when, owner in self.owners:
            members = self._placed(self._listed_for(owner))
            if self._lists_differ:
                members = ops.intersect(members, occupied(x))
            many = x.total(members, "site", self._pieces_on)
            total = ops.add(total, ops.select(when, many, ops.number(0)))
        return total

    def _counts(self, site: n.Expr, level: n.Expr) -> n.Expr:
        """True if the piece on a level is one of those asked about."""
        x = self.x
        who = x.b.let("who", x.store.load("who", site, level))
        theirs = ops.either(*(ops.both(when, ops.eq(who, ops.number(p))) for when, p in self.owners))
        if self._is_about_all:
            theirs = ops.TRUE
        if self.name is not None:
            what = x.b.let("what", x.store.load("what", site, level))
            named = [c for c in x.spec.components if self.name in c.name]
            theirs = ops.both(theirs, ops.either(*(ops.eq(what, ops.number(c.index)) for c in named)))
        if self.condition is None:
            return theirs
        return ops.both(theirs, x.pure(lambda: self._holds(x.bind(site=site, level=level))))

    def _pieces_on(self, site: n.Expr) -> n.Expr:
        return count_levels(self.x, "count_pieces_on", site, lambda level: self._counts(site, level))

    def _holds(self, here: Context) -> n.Expr:
        assert self.condition is not None
        return self.condition.lower(here)
