"""Which ludeme a clause becomes, by the type its place expects."""

import pytest

from lang.descriptions import CAPTURE, HEX
from petteia import lang, ludemes
from petteia.ludemes import Ludeme
from petteia.ludemes.enums import AbsoluteDirection, RoleType, SiteType
from petteia.ludemes.types import FloatConstant, IntConstant, IntFunction


def bound(text: str) -> Ludeme:
    return lang.bind(lang.read(lang.expand(text)))


def find(game: Ludeme, name: str) -> Ludeme:
    """The first ludeme of a class within a game."""
    return next(one for one in ludemes.walk(game) if type(one).__name__ == name)


def condition(text: str) -> Ludeme:
    """A condition as bound inside a game."""
    game = bound(HEX.replace("(is Connected Mover)", text))
    return next(iter(find(game, "EndIf").children()))


def graph(text: str) -> Ludeme:
    return next(iter(find(bound(HEX.replace("(hex Diamond 5)", text)), "Board").children()))


def arguments(ludeme: Ludeme) -> dict[str, object]:
    """Written arguments, constants as plain values."""
    return {
        name: value.value if isinstance(value, IntConstant | FloatConstant) else value
        for name, value in ludeme.arguments()
    }


def test_a_whole_game() -> None:
    game = bound(HEX)
    assert isinstance(game, ludemes.Game)
    names = [type(one).__name__ for one in ludemes.walk(game)]
    assert names.count("SitesSide") == 4
    assert {"Hex", "MoveAdd", "SitesEmpty", "IsConnected", "ResultOf", "SwapRule"} <= set(names)


def test_a_match() -> None:
    text = '(match "M" (players 2) (games {(subgame "A") (subgame "B" next:1)}) (end (if True (result P1 Win))))'
    match = bound(text)
    assert isinstance(match, ludemes.Match)
    assert len(match.games.games or []) == 2


def test_one_keyword_many_meanings() -> None:
    game = bound(CAPTURE)
    names = [type(one).__name__ for one in ludemes.walk(game)]
    assert {"OrMoves", "To", "ToSite", "Between", "BetweenSite", "EndIf", "NoMoves", "AtLeast", "FacingPlayer"} <= set(
        names
    )


@pytest.mark.parametrize(
    ("written", "name", "values"),
    [
        ("(is Line 3 All)", "IsLine", {"kind": "Line", "length": 3, "direction": AbsoluteDirection.All}),
        ("(is line 3)", "IsLine", {"kind": "Line", "length": 3}),
        ("(is Empty Cell 3)", "IsEmpty", {"kind": "Empty", "site_type": SiteType.Cell, "at": 3}),
        ("(= 1 Off)", "Equals", {"value_a": 1, "value_b": -1}),
        ("(equals End Mover)", "Equals", {"value_a": -2, "role_b": RoleType.Mover}),
        ("(is Prev mover)", "IsTurnOf", {"kind": "Prev", "role": RoleType.Mover}),
        ("(> Infinity 2147483647)", "GreaterThan", {"value_a": 1_000_000_000, "value_b": 2147483647}),
    ],
)
def test_conditions(written: str, name: str, values: dict[str, object]) -> None:
    ludeme = condition(written)
    assert type(ludeme).__name__ == name
    assert arguments(ludeme) == values


def test_leftmost_slots_win() -> None:
    piece = find(bound(HEX.replace("(move Add (to (sites Empty)))", '(forEach Piece "Stone")')), "ForEachPiece")
    assert arguments(piece) == {"kind": "Piece", "item": "Stone"}
    scale = graph("(scale 2 1.5 (square 3))")
    values = arguments(scale)
    assert (values["scale_x"], values["scale_y"]) == (2.0, 1.5)
    assert "scale_z" not in values
    renumbered = graph("(renumber Cell (square 3))")
    assert arguments(renumbered)["site_type_a"] is SiteType.Cell
    loop = condition("(is Loop (mover) path:True)")
    assert type(arguments(loop)["colour"]).__name__ == "Mover"


def test_sites_without_arguments_is_the_region_of_the_loop() -> None:
    assert type(next(iter(condition("(= (sites) (sites))").children()))).__name__ == "SitesContext"


def test_the_empty_list_is_the_empty_region() -> None:
    region = next(iter(condition("(= (sites {}) (sites {}))").children()))
    assert type(region).__name__ == "SitesListed"


def test_operators_are_aliases() -> None:
    assert type(graph("(square (+ 2 3))").children().__next__()).__name__ == "DimAdd"
    assert type(graph("(square (add 2 3))").children().__next__()).__name__ == "DimAdd"
    assert type(graph("(rotate (/ 90 2) (square 3))").children().__next__()).__name__ == "FloatDiv"


def test_ludemes_do_not_change_and_know_their_place() -> None:
    game = lang.bind(lang.read(lang.expand(HEX, name="hex.lud")))
    assert str(game.place) == "hex.lud:2:1"
    assert str(find(game, "IsConnected").place) == "hex.lud:13:18"
    with pytest.raises(AttributeError, match="does not change"):
        game.name = "Other"


def test_made_by_hand() -> None:
    constant = IntConstant(value=3)
    assert (constant.value, constant.place) == (3, None)
    with pytest.raises(TypeError, match="has no argument"):
        IntConstant(number=3)


def test_outline() -> None:
    game = bound(HEX)
    outline = lang.ludemes_text(game)
    assert outline.splitlines()[:2] == ["Game", "    name: 'Little Hex'"]
    assert "dim_a: 5" in outline
    assert "# text:2:1" in lang.ludemes_text(game, places=True).splitlines()[0]


def test_missing_names_ludeme_place_and_argument() -> None:
    class Meaningless(IntFunction, keyword="testMeaningless"):
        """A ludeme without a meaning."""

        inner: list[Ludeme] | None

    class Half(Ludeme, keyword="testHalf"):
        """A ludeme that knows only some of its arguments."""

        def unsupported_arguments(self) -> tuple[str, ...]:
            return ("inner",)

    tree = Meaningless(inner=[Half(), Meaningless(), Half()])
    assert [str(one) for one in ludemes.missing(tree)] == ["(testMeaningless)", "inner of (testHalf)"]


def test_clauses_written_alike_are_one_ludeme() -> None:
    question, negated = condition("(and (= (count Pieces Mover) 1) (not (= (count Pieces Mover) 1)))").children()
    assert list(negated.children()) == [question]
    assert sum(type(one).__name__ == "Equals" for one in ludemes.walk(negated)) == 1
