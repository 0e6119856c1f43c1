"""Small descriptions of our own for the tests of the language."""

HEX = """
(game "Little Hex"
    (players 2)
    (equipment {
        (board (hex Diamond 5))
        (piece "Stone" Each)
        (regions P1 {(sites Side NE) (sites Side SW)})
        (regions P2 {(sites Side NW) (sites Side SE)})
    })
    (rules
        (meta (swap))
        (play (move Add (to (sites Empty))))
        (end (if (is Connected Mover) (result Mover Win)))
    )
)
"""

CAPTURE = """
// A game of leaping over the other side.
(define "LeapOver"
    (move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))) #1)
)
(define "StepOn" (move Step #1 (to if:(is Empty (to))) (then #2)))
(game "Little Leaps"
    (players {(player N) (player S)})
    (equipment {
        (board (square <Size:side>) use:<Size:use>)
        (piece "Man" Each (or ("LeapOver" (then (moveAgain))) ("StepOn" Forward (set Counter))))
    })
    (rules
        (start {
            (place "Man1" (sites Bottom))
            (place "Man2" {"A5".."B5" "E5"})
        })
        (play (forEach Piece))
        (end {
            (if (no Moves Next) (result Mover Win))
            (if (>= (counter) 50) (result Mover Draw))
        })
    )
)
(option "Size" <Size> args:{ <side> <use> } {
    (item "Small" <5> <Cell> "Five by five.")*
    (item "Large" <7> <Vertex> "Seven by seven, on the points.")**
    (item "Odd" <(> 3 2)> <Edge> "Not for play.")
})
(rulesets {
    (ruleset "Ruleset/Old (Book)" { "Size/Small" } variations:{ "Size/Large" })*
    (ruleset "Ruleset/Lost" {})
})
(metadata (info {(description "No // comment, and 1..3 numbers") (useFor {"Size/Small"} (rules "small"))}))
"""
