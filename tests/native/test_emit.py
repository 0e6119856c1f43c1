"""The C of a program does what the interpreter does, and reads like C."""

import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from native_games import GAMES, breakthrough, connection, tic_tac_toe
from native_random import RandomProgram

from petteia.errors import BuildError
from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.builder import Builder
from petteia.ir.interpreter import Interpreter
from petteia.native import compilers
from petteia.native.compilers import Compiler, require_compiler
from petteia.native.emit import emit
from petteia.native.emit_sets import Sets
from petteia.native.library import NativeGame, build, sanitize

WIDE_SITES = [30, 64, 70, 128, 130, 200, 600]


def follow(program: n.Program, native: NativeGame, games: int, most: int, seed: int) -> int:
    """Plays random games in both, comparing states and moves at each step; returns the number of moves."""
    interpreter, chooser, steps = Interpreter(program), random.Random(seed), 0
    for _ in range(games):
        chance = chooser.getrandbits(64)
        slow, fast = interpreter.start(chance), native.start(chance)
        for _ in range(most):
            assert fast.fields == slow.fields
            assert fast.chance == (slow.chance if native.layout.draws else 0)
            assert native.is_over(fast) == bool(slow.fields["over"])
            if slow.fields["over"]:
                break
            moves = interpreter.moves(slow)
            assert native.moves(fast) == moves
            assert fast.fields == slow.fields
            if not moves:
                break
            move, chance = chooser.choice(moves), chooser.getrandbits(64)
            interpreter.play(slow, move, chance)
            fast = native.copy(fast)
            native.play(fast, move, chance)
            steps += 1
    return steps


@pytest.mark.parametrize("make", GAMES)
def test_games_play_as_interpreted(make: Callable[[], n.Program]) -> None:
    """States, moves and results are those of the interpreter."""
    program = make()
    assert follow(program, build(program), games=8, most=300, seed=5) > 20


@pytest.mark.parametrize("seed", range(24))
def test_random_programs_run_as_interpreted(seed: int) -> None:
    """Programs made of everything there is do the same in C as in the interpreter."""
    program = RandomProgram(seed, WIDE_SITES[seed % len(WIDE_SITES)]).program
    follow(program, build(program), games=3, most=12, seed=seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1100))
def test_many_random_programs_run_as_interpreted(seed: int) -> None:
    """The same over more programs."""
    test_random_programs_run_as_interpreted(seed)


@pytest.mark.sanitizer
@pytest.mark.parametrize("make", GAMES)
def test_games_are_clean_under_sanitizers(make: Callable[[], n.Program]) -> None:
    """Random games read and write only what is theirs, and overflow nothing."""
    result = sanitize(make(), games=30)
    if result is None:
        pytest.skip("the compiler has no sanitizers")
    assert result.failure == ""
    assert result.finished == result.games == 30


@pytest.mark.sanitizer
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_random_programs_are_clean_under_sanitizers(seed: int) -> None:
    """Programs made at random stay within bounds as well."""
    result = sanitize(RandomProgram(seed, WIDE_SITES[seed % len(WIDE_SITES)]).program, games=5, max_moves=20)
    if result is None:
        pytest.skip("the compiler has no sanitizers")
    assert result.failure == ""


def test_sanitizers_see_what_is_wrong() -> None:
    """A program that reads beyond a table is stopped."""
    b = Builder("wrong", 1, {"Cell": 4})
    b.field("mover", n.INT, low=0, high=1)
    b.field("over", n.BOOL)
    b.field("ranks", n.INT, shape=(2,), low=0, high=2)
    table = b.table("four", n.INT, (4,), [1, 2, 3, 4])
    with b.function("start"):
        pass
    with b.function("moves", emits=True):
        beyond = n.Lookup(table, (o.add(b.load("mover"), o.number(9)),), n.INT)
        b.emit("none", beyond, beyond)
    with b.function("nothing", [n.Local("from", n.INT), n.Local("to", n.INT)]):
        b.store("over", [], o.TRUE)
    b.kind(n.Kind("none", "nothing"))
    result = sanitize(b.program, games=1)
    if result is None:
        pytest.skip("the compiler has no sanitizers")
    assert result.failure


def test_text_follows_the_rules() -> None:
    """Names and comments lead back to the rules; sets of one word are plain words, and shifts are shifts."""
    text = emit(breakthrough())
    assert "/* (move Step Forward) */\nPT_INLINE void g_step(State *s, int from, int to) {" in text
    assert "uint64_t pieces[3]; /* the sites of each player's pieces */" in text
    moves = text[text.index("static void g_moves(") : text.index("static void g_play(")]
    assert "s->pieces[1] << 8" in moves
    assert re.search(r"\(s->pieces\[1\] & 0xfefefefefefefeull\) << 7", moves)
    assert "#include" not in text


def test_small_games_have_small_states() -> None:
    """Fields take the smallest integers that hold them."""
    native = build(tic_tac_toe())
    assert native.layout.size == 32


