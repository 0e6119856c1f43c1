"""The golden playthroughs still come out as written."""

from __future__ import annotations

import pytest

from classics import sample_of_games
from games.playthroughs import path_of, playthrough


@pytest.mark.parametrize("name", sample_of_games(24))
def test_a_playthrough_is_as_recorded(name: str) -> None:
    """`python tests/games/playthroughs.py` writes them anew, where the rules were changed on purpose."""
    assert playthrough(name) == path_of(name).read_text(encoding="utf-8")
