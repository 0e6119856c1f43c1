"""Random play of bundled games under the address and undefined-behaviour sanitizers."""

import pytest

from classics import sample_of_games
from petteia.game.bundled import find_description
from petteia.game.game import Recipe
from petteia.game.loading import lower_recipe
from petteia.native.compilers import require_compiler
from petteia.native.compiling import supports_sanitizers
from petteia.native.library import sanitize
from petteia.passes import optimise
from petteia.passes.playouts.classify_playouts import classify_playouts

GAMES = 6


@pytest.mark.sanitizer
@pytest.mark.slow
@pytest.mark.parametrize("name", sample_of_games(4))
def test_random_play_is_clean(name: str) -> None:
    """The generated C reads and writes nothing but its own, whatever is played."""
    if not supports_sanitizers(require_compiler()):
        pytest.skip("the compiler has no sanitizers")
    _, text = find_description(name)
    _, program, _ = lower_recipe(Recipe(name, text))
    program = optimise(program)
    result = sanitize(program, GAMES, classify_playouts(program))
    assert result is not None and result.failure == ""
    assert result.games == GAMES and result.moves > GAMES
