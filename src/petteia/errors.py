"""The exceptions a user of the package can meet: each says where, what, and what would be right."""

from collections.abc import Sequence

from petteia.types import Place

__all__ = [
    "BuildError",
    "Forfeit",
    "IllegalMove",
    "LimitExceeded",
    "LudError",
    "LudSyntaxError",
    "LudTypeError",
    "OptionError",
    "PetteiaError",
    "PositionError",
    "UnsupportedLudeme",
]


class PetteiaError(Exception):
    """Root of all errors raised on purpose; `str` of it is one line for a person."""


class Forfeit(PetteiaError):
    """An agent that cannot go on with a game: it resigns, breaks the rules, or has died. The game is lost for it."""


class LudError(PetteiaError):
    """A description that cannot be read; `place` says where and `suggestion` what may have been meant."""

    def __init__(self, cause: str, *, place: Place | None = None, suggestion: str | None = None) -> None:
        self.cause = cause
        self.place = place
        self.suggestion = suggestion
        super().__init__(cause)

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        hint = f"; {self.suggestion}" if self.suggestion else ""
        # Parts of the description may be quoted in it, line breaks and all.
        return " ".join(f"{where}{self.cause}{hint}".split())


class LudSyntaxError(LudError):
    """Text that is not well formed: brackets, strings, defines, options, ranges."""


class LudTypeError(LudError):
    """A clause that means nothing where it stands: unknown word, wrong, missing or misplaced argument."""


class LimitExceeded(LudSyntaxError):
    """A description too large or too deep to be expanded."""


class OptionError(LudError):
    """An option or ruleset that a game does not have, or two that exclude each other."""


class UnsupportedLudeme(PetteiaError):
    """A game that uses ludemes without a meaning yet; `missing` lists them."""

    def __init__(self, missing: Sequence[object]) -> None:
        self.missing = tuple(missing)
        super().__init__("not supported: " + ", ".join(str(one) for one in self.missing))


class BuildError(PetteiaError):
    """Generated code that could not be compiled or loaded."""


class IllegalMove(PetteiaError):
    """A move that is not legal in the state it was meant for."""


class PositionError(PetteiaError):
    """A text that is no position of the game it was meant for."""
