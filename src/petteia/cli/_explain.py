"""`petteia explain`: what a run has learned, drawn and in words, and why it likes a move."""

from __future__ import annotations

import json as json_form
from pathlib import Path
from typing import TYPE_CHECKING

from petteia.errors import PetteiaError

if TYPE_CHECKING:
    from petteia.learn import Explained, Run


def explain(
    folder: Path, *, top: int, games: int | None, position: str | None, move: str | None, html: Path | None, json: bool
) -> None:
    """Prints the features of a run or of a learned evaluation, or those of a run that hold for a move."""
    from petteia.files import replace_file
    from petteia.learn import Run

    if (folder / "evaluation.json").exists() and not (folder / "run.json").exists():
        from ._evaluate import explain_folder

        explain_folder(folder, top=top, json=json)
        return
    run = Run.open(folder, games)
    if move is not None and position is None:
        position = run.game.start().text
    if html is not None:
        replace_file(html, run.report())
        print(html)
    elif position is not None:
        _explain_move(run, position, move, json=json)
    elif json:
        print(json_form.dumps([one.to_json() for one in run.explain(top)], ensure_ascii=False))
    else:
        _print_features(run, top)


def _print_features(run: Run, top: int) -> None:
    from petteia.draw.feature import LEGEND
    from petteia.learn import NOTHING, grouped

    explained = run.explain(top)
    if not explained:
        print(f"{run.game.name}: {NOTHING.format(games=run.games)}")
        return
    print(f"{LEGEND}\n")
    for strategy, some in grouped(explained).items():
        print(f"{strategy[:1].upper()}{strategy[1:]}\n")
        for one in some:
            _print_idea(one)


def _print_idea(one: Explained) -> None:
    print(f"  {one.sentence}")
    print(f"         {one.told}")
    more = f", and {len(one.features) - 1} more" if len(one.features) > 1 else ""
    print(f"         {one.feature}{more}")
    print("\n".join(f"      {line}" for line in one.text.splitlines()) + "\n")


def _print_one(one: Explained, weight: float) -> None:
    print(f"  {weight:+.2f}  {one.sentence}")
    print(f"         {one.feature}")
    print("\n".join(f"      {line}" for line in one.text.splitlines()) + "\n")


def _explain_move(run: Run, position: str, move: str | None, *, json: bool) -> None:
    from petteia.draw.feature import LEGEND
    from petteia.game import Move, meant, spoken

    state = run.game.state(position)
    if state.over:
        raise PetteiaError("the game is over in this position: there is no move to explain")
    chances = run.policy.probabilities(state)
    if move is None:
        chosen = run.policy.choose(state)
    else:
        chosen = meant(run.game, move, chances) or Move.parse(move)
    reasons = run.why(state, chosen)
    if json:
        outcome = {
            "move": str(chosen),
            "probability": chances[chosen],
            "features": [{**one.to_json(), "weight": weight} for weight, one in reasons],
        }
        print(json_form.dumps(outcome, ensure_ascii=False))
        return
    print(state)
    rank = 1 + sum(one > chances[chosen] for one in chances.values())
    print(f"\n{spoken(run.game, chosen)}: {chances[chosen]:.1%}, number {rank} of {len(chances)} moves\n")
    for weight, one in reasons:
        _print_one(one, weight)
    print(f"  {sum(weight for weight, _ in reasons):+.2f}  in all; {LEGEND}")


def verify(
    folder: Path, *, top: int, games: int | None, matches: int, iterations: int, jobs: int, seed: int, json: bool
) -> None:
    """Plays a run with and without each of its ideas, and prints what each is worth."""
    from petteia.learn import NOTHING, Run, Verified
    from petteia.learn import verify as play_without

    from ._progress import progress

    if (folder / "evaluation.json").exists() and not (folder / "run.json").exists():
        raise PetteiaError(f"{folder} is an evaluation; --verify plays runs of petteia learn")
    run = Run.open(folder, games)
    count = min(top, len(run.ideas))
    if not count:
        print("[]" if json else f"{run.game.name}: {NOTHING.format(games=run.games)}")
        return
    done: list[Verified] = []
    with progress("ideas", count) as report:

        def tell(one: Verified) -> None:
            done.append(one)
            report(len(done), "")

        play_without(run, count, matches, iterations, seed=seed, jobs=jobs, progress=tell)
    if json:
        print(json_form.dumps([one.to_json() for one in done], ensure_ascii=False))
        return
    terms = f"{matches} games for each idea, {iterations} iterations a move, 95 %"
    print(f"{run.game.name}: Elo with the idea over without it, the other features fitted anew ({terms})\n")
    for one in done:
        elo, low, high = one.elo
        mark = {"holds": "  ", "fails": "x ", "not shown": "? "}[one.verdict]
        proof = f" ({one.explained.proof})" if one.explained.proof else ""
        print(f"{mark}{_elo(elo):>6} ({_elo(low)} to {_elo(high)})  {one.verdict:9}  {one.explained.sentence}{proof}")


def _elo(value: float) -> str:
    """An Elo difference as a whole number.

    >>> _elo(-0.2), _elo(71.3), _elo(float("inf"))
    ('0', '+71', '+inf')
    """
    if abs(value) == float("inf"):
        return "+inf" if value > 0 else "-inf"
    return "0" if round(value) == 0 else f"{value:+.0f}"
