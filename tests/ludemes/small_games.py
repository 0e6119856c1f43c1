"""Small games of our own for the words of the language that no situation of the oracle uses, by subject.

With those of `oracle.situations` they use every form that has a meaning; what they do is kept in
`tests/data/small_games.txt`, so that a copy without recorded play tests as many words.
"""

# ruff: noqa: E501 - a description is easier to read in one line than cut into pieces

from __future__ import annotations

from collections.abc import Mapping

from oracle.situations import ADD, OVER, ROWS, SCORE, STACKED, TRACKED, add_if, add_in, add_then, game, moving


def kept(numbers: Mapping[str, str] | list[str], **rest: str) -> str:
    """Placements after each of which numbers are kept in variables, by name or as A, B, ..."""
    named = numbers if isinstance(numbers, Mapping) else {chr(65 + k): one for k, one in enumerate(numbers)}
    stores = " ".join(f'(set Var "{name}" {number})' for name, number in named.items())
    return add_then(f"(seq {{ {stores} }})", **rest)


def drawn(graph: str, **rest: str) -> str:
    """Placements on a board made by operations on graphs; the text of a position tells how many sites there are."""
    use = "use:Vertex" if rest.pop("use", "") else ""
    return kept(["(count Cells)", "(count Vertices)", "(count Edges)", "(size Array (array (sites Outer)))"],
                board=f"(board {graph} {use})", **rest)  # fmt: skip


def marking(where: str, **rest: str) -> str:
    """Edges of a small graph claimed in turn."""
    return game(where, board="(board (tri 3) use:Edge)", pieces='(piece "E" Each)', **rest)


def placed(*numbers: str) -> str:
    """Vertices added at worked out places of a square board; those that meet one of its own are no new sites."""
    vertices = " ".join(f"{{ {number} 1.0 }}" for number in numbers)
    return drawn(f"(add (square 3) vertices:{{ {vertices} }})", use="Vertex")


def _floats() -> dict[str, str]:
    return {
        "sums of floats": placed(
            "(+ 0.5 0.5)", "(+ { 0.5 0.25 1.25 })", "(- 3.5 0.5)", "(abs (- 1.5 2.5))", "(+ 0.5 0.25)"
        ),
        "products of floats": placed("(* 2.0 0.5)", "(* { 4.0 0.25 2.0 })", "(/ 3.0 1.5)", "(^ 1.5 2.0)"),
        "extremes of floats": placed(
            "(max 1.5 2.0)", "(max { 1.0 2.5 1.5 })", "(min 1.0 3.5)", "(min { 4.0 2.5 3.0 })"
        ),
        "angles": placed("(sin 0.0)", "(cos 0.0)", "(tan 0.0)", "(sin 1.0)"),
        "logarithms": placed("(exp 0.0)", "(log 1.0)", "(log10 100.0)", "(sqrt 9.0)", "(sqrt 2.0)"),
        "conditions as numbers": kept(["(toInt (is Odd (last To)))", "(max (last To) 5)", "(min (last To) 5)"]),
        "numbers as conditions": add_if("(xor (toBool (to)) (is Even (to)))"),
    }


