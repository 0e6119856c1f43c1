"""Matches: seats and openings, scores, repeatability, kept games, and what happens when one is stopped."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from petteia import load
from petteia.arena import SPRT, match
from petteia.arena._openings import Openings, begin, is_decided
from petteia.arena._series import seatings
from petteia.errors import PetteiaError
from petteia.game.trials import read_trials
from petteia.search import UCT

from .agents import Chancer, Cheat, Scholar, Winner

THREE_PLAYERS = """
(game "Race" (players 3)
    (equipment { (board (square 5)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
"""


def test_every_opening_is_played_with_both_colours() -> None:
    """The same opening and chance in both games of a pair, each agent once in each seat; pairs differ."""
    found = match(load("Breakthrough"), Chancer(), Winner(), games=12, seed=4)
    assert found.games == 12 and found.method == "pairs"
    for number in range(6):
        one, other = (trial for trial in found.trials if trial.notes["key"][1] == number)
        opened = one.notes["opening"]
        assert 2 <= opened <= 6 and one.moves[:opened] == other.moves[:opened] and one.seed == other.seed
        assert one.notes["agents"] == other.notes["agents"][::-1] == ["chancer", "winner"]
    assert len({trial.moves[: trial.notes["opening"]] for trial in found.trials}) == 6


def test_openings_are_undecided_and_distinct() -> None:
    """In a game where many random positions are won or lost; their lengths vary."""
    game = load("Tic-Tac-Toe")
    openings = [opening for _, opening in zip(range(12), Openings(2, 4).each(game, 1), strict=False)]
    states = [begin(game, opening) for opening in openings]
    assert not any(state.over or is_decided(state) for state in states)
    assert len({state.text for state in states}) == 12 and len({len(o.moves) for o in openings}) > 1
    assert is_decided(game.state("0=1 1=1 4=2 8=2 | m=1"))


def test_openings_are_given_in_words(tmp_path: Path) -> None:
    """As lists or in a file, in turn; wrong ones are said."""
    game = load("Tic-Tac-Toe")
    file = tmp_path / "openings.txt"
    file.write_text("4>4 0>0\n\n8>8\n", encoding="utf-8")
    found = match(game, Chancer(), Winner(), games=6, openings=file)
    assert [trial.moves[0] for trial in found.trials] == ["4>4", "4>4", "8>8", "8>8", "4>4", "4>4"]
    assert match(game, Chancer(), Winner(), games=2, openings=[["4>4"], ["0>0"]]).trials[0].moves[0] == "4>4"
    for wrong, complaint in (("6-2", "comes first"), ("no/file", "no file"), (["0>0 0>0"], "not legal"), ([], "no op")):
        with pytest.raises(PetteiaError, match=complaint):
            match(game, Chancer(), Winner(), games=2, openings=wrong)


def test_without_openings_games_count_by_themselves() -> None:
    """The start position is no opening: Wilson's interval. Deterministic agents repeat themselves, which is said."""
    found = match(load("Tic-Tac-Toe"), Scholar(), Scholar(), games=6, openings=None)
    assert found.method == "wilson" and found.to_json()["distinct_games"] == 1
    assert "only 1 games are distinct" in str(found)
    assert (found.wins, found.losses, found.first_player_rate) == (3, 3, 1.0)


def test_scores_come_from_the_trials() -> None:
    """Wins, ties and losses by hand from what was played, and the table says them."""
    found = match(load("Tic-Tac-Toe"), Winner(), Chancer(), games=31, seed=2)
    counted: Counter[float] = Counter()
    for trial in found.trials:
        counted[trial.returns[trial.notes["agents"].index("winner")]] += 1
    assert (found.wins, found.ties, found.losses) == (counted[1.0], counted[0.0], counted[-1.0])
    assert found.win_rate == (found.wins + found.ties / 2) / 31 > 0.6
    assert found.interval[0] < found.win_rate < found.interval[1] and len(found.round_scores) == 15
    assert f"{found.win_rate:.1%}" in str(found) and "winner" in str(found)


def test_the_number_of_processes_does_not_matter() -> None:
    """With agents by iterations every game is the same, and each can be replayed."""
    game = load("Breakthrough")
    results = [match(game, UCT(iterations=30), Chancer(), games=6, seed=9, jobs=jobs) for jobs in (1, 2)]
    played = [[(trial.seed, trial.moves, trial.returns) for trial in one.trials] for one in results]
    assert played[0] == played[1]
    for trial in results[0].trials:
        assert list(trial.replay(game))[-1].returns == trial.returns
    other = match(game, UCT(iterations=30), Chancer(), games=6, seed=10)
    assert [trial.moves for trial in other.trials] != [trial.moves for trial in results[0].trials]


def test_long_games_are_ties() -> None:
    """The cap counts the moves of both sides, the opening among them."""
    found = match(load("Breakthrough"), Chancer(), Scholar(), games=4, cap=10)
    assert found.ties == 4 and all(len(trial.moves) == 10 for trial in found.trials)
    assert found.to_json()["unfinished"] == 4 and found.win_rate == 0.5


def test_an_agent_that_stays_plays_here() -> None:
    """What does not pickle plays in this process, with one line of warning."""

    class Local(Chancer):
        pass

    with pytest.warns(UserWarning, match="cannot go to others"):
        assert match(load("Tic-Tac-Toe"), Local(), Chancer(), games=2, jobs=2).games == 2
    with pytest.raises(PetteiaError, match="has no method choose"):
        match(load("Tic-Tac-Toe"), 7, Chancer())  # type: ignore[arg-type]


def test_more_players_rotate() -> None:
    """Three seats: six seatings, in which both sides sit everywhere equally often; scores of both sum to one."""
    assert all(sum(side == 0 for side in seats) == 3 for seats in zip(*seatings(3), strict=True))
    found = match(load(THREE_PLAYERS), UCT(iterations=100), Chancer(), games=24, seed=1)
    assert found.round_size == 6 and len(found.round_scores) == 4
    for one in found.played:
        assert one.score(0) + one.score(1) == pytest.approx(1) and 0 <= one.score(0) <= 1
    assert found.win_rate > 0.7


def test_chance_is_the_same_for_both_colours() -> None:
    """A game with dice: both games of a pair have the same seed, and replay."""
    game = load("Backgammon")
    found = match(game, Chancer(), Chancer(1), games=2, cap=30)
    assert found.trials[0].seed == found.trials[1].seed
    for trial in found.trials:
        assert len(list(trial.replay(game))) == 31


def test_players_keep_their_agents_when_sides_are_swapped() -> None:
    """After a swap the other agent moves in a seat; returns and what was spent still belong to the players."""
    game = load("Hex", options=["Board Size/3x3"])
    found = match(game, Winner(), Chancer(), games=4, openings=["4>4 swap", "0>0"])
    for trial in found.trials:
        moved: Counter[int] = Counter()
        states = list(trial.replay(game))
        for state in states[trial.notes["opening"] : -1]:
            moved[state.players_by_seat[state.mover - 1]] += 1
        assert [moved[1], moved[2]] == trial.notes["spent"]["moves"]
        assert trial.returns == states[-1].returns
    assert found.trials[0].moves[1] == "swap" and found.round_size == 2


def test_a_sequential_test_stops_the_match() -> None:
    """As soon as one side is clearly better, at the same game for any number of processes."""
    test = SPRT(0, 100)
    results = [
        match(load("Tic-Tac-Toe"), Winner(), Chancer(), games=2000, sprt=test, seed=3, jobs=jobs) for jobs in (1, 2)
    ]
    assert results[0].verdict == "elo1" and results[0].games < 400
    assert [trial.moves for trial in results[0].trials] == [trial.moves for trial in results[1].trials]
    assert results[0].to_json()["sprt"]["accepted"] == "elo1" and "accepts +100 Elo" in str(results[0])


def test_a_folder_keeps_every_game(tmp_path: Path) -> None:
    """A second run goes on only if told to, and only with the same agreement; more games may be asked for."""
    game, folder = load("Tic-Tac-Toe"), tmp_path / "match"
    first = match(game, Winner(), Chancer(), games=4, out=folder)
    assert [trial.moves for trial in read_trials(folder / "games.jsonl")] == [trial.moves for trial in first.trials]
    assert json.loads((folder / "result.json").read_text()) == first.to_json()
    with pytest.raises(PetteiaError, match="holds games already"):
        match(game, Winner(), Chancer(), games=4, out=folder)
    with pytest.raises(PetteiaError, match="another value of seed: 0, not 5"):
        match(game, Winner(), Chancer(), games=4, out=folder, resume=True, seed=5)
    more = match(game, Winner(), Chancer(), games=10, out=folder, resume=True)
    whole = match(game, Winner(), Chancer(), games=10)
    assert [trial.moves for trial in more.trials] == [trial.moves for trial in whole.trials]
    fewer = match(game, Winner(), Chancer(), games=4, out=folder, resume=True)
    assert [trial.moves for trial in fewer.trials] == [trial.moves for trial in first.trials]


def test_a_match_that_is_killed_goes_on(tmp_path: Path) -> None:
    """After kill -9 in the middle and a resume, the games are those of a match that was left alone."""
    arguments = ["match", "Breakthrough", "uct:iterations=60", "uct:iterations=30", "--games", "16", "--seed", "2"]
    program = [sys.executable, "-m", "petteia", *arguments, "--json", "--jobs", "2"]
    folder = tmp_path / "killed"
    process = subprocess.Popen([*program, "--out", str(folder)], stdout=subprocess.DEVNULL)
    lines, deadline = folder / "games.jsonl", time.monotonic() + 90
    while not (lines.exists() and lines.read_bytes().count(b"\n") >= 3):
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    kept = lines.read_bytes().count(b"\n")
    with lines.open("ab") as file:
        file.write(b'{"game": "Breakthr')  # what a crash may leave behind
    done = subprocess.run(
        [*program, "--out", str(folder), "--resume"], capture_output=True, text=True, timeout=120, check=True
    )
    resumed = json.loads(done.stdout)
    assert 3 <= kept < 16 == resumed["games"]
    whole = match(load("Breakthrough"), "uct:iterations=60", "uct:iterations=30", games=16, seed=2)
    by_key = {tuple(trial.notes["key"]): trial.moves for trial in read_trials(lines)}
    assert by_key == {tuple(trial.notes["key"]): trial.moves for trial in whole.trials}
    same = ("games", "wins", "ties", "losses", "win_rate", "interval", "elo", "mean_length")
    assert all(resumed[name] == whole.to_json()[name] for name in same)
    assert all(rate > 0 for rate in resumed["iterations_per_second"])


def test_one_process_at_a_time(tmp_path: Path) -> None:
    """A folder that another process works in is left alone."""
    from petteia.arena._folder import Folder

    with Folder(tmp_path, {}, resume=False), pytest.raises(PetteiaError, match="another process is at work"):
        match(load("Tic-Tac-Toe"), Chancer(), Winner(), games=2, out=tmp_path)


def test_senseless_matches_are_refused() -> None:
    """No games, no budget, moves that are not legal, nobody to play against."""
    game = load("Tic-Tac-Toe")
    alone = """(game "Alone" (players 1) (equipment { (board (square 3)) (piece "Disc" P1) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result P1 Win)))))"""
    for given, complaint in (({"games": 0}, "at least one game"), ({"seconds": -1.0}, "above zero")):
        with pytest.raises(PetteiaError, match=complaint):
            match(game, Chancer(), Winner(), **given)
    with pytest.raises(PetteiaError, match=r"cheat breaks the rules: 0>0 is not legal for player \d"):
        match(load("Breakthrough"), Cheat(), Winner(), games=2)
    with pytest.raises(PetteiaError, match="for one player"):
        match(load(alone), Chancer(), Winner())
