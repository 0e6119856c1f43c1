"""Small descriptions, each about one rule of the language that is easily read wrongly."""

# ruff: noqa: E501 - a description is easier to read in one line than cut into pieces

from __future__ import annotations

ADD = "(move Add (to (sites Empty)))"
OVER = "(end (if (>= (count Moves) 30) (result All Draw)))"
SCORE = "(end (if (>= (count Moves) 14) (byScore)))"


def game(
    play: str,
    *,
    board: str = "(board (square 4))",
    pieces: str = '(piece "A" Each)',
    start: str = "",
    end: str = OVER,
    extra: str = "",
    players: str = "(players 2)",
    meta: str = "",
) -> str:
    """A description with these parts."""
    start = f"(start {{ {start} }})" if start else ""
    meta = f"(meta {meta})" if meta else ""
    return f'(game "T" {players} (equipment {{ {board} {pieces} {extra} }}) (rules {meta} {start} (play {play}) {end}))'


def add_then(then: str, **rest: str) -> str:
    """Placements on empty sites with a consequent."""
    return game(f"(move Add (to (sites Empty)) (then {then}))", **rest)


def add_in(region: str, **rest: str) -> str:
    """Placements on the empty sites of a region, anywhere where there are none."""
    near = f"(move Add (to (intersection (sites Empty) {region})))"
    return game(f"(priority {near} {ADD})", **rest)


def add_if(condition: str, **rest: str) -> str:
    """Placements on empty sites that satisfy a condition, anywhere where there are none."""
    return game(f"(priority (move Add (to (sites Empty) if:{condition})) {ADD})", **rest)


def counted(number: str, **rest: str) -> str:
    """Placements after each of which a number is kept in a variable."""
    return add_then(f'(set Var "N" {number})', **rest)


ROWS = '(place "A1" (sites Bottom)) (place "A2" (sites Top))'
MIXED = '(place "A1" (sites {0 2 5 9 14})) (place "A2" (sites {1 6 7 10 12}))'
FULLER = '(place "A1" (sites {0 1 2 5 9 14 18 20})) (place "A2" (sites {3 6 7 10 12 13 22 24}))'
FIVE = "(board (square 5))"
TRACKED = '(board (square 4) (track "T" "0,E,N1,W,N1,E,N1,W" loop:True))'
HANDS = "(hand Each)"
STACKED = '(place Stack "A1" (sites {0 1 2}) count:3) (place Stack "A2" (sites {13 14 15}) count:3)'


def moving(generator: str, *, start: str = ROWS, then: str = "", pieces: str = "", **rest: str) -> str:
    """Pieces with this rule of movement, or else placements."""
    then = f"(then {then})" if then else ""
    return game(
        f"(or (forEach Piece) (move Pass) {then})",
        pieces=pieces or f'(piece "A" Each {generator})',
        start=start,
        **rest,
    )


def _effects() -> dict[str, str]:
    three = '(and {(set Var "A" 1) (set Var "A" 2) (set Var "A" 3) (set Var "A" 4)})'
    again = '(and {(forget Value "R" All) (remember Value "R" 0) (if (is Odd (last To)) (and {(forget Value "R" All) (remember Value "R" 1)}))})'
    return {
        "order of several prior moves": game(f"(do {three} next:{ADD})"),
        "prior moves of lists": game(
            f'(do (and {{(set Var "A" 1) (and (set Var "B" 1) (set Var "A" 5) (then (set Var "B" 7))) (set Var "A" 3)}}) next:{ADD})'
        ),
        "consequents of prior moves see iterators": moving(
            '(do (set Var "A" 1 (then (set Var "F" (from)))) next:(move Step (to if:(is Empty (to)))))'
        ),
        "do without next or test": game(f"(or (do {ADD}) {ADD})"),
        "do with next and test": game(
            f'(do (set Var "A" (+ 1 (var "A"))) next:{ADD} ifAfterwards:(not (= 3 (var "A"))))'
        ),
        "an effect moves the mover away": moving(
            "(move Step Orthogonal (to if:(is Empty (to)) (apply (step Diagonal (to if:(is Empty (to)))))))"
        ),
        "an effect of moves moves the mover away": moving(
            "(move Step Orthogonal (to if:(is Empty (to)) (apply (or (move Step N (to if:(is Empty (to)))) (move Step S (to if:(is Empty (to))))))))"
        ),
        "do removes what moves": moving("(move Step (to if:(is Empty (to)) (apply (remove (from)))))"),
        "forget all as evaluated": add_then(again),
        "consequent for each removal": add_then(
            "(remove (sites Around (last To) Enemy) (then (addScore Mover 1)))", end=SCORE
        ),
        "and looks before it acts": add_then(
            "(and (remove (sites Around (last To) Enemy)) (if (no Pieces Next) (addScore Mover 5)))", end=SCORE
        ),
        "seq looks after it acted": add_then(
            "(seq {(remove (sites Around (last To) Enemy)) (if (no Pieces Next) (addScore Mover 5))})", end=SCORE
        ),
        "a doubled move has its outer consequent twice": game(
            "(or (move Add (to (sites Empty) (apply (remove (sites Around (to) Enemy))))) (move Pass) (then (addScore Mover 1)))",
            end=SCORE,
        ),
        "a doubled move with a condition": game(
            "(if True (move Add (to (sites Empty) (apply if:(is Even (to)) (addScore Mover 1)))) (then (addScore Next 1)))",
            end=SCORE,
        ),
        "set Pending drops its consequent": add_then("(set Pending (last To) (then (addScore Mover 1)))", end=SCORE),
        "set Pending of a region": add_then("(set Pending (sites Around (last To)))"),
        "pending as region": add_in("(sites Pending)", end=OVER),
        "pending read by the next": game(
            f"(if (is Pending) {ADD} (move Add (to (sites Empty)) (then (if (is Even (last To)) (set Pending)))))"
        ),
        "set Counter drops its consequent": add_then(
            "(if (is Odd (last To)) (set Counter 3 (then (addScore Mover 1))))",
            end="(end (if (>= (counter) 9) (byScore)))",
        ),
        "forEach Player drops its consequent": add_then(
            "(forEach Player (addScore (player (player)) 1) (then (addScore Mover 1)))", end=SCORE
        ),
        "consequents do not see iterators": add_then(
            '(forEach Value min:1 max:2 (set Var "A" (value) (then (set Var "B" (value)))))'
        ),
        "forEach Site and its consequent": add_then(
            '(forEach Site (sites Around (last To)) (set Var "A" (site)) (then (set Var "B" (site))))'
        ),
        "forEach Site noMoveYet": game(f"(forEach Site (sites Occupied by:Next) (move Remove (site)) noMoveYet:{ADD})"),
        "moveAgain changes Next": add_then(
            "(if (is Even (last To)) (moveAgain (then (if (is Next Mover) (addScore Mover 1)))))", end=SCORE
        ),
        "set NextPlayer": add_then("(set NextPlayer (player (if (is Even (last To)) 1 2)))"),
        "set Score of all": add_then("(set Score All (last To))", end=SCORE),
        "addScore by lists": add_then("(addScore {P1 P2} {1 2})", end=SCORE),
        "remember unique": add_then('(remember Value "R" (% (last To) 3) unique:True)'),
        "remember and forget": add_then(
            "(if (is Even (last To)) (remember Value (row of:(last To))) (forget Value (row of:(last To))))"
        ),
        "value of a player": add_then("(set Value Mover (+ 1 (value Player Next)))", end=SCORE),
        "while": add_then('(while (< (var "A") 3) (set Var "A" (+ 1 (var "A"))))'),
        "while under do": game(f'(do (while (< (var "A") 3) (set Var "A" (+ 1 (var "A")))) next:{ADD})'),
        "append": game("(append (and (move Remove (sites Occupied by:Next)) (add (to (sites Corners)))))", start=ROWS),
        "allCombinations": game(
            "(allCombinations (move Add (to (intersection (sites Empty) (sites Corners)))) (add (to (intersection (sites Empty) (sites Centre)))))"
        ),
        "priority": game("(priority {(move Remove (sites Occupied by:Next)) (move Add (to (sites Empty)))})"),
        "max Distance does nothing": moving("(move Step (to if:(is Empty (to))))").replace(
            "(forEach Piece)", "(max Distance (forEach Piece))"
        ),
        "trigger": add_then(
            '(trigger "X" Mover)',
            end='(end (if (and (is Triggered "X" Next) (>= (count Moves) 5)) (result Mover Win)))',
        ),
        "set Count": add_then("(set Count at:(last To) 3)", extra=HANDS),
        "set State": add_then("(set State at:(last To) (row of:(last To)))"),
        "set Value": add_then("(set Value at:(last To) (column of:(last To)))", pieces='(piece "A" Each maxValue:5)'),
        "level -1 is no level": add_then("(set State at:(last To) level:(level) 2)"),
        "flip": add_then(
            "(forEach Site (sites Occupied by:All) (flip (site)))", pieces='(piece "A" Each (flips 1 0))'
        ).replace("(to (sites Empty))", "(piece (mover) state:1) (to (sites Empty))"),
        "swap Pieces": add_then("(if (> (count Moves) 2) (swap Pieces (last To) 0))"),
    }


def _captures() -> dict[str, str]:
    return {
        "custodial": add_then("(custodial)", board=FIVE, start=FULLER),
        "custodial of one": add_then(
            "(custodial (between (exact 1)) (then (addScore Mover 1)))", start=MIXED, end=SCORE
        ),
        "custodial of two to three": add_then("(custodial Orthogonal (between (range 2 3)))", board=FIVE, start=FULLER),
        "custodial against the rim": add_then(
            "(custodial Orthogonal (between if:(is Enemy (who at:(between)))) (to if:(or (is Friend (who at:(to))) (= (to) Off))))",
            board=FIVE,
            start=FULLER,
        ),
        "custodial with at most": add_then("(custodial (between (max 2)))", board=FIVE, start=FULLER),
        "surround": add_then("(surround (from (last To)) Orthogonal)", board=FIVE, start=FULLER),
        "surround but one": add_then(
            "(surround (from (last To)) Orthogonal except:1 (then (addScore Mover 1)))",
            board=FIVE,
            start=FULLER,
            end=SCORE,
        ),
        "surround with": add_then(
            '(surround (from (last To)) Orthogonal except:2 with:(piece "A1"))', board=FIVE, start=FULLER
        ),
        "surround from the iterator": add_then("(surround Orthogonal)", board=FIVE, start=FULLER),
        "enclose": add_then("(enclose (from (last To)) Orthogonal)", board=FIVE, start=FULLER),
        "enclose but one": add_then("(enclose (from (last To)) Orthogonal numException:1)", board=FIVE, start=FULLER),
        "enclose what is not mine": add_then(
            "(enclose (from (last To)) Orthogonal (between if:(not (is Friend (who at:(between))))))",
            board=FIVE,
            start=FULLER,
        ),
        "enclose empty": add_then(
            "(enclose (from (last To)) Orthogonal (between if:(or (is Empty (between)) (is Enemy (who at:(between)))) (apply (addScore Mover 1))))",
            board=FIVE,
            start=FULLER,
            end=SCORE,
        ),
        "intervene": add_then("(intervene)", board=FIVE, start=FULLER),
        "intervene orthogonally with score": add_then(
            "(intervene (from (last To)) Orthogonal (to (apply (addScore Mover 1))))",
            board=FIVE,
            start=FULLER,
            end=SCORE,
        ),
        "directional": moving(
            "(move Step (to if:(is Empty (to))) (then (directional (from (last To)) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))))",
            board=FIVE,
            start=FULLER,
        ),
        "push": add_then("(push (from (last To)) E)", start=MIXED),
        "remove at the end of the turn": moving(
            "(move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between) at:EndOfTurn))) (to if:(is Empty (to))) (then (if (can Move (hop (from (last To)) (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))) (moveAgain))))",
            board=FIVE,
            start=FULLER,
        ),
        "sites ToClear": moving(
            "(move Hop (between if:(and (not (is In (between) (sites ToClear))) (is Enemy (who at:(between)))) (apply (remove (between) at:EndOfTurn))) (to if:(is Empty (to))) (then (if (is Even (last To)) (moveAgain))))",
            board=FIVE,
            start=FULLER,
        ),
        "max Moves": moving(
            "(or (move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))) (then (if (can Move (hop (from (last To)) (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))) (moveAgain)))) (move Step Forward (to if:(is Empty (to)))))",
            board=FIVE,
            start=FULLER,
        ).replace("(forEach Piece)", "(max Moves (forEach Piece))"),
        "max Captures": game(
            "(max Captures (or (move Add (to (sites Empty)) (then (custodial))) (move Pass)))", board=FIVE, start=FULLER
        ),
    }


