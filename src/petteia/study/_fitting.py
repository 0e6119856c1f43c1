"""Numbers of pieces fitted to what is stated: a start rule from elsewhere keeps its form, its number is this game's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from .holes import WORD, Constraint

if TYPE_CHECKING:
    from petteia.game import Piece

_PLACED = re.compile(r"(\(place\b(?:[^()]|\([^()]*\))*?\bcount:|\(set Count )(\d+)")
_LISTED = re.compile(r"""(\(place "[^"]+" (?:Cell |Vertex |Edge )?)\{([^{}()]+)\}""")
_STEPS = r"\d+|\(- \d+ \d+\)"
_EDGE = "Bottom|Top|Left|Right"
_ROWS = re.compile(rf"\(expand \(sites ({_EDGE})\)(?: steps:({_STEPS}))?\)|\(sites ({_EDGE})\)")
_COUNTED = ("NumStartComponents", "NumStartComponentsBoard", "NumStartComponentsHand", "NumStartComponentsPerPlayer")
_DICE = re.compile(r"(\(dice\b[^()]*\bnum:)(\d+)")
_FARTHEST = 200
_MOST_ROWS = 12


def fittings(
    fills: Sequence[str], constraints: Iterable[Constraint], found: dict[str, float]
) -> Iterator[tuple[str, ...]]:
    """The fills with other numbers of pieces, those first that come nearest to the stated number.

    Only a number that all placements of the fills share is changed, so that players stay equal: the pieces of a place,
    the sites that are listed (fewer only), the rows at the edge of the board that are filled, or all of their sites to
    every other one. Dice become as many as stated, if all of them are alike.

    >>> stated = [Constraint("NumStartComponents", 26, 26)]
    >>> next(fittings(['(place "Man" "Hand" count:9)'], stated, {"NumStartComponents": 18}))
    ('(place "Man" "Hand" count:13)',)
    """
    missed = [one for one in constraints if one.concept in found and not one.low <= found[one.concept] <= one.high]
    wrong = [one for one in missed if one.concept in _COUNTED]
    other_dice = next((one for one in missed if one.concept == "NumDice"), None)
    if other_dice is not None:
        fills = _with_dice(fills, other_dice)
        yield tuple(fills)
    if not wrong or not found[wrong[0].concept]:
        return
    yield from _other_counts(fills, wrong[0], found[wrong[0].concept])
    yield from _fewer_sites(fills, wrong[0], found[wrong[0].concept])
    yield from _other_rows(fills, wrong[0], found[wrong[0].concept])
    yield from _every_other_site(fills, wrong[0], found[wrong[0].concept])


