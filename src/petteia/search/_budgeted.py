"""Budgeted: agents as frozen parameters, of which others with another budget or seed are made."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self


@dataclass(frozen=True)
class Budgeted:
    """An agent whose fields are its parameters, among them `iterations`, `seconds`, `wall` and `seed`."""

    def with_budget(
        self, iterations: int | None = None, seconds: float | None = None, wall: float | None = None
    ) -> Self:
        """The same agent with another budget."""
        changes: dict[str, Any] = {"iterations": iterations, "seconds": seconds, "wall": wall}
        return replace(self, **changes)

    def with_seed(self, seed: int) -> Self:
        """The same agent with another seed."""
        changes: dict[str, Any] = {"seed": seed}
        return replace(self, **changes)
