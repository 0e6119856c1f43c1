"""A verdict in words, and the warnings that a designer needs, from the measures of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._estimate import Estimate
from ._play import Played

if TYPE_CHECKING:
    from petteia.game import Game

    from ._measuring import Report

_SKILLED, _SOME_SKILL = 60.0, 20.0
_OFTEN = 0.95
_SELDOM = 0.01
_MOSTLY = 0.5
_ONE_SIDED = 0.9
_SURE = 0.95
_MOVES = ("step", "hop", "slide", "leap", "add", "remove", "select", "promote", "shoot", "claim", "bet")


def _percent(one: Estimate) -> str:
    return f"{100 * one.value:.0f} % ({100 * one.low:.0f} to {100 * one.high:.0f})"


def _share(one: Estimate) -> str:
    """A share of games, before what they are."""
    if one.value == 0:
        return "none is"
    return "fewer than 1 % are" if one.value < _SELDOM else f"{_percent(one)} are"


def _number(value: float) -> str:
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}"


def _players_at(level: str) -> str:
    if level == "random":
        return "between players who move at random"
    return "between equal strong players" if level == "best" else f"between equal players ({level})"


def speak(game: Game, report: Report) -> list[str]:
    """Sentences about who wins, how long it takes, what is decided, and how far skill counts."""
    found, said = report.estimates, []
    if "AdvantageP1" in found:
        swap = " with the swap rule" if any(kind.text == "swap" for kind in game.facts.kinds) else ""
        added = found.get("AdvantageP1WithSwap")
        more = f"; with the swap rule {_percent(added)}" if added else ""
        half = ", draws counted as half" if "Draws" in found and found["Draws"].value > _SELDOM else ""
        wins = f"The first player wins {_percent(found['AdvantageP1'])}{half}"
        said.append(f"{wins}{swap} {_players_at(report.level)}{more}.")
    length = f"Games last {_number(found['DurationMoves'].value)} moves"
    if abs(found["DurationMoves"].value - found["DurationTurns"].value) > 0.05 * found["DurationMoves"].value:
        length += f" in {_number(found['DurationTurns'].value)} turns"
    if "Draws" in found:
        length += f"; {_share(found['Draws'])} drawn"
    if found["Timeouts"].value > 0:
        length += f"; {_share(found['Timeouts'])} cut off by the limits"
    said.append(length + ".")
    said.append(
        f"{100 * found['DecisionMoves'].value:.0f} % of the moves are a choice, on average among "
        f"{_number(found['BranchingFactorAverage'].value)}; {100 * found['BoardCoverageDefault'].value:.0f} % of the "
        "board is used."
    )
    if "EloPerDoubling" in found:
        said.append(_of_skill(found["EloPerDoubling"]))
    if game.is_random and "LuckShare" in found:
        said.append(f"Luck decides {_percent(found['LuckShare'])} of the result against a weaker player.")
    if "DramaAverage" in found and "LeadChange" in found:
        changes = found["LeadChange"].value * found["DurationMoves"].value
        late = f"; halfway on the winner is still open by {100 * found['LateUncertainty'].value:.0f} %" \
            if "LateUncertainty" in found else ""  # fmt: skip
        said.append(f"The lead changes {changes:.1f} times a game{late}.")
    return said


def _of_skill(gain: Estimate) -> str:
    words = "skill counts" if gain.value >= _SKILLED else "skill counts a little" if gain.value >= _SOME_SKILL else ""
    if gain.low <= 0 <= gain.high and gain.value < _SKILLED:
        words = "no gain of skill can be told from chance"
    elif not words:
        words = "skill hardly counts"
    return f"Doubling the thinking adds {gain.value:.0f} Elo ({gain.low:.0f} to {gain.high:.0f}): {words}."


def warn(game: Game, report: Report, played: Played) -> list[str]:
    """Degenerate behaviour, pieces and moves that never come up."""
    found, said = report.estimates, []
    if found["Timeouts"].value >= _OFTEN:
        said.append("The game never ends: nearly all games reached the limits.")
    elif found["Timeouts"].value >= _MOSTLY:
        said.append("Most games do not end within the limits.")
    if "AdvantageP1" in found:
        share = found["AdvantageP1"]
        if share.low > _ONE_SIDED:
            said.append("The first player nearly always wins.")
        if share.high < 1 - _ONE_SIDED:
            said.append("The first player hardly ever wins.")
        if "Draws" in found and found["Draws"].low > _SURE:
            said.append("Nearly all games are drawn.")
    if found["DecisionMoves"].high < 0.3:
        said.append("There are hardly any decisions: most moves are forced.")
    if found["DurationTurns"].value <= 6:
        said.append("Games are over after six turns or less.")
    said.extend(_unused(game, played))
    return said


def _unused(game: Game, played: Played) -> list[str]:
    said = []
    facts = game.facts
    if not facts.stacking and played.components:
        for one in facts.components:
            if not one.faces and one.number < 64 and not played.components >> one.number & 1:
                said.append(f"The piece {one.name} never came onto the board.")
    met: dict[str, int] = {}
    for number, kind in enumerate(facts.kinds):
        if number < len(played.legal):
            word = kind.name.partition("_")[0]
            met[word] = met.get(word, 0) + int(played.legal[number])
    said += [f"No move of kind {word} was ever legal." for word, count in met.items() if not count and word in _MOVES]
    return said
