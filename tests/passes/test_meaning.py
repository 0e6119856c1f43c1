"""Passes keep the meaning of programs: the same moves and the same visible states, move by move."""

import pytest

from petteia.ir.printer import print_program
from petteia.ir.verifier import verify
from petteia.passes import ORDER, PASSES, optimise
from petteia.passes.rewrites.drop_unreached import drop_unreached
from petteia.passes.rewrites.prune_unused import prune_unused
from petteia.passes.rewrites.simplify import simplify
from random_programs import random_program
from same_play import assert_same_play
from sample_programs import PROGRAMS

NAMES = sorted({each.__name__ for each in PASSES})


@pytest.mark.parametrize("only", [*NAMES, None])
@pytest.mark.parametrize("name", PROGRAMS)
def test_games_stay_the_same(name: str, only: str | None) -> None:
    program = PROGRAMS[name]()
    after = optimise(program, verify=True, only=None if only is None else [only])
    for seed in range(5):
        assert assert_same_play(program, after, seed, 100) > 3


@pytest.mark.parametrize("only", [*NAMES, None])
def test_random_programs_stay_the_same(only: str | None) -> None:
    played = 0
    for seed in range(40 if only is None else 15):
        program = random_program(seed)
        verify(program)
        after = optimise(program, verify=True, only=None if only is None else [only])
        played += assert_same_play(program, after, seed, 4)
    assert played > 15


@pytest.mark.slow
def test_many_random_programs_stay_the_same() -> None:
    for seed in range(1000, 1080):
        program = random_program(seed)
        assert_same_play(program, optimise(program, verify=True), seed, 3)


def test_passes_are_chosen_by_name() -> None:
    program = PROGRAMS["tictactoe"]()
    assert "unused" not in optimise(program).fields
    assert "unused" in optimise(program, skip=["prune_unused"]).fields
    assert "unused" in optimise(program, only=["simplify"]).fields
    with pytest.raises(ValueError, match="no pass 'prune'"):
        optimise(program, skip=["prune"])


def test_every_pass_is_a_rewrite_with_a_reason_for_its_place() -> None:
    """No place in the order is without a reason, and what runs there is a rewrite named like its file."""
    for slot in ORDER:
        assert len(slot.reason.split()) > 3, slot.run
        assert slot.run.__module__.startswith("petteia.passes.rewrites."), slot.run


def test_every_pass_finds_the_facts_that_it_needs() -> None:
    """Whatever a pass needs was provided before it, and has not been spoiled since."""
    held: set[str] = set()
    for slot in ORDER:
        assert held.issuperset(slot.needs), f"{slot.run.__name__} needs {set(slot.needs) - held}"
        held = held.difference(slot.spoils) | set(slot.provides)
    assert {"pruned", "inlined", "reachable"} <= held


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_passes_provide_holds_until_it_is_spoiled(name: str) -> None:
    """A pass that provides a fact finds nothing left to do as long as no other is said to spoil it."""
    checks = {"simplified": simplify, "reachable": drop_unreached, "pruned": prune_unused}
    program = PROGRAMS[name]()
    held: set[str] = set()
    for slot in ORDER:
        program = slot.run(program)
        held = held.difference(slot.spoils) | set(slot.provides)
        for fact in sorted(held & checks.keys()):
            assert print_program(checks[fact](program)) == print_program(program), (slot.run.__name__, fact)
