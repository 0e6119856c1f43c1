"""The declared vocabulary against the grammar table: each signature once, argument for argument."""

import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from petteia import lang
from petteia.ludemes import Ludeme, forms, keywords

# Names of the table that our classes spell differently.
_TYPES = {
    "int": "Integer", "boolean": "Boolean", "moves.From": "From", "moves.To": "To", "moves.Between": "Between",
    "moves.Piece": "PieceArgument", "moves.Player": "PlayerArgument", "board.Track": "Track",
    "equipment.Values": "Values", "end.Score": "FinalScore", "effect.Step": "Step", "math.Count": "ItemCount",
    "math.Pair": "Pair", "game.players.Players": "Players", "players.Player": "FacingPlayer", "rules.Rules": "Rules",
    "rules.end.If": "EndIf", "phase.Phase": "Phase", "equipment.Card": "Card", "equipment.Hint": "Hint",
    "intArray.math.Difference": "ArrayDifference", "Path": "TilePath", "TrackStep": "Unwritable",
    "Point2D": "Unwritable", "Point3D": "Unwritable", "double": "Unwritable", "long": "Unwritable",
    "Direction": "DirectionFunction|AbsoluteDirection|RelativeDirection",
    "DirectionFacing": "CompassDirection|RotationalDirection|SpatialDirection",
}  # fmt: skip
_ARGUMENT = re.compile(r"(?:<\w+>|(?P<name>\w+):)(?P<type>[\w.]+)(?P<lists>(?:\[\])*)(?P<opt>\?)?(?:\|(?P<group>\d))?")

Shape = tuple[tuple[str | None, str, bool, int, bool], ...]


@pytest.fixture(scope="module")
def grammar(conformance: Path) -> str:
    file = conformance.parent / "language" / "GRAMMAR.txt"
    if not file.is_file():
        pytest.skip(f"no grammar table at {file}")
    return file.read_text(encoding="utf-8")


def words_of_enumerations(grammar: str) -> dict[str, list[str]]:
    section = grammar.partition("## ENUMERATIONS")[2].partition("\n## ")[0]
    rows = [line.split("\t") for line in section.splitlines()[1:] if line]
    return {name: words.split() for name, _, words in rows}


def table_shape(written: str, enumerations: dict[str, list[str]], shared: set[str]) -> tuple[Shape, list[str]]:
    """The arguments of a line of the table, and the words of its first argument if that is a private enumeration."""
    shape: list[tuple[str | None, str, bool, int, bool]] = []
    kinds: list[str] = []
    previous, group = None, 0
    for index, argument in enumerate([] if written == "()" else written.split(" ; ")):
        match = _ARGUMENT.fullmatch(argument)
        assert match is not None, argument
        name = match["type"]
        if match["group"] != previous:
            group += 1
        previous = match["group"]
        if name in enumerations and name not in shared:
            spelling = "|".join(enumerations[name])
            if index == 0:
                kinds, spelling = enumerations[name], "*"
        else:
            spelling = _TYPES.get(name, name)
        in_group = match["group"] is not None
        shape.append((match["name"], spelling + match["lists"], bool(match["opt"]) or in_group, group * in_group,
                      in_group and not match["opt"]))  # fmt: skip
    return normal(shape), kinds


def normal(shape: list[tuple[str | None, str, bool, int, bool]]) -> Shape:
    """Groups numbered from 1; a group of one argument is just an optional argument."""
    sizes = Counter(group for *_, group, _ in shape)
    numbers: dict[int, int] = {}
    found = []
    for name, spelling, optional, group, needed in shape:
        alone = group == 0 or sizes[group] == 1
        number = 0 if alone else numbers.setdefault(group, len(numbers) + 1)
        found.append((name, spelling, optional, number, needed and not alone))
    return tuple(found)


def class_shape(form: type[Ludeme]) -> tuple[Shape, list[str]]:
    shape = []
    kinds: list[str] = []
    for index, slot in enumerate(form.slots()):
        spelling = str(slot.type)
        if index == 0 and slot.type.words:
            kinds, spelling = list(slot.type.words), "*"
        shape.append((slot.name, spelling, slot.optional, slot.group or 0, slot.group_needed))
    return normal(shape), kinds


def test_every_signature_is_declared_argument_for_argument(grammar: str) -> None:
    enumerations = words_of_enumerations(grammar)
    shared = {cls.__name__ for key in keywords() for form in forms(key) for s in form.slots() for cls in s.type.classes}
    section = grammar.partition("## LUDEMES")[2].partition("\n## ")[0]
    lines = [line.split("\t") for line in section.splitlines()[1:] if line]
    assert len(lines) == 495
    wanted: dict[tuple[str, str, Shape], list[str]] = defaultdict(list)
    for names, _, _, _, arguments in lines:
        keyword, _, alias = names.partition(",")
        shape, kinds = table_shape(arguments, enumerations, shared)
        wanted[keyword, alias, shape] += kinds or ["-"]
    declared: dict[tuple[str, str, Shape], list[str]] = defaultdict(list)
    for keyword in keywords():
        for form in forms(keyword):
            if form.__module__.startswith("petteia."):
                shape, kinds = class_shape(form)
                declared[keyword, form.alias, shape] += kinds or ["-"]
    optional_kind = [key for key in wanted if key[0] == "count" and key[2][:1] == ((None, "*", True, 0, False),)]
    for keyword, alias, shape in optional_kind:
        # `(count at:..)`: the table has one line with an optional kind, we have a form with and one without it.
        kinds = wanted.pop((keyword, alias, shape))
        wanted[keyword, alias, ((None, "*", False, 0, False), *shape[1:])] += kinds
        wanted[keyword, alias, shape[1:]] += ["-"]
    assert {key: sorted(kinds) for key, kinds in wanted.items()} == {
        key: sorted(kinds) for key, kinds in declared.items()
    }


def test_shared_enumerations_have_the_words_of_the_table(grammar: str) -> None:
    enumerations = words_of_enumerations(grammar)
    seen = set()
    for keyword in keywords():
        for form in forms(keyword):
            for slot in form.slots():
                for cls in slot.type.classes:
                    if cls.__name__ in enumerations:
                        seen.add(cls.__name__)
                        assert [member.value for member in cls] == enumerations[cls.__name__]  # type: ignore[attr-defined]
    assert {"RoleType", "SiteType", "AbsoluteDirection", "RelativeDirection", "StepType"} <= seen


def test_every_form_says_what_it_means() -> None:
    for keyword in keywords():
        for form in forms(keyword):
            assert (form.__doc__ or "").strip().endswith("."), form


def test_grammar_is_printed_from_the_classes() -> None:
    text = lang.print_grammar()
    assert "(is Line [<site_type>SiteType] <length>IntFunction" in text
    assert "also (>=" in text
    assert "RoleType: Players by number" in text