def _other_counts(fills: Sequence[str], stated: Constraint, there: float) -> Iterator[tuple[str, ...]]:
    numbers = {int(one[2]) for text in fills for one in _PLACED.finditer(text)}
    if len(numbers) != 1:
        return
    (number,) = numbers
    for wanted in _nearest(stated, there):
        if number * wanted % there == 0:
            fresh = int(number * wanted // there)
            yield tuple(_PLACED.sub(rf"\g<1>{fresh}", text) for text in fills)
            return


def _with_dice(fills: Sequence[str], stated: Constraint) -> list[str]:
    kinds = sum(len(_DICE.findall(text)) for text in fills)
    if kinds != 1:
        return list(fills)
    return [_DICE.sub(lambda one: f"{one[1]}{_nearest(stated, int(one[2]))[0]}", text) for text in fills]


def _fewer_sites(fills: Sequence[str], stated: Constraint, there: float) -> Iterator[tuple[str, ...]]:
    """The lists of sites of all placements cut to the same smaller number of sites."""
    lengths = {len(one[2].split()) for text in fills for one in _LISTED.finditer(text)}
    if len(lengths) != 1:
        return
    (length,) = lengths
    for wanted in _nearest(stated, there):
        if wanted < there and length * wanted % there == 0:
            yield tuple(_with_sites(text, int(length * wanted // there)) for text in fills)
            return


def _with_sites(text: str, length: int) -> str:
    return _LISTED.sub(lambda one: f"{one[1]}{{{' '.join(one[2].split()[:length])}}}", text)


def _other_rows(fills: Sequence[str], stated: Constraint, there: float) -> Iterator[tuple[str, ...]]:
    """The rows that are filled at the edges of the board made more or fewer."""
    rows = {_rows(one) for text in fills if "(place" in text for one in _ROWS.finditer(text)}
    if len(rows) != 1:
        return
    (number,) = rows
    wanted = number * _nearest(stated, there)[0] / there
    for fresh in sorted(range(1, _MOST_ROWS), key=lambda k: abs(k - wanted))[:2]:
        if fresh != number:
            yield tuple(_with_rows(text, fresh) if "(place" in text else text for text in fills)


def _every_other_site(fills: Sequence[str], stated: Constraint, there: float) -> Iterator[tuple[str, ...]]:
    """Every other site of the rows filled, as in draughts, where all of them are twice too many."""
    if any("(sites Phase" in text for text in fills) or not stated.low <= there / 2 <= stated.high:
        return
    yield tuple(_ROWS.sub(r"(difference \g<0> (sites Phase 1))", text) if "(place" in text else text for text in fills)


def _rows(found: re.Match[str]) -> int:
    if found[3]:
        return 1
    steps = [int(one) for one in re.findall(r"\d+", found[2] or "1")]
    return 1 + steps[0] - sum(steps[1:])


def _with_rows(text: str, rows: int) -> str:
    def written(found: re.Match[str]) -> str:
        edge = f"(sites {found[1] or found[3]})"
        return edge if rows == 1 else f"(expand {edge} steps:{rows - 1})"

    return _ROWS.sub(written, text)


def relisted(
    form: str,
    fills: Mapping[int, str],
    constraints: Iterable[Constraint],
    pieces: Sequence[Piece],
    sites: int,
) -> tuple[str, ...] | None:
    """The fills of a text in form, with placements written out as lists of as many sites as are stated.

    The most numerous kinds of pieces become fewer or more, as many of each; those at the back stay, and further ones
    stand in front of them. None where pieces are stacked or in hand, or where their place is not up to a hole.
    """
    wanted = next((one for one in constraints if one.concept in _COUNTED[:2]), None)
    if wanted is None or not pieces or any(_is_special(one, sites) for one in pieces):
        return None
    standing: dict[str, list[int]] = {}
    for one in sorted(pieces, key=lambda piece: piece.site):
        standing.setdefault(one.name, []).append(one.site)
    most = max(map(len, standing.values()))
    kinds = [name for name, some in standing.items() if len(some) == most]
    rest = len(pieces) - most * len(kinds)
    numbers = (total - rest for total in _nearest(wanted, len(pieces)))
    per = next((one // len(kinds) for one in numbers if one > 0 and one % len(kinds) == 0), 0)
    if not per or per == most:
        return None
    fitted = dict(fills)
    middle = sum(piece.site for piece in pieces) / len(pieces)
    taken = {piece.site for piece in pieces}
    for name in kinds:
        some = standing[name]
        at_low = sum(some) / len(some) <= middle
        free = [site for site in range(sites) if site not in taken]
        order = [*some, *free] if at_low else [*reversed(some), *reversed(free)]
        taken |= set(order[:per])
        if len(order) < per or not _written_into(fitted, form, name, " ".join(map(str, sorted(order[:per])))):
            return None
    return tuple(fitted.values())


def _is_special(piece: Piece, sites: int) -> bool:
    return piece.count != 1 or piece.site >= sites or any((piece.level, piece.state, piece.rotation, piece.value))


def _written_into(fills: dict[int, str], form: str, name: str, sites: str) -> bool:
    """Puts a list of sites into the fills that place a kind of piece; False if something else places it."""
    fixed = list(_placings(form, name))
    if fixed:
        hole = re.fullmatch(rf'\(place "{re.escape(name)}" {WORD.pattern}\)', fixed[0])
        if hole is None or len(fixed) > 1 or int(hole[1]) not in fills:
            return False
        fills[int(hole[1])] = f"(sites {{{sites}}})"
        return True
    clauses = [(number, clause) for number, fill in fills.items() for clause in _placings(fill, name)]
    for k, (number, clause) in enumerate(clauses):
        fills[number] = fills[number].replace(clause, "" if k else f'(place "{name}" {{{sites}}})', 1)
    return bool(clauses)


def _placings(text: str, name: str) -> Iterator[str]:
    """The clauses that place a kind of piece."""
    for found in re.finditer(rf'\(place "{re.escape(name)}"', text):
        depth = 0
        for end in range(found.start(), len(text)):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            if not depth:
                yield text[found.start() : end + 1]
                break


def _nearest(stated: Constraint, there: float) -> list[int]:
    """The numbers that are stated, the one nearest to what is there first."""
    low, high = max(1, int(stated.low)), int(min(stated.high, stated.low + _FARTHEST))
    return sorted(range(low, max(low, high) + 1), key=lambda number: abs(number - there))
