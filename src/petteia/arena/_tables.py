"""Matches and tournaments as text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .statistics import elo_of

if TYPE_CHECKING:
    from ._match import Match
    from ._tournament import Tournament


def match_text(match: Match) -> str:
    """A match as a small table."""
    low, high = match.interval
    rates = (match.win_rate, 1 - match.win_rate)
    ends = ((low, high), (1 - high, 1 - low))
    wide = max(len("agent"), *map(len, match.names))
    head = f"{'agent':<{wide}}  {'won':>5} {'tied':>5} {'lost':>5}  {'rate':>6}  {'95 %':^15}  {'iterations/s':>12}"
    lines = [f"{match.game}: {match.games} games, {_units(match)}", head]
    for side, name in enumerate(match.names):
        won, lost = (match.wins, match.losses) if side == 0 else (match.losses, match.wins)
        speed = match.iterations_per_second[side]
        lines.append(
            f"{name:<{wide}}  {won:>5} {match.ties:>5} {lost:>5}  {rates[side]:>6.1%}  "
            f"{ends[side][0]:>6.1%} – {ends[side][1]:<6.1%}  {'–' if speed is None else f'{speed:,.0f}':>12}"
        )
    lines.append(f"Elo {elo_text(match.win_rate)} ({elo_text(low)} to {elo_text(high)}); {_remarks(match)}")
    return "\n".join(lines)


def elo_text(rate: float) -> str:
    """An Elo difference with its sign."""
    elo = elo_of(rate)
    return f"{elo:+.0f}" if abs(elo) != float("inf") else ("+" if elo > 0 else "-") + "∞"


def _units(match: Match) -> str:
    if match.method == "wilson":
        return "each counted by itself"
    word = "pairs" if match.round_size == 2 else "rounds"
    return f"{len(match.round_scores)} {word} on the same openings"


def _remarks(match: Match) -> str:
    outcome = match.to_json()
    parts = [f"who moves first scores {match.first_player_rate:.1%}", f"{outcome['mean_length']:.1f} moves a game"]
    if outcome["distinct_games"] < match.games:
        parts.append(f"only {outcome['distinct_games']} games are distinct")
    if outcome["unfinished"]:
        parts.append(f"{outcome['unfinished']} cut at the cap")
    if match.sprt is not None:
        accepted = {"elo0": match.sprt.elo0, "elo1": match.sprt.elo1}.get(match.verdict or "")
        parts.append("the test is open" if accepted is None else f"the test accepts {accepted:+g} Elo")
    return ", ".join(parts)


def tournament_text(tournament: Tournament) -> str:
    """A tournament as a table of ratings, and what each scored against each."""
    ratings, ranking = tournament.ratings, tournament.ranking
    wide = max(len("agent"), *map(len, tournament.names))
    against = "".join(f"{f'#{place}':>7}" for place in range(1, len(ranking) + 1))
    lines = [
        f"{tournament.game}: {tournament.games} games, everyone against everyone",
        f"{'':>4} {'agent':<{wide}}  {'Elo':>6} {'95 %':>6}  {'games':>6} {'score':>7}  {against}",
    ]
    for place, one in enumerate(ranking, 1):
        score = sum(tournament.scores[one]) / max(1, tournament.games_of(one))
        elo = f"{ratings.elo[one]:>+6.0f} {f'±{ratings.margin[one]:.0f}':>6}"
        cells = "".join(f"{_cell(tournament, one, other):>7}" for other in ranking)
        lines.append(
            f"{f'#{place}':>4} {tournament.names[one]:<{wide}}  {elo}  "
            f"{tournament.games_of(one):>6} {score:>7.1%}  {cells}"
        )
    if ratings.tied:
        lines.append("Someone won or lost everything: one tie more in each pairing keeps ratings finite.")
    return "\n".join(lines)


def _cell(tournament: Tournament, one: int, other: int) -> str:
    games = tournament.scores[one][other] + tournament.scores[other][one]
    return "–" if games == 0 else f"{tournament.scores[one][other] / games:.0%}"
