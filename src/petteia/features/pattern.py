"""Features: what must stand where, seen from an action, for the action to be encouraged or discouraged.

Places are walks from an anchor (see `petteia.board.walks`), so a feature means something on every board. A feature
holds for a move if its pattern fits somewhere: at some anchor, in some rotation, mirrored or not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from petteia.errors import PetteiaError

Walk = tuple[Fraction, ...]
"""Turns, each a share of a full turn clockwise, each followed by a step."""

OFF: Final = "-"
EMPTY: Final = "."
FRIEND: Final = "o"
ENEMY: Final = "x"
PLAYER: Final = "P"
PIECE: Final = "I"

PASS: Final = "pass"
SWAP: Final = "swap"
ANY: Final = "any"
WORDS: Final = (PASS, SWAP, ANY)
"""Features without a place: of passing, of swapping, and one that always holds."""


class FeatureError(PetteiaError):
    """A feature, a set of them or a policy that cannot be read or does not fit."""


@dataclass(frozen=True, order=True, slots=True)
class Element:
    """A condition that must hold, or with `negated` must not, at the end of a walk.

    `-` is beyond the rim, `.` an empty site, `o` a piece of the mover, `x` one of an opponent, `P` one of the player
    and `I` one of the kind that `number` says. Beyond the rim every negation but
    that of `-` holds.
    """

    walk: Walk
    kind: str
    number: int = 0
    negated: bool = False

    @property
    def symbol(self) -> str:
        """How it is written: `x`, `!P2`."""
        return ("!" if self.negated else "") + self.kind + (str(self.number) if self.kind in (PLAYER, PIECE) else "")


@dataclass(frozen=True, slots=True)
class Feature:
    """A pattern and the action it speaks of.

    The action goes `to` a place, in games with moving pieces also `source` a place it comes from; None leaves it open.
    A reactive feature also says where the latest move went (`last_to`) or came from (`last_from`). All places are walks
    from the anchor.

    >>> bridge = Feature(to=(), elements=(Element((Fraction(0),), "o"),))
    >>> str(bridge), bridge.is_reactive
    ('to{}: o{0}', False)
    """

    to: Walk | None = None
    source: Walk | None = None
    last_to: Walk | None = None
    last_from: Walk | None = None
    elements: tuple[Element, ...] = ()
    rotations: tuple[Fraction, ...] | None = None
    """Which headings from North are allowed, as shares of a full turn; None allows all."""
    reflects: bool = True
    """True if the mirrored pattern counts, too."""
    anchor: int | None = None
    """The only site it may be anchored at; None allows all."""
    word: str = ""
    """A feature without a place: `pass`, `swap` or `any`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "elements", tuple(sorted(set(self.elements))))
        if self.word and (self.word not in WORDS or self.places or self.elements):
            raise FeatureError(f"{self.word!r} is no feature without a place: {', '.join(WORDS)}")
        if not self.word and self.to is None and self.source is None:
            raise FeatureError("a feature says where its action goes to or comes from")

    @property
    def places(self) -> tuple[Walk, ...]:
        """The walks of the action and of the latest move."""
        return tuple(one for one in (self.to, self.source, self.last_to, self.last_from) if one is not None)

    @property
    def is_reactive(self) -> bool:
        """True if it answers the latest move."""
        return self.last_to is not None or self.last_from is not None

    @property
    def size(self) -> int:
        """How many things it asks for."""
        return len(self.elements) + (self.last_to is not None) + (self.last_from is not None)

    def turned(self, turn: Fraction, *, mirrored: bool = False) -> Feature:
        """The same pattern drawn in another orientation: mirrored first, then turned clockwise."""

        def moved(walk: Walk) -> Walk:
            if not walk:
                return walk
            signed = [-one for one in walk] if mirrored else list(walk)
            # Later turns keep their sign: half a turn to the right and to the left differ where sides are odd.
            return (within_half(signed[0] + turn), *signed[1:])

        places = [
            None if walk is None else moved(walk) for walk in (self.to, self.source, self.last_to, self.last_from)
        ]
        return replace(
            self,
            to=places[0],
            source=places[1],
            last_to=places[2],
            last_from=places[3],
            elements=tuple(replace(one, walk=moved(one.walk)) for one in self.elements),
        )

    def __str__(self) -> str:
        from ._text import to_text

        return to_text(self)


def within_half(turn: Fraction) -> Fraction:
    """The same turn in (-1/2, 1/2].

    >>> within_half(Fraction(5, 6)), within_half(Fraction(-1, 2))
    (Fraction(-1, 6), Fraction(1, 2))
    """
    rest = turn % 1
    return rest - 1 if 2 * rest > 1 else rest
