"""Rules in English: what a bound game means for its players, in sentences made from its ludemes.

>>> from petteia.prose import rules_of_text
>>> for title, sentences in rules_of_text('''(game "Three" (players 2)
...     (equipment { (board (square 3)) (piece "Disc" Each) })
...     (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))''').items():
...     print(title, "-", " ".join(sentences))
Setup - Two players play on a square board of 3 by 3 cells. Each player has Discs.
Turn - On your turn, place a piece of yours on any empty site.
End - If there is a line of 3, the player who moved wins.
"""

from . import _told_conditions, _told_moves, _told_places  # noqa: F401  (they add their words)
from ._places import Places, places_of
from ._rules import rule_in_words, rules_of_game, rules_of_text

__all__ = ["Places", "places_of", "rule_in_words", "rules_of_game", "rules_of_text"]