def _movement() -> dict[str, str]:
    enemy, empty = "(is Enemy (who at:(to)))", "(is Empty (to))"
    return {
        "step": moving(f"(move Step (to if:(or {empty} {enemy})))"),
        "step forward": moving(f"(move Step Forwards (to if:{empty}))", players="(players {(player N) (player S)})"),
        "step to the sides": moving(
            f"(move Step (directions {{FR FL Backward}}) (to if:{empty}))", players="(players {(player N) (player S)})"
        ),
        "step of orthogonal relation": moving(
            f"(move Step (directions {{FL FR}} of:Orthogonal) (to if:{empty}))",
            players="(players {(player E) (player W)})",
        ),
        "step by union of directions": moving(f"(move Step (union Orthogonal (directions {{FL}})) (to if:{empty}))"),
        "step by difference of directions": moving(f"(move Step (difference Adjacent N) (to if:{empty}))"),
        "step from a condition": moving(f"(move Step (from if:(is Even (from))) (to if:{empty}))"),
        "step that captures": moving("(move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))"),
        "slide": moving("(move Slide)"),
        "slide that captures": moving(f"(move Slide Orthogonal (to if:{enemy} (apply (remove (to)))))", start=MIXED),
        "slide of two": moving("(move Slide (between (exact 2)))"),
        "slide of one to two": moving("(move Slide Orthogonal (between (range 1 2)))"),
        "slide of at least two that captures": moving(
            f"(move Slide Orthogonal (between (min 2)) (to if:{enemy} (apply (remove (to)))))", board=FIVE, start=FULLER
        ),
        "slide over friends": moving(
            "(move Slide Orthogonal (between if:(is Friend (who at:(between)))) (to (apply if:(is Empty (to)))))",
            start=MIXED,
        ),
        "slide with a rule at its end": moving("(move Slide (to (apply if:(is Even (to)))))"),
        "slide with effects between": moving(
            '(move Slide (between (apply (addScore Mover 1))) (then (set Var "A" (count Sites in:(last Between)))))',
            end=SCORE,
        ),
        "slide with a trail": moving(
            "(move Slide Orthogonal (between trail:3))",
            pieces='(piece "A" Each (move Slide Orthogonal (between trail:3))) (piece "B" Neutral)',
        ),
        "hop": moving(f"(move Hop (between if:(not (is Empty (between)))) (to if:{empty}))", start=MIXED),
        "hop that captures": moving(
            f"(move Hop Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:{empty}))",
            start=MIXED,
        ),
        "hop from afar": moving(
            f"(move Hop (between before:2 after:2 if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:{empty}))",
            board=FIVE,
            start=FULLER,
        ),
        "hop over one to three": moving(
            f"(move Hop Orthogonal (between (range 1 3) if:(is Occupied (between)) (apply (remove (between)))) (to if:{empty}))",
            board=FIVE,
            start=FULLER,
        ),
        "hop over none or more": moving(
            f"(move Hop Orthogonal (between (range 0 2) if:(is Friend (who at:(between)))) (to if:{empty}))",
            board=FIVE,
            start=FULLER,
        ),
        "hop with a stop": moving(
            f"(move Hop (between before:3 after:3 if:(is Occupied (between))) (to if:{empty} (apply if:{enemy} (remove (to)))))",
            board=FIVE,
            start=FULLER,
        ),
        "hop without a hurdle": moving(f"(move Hop (between after:1) (to if:{empty}))", start=MIXED),
        "hop over anything": moving(f"(move Hop (to if:{empty}))", start=MIXED),
        "leap": moving(
            "(move Leap {{F F R F} {F F L F}} (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))"
        ),
        "leap forward": moving(
            "(move Leap {{F F R F} {F F L F}} forward:True (to if:(not (is Friend (who at:(to))))))",
            players="(players {(player N) (player S)})",
        ),
        "leap without rotations": moving(
            "(move Leap {{F F R F} {F F L F}} rotations:False (to if:(not (is Friend (who at:(to))))))"
        ),
        "shoot": moving(
            "(move Step (to if:(is Empty (to))))",
            then='(if (is Odd (last To)) (shoot (piece "B0")))',
            pieces='(piece "A" Each (move Step (to if:(is Empty (to))))) (piece "B" Neutral)',
        ),
        "shoot as a move": game(
            '(if (is Prev Mover) (move Shoot (piece "B0") (from (last To)) Orthogonal) (forEach Piece (then (moveAgain))))',
            pieces='(piece "A" Each (move Slide)) (piece "B" Neutral)',
            start=ROWS,
        ),
        "fromTo": game("(move (from (sites Occupied by:Mover)) (to (sites Empty)))", start=MIXED),
        "fromTo with an effect on a condition": game(
            "(move (from (sites Occupied by:Mover)) (to (sites Around (from)) if:(not (is Friend (who at:(to)))) (apply if:(is Enemy (who at:(to))) (addScore Mover 1))))",
            start=MIXED,
            end=SCORE,
        ),
        "fromTo copies": game("(move (from (sites Occupied by:Mover)) (to (sites Empty)) copy:True)", start=MIXED),
        "fromTo counts": game(
            "(move (from (sites Occupied by:Mover)) (to (sites Around (from))) count:(count at:(from)))",
            start='(place "A1" (sites Bottom) counts:{3}) (place "A2" (sites Top) counts:{3})',
        ),
        "fromTo counts one": game(
            "(or (move (from (sites Occupied by:Mover)) (to (sites Around (from))) count:1) (move Pass))",
            start='(place "A1" (sites Bottom) counts:{2}) (place "A2" (sites Top) counts:{3})',
        ),
        "from a hand": game(
            '(or (move (from (handSite Mover)) (to (sites Empty))) (move (from (sites Occupied by:Mover container:"Board")) (to (sites Hand Mover))))',
            extra=HANDS,
            start='(place "A" "Hand" count:4)',
        ),
        "occupied includes the hands": game(
            "(move (from (sites Occupied by:Mover)) (to (sites Empty)))",
            extra=HANDS,
            start='(place "A" "Hand" count:4)',
        ),
        "moves of the other": game(
            "(or (forEach Piece Next) (forEach Piece))",
            pieces='(piece "A" Each (move Step Forward (to if:(is Empty (to)))))',
            players="(players {(player N) (player S)})",
            start=ROWS,
        ),
        "pieces of all": game(
            "(or (forEach Piece All) (move Pass))",
            pieces='(piece "A" Each (move Step (to if:(is Empty (to))))) (piece "B" Neutral (move Slide))',
            start=ROWS + ' (place "B0" 5)',
        ),
        "pieces by name": game(
            '(or (forEach Piece "B") (forEach Piece "A" (move Slide)))',
            pieces='(piece "A" Each (move Step (to if:(is Empty (to))))) (piece "B" Each (move Step Diagonal (to if:(is Empty (to)))))',
            start='(place "A1" (sites Bottom)) (place "B1" 5) (place "A2" (sites Top)) (place "B2" 10)',
        ),
        "promote": moving(
            '(move Step Forward (to if:(not (is Friend (who at:(to))))) (then (if (is In (last To) (sites Top)) (promote (last To) (piece {"B1" "C1"})))))',
            pieces='(piece "A" P1 N (move Step Forward (to if:(not (is Friend (who at:(to))))) (then (if (is In (last To) (sites Top)) (promote (last To) (piece "B1")))))) (piece "A" P2 S (move Step Forward (to if:(not (is Friend (who at:(to))))))) (piece "B" Each (move Slide))',
        ),
        "promote by decision": game(
            '(if (is Prev Mover) (move Promote (last To) (piece {"B" "C"}) Mover) (or (forEach Piece (then (if (is Odd (last To)) (moveAgain)))) (move Pass)))',
            pieces='(piece "A" Each (move Step (to if:(is Empty (to))))) (piece "B" Each (move Slide)) (piece "C" Each)',
            start=ROWS,
        ),
        "promote resets": add_then(
            '(and (set State at:(last To) 2) (if (is Even (last To)) (promote (last To) (piece "B1"))))',
            pieces='(piece "A" Each) (piece "B" Each)',
        ),
        "directions for each": moving(
            "(forEach Direction Orthogonal (to if:(is Empty (to)) (apply (fromTo (from) (to)))))"
        ),
        "directions within directions": moving(
            "(forEach Direction Orthogonal (to if:(is Empty (to)) (apply (forEach Direction (from (to)) (directions {FR FL} of:All) (to if:(is Empty (to)) (apply (fromTo (from) (to (to)))))))))"
        ),
        "directions over a range": moving(
            "(forEach Direction Orthogonal (between (range 2 3) if:(is Empty (between))) (move (from) (to (to) if:(is Empty (to)))))"
        ),
        "groups for each": game(
            "(or (forEach Group Orthogonal (move (from (from)) (to (sites Empty)))) (move Pass))", start=MIXED
        ),
        "levels for each": game(
            "(or (forEach Site (sites Occupied by:Mover) (forEach Level (site) FromBottom (move (from (site) level:(level)) (to (sites Around (site)))))) (move Pass))",
            start=STACKED,
        ),
        "stack moved whole": game(
            "(or (forEach Piece (move Step (to if:(not (is Friend (who at:(to))))) stack:True) top:True) (move Pass))",
            start=STACKED,
        ),
        "top of a stack stepped": game("(or (forEach Piece (move Step (to)) top:True) (move Pass))", start=STACKED),
        "parts of a stack": game(
            "(or (move (from (sites Occupied by:Mover)) (to (sites Around (from))) count:2 stack:True) (move Pass))",
            start=STACKED,
        ),
        "states in stacks": game(
            "(or (forEach Piece (move Step (to) (then (set State at:(last To) 1))) top:True) (forEach Piece (move Slide (between if:True) (to)) top:True))",
            start=STACKED,
        ),
        "select": game(
            "(move Select (from (sites Occupied by:Mover)) (to (sites Around (from)) if:(is Empty (to))) (then (fromTo (from (last From)) (to (last To)))))",
            start=MIXED,
        ),
        "add several pieces": game(
            '(move Add (piece {"A" "B"}) (to (sites Empty)))'.replace('"A" "B"', '"A1" "B2"'),
            pieces='(piece "A" Each) (piece "B" Each)',
        ),
        "add to one site": game(
            '(or (move Add (piece {"A1" "B2"}) (to (centrePoint) if:(is Empty (to)))) (move Add (to (sites Empty))))',
            pieces='(piece "A" Each) (piece "B" Each)',
        ),
        "add onto the occupied": game('(move Add (to (sites Board)) (then (set Var "A" (count at:(last To)))))'),
        "add of nothing": add_then("(add (piece (what at:0)) (to (sites Corners)))"),
        "remove by count": game(
            "(or (move Remove (sites Occupied by:Next) count:2) (move Add (to (sites Empty)) count:2))"
        ),
        "pass": game(f"(or {ADD} (move Pass (then (addScore Mover 1))))", end=SCORE),
    }


