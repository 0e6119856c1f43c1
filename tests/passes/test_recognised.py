"""Passes that recognise what rules ask for, as text before and after."""

import pytest

from petteia.ir.parser import parse_program
from petteia.ir.printer import print_function, print_program
from petteia.ir.verifier import verify
from petteia.passes.rewrites.count_filled import count_filled
from petteia.passes.rewrites.drop_limits import drop_limits
from petteia.passes.rewrites.forward_stores import forward_stores
from petteia.passes.rewrites.gather_flanks import gather_flanks
from petteia.passes.rewrites.gather_reaches import gather_reaches
from petteia.passes.rewrites.keep_lines import keep_lines
from petteia.passes.rewrites.match_rows import match_rows
from petteia.passes.rewrites.predicates_to_expressions import predicates_to_expressions
from rewriting import HEAD, check, rewritten


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("@x = 3\n@a[@x] = @x", "@x = 3\n@a[3] = 3"),
        ("@x = i\n@a[0] = @x\n@x = 1\n@a[1] = @x", "@x = i\n@a[0] = i\n@x = 1\n@a[1] = 1"),
        ("@a[0] = 1\n@a[i] = 2\n@x = @a[0]", "@a[0] = 1\n@a[i] = 2\n@x = @a[0]"),
        ("@a[0] = 1\n@a[1] = 2\n@x = @a[0]", "@a[0] = 1\n@a[1] = 2\n@x = 1"),
        ("@x = 1\ndo put(2)\n@a[0] = @x", "@x = 1\ndo put(2)\n@a[0] = 1"),
        ("@x = 1\nwhile @x < 4:\n  @x = @x + 1", "@x = 1\nwhile @x < 4:\n  @x = @x + 1"),
        ("if @x == 2:\n  @a[0] = @x", "if @x == 2:\n  @a[0] = 2"),
        ("include @s, i\nif i in @s:\n  @x = 1", "include @s, i\n@x = 1"),
        ("include @own[1], i\nexclude @own[2], 3\nif (i in @own[1]) and (3 in @own[2]):\n  @x = 1",
         "include @own[1], i\nexclude @own[2], 3"),
        ("exclude @s, i\ninclude @s, 3\nif i in @s:\n  @x = 1", "exclude @s, i\ninclude @s, 3\nif i in @s:\n  @x = 1"),
        ("if i in @s:\n  if i in @s:\n    @x = 1", "if i in @s:\n  @x = 1"),
        ("@x = 1\nspeculate:\n  @x = 2\n@a[0] = @x", "@x = 1\nspeculate:\n  @x = 2\n@a[0] = 1"),
        ("@x = 0\nif i == 1:\n  @x = 5\nif @x == 0:\n  @a[0] = 1\nelse:\n  @a[1] = 1",
         "@x = 0\nif i == 1:\n  @x = 5\n  @a[1] = 1\nelse:\n  @a[0] = 1"),
    ],
)  # fmt: skip
def test_forward_stores(before: str, after: str) -> None:
    """A value that was stored is used instead of read, and decides later tests in its branch."""
    check(forward_stores, before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if i == 1:\n  return true\nif i == 3:\n  return true\nreturn false", "return (i == 1) or (i == 3)"),
        ("if i == 1:\n  return false\nreturn @x == 2", "return (i != 1) and (@x == 2)"),
        ("for q in @s:\n  return true\nreturn false", "return not is_empty(@s)"),
        ("for q in @s:\n  if q == i:\n    return true\nreturn false", "return exists(q in @s : q == i)"),
        ("let k = i + 1\nif 3 < k:\n  return true\nreturn false", "return 3 < (i + 1)"),
        ("for q in @s:\n  if q == i:\n    return false\nreturn true",
         "for q in @s:\n  if q == i:\n    return false\nreturn true"),
    ],
)  # fmt: skip
def test_express_searches(before: str, after: str) -> None:
    """A search whose hits all say yes is one condition; one that may say no in a loop stays."""
    check(predicates_to_expressions, before, after, "fn f(i: int) -> bool")


SLIDE = """let to = ${way}[i, 0]
let distance = 1
while 0 <= to:
{stop}  if not (to in @s):
    break
  {done}
  to = ${way}[i, distance]
  distance = distance + 1
"""
SLIDES = SLIDE.format(way="east", stop="", done="emit go i -> to")
STOP = "  if to in @own[2]:\n    emit go to -> to\n    break\n"


def reaches(text: str) -> str:
    """The result of the pass for the list of legal moves, where `i` is a site."""
    lines = "".join(f"  {line}\n" for line in ("let i = @x", *text.strip("\n").splitlines()))
    program = parse_program(HEAD.replace("  emit go 0 -> 0\n", lines))
    after = gather_reaches(program)
    verify(after)
    return "\n".join(line.removeprefix("  ") for line in print_function(after, "moves").splitlines()[2:])


