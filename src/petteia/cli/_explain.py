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
    from petteia.features._files import write_file
    from petteia.learn import Run

    if (folder / "evaluation.json").exists() and not (folder / "run.json").exists():
        from ._evaluate import explain_folder

        explain_folder(folder, top=top, json=json)
        return
    run = Run.open(folder, games)
    if move is not None and position is None:
        position = run.game.start().text
    if html is not None:
        write_file(html, run.report())
        print(html)
    elif position is not None:
        _explain_move(run, position, move, json=json)
    elif json:
        print(json_form.dumps([one.to_json() for one in run.explain(top)], ensure_ascii=False))
    else:
        _print_features(run, top)


def _print_features(run: Run, top: int) -> None:
    from petteia.draw.feature import LEGEND
    from petteia.learn import grouped

    explained = run.explain(top)
    if not explained:
        print(f"{run.game.name}: nothing was learned from {run.games} games yet, all features have no weight")
        return
    print(f"{LEGEND}\n")
    for strategy, some in grouped(explained).items():
        print(f"{strategy[:1].upper()}{strategy[1:]}\n")
        for one in some:
            _print_one(one, one.weight)


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
