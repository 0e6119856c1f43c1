"""The looks of a game, gathered while it is built: graphics items, regions, tracks, and what the rules draw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from petteia.errors import PetteiaError
from petteia.lang.graphics import Item, graphics_items

if TYPE_CHECKING:
    from petteia.lang import Expanded
    from petteia.ludemes.lowering.spec import GameSpec

_MARK = "graphics "
_NO_RULES = "(rules (play (move Pass)) (end (if (no Moves Mover) (result Mover Draw))))"


def read_looks(expanded: Expanded, spec: GameSpec) -> dict[str, Any]:
    """The looks of a game as JSON values, see `petteia.game._dress`."""
    items = graphics_items(expanded.metadata)
    _resolve(items, expanded)
    graph = spec.board.topology.graph
    return {
        "items": items,
        "regions": [[one.name, one.owner, [_bits(part) for part in one.parts]] for one in spec.regions],
        "maps": [[name, sorted(known.items())] for name, known in spec.maps],
        "tracks": [[one.name, one.owner, one.loop, list(one.sites)] for one in spec.board.tracks],
        "curves": [[k, *_flat(edge.tangents)] for k, edge in enumerate(graph.edges) if edge.tangents is not None],
        "board": _board_keyword(spec),
        "phases": list(spec.board.sites().phase),
        "ends": _ends(spec),
        "paths": [[one.index, [[p.from_, p.to, p.colour] for p in one.paths]] for one in spec.components if one.paths],
    }


def _flat(tangents: Any) -> list[float]:
    return [round(float(number), 4) for tangent in tangents for number in tuple(tangent)[:2]]


def _bits(mask: int) -> list[int]:
    return [site for site in range(mask.bit_length()) if mask >> site & 1]


def _board_keyword(spec: GameSpec) -> str:
    """The keyword of the clause that makes the board."""
    from petteia.ludemes.equipment.items import Board, Boardless, MancalaBoard, SurakartaBoard

    kinds = {MancalaBoard: "mancalaBoard", SurakartaBoard: "surakartaBoard", Boardless: "boardless", Board: "board"}
    for item in spec.game.equipment.items:
        if type(item) in kinds:
            return kinds[type(item)]
    return "board"


def _ends(spec: GameSpec) -> dict[str, int]:
    """The aims of a game: the length of a line, a connection, a loop, as far as the end rules name them."""
    from petteia.ludemes.conditions.joined import IsConnected, IsLoop
    from petteia.ludemes.conditions.line import IsLine
    from petteia.ludemes.ending.rules import End
    from petteia.ludemes.registry import walk
    from petteia.ludemes.types import IntConstant

    found: dict[str, int] = {}
    for end in walk(spec.game):
        if not isinstance(end, End):
            continue
        for part in walk(end):
            if isinstance(part, IsLine) and isinstance(part.length, IntConstant):
                found["line"] = max(found.get("line", 0), part.length.value)
            elif isinstance(part, IsConnected):
                found["connected"] = 1
            elif isinstance(part, IsLoop):
                found["loop"] = 1
    return found


# -- regions that items describe by clauses ------------------------------------------------------------------------


def _resolve(items: list[Item], expanded: Expanded) -> None:
    """Puts `{"sites": [...]}` in the place of the clauses of regions whose sites are known before play."""
    clauses = [value for item in items if item["keyword"] in ("region", "show") for value in _clauses(item["args"])]
    wanted = [value for value in clauses if value["clause"][1:].split()[0] not in ("+", "count", "score", "var")]
    if not wanted:
        return
    try:
        known = _region_sites(expanded, [value["clause"] for value in wanted])
    except PetteiaError:
        known = []
        for value in wanted:  # one that cannot be worked out does not take the others with it
            try:
                known += _region_sites(expanded, [value["clause"]])
            except PetteiaError:
                known.append(None)
    for value, sites in zip(wanted, known, strict=True):
        if sites is not None:
            value["sites"] = sites


def _clauses(args: list[Any]) -> Iterator[dict[str, Any]]:
    for value in args:
        if isinstance(value, dict) and "clause" in value:
            yield value


def _region_sites(expanded: Expanded, clauses: list[str]) -> list[list[int] | None]:
    """The sites of regions, by a game with this equipment and these regions besides."""
    from petteia.lang import Clause, bind, tree_text
    from petteia.lang import Sequence as Listed
    from petteia.lang.text import Sources
    from petteia.lang.tree import read_tree
    from petteia.ludemes import Game as GameLudeme
    from petteia.ludemes.lowering.rulebook import RuleBook

    parts = [one for one in expanded.tree.root.items if isinstance(one, Clause)]
    players = next((tree_text(one) for one in parts if one.keyword == "players"), "(players 2)")
    equipment = next(one for one in parts if one.keyword == "equipment")
    inner = [one for part in equipment.items for one in (part.items if isinstance(part, Listed) else [part])]
    pieces = " ".join(tree_text(one) for one in inner if not isinstance(one, Clause) or one.keyword not in ("piece",))
    regions = " ".join(f'(regions "{_MARK}{k}" {text})' for k, text in enumerate(clauses))
    sources = Sources()
    text = f'(game "Regions" {players} (equipment {{ {pieces} (piece "Disc" Each) {regions} }}) {_NO_RULES})'
    bound = bind(read_tree(sources.add_file("graphics", text), sources))
    assert isinstance(bound, GameLudeme)
    named = {one.name: one.parts for one in RuleBook(bound).spec.regions}
    return [sorted({site for part in named[f"{_MARK}{k}"] for site in _bits(part)}) for k in range(len(clauses))]
