"""A state of play as a scene to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from petteia.draw import Act, Hand, Scene, Spot, Token

from ._facts import Facts
from ._position import Occupied
from ._spoken import spoken

if TYPE_CHECKING:
    from ._move import Move
    from ._state import State

Point = tuple[float, float]
_PLAYER_SIGNS = "?XO#@%&+"


def scene(state: State, *, moves: bool = False) -> Scene:
    """The board of a state with everything on it, the latest move marked; with the legal `moves` if asked for."""
    facts = state.game.facts
    position = state.position
    signs = signs_of(facts)
    tokens = {(one.letter, one.site): _tokens(one, facts, signs) for one in position.sites}
    tokens |= {(facts.letter, site): _value_tokens(values) for site, values in position.values.items()}
    marked = _latest(state)
    spots = [
        Spot(
            at,
            facts.geometry.labels[letter][site],
            tokens.get((letter, site), ()),
            (letter, site) in marked,
            _name(facts, letter, site),
            _polygon(facts, letter, site),
            _line(facts, letter, site),
        )
        for letter in facts.counts
        for site, at in enumerate(_places(facts, letter))
    ]
    if facts.boardless or len(facts.counts) > 1:
        spots = _without_far_empties(spots, facts)
    return Scene(
        title=state.game.name,
        cells=_cells(facts, spots),
        lines=_lines(facts),
        spots=tuple(spots),
        hands=tuple(
            Hand(
                hand.name,
                hand.owner,
                tuple(tokens.get(("h", site), ()) for site in hand.sites),
                tuple(_name(facts, "C", site) for site in hand.sites),
            )
            for hand in facts.containers[1:]
            if not hand.is_dice
        ),
        dice=tuple(number for hand in position.dice for number in hand),
        caption=_caption(state),
        signs_matter=_signs_matter(facts),
        mover=state.mover,
        over=state.over,
        scores=state.scores if state.over or facts.scores_in_play else None,
        last=tuple(_name(facts, letter, site) for letter, site in sorted(marked)),
        moves=tuple(_act(state, move) for move in state.legal_moves()) if moves else (),
    )


def _name(facts: Facts, letter: str, site: int) -> str:
    """A site as moves name it."""
    return f"{letter}{site}" if facts.is_graph else str(site)


def _act(state: State, move: Move) -> Act:
    source, _, target = move.text.partition(">")
    return Act(str(move), source if target else "", target, spoken(state.game, move))


def _polygon(facts: Facts, letter: str, site: int) -> tuple[Point, ...]:
    shape = facts.geometry
    return tuple(shape.points[k] for k in shape.cells[site]) if letter == "C" and site < len(shape.cells) else ()


def _line(facts: Facts, letter: str, site: int) -> tuple[Point, ...]:
    shape = facts.geometry
    return tuple(shape.points[k] for k in shape.edges[site]) if letter == "E" else ()


def signs_of(facts: Facts) -> list[str]:
    """A sign for each component: X and O where each player has one, else letters, capitals for the first player."""
    pieces = [one for one in facts.components if not one.faces]
    signs = {0: "."}
    alone = {one.owner for one in pieces if [other.owner for other in pieces].count(one.owner) == 1}
    letters: dict[str, str] = {}
    for one in pieces:
        if not _signs_matter(facts) and one.owner in alone and 1 <= one.owner < len(_PLAYER_SIGNS):
            signs[one.number] = _PLAYER_SIGNS[one.owner]
        else:
            letter = letters.setdefault(one.word, _free_letter(one.word, set(letters.values())))
            number = str(one.owner) if 2 < one.owner <= facts.players else ""
            signs[one.number] = (letter.lower() if one.owner == 2 else letter) + number
    return [signs.get(k, "?") for k in range(len(facts.components) + 1)]


def _free_letter(word: str, taken: set[str]) -> str:
    """The first letter of a word that no other word has; compat: knights of chess are N."""
    wanted = ("N" if word.lower() == "knight" else "") + word.upper() + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return next((letter for letter in wanted if letter.isalpha() and letter not in taken), "?")


def _signs_matter(facts: Facts) -> bool:
    owners = [one.owner for one in facts.components if not one.faces]
    return len(set(owners)) < len(owners)


def _tokens(one: Occupied, facts: Facts, signs: list[str]) -> tuple[Token, ...]:
    tokens = []
    for level in one.levels:
        if level.component:
            component = facts.components[level.component - 1]
            owner = component.owner if level.owner is None else level.owner
            shown = owner if owner <= facts.players else 0
            count = one.count if level is one.levels[-1] else 1
            sign = signs[level.component]
            data = (level.state, level.rotation, level.value)
            tokens.append(Token(shown, sign, component.name, count, *data, kind=component.word))
    return tuple(tokens)


def _value_tokens(values: tuple[int, ...]) -> tuple[Token, ...]:
    """The value found for a site of a puzzle."""
    return (Token(1, str(values[0]), str(values[0])),) if len(values) == 1 else ()


def _latest(state: State) -> set[tuple[str, int]]:
    history = state.history
    if not history:
        return set()
    words = history[-1].text.split(">")
    default = state.game.facts.letter
    if state.game.facts.is_puzzle and history[-1].source >= 0:
        return {(default, history[-1].source)}
    if len(words) != 2:
        return set()
    return {(word[0], int(word[1:])) if word[0] in "VEC" else (default, int(word)) for word in words}


def _places(facts: Facts, letter: str) -> list[Point]:
    """Where the sites of a type are."""
    shape = facts.geometry
    if letter == facts.letter:
        return list(shape.centres)
    if letter == "V":
        return list(shape.points)
    corners = shape.edges if letter == "E" else shape.cells
    return [_middle([shape.points[k] for k in numbers]) for numbers in corners]


def _middle(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _without_far_empties(spots: list[Spot], facts: Facts) -> list[Spot]:
    """Spots that are worth drawing: in games without a board those near pieces, with several site types the default."""
    taken = [spot.at for spot in spots if spot.tokens]
    if not facts.boardless:
        default = set(facts.geometry.centres)
        return [spot for spot in spots if spot.tokens or spot.at in default]
    if not taken:
        middle = facts.geometry.centres[len(facts.geometry.centres) // 2]
        taken = [middle]
    low_x, high_x = min(x for x, _ in taken) - 2, max(x for x, _ in taken) + 2
    low_y, high_y = min(y for _, y in taken) - 2, max(y for _, y in taken) + 2
    return [spot for spot in spots if low_x <= spot.at[0] <= high_x and low_y <= spot.at[1] <= high_y]


def _cells(facts: Facts, spots: list[Spot]) -> tuple[tuple[Point, ...], ...]:
    if "C" not in facts.counts:
        return ()
    shape = facts.geometry
    drawn = {spot.at for spot in spots}
    polygons = [tuple(shape.points[k] for k in cell) for cell in shape.cells]
    if not facts.boardless:
        return tuple(polygons)
    return tuple(polygon for polygon, at in zip(polygons, shape.centres, strict=True) if at in drawn)


def _lines(facts: Facts) -> tuple[tuple[Point, Point], ...]:
    if facts.letter == "C":
        return ()
    points = facts.geometry.points
    return tuple((points[a], points[b]) for a, b in facts.geometry.edges)


def _caption(state: State) -> str:
    known = state.scores is not None and (state.over or state.game.facts.scores_in_play)
    scores = f", score {':'.join(map(str, state.scores or ()))}" if known else ""
    if not state.over:
        return f"Player {state.mover} to move{scores}"
    winner = state.winner
    result = "draw" if winner is None else f"player {winner} wins"
    return f"Game over: {result}{scores}"
