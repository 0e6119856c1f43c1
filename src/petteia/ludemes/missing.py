"""Which ludemes of a game have no meaning yet."""

from dataclasses import dataclass

from petteia.ludemes.registry import Ludeme, walk
from petteia.types import Place

__all__ = ["Missing", "missing"]


@dataclass(frozen=True)
class Missing:
    """A ludeme, or one argument of it, that a game uses and that has no meaning yet."""

    name: str
    place: Place | None
    argument: str | None = None

    def __str__(self) -> str:
        what = f"({self.name})" if self.argument is None else f"{self.argument} of ({self.name})"
        return f"{what} at {self.place}" if self.place else what


def missing(root: Ludeme) -> list[Missing]:
    """Reasons that keep a game from being played, each ludeme and argument once, at its first place."""
    found: dict[tuple[str, str | None], Missing] = {}
    for ludeme in walk(root):
        name = ludeme.title
        lacks = (None,) if not ludeme.implemented() else ludeme.unsupported_arguments()
        for argument in lacks:
            if (name, argument) not in found:
                found[name, argument] = Missing(name, ludeme.place, argument)
    return list(found.values())
