"""Reasons in words: for a move, or for a site from which nothing can be played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import islice
from math import hypot
from typing import TYPE_CHECKING, Any

from petteia.errors import IllegalMove, PetteiaError
from petteia.game import Move, by_labels, meant, spoken
from petteia.ludemes.types import BooleanConstant, BooleanFunction, RegionFunction
from petteia.prose import rule_in_words

from ._switches import CHOICES, SwitchedRules

if TYPE_CHECKING:
    from petteia.game import Game, State
    from petteia.ludemes.registry import Ludeme

_SECONDS = 15.0
_MOST_NAMED = 8
_MOST_TRIED, _MOST_FREEING = 24, 3


@dataclass(frozen=True)
class Reason:
    """A rule that speaks for or against a move: what it says, its clause, and where it is written."""

    sentence: str
    rule: str = ""
    place: str = ""
    line: int = 0
    column: int = 0


@dataclass(frozen=True)
class Explanation:
    """Why a move is legal, or why it is not."""

    move: str
    legal: bool
    sentence: str
    reasons: tuple[Reason, ...] = ()
    complete: bool = True
    """True if all rules could be tried in the time there was."""
    spoken: str = ""

    @property
    def sites(self) -> list[str]:
        """The sites of the move, to mark on a board."""
        source, _, target = self.move.partition("~")[0].partition(">")
        return list(dict.fromkeys(one for one in (source, target) if one and "-" not in one)) if target else []

    def to_dict(self) -> dict[str, Any]:
        """The explanation as JSON values."""
        sites = self.sites
        return {
            "move": self.move, "spoken": self.spoken, "legal": self.legal, "sentence": self.sentence,
            "title": f"{self.spoken or self.move}: {'legal' if self.legal else 'not legal'}",
            "reasons": [{**asdict(one), "text": one.rule} for one in self.reasons],
            "complete": self.complete, "sites": sites,
            "from": sites[0] if sites else None, "to": sites[-1] if sites else None,
        }  # fmt: skip


def explain(state: State, *, move: str | None = None, site: str | None = None) -> Explanation:
    """The rules that forbid a move, or that it rests on; of a `site`, why nothing is played from or to it."""
    if move is None and site is None:
        raise PetteiaError("an explanation is of a move or of a site")
    if move is None:
        return _of_site(state, str(site))
    legal = state.legal_moves()
    asked = by_labels(state.game, move) or move
    found = meant(state.game, asked, legal) or meant(state.game, move, legal) or Move.parse(asked)
    if state.over:
        return Explanation(str(found), False, "The game is over: nothing can be played.", spoken=_said(state, found))
    if found in legal:
        return _allowed(state, found)
    return _forbidden(state, found)


def _said(state: State, move: Move) -> str:
    return spoken(state.game, move)


@lru_cache(maxsize=8)
def _rules_by_recipe(game: Any) -> SwitchedRules:
    return SwitchedRules(game.game)


class _ByRecipe:
    """A game that equals others of the same recipe, so that its rules are lowered once."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __hash__(self) -> int:
        return hash(self.game.recipe)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByRecipe) and self.game.recipe == other.game.recipe


def _sites_of(move: Move) -> tuple[int, ...]:
    return tuple(one for one in (move.target, move.source) if one >= 0)


def _forbidden(state: State, move: Move) -> Explanation:
    said = _said(state, move)
    facts = _plain_facts(state, move)
    reasons, complete = _reasons(state, move, forbids=True)
    if reasons:
        sentence = f"{said} is not legal: {_lower_first(reasons[0].sentence)}"
    elif facts:
        sentence = f"{said} is not legal: {_lower_first(facts[0])}"
    elif complete:
        others = _instead(state, move)
        standing = _standing_in_the_way(state, move)
        cause = f"it would be if {standing} were empty." if standing else "no rule leads there."
        sentence = f"{said} is not legal: {cause} {others}"
    else:
        sentence = f"{said} is not legal; the rule that forbids it was not found in {_SECONDS:.0f} seconds."
    notes = tuple(Reason(fact) for fact in facts)
    return Explanation(str(move), False, sentence.strip(), notes + reasons, complete, said)