def _sowing() -> dict[str, str]:
    holes = "(set Count 3 to:(sites Track))"
    seed = '(piece "S" Shared)'

    def sow(then: str) -> str:
        return game(
            f"(or (move Select (from (sites Board) if:(> (count at:(from)) 0)) (then {then})) (move Pass))",
            board=TRACKED,
            pieces=seed,
            start=holes,
            end=SCORE,
        )

    take = "(and (addScore Mover (count at:(to))) (remove (to)))"
    return {
        "sow": sow("(sow)"),
        "sow some": sow("(sow count:2)"),
        "sow two in a hole": sow("(sow numPerHole:2)"),
        "sow from the origin": sow("(sow origin:True)"),
        "sow past the origin": sow("(sow count:18 includeSelf:False)"),
        "sow and skip": sow("(sow skipIf:(is Even (to)))"),
        "sow and take": sow(f"(sow if:(is Even (count at:(to))) apply:{take})"),
        "sow and take backwards": sow(f"(sow if:(> (count at:(to)) 2) apply:{take} backtracking:True)"),
        "sow and take forwards": sow(f"(sow if:(> (count at:(to)) 2) apply:{take} forward:(> (count at:(to)) 2))"),
        "sow with effects": sow(
            "(sow sowEffect:(if (is Corner (to)) (addScore Mover 1)))".replace(
                "(is Corner (to))", "(is In (to) (sites Corners))"
            )
        ),
        "sow sees the last hole": sow('(sow (then (set Var "A" (last To afterConsequence:True))))'),
        "sow and go on": sow(
            "(sow (last To) (then (if (> (count at:(last To afterConsequence:True)) 4) (moveAgain))))"
        ),
        "sow remembers": sow(
            f'(and (remember Value "H" (last To)) (sow if:(is In (to) (values Remembered "H")) apply:{take}))'
        ),
        "sow to the score at the end": sow(f"(sow apply:(if (<= 2 (count at:(to)) ) {take}))"),
    }


def _regions() -> dict[str, str]:
    hints = {
        "around": "(sites Around (last To))",
        "around at two": "(sites Around (last To) distance:2)",
        "around itself": "(expand (sites Around (last To) includeSelf:True))",
        "around enemies": "(sites Around (sites Occupied by:Next) Own)",
        "around not empty": "(sites Around (sites Around (last To) NotEmpty) Empty)",
        "around with a condition": "(sites Around (last To) Orthogonal if:(is Even (to)))",
        "around a region": "(sites Around (sites Corners) includeSelf:True)",
        "not own": "(sites Around (sites Around (last To) NotOwn) Empty Diagonal)",
        "direction": "(sites Direction from:(last To) Orthogonal)",
        "direction up to a piece": "(sites Direction from:(last To) stop:(is Occupied (to)) stopIncluded:True)",
        "direction of two": "(sites Direction from:(last To) Diagonal included:True distance:2)",
        "direction forward": "(sites Direction from:(last To) (directions {Forward Rightward}))",
        "line of sight": "(sites LineOfSight Empty at:(last To))",
        "line of sight to pieces": "(sites Around (sites LineOfSight Piece at:(last To)))",
        "farthest in sight": "(sites LineOfSight Farthest at:(last To) Orthogonal)",
        "between": "(sites Between from:(last To) fromIncluded:True to:0 toIncluded:True)",
        "between with a condition": "(sites Between from:(last To) to:15 cond:(is Empty (between)))",
        "distance": "(sites Distance from:(last To) (range 1 2))",
        "distance far": "(sites Distance from:(last To) (range 3 9))",
        "distance at most": "(sites Distance from:(last To) (max 2))",
        "distance by steps": "(sites Distance (step Orthogonal (to if:(is Empty (to)))) from:(last To) (range 1 2))",
        "group": "(expand (sites Group at:(last To)))",
        "group with a condition": "(sites Group at:(last To) Orthogonal if:(not (is Enemy (who at:(to)))))",
        "walk": "(sites (last To) {{F F} {F R F}})",
        "pattern": "(expand (sites Pattern {F R F} from:(last To)))",
        "row and column": "(union (sites Row (row of:(last To))) (sites Column (column of:(last To))))",
        "phase": "(sites Phase (phase of:(last To)))",
        "difference of a site": "(difference (sites Row 1) (last To))",
        "intersection": "(intersection {(sites Outer) (sites Row 0) (sites Left)})",
        "union": "(union {(sites Corners) (sites Centre)})",
        "if": "(if (is Even (last To)) (sites Top))",
        "expand by two": "(expand (sites Corners) steps:2 Orthogonal)",
        "expand a site": "(expand origin:(last To) Diagonal)",
        "for each site": "(forEach (sites Board) if:(is Odd (site)))",
        "of each site": "(forEach of:(sites Occupied by:Mover) (sites Around (site)))",
        "of each player": "(forEach (players Enemy) (sites Around (sites Occupied by:(player (player)))))",
        "listed": "(sites {(last To) (+ 1 (last To)) (- 0 1) 3})".replace("(+ 1 (last To))", "7"),
        "sites of moves": "(sites To (forEach Piece Mover))",
        "incident": "(sites Incident Cell of:Cell at:(last To))",
        "state": "(sites State 1)",
        "start": '(sites Start (piece "A1"))',
        "last to of all": "(sites Side N)",
    }
    found = {
        f"sites {name}": add_in(region, start=MIXED, pieces='(piece "A" Each (move Step (to if:(is Empty (to)))))')
        for name, region in hints.items()
    }
    found["sites of tracks"] = add_in("(sites Track from:(last To) to:6)", board=TRACKED)
    found["regions by part of a name"] = add_in(
        '(sites Mover "Home")',
        extra='(regions "Home" P1 (sites Bottom)) (regions "HomeToo" P1 (sites Left)) (regions "Home" P2 (sites Top))',
    )
    found["regions by whole name"] = add_in(
        '(sites "Home")',
        extra='(regions "Home" P1 (sites Bottom)) (regions "HomeToo" P1 (sites Left)) (regions "Home" P2 (sites Top))',
    )
    return found


def _conditions() -> dict[str, str]:
    def ends(condition: str, **rest: str) -> str:
        return game(ADD, board=FIVE, end=f"(end (if {condition} (result Mover Win)))", **rest)

    lines = {
        "line": "(is Line 3)",
        "exact line": "(is Line 3 exact:True)",
        "orthogonal line": "(is Line 3 Orthogonal)",
        "line with gaps": "(is Line 3 Orthogonal contiguous:False)",
        "line through any": '(is Line 3 throughAny:(sites Occupied by:Mover) what:(id "A" Mover))',
        "line of anyone": "(is Line 4 Orthogonal whats:{1 2} throughHowMuch:2)",
        "line with a condition": "(is Line 3 if:(is Even (to)))",
        "line one way": "(is Line 3 Orthogonal useOpposites:False)",
        "line north": "(is Line 3 N)",
        "line of the other": "(is Line 3 through:(last To) Next)".replace(
            "through:(last To) Next", "throughAny:(sites Board) Next"
        ),
        "line of one": "(is Line 1 exact:True)",
        "connected": "(is Connected 2 Orthogonal {(sites Top) (sites Bottom) (sites Left)})",
        "connected sides": "(is Connected 2 Sides)",
        "connected corners": "(is Connected 2 Corners)",
        "loop": "(is Loop)",
        "loop orthogonally": "(is Loop Orthogonal)",
        "loop around enemies": "(is Loop surround:Next)",
        "pattern": "(is Pattern {F R F})",
        "pattern of kinds": "(is Pattern {F F} whats:{1 2})",
        "groups": "(and (> (count Moves) 5) (= 1 (count Groups if:(= (who at:(to)) (mover)))))",
        "groups of pieces": "(and (> (count Moves) 5) (= 1 (count Groups Orthogonal)))",
        "groups of two": "(= 2 (count Groups Orthogonal if:(is Friend (who at:(to))) min:2))",
        "biggest group": "(= 4 (count SizeBiggestGroup Orthogonal if:(is Friend (who at:(to)))))",
        "liberties": "(= 0 (count Liberties Orthogonal))",
        "size of a group": "(= 4 (size Group at:(last To) Orthogonal))",
        "territory": "(and (> (count Moves) 6) (> (size Territory Mover Orthogonal) 2))",
        "sizes of groups": "(= 5 (max (sizes Group Orthogonal Mover)))",
        "sizes of all groups": "(= 5 (max (sizes Group Orthogonal)))",
        "all groups": "(and (> (count Moves) 4) (all Groups Orthogonal if:(> (count Sites in:(sites)) 1)))",
        "all sites": "(all Sites (sites Corners) if:(is Occupied (site)))",
        "related": "(and (> (count Moves) 3) (is Related Orthogonal (last To) (sites Occupied by:Next)))",
        "within": '(is Within (id "A" Next) in:(sites Centre))',
        "steps": "(= 4 (count Steps Orthogonal (last To) 0))",
        "steps by a rule": "(= 3 (count Steps (step Orthogonal (to if:(is Empty (to)))) (last To) (sites Corners)))",
        "where": '(= (where "A" Mover) (last To))',
        "turns": "(>= (count Turns) 9)",
    }
    found = {f"ends by {name}": ends(condition) for name, condition in lines.items()}
    found["threatened"] = moving(
        "(move Step Orthogonal (to if:(not (is Friend (who at:(to))))))",
        start=MIXED,
        then='(set Var "A" (if (is Threatened at:(last To)) 1 0))',
    )
    found["threatened king"] = game(
        '(do (forEach Piece) ifAfterwards:(not (is Threatened (id "K" Mover))))',
        pieces='(piece "K" Each (move Step (to if:(not (is Friend (who at:(to))))))) (piece "R" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))))))',
        start='(place "K1" 1) (place "R1" 0) (place "K2" 14) (place "R2" 15)',
        end="(end (if (no Moves Next) (result Mover Win)))",
    )
    found["threatened through and"] = found["threatened king"].replace(
        '(not (is Threatened (id "K" Mover)))',
        '(and (can Move (forEach Piece Next)) (not (is Threatened (id "K" Mover))))',
    )
    found["no moves of the mover"] = game(
        "(or (forEach Piece) (if (is Even (count Moves)) (move Pass)))",
        pieces='(piece "A" Each (move Step Forward (to if:(is Empty (to)))))',
        players="(players {(player N) (player S)})",
        start=ROWS,
        end="(end (if (no Moves Mover) (result Next Win)))",
    )
    found["no moves after moving again"] = add_then(
        "(if (is Odd (last To)) (and (moveAgain) (if (no Moves Next) (addScore Mover 1))))",
        end="(end (if (no Moves Mover) (result Mover Win)))",
    )
    found["no pieces"] = game(
        "(move Remove (sites Occupied by:Next))", start=MIXED, end="(end (if (no Pieces Next) (result Mover Win)))"
    )
    found["no pieces by name"] = game(
        "(move Remove (sites Occupied by:All))",
        pieces='(piece "Ab" Each) (piece "Abc" Each)',
        start='(place "Ab1" 0) (place "Abc1" 1) (place "Ab2" 2) (place "Abc2" 3)',
        end='(end (if (no Pieces Next "Abc") (result Mover Win)))',
    )
    found["who is what"] = add_then(
        "(if (is Friend (who at:(last To))) (addScore Mover 1))", pieces='(piece "N" Neutral)', end=SCORE
    ).replace("(move Add (to", '(move Add (piece "N0") (to')
    found["pieces of player two first"] = game(
        '(move Add (piece (id "A" Mover)) (to (sites Empty)))',
        pieces='(piece "A" P2) (piece "A" P1)',
        end="(end (if (is Line 3) (result Mover Win)))",
    )
    found["visited"] = moving(
        "(move Step (to if:(and (is Empty (to)) (not (is Visited (to))))) (then (if (is Even (last To)) (moveAgain))))"
    )
    found["passes end the game"] = game(f"(or {ADD} (move Pass))", end="(end (if (is Full) (result Mover Win)))")
    found["all passed"] = game(f"(or {ADD} (move Pass))", end="(end (if (all Passed) (result Mover Win)))")
    found["was pass"] = game(f"(if (was Pass) {ADD} (or {ADD} (move Pass)))", end=OVER)
    return found


