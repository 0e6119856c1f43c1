"""Small descriptions for tests of games."""

FILL = """
(game "Fill"
    (players 2)
    (equipment { (board (square 2)) (piece "Ball" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win))))
)
(metadata (info { (description "Fill the  board.") (rules "Put balls.") (source "Ours.") }))
"""

SWAP = """
(game "Swap"
    (players 2)
    (equipment { (board (square 3)) (piece "Ball" Each) })
    (rules (meta (swap)) (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win))))
)
"""

DICE = """
(game "Dice"
    (players 2)
    (equipment { (board (square 3)) (dice num:2) (piece "Ball" Each) })
    (rules
        (play (do (roll) next:(move Add (to (sites Empty)))))
        (end (if (is Full) (result Mover Win)))
    )
)
"""

TWINS = """
(game "Twins"
    (players 2)
    (equipment { (board (square 3)) (piece "Ball" Each) (piece "Cube" Each) })
    (rules
        (play (or
            (move Add (piece (id "Ball" Mover)) (to (sites Empty)))
            (move Add (piece (id "Cube" Mover)) (to (sites Empty)))
        ))
        (end (if (is Full) (result Mover Win)))
    )
)
"""