def _boards() -> dict[str, str]:
    box = "(poly { {0.4 0.4} {0.4 3.6} {2.6 3.6} {2.6 0.4} })"
    small = "(square 3)"
    return {
        "dimensions": drawn("(rectangle (+ 1 (abs -1)) (* (max 1 2) (min 3 2)))"),
        "more dimensions": drawn("(rectangle (+ {1 1 1}) (- (* {2 1 2}) (/ (^ 2 2) 4)))"),
        "polygons of square": drawn("(square (poly { {0 0} {0 4} {2 4} {2 2} {4 2} {4 0} }))"),
        "polygons of hex": drawn("(hex (poly { {0 0} {0 3} {3 5} {5 5} {5 2} {3 0} }))"),
        "polygons of tri": drawn("(tri (poly { {0 0} {0 4} {4 4} {4 0} }))"),
        "sides of hex": drawn("(hex {3 3 2})"),
        "sides of tri": drawn("(tri {4 3 4})"),
        "sides of square": drawn("(square {3 3 -2 2} diagonals:Alternating)"),
        "triangles": drawn("(tri 3)"),
        "bricks": drawn("(brick Diamond 3 trim:True)"),
        "celtic": drawn("(celtic 3)", use="Vertex"),
        "celtic polygon": drawn("(celtic (poly { {0 0} {0 4} {4 4} {4 0} }))", use="Vertex"),
        "wedge": drawn("(wedge 3)", use="Vertex"),
        "concentric rings": drawn("(concentric sides:5 rings:2)", use="Vertex"),
        "a graph by hand": drawn("(graph vertices:{ {0 0} {1 0} {0.5 1} } edges:{ {0 1} {1 2} {2 0} })", use="Vertex"),
        "pits": game(
            "(move Select (from (sites Bottom) if:(< 0 (count at:(from)))) (then (sow)))",
            board='(mancalaBoard 2 4 store:None (track "T" "0,E,N,W" loop:True))',
            pieces='(piece "S" Shared)',
            start="(set Count 2 to:(sites Track))",
        ),
        "loops at corners": moving(
            "(move Slide (to if:(is Empty (to))))",
            board="(surakartaBoard (square 4) loops:1)",
            start='(place "A1" (sites Bottom))',
        ),
        "merged": drawn("(merge (square 2) (shift 1 0 (square 2)) connect:True)"),
        "several merged": drawn("(merge { (square 2) (shift 1 0 (square 2)) (shift 0 1 (square 2)) })"),
        "elements removed": drawn("(remove (square 3) cells:{0 8} trimEdges:True)"),
        "polygons of worked out numbers": drawn("(square (poly { {0 0} {0 (+ 1 2)} {3 3} {3 0} }))"),
        "quadhex": drawn("(quadhex 2)"),
        "spiral": drawn("(spiral turns:2 sites:10)", use="Vertex"),
        "tiling": drawn("(tiling T3464 2)"),
        "tiling in a polygon": drawn("(tiling T33344 (poly { {0 0} {0 5} {5 5} {5 0} }))"),
        "regular polygon": drawn("(regular 5)", use="Vertex"),
        "star": drawn("(regular Star 5)", use="Vertex"),
        "repeated": drawn("(repeat 2 3 step:{ {1 0} {0 1} } (poly { {0 0} {0 1} {1 1} {1 0} }))"),
        "complete": drawn("(complete (regular 5))", use="Vertex"),
        "complete cells": drawn(f"(complete {small} eachCell:True)", use="Vertex"),
        "clipped": drawn(f"(clip (square 5) {box})"),
        "kept": drawn(f"(keep (square 5) {box})"),
        "removed": drawn(f"(remove (square 5) {box} trimEdges:True)"),
        "with a hole": drawn("(hole (square 5) (poly { {1.5 1.5} {1.5 3.5} {3.5 3.5} {3.5 1.5} }))"),
        "dual": drawn("(dual (tri 3))"),
        "subdivided": drawn("(subdivide (hex 2) min:4)"),
        "intersection of two": drawn("(intersect (square 4) (shift 1 1 (square 4)))"),
        "intersection of several": drawn("(intersect { (square 4) (shift 1 0 (square 4)) (shift 0 1 (square 4)) })"),
        "union of two": drawn("(union (square 2) (shift 3 0 (square 2)) connect:True)"),
        "union of several": drawn("(union { (square 2) (shift 3 0 (square 2)) (shift 0 3 (square 2)) })"),
        "layers": drawn("(layers 2 (square 3))"),
        "faces made anew": drawn("(makeFaces (add (square 2) edges:{ {0 3} }))"),
        "vertices added": drawn("(add (square 2) vertices:{ {3 3} } edges:{ {3 4} })", use="Vertex"),
        "numbered anew": drawn("(renumber (rotate 90 (rectangle 2 3)))"),
        "coordinates anew": drawn("(recoordinate (rectangle 2 3))"),
        "scaled and skewed": drawn("(skew 0.5 (scale 2 1 (square 3)))"),
        "crossings": drawn("(splitCrossings (add (square 2) edges:{ {0 3} {1 2} }))", use="Vertex"),
        "trimmed": drawn("(trim (add (square 2) vertices:{ {3 3} } edges:{ {3 4} }))", use="Vertex"),
        "boardless": game("(move Add (to (sites Playable)))", board="(boardless Square 7)"),
        "boardless lines of play": game(
            "(move Add (to (intersection (sites Playable) (sites LineOfPlay))))", board="(boardless Hexagonal 7)"
        ),
    }