def _numbers() -> dict[str, str]:
    values = {
        "division": "(/ (- 3 (last To)) 2)",
        "remainder": "(% (- 3 (last To)) 4)",
        "power": "(^ (last To) 2)",
        "absolute": "(abs (- 5 (last To)))",
        "least": "(min {(last To) 4 9})".replace("{(last To) 4 9}", "(array {(last To) 4 9})"),
        "greatest of none": "(max (array (sites Pending)))",
        "sum of sites": "(+ (array (sites Occupied by:Mover)))",
        "product": "(* {2 3 (last To)})",
        "ahead": "(ahead (last To))",
        "ahead by two": "(ahead (last To) steps:2 NE)",
        "ahead backwards": "(ahead (last To) Backward)",
        "region site": "(regionSite (sites Around (last To)) index:1)",
        "array value": "(arrayValue (results from:(sites Corners) to:(last To) (+ (from) (to))) index:2)",
        "size of results": "(size Array (results from:(sites Occupied by:Mover) to:(sites Around (from)) (to)))",
        "union of arrays": "(size Array (union (array {1 1 2}) (array {2 3 3})))",
        "intersection of arrays": "(size Array (intersection (array {1 2}) (array {2 2 3})))",
        "difference of arrays": "(size Array (difference (array {1 1 1 2}) (array {1 2 5})))",
        "pieces": "(count Pieces Mover in:(sites Outer))",
        "pieces of enemies": "(count Pieces Enemy)",
        "pieces with a condition": "(count Pieces All if:(is Even (site)))",
        "neighbours": "(count Orthogonal at:(last To))",
        "rows": "(+ (count Rows) (* 10 (count Columns)))",
        "sites": "(count Sites in:(sites Empty))",
        "map": "(mapEntry (last To))",
        "map of names": '(mapEntry "M" Mover)',
        "moves this turn": "(count MovesThisTurn)",
        "previous player": "(prev)",
        "id": '(id "A" Next)',
        "coordinate": "(coord row:(row of:(last To)) column:0)",
        "if": "(if (is In (last To) (sites Corners)) 1 0)",
        "pending value": "(value Pending)",
        "who": "(who at:(last To))",
        "what off the board": "(what at:(- 0 1))",
        "track": "(trackSite Move from:(last To) steps:3)",
        "track beyond": "(trackSite Move from:(last To) steps:40)",
        "track first": "(trackSite FirstSite from:(last To) if:(is Empty (to)))",
        "track end": "(trackSite EndSite)",
    }
    extra = '(map {(pair 1 7) (pair 2 0) (pair 5 3)}) (map "M" {(pair P1 "A2") (pair P2 9)})'
    return {f"number {name}": counted(value, extra=extra, board=TRACKED, start=MIXED) for name, value in values.items()}


def _turns() -> dict[str, str]:
    three = "(players 3)"

    def phases(written: str) -> str:
        return game("X").replace("(play X)", f"phases:{{ {written} }}")

    cycle = '(phase "One" (play {a}) (nextPhase (> (count Moves) 3))) (phase "Two" (play {b}) (nextPhase (is Even (last To)))) (phase "Three" (play {a}))'
    return {
        "unnamed phases": phases(cycle.format(a=ADD, b="(move Remove (sites Occupied by:All))")),
        "phases of players": phases(
            f'(phase "One" P1 (play {ADD}) (nextPhase Mover (> (count Moves) 4) "Two")) (phase "Other" P2 (play (or {ADD} (move Pass)))) (phase "Two" (play (move Remove (sites Occupied by:All))) (end (if (no Pieces All) (result Mover Win))))'
        ),
        "three players win": game(ADD, board=FIVE, players=three, end="(end (if (is Line 3) (result Mover Win)))"),
        "three players lose": game(ADD, board=FIVE, players=three, end="(end (if (is Line 2) (result Mover Loss)))"),
        "several ends at once": game(
            ADD,
            board=FIVE,
            players=three,
            end="(end {(if (is Line 2) (result Mover Loss)) (if (is Line 2 Orthogonal) (result Next Win))})",
        ),
        "ends for each player": game(
            ADD,
            board=FIVE,
            players=three,
            end="(end (forEach Player if:(>= (count Pieces of:(player)) 4) (result Player Loss)))".replace(
                "(forEach Player if", "(forEach NonMover if"
            ),
        ),
        "ends within ends": game(
            ADD,
            board=FIVE,
            end="(end (if (> (count Moves) 6) {(if (is Even (last To)) (result Mover Win)) (if (is In (last To) (sites Corners)) (result Next Win))} (result Mover Draw)))",
        ),
        "by score": add_then("(addScore Mover (last To))", players=three, end=SCORE),
        "by score, fewest": add_then(
            "(addScore Mover (last To))", players=three, end="(end (if (>= (count Moves) 9) (byScore misere:True)))"
        ),
        "by final score": game(
            ADD,
            end="(end (if (>= (count Moves) 9) (byScore {(score P1 (count Pieces P1 in:(sites Outer))) (score P2 2)})))",
        ),
        "all win": game(ADD, end="(end (if (>= (count Moves) 5) (result All Win)))"),
        "all lose": game(ADD, end="(end (if (>= (count Moves) 5) (result All Loss)))"),
        "one player": game(ADD, players="(players 1)", end="(end (if (is Line 3) (result P1 Win)))"),
        "one player loses": game(ADD, players="(players 1)", end="(end (if (is Line 3) (result P1 Loss)))"),
        "swap": game(ADD, meta="(swap)", end="(end (if (is Line 3) (result Mover Win)))"),
        "swap of three": game(ADD, meta="(swap)", players=three, end="(end (if (is Line 3) (result Mover Win)))"),
        "no repeat": moving(
            "(move Step (to if:(is Empty (to))))",
            board="(board (square 2))",
            start='(place "A1" 0) (place "A2" 3)',
            meta="(no Repeat)",
        ),
        "no repeat of situations": moving(
            "(move Step (to if:(is Empty (to))))",
            board="(board (square 2))",
            start='(place "A1" 0) (place "A2" 3)',
            meta="(no Repeat Situational)",
        ),
        "no repeat in a turn": moving(
            "(move Step (to if:(is Empty (to))) (then (moveAgain)))",
            board="(board (square 2))",
            start='(place "A1" 0) (place "A2" 3)',
            meta="(no Repeat PositionalInTurn)",
        ),
        "passes do not end": game(f"(or {ADD} (move Pass))", meta="(passEnd NoEnd)"),
        "teams": game(
            ADD,
            board=FIVE,
            players="(players 4)",
            start="(set Team 1 {P1 P3}) (set Team 2 {P2 P4})",
            end="(end (if (is Line 3) (result TeamMover Win)))",
        ),
        "teams and enemies": add_then(
            "(remove (sites Around (last To) Enemy))",
            board=FIVE,
            players="(players 4)",
            start="(set Team 1 {P1 P3}) (set Team 2 {P2 P4})",
        ),
        "scores at the start": add_then(
            "(addScore Mover -1)".replace("-1", "1"), start="(set Score Each 5) (set Score P1 2)", end=SCORE
        ),
        "remembered at the start": add_then(
            '(remember Value "R" (last To))', start='(set RememberValue "R" (sites Corners))'
        ),
        "last of the start": counted("(last To)", start=MIXED),
        "hands by number": game(
            "(or (move (from (handSite Mover)) (to (sites Empty))) (move Pass))",
            extra="(hand P1 size:2) (hand P2 size:2)",
            start='(place "A1" "Hand1" count:3) (place "A2" "Hand2" count:3)',
        ),
        "edges": game("(move Add (to Edge (sites Empty Edge)))", board="(board (square 2) use:Edge)"),
        "edges beside cells": game(
            "(move Add (to Edge (sites Empty Edge)) (then (forEach Site (sites Incident Cell of:Edge at:(last To)) (if (all Sites (sites Incident Edge of:Cell at:(site)) if:(is Occupied Edge (site))) (add (piece (mover)) (to Cell (site)))))))",
            board="(board (square 2))",
        ),
        "vertices": game(
            "(move Add (to (sites Empty)) (then (enclose (from (last To)) Orthogonal)))",
            board="(board (square 4) use:Vertex)",
        ),
        "hexagons": game(ADD, board="(board (hex 3))", end="(end (if (is Loop) (result Mover Win)))"),
        "diagonals of hexagons": moving(
            "(move Slide Diagonal)",
            board="(board (hex 3))",
            start='(place "A1" (sites Bottom)) (place "A2" (sites Top))',
        ),
        "slide along a track": moving(
            '(move Slide "T" (between (range 1 3)) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))',
            board=TRACKED,
        ),
        "first move on a track": game(
            '(firstMoveOnTrack "T" (move Add (to (site) if:(is Empty (to)))))', board=TRACKED
        ),
        "proposals by dice": game(
            "(do (roll) next:(if (all DiceEqual) (move Pass) (forEach Die if:(!= (pips) 0) (move Add (to (sites Row (- (pips) 1)) if:(is Empty (to)))))))",
            extra="(dice d:3 num:2)",
        ),
        "dice again": game(
            "(if (not (is Prev Mover)) (do (roll) next:(forEach Die if:(!= (pips) 0) (move Add (to (sites Row (pips)) if:(is Empty (to))) (then (if (not (all DiceUsed)) (moveAgain)))))) (forEach Die if:(!= (pips) 0) (move Add (to (sites Row (pips)) if:(is Empty (to))))))",
            extra="(dice d:3 num:2)",
        ),
    }


