"""Seeds of tasks, derived from the seed of the whole: far apart, and the same wherever a task runs."""

from __future__ import annotations

from hashlib import blake2b


def derive_seed(seed: int, *parts: int | str) -> int:
    """A seed of 63 bits for one part of some work.

    >>> derive_seed(1, "game", 7) == derive_seed(1, "game", 7) != derive_seed(1, "game", 8)
    True
    """
    words = "/".join(map(str, (seed, *parts)))
    return int.from_bytes(blake2b(words.encode(), digest_size=8).digest(), "little") >> 1
