"""Writes the numbers of moves as C: a move's number by its kind and sites, and the move that a number stands for."""

from __future__ import annotations

from collections.abc import Mapping

from petteia.ir import nodes as n

from .emit_base import Unit

Code = tuple[str, int, int, tuple[int, ...]]
_MOST_PAIRS = 1 << 16
_FEW_ACTIONS = 64
"""So few actions may take a byte each in every state, which says what they stand for there."""
_MOST_WAYS = 250


def number_lines(unit: Unit, codes: Mapping[Code, int]) -> list[str]:
    """The function that gives a move its number: by kind, from a table."""
    return ["", "/* The number of a move; -1 if it has none. */", *_lookup_lines(unit, codes, "action")]


def _lookup_lines(unit: Unit, codes: Mapping[Code, int], what: str) -> list[str]:
    """A function from moves to numbers, with its tables."""
    by_kind: dict[str, dict[Code, int]] = {}
    for code, number in codes.items():
        by_kind.setdefault(code[0], {})[code] = number
    tables: list[str] = []
    cases: list[str] = []
    for k, (kinds, some) in enumerate(_groups(by_kind)):
        table, value = _table(f"t_{what}_{k}", some)
        tables += table
        cases += [f"    case {unit.kind_name(kind)}:" for kind in kinds]
        cases.append(f"        {value}")
    head = f"static inline int32_t g_{what}(Move move) {{"
    return [*tables, head, "    switch (move.kind) {", *cases, "    }", "    return -1;", "}"]


Pairs = dict[tuple[int, int], int]


def _groups(by_kind: Mapping[str, Mapping[Code, int]]) -> list[tuple[list[str], dict[Code, int]]]:
    """Kinds that one table serves: sites mean the same number in all of them. Few tables stay in the fast memory."""
    groups: list[tuple[list[str], dict[Code, int], Pairs | None]] = []
    for kind, codes in by_kind.items():
        pairs = _pairs(codes)
        for kinds, members, shared in groups:
            if pairs and shared and all(shared.get(at, number) == number for at, number in pairs.items()):
                kinds.append(kind)
                members.update(codes)
                shared.update(pairs)
                break
        else:
            groups.append(([kind], dict(codes), dict(pairs) if pairs else None))
    return [(kinds, members) for kinds, members, _ in groups]


def _pairs(codes: Mapping[Code, int]) -> Pairs | None:
    """The numbers by source and target, if these are enough to tell them."""
    pairs: Pairs = {}
    for code, number in codes.items():
        if pairs.setdefault((code[1], code[2]), number) != number:
            return None
    return pairs