def _rarely() -> dict[str, str]:
    """Arguments and combinations that few games use."""
    two = '(piece "A" Each (move Step (to if:(is Empty (to))))) (piece "B" Each (move Slide))'
    pieces = '(place "A1" (sites {0 3})) (place "B1" 1) (place "A2" (sites {12 15})) (place "B2" 14)'
    hand = '(place "A" "Hand" count:5)'
    vertices = "(board (square 4) use:Vertex)"
    return {
        "custodial from a condition": add_then("(custodial (from (last To) if:(is Even (from))))", start=MIXED),
        "enclose from the iterator": add_then("(enclose (from) Orthogonal)", start=MIXED),
        "intervene from the iterator": add_then("(intervene (from))", start=MIXED),
        "push from the iterator": add_then("(if (> (count Moves) 2) (push (from (last From)) N))", start=MIXED),
        "surround with an effect": add_then(
            "(surround (from (last To)) Diagonal (between if:(is Enemy (who at:(between))) (apply (addScore Mover 2))) except:1)",
            board=FIVE,
            start=FULLER,
            end=SCORE,
        ),
        "custodial by another target": add_then(
            "(custodial (from (last To)) Diagonal (between (max 3) if:(is Friend (who at:(between))) (apply (remove (between)))) (to if:(is Enemy (who at:(to)))))",
            board=FIVE,
            start=FULLER,
        ),
        "last between of custodial": add_then(
            '(custodial (then (set Var "B" (count Sites in:(last Between)))))', board=FIVE, start=FULLER
        ),
        "last between of a hop": moving(
            '(move Hop (between if:(is Occupied (between))) (to if:(is Empty (to))) (then (set Var "B" (count Sites in:(last Between)))))',
            start=MIXED,
        ),
        "last from after consequences": moving(
            '(move Step (to if:(is Empty (to))) (then (and (remove (ahead (last To))) (set Var "B" (last From afterConsequence:True)))))',
            start=MIXED,
        ),
        "last to after consequences, later": game(
            f'(if (is Even (count Moves)) (move Add (to (sites Empty)) (then (remove (sites Around (last To) Enemy)))) (do (set Var "B" (last To afterConsequence:True)) next:{ADD}))',
            start=MIXED,
        ),
        "moves of moves": game(
            "(move Remove (sites From (forEach Piece Next)))",
            pieces=two,
            start=pieces,
            end="(end (if (no Pieces Next) (result Mover Win)))",
        ),
        "sites between of moves": add_in(
            "(sites Around (sites Between (forEach Piece Mover)))",
            pieces='(piece "A" Each (move Hop (between if:(is Occupied (between))) (to if:(is Empty (to)))))',
            start=MIXED,
        ),
        "sites occupied by a component": add_in(
            '(sites Around (sites Occupied by:All component:"B"))', pieces=two, start=pieces
        ),
        "sites occupied by components of enemies": add_in(
            '(sites Around (sites Occupied by:Enemy components:{"A" "B"}))', pieces=two, start=pieces
        ),
        "sites occupied by those who do not move": add_in(
            "(sites Around (sites Occupied by:NonMover))",
            pieces=two + ' (piece "N" Neutral)',
            start=pieces + ' (place "N0" 6)',
        ),
        "sites occupied by a number": add_in(
            "(sites Around (sites Occupied by:Mover component:1))", pieces=two, start=pieces
        ),
        "sites occupied by friends by name": add_in(
            '(sites Around (sites Occupied by:Friend component:"A"))', pieces=two, start=pieces
        ),
        "sites of a hand": game(
            "(move (from (sites Hand Mover)) (to (union (sites Empty) (sites Hand Next))))",
            extra="(hand Each size:2)",
            start=hand,
        ),
        "moves into a hand": game(
            '(or (move (from (handSite Mover)) (to (sites Empty))) (move (from (sites Occupied by:Next container:"Board")) (to (handSite Mover))))',
            extra=HANDS,
            start=hand,
        ),
        "a hand on vertices": game(
            '(or (move (from (handSite Mover)) (to (sites Empty)) (then (set Var "B" (who at:(handSite Mover))))) (move Pass (then (set Var "B" (count at:(handSite Mover))))))',
            board=vertices,
            extra=HANDS,
            start=hand,
        ),
        "cells of a hand on vertices": game(
            '(or (move (from (handSite Mover)) (to (sites Empty)) (then (set Var "B" (count Cell at:(handSite Mover))))) (move Pass (then (set Var "B" (what at:(handSite Next))))))',
            board=vertices,
            extra=HANDS,
            start=hand,
        ),
        "occupied on vertices": game(
            "(or (move (from (sites Occupied by:Mover)) (to (sites Empty))) (move (from (handSite Mover)) (to (sites Empty))))",
            board=vertices,
            extra=HANDS,
            start=hand,
        ),
        "pieces counted with hands": counted("(count Pieces Mover)", extra=HANDS, start=hand),
        "pieces counted on a site": counted(
            '(count Pieces All in:(sites Around (last To) includeSelf:True) "A")'.replace(
                ' in:(sites Around (last To) includeSelf:True) "A"', ' "A" in:(sites Around (last To) includeSelf:True)'
            ),
            pieces='(piece "A" Each) (piece "Ab" Each)',
            start='(place "Ab1" 5) (place "Ab2" 6)',
        ),
        "no pieces with hands": game(
            "(move (from (handSite Mover)) (to (sites Empty)))",
            extra=HANDS,
            start='(place "A" "Hand" count:2)',
            end="(end (if (no Pieces Mover in:(sites Hand Mover)) (result Mover Win)))",
        ),
        "is in several": add_if("(is In {0 (to)} (sites Corners))"),
        "is in an array": add_if("(is In (to) (array {1 (last To) 5}))"),
        "is in remembered": game(
            '(move Add (to (sites Empty) if:(not (is In (column of:(to)) (values Remembered "C")))) (then (remember Value "C" (column of:(last To)))))'
        ),
        "empty off the board": counted("(if (not (is Empty (ahead (last To) steps:2 N))) 1 2)"),
        "ahead of a rotated piece": add_then(
            '(set Var "B" (ahead (last To) FR))', players="(players {(player E) (player W)})"
        ),
        "ahead of an empty site": counted("(ahead 5 Rightward)", players="(players {(player E) (player W)})"),
        "ahead in the same direction": moving(
            '(move Step (to if:(is Empty (to))) (then (set Var "B" (ahead (last To) SameDirection))))'
        ),
        "ahead in the opposite direction": moving(
            '(move Step (to if:(is Empty (to))) (then (set Var "B" (ahead (last From) OppositeDirection))))'
        ),
        "step on in the same direction": game(
            "(if (is Prev Mover) (or (move Step (from (last To)) SameDirection (to if:(is Empty (to)))) (move Pass)) (forEach Piece (then (moveAgain))))",
            pieces=two,
            start=pieces,
        ),
        "backwards and leftwards": moving(
            "(or (move Step Backwards (to if:(is Empty (to)))) (move Step Leftwards (to if:(is Empty (to)))))",
            players="(players {(player NE) (player SW)})",
        ),
        "directions of the far": moving(
            "(move Step (directions {FLL FRR BRR}) (to if:(is Empty (to))))",
            players="(players {(player N) (player S)})",
        ),
        "forward on hexagons": moving(
            "(move Step Forwards (to if:(is Empty (to))))",
            board="(board (hex 3))",
            players="(players {(player N) (player S)})",
        ),
        "directions on hexagons": moving(
            "(move Step (directions {FR FL}) (to if:(is Empty (to))))",
            board="(board (hex 3))",
            players="(players {(player ENE) (player WSW)})",
        ),
        "directions between sites": add_in("(sites Direction from:(last To) (directions Cell from:0 to:(last To)))"),
        "slide from a condition with states": moving(
            "(move Slide (from if:(= 0 (state at:(from)))) (to) (then (set State at:(last To) (- 1 (state at:(last To))))))".replace(
                " (to) ", " "
            ),
            start=MIXED,
        ),
        "state kept by a move": moving(
            "(move Step (to if:(is Empty (to))))",
            start='(place "A1" (sites Bottom) state:2) (place "A2" (sites Top) state:1)',
            then='(set Var "B" (state at:(last To)))',
        ),
        "value kept by a move": moving(
            "(move Slide)",
            start='(place "A1" (sites Bottom) value:2) (place "A2" (sites Top) value:1)',
            then='(set Var "B" (value Piece at:(last To)))',
        ),
        "rotation turns a piece": moving(
            "(move Step Forward (to if:(is Empty (to))))",
            start='(place "A1" (sites Bottom) rotation:1) (place "A2" (sites Top) rotation:2)',
            players="(players {(player N) (player S)})",
        ),
        "stack: what is at the bottom": add_then('(set Var "B" (what at:(last To)))', end=OVER)
        .replace("(sites Empty)", "(sites Corners)")
        .replace("(count Moves) 30", "(size Stack at:(last To)) 6"),
        "stack: heights": game(
            '(move Add (to (sites Corners)) (then (set Var "B" (+ (topLevel at:(last To)) (* 10 (count at:(last To)))))))'
        ),
        "stack: lines": game(
            "(move Add (to (sites Board) if:(< (size Stack at:(to)) 2)))",
            end="(end (if (is Line 3 Orthogonal) (result Mover Win)))",
        ),
        "stack: lines of tops": game(
            "(move Add (to (sites Board) if:(< (size Stack at:(to)) 3)))",
            end="(end (if (is Line 3 Orthogonal top:True) (result Mover Win)))",
        ),
        "stack: lines of mine": game(
            "(move Add (to (sites Board) if:(< (size Stack at:(to)) 3)))",
            end='(end (if (is Line 3 Orthogonal what:(id "A" Mover)) (result Mover Win)))',
        ),
        "stack: pieces of all": game(
            '(move Add (to (sites Corners)) (then (set Var "B" (+ (count Pieces All) (* 100 (count Pieces Mover))))))',
            end="(end (if (> (size Stack at:(last To)) 4) (result Mover Win)))",
        ),
        "stack: occupied at any level": game(
            "(move (from (sites Occupied by:Mover top:False)) (to (sites Around (from))))",
            start=STACKED + ' (place Stack items:{"A1" "A2"} 5)',
        ),
        "stack: moves of every level": game(
            "(or (forEach Piece (move (from) (to (sites Around (from)) if:(is Even (to))))) (move Pass))",
            start=STACKED + ' (place Stack items:{"A1" "A2" "A1"} 5)',
        ),
        "stack: removed by level": game(
            "(or (forEach Site (sites Occupied by:All) (move Remove (site) level:0)) (move Pass))",
            start=STACKED + ' (place Stack items:{"A1" "A2" "A1"} 5)',
        ),
        "stack: states are stale": game(
            "(or (forEach Piece (move Step (to) (then (set State at:(last To) (+ 1 (last To))))) top:True) (move Add (to (sites Occupied by:Mover))))",
            start=STACKED,
        ),
        "stack: hopped": game(
            "(or (forEach Piece (move Hop (between if:(is Enemy (who at:(between))) (apply (fromTo (from (between)) (to (to))))) (to if:(is Empty (to))) stack:True) top:True) (forEach Piece (move Step (to) stack:True) top:True))",
            start=STACKED,
        ),
        "stack: promoted": game(
            '(or (forEach Piece (move Step (to) (then (promote (last To) (piece "B" ) Mover))) top:True) (move Pass))',
            pieces='(piece "A" Each) (piece "B" Each)',
            start=STACKED,
        ),
        "stack: levels counted": game(
            '(move Add (to (sites Corners)) (then (set Var "B" (count Stack at:(last To) if:(= (mover) (who at:(to) level:(level)))))))',
            end="(end (if (> (size Stack at:(last To)) 4) (result Mover Win)))",
        ),
        "stack: where a piece is": game(
            '(move Add (to (sites Corners)) (then (set Var "B" (where Level "A" Next at:(last To)))))',
            end="(end (if (> (size Stack at:(last To)) 4) (result Mover Win)))",
        ),
        "stack: inserted": game(
            "(move Add (to (sites Corners) level:0))".replace(
                "(to (sites Corners) level:0)", "(to (sites Corners) level:0)"
            ),
            start='(place Stack "A1" (sites Corners) count:2)',
            end="(end (if (> (size Stack at:(last To)) 4) (result Mover Win)))",
        ),
        "stack: last level": game(
            '(move Select (from (sites Occupied by:Mover) level:0) (then (set Var "B" (last LevelFrom))))',
            start=STACKED,
        ),
        "count game: onto the same": game(
            "(or (move (from (sites Occupied by:Mover)) (to (sites Around (from)) if:(not (is Enemy (who at:(to)))))) (move Pass))",
            start='(place "A1" (sites Bottom) counts:{2}) (place "A2" (sites Top) counts:{2})',
        ),
        "count game: onto another": game(
            "(or (move (from (sites Occupied by:Mover)) (to (sites Around (from)))) (move Pass))",
            start='(place "A1" (sites Bottom) counts:{2}) (place "A2" (sites Top) counts:{2})',
        ),
        "count game: added": game("(move Add (to (sites Board)) count:2)"),
        "count game: pieces for each": game(
            "(or (forEach Piece (move (from) (to (sites Around (from))) count:2)) (move Pass))",
            start='(place "A1" (sites Bottom) counts:{3}) (place "A2" (sites Top) counts:{3})',
        ),
        "count game: no pieces of all": game(
            "(or (move (from (sites Occupied by:All)) (to (sites Around (from))) count:(count at:(from))) (move Remove (sites Occupied by:All)))",
            start='(place "A1" (sites Bottom) counts:{3})',
            end="(end (if (no Pieces All) (result Mover Win)))",
        ),
        "for each value of sites": game("(forEach Value (array (sites Empty)) (move Add (to (value))))"),
        "for each value of none": game(f"(or (forEach Value min:3 max:1 {ADD}) {ADD})"),
        "for each player moves": game(
            "(forEach Player (move Remove (sites Occupied by:(player (player)))))",
            start=MIXED,
            end="(end (if (no Pieces All) (result Mover Win)))",
        ),
        "for each of players": game(
            "(forEach (players Enemy) (move Remove (sites Occupied by:(player (player)))))",
            start=MIXED,
            end="(end (if (no Pieces Next) (result Mover Win)))",
        ),
        "groups with a condition": game(
            "(or (forEach Group Orthogonal if:(is Occupied (to)) (move Remove (sites)))  (move Pass))", start=MIXED
        ),
        "priority with a consequent": game(
            f"(priority {{(move Add (to (sites Corners) if:(is Empty (to)))) {ADD}}} (then (moveAgain)))"
        ),
        "can move from what is left": add_if(
            "(can Move (step (from (to)) (to if:(is Enemy (who at:(to))))))", start=MIXED
        ),
        "a swap of moves": game("(or (move Swap Pieces (last To) 5) (move Add (to (sites Empty))))", start=MIXED),
        "a swap of players": game(
            f"(if (= 2 (count Moves)) (or (move Swap Players P1 P2) {ADD}) {ADD})",
            end="(end (if (is Line 3) (result Mover Win)))",
        ),
        "three in turn again": add_then("(if (is Even (last To)) (moveAgain))", players="(players 3)"),
        "the winner does not go on": game(
            ADD,
            board=FIVE,
            players="(players 4)",
            end="(end {(if (is Line 3) (result Mover Win)) (if (is Line 2 Diagonal) (result Next Loss))})",
        ),
        "losses of all at once": game(
            ADD,
            board=FIVE,
            players="(players 4)",
            end="(end (forEach Player if:(>= (count Moves) (+ 5 (player))) (result Player Loss)))",
        ),
        "wins of all at once": game(
            ADD,
            board=FIVE,
            players="(players 4)",
            end="(end (forEach Player if:(>= (count Moves) (+ 5 (player))) (result Player Win)))",
        ),
        "a draw after a win": game(
            ADD,
            board=FIVE,
            players="(players 3)",
            end="(end {(if (is Line 2) (result Mover Win)) (if (>= (count Moves) 5) (result All Draw))})",
        ),
        "no end for who is not in": game(
            ADD,
            board=FIVE,
            players="(players 3)",
            end="(end {(if (is Line 2) (result Mover Win)) (if (is Line 2) (result Mover Loss))})",
        ),
        "the phase of the mover ends": game("X").replace(
            "(play X)",
            f'phases:{{ (phase "One" (play {ADD}) (end (if (is Line 2) (result Mover Win))) (nextPhase Mover (>= (count Moves) 1) "Two")) (phase "Two" (play {ADD})) }}',
        ),
        "phases by several ways": game("X").replace(
            "(play X)",
            f'phases:{{ (phase "One" (play {ADD}) {{(nextPhase P1 (is Even (last To)) "Two") (nextPhase P2 (is Odd (last To)) "Three")}}) (phase "Two" (play (move Remove (sites Occupied by:All))) (nextPhase "One")) (phase "Three" (play (or {ADD} (move Pass))) (nextPhase (no Pieces Next) "One")) }}',
        ),
        "a play for all phases": game("X").replace(
            "(play X)",
            f'(play {ADD}) phases:{{ (phase "One" (play (move Pass)) (nextPhase (>= (count Moves) 4) "Two")) (phase "Two" (play (move Remove (sites Occupied by:All)))) }}',
        ),
        "passes by force": game(
            "(forEach Piece)",
            pieces='(piece "A" Each (move Step Forward (to if:(is Empty (to)))))',
            players="(players {(player N) (player S)})",
            start=ROWS,
        ),
        "stalemate of the next": game(
            "(forEach Piece)",
            pieces='(piece "A" Each (move Step Forward (to if:(is Empty (to)))))',
            players="(players {(player N) (player S)})",
            start=ROWS,
            end="(end (if (no Moves Next) (result Next Loss)))",
        ),
        "cycles": moving(
            "(move Step Orthogonal (to if:(is Empty (to))))",
            board="(board (rectangle 1 3))",
            start='(place "A1" 0) (place "A2" 2)',
            end="(end (if (is Cycle) (result Mover Draw)))",
        ),
        "repetition asked": moving(
            "(move Step Orthogonal (to if:(is Empty (to))))",
            board="(board (rectangle 1 4))",
            start='(place "A1" 0) (place "A2" 3)',
            end="(end (if (is Repeat Positional) (result Mover Draw)))",
        ),
        "avoid a stored state": moving(
            "(avoidStoredState (forEach Piece (move Step (to if:(is Empty (to))) (then (remember State)))))", start=ROWS
        )
        .replace("(or (forEach Piece)", "(or (avoidStoredState (forEach Piece))")
        .replace(
            '(piece "A" Each (avoidStoredState (forEach Piece (move Step (to if:(is Empty (to))) (then (remember State))))))',
            '(piece "A" Each (move Step (to if:(is Empty (to))) (then (remember State))))',
        ),
        "dice combined": game(
            "(do (roll) next:(forEach Die combined:True if:(!= (pips) 0) (move Add (to (sites Row (- (pips) 1)) if:(is Empty (to))))))",
            extra="(dice d:2 num:2)",
        ),
        "dice doubled": game(
            "(if (not (is Prev Mover)) (do (roll) next:(forEach Die replayDouble:True if:(!= (pips) 0) (move Add (to (sites Row (pips)) if:(is Empty (to))) (then (if (not (all DiceUsed)) (moveAgain)))))) (forEach Die replayDouble:True if:(!= (pips) 0) (move Add (to (sites Row (pips)) if:(is Empty (to))) (then (if (not (all DiceUsed)) (moveAgain))))))",
            extra="(dice d:2 num:2)",
        ),
        "dice counted": game(
            '(do (roll) next:(move Add (to (sites Row (- (count Pips) 2)) if:(is Empty (to))) (then (set Var "B" (count Pips)))))',
            extra="(dice d:2 num:2)",
        ),
        "dice rolled afterwards": game(
            "(move Add (to (sites Empty) if:(!= (face 16) (row of:(to)))) (then (roll)))", extra="(dice d:3 num:1)"
        ),
        "dice with faces": game(
            "(do (roll) next:(forEach Die (move Add (to (sites Column (pips)) if:(is Empty (to))))))",
            extra="(dice facesByDie:{{0 2} {1 3}} num:2)",
        ),
        "a random number": game('(move Add (to (sites Empty)) (then (set Var "B" (value Random (range 1 2)))))'),
        "a random start": game(ADD, start='(place Random (sites Corners) {"A1" "A2"})'),
        "random sites": add_then("(add (piece 1) (to (sites Random (sites Corners) num:1) if:(is Empty (to))))"),
    }


