"""What analyses find in small programs: functions reached, moves possible, questions about groups."""

from pathlib import Path

import pytest

import petteia.passes
from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.parser import parse_program
from petteia.ir.printer import print_function
from petteia.passes.analyses.alike import differing, shape_of, with_values
from petteia.passes.analyses.choose_planes import Component, Sites, choose_planes
from petteia.passes.analyses.group_questions import GroupQuestions, Question
from petteia.passes.analyses.names import Names, unused, with_unique_locals
from petteia.passes.analyses.number_actions import HASHED_SIZE, number_actions
from petteia.passes.analyses.possible_moves import Unbounded, possible_moves
from petteia.passes.analyses.reaching import callees_first, levels, reached_from
from petteia.passes.rewrites.rebuilding import with_rebuilding
from rewriting import HEAD

CALLS = """program "p" players 2
universe Cell 2
kind go = play() "move" CC
fn start():
  do shared()
fn shared():
fn inner() -> int:
  return 1
fn outer() -> int:
  return call inner() + call inner()
fn play(from: int, to: int):
  do twice(call outer())
fn twice(k: int):
  do shared()
fn moves() emits:
  emit go 0 -> 0
"""


def with_moves(moves: str, field: str = "") -> n.Program:
    """The program of the other passes' tests, with these moves and a field of its own."""
    head = HEAD.replace("field over", f"{field}\nfield over").replace("fn moves() emits:\n  emit go 0 -> 0\n", "")
    return parse_program(f"{head}fn moves() emits:\n" + "".join(f"  {line}\n" for line in moves.splitlines()))


def test_reaching() -> None:
    """Functions are reached by calls and, if asked, by the effects of the moves they emit."""
    program = parse_program(CALLS)
    assert reached_from(program, ["moves"], through_effects=False) == {"moves"}
    assert reached_from(program, ["moves"], through_effects=True) == set(program.functions) - {"start"}
    assert reached_from(program, ["start", "absent"], through_effects=False) == {"start", "shared"}


def test_callees_come_first() -> None:
    """A function stands behind all that it calls; the levels count how deep calls go."""
    functions = parse_program(CALLS).functions
    order = callees_first(functions)
    assert sorted(order) == sorted(functions)
    assert order.index("inner") < order.index("outer") < order.index("play")
    by_level = [sorted(level) for level in levels(functions)]
    assert by_level == [["inner", "moves", "shared"], ["outer", "start", "twice"], ["play"]]


# -- possible_moves ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "sites"),
    [
        ("for q in Cell{1 3 4}:\n  emit go q -> q", {(1, 1), (3, 3), (4, 4)}),
        ("for q in Cell{0 1}:\n  for t in $near[q]:\n    emit go q -> t", {(0, 1), (0, 3), (1, 0), (1, 2), (1, 4)}),
        ("for q in @own[1] & Cell{0..2}:\n  let t = $right[q]\n  if t != -1:\n    emit go q -> t", {(0, 1), (1, 2)}),
        ("range k in 2 .. 4:\n  emit go k -> @mover", {(2, 1), (2, 2), (3, 1), (3, 2)}),
        ("if @x == 3:\n  emit go @x -> @x", {(3, 3)}),
        ("if @mover == 1:\n  if @mover == 2:\n    emit go 0 -> 0\n  emit go 1 -> 1", {(1, 1)}),
    ],
)
def test_possible_moves(moves: str, sites: set[tuple[int, int]]) -> None:
    """The sites of all moves that some state may list, and no others where conditions tell."""
    assert {(source, target) for _, source, target, _ in possible_moves(with_moves(moves))} == sites


def test_moves_with_opposite_demands_exclude_each_other() -> None:
    """Moves of one player are never listed with those of the other, nor with the pass of who has none."""
    turns = "if @mover == 1:\n  for q in @s:\n    emit go 1 -> q\nelse:\n  for q in @s:\n    emit go 2 -> q\n"
    program = with_moves(f"{turns}if emitted() == 0:\n  emit go -1 -> -1")
    found = {code[1:3]: move for code, move in possible_moves(program).items()}
    assert found[1, 4].excludes(found[2, 4])
    assert not found[1, 4].excludes(found[1, 5])
    assert [sites for sites, move in found.items() if move.alone] == [(-1, -1)]


