"""Lists of moves made from others: priority, do, append, the first move on a track."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from petteia.errors import UnsupportedLudeme
from petteia.ir import nodes as n
from petteia.ir import ops

from ._dice import dice_containers, dice_indices
from ._moves import Draft, Effect, Sink, movers_in, with_then
from ._roles import role_index
from ._types import BooleanFunction, Moves, NonDecision

if TYPE_CHECKING:
    from ._context import Context
    from ._enums import RoleType
    from .arguments import Then


def first_with_moves(x: Context, lists: Sequence[Moves], sink: Sink) -> None:
    """The moves of the first list that has any."""
    if len(lists) == 1:
        lists[0].lower(x, sink)
        return
    found = x.b.variable("found", ops.FALSE)
    lists[0].lower(x, noting(x, found, sink))
    with x.b.if_(ops.negate(found)):
        first_with_moves(x, lists[1:], sink)


def noting(x: Context, found: n.Local, sink: Sink) -> Sink:
    """A sink that notes in a variable that there was a move."""

    def note(draft: Draft) -> None:
        x.b.assign(found, ops.TRUE)
        sink(draft)

    return note


class Doing(Protocol):
    """The arguments of `do`."""

    prior: Moves
    next: Moves | None
    if_afterwards: BooleanFunction | None
    then: Then | None


def do(x: Context, move: Doing, sink: Sink) -> None:
    """Moves with others applied before them, or kept by a test of the state they lead to.

    compat: where only a threat is looked for, moves after others are those of the state as it is, without a test.
    """
    sink = with_then(sink, move.then)
    if move.next is not None and x.is_reaching:
        move.next.lower(x, sink)
        return
    if move.if_afterwards is not None:
        sink = kept_if_afterwards(x, move.if_afterwards, sink)
    if move.next is not None and x.rules.kinds.is_collecting and not dice_containers(x.setting):
        _effects_after_prior(x, move.prior, move.next, sink)
    elif move.next is not None:
        _after_prior(x, move.prior, move.next, sink)
    elif move.if_afterwards is not None:
        move.prior.lower(x, sink)


def _are_rearranged(prior: Moves) -> bool:
    """Whether there may be several moves: their actions come before the one that follows in an order of their own."""
    parts = list(movers_in(prior))
    several = any(part.title == "forEach Piece" or part.keyword == "seq" for part in parts)
    if several and any(part.keyword in ("roll", "random") for part in parts):
        raise UnsupportedLudeme(["do next: after several moves, with chance among them"])
    return several


def _after_prior(x: Context, prior: Moves, following: Moves, sink: Sink) -> None:
    def apply_prior(at: Context) -> None:
        with at.rules.kinds.collecting(at):
            prior.lower(x, at.rules.kinds.effect_sink(at))

    def apply_rearranged(at: Context) -> None:
        kinds = at.rules.kinds
        with kinds.collecting(at):
            kinds.record.rearranged(at, lambda: apply_prior(at), kinds.effect_sink(at))

    before = apply_prior
    if _are_rearranged(prior):
        before, sink = apply_rearranged, _with_letters_of_prior(x, sink)
    with x.b.speculate():
        apply_prior(x)
        found = x.b.variable("found", ops.FALSE)
        told = _telling_the_roll(x, prior, lambda d: sink(d.with_(before=(before, *d.before))))
        following.lower(x, noting(x, found, told))
        if dice_containers(x.setting):
            with x.b.if_(ops.negate(found)):
                sink(Draft("pass_after_roll", text="pass", before=(before,)))


def _with_letters_of_prior(x: Context, sink: Sink) -> Sink:
    """A sink for moves after those of pieces: the text of one without sites has the letter of their sites."""
    letter = x.setting.board.use.name[0]

    def tell(draft: Draft) -> None:
        if x.setting.is_graph and draft.text == "move" and draft.source == draft.target == ops.NOWHERE:
            draft = draft.with_(text=f"{letter}-1>{letter}-1")
        sink(draft)

    return tell


def _telling_the_roll(x: Context, prior: Moves, sink: Sink) -> Sink:
    """compat: words are told by the first action of their move, which is the first die where a roll comes before."""
    if prior.keyword != "roll":
        return sink
    _, site, faces = dice_indices(x.setting)[0]

    def tell(draft: Draft) -> None:
        if not draft.text.startswith("say:"):
            sink(draft)
            return
        shown = x.b.let("face", x.store.datum("state", ops.number(site)))
        for face in range(len(faces)):
            with x.b.if_(ops.eq(shown, ops.number(face))):
                sink(draft.with_(text=f"say:[SetStateAndUpdateDice:site={site},state={face}]"))

    return tell


def _effects_after_prior(x: Context, prior: Moves, following: Moves, sink: Sink) -> None:
    """Effects with others before each of them, all of it evaluated before anything happens.

    compat: what comes before happens again before each of the effects that follow, and never if there are none.
    """

    def apply_prior() -> None:
        with x.rules.kinds.collecting(x):
            prior.lower(x, x.rules.kinds.effect_sink(x))

    sets = any(part.title == "set Pending" and getattr(part, "region", None) for part in movers_in(prior))
    if sets or _are_rearranged(prior) or any(part.keyword == "seq" for part in movers_in(following)):
        _effects_after_noted(x, apply_prior, following, sink)
        return

    def follow(each: Sink) -> None:
        with x.b.speculate():
            apply_prior()
            following.lower(x, each)

    count = x.b.variable("effects", ops.number(0))
    with x.rules.kinds.searching():
        follow(lambda _: x.b.assign(count, ops.add(count, ops.number(1))))
    with x.b.range_("effect", ops.number(0), count) as chosen:
        prior.lower(x, lambda draft: sink(draft.with_(leads=True)))
        index = x.b.variable("index", ops.number(0))

        def keep(draft: Draft) -> None:
            with x.b.if_(ops.eq(index, chosen)):
                sink(draft)
            if not draft.leads:
                x.b.assign(index, ops.add(index, ops.number(1)))

        follow(keep)


def _effects_after_noted(x: Context, apply_prior: Callable[[], None], following: Moves, sink: Sink) -> None:
    """The same, with what comes first noted action by action: that is exact for moves that look at others before."""
    with x.b.speculate():
        hand_on = x.rules.kinds.record.run_rearranged(x, apply_prior)
        led = x.b.variable("led", ops.FALSE)

        def lead_up(draft: Draft) -> None:
            with x.b.if_(ops.negate(led)):
                hand_on(sink)
            x.b.assign(led, ops.truth(draft.leads))
            sink(draft)

        following.lower(x, lead_up)


def kept_if_afterwards(x: Context, condition: BooleanFunction, sink: Sink) -> Sink:
    """A sink that keeps the moves after which a condition holds."""
    rules = x.rules

    def ask() -> n.Expr:
        # compat: where the mover goes on, the test sees the player before as the next one
        following = ops.select(ops.eq(x.next, x.mover), x.prev, x.next)
        after = rules.after_move(x.with_(next=following, is_reaching=False))
        return rules.answers.ask(after, condition, "afterwards", lambda: condition.lower(after))

    with x.b.block():
        known = ask()
    if isinstance(known, n.Const):
        return sink if known.value else lambda draft: None

    def test() -> n.Expr:
        if rules.next_changes:
            with x.b.if_(ops.eq(x.b.load("next"), x.mover)):
                x.b.store("next", [], x.prev)
        return ask()

    def keep(draft: Draft) -> None:
        with x.b.if_(rules.kinds.holds_after(x, draft, "is_kept", test)):
            sink(draft)

    return keep


class Appending(Protocol):
    """The arguments of `append`."""

    moves: NonDecision
    then: Then | None


def append(x: Context, move: Appending, sink: Sink) -> None:
    """All moves of a list as a single one, with the sites of the first of them."""
    sites: list[tuple[n.Expr, n.Expr]] = []

    def write_search(found: Callable[[], None]) -> None:
        def note(draft: Draft) -> None:
            sites.append((draft.source, draft.target))
            found()

        with x.rules.kinds.searching():
            move.moves.lower(x, note)

    any_move = x.any_of("has_effect", write_search)
    if not sites:
        return
    source, target = sites[0]
    outside = {x.slot(name) for name in x.slots}
    if all(pair == sites[0] for pair in sites) and {source, target} <= outside:
        with x.b.if_(any_move):
            sink(Draft("append", source, target, effects=(Effect(move.moves, x),)).and_then(move.then))
        return
    _append_with_sites(x, move, sink)


def _append_with_sites(x: Context, move: Appending, sink: Sink) -> None:
    found = x.b.variable("found", ops.FALSE)
    source, target = x.b.variable("first_from", ops.NOWHERE), x.b.variable("first_to", ops.NOWHERE)

    def note(draft: Draft) -> None:
        with x.b.if_(ops.negate(found)):
            x.b.assign(source, draft.source)
            x.b.assign(target, draft.target)
            x.b.assign(found, ops.TRUE)

    with x.rules.kinds.searching():
        move.moves.lower(x, note)
    with x.b.if_(found):
        sink(Draft("append", source, target, effects=(Effect(move.moves, x),)).and_then(move.then))


class OnTrack(Protocol):
    """The arguments of `firstMoveOnTrack`."""

    track_name: str | None
    owner: RoleType | None
    moves: Moves


def first_move_on_track(x: Context, move: OnTrack, sink: Sink) -> None:
    """The moves for the first site of a track that allows any. compat: its consequent is dropped."""
    from ._tracks import for_each_track

    owner = role_index(x, move.owner) if move.owner else None
    found = x.b.variable("found", ops.FALSE)
    for condition, track in for_each_track(x, move.track_name, owner):
        with x.b.if_(condition):
            sites = [site for site in track.sites if site >= 0]
            table = x.b.table("track", n.INT, (len(sites),), sites)
            with x.b.range_("index", ops.number(0), ops.number(len(sites))) as index:
                site = x.b.let("site", ops.lookup(table, index))
                x.store.mark_valid(site)
                move.moves.lower(x.bind(site=site), noting(x, found, sink))
                with x.b.if_(found):
                    x.b.emit_statement(n.Break())
