"""Small games for the ways of playouts: one for each form of rules that they infer from."""

GO = """(game "Small Go" (players 2)
    (equipment {(board (square 4) use:Vertex) (piece "Stone" Each)})
    (rules
        (meta (no Repeat))
        (play (or
            (do
                (move Add (to (sites Empty))
                    (then (enclose (from (last To)) Orthogonal
                        (between if:(is Enemy (who at:(between))) (apply (remove (between)))))))
                ifAfterwards:(> (count Liberties Orthogonal) 0))
            (move Pass)))
        (end {
            (if (all Passed) (byScore {(score P1 (count Sites in:(sites Occupied by:P1)))
                                       (score P2 (count Sites in:(sites Occupied by:P2)))}))
            (if (>= (count Moves) 40) (result Mover Draw))})))"""
"""Candidates are counted; tested for liberties and for repetition; an unconditional pass (the third form)."""

KINGS = """(game "Kings and Rooks" (players 2)
    (equipment {
        (board (square 5))
        (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
        (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))})
    (rules
        (start {(place "King1" (sites {0})) (place "Rook1" (sites {1 5}))
                (place "King2" (sites {24})) (place "Rook2" (sites {23 19}))})
        (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover) at:(where "King" Mover)))))
        (end {(if (no Moves Next) (result Mover Win)) (if (>= (count Moves) 60) (result Mover Draw))})))"""
"""Candidates are listed; a king may not be left threatened (the first form)."""

FIRST_FREE = """(game "First Free" (players 2)
    (equipment {(board (square 4)) (piece "Ball" Each)})
    (rules
        (play (if (< (count Moves) 2)
            (move Add (to (sites Empty)))
            (do (move Add (to (sites Empty)))
                ifAfterwards:(< (count Groups Orthogonal if:(= (who at:(to)) (mover))) 4))))
        (end {(if (is Line 4) (result Mover Win)) (if (is Full) (result Mover Draw))
              (if (>= (count Moves) 30) (result Mover Draw))})))"""
"""Free at first, then tested (the second form); players may be left with nothing but a forced pass."""

WALK = """(game "No Way Back" (players 2)
    (equipment {(board (square 3)) (piece "Walker" Each (move Step Orthogonal (to if:(is Empty (to)))))})
    (rules
        (meta (no Repeat))
        (start {(place "Walker1" (sites {0 1})) (place "Walker2" (sites {7 8}))})
        (play (forEach Piece))
        (end {(if (no Moves Mover) (result Mover Loss)) (if (>= (count Moves) 50) (result Mover Draw))})))"""
"""Repetition alone is tested."""

HEX = """(game "Small Hex" (players 2)
    (equipment {(board (hex Diamond 4)) (piece "Marker" Each)
                (regions P1 {(sites Side NE) (sites Side SW)}) (regions P2 {(sites Side NW) (sites Side SE)})})
    (rules (meta (swap)) (play (move Add (to (sites Empty)))) (end (if (is Connected Mover) (result Mover Win)))))"""
"""Sites only fill up; after the first move sides may be swapped."""

TWO_PHASES = """(game "Put, then Step" (players 2)
    (equipment {(board (square 3)) (piece "Man" Each (move Slide Orthogonal (between (range 2 3))))})
    (rules
        phases:{
            (phase "Put" (play (move Add (to (sites Empty)))) (nextPhase (>= (count Moves) 6) "Step"))
            (phase "Step" (play (forEach Piece)))}
        (end {(if (is Line 3) (result Mover Win)) (if (>= (count Moves) 40) (result Mover Draw))})))"""
"""A phase whose moves are counted, and one whose moves are listed."""

CROSSING = """(game "Crossing" (players 2)
    (equipment {(board (square 3)) (piece "Marker" Each)
                (regions P1 {(sites Side N) (sites Side S)}) (regions P2 {(sites Side W) (sites Side E)})})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Connected Orthogonal Mover) (result Mover Win)))))"""
"""Sites only fill up, and often neither player is joined."""

ASKED = """(game "Asked" (players 2)
    (equipment {(board (square 3)) (piece "Ball" Each)})
    (rules
        (play (move Add (to (sites Empty)
          if:(> 3 (count Sites in:(forEach (sites Around (to)) if:(< 2 (count Sites in:(sites Around (site) Empty))))))
        )))
        (end (if (no Moves Next) (result Mover Win)))))"""
"""True if there is a move to a site is found out by looking at others."""

_JUMP = """(move Hop {source} Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between))))
    (to if:(is Empty (to))) (then (if (can Move (hop (from (last To)) Orthogonal
        (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))) (moveAgain))))"""

GO_ON = f"""
(game "Go On" (players 2) (equipment {{(board (square 4)) (piece "Ball" Each)}})
    (rules (start {{(place "Ball1" {{0 1 2 3}}) (place "Ball2" {{12 13 14 15}})}})
        (play (if (is Prev Mover)
            (or {_JUMP.format(source="(from (last To))")} (move Pass))
            (or (forEach Piece {_JUMP.format(source="")})
                (forEach Piece (move Step Orthogonal (to if:(is Empty (to))))))))
        (end (if (no Pieces Next) (result Mover Win)))))
"""
"""Jumps that go on: both branches of the rules name a site alike."""

RANGING = """(game "Ranging" (players 2)
    (equipment {(board (square 4)) (piece "Rook" Each (move Slide Orthogonal (then (if (is In (last To) (sites Side N))
        (remove (last To))))))})
    (rules
        (start {(place "Rook1" {0 5}) (place "Rook2" {15})})
        (play (or (forEach Piece) (move Add (piece (id "Rook" Mover)) (to (sites Empty)
            if:(< 1 (count Sites in:(sites Around (to) Enemy)))))))
        (end {(if (no Pieces Next) (result Mover Win)) (if (>= (count Moves) 30) (result Mover Draw))})))"""
"""Each piece has a set of targets of its own, and sites to add to are counted one by one."""

CORNERS = """(game "Corners" (players 2)
    (equipment {(board (square 3)) (piece "Ball" P1)})
    (rules
        (play (if (is Mover P1)
            (move Add (to (intersection (sites Corners) (sites Empty))))
            (move Remove (intersection (sites Corners) (sites Occupied by:P1)))))
        (end (if (>= (count Moves) 9) (result Mover Draw)))))"""
"""There are never more than four moves."""