def _known_pieces() -> dict[str, str]:
    """Moves of a known piece that something else takes, turns or moves before it goes."""
    two = '(piece "A" Each) (piece "B" Each)'
    effects = {
        "removes the target": "(remove (to))",
        "removes the origin": "(remove (from))",
        "removes the target where it stays": "(if (= (from) (to)) (remove (to)))",
        "promotes the target": '(promote (to) (piece "B") Mover)',
        "adds on the target": '(add (piece (id "A" Next)) (to (to)))',
        "exchanges": "(fromTo (from (to)) (to (from)))",
    }
    priors = {
        "removes it": "(remove (from))",
        "promotes it": '(promote (from) (piece "B") Mover)',
        "adds others": '(add (piece (id "A" Next)) (to (sites Empty)))',
        "moves it": "(fromTo (from (from)) (to 3))",
    }
    conditions = {
        "an enemy at (to)": "(is Enemy (who at:(to)))",
        "something at (to)": "(is Occupied (to))",
        "something that is not (to)": "(and (is Occupied (between)) (!= (to) (between)))",
    }
    ways = {"": "", " before:": "before:2", " in a range": "(range 1 3)", " after:": "(range 1 2) after:2"}
    step = "(move Step (to if:(is Empty (to))))"
    stepped = "(step (to if:(is Empty (to))))"
    followed = {
        "set": f'(do (set Var "A" (from)) next:{stepped})',
        "set and ask": f'(do (set Var "A" (from)) next:{stepped} ifAfterwards:(is In (last To) (sites Outer)))',
        "set two and ask": f'(do (and (set Var "A" (from)) (set Var "B" (+ 1 (from)))) next:{stepped} ifAfterwards:(< (var "A") (last To)))',
        "count and ask": f'(do (set Var "A" (count Pieces Next in:(sites Around (from)))) next:{stepped} ifAfterwards:(> (count Pieces Next in:(sites Around (last To))) (var "A")))',
        "set, ask and go on": f'(do (set Var "A" (from)) next:{stepped} ifAfterwards:(is In (last To) (sites Outer)) (then (addScore Mover 1)))',
        "step and go on": f'(do (addScore Mover 1) next:{stepped} (then (set Var "A" (score Mover))))',
        "slide": '(do (set Var "A" (from)) next:(slide Orthogonal))',
        "remember": '(remember Value "R" (from))',
    }
    return {
        **{
            f"pieces of {who or 'Mover'} that {name}": game(
                f"(forEach Piece (move Step (to if:(is Empty (to))) (then (forEach Piece {effect} {who}))))",
                start=MIXED,
            )
            for who in ("", "Next")
            for name, effect in followed.items()
        },
        "pieces on cells, the last one first": game(
            '(forEach Piece (move Step (to if:(is Empty (to))) (then (forEach Piece on:Cell (set Var "A" (from)) Next))))',
            start=MIXED,
        ),
        **{
            f"a move that may stay {name}": game(
                f"(or (forEach Piece (move (from) (to (sites Board) (apply {effect})))) (move Pass))",
                pieces=two,
                start=MIXED,
            )
            for name, effect in effects.items()
        },
        **{
            f"a prior move {name}": game(
                f"(or (forEach Piece (do {prior} next:{step})) (move Pass))", pieces=two, start=MIXED
            )
            for name, prior in priors.items()
        },
        **{
            f"a hurdle is {name}{where}": moving(
                f"(move Hop (between {way} if:{condition} (apply (remove (between)))) (to if:(is Empty (to))))",
                start=FULLER,
                board=FIVE,
            )
            for name, condition in conditions.items()
            for where, way in ways.items()
        },
    }


