"""Random descriptions made from the grammar: well-typed clauses of every word the second reading knows, in small games.

Where `mutants` changes games that people wrote, this writes rules that nobody did: each argument of each form is drawn
at random, so that seldom used ones are as frequent as the others.
"""

# ruff: noqa: E501 - a clause is easier to read in one line than cut into pieces

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from petteia import lang
from petteia.errors import PetteiaError
from petteia.ludemes import forms, keywords
from petteia.ludemes.registry import Slot, SlotType

from . import play  # noqa: F401 - enters the readers
from .play import STRUCTURE
from .reading import READ, UNREAD

SITES = {"at", "site", "from_", "to", "site1", "site2", "origin", "from_site", "start", "through", "site_a", "site_b"}
SITES |= {"site_to_remove", "where", "sites", "to_site", "edge1", "edge2"}
PLAYERS = {"player_index", "owner", "player1", "player2", "players", "who", "colour"}
SITE_WORDS = {"LastSite", "CentrePoint", "Ahead", "RegionSite", "WherePiece", "TrackSiteMove", "ToSite", "FromSite"}
SITE_WORDS |= {"BetweenSite", "SiteIterator", "CoordinateSite", "RowColumnSite", "HandSite", "MapEntry", "IntIf"}
PLAYER_WORDS = {"Mover", "Next", "WhoAt", "PlayerIterator", "Prev"}
TIRED = {"Note", "IsProposed", "IsDecided", "Propose", "Vote", "MovePropose", "MoveVote", "SitesRandom", "RandomValue"}
TIRED |= {
    "Amount",
    "Pot",
    "SetPot",
    "NextPhase",
    "Push",
    "Claim",
    "MoveClaim",
    "ForEachGroup",
    "MoveSwapPlayers",
    "SwapPlayers",
    "MoveSetNextPlayer",
    "PlaceRandom",
    "MaxMoves",
    "TrackIterator",
    "Roll",
}
"""Words that are drawn seldom: of chance, of seats, or slow."""
OPERATORS = {"IfMoves", "OrMoves", "OrMovesAll", "Priority", "PriorityAll", "Do", "MaxMoves", "MaxCaptures"}
OPERATORS |= {"ForEachPiece", "ForEachSite", "ForEachValueBetween", "ForEachValueOf", "ForEachLevel", "ForEachGroup"}
OPERATORS |= {"ForEachPlayer", "ForEachDirection", "ForEachDie", "FirstMoveOnTrack", "AndMoves"}
"""Words that make moves to choose from out of other moves."""
CHOICES = {"CanMove", "SitesOfMoves", "IsThreatened"}
"""Words whose moves are such as a player chooses from, wherever they stand."""


UNTOLD = {"Amount", "Pot", "SetPot", "CountPhases"}
"""Words about money, which without a bet the specification leaves open how to write, and one without a meaning."""
_RARE = {"apply_after_all_moves", "with_value", "is_visible"}
NEEDED = {
    "IsOdd": ("value",),
    "IsEven": ("value",),
    "IsVisited": ("value",),
    "IsWithin": ("what",),
    "IsPattern": ("walk",),
    "SitesState": ("index",),
    "Directional": ("directions",),
    "Note": ("to_role",),
    "SetRotation": ("to",),
}
"""Arguments that the grammar lets be left out, though nothing is meant without them."""
FROM_REGIONS = {"FromTo", "Move", "MoveFromTo", "Select", "MoveSelect", "Step", "MoveStep", "Hop", "MoveHop"}
"""Words whose `(from ..)` may hold a region."""
LANDS = {"Hop", "MoveHop", "Leap", "MoveLeap"}
"""Words whose `(to ..)` needs a condition."""
ONLY_CELLS = {"SwapPieces", "MoveSwapPieces", "SitesPlayable", "CardPiece"}
ONLY_PYRAMIDS = {"IsFlat", "CountPlatformBelow", "IsPyramidCorners", "SitesSupport"}
ONLY_FLAT = {
    "SwapPieces",
    "MoveSwapPieces",
    "SitesPlayable",
    "Push",
    "Flip",
    "SetCount",
    "SetStartCount",
    "Attract",
    "TakeControl",
}


