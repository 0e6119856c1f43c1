"""Drawing: boards as text and as SVG."""

import xml.etree.ElementTree as xml

import pytest

from classics import sample_of_games
from petteia import load
from petteia.draw import Hand, Scene, Spot, Token, svg_board, text_board

SVG = "{http://www.w3.org/2000/svg}"


def squares(size: int, tokens: dict[int, tuple[Token, ...]] | None = None) -> Scene:
    """A board of squares."""
    spots, cells = [], []
    for k in range(size * size):
        x, y = float(k % size), float(k // size)
        spots.append(Spot((x + 0.5, y + 0.5), "ABCDEFGH"[k % size] + str(k // size + 1), (tokens or {}).get(k, ())))
        cells.append(((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)))
    return Scene("Squares", tuple(cells), (), tuple(spots))


def test_text_of_stacks_counts_and_states() -> None:
    """A stack shows its top and height, a pile its number; a state is no number to show."""
    tokens = {
        0: (Token(1, "X"), Token(2, "O"), Token(1, "X")),
        4: (Token(2, "O", count=12),),
        8: (Token(1, "X", state=1),),
    }
    assert text_board(squares(3, tokens)).splitlines() == [
        "3 .   .   X",
        "2 .   O12 .",
        "1 X3  .   .",
        "  A   B   C",
    ]


def test_text_of_hexagons_is_staggered() -> None:
    """Rows of a hexagonal board stand between each other."""
    spots = [Spot((0.5, 0.0), "A1"), Spot((1.5, 0.0), "B1"), Spot((0.0, 0.866), "A2"), Spot((1.0, 0.866), "B2")]
    spots.append(Spot((2.0, 0.866), "C2"))
    assert text_board(Scene("", (), (), tuple(spots))).splitlines() == ["2 . . .", "1  . ."]


def test_text_of_hands_dice_and_caption() -> None:
    """All that is beside the board comes below it."""
    hand = Hand("Hand1", 1, ((Token(1, "X", count=3),), ()))
    scene = Scene("", (), (), (Spot((0.0, 0.0), "A1"),), (hand,), (2, 6), "To move: 1")
    assert text_board(scene).splitlines() == ["1 .", "  A", "Hand1: X3 .", "Dice: 2 6", "To move: 1"]


def test_svg_is_well_formed_and_complete() -> None:
    """A polygon a cell, a circle a piece, a title to read, at most a few levels of a tall stack."""
    tokens = {0: (Token(1, "X", "Man"),), 1: tuple(Token(2, "O", "Man") for _ in range(9))}
    tree = xml.fromstring(svg_board(squares(3, tokens)))
    assert tree.tag == f"{SVG}svg"
    assert len(tree.findall(f"{SVG}polygon")) == 9
    assert len(tree.findall(f".//{SVG}g[@class='piece']")) == 1 + 5
    assert "9" in [text.text for text in tree.findall(f".//{SVG}text")]
    assert tree.find(f".//{SVG}g/{SVG}title").text == "Man on A1"  # type: ignore[union-attr]


def test_svg_in_light_and_dark() -> None:
    """Colours are fixed on demand; by default a page decides."""
    scene = squares(2)
    light, dark, either = svg_board(scene, dark=False), svg_board(scene, dark=True), svg_board(scene)
    assert light != dark
    assert "<style>" not in light + dark and "prefers-color-scheme:dark" in either


def test_svg_escapes_names() -> None:
    """Names of games and pieces come from descriptions, which are not to be trusted."""
    scene = Scene("<script>", (), (), (Spot((0.0, 0.0), '"A<', (Token(1, "&", "<b>"),)),), signs_matter=True)
    text = svg_board(scene)
    xml.fromstring(text)
    assert "<script>" not in text and "<b>" not in text


def test_scripts_find_sites_and_pieces() -> None:
    """Every site and every piece of an SVG says where it is, as moves do; nothing has an id or a size of its own."""
    state = load("Shogi", build="quick").start(0)
    tree = xml.fromstring(state.svg())
    sites = [one.get("data-site") for one in tree.iter() if "site" in one.get("class", "").split()]
    assert sites == [str(site) for site in range(81 + 14)]
    pieces = [one for one in tree.iter(f"{SVG}g") if one.get("class") == "piece"]
    assert {(one.get("data-site"), one.get("data-piece")) for one in pieces} == {
        (str(one.site), one.name) for one in state.pieces()
    }
    assert "viewBox" in tree.attrib and not {"width", "height"} & tree.attrib.keys()
    assert not [one for one in tree.iter() if one.get("id")]


def test_sites_of_several_types_say_theirs() -> None:
    """Where moves name the type of a site, so does the picture."""
    tree = xml.fromstring(load("Dots and Boxes", build="quick").start(0).svg())
    edge = next(one for one in tree.iter() if one.get("data-site") == "7" and one.get("data-type") == "Edge")
    assert edge.tag == f"{SVG}line"


@pytest.mark.parametrize("name", sample_of_games(24))
def test_bundled_games_draw(name: str) -> None:
    """Every bundled game draws its start and a later position, with a caption and a shape for every piece."""
    state = load(name, backend="interpreter").start(1)
    for moves in (0, 6):
        for _ in range(moves):
            if not state.over:
                state.play(state.legal_moves()[-1])
        tree = xml.fromstring(state._repr_svg_())
        *rows, caption = str(state).splitlines()
        assert rows and caption in [text.text for text in tree.iter(f"{SVG}text")]
        drawn = {(one.get("data-site"), one.get("data-piece")) for one in tree.iter(f"{SVG}g")}
        assert {(str(one.site), one.name) for one in state.pieces()} <= drawn
