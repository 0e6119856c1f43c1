"""States and moves as recorded play writes them."""

from __future__ import annotations

from petteia.board import SiteType

from .actions import Move
from .errors import NotRead
from .state import State
from .world import CELL, World


def move_text(world: World, move: Move) -> str:
    """A move as text: FROM>TO, or a word."""
    if move.is_pass:
        return "pass"
    if move.is_swap:
        return "swap"
    if any(a.kind in ("Propose", "Vote") for a in move.flat()):
        raise NotRead("the text of a proposal")
    if not world.graph:
        return f"{move.frm}>{move.to}"
    action = move.decision() or next((a for a in move.flat() if a.type is not None), None)
    one = None if action is None else action.type
    two = one if action is None or action.type_to is None else action.type_to
    letters = ["C" if kind is None else kind.name[0] for kind in (one, two)]
    return f"{letters[0]}{move.frm}>{letters[1]}{move.to}"


def state_text(s: State) -> str:
    """A state as text."""
    items = []
    world = s.world
    kinds = [k for k in (SiteType.Vertex, SiteType.Edge, CELL) if k in world.types]
    for kind in kinds if world.graph else [world.default]:
        letter = kind.name[0] if world.graph else ""
        items += [f"{letter}{site}={one}" for site in range(world.elements(kind)) if (one := _content(s, kind, site))]
    for container in world.containers[1:]:
        if not container.is_dice:
            items += [f"h{site}={one}" for site in container.sites if (one := _content(s, CELL, site))]
    return " ".join(items) + " | " + " ".join(_rest(s))


def _content(s: State, kind: SiteType, site: int) -> str:
    if not s.world.stacking and not any(field[site] for field in s.flat[kind]):
        return ""
    if s.world.stacking:
        return "/".join(_piece(s, kind, site, level) for level in range(s.height(kind, site)))
    count = s.count(kind, site)
    what = s.what(kind, site)
    if s.is_empty(kind, site) and not what:
        if s.state(kind, site) > 0 or s.value(kind, site) > 0:
            return _piece(s, kind, site, -1, 0)
        return ""
    return _piece(s, kind, site, -1, count)


def _piece(s: State, kind: SiteType, site: int, level: int, count: int = 1) -> str:
    what, who = s.what(kind, site, level), s.who(kind, site, level)
    text = str(what)
    if 1 <= who <= s.world.n and who != s.world.owner(what):
        text += f"u{who}"
    if count != 1:
        text += f"*{count}"
    for letter, value in (
        ("s", s.state(kind, site, level)),
        ("r", s.rotation(kind, site, level)),
        ("v", s.value(kind, site, level)),
    ):
        if value > 0:
            text += f"{letter}{value}"
    return text


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else str(value)


def _rest(s: State) -> list[str]:
    world, n = s.world, s.world.n
    found = [f"m={s.mover}"]
    if world.scores:
        found.append("sc=" + ",".join(str(s.scores[p]) for p in range(1, n + 1)))
    if len(world.phases) > 1:
        found.append("ph=" + ",".join(str(s.phase[p]) for p in range(1, n + 1)))
    if s.pending:
        found.append("pend=" + ",".join(map(str, sorted(s.pending))))
    if world.names & {"Counter", "SetCounter"}:
        found.append(f"k={s.counter}")
    if world.names & {"Var", "SetVar"}:
        found.append(f"t={s.temp}")
        found += [f"var:{name}={s.vars[name]}" for name in sorted(s.vars)]
    # recorded play shows what is remembered only where a move remembers something, not where start rules alone do
    for name in sorted(s.remembered, key=lambda one: one or "") if "RememberValue" in world.names else ():
        label = "rem" if name is None else f"rem:{name}"
        found.append(f"{label}=" + ",".join(map(str, sorted(s.remembered[name]))))
    if world.has_dice:
        found.append("d=" + ";".join(",".join(map(str, hand)) for hand in s.dice))
    if s.order != list(range(n + 1)):
        found.append("ord=" + ",".join(str(s.order[p]) for p in range(1, n + 1)))
    if s.over:
        found.append("over=" + ",".join(_number(s.ranking[p]) for p in range(1, n + 1)))
    return found