def _allowed(state: State, move: Move) -> Explanation:
    said = _said(state, move)
    reasons, complete = _reasons(state, move, forbids=False)
    rests = "it rests on these rules:" if reasons else "no condition stands in its way."
    return Explanation(str(move), True, f"{said} is legal; {rests}", reasons, complete, said)


def _reasons(state: State, move: Move, *, forbids: bool) -> tuple[tuple[Reason, ...], bool]:
    """The rules that forbid a move, or that it rests on; and whether there was time to try them all."""
    rules = _rules_by_recipe(_ByRecipe(state.game))
    position = rules.at(state)

    def is_otherwise(legal: set[str]) -> bool:
        return (str(move) in legal) == forbids

    found, complete = position.turning(_sites_of(move) if forbids else (), is_otherwise, _SECONDS)
    switches = {rules.rules[switch - 1]: switch for switch in found}
    reasons = []
    for one in _most_telling(list(switches)):
        needs = position.needed(switches[one], is_otherwise) if isinstance(one, BooleanFunction) else None
        needs = needs if forbids or needs is None else not needs
        reasons.append(_reason(rules, one, state, move, needs, forbids=forbids))
    return tuple(reasons), complete


def _of_site(state: State, site: str) -> Explanation:
    """Why nothing is played at a site: as a placement there, or of what stands there."""
    if not site.lstrip("VEC").isdecimal():
        raise IllegalMove(f"{site!r} is no site: a number expected")
    moves = [one for one in state.legal_moves() if site in one.text.split(">")]
    if moves:
        named = ", ".join(_said(state, one) for one in moves[:_MOST_NAMED])
        return Explanation(f"{site}>{site}", True, f"It can be played: {named}.", spoken=_said(state, moves[0]))
    return explain(state, move=f"{site}>{site}")


def _plain_facts(state: State, move: Move) -> list[str]:
    """Facts seen without any rule: who is to move, and what stands where."""
    facts: list[str] = []
    source = move.source
    if source < 0 or move.target == source:
        return facts
    there = [one for one in state.pieces() if one.site == source]
    if not there:
        facts.append(f"Nothing stands on {_label(state, source)}.")
    elif 0 < there[-1].owner <= state.game.players and there[-1].owner != state.mover:
        owner, name = there[-1].owner, there[-1].name.rstrip("0123456789")
        facts.append(f"The {name} on {_label(state, source)} is player {owner}'s, and player {state.mover} is to move.")
    return facts


def _standing_in_the_way(state: State, move: Move) -> str:
    """The site without whose pieces the move would be legal, the nearest to its end; empty if there is none."""
    found = _if_empty(state, _sites_of(move), lambda legal: str(move) in legal)
    return next((_label(state, site) for site in found if site != move.source), "")


def _freed_by(state: State, site: int) -> str:
    """The nearest sites without whose pieces something could be played from a site."""
    head = f"{state.game.facts.letter if state.game.facts.is_graph else ''}{site}>"
    found = _if_empty(state, (site,), lambda legal: any(one.startswith(head) for one in legal))
    return " or ".join(_label(state, one) for one in islice((one for one in found if one != site), _MOST_FREEING))


