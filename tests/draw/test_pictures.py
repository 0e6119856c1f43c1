"""Pictures people recognise: what boards and pieces are drawn as, by metadata and by the rules."""

import re
import xml.etree.ElementTree as xml
from math import hypot

import pytest

from petteia import Game, PetteiaError, load
from petteia.draw import Arrow, Scene, Spot, Token, svg_board, text_board
from petteia.draw.names import drawn_as, family_of
from petteia.draw.shapes import CRESTS, SHAPES
from petteia.lang.graphics import graphics_items

SVG = "{http://www.w3.org/2000/svg}"
GAME = """(game "Looks" (players 2)
  (equipment { (board BOARD) (piece "Disc" Each) (piece "King" P1) (regions "Gate" (sites { 0 1 })) })
  (rules (start (place "Disc1" 0)) (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
(metadata (graphics { ITEMS }))"""


def dressed(items: str, board: str = "(square 3)") -> Game:
    """A small game with graphics items."""
    return load(GAME.replace("BOARD", board).replace("ITEMS", items), backend="interpreter")


def test_items_are_plain_data() -> None:
    """Words, strings, numbers, lists and colours by name, code and numbers."""
    text = '(metadata (graphics { (piece Scale "Disc" .5) (board Colour Phase0 (colour 1 2 3)) (show Line {{0 1}}) }))'
    scale, colour, line = graphics_items(text)
    assert scale["args"] == ["Disc", 0.5] and colour["args"] == ["Phase0", {"colour": "#010203"}]
    assert line["args"] == [[[0, 1]]] and graphics_items("(metadata (graphics { (broken)") == []


def test_items_that_are_not_obeyed_are_told() -> None:
    """Each with the reason; the others hold, and nothing is an error."""
    game = dressed('(board Style Chess) (board Style Moon) (show Symbol "zebra" 1) (wiggle Fast) (show Check "King")')
    assert [reason for _, reason in game.facts.dress.ignored] == [
        "no such style is known", "no picture is called zebra", "nothing is known of it",
    ]  # fmt: skip
    assert game.facts.painted.look.style == "chess" and game.facts.painted.look.checkered


def test_colours_of_players_board_and_regions() -> None:
    """Fills of regions by name, sites and clauses, and the colours of the players, reach the picture."""
    game = dressed(
        '(player Colour P1 (colour Red)) (board Colour Phase0 (colour "#123456")) (region Colour "Gate" (colour Green))'
        " (region Colour (sites Corners) (colour Blue))"
    )
    fills = [tile.fill for tile in game.facts.painted.tiles]
    assert fills[1] == "#2f9e44" and fills[4] == "#123456" and {fills[k] for k in (0, 2, 6, 8)} == {"#2c5fd1"}
    picture = game.start().svg()
    assert "--pt-p1:#e03131" in picture and 'fill="#e03131"' in game.start().svg(dark=False)


def test_pieces_as_items_want_them() -> None:
    """Scale, rotation, colour by state, another name, something painted on them."""
    game = dressed(
        '(piece Scale "Disc" 0.5) (piece Rename P1 piece:"Disc" "Tiger") (piece Rotate P1 degrees:90)'
        ' (piece Colour P1 "Disc" state:0 fillColour:(colour Black)) (piece Foreground "Disc" image:"star" scale:.4)'
    )
    token = game.start().scene().spots[0].tokens[0]
    assert (token.shape, token.scale, token.turn, token.fill) == ("tiger", 0.5, 90.0, "#000000")
    assert [one.shape for one in token.over] == ["star"]


def test_lines_edges_and_symbols() -> None:
    """Edges may be hidden or coloured, lines drawn besides, marks painted on sites."""
    plain, hidden = (dressed(items, "(square 3) use:Vertex").facts.painted for items in ("", "(show Edges Hidden)"))
    lines = [one for one in plain.strokes if one.part in ("inner", "outer")]
    assert len(lines) == 12 and not [one for one in hidden.strokes if one.part in ("inner", "outer")]
    more = dressed('(show Line {{0 8}} (colour Red)) (show Symbol "star" {4} scale:0.5)', "(square 3) use:Vertex")
    assert more.facts.painted.strokes[-1].colour == "#e03131"
    assert [(one.shape, one.scale) for one in more.facts.painted.symbols if one.site] == [("star", 0.5)]


