"""Tracks by lists and by steps."""

import pytest

from petteia.board import END, Board, BoardError, SiteType, containers, generators, make_track, walk_sites


def links(*sites: int, loop: bool = False, directed: bool = False) -> list[tuple[int, int]]:
    track = make_track("T", sites, loop=loop, directed=directed)
    return [(element.previous, element.next) for element in track.elements]


def test_links() -> None:
    assert links(5, 6, 7) == [(-1, 1), (0, 2), (1, -1)]
    assert links(5, 6, 7, loop=True) == [(2, 1), (0, 2), (1, 0)]
    assert links(5, 6, 7, 8, loop=True, directed=True) == [(3, 1), (-1, 2), (-1, 3), (2, 0)]


def test_repeated_sites_are_bumps() -> None:
    track = make_track("T", [1, 4, 4, 4, 2, 1])
    assert track.sites == (1, 4, 2, 1)
    assert [element.bump for element in track.elements] == [0, 2, 0, 0]
    assert not track.has_internal_loop
    assert make_track("T", [1, 4, 2, 1]).has_internal_loop
    assert (track.index_of(1), track.index_of(2), track.index_of(9)) == (0, 2, -1)


def test_steps() -> None:
    sites = Board(generators.square(3, SiteType.Cell)).sites()
    assert walk_sites("T", "0,E,N,W", sites) == [0, 1, 2, 5, 8, 7, 6]
    assert walk_sites("T", "6,E1,S2,End,", sites) == [6, 7, 4, 1, END]
    assert walk_sites("T", "0,N,N,8", sites) == [0, 3, 6, 8]


@pytest.mark.parametrize("text", ["E,N", "", "0,NNE", "0,up", "40,E"])
def test_bad_steps_are_refused(text: str) -> None:
    sites = Board(generators.square(3, SiteType.Cell)).sites()
    with pytest.raises(BoardError, match='track "T"'):
        walk_sites("T", text, sites)


def test_a_track_needs_two_elements() -> None:
    with pytest.raises(BoardError, match="two at least"):
        make_track("T", [3, 3, 3])


def test_surakarta_loops_turn_round_the_corners() -> None:
    board = containers.surakarta(generators.square(6, SiteType.Vertex))
    assert [track.name for track in board.tracks] == ["Track1F", "Track1B", "Track2F", "Track2B"]
    forward = board.tracks[0]
    assert forward.sites[:8] == (6, 7, 8, 9, 10, 11, 4, 10)
    assert sum(element.bump for element in forward.elements) == 4
    assert board.tracks[1].sites == forward.sites[::-1]
    with pytest.raises(BoardError):
        containers.surakarta(generators.square(6, SiteType.Vertex), loops=40)