def test_sites_known_to_be_in_range_need_no_guard() -> None:
    """An effect sees the sites that the rules emit, so that only doubtful ones are guarded."""
    b = Builder("guards", 1, {"Cell": 9})
    b.field("mover", n.INT, low=0, high=1)
    b.field("over", n.BOOL)
    b.field("ranks", n.INT, shape=(2,), low=0, high=2)
    b.field("seen", n.set_of("Cell"))
    source, target = n.Local("from", n.INT), n.Local("to", n.INT)
    with b.function("start"):
        pass
    with b.function("effect", [source, target]):
        with b.if_(o.has(b.load("seen"), target)):
            b.store("over", [], o.TRUE)
        with b.if_(o.has(b.load("seen"), source)):
            b.store("over", [], o.FALSE)
    b.kind(n.Kind("go", "effect"))
    with b.function("moves", emits=True), b.for_("site", b.load("seen")) as site:
        b.emit("go", o.sub(site, o.number(1)), site)
    text = emit(b.program)
    assert "if (s->seen >> to & 1) {" in text
    assert "from >= 0 && (s->seen >> from & 1)" in text


def test_text_is_the_same_in_every_run() -> None:
    """The order of Python's sets, which differs from run to run, leaves no trace: builds are found by their text."""
    code = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "from native_games import GAMES\n"
        "from petteia.native.emit import emit\n"
        "from petteia.passes import optimise\n"
        "from petteia.passes.playouts.classify_playouts import classify_playouts\n"
        "for program in (optimise(make()) for make in GAMES):\n"
        "    print(emit(program, classify_playouts(program)))\n"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(texts) == 1


def test_choices_within_choices_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixteen players, each with a set that takes statements to find, are sixteen choices, not 65,536."""
    b = Builder("choices", players=2, universes={"Cell": 9})
    b.field("mover", n.INT, low=1, high=2, initial=1)
    b.field("over", n.BOOL)
    b.field("ranks", n.INT, shape=(3,), high=4)
    b.field("who", n.INT, shape=(9,), high=20, visible=True)
    b.field("turn", n.INT, high=20, visible=True)
    members: n.Expr = o.empty_set("Cell")
    for player in range(16):
        site = b.site("Cell")
        his = o.filter_set(site, o.sites("Cell", range(9)), o.eq(b.load("who", site), o.number(player)))
        members = o.select(o.eq(b.load("turn"), o.number(player)), his, members)
    with b.function("start"):
        b.store("turn", [], o.size(members))
    with b.function("moves", emits=True):
        pass
    made: list[n.Op] = []
    prepare = Sets._prepared_select

    def noted(self: Sets, expr: n.Op, any_word: bool) -> n.Expr:
        made.append(expr)
        return prepare(self, expr, any_word)

    monkeypatch.setattr(Sets, "_prepared_select", noted)
    emit(b.program)
    assert 16 <= len(made) <= 40


def test_moves_cannot_carry_sets() -> None:
    """A captured set is refused by name."""
    b = Builder("sets", 1, {"Cell": 9})
    b.field("ranks", n.INT, shape=(2,))
    with b.function("start"):
        pass
    with b.function("moves", emits=True):
        pass
    with b.function("effect", [n.Local("from", n.INT), n.Local("to", n.INT), n.Local("all", n.set_of("Cell"))]):
        pass
    b.kind(n.Kind("carry", "effect", ("all",)))
    with pytest.raises(BuildError, match="carry"):
        emit(b.program)


def test_compilers_find_nothing_to_complain_about(tmp_path: Path) -> None:
    """The text compiles without warnings that point at mistakes."""
    compiler = require_compiler()
    if compiler.kind != "cc":
        pytest.skip("needs gcc or clang")
    for k, program in enumerate([connection(), RandomProgram(3, 130).program]):
        (tmp_path / f"{k}.c").write_text(emit(program), encoding="utf-8")
        flags = ["-std=gnu11", "-Wall", "-Werror", "-Wno-unused-function", "-Wno-unused-variable"]
        flags += ["-Wno-unused-but-set-variable", "-Wno-parentheses", "-fsyntax-only"]
        subprocess.run([*compiler.command, *flags, f"{k}.c"], cwd=tmp_path, check=True)


def test_small_compiler_builds_the_same_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """tcc, which lacks bit builtins and 128-bit integers, gives the same play."""
    tcc = _tcc()
    if tcc is None:
        pytest.skip("tcc is not installed")
    monkeypatch.setenv("CC", tcc.command[0])
    monkeypatch.setenv("PETTEIA_CACHE", str(tmp_path))
    slow = build(connection(9))
    monkeypatch.delenv("CC")
    assert slow.playouts(50, seed=4) == build(connection(9)).playouts(50, seed=4)
    follow(connection(9), slow, games=2, most=100, seed=2)


def _tcc() -> Compiler | None:

    return next(compilers._tiny_compilers(), None)