def _sites() -> dict[str, str]:
    return {
        "corners and rims": kept(
            {
                "A": "(size Array (array (sites ConvexCorners)))",
                "B": "(size Array (array (sites ConcaveCorners)))",
                "C": "(size Array (array (sites Inner)))",
                "D": "(size Array (array (sites Major)))",
                "E": "(size Array (array (sites Minor)))",
            },
            board="(board (square {3 3 -2 2}))",
        ),
        "cells and edges": kept(["(size Array (array (sites Cell 0)))", "(size Array (array (sites Edge 1)))"]),
        "kinds of edges": kept(
            {
                word: f"(size Array (array (sites {word})))"
                for word in ("Axial", "Horizontal", "Vertical", "Angled", "Slash", "Slosh")
            },
            board="(board (tri 3) use:Edge)",
            pieces='(piece "E" Each)',
        ),
        "sites by coordinates": add_in('(sites {"A1" "B2" "C3"})'),
        "sites of the rim": add_in("(sites Perimeter)"),
        "sites that win": add_in(
            "(sites Winning Mover (add (to (sites Empty))))",
            end="(end { (if (is Line 3) (result Mover Win)) (if (> (count Moves) 12) (result All Draw)) })",
        ),
        "regions compared": add_if(
            "(or { (equals (sites Around (to)) (sites Around (last To))) (and {(notEqual (sites Corners) (sites Around (to))) (if (is Odd (to)) (is In (to) (sites Top)) (is Even (to)))}) })"
        ),
        "layers of a pyramid": add_in("(sites Layer 1)", board="(board (layers 2 (square 3)))"),
        "supporting sites": add_in("(sites Support (last To))", board="(board (layers 2 (square 3)))"),
        "numbers of sites": kept(
            [
                '(coord "B2")',
                "(layer of:(last To))",
                "(count Adjacent at:(last To))",
                "(count Neighbours at:(last To))",
                "(count Diagonal at:(last To))",
            ],
        ),
        "an edge between vertices": marking('(move Add (to (sites Empty Edge)) (then (set Var "A" (edge 0 1))))'),
        "latest sites": kept(["(last To)", "(last LevelTo)", "(toInt (is LastTo Cell))", "(toInt (is LastFrom Edge))"]),
        "regions of the latest move": moving(
            "(move Step (to if:(is Empty (to))))",
            then="(seq { (set Pending (sites LastTo)) (set Pending (sites LastFrom)) })",
        ),
        "landmarks in maps": kept(
            ['(mapEntry "M" Mover)', '(mapEntry "N" 1)', '(mapEntry "L" 2)'],
            extra='(map "M" { (pair P1 LeftSite) (pair P2 RightSite) }) (map "N" { (pair 1 "D4") }) (map "L" {1 2 3} {7 8 9})',
        ),
        "roles and names in maps": kept(
            ['(mapEntry "R" Mover)'],
            extra='(map "R" { (pair P1 P2) (pair P2 P1) }) (map "S" { (pair "A1" "B1") }) (map "T" { (pair "A1" P2) })',
        ),
        "costs and phases": kept(
            ["(cost at:(last To))", "(cost in:(sites Bottom))", "(cost at:0)"],
            start="(set Cost 3 to:(sites Bottom)) (set Cost 1 at:7)",
        ),
    }


def _numbers() -> dict[str, str]:
    return {
        "counts of the game": kept(["(count Players)", "(count Active)", "(count Phases)", "(count Trials)"]),
        "limits": kept(["(value MoveLimit)", "(value TurnLimit)"]),
        "values in arrays": kept(
            [
                "(count Value 2 in:(array {1 2 2 3}))",
                "(size Array (intersection { (array {1 2 3}) (array {2 3 4}) (array {3 4}) }))",
                "(size Array (union { (array {1 2}) (array {2 3}) (array {9}) }))",
                "(size Array (if (is Odd (last To)) (array {1 2}) (array {1 2 3})))",
                "(toInt (all Values (array {1 2 3}) if:(< (value) 4)))",
            ],
        ),
        "who moves": kept(["(next)", "(prev)", "(prev Mover)", "(prev MoverLastTurn)"]),
        "sizes": kept(
            [
                "(count SizeBiggestLine)",
                "(countSizeBiggestGroup)",
                "(countSizeBiggestGroup Orthogonal if:(is Mover (who at:(to))))",
            ]
        ),
        "where pieces stand": kept(
            ['(where (id "A" P1))', '(where Level (id "A" P2) at:(last To))'], start='(place "A1" 3) (place "A2" 5)'
        ),
        "steps on a track": kept(["(count StepsOnTrack 0 (last To))"], board=TRACKED),
        "tracks in turn": add_then(
            '(set Var "A" (track))',
            board=TRACKED,
            end="(end { (forEach Track if:(> (count Moves) 12) (result Mover Win)) (if (> (count Moves) 20) (result All Draw)) })",
        ),
        "hints": kept(["(hint at:1)"], extra="(hints { (hint 1 3) (hint {0 2} 5) })"),
        "notes": add_then(
            '(seq { (note "a word") (note player:Mover 3) (note 2.5) (note (sites Centre)) (note True to:All) })'
        ),
    }


