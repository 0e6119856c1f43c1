"""The bundled library of defines: each one expands and means something in a small game that uses it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import petteia
from petteia import lang

FOLDER = Path(petteia.__file__).parent / "defs"
FILES = sorted(FOLDER.rglob("*.def"))

# Parts of the small game; a define takes the place of one of them.
PLAYERS = "(players 2)"
BOARD = "(board (square 5))"
PIECES = '(piece "Counter" Each) (piece "King" Each)'
REGIONS = '(regions "Goal" P1 (sites Top)) (regions "Goal" P2 (sites Bottom))'
PLAY = "(move Add (to (sites Empty)))"
END = "(if (is Full) (result Mover Draw))"


def game(
    *,
    players: str = PLAYERS,
    board: str = BOARD,
    pieces: str = PIECES,
    start: str = "",
    play: str = PLAY,
    phases: str = "",
    end: str = END,
    items: str = "",
    equipment: str = "",
    extra: str = "",
) -> str:
    """A small game with some parts replaced."""
    equipment = equipment or f"(equipment {{ {board} {pieces} {items} {REGIONS} }})"
    rules = f"phases:{{ {phases} }}" if phases else f"(play {play})"
    return f'{extra}\n(game "Small" {players} {equipment} (rules {start} {rules} (end {end})))'


def when(condition: str) -> str:
    return game(end=f"(if {condition} (result Mover Win))")


def then(effect: str) -> str:
    return game(play=f"(move Add (to (sites Empty)) (then {effect}))")


def moving(move: str) -> str:
    return game(play=f"(forEach Piece {move})")


def stepping(arguments: str) -> str:
    """A step whose directions or targets are told by the define."""
    return moving(f"(move Step {arguments} (to if:(is Empty (to))))")


def region(text: str) -> str:
    return when(f"(is In (last To) {text})")


def number(text: str) -> str:
    return when(f"(= 3 {text})")


def racing(text: str) -> str:
    return game(
        board='(board (rectangle 2 13) (track "T" { 0..5 End } P1) use:Vertex)', items="(dice d:6 num:2)", play=text
    )


def tracks(name: str, board: str, arguments: str = "End") -> str:
    return game(board=f'("{board}" ("{name}" {arguments}))', items="(hand Each)")


def shogi(play: str) -> str:
    """A game with pawns that are taken to a hand of one place."""
    maps = '(map "Prisoner" { ("ShogiPrisoners" "Pawn" "Tokin") }) (map "Place" { ("ShogiPlaces" "Pawn" "Tokin" 0) })'
    zones = '(regions "Zone" P1 (sites Top)) (regions "Zone" P2 (sites Bottom))'
    return game(pieces='(piece "Pawn" Each) (piece "Tokin" Each)', items=f"(hand Each) {maps} {zones}", play=play)


PHASE = '(phase "Placing" (play (move Add (to (sites Empty)))) (nextPhase "Moving"))'
COLUMNS = '(define "Columns" 6)'

# For each define a game that uses it.
USES = {
    "AllOwnedPiecesIn": when('("AllOwnedPiecesIn" (sites Mover "Goal"))'),
    "AlquerqueBoard": game(board='("AlquerqueBoard" 5 5)'),
    "AlquerqueBoardWithBottomAndTopTriangles": game(board='("AlquerqueBoardWithBottomAndTopTriangles")'),
    "AlquerqueBoardWithBottomTriangle": game(board='("AlquerqueBoardWithBottomTriangle")'),
    "AlquerqueBoardWithEightTriangles": game(board='("AlquerqueBoardWithEightTriangles")'),
    "AlquerqueBoardWithFourTriangles": game(board='("AlquerqueBoardWithFourTriangles")'),
    "AlquerqueGraph": game(board='(board ("AlquerqueGraph" 3 5) use:Vertex)'),
    "AlquerqueGraphWithBottomAndTopTriangles": game(
        board='(board ("AlquerqueGraphWithBottomAndTopTriangles") use:Vertex)'
    ),
    "AlquerqueGraphWithBottomTriangle": game(board='(board ("AlquerqueGraphWithBottomTriangle") use:Vertex)'),
    "AlquerqueGraphWithFourTriangles": game(board='(board ("AlquerqueGraphWithFourTriangles") use:Vertex)'),
    "BackgammonBoard": game(board='("BackgammonBoard" { (track "T" { 0..5 End } P1) })'),
    "BackgammonTracks": tracks("BackgammonTracks", "BackgammonBoard"),
    "BackgammonTracksSameDirectionOppositeCorners": tracks(
        "BackgammonTracksSameDirectionOppositeCorners", "BackgammonBoard"
    ),
    "BackgammonTracksSameDirectionOppositeCornersWithBars": tracks(
        "BackgammonTracksSameDirectionOppositeCornersWithBars", "BackgammonBoard", ""
    ),
    "BackgammonTracksSameDirectionOppositeCornersWithBars2": tracks(
        "BackgammonTracksSameDirectionOppositeCornersWithBars2", "BackgammonBoard"
    ),
    "BackgammonTracksSameDirectionWithBar": tracks("BackgammonTracksSameDirectionWithBar", "BackgammonBoard"),
    "BackgammonTracksSameDirectionWithHands": tracks("BackgammonTracksSameDirectionWithHands", "BackgammonBoard"),
    "BackgammonTracksWithBar": tracks("BackgammonTracksWithBar", "BackgammonBoard"),
    "BackgammonTracksWithHands": tracks("BackgammonTracksWithHands", "BackgammonBoard"),
    "BeforeAfterCentreSetup": game(start='("BeforeAfterCentreSetup" "Counter1" "Counter2")'),
    "BlackCellsSetup": game(start='("BlackCellsSetup" 2)'),
    "BlockWin": game(end='("BlockWin")'),
    "BlockWinOrDrawByCounter": game(end='("BlockWinOrDrawByCounter" 99)'),
    "BoardSitesWhere": region('("BoardSitesWhere" (is Empty (site)))'),
    "BottomTopSetup": game(start='("BottomTopSetup" 2 "Counter1" "Counter2")'),
    "CanLeaveCheck": game(
        play="(forEach Piece (move Step (to)))", end='(if ("CanLeaveCheck" "King" Next) (result Mover Win))'
    ),
    "CaptureAll": game(end='("CaptureAll" Next)'),
    "CaptureAllTeam": game(end='("CaptureAllTeam")'),
    "Checkmate": game(play="(forEach Piece (move Step (to)))", end='("Checkmate" "King")'),
    "ChessBishop": game(pieces='("ChessBishop" "Bishop")', play="(forEach Piece)"),
    "ChessKing": game(pieces='("ChessKing" "King" (then (set Counter)) (then (moveAgain)))', play="(forEach Piece)"),
    "ChessKnight": game(pieces='("ChessKnight" "Knight")', play="(forEach Piece)"),
    "ChessPawn": game(
        pieces='("ChessPawn" "Pawn" ("DoubleStepForwardToEmpty") (then (moveAgain)))', play="(forEach Piece)"
    ),
    "ChessQueen": game(pieces='("ChessQueen" "Queen" (then (set Counter)))', play="(forEach Piece)"),
    "ChessRook": game(pieces='("ChessRook" "Rook" ~ (then (moveAgain)))', play="(forEach Piece)"),
    "CountersOnRows": game(start='("CountersOnRows" 2 0)'),
    "CrossBoard": game(board='("CrossBoard" 3 7 use:Vertex diagonals:Alternating)'),
    "CrossGraph": game(board='(board ("CrossGraph" 3 7))'),
    "CustodialCapture": then('("CustodialCapture" Orthogonal (max 1))'),
    "CustodialCapturePieceType": then('("CustodialCapturePieceType" "King" Orthogonal (max 1))'),
    "DieNotUsed": racing('(do (roll) next:(forEach Die if:("DieNotUsed") (move Add (to (sites Empty)))))'),
    "DoubleStepForwardToEmpty": moving('("DoubleStepForwardToEmpty" (then (moveAgain)))'),
    "DraughtsEquipment": game(equipment='("DraughtsEquipment" (square 8))'),
    "DrawIfNoMoves": game(end='("DrawIfNoMoves" Next)'),
    "EncloseCapture": then('("EncloseCapture" Orthogonal)'),
    "EnemyNotTakenAt": when('("EnemyNotTakenAt" (last To))'),
    "EscapeTeamWin": game(end='("EscapeTeamWin")'),
    "EscapeWin": game(end='("EscapeWin")'),
    "FillWin": game(end='("FillWin" (sites Mover "Goal"))'),
    "ForEachNonMoverNoMovesLoss": game(end='("ForEachNonMoverNoMovesLoss")'),
    "ForEachPlayerNoMovesLoss": game(end='("ForEachPlayerNoMovesLoss")'),
    "ForEachPlayerNoPiecesLoss": game(end='("ForEachPlayerNoPiecesLoss")'),
    "FortyStonesWithFourGapsBoard": game(board='("FortyStonesWithFourGapsBoard" { (track "T" { 0..5 End } P1) })'),
    "GiraffeWalk": moving('("LeapToEmpty" "GiraffeWalk")'),
    "HandEmpty": game(items="(hand Each)", end='(if ("HandEmpty" Mover) (result Mover Win))'),
    "HandOccupied": game(items="(hand Each)", end='(if ("HandOccupied" Mover) (result Mover Win))'),
    "HasFreedom": when('("HasFreedom" Orthogonal)'),
    "HavingLessPiecesLoss": game(end='("HavingLessPiecesLoss" Next 2)'),
    "HittingCapture": moving('(move Step (to if:True ("HittingCapture" (centrePoint))))'),
    "HittingStackCapture": moving('(move Step (to if:True ("HittingStackCapture" (centrePoint))))'),
    "HopAllPiecesToEmpty": moving('("HopAllPiecesToEmpty" (from) Orthogonal (max 3) (then (moveAgain)))'),
    "HopCapture": moving('("HopCapture" (from (last To)) Orthogonal)'),
    "HopCaptureOn": moving('("HopCaptureOn" (from) Diagonal)'),
    "HopCaptureDistance": moving('("HopCaptureDistance" ~ Diagonal)'),
    "HopCaptureDistanceNotAlreadyHopped": moving('("HopCaptureDistanceNotAlreadyHopped" (from (last To)) Diagonal)'),
    "HopDiagonalCapture": moving('("HopDiagonalCapture")'),
    "HopDiagonalSequenceCapture": moving('("HopDiagonalSequenceCapture" before:3 after:3 at:EndOfTurn)'),
    "HopDiagonalSequenceCaptureAgain": moving('("HopDiagonalSequenceCaptureAgain" before:3 after:3 at:EndOfTurn)'),
    "HopFriendCapture": moving('("HopFriendCapture" ~ Orthogonal)'),
    "HopFurther": then('("ReplayIfCanMove" ("HopFurther" Diagonal before:3 after:3))'),
    "HopInternationalDraughtsStyle": moving('("HopInternationalDraughtsStyle" (from (last To)) (then (moveAgain)))'),
    "HopOnlyCounters": moving('("HopOnlyCounters" ~ Diagonal)'),
    "HopOrthogonalCapture": moving('("HopOrthogonalCapture")'),
    "HopOrthogonalSequenceCapture": moving('("HopOrthogonalSequenceCapture")'),
    "HopOrthogonalSequenceCaptureAgain": moving('("HopOrthogonalSequenceCaptureAgain")'),
    "HopRotationalCapture": moving('("HopRotationalCapture")'),
    "HopRotationalSequenceCapture": moving('("HopRotationalSequenceCapture")'),
    "HopRotationalSequenceCaptureAgain": moving('("HopRotationalSequenceCaptureAgain")'),
    "HopSequenceCapture": moving('("HopSequenceCapture" ~ ~ at:EndOfTurn (set Counter))'),
    "HopSequenceCaptureAgain": moving('("HopSequenceCaptureAgain" ~ ~ at:EndOfTurn (set Counter))'),
    "HopStackEnemyCaptureTop": moving('("HopStackEnemyCaptureTop" ~ Diagonal)'),
    "HopStackEnemyCaptureTopDistance": moving('("HopStackEnemyCaptureTopDistance" ~ Diagonal)'),
    "InterveneCapture": then('("InterveneCapture" Orthogonal)'),
    "IsEmptyAndNotVisited": moving('(move Step (to if:("IsEmptyAndNotVisited" (to))))'),
    "IsEmptyOrSingletonStack": moving('(move Step (to if:("IsEmptyOrSingletonStack" (to))))'),
    "IsEndTrack": when('("IsEndTrack" (last To))'),
    "IsEnemyAt": when('("IsEnemyAt" (last To) 0)'),
    "IsFriendAt": when('("IsFriendAt" (last To))'),
    "IsInCheck": when('("IsInCheck" "King" Mover)'),
    "IsNotEndTrack": when('("IsNotEndTrack" (last To))'),
    "IsNotOffBoard": when('("IsNotOffBoard" (last To))'),
    "IsOffBoard": when('("IsOffBoard" (last To))'),
    "IsPhaseOne": when('("IsPhaseOne" (last To))'),
    "IsPhaseZero": when('("IsPhaseZero" (last To))'),
    "IsPieceAt": when('("IsPieceAt" "King" Mover (last To))'),
    "IsSingleGroup": when('("IsSingleGroup" Mover Orthogonal)'),
    "IsSingletonStack": when('("IsSingletonStack" (last To))'),
    "IsTopLevel": game(play='(forEach Piece (if ("IsTopLevel" (from)) (move Step (to if:(is Empty (to))))))'),
    "KintsBoard": game(board='("KintsBoard" { (track "T" { 0..5 End } P1) })'),
    "KnightWalk": moving('("LeapToEmpty" "KnightWalk")'),
    "LWalk": game(items='(tile "L" Each "LWalk")'),
    "LastDirection": stepping('("LastDirection" Cell)'),
    "LastDistance": number('("LastDistance" Orthogonal)'),
    "LastHoleSowed": region('("LastHoleSowed")'),
    "LeapCapture": moving('("LeapCapture" "KnightWalk" (then (set Counter)) (then (moveAgain)))'),
    "LeapToEmpty": moving('("LeapToEmpty" "KnightWalk" (then (moveAgain)))'),
    "Line3Win": game(end='("Line3Win" Orthogonal)'),
    "MancalaByScoreWhen": game(
        end='("MancalaByScoreWhen" (is Full))', extra='(define "PiecesOwnedBy" (count Pieces #1))'
    ),
    "MisereBlockWin": game(end='("MisereBlockWin")'),
    "MayTakeOrMove": game(play='("MayTakeOrMove" (move Step (to if:(is Empty (to)))) Adjacent)'),
    "MustTakeOrMove": game(play='("MustTakeOrMove" (move Step (to if:(is Empty (to)))) Adjacent)'),
    "MoveToEmptyOrOccupiedByLargerPiece": moving('("MoveToEmptyOrOccupiedByLargerPiece" (from))'),
    "NearestRows": region('("NearestRows" Top 2)'),
    "NewTurn": when('("NewTurn")'),
    "NextSiteOnTrack": number('("NextSiteOnTrack" 2 from:(last To) "T")'),
    "NineMensMorrisBoard": game(board='("NineMensMorrisBoard")'),
    "NoEnemyOrOnlyOne": moving('(move Step (to if:("NoEnemyOrOnlyOne" (to))))'),
    "NoMoves": game(end='("NoMoves" Draw)'),
    "NoMovesLossAndLessNumPiecesPlayerLoss": game(end='("NoMovesLossAndLessNumPiecesPlayerLoss" Next 2)'),
    "NoMovesLossAndNoPiecesPlayerLoss": game(end='("NoMovesLossAndNoPiecesPlayerLoss" Next)'),
    "NoMovesP1NoPiecesP2": game(end='("NoMovesP1NoPiecesP2")'),
    "NoMovesP2NoPiecesP1": game(end='("NoMovesP2NoPiecesP1")'),
    "NoPieceOnBoard": when('("NoPieceOnBoard")'),
    "NoSites": when('("NoSites" (sites Occupied by:Next))'),
    "OppositeOuterPit": COLUMNS + number('("OppositeOuterPit" (last To))'),
    "OppositePit": COLUMNS + number('("OppositePit" (last To))'),
    "OppositePitTwoRows": COLUMNS + number('("OppositePitTwoRows" (last To))'),
    "PachisiBoard": game(board='("PachisiBoard" { (track "T" "0,N,E" P1) })'),
    "PhaseMovePiece": game(phases=f'{PHASE} ("PhaseMovePiece" "Moving" (nextPhase "Placing"))'),
    "PieceTypeReachWin": game(end='("PieceTypeReachWin" "King" (sites Mover "Goal") Mover)'),
    "PromoteIfReach": then('("PromoteIfReach" (sites Mover "Goal") "King" (moveAgain))'),
    "ReachWin": game(end='("ReachWin" (sites Mover "Goal") Mover)'),
    "RemoveAnyEnemyPiece": game(play='("RemoveAnyEnemyPiece" (then (moveAgain)))'),
    "RemoveAnyEnemyPieceNotInLine3": game(play='("RemoveAnyEnemyPieceNotInLine3" Orthogonal)'),
    "ReplayIfCanMove": then('("ReplayIfCanMove" (step (to)) (set Counter))'),
    "ReplayIfLine3": then('("ReplayIfLine3" Orthogonal exact:True)'),
    "ReplayInMovingOn": then('("ReplayInMovingOn" (sites Mover "Goal"))'),
    "ReplayNotAllDiceUsed": racing('(move Add (to (sites Empty)) (then ("ReplayNotAllDiceUsed")))'),
    "RollEachNewTurnMove": racing('("RollEachNewTurnMove" (move Add (to (sites Empty))))'),
    "RollMove": racing('("RollMove" (move Add (to (sites Empty))) (then (moveAgain)))'),
    "SameTurn": when('("SameTurn")'),
    "ShogiGold": game(pieces='("ShogiGold" "Gold" (apply (remove (to))))', play="(forEach Piece)"),
    "SingleGroupWin": game(end='("SingleGroupWin" Mover)'),
    "SlideCapture": moving('("SlideCapture" (from) Orthogonal (then (set Counter)) (then (moveAgain)))'),
    "StarBoard": game(board='("StarBoard" 5)'),
    "StepBackwardToEmpty": moving('("StepBackwardToEmpty")'),
    "StepDiagonalToEmpty": moving('("StepDiagonalToEmpty")'),
    "StepForwardToEmpty": moving('("StepForwardToEmpty")'),
    "StepForwardsToEmpty": moving('("StepForwardsToEmpty")'),
    "StepOrthogonalToEmpty": moving('("StepOrthogonalToEmpty")'),
    "StepRotationalToEmpty": moving('("StepRotationalToEmpty")'),
    "StepStackToEmpty": moving('("StepStackToEmpty" Orthogonal)'),
    "StepToEmpty": moving('("StepToEmpty" Orthogonal (then (moveAgain)))'),
    "StepToEnemy": moving('("StepToEnemy" (directions { FL FR }))'),
    "StepToNotFriend": moving('("StepToNotFriend" Orthogonal)'),
    "StickDice": game(items='("StickDice" 4)'),
    "TableBoard": game(board='("TableBoard" { (track "T" { 0..5 End } P1) })'),
    "TableTracksOpposite": tracks("TableTracksOpposite", "TableBoard"),
    "TableTracksOpposite2": tracks("TableTracksOpposite2", "TableBoard"),
    "TableTracksOppositeWithHands": tracks("TableTracksOppositeWithHands", "TableBoard"),
    "TableTracksSameDirectionWithHands": tracks("TableTracksSameDirectionWithHands", "TableBoard"),
    "TakenBetween": moving('(move Hop ("TakenBetween" ("IsEnemyAt" (between)) (max 2)) (to if:(is Empty (to))))'),
    "TakenTo": moving('(move Step ("TakenTo" ("IsEnemyAt" (to)) (then (set Counter))))'),
    "ThreeMensMorrisBoard": game(board='("ThreeMensMorrisBoard")'),
    "ThreeMensMorrisBoardWithLeftAndRightTriangles": game(board='("ThreeMensMorrisBoardWithLeftAndRightTriangles")'),
    "ThreeMensMorrisGraphWithLeftAndRightTriangles": game(
        board='(board ("ThreeMensMorrisGraphWithLeftAndRightTriangles") use:Vertex)'
    ),
    "TracksOfTwo": tracks("TracksOfTwo", "TableBoard", "{ 0..11 End } { 23..12 End }"),
    "TwoPlayersNorthSouth": game(players='("TwoPlayersNorthSouth")'),
    "TwoRowsOfSix": game(board='(board ("TwoRowsOfSix") use:Vertex)'),
    "WhiteCellsSetup": game(start='("WhiteCellsSetup" 2)'),
    "ChessCastle": game(
        pieces='(piece "King" Each ("ChessCastle" E 3 W 2)) ("ChessRook" "Rook" ~ (then "ChessHasMoved"))',
        play="(forEach Piece)",
    ),
    "ChessFerz": game(pieces='("ChessFerz" "Counsellor" (then (set Counter)))', play="(forEach Piece)"),
    "ChessHasMoved": then('"ChessHasMoved"'),
    "ChessPawnMoves": game(pieces='(piece "Pawn" Each ("ChessPawnMoves" (then (moveAgain))))', play="(forEach Piece)"),
    "ChessUnmoved": when('("ChessUnmoved" (last To))'),
    "ShogiDrops": shogi('("ShogiDrops" 0 (is Empty (to)))'),
    "ShogiGoldSteps": shogi('(forEach Piece "ShogiGoldSteps")'),
    "ShogiMayPromote": shogi('(forEach Piece ("ShogiSteps" Forward "ShogiMayPromote"))'),
    "ShogiNoPawnInColumn": shogi('("ShogiDrops" 0 "ShogiNoPawnInColumn")'),
    "ShogiPlaces": shogi("(move Pass)"),
    "ShogiPrisoners": shogi("(move Pass)"),
    "ShogiPromotes": shogi('("ShogiPromotes" "Pawn" "Tokin")'),
    "ShogiSlides": shogi('(forEach Piece ("ShogiSlides" Orthogonal))'),
    "ShogiSteps": shogi('(forEach Piece ("ShogiSteps" Forward (then (set Counter))))'),
    "ShogiTake": shogi('(forEach Piece (move Step (to if:("IsEnemyAt" (to)) "ShogiTake")))'),
    "XiangqiCannonMoves": moving('("XiangqiCannonMoves" 9)'),
    "XiangqiGeneral": game(
        pieces='("XiangqiGeneral")', items='(regions "Palace" P1 (sites Bottom)) (regions "Palace" P2 (sites Top))'
    ),
    "XiangqiHorseBy": moving('("XiangqiHorseBy" N NE NW)'),
    "XiangqiHorseMoves": moving('"XiangqiHorseMoves"'),
    "XiangqiHorseOn": moving('("XiangqiHorseOn" (ahead (from) N) NE)'),
    "XiangqiTake": moving('(move Step (to if:("IsEnemyAt" (to)) "XiangqiTake"))'),
    "XiangqiTakeIf": moving('(move Step (to ("XiangqiTakeIf" ("IsEnemyAt" (to)))))'),
}


def test_every_define_is_used_here() -> None:
    assert {file.stem for file in FILES} == set(USES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_holds_the_define_of_its_name(file: Path) -> None:
    """One define, with the name of the file, and a comment above that says its meaning and all its parameters."""
    text = file.read_text(encoding="utf-8")
    comment, _, body = text.partition("(define ")
    assert body.startswith(f'"{file.stem}"') and text.count("(define ") == 1
    assert comment.startswith("// ")
    assert len(text) < 1500 and max(map(len, text.splitlines())) <= 120
    parameters = set(re.findall(r"#(\d)", body))
    assert parameters == {str(n) for n in range(1, len(parameters) + 1)} == set(re.findall(r"#(\d)", comment))


@pytest.mark.parametrize("name", sorted(USES))
def test_a_game_that_uses_it_binds(name: str) -> None:
    """The define leaves no trace but its meaning, and the game around it binds."""
    expanded = lang.expand(USES[name], name="small.lud")
    assert f'"{name}"' not in expanded.text and "#" not in expanded.text
    lang.bind(lang.read(expanded))


@pytest.mark.parametrize("name", sorted(name for name, text in USES.items() if "Board" in name or "Graph" in name))
def test_a_board_can_be_built(name: str) -> None:
    """Boards of the library are graphs with sites."""
    state = petteia.load(USES[name], backend="interpreter").start()
    assert len(state.legal_moves()) >= 9


@pytest.mark.conformance
def test_descriptions_of_others_bind_with_this_library(conformance: Path) -> None:
    """The names and parameters are those that descriptions of the language use: every fifteenth, read in place."""
    files = [file for file in sorted((conformance / "games").rglob("*.lud"))[::15] if file.stat().st_size < 60_000]
    for file in files:
        expanded = lang.expand(lang.decode(file.read_bytes(), file.name), name=file.name)
        lang.bind(lang.read(expanded))
    assert len(files) > 40
