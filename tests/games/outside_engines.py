"""Rule engines of others behind one interface.

A `Meeting` says which bundled game meets which engine, and how a turn of ours is written there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from petteia import State
from petteia.interop.notations import (
    Turn,
    Word,
    amazons_word,
    chess_word,
    clobber_word,
    ends,
    flipello_word,
    on_squares,
    shogi_word,
    square,
)

UNDECIDED = None
DRAW = 0


class Engine(Protocol):
    """A game in progress in another program."""

    def moves(self) -> list[str]:
        """The legal turns in its notation, in any order."""

    def play(self, move: str) -> None:
        """Plays one of them."""

    def result(self) -> int | None:
        """The winner, `DRAW`, or `UNDECIDED`."""


@dataclass(frozen=True)
class Meeting:
    """A bundled game, an engine that plays the same game, and our turns in its words.

    `by_turns` joins all moves of a player in succession to one turn. Without `draws_agree` a game that either side
    takes for drawn is left there: the rules on repetition and on moves without progress differ.
    """

    game: str
    module: str
    engine: Callable[[], Engine]
    word: Word
    options: tuple[str, ...] = ()
    by_turns: bool = False
    draws_agree: bool = True
    games: int = 2
    most_turns: int = 400

    @property
    def name(self) -> str:
        return f"{self.game} and {self.module}"


# Fairy-Stockfish


class FairyStockfish:
    """A variant of Fairy-Stockfish, by its Python bindings."""

    def __init__(self, variant: str) -> None:
        self.rules: Any = import_module("pyffish")
        self.variant = variant
        self.position = self.rules.start_fen(variant)
        self.mover = 1

    def moves(self) -> list[str]:
        return list(self.rules.legal_moves(self.variant, self.position, []))

    def play(self, move: str) -> None:
        self.position = self.rules.get_fen(self.variant, self.position, [move])
        self.mover = 3 - self.mover

    def result(self) -> int | None:
        """By mate, by stalemate or by the end that the variant knows; not by what lies before the position."""
        over, value = self.rules.is_immediate_game_end(self.variant, self.position, [])
        if not over:
            if self.moves():
                return UNDECIDED
            value = self.rules.game_result(self.variant, self.position, [])
        return DRAW if value == 0 else self.mover if value > 0 else 3 - self.mover


class Flipello(FairyStockfish):
    """Reversi, where a pass is written as a move of no piece."""

    def __init__(self) -> None:
        super().__init__("flipello")

    def moves(self) -> list[str]:
        found = super().moves()
        return ["pass"] if found and not found[0].startswith("P@") else found

    def play(self, move: str) -> None:
        super().play(super().moves()[0] if move == "pass" else move)


def name_at(state: State, site: int) -> str:
    """The name of the piece on a site, without the number of its owner."""
    return next(piece.name.rstrip("12") for piece in state.pieces() if piece.site == site)


def promoting(columns: int, letters: dict[str, str]) -> Word:
    """From and to, and the letter of what a piece has become on its way."""

    def word(before: State, turn: Turn, after: State) -> str:
        source, target = ends(turn[0])
        now = name_at(after, target)
        promotes = now != name_at(before, source)
        return square(source, columns) + square(target, columns) + (letters[now] if promotes else "")

    return word


def fairy(game: str, variant: str, word: Word, **more: Any) -> Meeting:
    return Meeting(game, "pyffish", lambda: FairyStockfish(variant), word, **more)


QRBN = {"Queen": "q", "Rook": "r", "Bishop": "b", "Knight": "n"}
CHESS_LIKE = [
    ("King of the Hill", "kingofthehill", 8, QRBN),
    ("Three-Check", "3check", 8, QRBN),
    ("Antichess", "antichess", 8, QRBN | {"King": "k"}),
    ("Gardner Minichess", "gardner", 5, QRBN),
    ("Los Alamos Chess", "losalamos", 6, QRBN),
    ("Capablanca Chess", "capablanca", 10, QRBN | {"Archbishop": "a", "Chancellor": "c"}),
    ("Knightmate", "knightmate", 8, QRBN | {"Commoner": "m"}),
    ("Shatranj", "shatranj", 8, {"Counsellor": "q"}),
    ("Makruk", "makruk", 8, {"Met": "m"}),
    ("Berolina Chess", "berolina", 8, QRBN),
    ("Amazon Chess", "amazon", 8, QRBN | {"Amazon": "a"}),
    ("Hoppel-Poppel", "hoppelpoppel", 8, QRBN),
    ("Chigorin Chess", "chigorin", 8, QRBN | {"Chancellor": "c"}),
    ("Janus Chess", "janus", 10, QRBN | {"Janus": "j"}),
    ("Extinction Chess", "extinction", 8, QRBN | {"King": "k"}),
    ("Racing Kings", "racingkings", 8, {}),
    ("Ouk Chaktrang", "cambodian", 8, {"Neang": "m"}),
    ("Chaturanga", "chaturanga", 8, {"Counsellor": "q"}),
    ("Courier Chess", "courier", 12, {"Queen": "f"}),
    ("Embassy Chess", "embassy", 10, QRBN | {"Archbishop": "a", "Chancellor": "c"}),
    ("Gothic Chess", "gothic", 10, QRBN | {"Archbishop": "a", "Chancellor": "c"}),
    ("Chancellor Chess", "chancellor", 9, QRBN | {"Chancellor": "c"}),
    ("Modern Chess", "modern", 9, QRBN | {"Minister": "m"}),
    ("New Zealand Chess", "newzealand", 8, QRBN),
    ("Almost Chess", "almost", 8, QRBN | {"Chancellor": "c"}),
    ("ASEAN Chess", "asean", 8, QRBN),
    ("Kinglet Chess", "kinglet", 8, {"King": "k"}),
    ("Horde", "horde", 8, QRBN),
]


def chess_like(game: str, variant: str, columns: int, letters: dict[str, str]) -> Meeting:
    """A relative of chess: the rules on draws differ, and one game shows most of the moves."""
    return fairy(game, variant, promoting(columns, letters), by_turns=True, draws_agree=False, games=1, most_turns=60)


def dropping(columns: int, rows: int, letters: str) -> Word:
    """Shogi of any size: a drop by the letter of its place in the hand, a promotion by a plus."""

    def word(before: State, turn: Turn, after: State) -> str:
        source, target = ends(turn[0])
        sites = columns * rows
        if source >= sites:
            return f"{letters[(source - sites) % len(letters)]}@{square(target, columns)}"
        promotes = name_at(before, source) != name_at(after, target)
        return square(source, columns) + square(target, columns) + "+" * promotes

    return word


SHOGI_LIKE = [
    ("Minishogi", "minishogi", 5, 5, "PSGBR"),
    ("Judkins Shogi", "judkins", 6, 6, "PNSGBR"),
    ("Gorogoro Shogi", "gorogoro", 5, 6, "PSG"),
    ("Tori Shogi", "torishogi", 7, 7, "SFCPLR"),
    ("Dobutsu Shogi", "dobutsu", 3, 4, "CGEL"),
]


def kyoto_word(before: State, turn: Turn, after: State) -> str:
    """A move by the side that is up afterwards: pawn, silver, gold and tokin have the sign of a promotion or none."""
    source, target = ends(turn[0])
    now = name_at(after, target)
    sign = {"Rook": "+", "Bishop": "+", "Gold": "+", "Tokin": "+", "King": ""}.get(now, "-")
    if source >= 25:
        return f"{sign.strip('-')}{'PSNL'[(source - 25) % 4]}@{square(target, 5)}"
    return square(source, 5) + square(target, 5) + sign


def house_word(before: State, turn: Turn, after: State) -> str:
    """Chess with drops."""
    source, target = ends(turn[0])
    if source >= 64:
        return f"{'PNBRQ'[(source - 64) % 5]}@{square(target, 8)}"
    return promoting(8, QRBN)(before, turn, after)


def janggi_word(before: State, turn: Turn, after: State) -> str:
    """A pass is written as a move of the general to where it stands."""
    if turn[0].text != "pass":
        return on_squares(9)(before, turn, after)
    general = next(p.site for p in before.pieces() if p.name.startswith("General") and p.owner == before.mover)
    return square(general, 9) * 2


def shogi_like(game: str, variant: str, columns: int, rows: int, letters: str) -> Meeting:
    """A relative of shogi: the rules on repetition differ."""
    return fairy(
        game, variant, dropping(columns, rows, letters), by_turns=True, draws_agree=False, games=1, most_turns=80
    )


def then_at(columns: int) -> Word:
    """A move of a piece, and after it the square that is taken from the board."""

    def word(before: State, turn: Turn, after: State) -> str:
        source, target = (square(site, columns) for site in ends(turn[0]))
        burnt = square(ends(turn[1])[1], columns) if len(turn) > 1 else source
        return f"{source}{target},{target}{burnt}"

    return word


def ataxx_word(before: State, turn: Turn, after: State) -> str:
    """A new stone as a drop; their board hangs upside down."""
    source, target = (square(site, 7) for site in ends(turn[0]))
    return f"P@{target}" if source == target else source + target


FAIRY_STOCKFISH = [
    fairy("Chess", "chess", chess_word, by_turns=True, draws_agree=False),
    fairy("Shogi", "shogi", shogi_word, by_turns=True, draws_agree=False),
    fairy("Xiangqi", "xiangqi", on_squares(9), draws_agree=False),
    fairy("Breakthrough", "breakthrough", on_squares(8)),
    fairy("Clobber", "clobber", clobber_word),
    fairy("Clobber", "clobber10", on_squares(10), options=("Board Size/10x10",)),
    fairy("Amazons", "amazons", amazons_word, by_turns=True, games=1),
    Meeting("Reversi", "pyffish", Flipello, flipello_word),
    fairy("Fox and Hounds", "fox-and-hounds", on_squares(8)),
    fairy("Joust", "joust", then_at(8)),
    fairy("Ataxx", "ataxx", ataxx_word, draws_agree=False, games=1),
    fairy("Minixiangqi", "minixiangqi", on_squares(7), draws_agree=False),
    fairy("Manchu Chess", "manchu", on_squares(9), draws_agree=False),
    fairy("Janggi", "janggicasual", janggi_word, draws_agree=False, games=1, most_turns=80),
    fairy("Crazyhouse", "crazyhouse", house_word, by_turns=True, draws_agree=False, games=1, most_turns=80),
    *(chess_like(*one) for one in CHESS_LIKE),
    *(shogi_like(*one) for one in SHOGI_LIKE),
    fairy("Kyoto Shogi", "kyotoshogi", kyoto_word, by_turns=True, draws_agree=False, games=1, most_turns=80),
]

# pydraughts


class Draughts:
    """A variant of pydraughts. A turn is written by its ends and what it takes, whatever the way between."""

    def __init__(self, variant: str) -> None:
        self.board: Any = import_module("draughts").Board(variant)
        self.mover = 1

    def _turns(self) -> dict[str, Any]:
        return {
            draughts_turn(move.steps_move[0], move.steps_move[-1], map(int, move.captures or ())): move
            for move in self.board.legal_moves()
        }

    def moves(self) -> list[str]:
        return list(self._turns())

    def play(self, move: str) -> None:
        self.board.push(self._turns()[move])
        self.mover = 3 - self.mover

    def result(self) -> int | None:
        """Lost for who cannot move; its draws are those of tournaments."""
        return UNDECIDED if self.moves() else 3 - self.mover


def draughts_turn(source: int, target: int, taken: Iterable[int]) -> str:
    return f"{source}-{target}x{','.join(map(str, sorted(taken)))}"


def draughts_word(number: Callable[[int], int]) -> Word:
    """The turn by the numbers of the squares, given that of a site."""

    def word(before: State, turn: Turn, after: State) -> str:
        mover = before.mover
        enemies = [{piece.site for piece in state.pieces() if piece.owner == 3 - mover} for state in (before, after)]
        taken = enemies[0] - enemies[1]
        source, target = ends(turn[0])[0], ends(turn[-1])[1]
        return draughts_turn(number(source), number(target), map(number, taken))

    return word


def dark_square(site: int) -> int:
    """The number of a dark square of eight by eight, from the first player's left on."""
    return site // 2 + 1


def draughts(game: str, variant: str, number: Callable[[int], int]) -> Meeting:
    return Meeting(
        game, "draughts", lambda: Draughts(variant), draughts_word(number), by_turns=True, draws_agree=False, games=2
    )


PYDRAUGHTS = [
    draughts("Russian Draughts", "russian", dark_square),
]

MEETINGS = [*FAIRY_STOCKFISH, *PYDRAUGHTS]