def _conditions() -> dict[str, str]:
    graph = {
        "board": "(board (tri 3) use:Edge)",
        "pieces": '(piece "E" Each)',
        "end": "(end (if (> (count Moves) 11) (byScore)))",
    }
    claim = "(move Add (to (sites Empty Edge)) (then (if {} (addScore Mover 1))))"
    return {
        "trees": game(claim.format("(is Tree Mover)"), **graph),
        "spanning trees": game(claim.format("(is SpanningTree Mover)"), **graph),
        "centres of trees": game(claim.format("(is TreeCentre Mover)"), **graph),
        "regular graphs": game(claim.format("(is RegularGraph Mover)"), **graph),
        "graphs of even degree": game(claim.format("(is RegularGraph Mover even:True)"), **graph),
        "paths": game(claim.format("(is Path Edge Mover length:(range 3 5))"), **graph),
        "cycles": game(claim.format("(is Path Edge Mover length:(exact 3) closed:True)"), **graph),
        "edges that cross": game(claim.format("(is Crossing (last To) 3)"), **graph),
        "sites crossed": game(claim.format("(is In (last To) (sites Crossing at:2 All))"), **graph),
        "blocked ways": game(
            ADD, end="(end { (if (is Blocked Mover) (result Mover Loss)) (if (> (count Moves) 14) (result All Draw)) })",
            extra="(regions P1 { (sites Top) (sites Bottom) }) (regions P2 { (sites Left) (sites Right) })",
        ),
        "freedom": add_if("(is Freedom (sites Around (to)))"),
        "who is active": add_if("(is Active Mover)"),
        "a target": game(ADD, end="(end { (if (is Target {1 2} {0 1}) (result Mover Win)) (if (> (count Moves) 14) (result All Draw)) })"),
        "all different": add_if("(all Different (sites Occupied by:All) if:True)"),
    }  # fmt: skip