def test_moves_without_a_bound_are_told() -> None:
    """Sites that are any number cannot be listed one by one; then numbers of moves are hashes."""
    program = with_moves("emit go @total -> 0", "field total: int 0..9999")
    with pytest.raises(Unbounded):
        possible_moves(program)
    numbering = number_actions(program)
    assert (numbering.size, numbering.codes) == (HASHED_SIZE, {})
    assert numbering.reason


# -- number_actions ---------------------------------------------------------------------------------------------


def test_number_actions() -> None:
    """Moves that no state lists together share a number if their sites are the same; others have their own."""
    text = HEAD.replace("fn start", 'kind other = play_go() "move" CC\nfn start', 1)
    head = text.replace("fn moves() emits:\n  emit go 0 -> 0\n", "")
    both = "for q in Cell{0 1}:\n  emit go q -> q\n  emit other q -> q"
    apart = "for q in Cell{0 1}:\n  if @mover == 1:\n    emit go q -> q\n  else:\n    emit other q -> q"
    for moves, size in ((both, 4), (apart, 2)):
        body = "".join(f"  {line}\n" for line in moves.splitlines())
        numbering = number_actions(parse_program(f"{head}fn moves() emits:\n{body}"))
        assert numbering.size == size
        assert len(numbering.codes) == 4
        assert set(numbering.codes.values()) == set(range(size))


# -- group_questions --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "answered"),
    [
        ("if not is_empty(flood(single[Cell](i), @own[1], $near) & Cell{0 3}):\n  @x = 1", "if i in @s:\n  @x = 1"),
        ("let g = flood(single[Cell](i), @own[1], $near)\nif not is_empty(g & Cell{0 3}):\n  @x = 1",
         "if i in @s:\n  @x = 1"),
        ("let p = @own[1]\nlet g = flood(single[Cell](i), p, $near)\nif not is_empty(g & Cell{0 3}):\n  @x = 1",
         "if i in @s:\n  @x = 1"),
    ],
)  # fmt: skip
def test_group_questions(body: str, answered: str) -> None:
    """A question whether the group of a piece touches a side is put in other words, also through variables."""
    asked: list[Question] = []
    assert in_other_words(body, asked) == answered
    assert [(q.field, q.index, list(o.bits(q.side.value))) for q in asked] == [("own", 1, [0, 3])]


@pytest.mark.parametrize(
    "body",
    [
        # the group is used for something else
        "let g = flood(single[Cell](i), @own[1], $near)\nif not is_empty(g & Cell{0 3}):\n  @s = g",
        # the pieces change before it is asked
        "let g = flood(single[Cell](i), @own[1], $near)\ninclude @own[1], 2\nif not is_empty(g & Cell{0 3}):\n  @x = 1",
        # the side is not fixed
        "if not is_empty(flood(single[Cell](i), @own[1], $near) & @s):\n  @x = 1",
        # neighbours are not mutual
        "if not is_empty(flood(single[Cell](i), @own[1], $forth) & Cell{0 3}):\n  @x = 1",
        # nobody's group is fixed
        "if not is_empty(flood(single[Cell](i), @own[@mover], $near) & Cell{0 3}):\n  @x = 1",
    ],
)
def test_other_questions_stay(body: str) -> None:
    asked: list[Question] = []
    assert in_other_words(body, asked) == body
    assert asked == []


def in_other_words(body: str, asked: list[Question]) -> str:
    """A function whose questions are answered by a set; the questions are noted."""

    def answer(question: Question, site: n.Expr) -> n.Expr:
        asked.append(question)
        return o.has(n.Load("s", (), n.set_of("Cell")), site)

    program = parse_program(f"{HEAD}fn f(i: int):\n" + "".join(f"  {line}\n" for line in body.splitlines()))
    program.functions["f"] = GroupQuestions(program, answer).answered(program.functions["f"])
    return "\n".join(line.removeprefix("  ") for line in print_function(program, "f").splitlines()[1:])


