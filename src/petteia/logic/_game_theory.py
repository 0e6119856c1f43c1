"""The domain theory of a game, made from its rules, and its answers about states: legal moves and winner."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from petteia.board.directions import SINGLE
from petteia.ir import nodes as n
from petteia.ir import ops as o

from ._changes import Inexpressible, Within, added, removed
from ._reader import Declaration
from ._resolution import Fact, Resolution
from ._symbolic import LATEST, Emission, Memory, SymbolicRun, equals
from ._terms import Clause, Count, Goal, Literal, Term, Var
from ._theory import Theory, literals_in
from ._translate import Goals, Named, Translator

if TYPE_CHECKING:
    from petteia.game import Game, Move, State
    from petteia.game.engine import MoveCode

from petteia.types import Place

PIECES = frozenset({"owns", "what", "blank"})
"""The predicates that say what stands where."""
FOLLOWING = n.Load("following", (), n.INT)
"""Who was to move next when the latest move was judged: the state says who moves after that by then."""
_STEPS, _EFFECT_STEPS = 50_000, 20_000
"""How much is translated of a rule before it counts as too much for clauses."""


@dataclass(frozen=True)
class LeftOut:
    """A part of the rules that the theory does not say, and why."""

    what: str
    why: str
    part: str
    """`moves`, `changes` (what moves add and delete) or `wins`."""

    def __str__(self) -> str:
        return f"{self.what}: {self.why}"


class _Vocabulary:
    """How the state of a game appears in clauses: which predicates its fields become."""

    def __init__(self, game: Game, program: n.Program) -> None:
        self.slots = game.facts.slots
        self._program = program
        self.players = game.players
        owners = {one.number: one.owner for one in game.facts.components}
        alone = len(set(owners.values())) == len(owners) and all(1 <= who <= game.players for who in owners.values())
        self.owners = owners
        self.by_owner = alone
        """True if the owner of a piece says which piece it is, so that `owns` is all there is to know."""
        self.goal_of: int | None = None
        """The player whose goals are translated: then the latest move may have gone to any of their sites."""

    def piece(self, component: int, at: Term) -> Literal:
        """A piece stands on a site."""
        return Literal("owns", (self.owners[component], at)) if self.by_owner else Literal("what", (component, at))

    def sets(self, field: str, index: tuple[int, ...], at: Term) -> Goals | None:
        if field == "pieces" and len(index) == 1 and index[0] in self.owners:
            return (self.piece(index[0], at),)
        if field == "pieces" and index == (0,):
            return (Literal("site", (at,)), Literal("=\\=", (at, at)))
        if field == "latest":
            return (Literal("latest", (at,)) if self.goal_of is None else Literal("owns", (self.goal_of, at)),)
        if field in self.slots and not self.slots[field].capacity:
            return (Literal(field, (*index, at)),)
        return None

    def number(self, field: str, index: tuple[Term, ...], value: Var) -> Goals | None:
        if field == "what" and len(index) == 1:
            return (Literal("content", (*index, value)),)
        if field == FOLLOWING.field:
            return (Literal(field, (value,)),)
        if field in self.slots and not self.slots[field].capacity:
            return (Literal(field, (*index, value)),)
        return None

    def named(self) -> Named:
        universe = next(iter(self._program.universes))
        whole = o.sites(universe, range(self._program.universes[universe]))
        pieces = [n.Load("pieces", (o.number(component),), n.set_of(universe)) for component in sorted(self.owners)]
        return Named(self.sets, self.number, o.minus(whole, o.union(*pieces)))


class GameTheory:
    """A game's rules as a domain theory. `theory` is the clauses; `left_out` says what they do not cover.

    >>> import petteia as pt
    >>> from petteia.logic import theory
    >>> game = pt.load("Tic-Tac-Toe")
    >>> rules = theory(game)
    >>> state = game.state("0=1 1=1 3=2 4=2 | m=1")
    >>> [str(move) for move in rules.legal_moves(state)], rules.winner(state)
    (['2>2', '5>5', '6>6', '7>7', '8>8'], None)
    >>> state.play("2>2")
    >>> rules.winner(state), rules.left_out
    (1, ())
    """

    def __init__(self, game: Game) -> None:
        from petteia.game.loading import lower_recipe

        _, program, spec = lower_recipe(game.recipe)
        self.game = game
        self.symmetries = tuple(one.image(spec.board.use) for one in spec.board.symmetries)
        """The symmetries of the board: where each site goes. The rules need not share them."""
        self._words = _Vocabulary(game, program)
        self._left_out: list[LeftOut] = []
        if len(program.universes) != 1 or game.facts.stacking:
            raise Inexpressible(f"{game.name} has several kinds of sites, or stacks: no theory of it is made")
        maker = _Maker(program, self._words, self._left_out)
        maker.make(spec)
        self._silent = maker.silent
        self.use(maker.theory())
        self._order = {kind: place for place, kind in enumerate(program.kinds)}

    def use(self, theory: Theory) -> None:
        """Answers by other clauses over the same facts from now on."""
        self.theory = theory
        self._resolution = Resolution(theory)

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """The rules that could not be said in clauses."""
        return tuple(dict.fromkeys(self._left_out))

    def __str__(self) -> str:
        return str(self.theory)

    # -- positions ----------------------------------------------------------------------------------------------

    def facts(self, state: State) -> list[Fact]:
        """The facts that a state defines, for all dynamic predicates of the theory."""
        found: list[Fact] = []
        pieces = self._read(state, "pieces")
        filled = 0
        for component, owner in self._words.owners.items():
            filled |= pieces[component]
            sites = o.bits(pieces[component])
            if self._words.by_owner:
                found += [("owns", (owner, site)) for site in sites]
            else:
                found += [("what", (component, site)) for site in sites]
        found += [("blank", (site,)) for site in range(self.game.facts.sites) if not filled >> site & 1]
        moved = _latest_mover(state, self._words)
        if moved:
            found.append(("moved", (moved,)))
        for name, arity in self.theory.dynamic:
            if name == "following":
                found.append((name, (self._read(state, "next") if state.over else state.mover,)))
            elif name not in PIECES and name != "moved":
                found += self._field_facts(name, arity, self._read(state, name))
        return found

    def _field_facts(self, name: str, arity: int, value: Any) -> Iterable[Fact]:
        is_set = self.game.facts.slots[name].width * self.game.facts.slots[name].words >= 8
        elements = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for index, element in elements:
            place = () if index is None else (index,)
            for one in o.bits(element) if is_set else [element]:
                if len(place) + 1 == arity:
                    yield name, (*place, one)

    def _read(self, state: State, field: str) -> Any:
        return state.game.engine.read(state.raw, field)

    # -- answers ------------------------------------------------------------------------------------------------

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        """The legal moves by resolution, in the order of sites."""
        self._resolution.place(self.facts(state))
        return tuple(self._moves_there())

    def successors(self, state: State) -> dict[Move, frozenset[Fact] | None]:
        """For each legal move the facts about pieces and blank sites after it; None where clauses do not say them."""
        facts = self.facts(state)
        self._resolution.place(facts)
        pieces = {fact for fact in facts if fact[0] in PIECES}
        found: dict[Move, frozenset[Fact] | None] = {}
        for move, (kind, source, target, args) in self._moves_there().items():
            silent = kind in self._silent or args
            found[move] = None if silent else self._after(pieces, (kind, source, target))
        return found

    def _after(self, pieces: set[Fact], move: tuple[str, int, int]) -> frozenset[Fact]:
        name = "owns" if self._words.by_owner else "what"
        changes: dict[str, set[Fact]] = {"adds": set(), "deletes": set()}
        for change, rows in changes.items():
            if (change, 5) in self.theory.rules:
                for row in self._resolution.solutions(change, (*move, None, None)):
                    rows.add((name, row[3:]))
        after = {fact for fact in pieces if fact[0] == name} - changes["deletes"] | changes["adds"]
        filled = {args[1] for _, args in after}
        return frozenset(after | {("blank", (site,)) for site in range(self.game.facts.sites) if site not in filled})

    def _moves_there(self) -> dict[Move, MoveCode]:
        from petteia.game.move import MoveTexts

        codes: list[tuple[str, int, int, tuple[int, ...]]] = []
        for name, arity in self.theory.rules:
            if name == "legal_move":
                for kind, *numbers in self._resolution.solutions(name, (None,) * arity):
                    values = [int(number) for number in numbers]
                    codes.append((str(kind), values[0], values[1], tuple(values[2:])))
        codes.sort(key=lambda code: (code[1], code[2], self._order[code[0]], code[3]))
        return MoveTexts(self.game.facts).named(codes)

    def winner(self, state: State) -> int | None:
        """The seat that has won, by resolution; None if none has."""
        if ("won", 1) not in self.theory.rules:
            return None
        self._resolution.place(self.facts(state))
        won = self._resolution.solutions("won", (None,))
        return int(won[0][0]) if won else None


def _latest_mover(state: State, words: _Vocabulary) -> int:
    """Who made the latest move; 0 at the start. The turn does not pass on when a game ends."""
    if state.over:
        return state.mover
    if "prev" in words.slots:
        return int(state.game.engine.read(state.raw, "prev"))
    if not state.history and state.text == state.game.start().text:
        return 0
    return (state.mover - 2) % words.players + 1


class _Maker:
    """Makes the clauses of a game."""

    def __init__(self, program: n.Program, words: _Vocabulary, left_out: list[LeftOut]) -> None:
        self._program, self._words, self._left_out = program, words, left_out
        self.silent: set[str] = set()
        """The kinds of moves of which the theory does not say what they do to the pieces."""
        self._run = SymbolicRun(program)
        self._translator = Translator(program, self._run, words.named())
        for reserved in ("legal_move", "won", "goal", "loss", "owns", "what", "blank", "moved", "following", "site",
                         "player", "number", "neighbor", "content", "latest", "adds", "deletes",
                         *words.slots):  # fmt: skip
            self._translator.name(reserved)

    def make(self, spec: Any) -> None:
        """All clauses and facts."""
        self._moves()
        self._wins()
        self._goals()
        self._pieces()
        self._board(spec)

    def _moves(self) -> None:
        try:
            emissions = self._run.emissions_of("moves")
        except Inexpressible as reason:
            self._left_out.append(LeftOut("legal moves", reason.cause, "moves"))
            return
        said: dict[str, list[Emission]] = {}
        for emission in emissions:
            try:
                with self._translator.attempt(_STEPS):
                    self._move(emission)
                said.setdefault(emission.kind, []).append(emission)
            except Inexpressible as reason:
                self._left_out.append(LeftOut(f"moves of kind {emission.kind}", reason.cause, "moves"))
        for kind, group in said.items():
            try:
                with self._translator.attempt(_EFFECT_STEPS):
                    self._effects(kind, group)
            except Inexpressible as reason:
                self.silent.add(kind)
                self._left_out.append(LeftOut(f"what moves of kind {kind} add and delete", reason.cause, "changes"))

    def _move(self, emission: Emission) -> None:
        path = self._translator.path(emission)
        values = (emission.source, emission.target, *emission.args)
        for goals, terms in self._translator.combined(values):
            head = Literal("legal_move", (emission.kind, *terms))
            self._translator.add(head, [(*path, *goals)])

    def _effects(self, kind: str, emissions: list[Emission]) -> None:
        """The pieces that moves of a kind add for each player and take from them."""
        if any(emission.args for emission in emissions):
            raise Inexpressible("the move carries further numbers")
        effect = self._program.functions[self._program.kinds[kind].effect]
        args = (n.Local("From", n.INT), n.Local("To", n.INT))
        self._run.known_sites -= {"From", "To"}
        if all(_comes_from_a_set(one, one.source) for one in emissions):
            self._run.known_sites.add("From")
        if all(_comes_from_a_set(one, one.target) for one in emissions):
            self._run.known_sites.add("To")
        memory = Memory()
        env = {param.name: arg for param, arg in zip(effect.params, args, strict=True)}
        for s in effect.body:
            if isinstance(s, n.Do) and not s.function.startswith("finish"):
                given = [env[arg.name] if isinstance(arg, n.Local) else arg for arg in s.args]
                memory = self._run.state_after(s.function, given, memory)
        self._changes(kind, memory)

    def _changes(self, kind: str, memory: Memory) -> None:
        at = Var("Site")
        for component in self._words.owners:
            after = memory.cells.get(("pieces", (component,)))
            if after is None:
                continue
            old = n.Load("pieces", (o.number(component),), after.type)
            who = self._words.owners[component] if self._words.by_owner else component
            for name, change in (("adds", added(old, after)), ("deletes", removed(old, after))):
                head = Literal(name, (kind, Var("From"), Var("To"), who, at))
                self._translator.add(head, self._translator.members(change, at))

    def _won(self, player: int) -> list[tuple[int, n.Expr]]:
        """The condition under which each seat has won after a move of a player."""
        memory = Memory({("over", ()): o.number(0), ("mover", ()): o.number(player)})
        seats = range(1, self._words.players + 1)
        for seat in range(self._words.players + 1):
            memory.cells["ranks", (seat,)] = o.number(0)
        if "last_to" not in self._words.slots or self._words.goal_of is not None:
            memory.cells["last_to", ()] = LATEST
        if "next" in self._words.slots:
            memory.cells["next", ()] = FOLLOWING
        if self._words.goal_of is not None:
            universe = next(iter(self._program.universes))
            own = next(component for component, owner in self._words.owners.items() if owner == player)
            memory.arrays["what"] = ((o.single(universe, LATEST), o.number(own)),)
        after = self._run.state_after(f"finish_{player}", (), memory)
        # Ranks are given when a game ends, twice the rank each: who has 2 is alone at the top.
        return [(seat, equals(after.cells["ranks", (seat,)], 2)) for seat in seats]

    def _wins(self) -> None:
        for player in range(1, self._words.players + 1):
            if f"finish_{player}" not in self._program.functions:
                continue
            try:
                conditions = self._won(player)
            except Inexpressible as reason:
                self._left_out.append(LeftOut(f"how player {player} ends the game", reason.cause, "wins"))
                continue
            for seat, condition in conditions:
                self._say("won", seat, condition, (Literal("moved", (player,)),), f"after a move of player {player}")

    def _goals(self) -> None:
        """The goals and dangers of each player, whatever move comes last: features are made from them."""
        for player in range(1, self._words.players + 1):
            if not self._words.by_owner or f"finish_{player}" not in self._program.functions:
                continue
            self._words.goal_of = player
            with self._translator.apart(), suppress(Inexpressible):  # what wins leave out was listed there
                for seat, condition in self._won(player):
                    if seat == player or self._words.players == 2:
                        self._say("goal" if seat == player else "loss", player, condition, (), "")
            self._words.goal_of = None

    def _say(self, name: str, seat: int, condition: n.Expr, before: Goals, where: str) -> None:
        try:
            with self._translator.attempt(_STEPS):
                ways = self._translator.holds(condition)
                self._translator.add(Literal(name, (seat,)), [(*before, *goals) for goals in ways])
        except Inexpressible as reason:
            if where:
                self._left_out.append(LeftOut(f"wins of player {seat} {where}", reason.cause, "wins"))

    def _pieces(self) -> None:
        add = self._translator.add
        site, who = Var("Site"), Var("Player")
        add(Literal("content", (site, 0)), [(Literal("blank", (site,)),)])
        for component in self._words.owners:
            add(Literal("content", (site, component)), [(self._words.piece(component, site),)])
        if not self._words.by_owner:
            for component, owner in self._words.owners.items():
                add(Literal("owns", (owner, site)), [(Literal("what", (component, site)),)])
        if "last_to" not in self._words.slots:
            # Where the state does not say where the latest move went, a goal that was just reached is told by the
            # pieces alone: play would have ended when it was reached before.
            add(Literal("latest", (site,)), [(Literal("moved", (who,)), Literal("owns", (who, site)))])

    def _board(self, spec: Any) -> None:
        facts = self._translator.facts
        sites = spec.board.sites()
        universe = max(self._program.universes.values())
        facts["player"] = [(player,) for player in range(1, self._words.players + 1)]
        facts["component"] = [(component,) for component in self._words.owners] or [(0,)]
        facts["site"] = [(site,) for site in range(universe)]
        facts["number"] = [(number,) for number in range(-2, self._translator.largest + 2)]
        self.neighbours = _neighbours(sites)
        for name in ("corners", "outer", "centre", "top", "bottom", "left", "right"):
            facts.setdefault(name, [(site,) for site in getattr(sites, name)])

    def theory(self) -> Theory:
        """The clauses that are used, checked as a whole."""
        facts = [Clause(Literal(name, row)) for name, rows in self._translator.facts.items() for row in rows]
        facts += [Clause(Literal("neighbor", row)) for row in self.neighbours]
        rules = _reached(self._translator.clauses)
        defined = {clause.head.key for clause in (*rules, *facts)}
        domains = {"owns": ("player", "site"), "what": ("component", "site"), "blank": ("site",), "moved": ("player",)}
        needed = dict.fromkeys(literal.key for clause in rules for literal in literals_in(clause.body))
        place = Place("rules", 1, 1)
        piece = ("owns", 2) if self._words.by_owner else ("what", 2)
        dynamic = [
            Declaration(name, arity, domains.get(name, ()), place)
            for name, arity in dict.fromkeys([piece, ("blank", 1), ("moved", 1), *needed])
            if (name, arity) not in defined and not Literal(name, ()).is_comparison
        ]
        return Theory((*rules, *facts), dynamic, self._constraints())

    def _constraints(self) -> list[Clause]:
        """No site is blank and held, or holds two pieces."""
        site = Var("Site")
        pieces: list[Goal] = [self._words.piece(component, site) for component in self._words.owners]
        head = Literal("constraint", ())
        found = [Clause(head, (Literal("blank", (site,)), piece)) for piece in pieces]
        found += [Clause(head, (one, other)) for k, one in enumerate(pieces) for other in pieces[k + 1 :]]
        return found


def _comes_from_a_set(emission: Emission, place: n.Expr) -> bool:
    """True if a place of a move is one of the sites that its rule goes through."""
    return any(isinstance(step, Within) and step.var == place for step in emission.path)


def _neighbours(sites: Any) -> list[tuple[int | str, ...]]:
    """Facts: the next site in each compass direction."""
    found: list[tuple[int | str, ...]] = []
    for site in range(sites.count):
        for direction in SINGLE:
            found += [(site, direction.name.lower(), target) for target in sites.step(direction, site)]
    return found


_ROOTS = ("legal_move", "won", "goal", "loss", "adds", "deletes", "owns", "content")


def _reached(clauses: list[Clause]) -> list[Clause]:
    """The clauses that the answers rest on, each once."""
    by_key: dict[tuple[str, int], list[Clause]] = {}
    for clause in clauses:
        by_key.setdefault(clause.head.key, []).append(clause)
    kept: dict[Clause, None] = {}
    seen: set[tuple[str, int]] = set()
    stack = [key for key in by_key if key[0] in _ROOTS]
    while stack:
        key = stack.pop(0)
        if key in seen:
            continue
        seen.add(key)
        for clause in by_key.get(key, ()):
            kept[clause] = None
            stack += [literal.key for goal in clause.body for literal in _literals(goal)]
    return list(kept)


def _literals(goal: Goal) -> Iterable[Literal]:
    return literals_in(goal.goals) if isinstance(goal, Count) else literals_in((goal,))


def theory(game: Game) -> GameTheory:
    """The domain theory of a game, made from its rules."""
    return GameTheory(game)


def words_of(name: str) -> str:
    """A predicate's name as words, without the number that tells it from others."""
    return re.sub(r"_\d+$", "", name).replace("_", " ")
