"""Loading: names, paths, texts, options, wrong input, and what a second load costs."""

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from petteia import LudError, LudSyntaxError, OptionError, PetteiaError, UnsupportedLudeme, game_names, load

from .descriptions import FILL


def test_bundled_names_are_matched_loosely() -> None:
    """Case, spaces and dashes do not matter."""
    assert load("tic tac TOE").name == load("Tic-Tac-Toe").name == "Tic-Tac-Toe"
    assert "Hex" in game_names()


def test_an_unknown_name_suggests_the_nearest() -> None:
    """A misspelt name is an error that names the right one."""
    with pytest.raises(LudError, match="did you mean Chess"):  # not one of the many whose name holds the letters
        load("Ches")
    with pytest.raises(LudError, match="no game is called 'Tik-Tac-Toe'; did you mean Tic-Tac-Toe"):
        load("Tik-Tac-Toe")


def test_paths_and_texts(tmp_path: Path) -> None:
    """A description may be a file or the text itself, and says things about itself."""
    path = tmp_path / "fill.lud"
    path.write_text(FILL, encoding="utf-8")
    for game in (load(path), load(str(path)), load(FILL)):
        assert (game.name, game.players, game.description) == ("Fill", 2, "Fill the board.")
        assert (game.rules, game.source) == ("Put balls.", "Ours.")


def test_a_match_of_several_games_is_refused_by_its_ludeme() -> None:
    """It is no mistake in the description, but something that cannot be played yet."""
    match = '(match "Two" (games {(subgame "A") (subgame "B")}) (end (if (> (count Trials) 1) (result P1 Win))))'
    with pytest.raises(UnsupportedLudeme, match=r"not supported: several games of \(match\) at text:1:1"):
        load(match)


def test_options_are_chosen() -> None:
    """Options change the game; what does not exist or contradicts is refused."""
    assert load("Tic-Tac-Toe").options == ("Board Size/3x3", "End Rule/Standard")
    larger = load("Tic-Tac-Toe", options=["Board Size/4x4"])
    assert len(larger.start().legal_moves()) == 16 and larger.options[0] == "Board Size/4x4"
    assert larger.available_options["Board Size"] == ("3x3", "4x4", "5x5")
    with pytest.raises(OptionError):
        load("Tic-Tac-Toe", options=["Board Size/40x40"])
    with pytest.raises(OptionError):
        load("Tic-Tac-Toe", options=["Board Size/3x3", "Board Size/4x4"])
    with pytest.raises(OptionError):
        load("Tic-Tac-Toe", ruleset="Ruleset/None Such")


def test_what_is_no_description_is_refused(tmp_path: Path) -> None:
    """Folders, binary data, empty and missing files each get one clear error."""
    (tmp_path / "empty.lud").write_text(" \n", encoding="utf-8")
    (tmp_path / "binary.lud").write_bytes(bytes(range(256)))
    with pytest.raises(LudSyntaxError, match="is a folder"):
        load(tmp_path)
    with pytest.raises(LudSyntaxError, match="is empty"):
        load(tmp_path / "empty.lud")
    with pytest.raises(LudSyntaxError, match=r"binary|UTF-8"):
        load(tmp_path / "binary.lud")
    with pytest.raises(LudError, match="no such file"):
        load(tmp_path / "missing.lud")
    with pytest.raises(PetteiaError):
        load("(game")


def test_a_built_game_loads_without_reading_it() -> None:
    """The second load in a new process imports neither the reader, nor the ludemes, nor what writes C."""
    load(FILL)
    code = (
        "import sys, petteia\n"
        "assert petteia.load(sys.argv[1]).start().legal_moves()\n"
        "heavy = ('petteia.lang', 'petteia.ludemes', 'petteia.ir', 'petteia.passes', 'petteia.native.emit', 'numpy')\n"
        "print([name for name in sys.modules if name.startswith(heavy)])"
    )
    done = subprocess.run([sys.executable, "-c", code, FILL], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_games_can_be_pickled() -> None:
    """A game travels to another process by what it was loaded from."""
    game = load("Tic-Tac-Toe", options=["Board Size/4x4"])
    again = pickle.loads(pickle.dumps(game))
    assert again.options == game.options and again.start() == game.start()
    assert repr(game) == "<Game Tic-Tac-Toe (Board Size/4x4, End Rule/Standard)>"


def test_playouts_by_count_and_time() -> None:
    """Playouts are counted, seeded, and repeatable; amounts that mean nothing are refused."""
    game = load("Tic-Tac-Toe")
    done = game.playouts(2000, seed=5)
    assert done.playouts == 2000 and sum(done.wins) <= 2000 and 7 < done.mean_length < 8.5
    assert game.playouts(2000, seed=5).wins == done.wins != game.playouts(2000, seed=6).wins
    assert game.playouts(seconds=0.02).playouts > 0
    assert game.playouts(10, max_moves=3).unfinished == 10
    near_end = game.state("0=1 1=1 3=2 4=2 6=1 | m=2")
    assert game.playouts(50, state=near_end).mean_length <= 4
    with pytest.raises(PetteiaError, match="count or a time"):
        game.playouts()


def test_playouts_of_both_back_ends_agree() -> None:
    """First player's share of wins by interpreter and native code is that of random play: 58.5 % within 5 sigma."""
    for backend, count in (("interpreter", 1000), ("native", 20000)):
        done = load("Tic-Tac-Toe", backend=backend).playouts(count, seed=1)
        sigma = (0.585 * 0.415 / count) ** 0.5
        assert abs(done.wins[0] / count - 0.585) < 5 * sigma
