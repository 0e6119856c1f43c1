"""A position of a game as a scene to draw: the painted board with its pieces, hands, dice, scores and marks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from petteia.draw import Act, Arrow, Die, Hand, Look, Scene, Spot, Tile, Token

from ._dress import tells_pieces_apart
from ._spoken import spoken
from ._winning import winning_sites
from .facts import Facts
from .position import Occupied, Position

if TYPE_CHECKING:
    from ._state import State
    from .move import Move

Point = tuple[float, float]
_PLAYER_SIGNS = "?XO#@%&+"


def scene(
    state: State,
    *,
    moves: bool = False,
    targets: bool = False,
    arrows: Sequence[Arrow] = (),
    heat: Mapping[str, float] | None = None,
    groups: Sequence[Sequence[str]] = (),
) -> Scene:
    """The board of a state with everything on it, the latest move marked; with the legal `moves` if asked for.

    `targets` marks where legal moves lead, `arrows`, `heat` and `groups` are laid over the board.
    """
    facts = state.game.facts
    marked = _latest(state)
    drawn = scene_of(facts, state.position, marked=marked, over=state.over, winner=state.winner)
    legal = tuple(_act(state, move) for move in state.legal_moves()) if moves or targets else ()
    won = winning_sites(facts, state.position, state.winner, marked) if state.winner else ()
    scores = shown_scores(facts, state.scores, over=state.over)
    return replace(
        drawn,
        tiles=(*drawn.tiles, *_boxes(state)),
        scores=scores,
        caption=_caption(drawn.look, state.mover, state.over, state.winner, scores, facts),
        moves=legal if moves else (),
        targets=tuple(dict.fromkeys(act.target for act in legal if act.target)) if targets else (),
        arrows=tuple(arrows),
        heat=tuple((heat or {}).items()),
        groups=tuple(tuple(group) for group in groups),
        winning=tuple(_name(facts, letter, site) for letter, site in won),
        checked=_checked(state),
    )


def scene_of(
    facts: Facts,
    position: Position,
    *,
    marked: Iterable[tuple[str, int]] = (),
    over: bool = False,
    winner: int | None = None,
) -> Scene:
    """The board of a position, as far as it can be told without an engine."""
    board = facts.painted
    signs = signs_of(facts)
    marked = set(marked)
    contents = {(one.letter, one.site): one for one in position.sites}
    spots = [
        _occupied(spot, contents.get(key), facts, signs, marked=key in marked) for key, spot in board.spots.items()
    ]
    if position.values:
        found = {(facts.letter, site): _value_tokens(values) for site, values in position.values.items()}
        keyed = zip(board.spots, spots, strict=True)
        spots = [replace(spot, tokens=found.get(key, spot.tokens)) for key, spot in keyed]
    tiles = board.tiles
    if facts.boardless:
        spots = _near_pieces(spots, facts)
        drawn = {spot.polygon for spot in spots}
        tiles = tuple(tile for tile in tiles if tile.polygon in drawn)
    if "filled" in facts.dress.flags:
        tiles = (*tiles, *(_filled(spot) for spot in spots if spot.tokens and spot.polygon))
        spots = [replace(spot, tokens=()) if spot.polygon else spot for spot in spots]
    scores = shown_scores(facts, position.scores, over=over)
    return Scene(
        title=facts.name,
        cells=tuple(spot.polygon for spot in spots if spot.polygon),
        lines=_lines(facts),
        spots=tuple(spots),
        hands=_hands(facts, contents, signs),
        dice=tuple(number for hand in position.dice for number in hand),
        caption=_caption(board.look, position.mover, over, winner, scores, facts),
        signs_matter=tells_pieces_apart(facts.dress),
        mover=position.mover,
        over=over,
        scores=scores,
        last=tuple(_name(facts, letter, site) for letter, site in sorted(marked)),
        strokes=board.strokes,
        symbols=board.symbols,
        look=board.look,
        tiles=tiles,
        names=board.names,
        throws=_throws(facts, position),
    )


def abstract(drawn: Scene) -> Scene:
    """The scene with discs for all pieces, with their letters where there are several kinds."""

    def plain(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
        return tuple(replace(one, shape="", glyph="", turn=0.0, under=(), over=()) for one in tokens)

    hands = tuple(replace(hand, spots=tuple(map(plain, hand.spots))) for hand in drawn.hands)
    return replace(drawn, spots=tuple(replace(spot, tokens=plain(spot.tokens)) for spot in drawn.spots), hands=hands)


def _filled(spot: Spot) -> Tile:
    """A place painted in the colour of its piece."""
    token = spot.tokens[-1]
    return Tile(spot.polygon, token.fill, 0, token.owner)


def _name(facts: Facts, letter: str, site: int) -> str:
    """A site as moves name it."""
    return f"{letter}{site}" if facts.is_graph else str(site)


def _act(state: State, move: Move) -> Act:
    source, _, target = move.text.partition(">")
    return Act(str(move), source if target else "", target, spoken(state.game, move))


# -- pieces ---------------------------------------------------------------------------------------------------------


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


def _occupied(spot: Spot, one: Occupied | None, facts: Facts, signs: list[str], *, marked: bool) -> Spot:
    """A place with what stands there."""
    if one is None:
        return replace(spot, marked=True) if marked else spot
    owner = spot.owner
    if "state holes" in facts.dress.flags and one.levels[0].state:
        owner = min(one.levels[0].state, facts.players)
    return replace(spot, tokens=_tokens(one, facts, signs, 0), marked=marked, owner=owner)


def _tokens(one: Occupied, facts: Facts, signs: list[str], container: int) -> tuple[Token, ...]:
    tokens = []
    for level in one.levels:
        if level.component:
            component = facts.components[level.component - 1]
            owner = component.owner if level.owner is None else level.owner
            shown = owner if owner <= facts.players else 0
            count = one.count if level is one.levels[-1] else 1
            data = (level.state, level.rotation, level.value)
            token = Token(shown, signs[level.component], component.name, count, *data, kind=component.word)
            paths = facts.dress.paths.get(component.number, ())
            if paths:
                token = replace(token, paths=paths, sides=len(facts.geometry.cells[0]) if facts.geometry.cells else 4)
            tokens.append(facts.dress.token(_noted(token, facts), component, container))
    return tuple(tokens)


def _value_tokens(values: tuple[int, ...]) -> tuple[Token, ...]:
    """The value found for a site of a puzzle, written there."""
    if len(values) != 1:
        return ()
    return (Token(1, str(values[0]), str(values[0]), glyph=str(values[0]), fill="none", stroke="ink"),)


def _noted(token: Token, facts: Facts) -> Token:
    """A piece with its value beside it, where values are of the kind that players go by."""
    plain = not facts.dress.family and not any(one.kind == "Shown" for one in facts.dress.pieces)
    return replace(token, note=str(token.value), note_at="right") if token.value and plain else token


def _hands(facts: Facts, contents: dict[tuple[str, int], Occupied], signs: list[str]) -> tuple[Hand, ...]:
    hands = []
    for number, hand in enumerate(facts.containers[1:], 1):
        if not hand.is_dice:
            held = [contents.get(("h", site)) for site in hand.sites]
            spots = tuple(_tokens(one, facts, signs, number) if one else () for one in held)
            name = _hand_name(facts, hand.name, hand.owner)
            hands.append(Hand(name, hand.owner, spots, tuple(_name(facts, "C", site) for site in hand.sites)))
    return tuple(hands)


def _hand_name(facts: Facts, name: str, owner: int) -> str:
    """Words for a place beside the board: whose it is, unless the game has a name of its own for it."""
    if name.rstrip("0123456789") != "Hand":
        return name
    return f"{player_name(facts.painted.look, owner)} holds" if 1 <= owner <= facts.players else "Beside the board"


def _throws(facts: Facts, position: Position) -> tuple[Die, ...]:
    """The dice as they lie, with the number of their faces."""
    sizes = [len(one.faces) for one in facts.components if one.faces]
    numbers = [number for hand in position.dice for number in hand]
    return tuple(Die(number, sizes[k] if k < len(sizes) else 6) for k, number in enumerate(numbers))


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


def _near_pieces(spots: list[Spot], facts: Facts) -> list[Spot]:
    """In games without a board, the places near pieces, or in the middle."""
    taken = [spot.at for spot in spots if spot.tokens]
    if not taken:
        taken = [facts.geometry.centres[len(facts.geometry.centres) // 2]]
    low_x, high_x = min(x for x, _ in taken) - 2, max(x for x, _ in taken) + 2
    low_y, high_y = min(y for _, y in taken) - 2, max(y for _, y in taken) + 2
    return [spot for spot in spots if low_x <= spot.at[0] <= high_x and low_y <= spot.at[1] <= high_y]


def _lines(facts: Facts) -> tuple[tuple[Point, Point], ...]:
    if facts.letter == "C":
        return ()
    points = facts.geometry.points
    return tuple((points[a], points[b]) for a, b in facts.geometry.edges)


def _checked(state: State) -> tuple[str, ...]:
    """Where a piece of the mover that the game marks in check could be taken, were it the turn of another."""
    facts = state.game.facts
    names = facts.dress.checks
    if not names or state.over or facts.players != 2 or facts.is_graph:
        return ()
    kings = {one.site for one in state.pieces() if one.owner == state.mover and one.name.rstrip("0123456789") in names}
    other = 3 - state.mover
    text = state.text.replace(f"m={state.mover}", f"m={other}", 1)
    threats = {move.text.partition(">")[2] for move in state.game.state(text, 0).legal_moves()}
    return tuple(str(site) for site in sorted(kings) if str(site) in threats)


def _boxes(state: State) -> tuple[Tile, ...]:
    """Faces all of whose edges are taken, in the colour of the player who took the last of them."""
    facts = state.game.facts
    if facts.letter != "E" or facts.dress.family or not state.history:
        return ()
    movers, past = [], state.copy()
    for _ in state.history:
        past.undo()
        movers.append(past.mover)
    numbers = {frozenset(edge): k for k, edge in enumerate(facts.geometry.edges)}
    taken: dict[int, tuple[int, int]] = {}
    for turn, (move, mover) in enumerate(zip(state.history, reversed(movers), strict=True)):
        edge = move.text.partition(">")[2].removeprefix("E")
        if edge.isdecimal():
            taken[int(edge)] = (turn, mover)
    standing = {one.site for one in state.position.sites if one.letter == "E"}
    tiles = []
    for cell in facts.geometry.cells:
        sides = [numbers.get(frozenset(pair)) for pair in zip(cell, (*cell[1:], cell[0]), strict=True)]
        if all(side in standing and side in taken for side in sides):
            _, owner = max(taken[side] for side in sides if side is not None)
            tiles.append(Tile(tuple(facts.geometry.points[k] for k in cell), "", 0, owner))
    return tuple(tiles)


# -- words ----------------------------------------------------------------------------------------------------------


def shown_scores(facts: Facts, scores: Sequence[int] | None, *, over: bool) -> tuple[int, ...] | None:
    """The scores that are worth showing now: not those that are only counted when the game ends, before it does."""
    if scores is None:
        return None
    when = {rule for rule, _ in facts.dress.scores.values()}
    if when == {"Never"} or (when == {"AtEnd"} and not over):
        return None
    return tuple(scores) if over or facts.scores_in_play or "Always" in when else None


def player_name(look: Look, player: int) -> str:
    """The name of a player."""
    return look.player_names.get(player, f"Player {player}")


def _caption(look: Look, mover: int, over: bool, winner: int | None, scores: Sequence[int] | None, facts: Facts) -> str:
    suffix = next((word for _, word in facts.dress.scores.values() if word), "")
    known = f", score {':'.join(map(str, scores))}{suffix}" if scores is not None else ""
    if not over:
        return f"{player_name(look, mover)} to move{known}"
    name = player_name(look, winner) if winner is not None else ""
    result = "draw" if winner is None else f"{name[:1].lower() + name[1:] if name.startswith('Player ') else name} wins"
    return f"Game over: {result}{known}"