def _moves() -> dict[str, str]:
    return {
        "attraction": add_then("(attract (from (last To)) Orthogonal)"),
        "a claim": game("(move Claim (to (sites Empty)) (then (claim (to (sites Around (last To) Empty)))))", end=OVER),
        "a leap": moving("(move Leap { {F F R F} {F F L F} } (to if:(is Empty (to))))"),
        "a leap as an effect": add_then("(leap (from (last To)) { {F F R F} } (to if:(is Empty (to)) (apply (addScore Mover 1))))", end=SCORE),
        "a selection": game("(move Select (from (sites Occupied by:Mover)) (to (sites Empty)) (then (fromTo (from (last From)) (to (last To)))))", start=ROWS),
        "a selection as an effect": add_then("(select (from (last To)))"),
        "passes": game(f"(or {ADD} (move Pass))", meta="(passEnd Draw)"),
        "passes that go on": game(f"(or {ADD} (move Pass))", meta="(passEnd NoEnd)"),
        "a pass as an effect": add_then("(pass)"),
        "random moves": game(f"(random {ADD} num:3)"),
        "moves by chance": game(f"(random {{ 1.0 2.0 }} {{ {ADD} (move Pass) }})"),
        "directions by the player": moving("(move Step (directions {N E S W}) (to if:(is Empty (to))))"),
        "directions by a condition": moving("(move Step (if (is Mover P1) N S) (to if:(is Empty (to))))"),
        "lists of moves": game(f"(or {{ {ADD} (move Pass) (move Remove (sites Occupied by:Next)) }})"),
        "automoves": game("(move Add (to (intersection (sites Empty) (sites Around (last To)))))", start='(place "A1" 5)', meta="(automove)"),
        "next player as a move": game(f"(or {ADD} (move Set NextPlayer (player 1)))"),
        "rotations": game(
            "(or (move Add (to (sites Empty))) (move Set Rotation (to (sites Occupied by:Mover)) {0 2}))", pieces='(piece "A" Each)'
        ),
        "a rotation as an effect": add_then("(seq { (set Rotation (to (last To)) 3) (set Var \"A\" (rotation at:(last To))) })"),
        "seats changed": add_then("(if (is Odd (last To)) (swap Players P1 P2))"),
        "seats as a rule": game(ADD, meta="(swap)"),
        "levels that are mine": game('(if (< 0 (size Array (array (forEach Level at:1 if:(is Mover (who at:1 level:(level))))))) (move Pass) (move Add (to (sites {5 6}))))', start=STACKED),
        "control taken": game(f"(or (move Pass (then (take Control of:Next by:Mover))) {ADD})", start=ROWS),
        "teams": game("(forEach Team (forEach Site (sites Empty) (move Add (to (site)))))", players="(players 4)",
                      start="(set Team 1 {P1 P3}) (set Team 2 {P2 P4})"),
        "teams set in play": add_then("(set Team 1 {P1 P2})"),
        "sizes of teams": game("(forEach Team (move Add (to (+ 8 (size Array (team))))))", players="(players 4)",
                               start="(set Team 1 {P1 P3}) (set Team 2 {P2 P4})"),
        "regions of teams": game("(move Add (to (difference (sites Empty) (forEach Team (sites Occupied by:Ally)))))", players="(players 4)",
                                 start="(set Team 1 {P1 P3}) (set Team 2 {P2 P4})"),
        "players of teams": kept(["(size Array (players Ally))", "(size Array (players Team1 if:(= (player) 1)))"], players="(players 4)",
                                 start="(set Team 1 {P1 P3}) (set Team 2 {P2 P4})"),
        "votes": game("(if (is Proposed \"End\") (or (move Vote \"Yes\") (move Vote \"No\")) (or (move Propose \"End\") (move Pass)))",
                      end='(end { (if (is Decided "Yes") (result Mover Win)) (if (> (count Moves) 9) (result All Draw)) })'),
        "votes as effects": game(f'(or {{ {ADD} (move Pass (then (propose "End"))) (move Pass (then (vote "End"))) }})'),
        "bets": game("(or (move Bet Mover (range 0 2)) (move Pass))", start="(set Amount 5)",
                     end="(end (if (> (count Moves) 7) (payoffs { (payoff P1 (toFloat (amount P1))) (payoff P2 1.5) })))"),
        "bets as effects": add_then('(seq { (bet Mover (range 1 2)) (set Pot (+ 1 (pot))) (set Var "A" (amount Mover)) })', start="(set Amount P1 4) (set Amount P2 6)"),
        "all at once": game(ADD, players="(players 2)").replace("(players 2)", "(players 2) (mode Simultaneous)"),
        "hidden pieces": add_then(
            "(set Hidden What at:(last To) to:P2 (then (if (is Hidden What at:(last To) to:P2)"
            " (addScore Mover (size Array (array (sites Hidden What to:P2)))))))", end=SCORE
        ),
        "hidden at the start": game(ADD, start=f"{ROWS} (set Hidden (sites Top) to:P1)"),
    }  # fmt: skip


def _starts() -> dict[str, str]:
    return {
        "owners of sites": game(ADD, start='(set P1 3) (set P2 sites:{5 6})'.replace("sites:", "")),
        "values one by one": game(ADD, start='(forEach Value min:1 max:3 (place "A1" (value)))'),
        "sites one by one": game(ADD, start='(forEach Site (sites Bottom) if:(is Even (site)) (place "A2" (site)))'),
        "players one by one": game(ADD, start='(forEach Player (place "A" (player)))', pieces='(piece "A" Shared)'),
        "listed players": game(ADD, start='(forEach (players All) (place "A" (+ 3 (player))))', pieces='(piece "A" Shared)'),
        "teams one by one": game(ADD, start="(set Team 1 {P1}) (set Team 2 {P2}) (forEach Team (place \"A\" 5))", pieces='(piece "A" Shared)'),
        "random stacks": game("(move Pass)", start='(place Random { "A1" "A2" } count:{2 1} 5)'),
        "random counts": game("(move Pass)", start='(place Random { (count "A1" 2) (count "A2" 1) } 5)'),
    }  # fmt: skip