@pytest.mark.parametrize(
    ("name", "style"),
    [("Kalah", "mancala"), ("Surakarta", "surakarta"), ("Xiangqi", "xiangqi"), ("Backgammon", "backgammon"),
     ("Dots and Boxes", "penandpaper"), ("Shogi", "shogi"), ("Fanorona", "graph")],
)  # fmt: skip
def test_boards_look_like_themselves(name: str, style: str) -> None:
    """Also where the metadata say nothing of it."""
    from dataclasses import replace

    facts = load(name, build="quick").facts
    bare = replace(facts, looks=facts.looks | {"items": []})
    assert bare.painted.look.style == style


def test_sides_belong_to_players() -> None:
    """The sides of Hex have the colours of those who join them."""
    strokes = load("Hex", build="quick").facts.painted.strokes
    assert {one.owner for one in strokes if one.part == "side"} == {1, 2}


def test_holes_in_a_ring_are_no_stores() -> None:
    """Only places beside the rows are."""
    facts = dressed("(board Style Mancala)", "(concentric {8}) use:Vertex").facts
    assert {spot.hole for spot in facts.painted.spots.values()} == {"round"} and facts.painted.names


def test_names_of_pieces() -> None:
    """The set decides: a horse is one thing in xiangqi, another in chess; letters come last."""
    assert drawn_as("Horse", 1, "xiangqi").glyph == "傌" and drawn_as("Horse", 1).shape == "knight"
    assert drawn_as("King", 1, family_of(["Man", "King"])).shape == "crowned"
    assert drawn_as("Qqq", 1).shape == "" and drawn_as("SmallCat", 2).shape == "cat"
    assert not set(CRESTS) - set(range(2, 9)) and len(set(CRESTS.values())) == len(CRESTS)
    assert {part for shape in SHAPES.values() for part, _ in shape} <= {
        "body", "line", "mark", "open", "dot", "dark", "eye", "shine",
    }  # fmt: skip


def test_owners_differ_by_more_than_colour() -> None:
    """Discs of two players are different shapes, too."""
    scenes = [Scene("", (), (), (Spot((0, 0), "", (Token(owner, "X"),)),)) for owner in (1, 2)]
    one, two = (re.sub(r'(fill|stroke|class)="[^"]*"|data-\S+', "", svg_board(scene)) for scene in scenes)
    assert one != two


def test_families_of_pieces() -> None:
    """A family that the game offers can be chosen; abstract pieces are discs; others are refused by name."""
    game = dressed('(piece Families {"Abstract" "Themed"}) (piece Rename P1 piece:"Disc" "Tiger")')
    themed, abstract = (game.start().svg(family=name) for name in ("Themed", "Abstract"))
    assert themed == game.start().svg() != abstract
    with pytest.raises(PetteiaError, match="Abstract, Themed"):
        game.start().svg(family="Gothic")


def test_overlays() -> None:
    """Targets, arrows, heat, groups and what won are laid over the board."""
    game = load("Tic-Tac-Toe", build="quick")
    state = game.start()
    arrows = [Arrow("0", "8")]
    picture = state.svg(targets=True, arrows=arrows, heat={"4": 0.9}, groups=[["0", "1"]])
    classes = [one for found in re.findall(r'class="([^"]*)"', picture) for one in found.split()]
    assert classes.count("target") == 9 and {"arrow", "heat", "group"} <= set(classes)
    for move in ("0>0", "3>3", "1>1", "4>4", "2>2"):
        state.play(move)
    assert state.scene().winning == ("0", "1", "2") and 'data-over="true"' in state.svg()
    xml.fromstring(state.svg())


