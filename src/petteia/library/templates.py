"""Small descriptions to begin a game of one's own from, one a kind of game."""

from __future__ import annotations

_PARTS = {
    "line": (
        """(board (square 5))
        (piece "Disc" Each)          // one kind of piece for each player""",
        """(play (move Add (to (sites Empty))))          // on your turn, place a disc on an empty site
        (end {
            (if (is Line 4) (result Mover Win))       // four in a row win
            (if (is Full) (result Mover Draw))
        })""",
    ),
    "connection": (
        """(board (hex Diamond 7))
        (piece "Stone" Each)
        (regions P1 { (sites Side NE) (sites Side SW) })     // the sides that each player joins
        (regions P2 { (sites Side NW) (sites Side SE) })""",
        """(meta (swap))                                   // the second player may take over the first move
        (play (move Add (to (sites Empty))))
        (end (if (is Connected Mover) (result Mover Win)))""",
    ),
    "race": (
        """(board (square 6))
        (piece "Runner" Each (or {                     // how the piece moves
            (move Step Forward (to if:(is Empty (to))))
            (move Step (directions {FR FL}) (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))
        }))
        (regions "Goal" P1 (sites Top))
        (regions "Goal" P2 (sites Bottom))""",
        """(start { (place "Runner1" (sites Bottom)) (place "Runner2" (sites Top)) })
        (play (forEach Piece))                          // move one of your pieces
        (end (if (or (is In (last To) (sites Mover "Goal")) (no Moves Next)) (result Mover Win)))""",
    ),
    "capture": (
        """(board (square 6))
        (piece "Soldier" Each (or
            (move Step Orthogonal (to if:(is Empty (to))))
            (move Hop Orthogonal                         // over an enemy, who is captured
                (between if:(is Enemy (who at:(between))) (apply (remove (between))))
                (to if:(is Empty (to))))
        ))""",
        """(start { (place "Soldier1" (expand (sites Bottom))) (place "Soldier2" (expand (sites Top))) })
        (play (forEach Piece))
        (end {
            (if (or (no Pieces Next) (no Moves Next)) (result Mover Win))
            (if (>= (count Turns) 200) (result Mover Draw))      // a game has to end
        })""",
    ),
    "mancala": (
        """(mancalaBoard 2 6 store:None (track "Track" "0,E,N,W" loop:True))
        (piece "Seed" Shared)
        (regions "Home" P1 (sites Bottom))
        (regions "Home" P2 (sites Top))""",
        """(start (set Count 4 to:(sites Track)))
        (play (move Select
            (from (sites Mover "Home") if:(> (count at:(from)) 0))
            (then (sow apply:(if (= 2 (count at:(to)))   // a hole that is brought to two is captured
                (and (addScore Mover 2) (remove (to) count:2))
            )))
        ))
        (end (if (or (no Moves Next) (>= (count Turns) 200)) (byScore)))""",
    ),
}
KINDS = tuple(_PARTS)
"""The kinds of games there are templates for."""
_FACING = "(players { (player N) (player S) })          // the direction that each player calls forward"
_GAME = """// {name}: `petteia play {file}` plays it, `petteia check {file}` and `petteia measure {file}` judge it.
// docs/writing-games.md explains all of this step by step; `petteia grammar WORD` what else may be written.
(game "{name}"
    {players}
    (equipment {{
        {equipment}
    }})
    (rules
        {rules}
    )
)

(metadata
    (info {{
        (description "What the game is about, in a sentence.")
        (rules "How it is played, for people.")
        (source "Our own.")
        (version "0.1.0")
    }})
)
"""


def new_description(name: str, kind: str, file: str) -> str:
    """The text of a small game of a kind."""
    equipment, rules = _PARTS[kind]
    players = _FACING if "Forward" in equipment else "(players 2)"
    return _GAME.format(name=name, file=file, players=players, equipment=equipment, rules=rules)
