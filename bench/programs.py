"""Builds and runs the hand-written C programs of `bench/limits`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LIMITS = Path(__file__).parent / "limits"
BUILD = LIMITS / "build"
FLAGS = ("-std=gnu11", "-O3", "-march=native", "-Wall", "-Wextra", "-Werror")


@dataclass(frozen=True)
class Program:
    """One executable: its name, its source in `bench/limits`, and what is defined on the compiler's command line."""

    name: str
    source: str
    defines: tuple[str, ...] = ()


PROGRAMS = {
    program.name: program
    for program in (
        Program("tictactoe", "tictactoe.c"),
        Program("connect4", "connect4.c"),
        Program("hex", "hex.c"),
        Program("othello", "othello.c"),
        Program("breakthrough", "breakthrough.c"),
        Program("chess", "chess.c"),
        Program("gomoku", "gomoku.c"),
        Program("gomoku_freestyle", "gomoku.c", ("-DFREESTYLE",)),
    )
}


def find_compiler() -> str | None:
    """The compiler named by `CC`, or the first of cc, gcc and clang there is."""
    named = os.environ.get("CC")
    if named:
        return named
    return next((found for found in map(shutil.which, ("cc", "gcc", "clang")) if found), None)


def build_program(name: str, folder: Path = BUILD) -> Path:
    """The executable of a program, compiled anew if a source is younger than it."""
    program = PROGRAMS[name]
    executable = folder / name
    sources = [LIMITS / program.source, LIMITS / "limits.h"]
    if executable.exists() and all(executable.stat().st_mtime > source.stat().st_mtime for source in sources):
        return executable
    compiler = find_compiler()
    if compiler is None:
        raise FileNotFoundError("no C compiler: set CC, or install cc, gcc or clang")
    folder.mkdir(parents=True, exist_ok=True)
    command = [compiler, *FLAGS, *program.defines, "-o", str(executable), str(sources[0])]
    subprocess.run(command, check=True)
    return executable


def run_program(executable: Path, *arguments: str) -> dict[str, Any]:
    """The report of a program on its playouts, e.g. with `--seconds 1` or `--playouts 1000 --seed 3`."""
    done = subprocess.run([str(executable), *arguments], check=True, capture_output=True, text=True)
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def trace_playouts(executable: Path, playouts: int, seed: int) -> list[str]:
    """One line a playout: `legal:move` for each ply, then `= plies winner`."""
    command = [str(executable), "--trace", "--playouts", str(playouts), "--seed", str(seed)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


if __name__ == "__main__":
    for each in PROGRAMS:
        print(build_program(each))
