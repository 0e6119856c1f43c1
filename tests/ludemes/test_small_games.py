"""The small games play as they were recorded, and with those of the oracle they use every word that has a meaning.

`PETTEIA_UPDATE_GOLDEN=1 python -m pytest tests/ludemes/test_small_games.py` records them anew.
"""

import os
from pathlib import Path
from random import Random

import pytest

from oracle.situations import game, situations
from petteia import load
from petteia.conformance.exercised import all_uses, uses_of
from petteia.errors import UnsupportedLudeme
from petteia.game.game import Recipe
from petteia.game.loading import expand_recipe
from petteia.lang import bind, read
from petteia.ludemes import forms, keywords
from petteia.ludemes.registry import walk

from .small_games import small_games

RECORDED = Path(__file__).parent.parent / "data" / "small_games.txt"
PLIES = 6
REFUSED = {
    "card Rank", "card Suit", "card TrumpRank", "card TrumpSuit", "card TrumpValue", "deal", "directions Random",
    "is Acute", "is CaterpillarTree", "is Obtuse", "is PipsMatch", "is Reflex", "is Right", "move PlayCard",
    "move Set TrumpSuit", "playCard", "set Phase", "set TrumpSuit", "sites Loop", "split Deck", "take Domino",
}  # fmt: skip
"""Words that bind and that games are refused for, by name: cards, dominoes, angles and some others."""
ELSEWHERE = {"match", "games", "subgame", "matchScore"}
"""Words of matches, which take several files: `test_matches.py`."""
NOT_WRITABLE = {"count Off", "count LegalMoves"}
"""Kinds of counts that the language lists and no description can ask for."""


def playthrough(text: str) -> str:
    """A few random moves by the interpreter: each position with its legal moves, then how it ended."""
    state, random, lines = load(text, backend="interpreter").start(1), Random(1), []
    for _ in range(PLIES):
        moves = sorted(map(str, state.legal_moves()))
        if state.over or not moves:
            break
        chosen = random.choice(moves)
        lines.append(f"{state.text or '-'} :: {' '.join(moves)} :: {chosen}")
        state.play(chosen)
    end = f" :: over {state.returns}" if state.over else ""
    return "\n".join([*lines, f"{state.text or '-'}{end}", ""])


def recorded() -> dict[str, str]:
    """The recordings by name."""
    parts = RECORDED.read_text(encoding="utf-8").split("== ")[1:]
    return {name: text.strip("\n") + "\n" for name, _, text in (part.partition("\n") for part in parts)}


def test_small_games_play_as_recorded() -> None:
    """Positions, legal moves and ends of a few random moves are those of the file, for each game."""
    played = {name: playthrough(text) for name, text in small_games().items()}
    if os.environ.get("PETTEIA_UPDATE_GOLDEN"):
        text = "\n".join(f"== {name}\n{played[name]}" for name in played)
        RECORDED.write_text(text, encoding="utf-8")
    kept = recorded()
    assert list(played) == list(kept)
    for name, text in played.items():
        assert text == kept[name], name


def test_every_word_has_a_description_of_our_own() -> None:
    """Each form that has a meaning stands in one of our small descriptions; what does not is listed with its reason."""
    # tests may have declared words, too
    ours = [form for word in keywords() for form in forms(word) if form.__module__.startswith("petteia.")]
    names = {form.__name__ for form in ours if not form.__module__.endswith("unreachable")}
    all_words = {(use.words, use.form) for use in all_uses() if not use.argument and use.form in names}
    used = set()
    for text in (*situations().values(), *small_games().values()):
        tree = read(expand_recipe(Recipe("small", text)))
        used |= {(use.words, use.form) for part in walk(bind(tree)) for use in uses_of(part)}
    lacking = {words for words, _ in all_words - used}
    assert lacking == REFUSED | ELSEWHERE | NOT_WRITABLE


@pytest.mark.parametrize(
    ("word", "play"),
    [
        ("directions Random", "(move Step (directions Random Orthogonal num:2) (to if:True))"),
        ("sites Loop", "(move Add (to (sites Loop)))"),
        ("is Right", "(move Add (to (sites Empty) if:(is Right at:(to) True True)))"),
        ("is PipsMatch", "(move Add (to (sites Empty) if:(is PipsMatch)))"),
        ("CaterpillarTree", "(move Add (to (sites Empty) if:(is CaterpillarTree Mover)))"),
        ("playCard", "(move Pass (then (playCard)))"),
        ("take Domino", "(move Pass (then (take Domino)))"),
    ],
)
def test_words_without_a_meaning_are_refused_by_name(word: str, play: str) -> None:
    with pytest.raises(UnsupportedLudeme, match=word):
        load(game(play), backend="interpreter")