def test_slides_lead_to_the_sites_in_reach() -> None:
    """A loop along a ray is one over a set; where it stops and where it passes, over two; two ways are one set."""
    assert reaches(SLIDES) == "for to in reach($east, i, @s, Cell{}):\n  emit go i -> to"
    stopping = SLIDE.format(way="east", stop=STOP, done="emit go i -> to")
    assert reaches(stopping).splitlines() == [
        "for to in reach($east, i, @s \\ @own[2], @own[2]) & @own[2]:",
        "  emit go to -> to",
        "for to in reach($east, i, @s \\ @own[2], @own[2]) \\ @own[2]:",
        "  emit go i -> to",
    ]
    bounded = SLIDES.replace("while 0 <= to", "while (0 <= to) and (distance <= 1)")
    assert reaches(bounded) == "for to in reach($east_up_to_1, i, @s, Cell{}):\n  emit go i -> to"
    around = SLIDES.replace("if not (to in @s)", "if (to == 4) or not (to in @s)")
    assert reaches(around) == "for to in reach($east, i, Cell{0..3 5} & @s, Cell{}):\n  emit go i -> to"
    both = SLIDES + SLIDES.replace("east", "west").replace("to", "too").replace("distance", "far")
    assert reaches(both) == "for to in reach($east_and_others, i, @s, Cell{}):\n  emit go i -> to"


def test_one_step_tells_whether_anything_is_in_reach() -> None:
    asked = SLIDE.format(way="east", stop="", done="return true")
    header = "fn f(i: int) -> bool"
    wanted = "if not is_empty($next_by_east[i] & @s):\n  return true\nreturn false"
    check(gather_reaches, asked + "return false", wanted, header)
    first = SLIDE.format(way="east", stop="", done="return to") + "return -1"  # which comes first matters
    check(gather_reaches, first, first, "fn f(i: int) -> int")


def test_moves_that_are_an_effect_keep_their_order() -> None:
    """They are made one after the other, so that the second may find that the first has been made."""
    assert rewritten(gather_reaches, "fn f(i: int) emits", SLIDES) == SLIDES.strip("\n")
    changing = SLIDE.format(way="east", stop="", done="include @s, to")
    check(gather_reaches, changing, changing)


@pytest.mark.parametrize(
    "text",
    [
        SLIDE.format(way="east", stop="", done="emit go distance -> to"),  # what is done depends on the distance
        SLIDES.replace("to in @s", "@a[to] < 3"),  # the question is none of a set
    ],
)
def test_other_loops_along_rays_stay(text: str) -> None:
    assert "reach" not in reaches(text)


def test_gather_flanks() -> None:
    """Asked for each site of a loop, what a ray catches becomes membership; asked for one site, it stays."""
    check(
        gather_flanks,
        "for q in @s:\n  if not is_empty(caught($east, q, @own[1], @own[2])):\n    @x = 1",
        "for q in @s:\n  if q in flank($east, @own[1], @own[2]):\n    @x = 1",
    )
    alone = "if is_empty(caught($east, i, @own[1], @own[2])):\n  @x = 1"
    check(gather_flanks, alone, alone)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("3 <= (1 + run($east, i, @s) + run($west, i, @s))", "row($east, $west, 3, i, @s)"),
        ("(1 + run($east, i, @s) + run($west, i, @s)) < 3", "not row($east, $west, 3, i, @s)"),
        ("(1 + run($east, i, @s) + run($west, i, @s)) == 2",
         "row($east, $west, 2, i, @s) and not row($east, $west, 3, i, @s)"),
        ("3 <= (1 + run($east, i, @s) + run($west, 0, @s))", "3 <= (1 + run($east, i, @s) + run($west, 0, @s))"),
        ("3 <= (1 + run($east, i, @s))", "3 <= (1 + run($east, i, @s))"),
    ],
)  # fmt: skip
def test_match_rows(before: str, after: str) -> None:
    """Runs both ways from one site make a row; anything else stays as it is."""
    check(match_rows, f"if {before}:\n  @x = 1", f"if {after}:\n  @x = 1")


