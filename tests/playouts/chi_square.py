"""Counts that are compared with what they are expected to be: chi-square with a stated rate of false alarms."""

import math
from collections import Counter
from collections.abc import Hashable, Mapping


def chi_square(seen: Mapping[Hashable, int], chances: Mapping[Hashable, float]) -> tuple[float, int]:
    """The statistic and its degrees of freedom; what has no chance must not have been seen."""
    total = sum(seen.values())
    possible = {key: chance for key, chance in chances.items() if chance > 0}
    assert not seen.keys() - possible.keys(), "something impossible was seen"
    value = sum((seen.get(key, 0) - total * chance) ** 2 / (total * chance) for key, chance in possible.items())
    return value, len(possible) - 1


def bound(freedom: int, deviations: float = 4.5) -> float:
    """The value that a chi-square exceeds as rarely as a normal number 4.5 deviations: 3e-6 (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + deviations * math.sqrt(spread)) ** 3


def assert_drawn_from(seen: Counter[Hashable], chances: Mapping[Hashable, float]) -> None:
    """Fails if the counts do not fit the chances."""
    value, freedom = chi_square(seen, chances)
    assert freedom == 0 or value < bound(freedom), (value, freedom)


def assert_same_source(one: Counter[Hashable], other: Counter[Hashable], least: int = 40) -> None:
    """Fails if two samples do not seem to come from one distribution; rare values are taken together."""
    both = one + other
    rare = {key for key, times in both.items() if times < least}
    total_one, total_other = one.total(), other.total()
    value, cells = 0.0, 0
    for keys in [*({key} for key in both.keys() - rare), rare]:
        a, b = sum(one[key] for key in keys), sum(other[key] for key in keys)
        if a + b:
            share = (a + b) / (total_one + total_other)
            value += (a - total_one * share) ** 2 / (total_one * share)
            value += (b - total_other * share) ** 2 / (total_other * share)
            cells += 1
    assert cells < 2 or value < bound(cells - 1), (value, cells - 1)
