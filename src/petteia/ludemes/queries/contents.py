"""Contents of sites, asked as sets: who holds them, which components stand there, which sites a question sees."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from petteia.board import SiteType
from petteia.ir import nodes as n
from petteia.ir import ops

if TYPE_CHECKING:
    from petteia.ludemes.enums import SiteType as SiteTypeWord
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.facts import Component


def stable(x: Context, name: str, value: n.Expr) -> n.Expr:
    """A value that may be written several times over: whatever costs more than a variable becomes one."""
    if isinstance(value, n.Load) and not value.indices and value.type.kind != "set":
        return value
    kept = x.b.let(name, value)
    if x.store.is_valid(value):
        x.store.mark_valid(kept)
    return kept


def last_to(x: Context) -> n.Expr:
    """Where the latest move ended."""
    return x.b.load("last_to")


# ---------------------------------------------------------------------------------------------------------------
# Which sites a question about a site type sees


def board_sites(x: Context) -> n.Const:
    """The sites of the board, of the type whose contents are asked for."""
    return ops.sites(x.universe, range(x.sites.count))


def hand_sites(x: Context) -> n.Const:
    """The sites of hands and dice."""
    return ops.sites(x.universe, [site for container in x.spec.containers[1:] for site in container.sites])


def _restricted(x: Context, members: n.Expr, to: n.Const) -> n.Expr:
    return members if to.value == x.spec.all_sites() else ops.intersect(members, to)


def on_board(x: Context, members: n.Expr) -> n.Expr:
    """The part of a set that lies on the board."""
    return _restricted(x, members, board_sites(x))


def seen_sites(x: Context, word: SiteTypeWord | None, *, hands: bool = False) -> n.Const:
    """The sites whose content a question of a site type sees.

    Sites in hands are cells: on other boards only a question about cells sees them, or one that looks up the
    container of every site (`hands`).
    """
    use = x.spec.board.use
    kind = use if word is None else SiteType[word.name]
    if kind == SiteType.Cell != use and kind not in x.spec.stored_types:
        return hand_sites(x)  # nothing is ever put on the cells of this board
    mask = board_sites(x.on_type(kind)).value
    sees_hands = kind == SiteType.Cell or (hands and kind == use)
    return ops.sites(x.universe, mask | (hand_sites(x).value if sees_hands else 0))


def seen(x: Context, word: SiteTypeWord | None, members: n.Expr, *, hands: bool = False) -> n.Expr:
    """The part of a set that a question of a site type sees."""
    return _restricted(x, members, seen_sites(x, word, hands=hands))


def read_seen(
    x: Context, word: SiteTypeWord | None, site: n.Expr, read: Callable[[n.Expr], n.Expr], *, hands: bool = False
) -> n.Expr:
    """Reading of a site if the question sees it, else 0."""
    visible = seen_sites(x, word, hands=hands)
    site = stable(x, "site", site)
    if x.spec.all_sites() & ~visible.value == 0:
        return read(site)
    return ops.select(ops.has(visible, site), read(site), ops.number(0))


# ---------------------------------------------------------------------------------------------------------------
# Sets by owner and component


def occupied(x: Context) -> n.Expr:
    """All sites on which something stands."""
    everything = ops.sites(x.universe, x.spec.all_sites())
    return ops.minus(everything, x.store.empty_set())


def owners_in_play(x: Context) -> list[int]:
    """The owners that something on the board may have."""
    if x.spec.owner_stored:
        return list(range(x.spec.players + 2))
    if x.spec.quirks.owners_read_wrongly:
        return [component.index for component in x.spec.components]
    return sorted({component.owner for component in x.spec.components})


def held_by_any(x: Context, owners: Iterable[int]) -> n.Expr:
    """The sites held by any of some owners, those left out that never hold any."""
    possible = owners_in_play(x)
    return x.store.own_sets([owner for owner in owners if owner in possible])


def held_by_index(x: Context, owner: n.Expr) -> n.Expr:
    """The sites held by an owner who may be known only in play; nobody for an index that is no owner's."""
    if isinstance(owner, n.Const):
        return held_by_any(x, [owner.value])
    owner = stable(x, "owner", owner)
    members: n.Expr = ops.empty_set(x.universe)
    for possible in owners_in_play(x):
        held = x.store.own_set(ops.number(possible))
        members = ops.select(ops.eq(owner, ops.number(possible)), held, members)
    return members


