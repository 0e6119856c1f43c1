"""Contents of the sites: the fields of the state that hold them, how they are read, how actions change them.

A flat game has at most one component (perhaps several of it) on a site. Its `pieces` are one set of sites for each
component; `what` repeats that as an array for rules that ask what stands on a site. Fields nobody reads are pruned
later, so actions simply keep all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ir.builder import Builder
from petteia.ir.ranges import conjuncts

if TYPE_CHECKING:
    from petteia.board import SiteType
    from petteia.ludemes.lowering.spec import GameSpec

UNCHANGED = ops.NOWHERE
MOST_LEVELS = 32
MOST_LEVELS_OF_LARGE_STACKS = 128
"""Large stacks have no bound of their own; so many pieces no game of them has."""
MOST_LISTED = 1024
"""How many pieces of a kind a list of stacks holds; no game that asks for their order has so many."""
PROMOTED = "promoted_list"
_PIECE_ORDER = "piece_order"
_FEW = 3


class Storage:
    """The contents of all sites of one site type, hands included."""

    def __init__(self, b: Builder, spec: GameSpec, kind: SiteType) -> None:
        self.b = b
        self.spec = spec
        self.kind = kind
        self._suffix = f"_{kind.name[0]}" if kind != spec.board.use else ""
        self._valid: set[str] = set()
        self._stores: dict[SiteType, Storage] = {kind: self}
        self._owned_by_index = spec.quirks.owners_read_wrongly or (
            all(
                [c.index for c in spec.components if c.owner == owner] in ([owner], [])
                for owner in range(spec.players + 2)
            )
            and all(1 <= c.owner <= spec.players for c in spec.components)
        )
        self._declare()

    def join(self, stores: dict[SiteType, Storage]) -> None:
        """Makes this one of the stores of all site types, which know the same variables as sites."""
        self._stores = stores
        self._valid = stores[self.spec.board.use]._valid

    def of_type(self, kind: SiteType) -> Storage:
        """The contents of the sites of a type."""
        return self._stores[kind]

    # -- fields -------------------------------------------------------------------------------------------------

    def _declare(self) -> None:
        spec, sites = self.spec, n.set_of(self.spec.universe)
        count, components = spec.sites, len(spec.components) + 1
        field = self._field
        shape: tuple[int, ...] = (count,)
        if spec.stacking:
            shape = (count, spec.most_levels)
            field("height", n.INT, (count,), high=spec.most_levels, doc="how many pieces stand on a site")
            field("what", n.INT, shape, high=components - 1, doc="component on each level, bottom first")
            field("who", n.INT, shape, high=spec.players + 1, doc="owner of each level")
        else:
            field("pieces", sites, (components,), doc="where each component stands")
            about = "component on each site"
            field("what", n.INT, (count,), high=components - 1, visible=False, doc=about, tells="pieces")
            if spec.owner_stored:
                field("who", n.INT, shape, high=spec.players + 1, doc="owner of each site")
            if spec.counting:
                field("count", n.INT, shape, high=spec.most_pieces, doc="number of pieces on each site")
        if not self._owned_by_index or spec.owner_stored or spec.stacking:
            field("own", sites, (spec.players + 2,), visible=False, doc="sites held by each owner")
        everything = ops.sites(spec.universe, range(count)).value
        if not self._empty_is_derived():
            field("empty", sites, (), initial=everything, visible=False, doc="sites with nothing on them")
        if spec.ordered:
            lists, high, capacity = (len(spec.ordered),), count, count
            if spec.stacking:
                high *= spec.most_levels
                capacity = min(high, MOST_LISTED)
            about = "levels of sites in order" if spec.stacking else "sites in order"
            self.b.field(_PIECE_ORDER + self._suffix, n.INT, shape=lists, high=high, capacity=capacity, doc=about)
        if spec.quirks.lists_linger:
            field("lingering_list", sites, (components,), visible=False, doc="sites listed for a component for good")
        if spec.quirks.entries_linger:
            field(PROMOTED, sites, (components,), visible=False, doc="sites still listed for what was promoted there")
        for name in ("state", "rotation", "value"):
            if name in spec.stored:
                field(name, n.INT, shape, high=spec.stored[name], doc=f"{name} of the piece")

    def _field(
        self,
        name: str,
        type_: n.Type,
        shape: tuple[int, ...],
        *,
        high: int = 0,
        initial: int = 0,
        visible: bool = True,
        doc: str = "",
        tells: str = "",
    ) -> None:
        self.b.field(
            self._name(name),
            type_,
            shape=shape,
            high=high,
            initial=initial,
            visible=visible,
            doc=doc,
            tells=self._name(tells) if tells else "",
            repeats="position" if visible else "",
        )

    def _name(self, name: str) -> str:
        return name + self._suffix

    def load(self, name: str, *indices: n.Expr) -> n.Expr:
        """Reads one of the fields of this site type."""
        return self.b.load(self._name(name), *indices)

    def has_field(self, name: str) -> bool:
        """True if the game keeps this datum."""
        return self._name(name) in self.b.program.fields

    def _empty_is_derived(self) -> bool:
        spec = self.spec
        plain = not (spec.stacking or spec.counting or spec.owner_stored or spec.large)
        return plain and len(spec.components) <= 2

    # -- valid sites --------------------------------------------------------------------------------------------

    def mark_valid(self, site: n.Expr) -> None:
        """Notes that a variable always holds a site that exists."""
        if isinstance(site, n.Local):
            self._valid.add(site.name)

    def is_valid(self, site: n.Expr) -> bool:
        """True if an expression surely is an existing site."""
        if isinstance(site, n.Const):
            return 0 <= site.value < self.spec.sites
        return isinstance(site, n.Local) and site.name in self._valid

    def exists(self, site: n.Expr) -> n.Expr:
        """True if a number is that of a site."""
        if self.is_valid(site):
            return ops.TRUE
        return ops.both(ops.ge(site, ops.number(0)), ops.lt(site, ops.number(self.spec.sites)))

    def guarded(self, site: n.Expr, read: n.Expr, otherwise: n.Expr) -> n.Expr:
        """A read that gives `otherwise` for a site that does not exist."""
        if self.is_valid(site):
            return read
        if isinstance(site, n.Const):
            return otherwise
        return ops.select(self.exists(site), read, otherwise)

    # -- reads --------------------------------------------------------------------------------------------------

    def empty_set(self) -> n.Expr:
        """All sites with nothing on them, those of hands included."""
        if not self._empty_is_derived():
            return self.load("empty")
        everything = ops.sites(self.spec.universe, range(self.spec.sites))
        taken = [self.load("pieces", ops.number(c.index)) for c in self.spec.components]
        return ops.minus(everything, ops.union(*taken)) if taken else everything

    def is_empty(self, site: n.Expr) -> n.Expr:
        """True if an existing site has nothing on it."""
        return ops.has(self.empty_set(), site)

    def shows_empty(self, condition: n.Expr, site: n.Expr) -> bool:
        """True if a condition can only hold if a site is empty."""
        asked = [part for part in conjuncts(condition) if isinstance(part, n.Op) and part.op == "has"]
        return any(part.args[1] == site and self.is_within_empty(part.args[0]) for part in asked)

    def is_within_empty(self, members: n.Expr) -> bool:
        """True if a set surely holds empty sites only."""
        if members == self.empty_set():
            return True
        if isinstance(members, n.Op) and members.op == "intersect":
            return any(map(self.is_within_empty, members.args))
        return isinstance(members, n.Op) and members.op == "minus" and self.is_within_empty(members.args[0])

    def piece_set(self, component: n.Expr) -> n.Expr:
        """The sites where a component stands (in stacks: on any level)."""
        if not self.spec.stacking:
            return self.load("pieces", component)
        everything = ops.sites(self.spec.universe, range(self.spec.sites))
        taken = ops.minus(everything, self.empty_set())
        var, level = self.b.fresh("site", n.INT), self.b.fresh("level", n.INT)
        body = (
            n.Range(
                level,
                ops.number(0),
                self.load("height", var),
                (n.If(ops.eq(self.load("what", var, level), component), (n.Return(ops.TRUE),)),),
            ),
            n.Return(ops.FALSE),
        )
        name = self.b.unique("stack_holds")
        params = (var,) if isinstance(component, n.Const) else (var, component)
        assert isinstance(component, (n.Const, n.Local))
        self.b.program.functions[name] = n.Function(name, params, n.BOOL, body)  # type: ignore[arg-type]
        return ops.filter_set(var, taken, n.Call(name, params, n.BOOL))

    def listed_set(self, component: int) -> n.Expr:
        """The sites that are gone through for a component: those where it stands, and those that linger in its list."""
        index = ops.number(component)
        standing = self.piece_set(index)
        return ops.union(standing, self.load("lingering_list", index)) if self.has_field("lingering_list") else standing

    def list_again(self, site: n.Expr, component: n.Expr) -> None:
        """Enters a site once more into the list of a component."""
        if self.has_field("lingering_list"):
            with self.b.if_(ops.gt(self.owner_of(component), ops.number(0))):
                self.b.include(self._name("lingering_list"), [component], site)

    def own_set(self, owner: n.Expr) -> n.Expr:
        """The sites an owner holds (in stacks: by the piece on top)."""
        if self.has_field("own"):
            return self.load("own", owner)
        if isinstance(owner, n.Const) and not 1 <= owner.value <= len(self.spec.components):
            return ops.empty_set(self.spec.universe)
        if isinstance(owner, n.Const) or not self.spec.quirks.owners_read_wrongly:
            return self.load("pieces", owner)
        owner = self.b.let("owner", owner)
        known = ops.both(ops.le(ops.number(1), owner), ops.le(owner, ops.number(len(self.spec.components))))
        return ops.select(known, self.load("pieces", owner), ops.empty_set(self.spec.universe))

    def own_sets(self, owners: list[int]) -> n.Expr:
        """The sites held by any of some owners."""
        return ops.union(ops.empty_set(self.spec.universe), *(self.own_set(ops.number(p)) for p in owners))

    def what(self, site: n.Expr, level: n.Expr | None = None) -> n.Expr:
        """The component on a site, 0 if it is empty or no site; in stacks the top one, or that of a level."""
        if not self.spec.stacking:
            return self.guarded(site, self.load("what", site), ops.number(0))
        return self._on_level("what", site, level)

    def _on_level(self, name: str, site: n.Expr, level: n.Expr | None) -> n.Expr:
        height = self.load("height", site)
        if level is None:
            at, inside = ops.sub(height, ops.number(1)), ops.lt(ops.number(0), height)
        else:
            at, inside = level, ops.both(ops.le(ops.number(0), level), ops.lt(level, height))
        return self.guarded(site, ops.select(inside, self.load(name, site, at), ops.number(0)), ops.number(0))

    def who(self, site: n.Expr, level: n.Expr | None = None) -> n.Expr:
        """The owner of what stands on a site, 0 if nobody."""
        if self.spec.stacking:
            return self._on_level("who", site, level)
        if self.has_field("who"):
            return self.guarded(site, self.load("who", site), ops.number(0))
        if self.spec.quirks.owners_read_wrongly:
            return self.guarded(site, self.load("what", site), ops.number(0))
        return self.guarded(site, self.owner_of(self.load("what", site)), ops.number(0))

    def owner_of(self, component: n.Expr) -> n.Expr:
        """The owner of a component, 0 for none."""
        owners = self.b.once(("owners",), lambda: [0, *(c.owner for c in self.spec.components)])
        if owners == list(range(len(owners))):
            return component
        table = self.b.once(("owner of",), lambda: self.b.table("owner_of", n.INT, (len(owners),), owners))
        return ops.lookup(table, component)

    def count(self, site: n.Expr) -> n.Expr:
        """The number of pieces on a site."""
        if self.spec.stacking:
            return self.guarded(site, self.load("height", site), ops.number(0))
        if self.spec.counting:
            return self.guarded(site, self.load("count", site), ops.number(0))
        return ops.select(ops.negate(self.is_empty(site)), ops.number(1), ops.number(0))

    def datum(self, name: str, site: n.Expr, level: n.Expr | None = None) -> n.Expr:
        """State, rotation or value of the piece on a site; 0 in games that do not keep it."""
        if not self.has_field(name):
            return ops.number(0)
        if self.spec.stacking:
            return self._on_level(name, site, level)
        return self.guarded(site, self.load(name, site), ops.number(0))

    # -- changes in flat games ----------------------------------------------------------------------------------

    def put(self, site: n.Expr, component: n.Expr, owner: n.Expr | None = None) -> None:
        """Writes a component on a site, which holds nothing (or has just been cleared)."""
        b = self.b
        owner = self.owner_of(component) if owner is None else owner
        b.include(self._name("pieces"), [component], site)
        b.store(self._name("what"), [site], component)
        self._note_owner(site, owner)
        self.note_filled(site)
        if self.has_field(_PIECE_ORDER):
            with self._listed(component) as index:
                b.emit_statement(n.Append(self._name(_PIECE_ORDER), index, site))

    @contextmanager
    def _listed(self, component: n.Expr) -> Iterator[tuple[n.Expr]]:
        """Statements about the list of a component, if one is kept."""
        ordered, count = self.spec.ordered, len(self.spec.components) + 1
        if len(ordered) == count:
            yield (component,)
            return
        lists = [ordered.index(k) if k in ordered else -1 for k in range(count)]
        table = self.b.once(("lists",), lambda: self.b.table("list_of", n.INT, (count,), lists))
        index = self.b.let("list", ops.lookup(table, component))
        with self.b.if_(ops.ge(index, ops.number(0))):
            yield (index,)

    def list_all(self) -> None:
        """Makes the lists of sites anew, the lowest sites first."""
        for k, component in enumerate(self.spec.ordered):
            name, index = self._name(_PIECE_ORDER), (ops.number(k),)
            self.b.emit_statement(n.Truncate(name, index, ops.number(0)))
            with self.b.for_("site", self.piece_set(ops.number(component))) as site:
                if not self.spec.stacking:
                    self.b.emit_statement(n.Append(name, index, site))
                    continue
                with self.b.range_("level", ops.number(0), self.load("height", site)) as level:
                    here = ops.eq(self.load("what", site, level), ops.number(component))
                    self.b.place_if(here, [n.Append(name, index, self._entry(site, level))], [])

    @contextmanager
    def in_order(self, component: int, *, backwards: bool = False) -> Iterator[n.Expr]:
        """Statements for each site of a component, in the order of the reference's list of them."""
        with self.entries(component, backwards=backwards) as (site, _):
            yield site

    @contextmanager
    def entries(self, component: int, *, backwards: bool = False) -> Iterator[tuple[n.Expr, n.Expr]]:
        """Statements for each site and level of a component, in the order of the reference's list of them."""
        b, name, index = self.b, self._name(_PIECE_ORDER), (ops.number(self.spec.ordered.index(component)),)
        with b.range_("place", ops.number(0), n.Length(name, index)) as place:
            at: n.Expr = place
            if backwards:
                at = ops.sub(ops.sub(n.Length(name, index), ops.number(1)), place)
            entry = b.let("start", n.Load(name, (*index, at), n.INT))
            if not self.spec.stacking:
                yield entry, ops.number(0)
                return
            levels = ops.number(self.spec.most_levels)
            yield (
                b.let("start", ops.arithmetic("div", entry, levels)),
                b.let("level", ops.arithmetic("mod", entry, levels)),
            )

    def _forget_order(self, site: n.Expr) -> None:
        """compat: with sites of one type the last entry of a list takes the place of the one that goes."""
        if not self.has_field(_PIECE_ORDER):
            return
        forget = self._let_last_take_place if self.spec.is_of_one_type else self._close_gap
        with self._listed(self.b.let("gone", self.load("what", site))) as index:
            forget(site, index)

    def _let_last_take_place(self, site: n.Expr, index: tuple[n.Expr]) -> None:
        b, name = self.b, self._name(_PIECE_ORDER)
        last = b.let("last", ops.sub(n.Length(name, index), ops.number(1)))
        with b.range_("place", ops.number(0), ops.add(last, ops.number(1))) as place:
            here = ops.eq(n.Load(name, (*index, place), n.INT), site)
            found: list[n.Stmt] = [
                n.Store(name, (*index, place), n.Load(name, (*index, last), n.INT)),
                n.Truncate(name, index, last),
                n.Break(),
            ]
            b.place_if(here, found, [])

    def _close_gap(self, site: n.Expr, index: tuple[n.Expr]) -> None:
        """Takes a site out of a list; those behind it move up."""
        b, name = self.b, self._name(_PIECE_ORDER)
        last = b.let("last", ops.sub(n.Length(name, index), ops.number(1)))
        found = b.variable("found", ops.FALSE)
        with b.range_("place", ops.number(0), ops.add(last, ops.number(1))) as place:
            with b.if_(found):
                before = ops.sub(place, ops.number(1))
                b.emit_statement(n.Store(name, (*index, before), n.Load(name, (*index, place), n.INT)))
            with b.if_(ops.eq(n.Load(name, (*index, place), n.INT), site)):
                b.assign(found, ops.TRUE)
        with b.if_(found):
            b.emit_statement(n.Truncate(name, index, last))

    def _note_owner(self, site: n.Expr, owner: n.Expr) -> None:
        if self.has_field("own"):
            self.b.include(self._name("own"), [owner], site)
        if self.has_field("who"):
            self.b.store(self._name("who"), [site], owner)

    def note_filled(self, site: n.Expr) -> None:
        """Makes a site count as not empty."""
        if self.has_field("empty"):
            self.b.exclude(self._name("empty"), [], site)

    def clear(self, site: n.Expr, component: n.Expr | None = None) -> None:
        """Takes everything off a site; `component` is what stands there, where that is known."""
        self._unset_pieces(site, component)
        self.b.store(self._name("what"), [site], ops.number(0))
        if self.has_field("empty"):
            self.b.include(self._name("empty"), [], site)
        for name in ("who", "count", "state", "rotation", "value"):
            if self.has_field(name):
                self.b.store(self._name(name), [site], ops.number(0))

    def _unset_pieces(self, site: n.Expr, component: n.Expr | None) -> None:
        """Takes a site out of the sets of pieces and owners."""
        self._forget_order(site)
        b = self.b
        stands = self.spec.components
        if component is None and len(stands) > _FEW:
            component = b.let("stood", self.load("what", site))
        if component is None:
            for one in stands:
                b.exclude(self._name("pieces"), [ops.number(one.index)], site)
        else:
            b.exclude(self._name("pieces"), [component], site)
        if self.has_field("own"):
            if component is None or self.has_field("who"):
                owner = self.load("who", site) if self.has_field("who") else self.owner_of(self.load("what", site))
            else:
                owner = self.owner_of(component)
            b.exclude(self._name("own"), [b.let("held_by", owner)], site)

    def replace(self, site: n.Expr, component: n.Expr) -> None:
        """Makes a component stand on a site in place of whatever does; count, state, rotation and value stay."""
        self._unset_pieces(site, None)
        self.put(site, component)

    def write(self, name: str, site: n.Expr, value: n.Expr) -> None:
        """Writes count, state, rotation or value of a site, where the game keeps it; -1 leaves it as it is."""
        if not self.has_field(name) or value == UNCHANGED:
            return
        if isinstance(value, n.Const):
            self.b.store(self._name(name), [site], value)
            return
        with self.b.if_(ops.ge(value, ops.number(0))):
            self.b.store(self._name(name), [site], value)

    # -- lists of stacks ----------------------------------------------------------------------------------------

    def _entry(self, site: n.Expr, level: n.Expr) -> n.Expr:
        """A site and a level as one number."""
        return ops.add(ops.mul(site, ops.number(self.spec.most_levels)), level)

    def _list_level(self, component: n.Expr, site: n.Expr, level: n.Expr) -> None:
        """Enters a level of a stack at the end of the list of a component."""
        if self.has_field(_PIECE_ORDER):
            with self._listed(component) as index:
                self.b.emit_statement(n.Append(self._name(_PIECE_ORDER), index, self._entry(site, level)))

    def _unlist_level(self, component: n.Expr, site: n.Expr, level: n.Expr) -> None:
        """Takes a level of a stack out of the list of a component; the others stay in order."""
        if not self.has_field(_PIECE_ORDER):
            return
        b, name = self.b, self._name(_PIECE_ORDER)
        with self._listed(component) as index:
            gone = b.let("gone", self._entry(site, level))
            kept = b.variable("kept", ops.number(0))
            with b.range_("place", ops.number(0), n.Length(name, index)) as place:
                entry = b.let("entry", n.Load(name, (*index, place), n.INT))
                with b.if_(ops.ne(entry, gone)):
                    b.emit_statement(n.Store(name, (*index, kept), entry))
                    b.assign(kept, ops.add(kept, ops.number(1)))
            b.emit_statement(n.Truncate(name, index, kept))

    def _lower_listed(self, site: n.Expr, level: n.Expr) -> None:
        """Levels above one that was taken out are listed one lower."""
        if not self.has_field(_PIECE_ORDER):
            return
        b, name = self.b, self._name(_PIECE_ORDER)
        last = b.let("last", self._entry(site, ops.number(self.spec.most_levels - 1)))
        gone = b.let("gone", self._entry(site, level))
        for k in range(len(self.spec.ordered)):
            index = (ops.number(k),)
            with b.range_("place", ops.number(0), n.Length(name, index)) as place:
                entry = b.let("entry", n.Load(name, (*index, place), n.INT))
                with b.if_(ops.both(ops.gt(entry, gone), ops.le(entry, last))):
                    b.emit_statement(n.Store(name, (*index, place), ops.sub(entry, ops.number(1))))

    def _raise_listed(self, site: n.Expr, level: n.Expr) -> None:
        """compat: levels from one on are listed one higher, each entered anew at the end, the top one first."""
        if not self.has_field(_PIECE_ORDER):
            return
        b = self.b
        height = b.let("height", self.load("height", site))
        with b.range_("raised", ops.number(0), ops.sub(height, level)) as raised:
            at = b.let("at", ops.sub(ops.sub(height, ops.number(1)), raised))
            what = b.let("what", self.load("what", site, at))
            self._unlist_level(what, site, at)
            self._list_level(what, site, ops.add(at, ops.number(1)))

    # -- changes in stacks --------------------------------------------------------------------------------------

    def push(
        self, site: n.Expr, component: n.Expr, data: dict[str, n.Expr] | None = None, *, is_listed: n.Expr = ops.TRUE
    ) -> None:
        """Puts a piece on top; without `data` its state, rotation and value are whatever that level held before."""
        b = self.b
        level = b.let("level", self.load("height", site))
        with b.if_(ops.lt(level, ops.number(self.spec.most_levels))):
            owner = b.let("owner", self.owner_of(component))
            b.store(self._name("what"), [site, level], component)
            b.store(self._name("who"), [site, level], owner)
            for name, value in (data or {}).items():
                if self.has_field(name):
                    b.store(self._name(name), [site, level], value)
            b.store(self._name("height"), [site], ops.add(level, ops.number(1)))
            with b.if_(is_listed):
                self._list_level(component, site, level)
            self._note_top(site)

    def pop(self, site: n.Expr, *, is_unlisted: n.Expr = ops.TRUE) -> None:
        """Takes the top piece off a stack that has one, and forgets all about it."""
        b = self.b
        level = b.let("top", ops.sub(self.load("height", site), ops.number(1)))
        self._unlist(site, level)
        with b.if_(is_unlisted):
            self._unlist_level(self.load("what", site, level), site, level)
        for name in ("what", "who", "state", "rotation", "value"):
            if self.has_field(name):
                b.store(self._name(name), [site, level], ops.number(0))
        b.store(self._name("height"), [site], level)
        self._note_top(site)

    def take_level(self, site: n.Expr, level: n.Expr) -> None:
        """Takes out one level; those above move down.

        compat: state, rotation and value of the vacated top level stay behind, for a later plain push to take over.
        """
        b = self.b
        self._unlist(site, level)
        self._unlist_level(self.load("what", site, level), site, level)
        self._lower_listed(site, level)
        top = b.let("top", ops.sub(self.load("height", site), ops.number(1)))
        with b.range_("above", level, top) as above:
            for name in ("what", "who", "state", "rotation", "value"):
                if self.has_field(name):
                    upper = self.load(name, site, ops.add(above, ops.number(1)))
                    b.store(self._name(name), [site, above], upper)
        for name in ("what", "who"):
            b.store(self._name(name), [site, top], ops.number(0))
        b.store(self._name("height"), [site], top)
        self._note_top(site)

    def promoted_set(self, component: int) -> n.Expr:
        """The sites that are still listed for a component because it was promoted there."""
        return self.load(PROMOTED, ops.number(component))

    def keep_listed(self, site: n.Expr, component: n.Expr) -> None:
        """Keeps the site of a lone piece in the list of its component, though another will stand there."""
        if self.has_field(PROMOTED):
            self.b.include(self._name(PROMOTED), [component], site)

    def _unlist(self, site: n.Expr, level: n.Expr) -> None:
        """A piece that leaves the lowest level takes with it the entry that was kept."""
        if self.has_field(PROMOTED):
            with self.b.if_(ops.eq(level, ops.number(0))):
                self.b.exclude(self._name(PROMOTED), [self.load("what", site, ops.number(0))], site)

    def insert(
        self,
        site: n.Expr,
        level: n.Expr,
        component: n.Expr,
        data: dict[str, n.Expr],
        *,
        raises: bool = True,
        listed: n.Expr | None = None,
        is_listed: n.Expr = ops.TRUE,
    ) -> None:
        """Puts a piece into a stack, at a level up to its height; those at that level and above move up.

        compat: `raises` is False where those above stay listed as they are, `listed` is the level under which the
        piece is listed, if it is another than its own.
        """
        b = self.b
        height = b.let("height", self.load("height", site))
        with b.if_(ops.lt(height, ops.number(self.spec.most_levels))):
            if raises:
                self._raise_listed(site, level)
            with b.if_(is_listed):
                self._list_level(component, site, level if listed is None else listed)
            names = [name for name in ("what", "who", "state", "rotation", "value") if self.has_field(name)]
            with b.range_("moved", ops.number(0), ops.sub(height, level)) as moved:
                above = b.let("above", ops.sub(height, moved))
                for name in names:
                    below = self.load(name, site, ops.sub(above, ops.number(1)))
                    b.store(self._name(name), [site, above], below)
            written = {"what": component, "who": b.let("owner", self.owner_of(component)), **data}
            for name in names:
                b.store(self._name(name), [site, level], written.get(name, ops.number(0)))
            b.store(self._name("height"), [site], ops.add(height, ops.number(1)))
            self._note_top(site)

    def _note_top(self, site: n.Expr) -> None:
        """Keeps the sets of empty sites and of sites by owner of the top piece."""
        b = self.b
        height = b.let("height", self.load("height", site))
        b.place_if(
            ops.eq(height, ops.number(0)),
            [n.Include(self._name("empty"), (), site)],
            [n.Exclude(self._name("empty"), (), site)],
        )
        nobody = {0} if self.has_field(PROMOTED) else set()
        for owner in sorted({c.owner for c in self.spec.components} | nobody):
            b.exclude(self._name("own"), [ops.number(owner)], site)
        with b.if_(ops.gt(height, ops.number(0))):
            top = self.load("who", site, ops.sub(height, ops.number(1)))
            b.include(self._name("own"), [top], site)

    def write_level(self, name: str, site: n.Expr, level: n.Expr, value: n.Expr) -> None:
        """Writes state, rotation or value of one level."""
        if self.has_field(name):
            self.b.store(self._name(name), [site, level], value)