@dataclass(frozen=True)
class Stage:
    """A small game to try rules in."""

    board: str
    start: str
    pieces: str = '(piece "A" Each (move Step (to if:(is Empty (to)))))'
    extra: str = '(regions "Zone" (sites {0 1 5 6})) (map {(pair 0 3) (pair 1 2)})'
    players: str = "(players 2)"
    types: tuple[str, ...] = ("Cell",)
    sites: int = 16
    layers: bool = False
    hands: bool = False
    tracks: bool = False
    dice: bool = False
    teams: bool = False
    counts: bool = False
    flips: bool = False
    meta: str = ""


MIXED = '(place "A1" (sites {0 2 5 9 14})) (place "A2" (sites {1 6 7 10 12}))'
TRACK = '(track "T" {0 1 2 3 7 11 15 14 13 12 8 4} loop:True) (track "U" {0 5 10 15} P1)'
STAGES = (
    Stage("(board (square 4))", MIXED),
    Stage("(board (square 4))", MIXED + ' (place "B0" 3)', pieces='(piece "A" Each) (piece "B" Neutral)'),
    Stage(
        "(board (square 5) use:Vertex)",
        MIXED + ' (place "A3" (sites {20 22}))',
        players="(players 3)",
        types=("Vertex", "Vertex", "Cell", "Edge"),
        sites=25,
    ),
    Stage(
        "(board (hex 3))", MIXED, pieces='(piece "A" Each N (move Slide)) (piece "B" Each S)', sites=19, types=("Cell",)
    ),
    Stage(f"(board (square 4) {{{TRACK}}})", MIXED, tracks=True),
    Stage(
        "(board (square 4))",
        MIXED + ' (place "A1" "Hand1" count:2) (place "A2" "Hand2" count:3)',
        extra='(hand Each size:2) (regions "Zone" P1 (sites Bottom)) (regions "Zone" P2 (sites Top))',
        hands=True,
    ),
    Stage(
        "(board (square 4))",
        '(place Stack "A1" (sites {0 2 5}) count:3) (place Stack items:{"A1" "A2"} 1) (place Stack items:{"A1" "A2"} 6)'
        ' (place Stack items:{"A2" "A1" "A2"} 10)',
        layers=True,
    ),
    Stage(
        "(board (square 4 diagonals:Alternating) use:Vertex)",
        '(place "A1" (sites {0 2 5 9 14})) (place "A2" (sites {1 6 7 10 12})) (set Score P1 2) (set Score P2 3)',
        pieces='(piece "A" Each maxState:3) (piece "B" Shared)',
        types=("Vertex",),
        sites=25,
    ),
    Stage("(board (square 3) use:Edge)", '(place "A1" (sites {0 2 5 9}))', types=("Edge", "Edge", "Vertex"), sites=9),
    Stage(
        "(board (square 4))",
        MIXED + " (set Team 1 {P1 P3}) (set Team 2 {P2 P4})" + ' (place "A3" (sites {3})) (place "A4" (sites {15}))',
        players="(players 4)",
        teams=True,
    ),
    Stage("(board (square 4))", MIXED, players="(players {(player N) (player S)})", extra="(regions P1 (sites Top))"),
    Stage(
        "(board (square 4))",
        MIXED + " (set Count 2 to:(sites {3 8}))" + ' (set RememberValue "R" 2) (set RememberValue 5)',
        pieces='(piece "A" Each)',
        counts=True,
    ),
    Stage(
        "(board (rectangle 3 5))",
        MIXED,
        sites=15,
        pieces='(piece "A" Each E (flips 1 2)) (piece "AB" P1 (flips 0 1))',
        flips=True,
    ),
    Stage(
        "(board (square 4))",
        '(place "A1" (sites {0 2 5 9 14})) (place "A2" (sites {1 6 7 10 12}))',
        extra="(dice d:2 num:2)",
        pieces='(piece "A" Each (move Step (to if:(is Empty (to)))))',
        dice=True,
    ),
    Stage("(board (square 4))", MIXED, meta="(meta (swap))"),
    Stage(
        "(board (square 4 pyramidal:True) use:Vertex)",
        '(place "A1" (sites {0 2 5 9 14})) (place "A2" (sites {1 6 7 10 12 16}))',
        types=("Vertex",),
        sites=30,
        meta="(meta {(gravity) (pin SupportMultiple)})",
    ),
    Stage("(board (square 3))", '(place "A1" 0) (place "A2" 8)', meta="(meta (no Repeat))", sites=9),
    Stage(
        "(board (square 3))",
        '(place "A1" 0) (place "A2" 8)',
        meta="(meta (no Repeat Situational))",
        sites=9,
    ),
    Stage(
        "(board (hex 2) use:Vertex)",
        '(place "A1" (sites {0 2 5})) (place "A2" (sites {1 6 7})) (place "B" (sites {3}))',
        pieces='(piece "A" Each (move Step (to if:(not (is Friend (who at:(to))))))) (piece "B" Shared)',
        types=("Vertex", "Vertex", "Edge", "Cell"),
        sites=24,
    ),
    Stage(
        '(board (tri 4) {(track "T" {0 1 2 3 4 5 6} P1) (track "U" {6 5 4 3 2 1 0} P2)})',
        '(place "A1" (sites {0 2})) (place "A2" (sites {6 4}))',
        tracks=True,
        sites=16,
    ),
    Stage(
        "(board (square 4))",
        '(place Stack "A1" (sites {0 2 5}) count:2) (place Stack items:{"A1" "B2" "A2"} 1) (place "B1" 6 state:1 value:2)'
        ' (place Stack items:{"B2" "B1"} 10)',
        pieces='(piece "A" Each (move Step (to (apply if:(is Enemy (who at:(to))))) stack:True)) (piece "B" Each (move Hop (to if:True)))',
        layers=True,
    ),
    Stage("(board (square 4 pyramidal:True) use:Vertex)", MIXED, types=("Vertex",), sites=30),
    Stage(
        "(board (concentric {1 4 8}) use:Vertex)",
        '(place "A1" (sites {0 2 5})) (place "A2" (sites {1 6 7}))',
        sites=13,
        types=("Vertex",),
    ),
)


