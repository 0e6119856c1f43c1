"""Actions: what moves are made of, alone or put together.

The arguments of an action are expressions that hold when the move is generated. `frozen` reads them into locals, so
that several actions of one move do not disturb each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from petteia.ir import nodes as n
from petteia.ir import ops
from petteia.ludemes.needs import LAST_ACTION, LAST_SITES

if TYPE_CHECKING:
    from petteia.board import SiteType
    from petteia.ludemes.lowering.context import Context
    from petteia.ludemes.lowering.drafts import Draft


@dataclass(frozen=True)
class Action:
    """A change of the state."""

    composed: ClassVar[bool] = False
    """True if it is made of other actions, or none that counts."""
    belongs: ClassVar[bool] = False
    """True if it counts as one action with that before it."""

    def apply(self, x: Context) -> None:
        """Writes the statements that make the change."""
        raise NotImplementedError

    def frozen(self, x: Context) -> Action:
        """The action with its arguments read now."""
        changes: dict[str, Any] = {}
        for one in fields(self):
            value = getattr(self, one.name)
            if isinstance(value, n.Expr):
                changes[one.name] = x.b.let(one.name, value)
                if x.store.is_valid(value):
                    x.store.mark_valid(changes[one.name])
        return replace(self, **changes) if changes else self

    def after_others(self) -> Action:
        """The action without what is known of its sites, which other actions before it may have changed."""
        return self


def note_sites(x: Context, source: n.Expr, target: n.Expr) -> None:
    """Notes the sites of an action, for rules that look behind the consequences of a move."""
    if LAST_ACTION in x.spec.needs:
        x.b.store("acted_from", [], source)
        x.b.store("acted_to", [], target)
    if LAST_SITES in x.spec.needs:
        for side, site in (("from", source), ("to", target)):
            name = LAST_SITES.side(side)
            x.b.store(name, [], ops.union(x.b.load(name), ops.single(x.universe, site)))


def show_actions(x: Context) -> None:
    """Makes the action just noted the latest one that rules see.

    compat: consequences see the actions of the move they follow, not those of other consequences.
    """
    if LAST_ACTION in x.spec.needs:
        x.b.store("last_action_from", [], x.b.load("acted_from"))
        x.b.store("last_action_to", [], x.b.load("acted_to"))


@dataclass(frozen=True)
class OnSites(Action):
    """An action on sites of another type than the one that is played on."""

    kind: SiteType
    action: Action

    def frozen(self, x: Context) -> Action:
        return replace(self, action=self.action.frozen(x))

    def after_others(self) -> Action:
        return replace(self, action=self.action.after_others())

    def apply(self, x: Context) -> None:
        self.action.apply(x.on_type(self.kind))


def on_sites_of(x: Context, action: Action) -> Action:
    """An action on the sites whose contents a context sees."""
    return action if x.store.kind == x.spec.board.use else OnSites(x.store.kind, action)


@dataclass(frozen=True)
class Statements(Action):
    """Any other change, written by a function of its own."""

    write: Callable[[Context], None]

    def apply(self, x: Context) -> None:
        self.write(x)


@dataclass(frozen=True)
class Sequence(Statements):
    """Moves of their own, made one after the other."""

    composed = True


@dataclass(frozen=True)
class Unseen(Statements):
    """A change that is no action."""

    composed = True


@dataclass(frozen=True)
class Several(Statements):
    """A change that counts as several actions, which `write_each` makes one by one."""

    composed = True
    write_each: Callable[[Context], None]

    def apply(self, x: Context) -> None:
        (self.write_each if x.rules.kinds.is_recording else self.write)(x)


@dataclass(frozen=True)
class Repeated(Action):
    """An action made so many times."""

    composed = True
    action: Action
    times: n.Expr

    def frozen(self, x: Context) -> Action:
        return Repeated(self.action.frozen(x), x.b.let("times", self.times))

    def after_others(self) -> Action:
        return replace(self, action=self.action.after_others())

    def apply(self, x: Context) -> None:
        with x.b.range_("time", ops.number(0), self.times):
            x.rules.kinds.act(x, [self.action])


def repeated(action: Action, times: n.Expr) -> tuple[Action, ...]:
    """An action made so many times, written out where the number is known."""
    return (action,) * times.value if isinstance(times, n.Const) else (Repeated(action, times),)


@dataclass(frozen=True)
class NestedMove(Action):
    """A whole move, with its effects and consequents, as part of another."""

    composed = True
    draft: Draft

    def frozen(self, x: Context) -> Action:
        return replace(self, draft=self.draft.with_(actions=tuple(a.frozen(x) for a in self.draft.actions)))

    def after_others(self) -> Action:
        return replace(self, draft=self.draft.with_(actions=tuple(a.after_others() for a in self.draft.actions)))

    def apply(self, x: Context) -> None:
        x.rules.kinds.write_nested(x, self.draft)


def single_actions(actions: Iterable[Action]) -> Iterator[list[Action]]:
    """The actions of a move, those that count as one together."""
    whole = list(actions)
    starts = [k for k, action in enumerate(whole) if k == 0 or not action.belongs]
    for start, end in pairwise([*starts, len(whole)]):
        yield whole[start:end]
