"""The contract of games, and that breaking it is noticed."""

import pytest

from classics import sample_of_games
from petteia import Game, State, check_game, load
from petteia.errors import PetteiaError

from .descriptions import DICE, FILL, SWAP, TWINS


@pytest.mark.parametrize("text", [FILL, SWAP, DICE, TWINS])
@pytest.mark.parametrize("backend", ["native", "interpreter"])
def test_small_games_keep_the_contract(text: str, backend: str) -> None:
    """Games with a swap, dice, and moves that share a text, by either back end."""
    check_game(load(text, backend=backend), games=3)  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("name", sample_of_games(12))
def test_bundled_games_keep_the_contract(name: str) -> None:
    """Bundled games in the build that is made for long play."""
    check_game(load(name), games=2, max_moves=60)


def test_a_broken_game_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A state whose copy is not independent, and one whose text does not read back, are found."""
    game = load(FILL)
    monkeypatch.setattr(State, "copy", lambda self: self)
    with pytest.raises(PetteiaError, match="copies are independent"):
        check_game(game)
    monkeypatch.undo()
    monkeypatch.setattr(Game, "state", lambda self, text: self.start())
    with pytest.raises(PetteiaError, match="the text reads back"):
        check_game(game)
