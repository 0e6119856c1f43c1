"""Cards: decks, dealing, trumps."""

from typing import Literal

from petteia.ludemes.arguments import Then
from petteia.ludemes.enums import CardType, DealableType, RoleType
from petteia.ludemes.registry import Ludeme, named
from petteia.ludemes.types import IntFunction, Item, Moves, NonDecision, StartRule

__all__ = [
    "Card",
    "CardPiece",
    "CardProperty",
    "DealEffect",
    "DealStart",
    "Deck",
    "SplitDeck",
    "TrumpSuit",
]


class TrumpSuit(IntFunction, keyword="card"):
    """The suit that is trump."""

    kind: Literal["TrumpSuit"]


class CardProperty(IntFunction, keyword="card"):
    """Rank, suit or trump worth of the card on a site."""

    kind: Literal["Rank", "Suit", "TrumpValue", "TrumpRank"]
    at: IntFunction = named()
    level: IntFunction | None = named()


class CardPiece(Item, keyword="card"):
    """A single card as a piece."""

    supported = False

    label: str
    role: RoleType
    card_type: CardType
    rank: int = named()
    value: int = named()
    trump_rank: int = named("trumpRank")
    trump_value: int = named("trumpValue")
    suit: int = named()
    generator: Moves | None
    max_state: int | None = named("maxState")
    max_count: int | None = named("maxCount")
    max_value: int | None = named("maxValue")


class Card(Ludeme, keyword="card"):
    """A card of a deck, by rank and worth."""

    supported = False

    rank_name: CardType
    rank: int = named()
    value: int = named()
    trump_rank: int | None = named("trumpRank")
    trump_value: int | None = named("trumpValue")
    biased: int | None = named()


class DealEffect(NonDecision, keyword="deal"):
    """Deals cards or dominoes as an effect."""

    what: DealableType
    count: IntFunction | None
    begin_with: IntFunction | None = named("beginWith")
    then: Then | None


class DealStart(StartRule, keyword="deal"):
    """Deals cards or dominoes at the start."""

    what: DealableType
    count: int | None


class Deck(Item, keyword="deck"):
    """A deck of cards."""

    supported = False

    role: RoleType | None
    cards_by_suit: int | None = named("cardsBySuit")
    suits: int | None = named()
    cards: list[Card] | None


class SplitDeck(StartRule, keyword="split"):
    """Deals the whole deck to the hands."""

    kind: Literal["Deck"]
