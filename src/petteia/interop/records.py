"""Games in the notations of others: PGN for chess, SGF for Go and Hex, PDN for draughts."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Callable, Iterator
from math import isqrt

from petteia.errors import PetteiaError
from petteia.game import Game, Move, State

_TAG = re.compile(r'\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]')
_WORDS = ("1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "*")


def _turns(state: State) -> Iterator[tuple[State, list[Move]]]:
    """The turns of a game: the state before each, and the moves of one player in succession."""
    now = state.game.start(seed=0)
    before, moves = now.copy(), list[Move]()
    for move in state.history:
        if moves and now.mover != before.mover:
            yield before, moves
            before, moves = now.copy(), []
        moves.append(move)
        now.play(move)
    if moves:
        yield before, moves


def _play(state: State, text: str, wanted: Callable[[State, Move], bool], what: str) -> None:
    """Plays the legal move that is meant; `PetteiaError` names what stands in the record."""
    for move in state.legal_moves():
        if wanted(state, move):
            state.play(move)
            return
    raise PetteiaError(f"{what}: {text} is not legal in {state.text}")


# -- PGN ----------------------------------------------------------------------------------------------------------


def to_pgn(state: State, **tags: str) -> str:
    """A game of chess as PGN; needs the package `chess`.

    >>> import petteia
    >>> state = petteia.load("Chess").start()
    >>> for move in ("12>28", "52>36", "6>21"):
    ...     state.play(move)
    >>> to_pgn(state, White="Anna").splitlines()[-1]
    '1. e4 e5 2. Nf3 *'
    """
    import chess.pgn

    board = chess.Board()
    record = chess.pgn.Game()
    node: chess.pgn.GameNode = record
    for before, moves in _turns(state):
        promoted = None
        if len(moves) > 1:
            after = before.copy()
            for move in moves:
                after.play(move)
            name = after.at(moves[-1].target)[0].name.rstrip("12").upper()
            promoted = chess.PIECE_NAMES.index(name.lower())
        played = chess.Move(moves[0].source, moves[0].target, promoted)
        if played not in board.legal_moves:
            raise PetteiaError(f"PGN has no move like {' '.join(map(str, moves))} in {before.text}")
        board.push(played)
        node = node.add_variation(played)
    record.headers.update(tags)
    record.headers["Result"] = _result(state, ("1-0", "0-1", "1/2-1/2"))
    return str(record)


def from_pgn(game: Game, text: str) -> State:
    """The state after the main line of the first game in a PGN."""
    import chess
    import chess.pgn

    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)  # mistakes are told as an error, not on the terminal
    record = chess.pgn.read_game(io.StringIO(text))
    if record is None or not (record.variations or "[" in text or any(word in text.split() for word in _WORDS)):
        raise PetteiaError("no game stands in this PGN")
    if record.errors:
        raise PetteiaError(f"PGN: {record.errors[0]}")
    if record.headers.get("FEN") or record.headers.get("SetUp") == "1":
        raise PetteiaError("PGN: games that begin elsewhere than at the start cannot be read")
    state = game.start(seed=0)
    for played in record.mainline_moves():
        source, target, piece = played.from_square, played.to_square, played.promotion
        _play(state, played.uci(), lambda _, m, a=source, b=target: (m.source, m.target) == (a, b), "PGN")  # type: ignore[misc]
        if piece:
            name = chess.piece_name(piece)
            _play(state, played.uci(), lambda s, m, n=name: _becomes(s, m) == n, "PGN")  # type: ignore[misc]
    return state


def _becomes(state: State, move: Move) -> str:
    """The name of the piece where a move went, in small letters."""
    after = state.copy()
    after.play(move)
    found = after.at(move.target)
    return found[-1].name.rstrip("12").lower() if found else ""


def _result(state: State, words: tuple[str, str, str]) -> str:
    """The result in the words for a win of the first player, of the second, and a draw."""
    if not state.over:
        return "*"
    return words[2] if state.winner is None else words[state.winner - 1]


# -- SGF ----------------------------------------------------------------------------------------------------------

_NODE = re.compile(r"\s*([A-Z]{1,2})\s*((?:\[(?:[^\]\\]|\\.)*\]\s*)+)", re.DOTALL)
_VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
_GO, _HEX = "1", "11"


def _sgf_kind(game: Game) -> str:
    """The number of the game in SGF: boards of square points are Go's, others are Hex's."""
    facts = game.facts
    if facts.letter == "V":
        return _GO
    if facts.letter == "C" and all(len(cell) == 6 for cell in facts.geometry.cells):
        return _HEX
    raise PetteiaError(f"SGF is for Go and Hex here, not for {game.name}")


def _size(game: Game) -> int:
    count = game.facts.counts[game.facts.letter]
    size = isqrt(count)
    if size * size != count:
        raise PetteiaError(f"SGF needs a board with as many rows as columns, not that of {game.name}")
    return size


def _point(game: Game, move: Move, kind: str) -> str:
    if move.target < 0:
        return "" if kind == _GO else {"swap": "swap-sides"}.get(move.text, move.text)
    label = game.facts.geometry.labels[game.facts.letter][move.target].lower()
    if kind == _HEX:
        return label
    column, row = ord(label[0]) - 97, int(label[1:]) - 1
    return chr(97 + column) + chr(97 + _size(game) - 1 - row)


def to_sgf(state: State, **tags: str) -> str:
    """A game of Go or Hex as SGF; `tags` are further properties of the first node, such as PB and PW.

    >>> import petteia
    >>> state = petteia.load("Hex", options=["Board Size/5x5"]).start()
    >>> state.play("12>12"); state.play("swap")
    >>> to_sgf(state)
    '(;GM[11]FF[4]CA[UTF-8]AP[petteia]SZ[5];B[c3];W[swap-sides])'
    """
    game = state.game
    kind = _sgf_kind(game)
    head = {"GM": kind, "FF": "4", "CA": "UTF-8", "AP": "petteia", "SZ": str(_size(game)), **tags}
    if state.over:
        head["RE"] = _result(state, ("B+", "W+", "0"))
    parts = ["".join(f"{key}[{_escaped(value)}]" for key, value in head.items())]
    now = game.start(seed=0)
    for move in state.history:
        parts.append(f"{'BW'[now.mover - 1]}[{_point(game, move, kind)}]")
        now.play(move)
    return f"(;{';'.join(parts)})"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("]", "\\]")


def from_sgf(game: Game, text: str) -> State:
    """The state after the main line of an SGF of Go or Hex."""
    kind, size = _sgf_kind(game), str(_size(game))
    state = game.start(seed=0)
    for properties in _main_line(text):
        said = {key: values[0] for key, values in properties.items()}
        if said.get("GM", kind) != kind or said.get("SZ", size) != size:
            raise PetteiaError(f"SGF: GM[{said.get('GM')}] SZ[{said.get('SZ')}] is not this game of {game.name}")
        if {"AB", "AW", "AE"} & said.keys():
            raise PetteiaError("SGF: games that begin with stones on the board cannot be read")
        for seat, colour in enumerate("BW", 1):
            if colour in said:
                if kind == _GO and state.mover != seat and not state.over:
                    raise PetteiaError(f"SGF: {colour}[{said[colour]}] is not that colour's turn in {state.text}")
                wanted = "" if kind == _GO and said[colour] == "tt" and int(size) <= 19 else said[colour].lower()
                wanted = "swap-sides" if wanted in ("swap", "swap-pieces") else wanted
                _play(state, f"{colour}[{wanted}]", lambda _, m, w=wanted: _point(game, m, kind) == w, "SGF")  # type: ignore[misc]
    return state


def _main_line(text: str) -> Iterator[dict[str, list[str]]]:
    """The nodes of the main line, each as its properties: where a game branches, the first branch counts."""
    start = text.find("(")
    if start < 0 or ";" not in text:
        raise PetteiaError("no game stands in this SGF")
    at, depth = start, 0
    while at < len(text):
        letter = text[at]
        if letter == "(":
            depth += 1
        elif letter == ")":
            return
        elif letter == ";":
            properties: dict[str, list[str]] = {}
            at += 1
            while found := _NODE.match(text, at):
                values = [re.sub(r"\\(.)", r"\1", one, flags=re.DOTALL) for one in _VALUE.findall(found[2])]
                properties.setdefault(found[1], []).extend(values)
                at = found.end()
            yield properties
            continue
        elif not letter.isspace():
            raise PetteiaError(f"SGF: {text[at : at + 10]!r} at character {at} is none")
        at += 1
    raise PetteiaError("SGF: a bracket is never closed")


# -- PDN ----------------------------------------------------------------------------------------------------------


def _fields(game: Game) -> dict[int, int]:
    """The number of each dark square in PDN, by site; on eight rows black begins, whose men are numbered first."""
    size = _size(game)
    if size not in (8, 10):
        raise PetteiaError(f"PDN is for draughts on eight or ten rows, not for {game.name}")
    numbers: dict[int, int] = {}
    for row in range(size - 1, -1, -1):
        for column in range(size):
            if (row + column) % 2 == 0:
                numbers[row * size + column] = len(numbers) + 1
    if size == 8:
        numbers = {size * size - 1 - site: number for site, number in numbers.items()}
    if not all(one.site in numbers for one in game.start(seed=0).pieces()):
        raise PetteiaError(f"PDN is for draughts on the dark squares, not for {game.name}")
    return numbers


def _turn_text(before: State, moves: list[Move], numbers: dict[int, int]) -> str:
    after = before.copy()
    for move in moves:
        after.play(move)
    taken = len(after.pieces()) < len(before.pieces())
    sites = [moves[0].source, *(move.target for move in moves)]
    return ("x" if taken else "-").join(str(numbers[site]) for site in sites)


def to_pdn(state: State, **tags: str) -> str:
    """A game of draughts as PDN: captures name every square on their way.

    >>> import petteia
    >>> state = petteia.load("English Draughts").start()
    >>> state.play(state.legal_moves()[0])
    >>> to_pdn(state).splitlines()[-1]
    '1. 12-16 *'
    """
    numbers = _fields(state.game)
    first = len(numbers) == 50
    words = ("1-0", "0-1", "1/2-1/2") if first else ("0-1", "1-0", "1/2-1/2")
    result = _result(state, words)
    head = {"GameType": "20" if first else "21", **tags, "Result": result}
    played = [_turn_text(before, moves, numbers) for before, moves in _turns(state)]
    pairs = [f"{k // 2 + 1}. {' '.join(played[k : k + 2])}" for k in range(0, len(played), 2)]
    lines = [f'[{key} "{value}"]' for key, value in head.items()]
    return "\n".join([*lines, "", " ".join([*pairs, result])]) + "\n"


def from_pdn(game: Game, text: str) -> State:
    """The state after the moves of a PDN; captures that name only their ends are taken where one way fits."""
    if 'FEN "' in text:
        raise PetteiaError("PDN: games that begin elsewhere than at the start cannot be read")
    body = re.sub(r"\{[^}]*\}|;[^\n]*", " ", _TAG.sub(" ", text))
    body = re.sub(r"\d+\.+", " ", body)
    sites = {number: site for site, number in _fields(game).items()}
    state = game.start(seed=0)
    for word in body.split():
        if word in _WORDS:
            break
        if not re.fullmatch(r"\d+([-x:]\d+)+[!?]*", word):
            raise PetteiaError(f"PDN: {word!r} is no move")
        squares = [int(one) for one in re.findall(r"\d+", word)]
        if any(one not in sites for one in squares):
            raise PetteiaError(f"PDN: {word} names a square that there is not")
        _play_turn(state, [sites[one] for one in squares], word)
    return state


def _play_turn(state: State, way: list[int], word: str) -> None:
    """Plays a turn along squares; between two of them there may be others."""
    found = [line for line in _lines(state, way[0], state.mover, 0) if _leads(line, way)]
    exact = [line for line in found if [move.target for move in line] == way[1:]] or found
    if len({tuple(line) for line in exact}) != 1:
        raise PetteiaError(f"PDN: {word} is {'not legal' if not exact else 'not clear'} in {state.text}")
    for move in exact[0]:
        state.play(move)


def _lines(state: State, source: int, player: int, deep: int) -> Iterator[list[Move]]:
    """All turns that begin at a site."""
    for move in state.legal_moves():
        if move.source == source and deep < 24:
            after = state.copy()
            after.play(move)
            if after.over or after.mover != player:
                yield [move]
            else:
                yield from ([move, *rest] for rest in _lines(after, move.target, player, deep + 1))


def _leads(line: list[Move], way: list[int]) -> bool:
    """True if a turn ends where it should and goes by all squares that are named, in their order."""
    targets = iter([move.target for move in line])
    return line[-1].target == way[-1] and all(square in targets for square in way[1:])