def _table() -> dict[str, list[type]]:
    """Forms that the second reading knows, by the type of place they may stand in."""
    known = set(STRUCTURE.split()) | set(READ)
    found: dict[str, list[type]] = {}
    for keyword in keywords():
        for form in forms(keyword):
            if form.__name__ in known and form.implemented():
                for base in form.__mro__:
                    found.setdefault(base.__name__, []).append(form)
    return found


TABLE = _table()


class Sentences:
    """Makes random descriptions."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.stage = STAGES[0]
        self.chooses = True
        self.above: list[str] = []

    def make(self) -> tuple[str, str]:
        """A random description that can be bound: its kind, and its text."""
        while True:
            self.stage, self.chooses = self.random.choice(STAGES), True
            kind = self.random.choice(sorted(TEMPLATES))
            text = self._game(*TEMPLATES[kind](self))
            try:
                lang.bind(lang.read(lang.expand(text, name="sentence")))
            except PetteiaError:
                continue
            return kind, text

    def _game(self, moves: str, end: str) -> str:
        s = self.stage
        return (
            f'(game "T" {s.players} (equipment {{ {s.board} {s.pieces} {s.extra} }})'
            f" (rules {s.meta} (start {{ {s.start} }}) {self._play(moves)} {end}))"
        )

    def _play(self, moves: str) -> str:
        """The play, now and then in two phases, and with dice thrown before."""
        if self.stage.dice:
            moves = f"(do (roll) next:(or {moves} (forEach Die if:(!= (pips) 0) {ADD})))"
        if self.random.random() < 0.85:
            return f"(play {moves})"
        moved = self.random.choice(("(moveAgain)", "(addScore Mover 1)", '(set Var "V" (last To))', "(set Counter)"))
        whose = self.random.choice(("", "Mover", "P1", "Next"))
        second = self.random.choice(("", "P1", "P2"))
        target = self.random.choice(("", '"One"', '"Two"'))
        return (
            f'phases:{{ (phase "One" (play {moves}) (nextPhase {whose} {self.clause("BooleanFunction", 1)} {target}))'
            f' (phase "Two" {second} (play (or {ADD} (forEach Piece) (then {moved}))) (nextPhase (is Even (count Moves)) "One")) }}'
        )

    # -- clauses -----------------------------------------------------------------------------------------------

    def clause(self, wanted: str, depth: int) -> str:
        """A clause that may stand where a type is wanted."""
        choices = [one for one in TABLE[wanted] if self._is_at_home(one)]
        for _ in range(50):
            form = self.random.choice(choices)
            if form.__name__ in TIRED and self.random.random() < 0.95:
                continue
            if depth > 0 or not any(self._is_deep(slot) for slot in form.slots() if not slot.optional):
                return self.form(form, depth)
        return self.form(form, depth)

    def effect(self, depth: int) -> str:
        """Moves that a player does not choose."""
        self.chooses = False
        try:
            return self.clause("NonDecision", depth)
        finally:
            self.chooses = True

    def _is_at_home(self, form: type) -> bool:
        name, s = form.__name__, self.stage
        if any(base.__name__ == "Moves" for base in form.__mro__):
            is_choice = any(base.__name__ == "Decision" for base in form.__mro__)
            if not (self.chooses and name in OPERATORS) and is_choice is not self.chooses:
                return False
        if name in ("Roll", "ForEachDie", "AllDiceUsed", "AllDiceEqual", "CountPips", "DieFace", "IsAnyDie", "Pips"):
            return s.dice
        if name in UNTOLD or (name in ONLY_PYRAMIDS and "pyramidal" not in s.board):
            return False
        if (name in ONLY_CELLS and (s.types[0] != "Cell" or len(s.types) > 1)) or (name in ONLY_FLAT and s.layers):
            return False
        if name == "IsRelated" and "Edge" in s.types:
            return False
        if name in ("SetCount", "SetStartCount") and not (s.counts or s.hands):
            return False
        if name == "Flip" and not s.flips:
            return False
        if "Stack" in name or "Level" in name:
            return s.layers
        if "Track" in name:
            return s.tracks
        if name in ("HandSite", "SitesHand", "Sow"):
            return s.hands or s.tracks
        return "Team" not in name or s.teams

    def _is_deep(self, slot: Slot) -> bool:
        return any(hasattr(one, "fits") and one.__name__ != "IntFunction" for one in slot.type.classes)

    def form(self, form: Any, depth: int) -> str:
        """A clause of a form with random arguments."""
        self.above.append(form.__name__)
        try:
            return self._form(form, depth)
        finally:
            self.above.pop()

    def _leaves_out(self, form: str) -> set[str]:
        """Arguments that mean nothing where a form stands."""
        above = self.above[-2] if len(self.above) > 1 else ""
        if form == "From" and above not in FROM_REGIONS:
            return {"region", "level"} if "Leap" in above else {"region"}
        if form == "Between" and "Slide" in above:
            return {"before", "after"}
        return {"effect"} if form == "To" and above in ("Shoot", "MoveShoot", "Select", "MoveSelect") else set()

    def _form(self, form: Any, depth: int) -> str:
        if form.__name__ == "To" and len(self.above) > 1 and self.above[-2].endswith("SetRotation"):
            return f"(to {self.random.choice(('(last To)', str(self.random.randrange(self.stage.sites))))})"
        unread = {*UNREAD.get(form.__name__, ()), *self._leaves_out(form.__name__)}
        slots = [slot for slot in form.slots() if slot.attribute not in unread and _is_known(slot)]
        chosen: dict[int | None, Slot] = {}
        for group in {slot.group for slot in slots if slot.group is not None}:
            members = [slot for slot in slots if slot.group == group]
            if members[0].group_needed or self.random.random() < 0.6:
                chosen[group] = self.random.choice(members)
        parts = [form.alias or form.keyword]
        for slot in slots:
            if slot.group is not None:
                if chosen.get(slot.group) is not slot:
                    continue
            elif slot.optional and self.random.random() > self._wish(slot, depth) and not self._is_needed(form, slot):
                continue
            value = self.value(slot.type, form.__name__, slot.attribute, depth - 1)
            parts.append(f"{slot.name}:{value}" if slot.name else value)
        return f"({' '.join(parts)})"

    def _is_needed(self, form: Any, slot: Slot) -> bool:
        if form.__name__ == "To" and slot.attribute == "if_" and len(self.above) > 1 and self.above[-2] in LANDS:
            return True
        return slot.attribute in NEEDED.get(form.__name__, ())

    def _wish(self, slot: Slot, depth: int) -> float:
        if slot.attribute in _RARE:
            return 0.01
        if slot.attribute == "then":
            return 0.12
        if slot.attribute in ("site_type", "on"):
            return 0.1 if len(self.stage.types) == 1 else 0.35
        if slot.attribute in ("level", "stack", "top"):
            return 0.4 if self.stage.layers else 0.03
        if slot.attribute in ("state", "rotation", "value", "count"):
            return 0.15
        return 0.4 if depth > 0 or not self._is_deep(slot) else 0.1

    def value(self, wanted: SlotType, form: str, attribute: str, depth: int) -> str:
        """An argument."""
        before = self.chooses
        names = {one.__name__ for one in wanted.classes}
        if attribute == "prior" or names & {"NonDecision", "Then", "Apply"}:
            self.chooses = False
        elif form in CHOICES and "Moves" in names:
            self.chooses = True
        try:
            return self._value(wanted, form, attribute, depth)
        finally:
            self.chooses = before

    def _value(self, wanted: SlotType, form: str, attribute: str, depth: int) -> str:
        if wanted.depth:
            number = self.random.choice((1, 2, 2, 3))
            return "{" + " ".join(self._value(wanted.inner(), form, attribute, depth) for _ in range(number)) + "}"
        if wanted.words:
            return self.random.choice(wanted.words)
        classes = wanted.classes
        if "Group" in form and len(classes) == 3:
            classes = classes[1:2]
        kind = self.random.choice(classes)
        name = kind.__name__
        if name == "IntFunction":
            return self.number(form, attribute, depth)
        if name == "BooleanFunction" and depth < 0:
            return self.random.choice(("(is Even (last To))", "(is Empty (to))", "(is Enemy (who at:(to)))", "True"))
        if name == "RegionFunction" and depth < 0:
            return self.random.choice(
                ("(sites Empty)", "(sites Occupied by:Mover)", "(sites Occupied by:Next)", "(sites Board)")
            )
        if name == "Moves" and depth < 0 and self.chooses:
            return self.random.choice(
                (
                    "(forEach Piece)",
                    "(move Add (to (sites Empty)))",
                    "(move Pass)",
                    "(move Remove (sites Occupied by:Next))",
                )
            )
        if name in ("NonDecision", "Moves") and depth < 0:
            return self.random.choice(
                (
                    "(addScore Mover 1)",
                    "(moveAgain)",
                    '(set Var "V" (to))',
                    "(remove (sites Around (last To)))",
                    "(set Pending (to))",
                )
            )
        if name in POOLS:
            return self.random.choice(POOLS[name](self.stage, form))
        if name == "str":
            return self.random.choice(self.strings(form, attribute))
        if name == "int":
            return str(self.random.choice((0, 1, 2, 3)))
        if name == "bool":
            return self.random.choice(("True", "False"))
        if hasattr(kind, "fits"):
            return self.clause(name, depth)
        return self.random.choice([one.value for one in kind])

    def number(self, form: str, attribute: str, depth: int) -> str:
        """An integer that makes sense at its place, or any."""
        chance = self.random.random()
        if (
            form in ("ColumnOf", "RowOf", "PhaseOf", "LayerOf")
            or attribute in SITES
            or form in ("SetPending", "SitesListed")
        ):
            if depth > 0 and chance < 0.3:
                return self.form(self.random.choice(self._words(SITE_WORDS)), depth)
            if depth > 0 and chance < 0.35:
                return self.clause("IntFunction", depth)
            if form in ("SwapPieces", "MoveSwapPieces"):
                return self.random.choice(("(last To)", str(self.random.randrange(self.stage.sites))))
            near = ("(last To)", "(to)", "(from)", "(last To)", "(site)", "(last From)")
            return self.random.choice((*near, str(self.random.randrange(self.stage.sites))))
        if attribute in ("container", "container_index") or form == "CountSites":
            return self.random.choice(("0", "0", "1", "2") if self.stage.hands else ("0",))
        if attribute in PLAYERS or form == "PlayerArgument":
            if chance < 0.3:
                return self.form(self.random.choice(self._words(PLAYER_WORDS)), depth)
            return self.random.choice(("(mover)", "(next)", "1", "2"))
        if attribute in ("what", "whats", "component", "components", "component_index"):
            return self.random.choice(("1", "2", '(id "A" Mover)', '(id "A1")', "(what at:(last To))"))
        if attribute == "level":
            return self.random.choice(("(level)", "0", "1", "(topLevel at:(last To))"))
        if depth > 0 and chance < 0.5:
            return self.clause("IntFunction", depth)
        if chance < 0.75:
            return self.random.choice(("0", "1", "2", "3"))
        return self.random.choice(('(var "V")', "(mover)", "(count Moves)", "(value)", "(last To)", "(to)"))

    def _words(self, names: set[str]) -> list[type]:
        return [one for one in TABLE["IntFunction"] if one.__name__ in names and self._is_at_home(one)]

    def strings(self, form: str, attribute: str) -> list[str]:
        """Texts that name something."""
        if form in ("PieceArgument", "PlaceOnSites", "PlaceItem", "IdOfName"):
            return ['"A1"', '"A2"']
        if form in ("CoordinateSite", "SitesCoordinates"):
            return ['"A1"', '"B2"', '"C3"', '"D1"']
        if "Track" in form or attribute in ("track", "track_name"):
            return ['"T"', '"U"', '"Track"']
        if form == "SitesNamed":
            return ['"Zone"']
        if attribute == "container_name":
            return ['"Board"', '"Hand"', '"Hand1"'] if self.stage.hands else ['"Board"']
        if form in ("Var", "SetVar"):
            return ['"V"', '"W"']
        if "Remember" in form or "Forget" in form:
            return ['"R"', '"S"']
        return (
            ['"A"', '"B"'] if form.startswith(("ForEachPiece", "SitesOcc", "CountP", "NoP", "Id", "Where")) else ['"E"']
        )


def _is_known(slot: Slot) -> bool:
    """True if the second reading knows a clause that fits, or if no clause is asked for."""
    return any(not hasattr(one, "fits") or one.__name__ in TABLE for one in (*slot.type.classes, *slot.type.words))


def _roles(stage: Stage, form: str) -> list[str]:
    some = ["Mover", "Next", "P1", "P2", "Mover", "Next"]
    if form in (
        "CountPieces",
        "NoPieces",
        "SitesOccupied",
        "ForEachPiece",
        "SizeTerritory",
        "SizesGroup",
        "SitesAround",
    ):
        some += ["All", "Enemy", "NonMover", "Neutral", "Friend"]
    if form in ("AddScore", "SetScore", "AddScores", "Equals", "NotEqual", "ResultOf"):
        some += ["All", "Prev", "Player"]
    if form in ("IdOf", "IsFriend", "IsEnemy", "IsTurnOf", "Promote", "SitesNamed"):
        some += ["Prev", "Neutral", "Shared", "Player"]
    return some + (["Ally", "Friend", "TeamMover", "Team1", "Team2"] if stage.teams else [])


def _directions(stage: Stage, form: str) -> list[str]:
    if "Group" in form or form in ("IsLoop", "CountLiberties", "IsConnected", "IsBlocked", "Enclose", "SizeTerritory"):
        return ["Orthogonal", "Diagonal", "Adjacent", "All"]
    return ["Orthogonal", "Diagonal", "Adjacent", "All", "N", "E", "S", "W", "NE", "SW", "OffDiagonal"] + (
        ["Upward", "Downward", "SameLayer"]
        if "pyramidal" in stage.board
        else ["Rotational", "CW", "In"]
        if "concentric" in stage.board
        else []
    )


POOLS: dict[str, Callable[[Stage, str], list[str]]] = {
    "SiteType": lambda stage, form: list(stage.types),
    "RoleType": _roles,
    "AbsoluteDirection": _directions,
    "RelativeDirection": lambda stage, form: (
        [
            "Forward",
            "Backward",
            "Rightward",
            "Leftward",
            "Forwards",
            "Backwards",
            "Rightwards",
            "Leftwards",
            "FL",
            "FR",
            "BL",
            "BR",
            "SameDirection",
            "OppositeDirection",
        ]
    ),
    "CompassDirection": lambda stage, form: ["N", "E", "S", "W", "NE"],
    "RelationType": lambda stage, form: ["Orthogonal", "Diagonal", "Adjacent", "All", "OffDiagonal"],
    "StepType": lambda stage, form: ["F", "F", "F", "L", "R"],
    "WhenType": lambda stage, form: ["EndOfTurn", "StartOfTurn"],
    "PlayersTeamType": lambda stage, form: ["Team1", "Team2"],
    "RepetitionType": lambda stage, form: ["Positional", "Situational", "PositionalInTurn", "SituationalInTurn"],
}

OVER = "(end (if (>= (count Moves) 24) (byScore)))"
ADD = "(move Add (to (sites Empty)))"


def _or_else(moves: str) -> str:
    return f"(priority {moves} (or {ADD} (move Pass)))"


TEMPLATES: dict[str, Callable[[Sentences], tuple[str, str]]] = {
    "condition": lambda s: (
        _or_else(f"(move Add (to (sites Empty) if:{s.clause('BooleanFunction', 3)}))"),
        OVER,
    ),
    "condition afterwards": lambda s: (
        f'(or {ADD} (forEach Piece) (then (if {s.clause("BooleanFunction", 3)} (set Var "N" 1) (set Var "N" 2))))',
        OVER,
    ),
    "number": lambda s: (
        f'(or {ADD} (forEach Piece) (then (set Var "N" {s.clause("IntFunction", 3)})))',
        OVER,
    ),
    "region": lambda s: (
        f'(or {ADD} (forEach Piece) (then (forEach Site {s.clause("RegionFunction", 3)} (remember Value "N" (site)))))',
        OVER,
    ),
    "array": lambda s: (
        f'(or {ADD} (forEach Piece) (then (forEach Value {s.clause("IntArrayFunction", 3)} (remember Value "N" (value)))))',
        OVER,
    ),
    "effect": lambda s: (f"(or {ADD} (forEach Piece) (then {s.effect(3)}))", OVER),
    "effects": lambda s: (
        f"(or {ADD} (forEach Piece) (then (and {s.effect(2)} {s.effect(2)})))",
        OVER,
    ),
    "applied": lambda s: (
        f"(or {{ (forEach Piece (move Step (to (apply {s.effect(2)})))) "
        f"(move Add (to (sites Empty) (apply {s.effect(2)}))) (move Pass) }})",
        OVER,
    ),
    "moves": lambda s: (_or_else(s.clause("Moves", 3)), OVER),
    "moves of pieces": lambda s: (_or_else(f"(forEach Piece {s.clause('Moves', 3)})"), OVER),
    "moves tested": lambda s: (
        _or_else(f"(do {s.clause('Moves', 2)} ifAfterwards:{s.clause('BooleanFunction', 2)})"),
        OVER,
    ),
    "moves after others": lambda s: (_or_else(f"(do {s.effect(2)} next:{s.clause('Moves', 2)})"), OVER),
    "end": lambda s: (
        f"(or {ADD} (forEach Piece))",
        f"(end {{ (if {s.clause('BooleanFunction', 3)} (result {s.random.choice(('Mover Win', 'Next Loss', 'All Draw', 'P1 Win', 'Next Win', 'Mover Loss'))})) (if (>= (count Moves) 24) (byScore)) }})",
    ),
}