FILLING = r"""program "fill" players 2
universe Cell 6
field pieces: set[Cell][3] visible
field mover: int 1..2 = 1 visible
field over: int 0..1 visible
field ranks: int[3] 0..6 visible
field turns: int 0..2501 = 1
field moves: int 0..10001
field pass_run: int -1..10000 = 1
table east: int[6, 3] = 1 2 -1 2 -1 -1 -1 -1 -1 4 5 -1 5 -1 -1 -1 -1 -1
table west: int[6, 3] = -1 -1 -1 0 -1 -1 1 0 -1 -1 -1 -1 3 -1 -1 4 3 -1
kind add = play_add() "move" CC
kind forced_pass = play_pass() "pass" CC
fn start():
fn moves() emits:
  for to in Cell{0..5} \ (@pieces[1] | @pieces[2]):
    emit add to -> to
  if emitted() == 0:
    emit forced_pass -1 -> -1
fn play_add(from: int, to: int):
  include @pieces[1], to
  @pass_run = 0
  if 3 <= (1 + run($east, to, @pieces[1]) + run($west, to, @pieces[1])):
    @over = 1
  elif is_empty(Cell{0..5} \ (@pieces[1] | @pieces[2])):
    @over = 1
  elif (2500 <= @turns) or (10000 <= @moves):
    @over = 1
fn play_pass(from: int, to: int):
  @pass_run = @pass_run + 1
  if 2 <= @pass_run:
    @over = 1
"""


def test_drop_limits() -> None:
    """Where moves only fill sites, play ends long before any limit; where a piece may leave, the limits stay."""
    program = parse_program(FILLING)
    verify(program)
    after = drop_limits(program)
    verify(after)
    assert "2500" not in print_function(after, "play_add")
    leaving = parse_program(FILLING.replace("  @pass_run = 0\n", "  @pass_run = 0\n  exclude @pieces[2], to\n"))
    assert print_program(drop_limits(leaving)) == print_program(leaving)


@pytest.mark.parametrize(
    ("changes", "bounded"),
    [
        ("exclude @pieces[2], to\ninclude @pieces[1], to", True),
        ("include @pieces[1], to\nexclude @pieces[2], to", True),
        ("include @pieces[1], to\nexclude @pieces[1], to", False),
        ("exclude @pieces[2], from\ninclude @pieces[1], to", False),
        ("include @pieces[@mover], to\nexclude @pieces[3 - @mover], to", False),
        ("let all = @pieces[2] & Cell{2..4}\n@pieces[2] = @pieces[2] \\ all\n@pieces[1] = @pieces[1] | all", True),
        ("let all = @pieces[2] & Cell{2..4}\n@pieces[1] = @pieces[1] | all\n@pieces[2] = @pieces[2] \\ all", True),
        ("let all = @pieces[2] & Cell{2..4}\n@pieces[2] = @pieces[2] \\ all", False),
        ("@pieces[2] = @pieces[2] \\ @pieces[2]\n@pieces[1] = @pieces[1] | @pieces[2]", False),
        ("let all = Cell{2..4}\n@pieces[2] = @pieces[2] \\ all\nif to == 3:\n  @pieces[1] = @pieces[1] | all", False),
        ("@pieces[2] = @pieces[1]", False),
    ],
)  # fmt: skip
def test_drop_limits_where_pieces_change_sides(changes: str, bounded: bool) -> None:
    """Sites that pieces leave must be filled by others there and then."""
    lines = "".join(f"  {line}\n" for line in changes.splitlines())
    program = parse_program(FILLING.replace("  @pass_run = 0\n", f"  @pass_run = 0\n{lines}"))
    verify(program)
    after = drop_limits(program)
    verify(after)
    assert ("2500" not in print_function(after, "play_add")) == bounded


def test_count_filled() -> None:
    """Asking for an empty site compares a counter that every new piece raises, and that `rebuild` can restore."""
    after = count_filled(parse_program(FILLING))
    verify(after)
    text = print_function(after, "play_add")
    assert "@filled = @filled + 1" in text
    assert "elif @filled == 6:" in text
    assert "@filled = size(@pieces[1]) + size(@pieces[2])" in print_function(after, "rebuild")


def test_keep_lines() -> None:
    """Runs from the site just played become counts of bits in a word for each line, kept with the pieces."""
    after = keep_lines(parse_program(FILLING))
    verify(after)
    text = print_function(after, "play_add")
    assert "run(" not in text
    assert "ones_above(@pieces_lines_0[1, $line_0[to]], $place_0[to])" in text
    assert after.fields["pieces_lines_0"].shape == (3, 2)
    assert "note_pieces_lines" in print_function(after, "rebuild")


def test_keep_lines_leaves_generators_alone() -> None:
    """Runs asked for while moves are generated would be asked for too many sites."""
    text = FILLING.replace("    emit add to -> to", "    if 0 < run($east, to, @pieces[1]):\n      emit add to -> to")
    program = parse_program(text)
    assert print_program(keep_lines(program)) == print_program(program)
