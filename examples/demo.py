"""One self-contained HTML page: a game, what was learned from self-play, a match, playout rates of some bundled games.

    python examples/demo.py [--game Hex] [--option "Board Size/7x7"] [--learn 60] [--out build/demo.html]

Both sides of the game search by UCT. Then features are learned from self-play, for about a minute, and the player that
they guide meets UCT.
"""

import argparse
import sys
import time
from dataclasses import dataclass, replace
from html import escape
from math import sqrt
from pathlib import Path

import petteia
from petteia import UCT, Game, Match, Run
from petteia.draw import Frame, game_viewer
from petteia.game import spoken
from petteia.learn import Progress

PAGE = Path(__file__).with_name("demo.html")
DEFAULT_OPTIONS = {"Hex": ["Board Size/7x7", "Swap Rule/Off"]}
MOST_MOVES = 200


@dataclass(frozen=True)
class Rate:
    """A row of the table: the playouts of one game, or why there are none."""

    game: str
    build_seconds: float
    playouts: petteia.Playouts | None
    trouble: str = ""


def replay(game: Game, iterations: int, seed: int) -> list[Frame]:
    """A whole game, one frame a position."""
    state = game.start(seed)
    frames = [Frame("The start", state.svg(still=True), value=0.0)]
    while not state.over and len(frames) <= MOST_MOVES:
        mover = state.mover
        best = UCT(iterations=iterations, seed=seed + len(frames)).analyse(state).best
        state.play(best.move)
        if sys.stdout.isatty():
            say(f"\r  move {len(frames)}", end="")
        worth = best.proven or f"value {best.value:+.2f}"
        said = spoken(game, best.move)
        caption = f"Move {len(frames)}: player {mover} plays {said}; {worth}"
        value = state.returns[0] if state.over else best.value if mover == 1 else -best.value
        frames.append(Frame(caption, state.svg(still=True), said, value if game.players == 2 else None))
    say(f"\r  {len(frames) - 1} moves")
    if state.over:
        result = "a draw" if state.winner is None else f"player {state.winner} wins"
        frames[-1] = replace(frames[-1], caption=f"{frames[-1].caption}. The end: {result}")
    return frames


def learn(game: Game, games: int, seed: int, folder: Path, jobs: int) -> Run:
    """Features and weights from self-play; a folder that was begun is gone on with."""

    def tell(now: Progress) -> None:
        if sys.stdout.isatty():
            say(f"\r  {now.games} games, {now.features} features, loss {now.loss or 0:.2f}", end="")

    run = petteia.learn(game, games, seed=seed, out=folder, resume=True, jobs=jobs, progress=tell)
    say(f"\r  {run.games} games, {len(run.policy.features)} features, among them:")
    for one in run.explain(top=5):
        say(f"  {one.weight:+.2f}  {one.sentence}")
    return run


def measure(name: str, seconds: float, seed: int) -> Rate:
    """The playout rate of a bundled game, and how long it took to get it ready."""
    begin = time.perf_counter()
    try:
        game = petteia.load(name)
        ready = time.perf_counter() - begin
        done = game.playouts(seconds=seconds, seed=seed, max_moves=5000)
    except petteia.PetteiaError as error:
        say(f"  {name}: {error}")
        return Rate(name, 0.0, None, str(error))
    say(f"  {name}: {done.playouts_per_second:,.0f} playouts a second, ready in {ready:.2f} s")
    return Rate(name, ready, done)


def share_text(won: int, count: int) -> str:
    """A share of games with its 95 % interval."""
    share = won / max(count, 1)
    return f"{share:.1%} ± {1.96 * sqrt(share * (1 - share) / max(count, 1)):.1%}"


def rate_row(rate: Rate) -> str:
    """A rate as a row of an HTML table."""
    if rate.playouts is None:
        return f'<tr><td>{escape(rate.game)}</td><td colspan="5">{escape(rate.trouble)}</td></tr>'
    done = rate.playouts
    cells = (
        f"{done.playouts_per_second:,.0f}",
        f"{done.moves_per_second:,.0f}",
        f"{done.mean_length:.1f}",
        share_text(done.wins[0], done.playouts),
        f"{rate.build_seconds:.2f} s",
    )
    return f"<tr><td>{escape(rate.game)}</td>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def page(game: Game, frames: list[Frame], run: Run, match: Match, rates: list[Rate], seed: int) -> str:
    """The whole page as text."""
    values = {
        "title": escape(game.name),
        "options": escape(", ".join(game.options)),
        "description": escape(game.description),
        "rules": escape(game.rules),
        "source": escape(game.source),
        "viewer": game_viewer(frames, title=f"A game of {game.name}"),
        "learned": run.report_body(),
        "match": escape(str(match)),
        "rates": "".join(rate_row(rate) for rate in rates),
        "made": escape(f"petteia {petteia.__version__}, Python {sys.version.split()[0]}, {sys.platform}, seed {seed}"),
    }
    text = PAGE.read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace(f"[[{name}]]", value)
    return text


def say(text: str, end: str = "\n") -> None:
    """Tell the person who waits."""
    print(text, end=end, flush=True)


def main() -> None:
    """Make the page and name it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="Hex", help="the game to replay")
    parser.add_argument("--option", action="append", help="an option of it, as Heading/Item")
    parser.add_argument("--iterations", type=int, default=20_000, help="iterations of the search for each move")
    parser.add_argument("--learn", type=int, default=60, help="games of self-play")
    parser.add_argument("--match", type=int, default=20, help="games of the match")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds of playouts for each rate")
    parser.add_argument("--rates", nargs="*", default=None, help="the games to measure, by default a few from A to Z")
    parser.add_argument("--jobs", type=int, default=0, help="processes; 0 for one a core")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build", "demo.html"))
    given = parser.parse_args()
    options = given.option if given.option is not None else DEFAULT_OPTIONS.get(given.game, [])
    try:
        game = petteia.load(given.game, options=options)
    except petteia.PetteiaError as error:
        sys.exit(f"demo: {error}")
    say(f"replaying {game.name}")
    frames = replay(game, given.iterations, given.seed)
    say("learning from self-play")
    try:
        folder = given.out.parent / f"demo-{game.name}-{given.learn}-{given.seed}"
        run = learn(game, given.learn, given.seed, folder, given.jobs)
    except petteia.PetteiaError as error:
        sys.exit(f"demo: {error}")
    say("playing a match: what was learned against UCT")
    terms = {"seconds": 0.01, "cap": MOST_MOVES, "seed": given.seed, "jobs": given.jobs}
    match = petteia.match(game, run.agent(), "uct", given.match, **terms)
    say(f"  the biased player scores {match.win_rate:.0%}")
    say("measuring playouts")
    names = petteia.game_names()[::12] if given.rates is None else given.rates
    rates = [measure(name, given.seconds, given.seed) for name in names]
    given.out.parent.mkdir(parents=True, exist_ok=True)
    given.out.write_text(page(game, frames, run, match, rates, given.seed), encoding="utf-8")
    say(f"\nopen {given.out.resolve().as_uri()}")


if __name__ == "__main__":
    main()
