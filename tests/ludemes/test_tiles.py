"""Tiles with paths: how they are turned, whether sides fit, where paths lead, and what follows of itself."""

import petteia as pt

from .playing import small, texts

_CURVES = '(hand Shared) (tile "Curve" numSides:4 {(path from:0 to:1 colour:1) (path from:2 to:3 colour:2)})'
_PUT = "(move (from (handSite Shared)) (to {to} (rotations {turns})) copy:True)"
_RING = '(place "Curve" 4 rotation:4) (place "Curve" 1 rotation:6) (place "Curve" 3 rotation:2)'
"""Three quarters of a ring of colour 1 on a board of 3x3; the last quarter belongs on site 0, unturned."""


def tiles(play: str, start: str = "", **others: str) -> pt.State:
    """A game on 3x3 cells with curved tiles, one of which is in hand."""
    start = f'(place "Curve" (handSite Shared)) {start}'
    others.setdefault("end", "(if (no Moves Next) (result Mover Win))")
    return small(play, start, board="(square 3)", pieces=_CURVES, **others)


def boards(state: pt.State) -> set[str]:
    """The boards that the legal moves lead to, without the hand."""
    found = set()
    for move in state.legal_moves():
        state.play(move)
        found.add(state.text.split(" h")[0])
        state.undo()
    return found


def test_a_tile_is_put_down_turned_each_way_written() -> None:
    """Turns count places on the compass, two for a quarter; the copy leaves the tile in hand as it was."""
    assert boards(tiles(_PUT.format(to="4", turns="{N E}"))) == {"4=1", "4=1r2"}
    assert boards(tiles(_PUT.format(to="4", turns="Orthogonal"))) == {"4=1", "4=1r2", "4=1r4", "4=1r6"}


def test_sides_must_show_the_same_colours() -> None:
    """Site 0 has a neighbour above that shows colour 1 below, and one to the right that shows it to the left."""
    play = f"(do {_PUT.format(to='0', turns='Orthogonal')} ifAfterwards:(is SidesMatch))"
    assert boards(tiles(play, _RING)) == {"0=1 1=1r6 3=1r2 4=1r4"}
    assert len(boards(tiles(play, '(place "Curve" 3 rotation:2)'))) == 2


def test_a_path_that_comes_back_is_a_loop_of_its_colour() -> None:
    for colour, over in (("(mover)", True), ("(next)", False)):
        end = f"(if (is Loop {colour} path:True) (result Mover Win))"
        state = tiles(_PUT.format(to="0", turns="{N}"), _RING, end=end)
        state.play("9>0")
        assert state.over == over


def test_the_extent_of_a_path_counts_rows_and_columns() -> None:
    """From site 4 the path of colour 2 leads one row up, off the tile, and one column to the right."""
    for least, over in ((1, True), (2, False)):
        end = f"(if (<= {least} (pathExtent (next))) (result Mover Win))"
        state = tiles(_PUT.format(to="4", turns="{S}"), end=end)
        state.play("9>4")
        assert state.over == over


def test_moves_to_sites_that_no_other_move_leads_to_follow_of_themselves() -> None:
    """Only site 0 is left with a single way to put a tile there, once the ring has three quarters."""
    left = "(intersection (sites Empty) (sites {0 3}))"
    play = f"(do {_PUT.format(to=left, turns='Orthogonal')} ifAfterwards:(is SidesMatch))"
    start = '(place "Curve" 4 rotation:4) (place "Curve" 1 rotation:6)'
    state = tiles(play, start, meta="(meta (automove))")
    assert "9>3" in texts(state)
    assert {one for one in boards(state) if "3=1r2" in one} == {"0=1 1=1r6 3=1r2 4=1r4"}
    plain = tiles(play, start)
    assert {one for one in boards(plain) if "3=1r2" in one} == {"1=1r6 3=1r2 4=1r4"}
