"""What is told of learning curves."""

from typing import Any

from experiments.learning_curves import curves_text


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