# -- choose_planes ----------------------------------------------------------------------------------------------


def test_choose_planes() -> None:
    """Each field that the rules ask for has planes, unless it follows from others or only says how the game ended."""
    program = parse_program(HEAD)
    components = [Component(1, 1, "Disc"), Component(2, 2, "Disc")]
    chosen = choose_planes(program, components, Sites(2, 3, (0, 1, 2, 3, 4, 5), {}), frozenset({"a"}))
    names = " ".join(plane.name for plane in chosen.planes)
    assert {"over", "ranks", "a"}.isdisjoint(plane.field for plane in chosen.planes), names
    assert {"s", "own", "x", "mover"} & {plane.field for plane in chosen.planes}, names


# -- names, alike, rebuilding -----------------------------------------------------------------------------------


def test_names() -> None:
    """Fresh names are numbered on; locals that are introduced twice get names of their own."""
    text = "fn f(i: int):\n  if i == 1:\n    let k = 1\n    @x = k\n  else:\n    let k = 2\n    @x = k\n"
    program = parse_program(HEAD + text)
    names = Names(program.functions["f"])
    assert [names.fresh("k"), names.fresh("k_1"), names.fresh("j")] == ["k_1", "k_2", "j"]
    assert unused("far", program.functions) == "far_2"
    program.functions["f"] = with_unique_locals(program.functions["f"])
    assert print_function(program, "f").splitlines()[2::2] == ["    let k_1 = 1", "  else:", "    @x = k_2"]


def test_alike() -> None:
    """Code that differs in numbers has one shape, and becomes one code with a local for each number that differs."""
    program = parse_program(
        f"{HEAD}fn f():\n  @a[1] = 4\n  @x = 1\nfn g():\n  @a[2] = 4\n  @x = 2\nfn h():\n  @a[2] = @x\n"
    )
    f, g, h = (shape_of((), program.functions[name].body) for name in "fgh")
    assert f.key == g.key != h.key
    assert differing([f.numbers, g.numbers]) == {(1, 2): 0}, "both places hold the same numbers"
    body = with_values(program.functions["f"].body, [f.numbers, g.numbers], [n.Local("v", n.INT)])
    program.functions["f"] = n.Function("f", (n.Local("v", n.INT),), None, body)
    assert print_function(program, "f") == "fn f(v: int):\n  @a[v] = 4\n  @x = v\n"


def test_rebuilding() -> None:
    """What is kept beside sets of pieces is cleared, then noted for each piece."""
    head = HEAD.replace("table right", "field lines: int[3, 2] 0..9\ntable right", 1)
    program = parse_program(f"{head}fn note(k: int, site: int):\n  @lines[k, 0] = site\n")
    after = with_rebuilding(program, "own", ["lines"], "note")
    assert print_function(after, "rebuild").splitlines()[1:] == [
        "  range index_for_note in 0 .. 3:",
        "    range line_of_lines in 0 .. 2:",
        "      @lines[index_for_note, line_of_lines] = 0",
        "    for site_for_note in @own[index_for_note]:",
        "      do note(index_for_note, site_for_note)",
    ]
    assert "rebuild" not in program.functions


def test_each_pass_is_tested_by_name() -> None:
    """Each module of the passes is imported by a test of this folder."""
    folder, package = Path(__file__).parent, Path(petteia.passes.__file__).parent
    tests = "".join(path.read_text(encoding="utf-8") for path in folder.glob("test_*.py"))
    untested = [
        path.stem
        for path in sorted(package.glob("*/*.py"))
        if path.stem != "__init__" and f"petteia.passes.{path.parent.name}.{path.stem} import" not in tests
    ]
    assert untested == []
