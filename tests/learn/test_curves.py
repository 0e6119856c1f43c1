"""Learning curves as they are told, and what is carried over from one board to another."""

from typing import Any

from experiments.learning_curves import curves_text
from experiments.transfer import carried, saved, transfer_text

from petteia import learn, load


def row(board: str, strategy: str, wins: tuple[float, ...], greedy: float | None = None) -> dict[str, Any]:
    """A curve with these win rates, and the last of them after pruning."""
    matches = [{"after": k, "win_rate": win, "interval": [win, win]} for k, win in enumerate(wins)]
    found = {"board": board, "strategy": strategy, "learning": matches, "pruned": matches[-1:]}
    return found if greedy is None else {**found, "greedy": {"win_rate": greedy, "interval": [greedy, greedy]}}


def test_means_are_of_the_ends_of_curves() -> None:
    """They say over how many boards they are; each match has a line of its own."""
    curves = [row("Hex", "gain", (0.1, 0.5)), row("Teeko", "gain", (0.2, 0.75), 0.25), row("Hex", "random", (0.4,))]
    terms = {"match_games": 2, "seconds_a_move": 0.001, "kept": 3, "seed": 7, "commit": "abc", "machine": "one"}
    lines = curves_text({**terms, "curves": curves}).splitlines()
    assert "| gain | 62.5% (2) | 62.5% (2) | 25.0% (1) |" in lines
    assert "| random | 40.0% (1) | 40.0% (1) |  |" in lines
    assert "| Teeko | gain | without search | all | 25.0% | 25.0% – 25.0% |" in lines
    assert sum(line.startswith("| Hex |") for line in lines) == 5


def _pair(seed: int, with_it: tuple[float, ...], without: tuple[float, ...]) -> dict[str, Any]:
    def points(wins: tuple[float, ...]) -> list[dict[str, Any]]:
        return [{"after": 10 * k, "win_rate": win} for k, win in enumerate(wins)]

    return {"pair": "A to B", "seed": seed, "features": 4, "with": points(with_it), "without": points(without)}


def test_games_saved_are_those_between_the_curves() -> None:
    """By hand, with an interval that holds what single seeds say."""
    rows = [_pair(1, (0.6, 0.8, 0.9), (0.2, 0.4, 0.6)), _pair(2, (0.4, 0.8, 0.9), (0.2, 0.6, 0.7))]
    games, low, high = saved(rows)
    assert abs(games - (10 + 10 * 0.1 / 0.15 - 10 * 0.1 / 0.3)) < 1e-9
    assert low <= games <= high and round(low, 6) == 5 and round(high, 6) == 20
    terms = {"source_games": 5, "match_games": 2, "seconds_a_move": 0.001, "iterations": 9, "seeds": 2, "seed": 7}
    text = transfer_text({**terms, "commit": "abc", "machine": "one", "curves": rows})
    assert "| A to B | 4 | 13.3 | 5.0 to 20.0 |" in text and "| A to B | 10 | 80.0% | 50.0% |" in text


def test_features_and_weights_are_carried_over() -> None:
    """Those that mean something on the larger board keep their weights."""
    run = learn(load("Hex", options=["Board Size/3x3"]), 2, preset="fast", budget=0.1, round_size=2, seed=1)
    policy = carried(run, load("Hex", options=["Board Size/5x5"]))
    known = {str(one): weight for one, weight in zip(run.policy.features, run.policy.weights.mean(axis=0), strict=True)}
    assert len(policy.features) and policy.game.facts.sites == 25
    assert {str(one): weight for one, weight in zip(policy.features, policy.weights[0], strict=True)}.items() <= (
        known.items()
    )