def _if_empty(state: State, around: tuple[int, ...], wanted: Callable[[set[str]], bool]) -> Iterator[int]:
    """The sites without whose pieces the legal moves would be as wanted, the nearest first."""
    board, bar, rest = state.text.partition("|")
    entries = [one for one in board.split() if "=" in one]
    places = state.game.facts.geometry.centres
    ends = [places[one] for one in around if one < len(places)]
    if not ends or _legal_at(state, f"{board}{bar}{rest}") != {str(one) for one in state.legal_moves()}:
        return  # the position alone does not tell what may be played
    letter = state.game.facts.letter if state.game.facts.is_graph else ""
    known = {one.site for one in state.pieces() if one.site < len(places)}
    near = sorted(known, key=lambda one: sum(hypot(places[one][0] - x, places[one][1] - y) for x, y in ends))
    for site in near[:_MOST_TRIED]:
        kept = [one for one in entries if one.partition("=")[0] != f"{letter}{site}"]
        if len(kept) < len(entries) and wanted(_legal_at(state, f"{' '.join(kept)} {bar}{rest}")):
            yield site


def _legal_at(state: State, text: str) -> set[str]:
    """The legal moves of a position; none where there is no such position."""
    try:
        return {str(one) for one in state.game.state(text, 0).legal_moves()}
    except PetteiaError:
        return set()


def _some_said(state: State) -> str:
    """The legal moves, the first of many."""
    moves = list(dict.fromkeys(_said(state, one) for one in state.legal_moves()))
    return ", ".join(moves[:_MOST_NAMED]) + (" ..." if len(moves) > _MOST_NAMED else "")


def _label(state: State, site: int) -> str:
    labels = state.game.facts.geometry.labels[state.game.facts.letter]
    return labels[site] if site < len(labels) else "the hand"


def _instead(state: State, move: Move) -> str:
    """Where else the piece may go."""
    others = [one for one in state.legal_moves() if one.source == move.source]
    if not others:
        if move.source < 0:
            return ""
        freed = _freed_by(state, move.source)
        return (
            f"Nothing can be played from {_label(state, move.source)} {f'unless {freed} is empty' if freed else 'now'}."
        )
    targets = list(dict.fromkeys(_label(state, one.target) for one in others))
    named = ", ".join(targets[:_MOST_NAMED])
    return f"From {_label(state, move.source)} it may go to {named}{' ...' if len(targets) > _MOST_NAMED else ''}."


def _most_telling(clauses: list[Ludeme]) -> list[Ludeme]:
    """Of nested clauses the inner one, as it says more; of a `not` and what it denies, the `not`; never a constant."""
    clauses = [one for one in clauses if not isinstance(one, BooleanConstant)]
    denied = {child for one in clauses if one.keyword == "not" for child in _below(one)}
    kept = [one for one in clauses if one not in denied]
    return [one for one in kept if not _below(one) & (set(kept) - {one})]


def _below(one: Ludeme) -> set[Ludeme]:
    from petteia.ludemes.registry import walk

    return set(walk(one)) - {one}


def _reason(
    rules: SwitchedRules, one: Ludeme, state: State, move: Move, needs: bool | None, *, forbids: bool
) -> Reason:
    """A clause in words, with its text and its place; `needs` says whether a condition must hold or must fail."""
    standing = [piece.name.rstrip("0123456789") for piece in state.pieces() if piece.site == move.source]
    text, place = rules.text_of(one), rules.place_of(one, standing[-1] if standing else None)
    labels = state.game.facts.geometry.labels[state.game.facts.letter]
    words = _lower_first(rule_in_words(one, labels, denied=needs is False))
    if isinstance(one, RegionFunction):
        sites = " or ".join(dict.fromkeys(_label(state, site) for site in _sites_of(move)))
        sentence = f"{sites} is not among {words}." if forbids else f"It is among {words}."
    elif isinstance(one, CHOICES):
        sentence = f"Other moves come before it: {_some_said(state)}."
    else:
        verb = "would need that" if forbids else "needs that"
        sentence = f"It {'depends on whether' if needs is None else verb} {words}."
    inner = place
    while inner is not None and inner.used_at is not None:
        inner = inner.used_at
    line, column = (inner.line, inner.column) if inner else (0, 0)
    return Reason(sentence, text, str(place) if place else "", line, column)


def _lower_first(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:] if sentence[1:2].islower() or sentence[1:2] == " " else sentence