def _table(name: str, codes: Mapping[Code, int]) -> tuple[list[str], str]:
    """The table of kinds of moves, and the statement that looks a move up in it."""
    numbers = set(codes.values())
    if len(numbers) == 1:
        return [], f"return {numbers.pop()};"
    pairs = _pairs(codes)
    sources, targets = [code[1] for code in codes], [code[2] for code in codes]
    low_from, low_to = min(sources), min(targets)
    high, wide = max(sources) - low_from + 1, max(targets) - low_to + 1
    if pairs is None or high * wide > _MOST_PAIRS:
        return _hash_table(name, codes)
    if all(source == target for source, target in pairs):
        row = [pairs.get((low_to + k, low_to + k), -1) for k in range(wide)]
        inside = f"(uint32_t)(move.to - ({low_to})) < {wide}u"
        return [number_table(name, row)], f"return {inside} ? {name}[move.to - ({low_to})] : -1;"
    row = [pairs.get((low_from + k // wide, low_to + k % wide), -1) for k in range(high * wide)]
    inside = f"(uint32_t)(move.from - ({low_from})) < {high}u && (uint32_t)(move.to - ({low_to})) < {wide}u"
    place = f"(move.from - ({low_from})) * {wide} + move.to - ({low_to})"
    return [number_table(name, row)], f"return {inside} ? {name}[{place}] : -1;"


def _hash_table(name: str, codes: Mapping[Code, int]) -> tuple[list[str], str]:
    """A table with open addressing over all that a move carries."""
    size = 1 << (2 * len(codes)).bit_length()
    captured = max(len(code[3]) for code in codes)
    width = 2 + captured
    keys = [[0] * width for _ in range(size)]
    numbers = [-1] * size
    for code, number in codes.items():
        key = [code[1], code[2], *code[3]]
        at = hash_of(key) % size
        while numbers[at] >= 0:
            at = (at + 1) % size
        keys[at], numbers[at] = key, number
    flat = [part for key in keys for part in key]
    lines = [number_table(f"{name}_keys", flat, "int16_t"), number_table(name, numbers, "int32_t")]
    found = f"ptb_find((const int16_t *)&move + 1, {width}, {name}_keys, {name}, {size})"
    return lines, f"return {found};"


def hash_of(key: list[int]) -> int:
    """The hash of the numbers of a move, as `ptb_hash` works it out."""
    value = 0x9E3779B97F4A7C15
    for part in key:
        value = ((value ^ (part & 0xFFFF)) * 0xBF58476D1CE4E5B9) & 2**64 - 1
        value ^= value >> 29
    return value


def number_table(name: str, values: list[int] | tuple[int, ...], kind: str = "") -> str:
    """A table of numbers, as narrow as they allow."""
    kind = kind or ("int16_t" if max(map(abs, values)) < 1 << 15 else "int32_t")
    return f"static const {kind} {name}[] = {{{', '.join(map(str, values))}}};"


def hashed_lines(unit: Unit) -> list[str]:
    """The names of kinds, which the numbers of moves are hashed with."""
    names = [f'"{kind}"' for kind in unit.program.kinds]
    counts = [str(len(kind.captured)) for kind in unit.program.kinds.values()]
    return [
        "", f"static const char *const t_kind_names[] = {{{', '.join(names)}}};",
        f"static const uint8_t t_kind_captured[] = {{{', '.join(counts)}}};",
        "static inline int32_t g_action(Move move) {",
        "    return ptb_hashed(move, t_kind_names[move.kind], t_kind_captured[move.kind]);", "}",
    ]  # fmt: skip


# -- from numbers to moves ----------------------------------------------------------------------------------------


def finding_lines(unit: Unit, codes: Mapping[Code, int], size: int) -> list[str]:
    """How the move is found that a legal number stands for, without a list of all.

    A number that stands for one move of a player needs a table alone. Where it is one of several, by what is on the
    board, a state of few actions notes which one it is when its moves are listed (`PTB_WAYS` above 1).
    """
    ways = _ways(unit, codes, size)
    most = max((len(one) for row_ in ways for one in row_), default=0)
    sure = sum(len(one) == 1 for row_ in ways for one in row_)
    if not codes or (most > 1 and not (size <= _FEW_ACTIONS and most <= _MOST_WAYS) and 2 * sure < size * len(ways)):
        return ["", "#define PTB_WAYS 0"]
    noted = most if most > 1 and size <= _FEW_ACTIONS and most <= _MOST_WAYS else 1
    moves = ", ".join(_move(unit, one, k) for row_ in ways for one in row_ for k in range(noted))
    lines = ["", f"#define PTB_WAYS {noted}", f"static const Move t_moves[] = {{{moves}}};"]
    if noted == 1:
        return lines
    place = {code: codes[code] | k << 16 for row_ in ways for one in row_ for k, code in enumerate(one)}
    head = "/* The number of a move, and above 16 bits its place among the moves with that number. */"
    return [*lines, "", head, *_lookup_lines(unit, place, "action_and_way")]


def _ways(unit: Unit, codes: Mapping[Code, int], size: int) -> list[list[list[Code]]]:
    """By player and number, the moves that it may stand for."""
    listed = _kinds_of_players(unit)
    found: list[list[list[Code]]] = [[[] for _ in range(size)] for _ in listed]
    for code, number in codes.items():
        for row_, kinds in zip(found, listed, strict=True):
            if code[0] in kinds:
                row_[number].append(code)
    return found


def _kinds_of_players(unit: Unit) -> list[frozenset[str]]:
    """The kinds of moves that each player may have: those outside of what is for one player are everyone's."""
    players = range(1, unit.program.players + 1)
    kinds = [frozenset[str]()] * len(players)
    for statement in unit.program.functions["moves"].body:
        inside = unit.effects.of_statement(statement).kinds
        match statement:
            case n.If(n.Op("eq", (n.Load("mover", ()), n.Const(int() as player))), _, ()) if player in players:
                kinds[player - 1] |= inside
            case _:
                kinds = [one | inside for one in kinds]
    return kinds


def _move(unit: Unit, ways: list[Code], k: int) -> str:
    """A move as C; one of no kind where the number does not tell."""
    if k >= len(ways) or (k == 0 and len(ways) > _MOST_WAYS):
        return "{0xffff}"
    kind, source, target, values = ways[k]
    captured = f", {{{', '.join(map(str, values))}}}" if values else ""
    return f"{{{unit.kind_name(kind)}, {source}, {target}{captured}}}"