def test_a_connection_that_won_is_marked() -> None:
    """The group that joins the sides, not other stones of the winner."""
    game = load("Hex", options=["Board Size/3x3"], build="quick")
    state = game.start()
    while not state.over:
        state.play(state.legal_moves()[0])
    mine = {str(one.site) for one in state.pieces() if one.owner == state.winner}
    assert set(state.scene().winning) <= mine and len(state.scene().winning) >= 3


def test_check_is_marked() -> None:
    """A king that could be taken stands on a mark; none at the start."""
    from petteia.interop import from_fen

    game = load("Chess", build="quick")
    checked = from_fen(game, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    assert checked.scene().checked == ("4",) and game.start().scene().checked == ()


def test_castling_rights_show_no_digits() -> None:
    """The state that a rook or king keeps for castling is no number for people to see."""
    scene = load("Chess", build="quick").start().scene()
    assert not [token.note for spot in scene.spots for token in spot.tokens if token.note]


@pytest.mark.parametrize("name", ["Backgammon", "Royal Game of Ur", "Senet"])
def test_dice_explain_the_moves(name: str) -> None:
    """Dice in the picture, the terminal and the text of a position are the throw that the legal moves go by."""
    game = load(name, build="quick")
    state = game.start(3)
    for _ in range(6):
        shown = state.scene().dice
        assert shown == tuple(one.number for one in state.scene().throws)
        assert f"Dice: {' '.join(map(str, shown))}" in str(state)
        again = game.state(state.text, 0)
        assert {str(one) for one in again.legal_moves()} == {str(one) for one in state.legal_moves()}
        state.play(state.legal_moves()[0])


@pytest.mark.parametrize("name", ["Reversi", "Go", "Kalah", "Oware"])
def test_scores_are_shown_when_they_are_true(name: str) -> None:
    """A score that is counted at the end is not shown before; one that is kept is."""
    state = load(name, build="quick").start(1)
    for _ in range(8):
        state.play(state.legal_moves()[-1])
    scene = state.scene()
    assert (scene.scores is not None) == state.game.facts.scores_in_play == ("score" in scene.caption)


def test_edges_in_the_terminal() -> None:
    """A grid of dots, numbers where edges are free, lines where they are taken, owners in boxes."""
    state = load("Dots and Boxes", options=["Board Size/2x2"], build="quick").start()
    assert str(state).splitlines()[-2] == "+ 0  + 1  +"
    for edge in (0, 5, 2, 3):
        state.play(f"E{edge}>E{edge}" if state.game.facts.is_graph else f"{edge}>{edge}")
    lines = str(state).splitlines()
    assert lines[-2].startswith("+----+ 1") and "2" in lines[-3]
    assert any(tile.owner == 2 for tile in state.scene().tiles)


def test_hexagons_have_both_coordinates_in_the_terminal() -> None:
    """Letters and numbers stand at the ends of the slanted lines."""
    lines = str(load("Hex", options=["Board Size/3x3"], build="quick").start()).splitlines()
    assert lines[:-1] == ["   .", "  . .", " . . .", "3 . . C", " 2 . B", "  1 A"]


def test_colour_marks_owners_and_the_latest_move() -> None:
    """Escapes only when asked for; without them the words are the same."""
    state = load("Tic-Tac-Toe", build="quick").start()
    state.play("4>4")
    coloured = state.board(colour=True)
    assert "\x1b[38;5;33;7mX\x1b[0m" in coloured and "\x1b" not in str(state)
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == str(state)


def test_stores_in_the_terminal() -> None:
    """Seeds are numbers, stores stand beside the rows."""
    lines = str(load("Kalah", build="quick").start()).splitlines()
    assert lines[0] == "2    4  4  4  4  4  4" and lines[1].split() == [".", "."]


def test_the_text_of_a_scene_without_names() -> None:
    """A scene made by hand prints without a look or coordinates."""
    assert text_board(Scene("", (), (), (Spot((0.0, 0.0), "?", (Token(1, "X"),)),))) == "X"


def test_png_and_gif() -> None:
    """Pictures and animations are files of their kinds, as wide as asked for."""
    pytest.importorskip("resvg_py", reason="resvg-py is not installed")
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    from io import BytesIO

    from petteia.draw.raster import gif, png

    state = load("Tic-Tac-Toe", build="quick").start()
    first = png(state.svg(dark=False), width=120)
    state.play("4>4")
    moving = image.open(BytesIO(gif([first, png(state.svg(dark=True), width=120)])))
    assert image.open(BytesIO(first)).width == 120 and (moving.format, moving.n_frames) == ("GIF", 2)


def test_stones_of_go_stand_on_crossings_of_cells() -> None:
    """In the style of Go lines lead through the middles of cells; nothing is tiled, and each site can be clicked."""
    game = dressed("(board Style Go)", "(square 9)")
    shown = game.facts.painted
    inner = [one.points for one in shown.strokes if one.part == "inner"]
    assert len(inner) == 18 and len(shown.tiles) == 1 and [one.shape for one in shown.symbols].count("disc") == 5
    ends = {point for line in inner for point in line}
    assert {shown.spots["C", k].at for k in (0, 8, 72, 80)} <= {(round(x, 3), round(y, 3)) for x, y in ends}
    assert game.start().svg().count('class="site"') == 81


def test_bridges_join_own_neighbours() -> None:
    """A piece that is a bridge reaches to the bridges of its owner beside it, not to those aslant or of the other."""

    def lines(*pieces: tuple[float, float, int]) -> int:
        spots = tuple(Spot((x, y), "", (Token(owner, "B", shape="bridge"),)) for x, y, owner in pieces)
        return svg_board(Scene("Bridges", (), (), spots), still=True).count("L")

    assert lines((0, 0, 1), (1, 0, 1), (2, 0, 1)) == 4  # two, each with its rim
    assert lines((0, 0, 1), (1, 0, 2), (0, 1, 2), (1, 1, 1)) == 0


def test_pictures_of_shogi_point_forward() -> None:
    """Animals on a board of shogi stand on tiles, which are turned for the second player."""
    token = load("Dobutsu Shogi").start().scene().spots[-1].tokens[0]
    assert token.turn == 180.0 and [one.shape for one in token.under] == ["shogitile"]


def test_xiangqi_without_a_middle_has_no_river() -> None:
    """On seven rows there is no room for one, and no line is left out."""
    shown = load("Minixiangqi").facts.painted
    assert shown.look.style == "xiangqi" and not [one for one in shown.symbols if one.text]
    assert sum(one.part in ("inner", "outer") for one in shown.strokes) == 84 + 4


def test_names_of_places_in_a_ring_stand_outside() -> None:
    """Where labels make no rows, each stands in the widest gap between the lines at its place."""
    shown = load("Rota").facts.painted
    for site, name in enumerate(shown.names):
        x, y = shown.spots["V", site].at
        if hypot(x, y) > 0.5 * shown.look.spacing:
            assert hypot(*name.at) > hypot(x, y) + 0.4 * shown.look.spacing


def test_a_board_without_rows_prints_its_names() -> None:
    """Where no row or column names a place, its name stands beside it, as moves use it."""
    lines = str(load("Mu Torere").start()).splitlines()
    assert lines[0].strip() == "C3:X" and "B2:." in lines[2]


def test_stones_of_go_bear_no_crest() -> None:
    """Black and white stones are told apart by lightness; a crest would look like a mark."""
    state = load("Go").start(1)
    plain = state.svg()
    state.play("V60>V60")
    state.play("V61>V61")
    both = state.svg()
    assert 'class="pt-l-n2"' not in both and plain != both
    other = load("Nine Men's Morris").start(1)
    other.play(other.legal_moves()[0])
    other.play(other.legal_moves()[0])
    assert 'class="pt-l-n2"' in other.svg()


def test_coordinates_on_the_board_have_the_ink_of_its_lines() -> None:
    """Names that stand on wood are read in the dark too; those beside the board follow the page."""
    scene = load("Kalah").start().scene()
    assert {name.text: name.fill for name in scene.names}.items() >= {("A1", "line"), ("1", "")}
