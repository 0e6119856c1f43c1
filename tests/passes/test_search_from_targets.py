"""Searches for pieces that reach a site begin there: as text before and after, and with the same answers everywhere."""

import random

import pytest

from petteia.ir.interpreter import Interpreter
from petteia.ir.parser import parse_program
from petteia.passes.rewrites.search_from_targets import search_from_targets
from rewriting import HEAD, check

BOOL = "fn f(i: int) -> bool"
STEP = """
for q in @own[1]:
  let t = $right[q]
  if 0 <= t:
    if not (t in @s):
      if t == i:
        return true
return false
"""
LEAP = """
for q in @own[1]:
  if not is_empty(($near[q] \\ @s) & single[Cell](i)):
    return true
return false
"""
SLIDE = """
for q in @own[1]:
  if not is_empty(reach($sides, q, @s, @own[2]) & @own[2] & single[Cell](i)):
    return true
  if not is_empty((reach($sides, q, @s, @own[2]) \\ @own[2]) & single[Cell](i)):
    return true
return false
"""
EXACTLY_TWO = """
for q in @own[1]:
  let t = $east[q, 0]
  let d = 1
  while (0 <= t) and (d < 2):
    if not (t in @s):
      break
    if 1 <= d:
      if i == t:
        return true
    t = $east[q, d]
    d = d + 1
return false
"""
SIDES = "table sides: int[2, 6, 2] = 1 2 2 -1 -1 -1 4 5 5 -1 -1 -1 -1 -1 0 -1 1 0 -1 -1 3 -1 4 3\n"
KIND = "kind go"


def _with_sides(text: str) -> str:
    return text.replace(KIND, SIDES + KIND)


@pytest.fixture(autouse=True)
def _sides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rewriting.HEAD", _with_sides(HEAD))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (STEP, STEP.replace("@own[1]", "@own[1] & $sources[i]")),
        (LEAP, LEAP.replace("@own[1]", "@own[1] & $sources[i]")),
        (EXACTLY_TWO, EXACTLY_TWO.replace("@own[1]", "@own[1] & $sources[i]")),
    ],
)  # fmt: skip
def test_pieces_that_are_asked(before: str, after: str) -> None:
    """Only those from which a table leads to the wanted site, if that is on the board."""
    *search, last = after.strip().splitlines()
    check(search_from_targets, before, "\n".join(["if i in Cell{0..5}:", *(f"  {s}" for s in search), last]), BOOL)


def test_rays_begin_at_the_wanted_site() -> None:
    """Rays to both sides, turned round, are the same rays; they may end at any piece that could reach the site."""
    check(
        search_from_targets,
        SLIDE,
        """
if i in Cell{0..5}:
  if (i in (@s | @own[2])) and not is_empty(@own[1] & $sources[i]):
    if not is_empty(@own[1] & reach($sides, i, @s, Cell{0..5})):
      return true
return false
""",
        BOOL,
    )


@pytest.mark.parametrize("search", [STEP, LEAP, SLIDE, EXACTLY_TWO])
def test_answers_stay_the_same(search: str) -> None:
    """For random pieces and every site, on the board and off it."""
    body = "".join(f"  {line}\n" for line in search.strip().splitlines())
    program = parse_program(f"{_with_sides(HEAD)}{BOOL}:\n{body}")
    before, after = Interpreter(program), Interpreter(search_from_targets(program))
    rng, found = random.Random(24), set()
    for _ in range(150):
        state = before.start()
        one = rng.getrandbits(6)
        state.fields["s"] = rng.getrandbits(6) & ~one
        state.fields["own"] = [0, one, rng.getrandbits(6) & ~one & ~state.fields["s"]]
        for site in range(-1, 6):
            answer = before.call("f", state, site)
            assert after.call("f", state, site) == answer
            found.add(answer)
    assert found == {True, False}


@pytest.mark.parametrize(
    "text",
    [
        STEP.replace("if 0 <= t", "if t <= 4"),
        STEP.replace("t == i", "t == @x"),
        STEP.replace("return true", "@x = 1"),
        f"let any = false\n{STEP.strip()}".replace("      if t", "      any = true\n      if t"),
        STEP.replace("$right[q]", "$right[q] + 1"),
        STEP.replace("t == i", "t != i"),
        "for q in @own[1]:\n  if q in @s:\n    return true\nreturn false",
        "for q in @own[1]:\n  if not is_empty((@s \\ $near[q]) & single[Cell](i)):\n    return true\nreturn false",
    ],
)
def test_other_searches_stay(text: str) -> None:
    """Where -1 may be wanted and found, more than a return is done, or nothing names the wanted site."""
    check(search_from_targets, text, text.strip(), BOOL)


def test_rays_that_wind_are_not_turned() -> None:
    """Where two sites meet a third by one way at one distance, each piece in line is asked for itself."""
    winding = SLIDE.replace("$sides", "$winding")
    table = "table winding: int[1, 6, 1] = 1 2 1 4 5 4\n"
    program = parse_program(
        HEAD.replace(KIND, table + KIND) + BOOL + ":\n" + "".join(f"  {s}\n" for s in winding.strip().splitlines())
    )
    text = str(search_from_targets(program).functions["f"].body)
    assert "sources" in text and "winding_back" not in text