def held_by_enemies(x: Context) -> n.Expr:
    """The sites held by anybody but the mover (and those of his team) and nobody."""
    if x.spec.teams:
        return x.sites_where(board_sites(x), "site", lambda site: x.is_enemy(x.store.who(site)))
    others = [owner for owner in owners_in_play(x) if owner > 0]
    if isinstance(x.mover, n.Const):
        return x.store.own_sets([owner for owner in others if owner != x.mover.value])
    return ops.minus(x.store.own_sets(others), held_by_index(x, x.mover))


def is_component(x: Context, piece: n.Expr, least: int = 1) -> n.Expr:
    """True if a number is that of a component."""
    last = ops.number(len(x.spec.components))
    if piece == x.mover and x.spec.players <= last.value:
        return ops.TRUE
    return ops.both(ops.le(ops.number(least), piece), ops.le(piece, last))


def component_set(x: Context, what: n.Expr) -> n.Expr:
    """The sites that read as a component (in stacks: on top); the empty sites for 0."""
    if x.spec.stacking:
        what = stable(x, "what", what)
        return x.sites_where(board_sites(x), "site", lambda site: ops.eq(x.store.what(site), what))
    highest = len(x.spec.components)
    if isinstance(what, n.Const):
        if what.value == 0:
            return x.store.empty_set()
        return x.store.piece_set(what) if 0 < what.value <= highest else ops.empty_set(x.universe)
    what = stable(x, "what", what)
    inside = ops.both(ops.lt(ops.number(0), what), ops.le(what, ops.number(highest)))
    standing = ops.select(inside, x.store.piece_set(what), ops.empty_set(x.universe))
    return ops.select(ops.eq(what, ops.number(0)), x.store.empty_set(), standing)


def standing_set(x: Context, what: n.Expr) -> n.Expr:
    """The sites where a component stands (in stacks: on any level); none for an index that is no component's."""
    highest = len(x.spec.components)
    if isinstance(what, n.Const):
        return x.store.piece_set(what) if 0 < what.value <= highest else ops.empty_set(x.universe)
    what = x.b.let("what", what)
    inside = ops.both(ops.lt(ops.number(0), what), ops.le(what, ops.number(highest)))
    return ops.select(inside, x.store.piece_set(what), ops.empty_set(x.universe))


def standing_any(x: Context, components: Iterable[Component]) -> n.Expr:
    """The sites where any of some components stands (in stacks: on any level)."""
    sets = [x.store.piece_set(ops.number(component.index)) for component in components]
    return ops.union(ops.empty_set(x.universe), *sets)


def owned_pieces(x: Context, owners: Iterable[int]) -> n.Expr:
    """The sites with a component of one of some owners (in stacks: on top), whoever holds them now."""
    wanted = set(owners)
    if not x.spec.owner_stored and not x.spec.quirks.owners_read_wrongly:
        return held_by_any(x, wanted)
    return standing_any(x, [c for c in x.spec.components if c.owner in wanted])


def pieces_of_owner(x: Context, owner: n.Expr) -> n.Expr:
    """The sites with a component of an owner who may be known only in play."""
    if isinstance(owner, n.Const):
        return owned_pieces(x, [owner.value])
    owner = stable(x, "owner", owner)
    members: n.Expr = ops.empty_set(x.universe)
    for possible in sorted({component.owner for component in x.spec.components}):
        members = ops.select(ops.eq(owner, ops.number(possible)), owned_pieces(x, [possible]), members)
    return members


# ---------------------------------------------------------------------------------------------------------------
# Levels of stacks


def count_levels(x: Context, name: str, site: n.Expr, test: Callable[[n.Expr], n.Expr]) -> n.Expr:
    """How many levels of the stack on an existing site pass a test."""
    with x.b.block() as body:
        found = x.b.variable("found", ops.number(0))
        with x.b.range_("level", ops.number(0), x.store.load("height", site)) as level, x.b.if_(test(level)):
            x.b.assign(found, ops.add(found, ops.number(1)))
    return x.outline(name, (*body, n.Return(found)), n.INT)


def some_level(x: Context, name: str, site: n.Expr, test: Callable[[n.Expr], n.Expr]) -> n.Expr:
    """True if some level of the stack on an existing site passes a test."""

    def search(found: Callable[[], None]) -> None:
        with x.b.range_("level", ops.number(0), x.store.load("height", site)) as level, x.b.if_(test(level)):
            found()

    return x.any_of(name, search)


def held_on_any_level(x: Context, owner: n.Expr) -> n.Expr:
    """The sites whose stack has a piece of an owner on some level."""
    owner = stable(x, "owner", owner)
    return x.sites_where(
        occupied(x),
        "site",
        lambda site: some_level(x, "has_piece_of", site, lambda level: ops.eq(x.store.who(site, level), owner)),
    )
