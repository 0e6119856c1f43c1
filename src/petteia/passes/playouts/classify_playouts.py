"""Decides how random playouts of a program are run: which of the ways to sample a move without listing all of them fit.

It only looks: the program stays as it is, and the plan says what was found and why.
"""

from __future__ import annotations

from dataclasses import replace

from petteia.errors import PetteiaError
from petteia.ir import nodes as n
from petteia.ir.playouts import CANDIDATES, STANDARD, Filling, MoveTest, PlayoutPlan
from petteia.ir.survey import survey
from petteia.ir.visit import walk_block
from petteia.types import PlayoutChoice, PlayoutName

from ..rewrites.merge_similar_functions import Merged, merge_similar_functions
from ..rewrites.share_expressions import share_expressions
from .count_moves import Counting
from .defer_tests import Deferred, Unfit, defer_tests
from .fill_boards import fill_boards
from .moves_instead import moves_instead
from .shrinking_sets import shrinking_loop

_CAUSES = {"afterwards": "what a move leads to is tested", "repetition": "repetition is tested"}


_LARGE = 5000
"""Programs of more nodes than this are written with as few functions as possible."""


def classify_playouts(program: n.Program, wanted: PlayoutChoice = "auto") -> PlayoutPlan:
    """How to play random games of a program, with the reason; `PetteiaError` if the wanted way does not fit it."""
    plan = _chosen(program, wanted)
    functions = {**program.functions, **plan.functions}
    if sum(len(survey(function).nodes) for function in functions.values()) <= _LARGE:
        return plan
    functions, gone = merge_similar_functions(share_expressions(functions), _called_from_outside(program, plan))
    return replace(plan, functions=functions, tests={kind: _now(test, gone) for kind, test in plan.tests.items()})


def _now(test: MoveTest, gone: dict[str, Merged]) -> MoveTest:
    """A test by the functions that stand in the place of others."""
    function = gone.get(test.function) or Merged(test.function)
    finish = gone.get(test.finish) or Merged(test.finish)
    return MoveTest(function.function, test.causes, finish.function, function.values, finish.values)


def _called_from_outside(program: n.Program, plan: PlayoutPlan) -> set[str]:
    """The functions that are called by what is no function of the program."""
    effects = {kind.effect for kind in program.kinds.values()}
    outside = {"start", "moves", "rebuild", CANDIDATES, plan.instead or ""} | effects
    if plan.filling:
        outside |= {f.name for by_player in (plan.filling.decided, plan.filling.won) for f in by_player.values()}
    return outside | {node.function for node in walk_block(plan.moves) if isinstance(node, n.Do | n.Call)}


def _chosen(program: n.Program, wanted: PlayoutChoice) -> PlayoutPlan:
    if wanted == "standard":
        return STANDARD
    try:
        if wanted in ("filter", "norepeat"):
            return _filtering(program, wanted)
        if wanted in ("pick", "shrinking"):
            return _picking(program, wanted)
        if wanted == "fill":
            return _filled(program)
    except Unfit as why:
        raise PetteiaError(f"{program.name} has no {wanted} playouts: {why}") from None
    return _best(program)


def _best(program: n.Program) -> PlayoutPlan:
    try:
        return _filtering(program)
    except Unfit:
        pass
    try:
        return _picking(program)
    except Unfit as why:
        return PlayoutPlan("standard", f"moves are listed: {why}")


def _picking(program: n.Program, wanted: PlayoutChoice = "auto") -> PlayoutPlan:
    """A plan by counted sets, kept through the playout if they only shrink."""
    counting = Counting(program)
    moves = counting.moves()
    main = shrinking_loop(program, moves) if not counting.listed else "a part of the rules lists its moves"
    if wanted == "pick":
        main = "as asked for"
    if isinstance(main, str):
        if wanted == "shrinking":
            raise Unfit(main)
        if wanted == "auto":
            counting.check_gain(moves)
        return PlayoutPlan("pick", f"one move is made, the others counted ({_remark(counting, main)})", moves)
    plan = PlayoutPlan("shrinking", "the sites left to play on are kept in an array", moves, main)
    try:
        filled = _with_filling(plan, fill_boards(program, plan))
    except Unfit:
        return plan
    return replace(filled, reason=f"{plan.reason}; searches may fill the board and ask once who has won")


def _filled(program: n.Program) -> PlayoutPlan:
    """A plan that decides games on the full board."""
    plan = _picking(program, "shrinking")
    reason = "the board is filled at random, and the full board tells who has won; lengths are those of filling it"
    return replace(_with_filling(plan, fill_boards(program, plan)), name="fill", reason=reason)


def _with_filling(plan: PlayoutPlan, filling: Filling) -> PlayoutPlan:
    functions = {f.name: f for by_player in (filling.decided, filling.won) for f in by_player.values()}
    return replace(plan, filling=filling, functions={**plan.functions, **functions})


def _remark(counting: Counting, why: str) -> str:
    return f"listed in one part of the rules: {counting.listed[0]}" if counting.listed else why


def _filtering(program: n.Program, wanted: PlayoutChoice = "auto") -> PlayoutPlan:
    """A plan that tests only the sampled move."""
    deferred = defer_tests(program)
    name: PlayoutName = "filter" if "afterwards" in deferred.causes else "norepeat"
    if wanted == "norepeat" and "repetition" not in deferred.causes:
        raise Unfit("no move is tested for repetition")
    if wanted == "filter" and name != "filter":
        raise Unfit("moves are tested for repetition only")
    reason = " and ".join(_CAUSES[cause] for cause in sorted(deferred.causes)) + " on the sampled move alone"
    moves = _counted_candidates(program, deferred)
    reason += ", the others are counted" if moves else ", the others are listed"
    functions, instead = dict(deferred.functions), moves_instead(program, deferred.functions)
    if instead is not None and instead.body:
        functions[instead.name] = instead
    named = None if instead is None else instead.name if instead.body else ""
    return PlayoutPlan(name, reason, moves, None, functions, deferred.tests, named)


def _counted_candidates(program: n.Program, deferred: Deferred) -> n.Block:
    """The candidates in a form to count them by; nothing if they have to be listed."""
    candidates = replace(deferred.functions[CANDIDATES], name="moves")
    functions = {**program.functions, **deferred.functions, "moves": candidates}
    try:
        return Counting(replace(program, functions=functions)).moves()
    except Unfit:
        return ()