def _clauses(words: str) -> list[str]:
    """The clauses written one after the other in a text."""
    found, depth, begin = [], 0, 0
    for place, letter in enumerate(words):
        depth += (letter == "(") - (letter == ")")
        if letter == "(" and depth == 1:
            begin = place
        elif letter == ")" and depth == 0:
            found.append(words[begin : place + 1])
    return found


def _drawn() -> dict[str, str]:
    """Rules that were drawn from the grammar, and read differently at first."""
    corners = "(board (square 4 pyramidal:True) use:Vertex)"
    some = '(place "A2" (sites {1 6 7 10 12}))'
    lone = {"pieces": '(piece "S" Shared)', "start": '(place "S" (sites {0 1 2 5 6 9}))'}
    turned = {
        "pieces": '(piece "A" P2) (piece "B" P1)',
        "start": '(place "A2" (sites {0 1 2})) (place "B1" (sites {5 6 9}))',
    }
    by_who = {
        "no Pieces": "(if (no Pieces Shared) 1 2) (count Pieces Shared) (count Pieces P1) (count Pieces All)",
        "names": '(count Pieces Mover "S") (count Pieces Next "A") (if (no Pieces P2 "B") 1 2)',
        "groups": "(max (sizes Group P1)) (max (sizes Group P2)) (max (sizes Group Shared)) (size Array (sizes Group))",
        "territory": "(size Territory P1) (size Territory P2) (size Territory Shared)",
        "lists": "(count Sites in:(sites Occupied by:P1)) (count Sites in:(sites Occupied by:Shared))",
        "around": "(count Sites in:(sites Around (last To) Own)) (count Sites in:(sites Around (last To) Enemy))",
        "threats": "(if (is Threatened (forEach Piece (move Step (to)))) 1 2)",
        "joined": "(if (is Connected 2 Sides) 1 2) (if (is Loop) 1 2)",
        "all groups": "(if (all Groups if:(> (count Sites in:(sites)) 1)) 1 2)",
    }
    numbers = {}
    for name, words in by_who.items():
        for kind, parts in (("lone", lone), ("turned", turned)):
            sets = "".join(f'(set Var "{k}" {one})' for k, one in enumerate(_clauses(words)))
            numbers[f"who is what, {kind}: {name}"] = game(
                f"(or (move Add (piece 1) (to (sites Empty))) (move Remove (sites Occupied by:All)) (then (and {{{sets}}})))",
                **parts,
            )
    return numbers | {
        "who is what, custodial": add_then("(custodial)", **turned),
        "who is what, enclose": add_then("(enclose)", **turned),
        "who is what, forEach Group": add_then('(forEach Group (set Var "N" (count Sites in:(sites))))', **turned),
        "prior slides of several pieces on a site": game(
            "(do (slide (from (last To))) next:(move Add (to (sites {0 11}))))",
            start='(place "A2" (sites {1 6 7 12})) (set Count 2 to:(sites {3 8})) (place "A2" 10 count:2)',
        ),
        "prior steps with effects": game(
            f'(do (step (from (centrePoint)) (to if:(is Empty (to)) (apply (set Var "A" (to))))) next:{ADD})',
            start=MIXED,
        ),
        "prior placements with effects": game(
            f'(do (add (piece 1) (to (sites Corners) if:(is Empty (to)) (apply (set Var "A" (to))))) next:{ADD})',
        ),
        "an effect with a piece that is added twice": add_then(
            "(add (piece 1) (to (sites {0 5 7}) (apply (addScore Mover 1))) (then (addScore Next 1)))",
            extra=HANDS,
            end=SCORE,
        ),
        "seq with consequents sees iterators": game(
            '(or (move Add (to (sites Empty) (apply (seq {(set Score Mover 1 (then (set Var "V" (to))))})))) (move Pass))',
            end=SCORE,
        ),
        "enclose with less than no exceptions": add_then("(enclose numException:-1)"),
        "is Connected in fewer regions than none": counted(
            "(if (is Connected (var) {(sites Row 1) (sites Row 0)}) 1 0)"
        ),
        "is Connected in no regions": counted("(if (is Connected 0 at:5 {(sites Row 1) (sites Row 0)}) 1 0)"),
        "states of edges without pieces": game(
            f"(or {ADD} (set State Edge at:1 1))", board="(board (square 4) use:Vertex)"
        ),
        "sites Empty of a container known in play": add_then(
            '(set Var "N" (count Sites in:(sites Empty (- 2 (last To)))))', extra=HANDS
        ),
        "results from no site": counted("(size Array (results from:50 to:(sites Occupied by:Mover) (to)))"),
        "steps that act around a circle": game(
            "(or (move Add (to (sites Empty) (apply (forEach Piece P1)))) (move Pass))",
            board="(board (concentric {1 4 8}) use:Vertex)",
            pieces='(piece "A" Each (move Step (to)))',
        ),
        "select vertices of a board of edges": game(
            f"(or (move Select (from Vertex (sites Board))) {ADD})", board="(board (square 3) use:Edge)"
        ),
        "prior hops": moving(
            "(do (hop (to if:(is Empty (to)))) next:(move Step (to if:(is Empty (to)))))", start=MIXED
        ),
        "prior captures": game(
            f'(do (custodial (from 5) (between if:(is Enemy (who at:(between))) (apply (and (remove (between)) (set Var "A" (between)))))) next:{ADD})',
            start=FULLER,
            board=FIVE,
        ),
        "all passed before a move": game(
            f"(priority (move Add (to (sites Empty) if:(all Passed))) (or {ADD} (move Pass)))"
        ),
        "all passed after a move": game(
            f"(or {ADD} (move Pass) (then (if (all Passed) (addScore Mover 1))))", end=SCORE
        ),
        "pieces on edges where none are": game(
            f"(or {ADD} (forEach Piece) (then (and (forEach Piece on:Edge (addScore Mover 1)) (set Var 0))))",
            board="(board (square 3) use:Vertex)",
            end=SCORE,
        ),
        "shots among vertices": add_then('(shoot (piece (id "A" Mover)) (from (last To)))', board=corners, start=some),
        "relative directions of no piece": game(
            "(or (move Add (to (sites Empty) (apply (forEach Direction Forward (to (apply (addScore Mover 1))))))) (move Pass))",
            end=SCORE,
        ),
    }


PILED = (
    '(place Stack "A1" (sites {0 2 5}) count:3) (place Stack items:{"A1" "A2"} 1)'
    ' (place Stack items:{"A1" "N0" "A2"} 6) (place Stack items:{"A2" "A1" "A2"} 10)'
)


def _listed_levels() -> dict[str, str]:
    """Games of stacks in which the order shows in which pieces came to be where they are."""
    ways = {
        "whole stacks": "(move (from (sites Occupied by:Mover)) (to (sites Empty)) stack:True)",
        "levels to levels": "(move (from (sites Occupied by:Mover) level:0) (to (sites Occupied by:Next) level:0))",
        "several levels": "(move (from (sites Occupied by:Mover)) (to (sites Occupied by:Next)) count:2)",
        "insertions": "(move Add (to (sites Occupied by:Mover) level:0))",
        "promotions": '(move Promote (last To) (piece "K1"))',
        "removals of levels": "(move Remove (sites Occupied by:Next) level:0)",
        "kings": '(move Add (piece {"K1" "K2"}) (to (sites Occupied by:Mover)))',
    }
    effects = {
        "all": '(forEach Piece "A" (if (is Odd (from)) (remember Value "R" (from)) (set Var "L" (+ (from) (level)))))',
        "tops": '(forEach Piece "A" (if (is Odd (from)) (set Var "L" (from))) Next top:True)',
        "groups": '(forEach Group (remember Value "G" (from)))',
    }
    parts = {
        "pieces": '(piece "A" Each (move Step (to if:True))) (piece "N" Neutral) (piece "K" Each)',
        "start": PILED,
    }
    first = "".join(
        f'(set Var "{k}" (where "{who[0]}" {who[1:]}))' for k, who in enumerate(("AMover", "ANext", "KNext"))
    )
    found = {
        f"first in stacks after {name}": game(f"(or {{{ADD} (forEach Piece) {way}}} (then (and {{{first}}})))", **parts)
        for name, way in ways.items()
    }
    for name, effect in effects.items():
        found[f"effects for pieces in stacks: {name}"] = game(
            f"(or {{{ADD} (forEach Piece) (move Pass)}} (then {effect}))", **parts
        )
    return found


