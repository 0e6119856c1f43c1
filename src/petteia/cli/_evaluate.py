"""`petteia evaluate`: evaluation functions made from the rules of a game, learned from self-play, and what they say."""

from __future__ import annotations

import json as json_form
from pathlib import Path
from typing import TYPE_CHECKING

from petteia.errors import PetteiaError

from ._progress import progress

if TYPE_CHECKING:
    from petteia.game import Game
    from petteia.logic import Evaluation, Explained, LearnOptions


def learn_and_save(game: Game, options: LearnOptions, out: Path, *, json: bool, top: int) -> None:
    """Learns an evaluation, writes it to a folder, and prints what weighs most."""
    from petteia.logic import learn_evaluation, theory

    with progress("learning", options.rounds) as report:
        evaluation = learn_evaluation(theory(game), options, report)
    evaluation.save(out)
    _show(evaluation, game, top, json=json, folder=out)


def evaluate_position(game: Game, folder: Path, position: str | None, *, json: bool, top: int) -> None:
    """Prints what a learned evaluation says of a position, or what it consists of."""
    from petteia.logic import Evaluation

    evaluation = Evaluation.load(folder)
    if position is None:
        _show(evaluation, game, top, json=json, folder=folder)
        return
    state = game.state(position)
    values = {player: round(evaluation(state, player), 4) for player in (1, 2)}
    if json:
        print(json_form.dumps({"game": game.name, "position": state.text, "values": values}))
    else:
        print("\n".join(f"player {player}  {value:+.4f}" for player, value in values.items()))


def explain_folder(folder: Path, *, top: int, json: bool) -> None:
    """Prints what weighs most in the evaluation of a folder: clauses, weights, sentences."""
    from petteia.logic import Evaluation, explain_evaluation

    evaluation = Evaluation.load(folder)
    found = explain_evaluation(evaluation, evaluation.load_game(), top)
    if json:
        print(json_form.dumps([one.to_json() for one in found]))
    else:
        print_features(found)


def print_features(found: list[Explained]) -> None:
    """Prints features of an evaluation, each with its weight and a sentence."""
    for one in found:
        alike = f" So for {one.alike} more, by symmetry." if one.alike else ""
        if one.together:
            alike += f" Told for {one.together} more that the games do not tell apart from it."
        print(f"{one.weight:+8.3f}  {one.feature}\n          {one.sentence}{alike}")


def _show(evaluation: Evaluation, game: Game, top: int, *, json: bool, folder: Path) -> None:
    from petteia.logic import explain_evaluation

    found = explain_evaluation(evaluation, game, top)
    if json:
        features = [one.to_json() for one in found]
        content = {"game": game.name, "folder": str(folder), "fits": evaluation.fits, "features": features}
        print(json_form.dumps({**content, "left_out": evaluation.left_out}))
        return
    for line in evaluation.left_out:
        print(f"not in the features: {line}")
    for fit in evaluation.fits:
        counts = f"{fit['positions']:.0f} positions, {fit['features']:.0f} features"
        print(f"stage {fit['stage']:.0f}: {counts}, r {fit['r']:.3f}")
    print_features(found)
    print(f"in {folder}; an agent that uses it: evaluation:{folder}")


def check_game(game: Game, positions: int, seed: int, *, json: bool) -> None:
    """Compares the theory of a game with the engine, and prints how that went; differences end with an error."""
    from petteia.logic import check_theory, theory

    with progress("checking", positions) as report:
        found = check_theory(theory(game), positions, seed, report)
    if json:
        print(json_form.dumps(found.to_json()))
    else:
        wins = f"{found.won} won" if found.says_wins else "wins not compared"
        moves = f"{found.moves} legal moves" if found.says_moves else "legal moves not compared"
        print(
            f"{game.name}: {found.positions} positions, {found.ended} ended, {wins}, {moves}, "
            f"{found.successors} successors: {len(found.differences) or 'no'} differences"
        )
        for line in found.left_out:
            print(f"left out: {line}")
        for line in found.differences:
            print(line)
    if found.differences:
        raise PetteiaError(f"the theory of {game.name} differs from the engine")


def show_theory(game: Game, *, json: bool) -> None:
    """Prints the domain theory of a game, and what it leaves out."""
    from petteia.logic import theory

    rules = theory(game)
    left_out = [str(one) for one in rules.left_out]
    if json:
        print(json_form.dumps({"game": game.name, "theory": str(rules), "left_out": left_out}))
        return
    print(f"% {game.name}: made from the rules")
    for line in left_out:
        print(f"% left out: {line}")
    print(str(rules).rstrip("\n"))


def show_network(game: Game, name: str | None, *, json: bool) -> None:
    """Prints the network of a feature, or of the first that unfolds."""
    content = network_text(game, name)
    print(json_form.dumps({"game": game.name, "stage": "network", "content": content}) if json else content)


def network_text(game: Game, name: str | None = None) -> str:
    """The network of a feature as text: for `inspect --stage network`."""
    from petteia.logic import Abandoned, Unfolding, build_network, draw_network, logical_features, theory

    rules = theory(game)
    features = logical_features(rules)
    wanted = [feature for feature in features if name is None or feature.name == name]
    if not wanted:
        names = ", ".join(feature.name for feature in features)
        raise PetteiaError(f"there is no feature {name!r}; there are {names}")
    unfolding = Unfolding(rules.theory)
    for feature in wanted:
        try:
            unfolded = unfolding.unfold(feature)
        except Abandoned:
            continue
        network = build_network([unfolded], len(unfolding.inputs.facts))
        return draw_network(str(feature), unfolded, network, unfolding.inputs)
    raise PetteiaError(f"no feature of {game.name} could be unfolded: {unfolding.abandoned}")