def _equipment() -> dict[str, str]:
    pyramid = "(board (square 4 pyramidal:True) use:Vertex)"
    return {
        "tiles": game("(move Add (to (sites Empty)))", board="(board (hex 2))", pieces='(tile "A" Shared numSides:6 slotsPerSide:1 { (path from:0 to:3 colour:1) (path from:1 to:2 colour:2) (path from:4 to:5 colour:1) })',
                      end='(end { (if (is SidesMatch) (result Mover Win)) (if (> (pathExtent) 3) (result Mover Loss)) (if (> (count Moves) 5) (result All Draw)) })'),
        "turned tiles": game('(move (from (handSite Shared)) (to (sites Empty) (rotations {N E})) copy:True)', board="(board (square 3))",
                             pieces='(tile "A" Shared slotsPerSide:1 { (path from:0 to:2 colour:1) (path from:1 to:3 colour:2) })', extra="(hand Shared)",
                             start='(place "A" "Hand0")', end="(end (if (> (count Moves) 5) (result All Draw)))"),
        "names of pieces": add_if('(!= (what at:(to)) (id "A1"))'),
        "falling pieces": game("(move Remove (sites Occupied by:Mover))", board=pyramid, start='(place "A1" (sites {0 1 4 5})) (place "A2" 16)', meta="(gravity)"),
        "dice": game("(do (roll) next:(or (move Add (to (sites Empty) if:(is AnyDie 2))) (move Pass)))", extra="(dice num:2)"),
        "large pieces": kept(["(size LargePiece at:(last To))", "(size Array (array (sites LargePiece at:(last To))))"], pieces='(piece "A" Each) (tile "B" P1 {F R F})'),
        "pyramids": game(ADD, board=pyramid, end="(end { (if (is PyramidCorners) (result Mover Win)) (if (> (count Moves) 10) (result All Draw)) })"),
        "platforms": kept(["(count SitesPlatformBelow at:(last To))", "(toInt (is Flat))"], board=pyramid),
        "gravity": game("(move Remove (sites Occupied by:Mover))", board=pyramid, start='(place "A1" (sites Bottom)) (place "A2" 9)', meta="(gravity PyramidalDrop)"),
        "pinned pieces": game("(move Remove (sites Occupied by:All))", board=pyramid, start='(place "A1" (sites {0 1 2 3 4 9 10}))', meta="(pin SupportMultiple)"),
        "nothing on what falls": game(f"(or {ADD} (move Remove (sites Occupied by:Mover)))", board=pyramid, meta="(noStackOn Fallen)"),
    }  # fmt: skip


def _puzzles() -> dict[str, str]:
    def puzzle(constraints: str, extra: str = "", start: str = "") -> str:
        start = f"(start {{ {start} }})" if start else ""
        return (f'(game "P" (players 1) (equipment {{ (board (square 3) (values Cell (range 1 3))) {extra} }}) (rules {start}'
                f" (play (satisfy {{ {constraints} }})) (end (if (is Solved) (result P1 Win)))))")  # fmt: skip

    return {
        "different values": puzzle(
            "(all Different (sites Row 0)) (all Different (sites Column 0) except:1)", start="(set { {0 1} {4 2} })"
        ),
        "sums and counts": puzzle("(is Sum (sites Row 0) 6) (is Count (sites Column 1) of:2 1) (is Unique)"),
        "for all cells": puzzle("(forAll Cell (> 4 (value Piece at:(from))))"),
        "hints of edges": puzzle("(forAll Hint (= (edge) (hint)))", extra="(hints { (hint 0 2) (hint 4 2) } Edge)"),
        "hints of a puzzle": puzzle(
            "(forAll Hint (is Sum (sites Hint) (hint)))", extra="(hints { (hint {0 1} 3) (hint {3 4} 5) })"
        ),
    }


def small_games() -> dict[str, str]:
    """All of them by name."""
    found: dict[str, str] = {}
    for family in (_floats, _boards, _sites, _numbers, _conditions, _moves, _starts, _equipment, _puzzles):
        found.update(family())
    return found
