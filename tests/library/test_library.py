"""Libraries of descriptions: folders and archives are read, searched, damaged, changed and removed."""

import json
import zipfile
from pathlib import Path

import pytest

import petteia
from petteia.errors import LudError, PetteiaError
from petteia.library import Entry, add_library, find_entry, libraries, remove_library, search, shelf

GAME = """(game "{name}" (players 2)
    (equipment {{ (board (square "Wide")) (piece "Ball" Each) }})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
(metadata (info {{
    (aliases {{"{alias}"}}) (classification "board/space/line") (origin "Played in Peru, in 1500.")
}}))"""
WIDE = '(define "Wide" 4)'


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Libraries of these tests are kept apart from those of the user."""
    monkeypatch.setenv("PETTEIA_LIBRARY", str(tmp_path / "kept"))
    return tmp_path / "kept"


def folder(path: Path) -> Path:
    """A library as a folder."""
    (path / "lud" / "line").mkdir(parents=True)
    (path / "def").mkdir()
    (path / "lud" / "line" / "One.lud").write_text(GAME.format(name="Odd One", alias="The First"), encoding="utf-8")
    (path / "lud" / "line" / "Two.lud").write_text(GAME.format(name="The First", alias="Other"), encoding="utf-8")
    (path / "lud" / "notes.lud").write_text("nothing", encoding="utf-8")
    (path / "def" / "Wide.def").write_text(WIDE, encoding="utf-8")
    return path


def archive(path: Path, source: Path) -> Path:
    """The same as an archive."""
    with zipfile.ZipFile(path, "w") as file:
        for one in sorted(source.rglob("*.*")):
            file.write(one, one.relative_to(source).as_posix())
    return path


@pytest.mark.parametrize("kind", ["folder", "zip", "jar"])
def test_games_of_a_library_load_by_name(tmp_path: Path, kind: str) -> None:
    """With the defines beside them, by name and by alias; a name goes before the alias of another game."""
    source = folder(tmp_path / "games")
    path = source if kind == "folder" else archive(tmp_path / f"games.{kind}", source)
    added = add_library(path)
    assert [entry.name for entry in added.entries] == ["Odd One", "The First"] and added.unreadable == 1
    assert petteia.load("odd-one", backend="interpreter").facts.sites == 16
    found = find_entry("the first")
    assert found is not None and found[1].name == "The First"
    assert [entry.name for _, entry in search("line peru odd")] == ["Odd One"]
    assert remove_library(path) and not remove_library(path)
    with pytest.raises(LudError, match="no game is called"):
        petteia.load("Odd One")


def test_a_changed_archive_is_read_again(tmp_path: Path) -> None:
    """The index follows the archive; what is gone stays listed, without its games being loadable."""
    source = folder(tmp_path / "games")
    path = archive(tmp_path / "games.zip", source)
    add_library(path)
    (source / "lud" / "Three.lud").write_text(GAME.format(name="Three", alias="Drei"), encoding="utf-8")
    archive(path, source)
    assert find_entry("Drei") is not None
    path.unlink()
    assert [len(one.entries) for one in libraries()] == [3]
    with pytest.raises(PetteiaError, match="does not exist"):
        petteia.load("Three")


def test_damage_is_survived(tmp_path: Path, own_folder: Path) -> None:
    """A damaged index is read again or passed over; a damaged archive is told in one line."""
    path = folder(tmp_path / "games")
    add_library(path)
    (file,) = own_folder.glob("*.json")
    values = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({"path": values["path"]}), encoding="utf-8")
    assert find_entry("Odd One") is not None
    file.write_text("{", encoding="utf-8")
    assert list(libraries()) == []
    broken = archive(tmp_path / "broken.zip", path)
    broken.write_bytes(broken.read_bytes()[:-30])
    with pytest.raises(LudError, match=r"broken\.zip"):
        add_library(broken)


@pytest.mark.parametrize("what", ["nothing", "file", "empty"])
def test_what_is_no_library_is_refused(tmp_path: Path, what: str) -> None:
    """A path that is not there, a file that is no archive, a folder without descriptions."""
    path = tmp_path / what
    if what == "file":
        path.write_text("text", encoding="utf-8")
    if what == "empty":
        path.mkdir()
    with pytest.raises(LudError, match=str(path)):
        add_library(path)


def test_members_of_an_archive_never_become_paths(tmp_path: Path, own_folder: Path) -> None:
    """Defines are unpacked under numbers, whatever their names are."""
    path = tmp_path / "evil.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("lud/a.lud", GAME.format(name="Evil", alias="Evil"))
        file.writestr("def/../../../outside.def", WIDE)
    add_library(path)
    assert petteia.load("Evil", backend="interpreter").facts.sites == 16
    assert not list(tmp_path.rglob("outside.def"))
    assert [one.name for one in own_folder.rglob("*.def")] == ["00000-outside.def"]
    assert shelf._folder() == own_folder


def test_bundled_games_have_aliases_and_kinds() -> None:
    """Every bundled game tells its kind and where it comes from; aliases load; a kind is offered for its games."""
    from petteia.game.bundled import entries

    assert petteia.load("Othello", backend="interpreter").name == "Reversi"
    for entry in entries():
        assert entry.category.startswith(("board/", "math/", "puzzle/")) and entry.years is not None, entry
    with pytest.raises(LudError, match="Kalah or Oware"):
        petteia.load("Mancala")
    names = [name for entry in entries() for name in (entry.name, *entry.aliases)]
    assert len(set(map(str.casefold, names))) == len(names)


def test_entries_come_back_from_json() -> None:
    entry = Entry("A", ("B",), "board/war", "Asia", (1, 2), 2, ("Ruleset/A",), "a.lud")
    assert Entry.from_json(json.loads(json.dumps(entry.to_json()))) == entry