def _drawn_later() -> dict[str, str]:
    """More rules that were drawn from the grammar, and read differently at first."""
    faced = {"players": "(players {(player N) (player S)})"}
    return {
        "sizes of groups in order": add_then(
            '(forEach Value (sizes Group Mover) (set Var "N" (value)))',
            start=MIXED,
            pieces='(piece "A" Each (move Step (to)))',
        ),
        "the first size of a group": game(
            '(or (move Remove (sites Occupied by:Next)) (move Add (to (sites Empty))) (then (set Var "N" (arrayValue (sizes Group) index:0))))',
            start=MIXED,
        ),
        "selections beyond the cells": game(f"(or (move Select (from (sites Slash))) {ADD})", board="(board (hex 2))"),
        "several moves onto others where none are counted": game(
            "(priority (move (from (sites Occupied by:Mover)) (to (sites Occupied by:Next)) count:1) (or (move Add (to (sites Empty))) (move Pass)))",
            start=MIXED,
        ),
        "enclosed gaps are not taken": game(
            "(or (move Add (to (sites Empty))) (move Pass) (then (and (add (piece 1) (to 5)) (enclose numException:2 (then (addScore Mover 1))))))",
            start=MIXED,
            end=SCORE,
        ),
        "caught sites without pieces": add_then(
            "(and (custodial (between if:True) (to if:True) (then (addScore Mover 1))) (add (piece 1) (to 6)))",
            start='(place "A2" (sites {1 9}))',
            end=SCORE,
        ),
        "values of no site": game(
            "(or {(set Value at:-1 3 (then (addScore Mover 1))) (move Add (to (sites Empty))) (move Pass)} (then (set Value at:(last To) 2)))",
            end=SCORE,
        ),
        "stuck until it moves": game(
            f"(priority (or (priority (forEach Piece (then (remove (sites Around (last To))))) (move Remove (last To))) (move Slide)) (or {ADD} (move Pass)))",
            board="(board (square 3))",
            meta="(no Repeat Situational)",
            end=SCORE,
        ),
        "stuck, and passing by choice": game(
            f"(priority (or (move Slide) (priority (forEach Piece (then (remove (sites Around (last To))))) (move Remove (last To)))) (or {ADD} (move Pass)))",
            board="(board (square 3))",
            pieces='(piece "A" Each (move Step (to if:(is Empty (to)))))',
            start='(place "A1" 0) (place "A2" 8)',
            meta="(no Repeat Situational)",
            end="(end (if (>= (count Moves) 24) (byScore)))",
        ),
        "a pass by choice, and none": game(
            f'(or (if (is Odd (count Moves)) {ADD}) (if (is Even (count Turns)) (move Pass)) (then (if (no Moves Mover) (set Var "N" (count Moves)))))',
            end="(end (if (no Moves Mover) (result Mover Loss)))",
        ),
        "next after a swap": game(
            f"{ADD}",
            meta="(swap)",
            end="(end (if (and (= (count Moves) 2) (is Next P2)) (result Mover Win)))",
        ),
        "pending twice before others": game(
            f"(or (do (addScore Mover 1) next:(do (set Pending 3) next:(move Pass))) {ADD})", end=SCORE
        ),
        "pending twice after a roll": game(
            f"(do (roll) next:(or (do (set Pending 3) next:(move Pass)) {ADD}))", extra="(dice d:2 num:2)", end=SCORE
        ),
        "facings of pieces that no item names": add_then(
            '(set Var "N" (count Sites in:(sites Direction from:(last To) Forward)))', pieces="", **faced
        ),
        "cells that hold nothing": game(
            f"(or (move Remove Cell (sites Occupied by:Mover)) {ADD})", board="(board (square 4) use:Vertex)"
        ),
        "swapped with an empty hole": game(
            "(or (move Add (to (sites Empty))) (move Swap Pieces 1 3))", start='(place "A1" 1 count:2)', extra=HANDS
        ),
    }


def _tried() -> dict[str, str]:
    """Moves that are tried on a copy before they are chosen, and what such a copy takes along or leaves as it was."""
    pieces = '(place "A1" {0 2 5}) (place "A2" {15 13 10})'
    step = "(move Step (to if:(is Empty (to))) (then (set Var (from))))"
    plain = "(move Step (to if:(is Empty (to))))"
    sowing = {
        "board": '(mancalaBoard 2 4 store:None (track "T" "0,E,N,W" loop:True))',
        "pieces": '(piece "S" Shared)',
        "start": "(set Count 3 to:(sites Board))",
        "end": SCORE,
    }
    sow = "(move Select (from (sites Board) if:(is Occupied (from))) (then (sow {})))"
    pending = "(then (if (= 0 (% (last To) 3)) (set Pending 5)))"
    stepping = {
        "pieces": '(piece "A" Each (move Step Orthogonal (to if:(is Empty (to)))))',
        "start": '(place "A1" 1) (place "A2" 2)',
        "board": "(board (rectangle 1 3))",
        "end": "(end (if (>= (count Moves) 12) (result All Draw)))",
    }
    return {
        "ifAfterwards sees iterators": game(
            f"(forEach Piece (do {plain} ifAfterwards:(< (from) (last To))))", start=pieces
        ),
        "consequents of tried moves see iterators": game(
            f"(forEach Piece (do {step} ifAfterwards:(< (var) (last To))))", start=pieces
        ),
        "consequents of the longest turns see iterators": game(f"(forEach Piece (max Moves {step}))", start=pieces),
        "consequents of captures by sowing see iterators": game(
            sow.format("apply:(addScore Mover 1 (then (set Var (to))))"), **sowing
        ),
        "sowing from the origin by a condition": game(
            "(move Select (from (sites Board)) (then (sow apply:(addScore Mover (to)) origin:(= 1 (mover)))))",
            **{**sowing, "start": "(set Count 2 at:0)"},
        ),
        "ifAfterwards sees what was pending": game(
            f"(or (move Pass) (do (move Add (to (sites Empty)) {pending}) ifAfterwards:(is In 5 (sites Pending))))"
        ),
        "a situation after a forced pass": game("(forEach Piece)", meta="(no Repeat Situational)", **stepping),
        "what could be tried does not visit": game(
            f"(or (move Pass) (move Add (to (sites Empty)) (then (if (can Move (do {ADD.replace('move Add', 'add')} ifAfterwards:(is Visited 5))) (moveAgain)))))"
        ),
        "an addition with an effect leaves (from)": game(
            "(priority (forEach Piece (move Add (piece (mover)) (to (sites Around (from)) if:(and (is Empty (to)) (!= (from) (- (to) 1))) (apply (addScore Mover 1))))) (move Add (to (sites Empty))))",
            end=SCORE,
        ),
        "an addition with an effect on a condition leaves (from)": game(
            "(priority (forEach Piece (move Add (piece (mover)) (to (sites Around (from)) if:(is Empty (to)) (apply if:(< (from) (to)) (addScore Mover 1))))) (move Add (to (sites Empty))))",
            end=SCORE,
        ),
        "a swap after several moves of one": game(
            "(move Add (to (sites Empty)) (then (if (= 2 (count Moves)) (moveAgain))))",
            meta="(swap)",
            players="(players 3)",
        ),
    }


def _ways() -> dict[str, str]:
    """Directions that are put together, where they differ from site to site."""
    facing = {
        "pieces": '(piece "A" Each N) (piece "B" Each S)',
        "start": '(place "A1" {0 2 5}) (place "A2" {3 6 8}) (place "B1" {1}) (place "B2" {7})',
    }
    mixed = {**facing, "board": "(board (square 4 diagonals:Alternating) use:Vertex)"}
    ahead = "(priority (forEach Piece (move (from) (to (ahead (from) {}) if:(is Empty (to))))) (move Add (piece (mover)) (to (sites Empty))))"
    return {
        "sites in directions of the piece and others": game(
            "(or (move Pass) (move Select (from (sites Direction from:(sites Occupied by:Next) (union Diagonal Forward) distance:2))))",
            **mixed,
        ),
        "ahead in the first direction of a site": game(ahead.format("(difference All Orthogonal)"), **facing),
        "ahead in the first of several directions": game(ahead.format("(union Diagonal Forward)"), **facing),
        "push in the first direction of a site": add_then("(push (difference All Orthogonal))"),
        "groups in directions that not all sites have": add_then(
            '(set Var "N" (count Groups (union Diagonal N)))', board="(board (quadhex 2))"
        ),
    }


def _read_anew() -> dict[str, str]:
    """Types that are ignored, ends of a line that are asked for, and what happens to nobody or nothing."""
    counts = '(place "A1" {0 2 14}) (place "A2" {1 6 10}) (set Count 2 to:(sites {3 8}))'
    edges = {"board": "(board (square 3) use:Edge)", "start": '(place "A1" {0 2 5 9})'}
    tracks = '(board (square 4) {(track "T" {0 1 2 3 7 11 15 14 13 12 8 4} loop:True)})'
    seen = '(set Var "N" (count in:(sites LineOfSight Empty {} at:(last To))))'
    return {
        "powers of zero": add_then('(set Var "N" (^ (- (last To) 5) (- 3 (last To))))'),
        "large powers": add_then('(set Var "N" (^ (- 5 (last To)) (* 1000000 (last To))))'),
        "scores of who was before": add_then(
            "(addScore {Prev P2} {(count Moves) 2} (then (addScore Mover 1)))", end=SCORE
        ),
        "is Within of another type": game(
            "(priority (move Add (to (sites Empty) if:(is Within 1 Vertex at:5))) (move Pass))", **edges
        ),
        "sites LineOfSight of another type": add_then(seen.format("Cell"), board="(board (square 4) use:Vertex)"),
        "sites Between ends that are asked for": add_then(
            '(set Var "N" (count in:(sites Between from:(last To) fromIncluded:(is Empty (to)) to:5 toIncluded:(< (from) 9))))'
        ),
        "removals where nothing is counted": add_then(
            "(and (set Count at:15 3) (if (is Even (count Moves)) (remove (sites Around 11) (then (addScore Mover 1)))))",
            start=counts,
            end=SCORE,
        ),
        "sowing that stays off the track": add_then("(sow sowEffect:(moveAgain) origin:(is Mover P2))", board=tracks),
    }


def situations() -> dict[str, str]:
    """All of them by name."""
    found: dict[str, str] = {}
    for part in (
        _effects,
        _captures,
        _movement,
        _sowing,
        _regions,
        _conditions,
        _numbers,
        _turns,
        _rarely,
        _known_pieces,
        _drawn,
        _drawn_later,
        _listed_levels,
        _tried,
        _ways,
        _read_anew,
    ):
        found.update(part())
    return found
