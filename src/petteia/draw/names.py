"""Shapes by the names of pieces and symbols: a shape, with a character on it where that is how it is known."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple


class Drawn(NamedTuple):
    """A shape by its name, and characters to write on it."""

    shape: str
    glyph: str = ""


_XIANGQI = {
    "general": "帥將", "jiang": "帥將", "king": "帥將", "advisor": "仕士", "shi": "仕士", "guard": "仕士",
    "elephant": "相象", "xiang": "相象", "horse": "傌馬", "ma": "傌馬", "chariot": "俥車", "ju": "俥車",
    "cannon": "炮砲", "pao": "炮砲", "soldier": "兵卒", "zu": "兵卒", "banner": "旗旗",
}  # fmt: skip
_JANGGI = {
    "han": "漢漢", "cho": "楚楚",
    "general": "漢楚", "wang": "漢楚", "king": "漢楚", "sa": "士士", "sang": "象象", "ma": "馬馬", "cha": "車車",
    "po": "包包",     "byeong": "兵卒", "jol": "兵卒", "zu": "兵卒", "pawn": "兵卒", "soldier": "兵卒",
}  # fmt: skip
_SHOGI = {
    "osho": "王", "gyokusho": "玉", "hisha": "飛", "kakugyo": "角", "kinsho": "金", "ginsho": "銀", "keima": "桂",
    "kyosha": "香", "fuhyo": "歩", "tokin": "と", "narikyo": "杏", "narikei": "圭", "narigin": "全", "ryuo": "龍",
    "ryuma": "馬", "king": "王", "rook": "飛", "bishop": "角", "gold": "金", "goldgeneral": "金", "silver": "銀",
    "silvergeneral": "銀", "knight": "桂", "lance": "香", "pawn": "歩", "dragon": "龍", "dragonking": "龍",
    "horse": "馬", "dragonhorse": "馬", "promotedpawn": "と", "promotedlance": "杏", "promotedknight": "圭",
    "promotedsilver": "全", "promotedrook": "龍", "promotedbishop": "馬", "prince": "太", "coppergeneral": "銅",
    "irongeneral": "鉄", "stonegeneral": "石", "tilegeneral": "瓦", "woodgeneral": "木", "earthgeneral": "土",
    "drunkenelephant": "醉", "drunkelephant": "醉", "kirin": "麒", "phoenix": "鳳", "lion": "獅", "queen": "奔",
    "freeking": "奔", "ferociousleopard": "豹", "blindtiger": "虎", "reversechariot": "反", "sidemover": "横",
    "verticalmover": "竪", "gobetween": "仲", "flyingox": "牛", "freeboar": "猪", "whale": "鯨", "whitehorse": "駒",
    "flyingstag": "鹿", "hornedfalcon": "鷹", "soaringeagle": "鷲", "waterbuffalo": "水", "catsword": "猫",
    "angryboar": "嗔", "evilwolf": "狼", "violentox": "猛", "flyingdragon": "飛", "elephant": "象", "giraffe": "麒",
    "chick": "歩", "chicken": "と", "crownprince": "太", "teachingking": "教", "lionhawk": "師", "peacock": "孔",
    "swallow": "燕", "goose": "雁", "falcon": "鷹", "eagle": "鵰", "crane": "鶴", "pheasant": "雉", "roc": "鵬",
    "quail": "鶉", "leftquail": "鶉", "rightquail": "鶉", "hen": "と",
}  # fmt: skip

_SHAPES = {
    "disc": "disc discs counter stone stones man men checker checkers draught draughts marker token piece pebble bean"
    " nut shell attacker defender thrall taflman muscovite swede hunn huscarl soldierdisc cowrie coin discflat urpiece"
    " button dame footman ur prisoner starter reserve commoner",
    "counter": "countermarked",
    "double": "doublecounter discdouble double tower double_counter",
    "crowned": "draughtking crowned dameking promoted promotedman mankin counterstar",
    "ball": "ball marble sphere pearl peg",
    "seed": "seed seeds grain kernel",
    "square": "square squarealt box block cube wall neutral tank",
    "rectangle": "rectangle brick plank",
    "hexagon": "hex hexagon",
    "octagon": "octagon",
    "triangle": "triangle tri",
    "diamond": "diamond rhombus squarediag",
    "pentagon": "pentagon",
    "heptagon": "heptagon",
    "star": "star",
    "star four": "starfour star4 staroutlinefour",
    "star outline": "staroutline",
    "flower": "flower flowerhalf rosette",
    "cross": "cross x",
    "nought": "nought o zero naught circle",
    "thin cross": "thincross",
    "plus": "plus",
    "minus": "minus dash",
    "bar": "bar line wallvertical",
    "stick": "stick paddle",
    "dot": "dot point",
    "ring": "ring",
    "arrow": "arrow",
    "cone": "cone gnome",
    "pyramid": "pyramid tetrahedron",
    "crown": "crown dux",
    "flag": "flag standard",
    "shield": "shield",
    "house": "house barn base town hut hospital home",
    "castle": "castle fort fortress factory airport dock city citadel",
    "waves": "waves water river sea",
    "knot": "knotsquare knot",
    "knot triangle": "knottriangle",
    "corn": "corn",
    "sun": "sun",
    "door": "door",
    "mountain": "mountain hill",
    "forest": "forest tree wood",
    "atom": "atom",
    "eye": "horus eyeofhorus",
    "ankh": "ankh 3nefer nefer",
    "two strokes": "2flags",
    "three strokes": "3flags 3kas",
    "rubble": "rubble ruin wreck",
    "fan": "fan",
    "shogi": "shogitile",
    "pawn": "pawn soldier infantry footsoldier bia hoplite foot",
    "rook": "rook chariot ratha tower castlechess rua",
    "knight": "knight horse ashva cavalry faras horseman",
    "bishop": "bishop alfil fil khon",
    "queen": "queen lady princess",
    "king": "king raja shah jarl emperor konung hnefi khan",
    "king without cross": "kingnocross",
    "counsellor": "ferz ferznocross mantri neang counsellor vizier minister advisor firzan met diplomat",
    "chancellor": "chancellor marshal wazir",
    "archbishop": "archbishop cardinal janus",
    "amazon": "amazon empress maharajah maharaja",
    "tiger": "tiger bagh puli whitetiger",
    "leopard": "leopard jaguar cheetah panther",
    "lion": "lion",
    "cat": "cat lynx",
    "bear": "bear panda",
    "dog": "dog pup hyena hound jackal",
    "wolf": "wolf coyote",
    "fox": "fox jackalfox",
    "hare": "hare rabbit",
    "goat": "goat lamb mountaingoat",
    "sheep": "sheep ram",
    "ox": "ox bull cow buffalo yak vagi",
    "elephant": "elephant gaja",
    "bird": "bird hen goose geese duck chick chicken eagle dove crow swallow rooster falcon vulture kaooa",
    "giraffe": "giraffe",
    "frog": "frog toad",
    "snail": "snail slug",
    "bottle": "pin bottle skittle",
    "bridge": "bridge link",
    "fish": "fish whale shark crocodile",
    "person": "person human hunter man_person farmer worker servant peasant police thief officer general archer father"
    " mother prince commander human_person musketeer enemy mann angel djinn theseus lieutenant captain"
    " colonel warlord fool",
    "boat": "boat ship carrier battleship destroyer submarine patrolboat cruiser",
    "catapult": "catapult cannon artillery launcher",
}  # fmt: skip
_BY_WORD = {word: shape for shape, words in _SHAPES.items() for word in words.split()}
_SUFFIX = re.compile(r"(\.svg|[-_ ]?alt\d*|[-_ ]?\d+)$", re.IGNORECASE)


def plain_name(name: str) -> str:
    """A name as it is looked up: `King_noCross` is `kingnocross`, `Disc1` and `disc.svg` are `disc`.

    >>> plain_name("King_noCross"), plain_name("Disc12"), plain_name("square-alt1.svg")
    ('kingnocross', 'disc', 'square')
    """
    while (shorter := _SUFFIX.sub("", name)) not in ("", name):
        name = shorter
    return re.sub(r"[^a-z0-9]", "", name.lower())


def family_of(words: Iterable[str]) -> str:
    """The set that pieces belong to by all their names together, if any.

    It is `xiangqi`, `janggi`, `shogi`, `chess`, `draughts`, `sticks`, or empty.

    >>> family_of(["General", "Advisor", "Elephant", "Horse", "Chariot", "Cannon", "Soldier"])
    'xiangqi'
    >>> family_of(["Pawn", "King", "Rook"]), family_of(["Disc"])
    ('chess', '')
    """
    names = {plain_name(word) for word in words}
    if {"sang", "cha", "po"} <= names:
        return "janggi"
    if len(names & {"jiang", "shi", "xiang", "ju", "pao", "zu"}) >= 3 or (
        "cannon" in names and names & {"advisor", "general"} and names & {"chariot", "horse"}
    ):
        return "xiangqi"
    if {"hound", "jackal"} <= names:
        return "sticks"
    shogi = {"osho", "hisha", "kakugyo", "kinsho", "ginsho", "fuhyo", "tokin", "gold", "silver", "lance", "goldgeneral"}
    if len(names & shogi) >= 2:
        return "shogi"
    if "king" in names and names & {"man", "counter", "checker", "draught"} and not names & {"queen", "rook", "pawn"}:
        return "draughts"
    if len(names & {"king", "queen", "rook", "knight", "bishop", "pawn", "kingnocross", "bishopnocross"}) >= 2:
        return "chess"
    return ""


def drawn_as(name: str, owner: int, family: str = "") -> Drawn:
    """The shape and character of a piece, in a set of pieces; letters where nothing else is known.

    >>> drawn_as("Knight", 1), drawn_as("Horse", 2, "xiangqi"), drawn_as("Wug", 1)
    (Drawn(shape='knight', glyph=''), Drawn(shape='disc', glyph='馬'), Drawn(shape='', glyph=''))
    """
    word = plain_name(name)
    if family == "xiangqi" and word in _XIANGQI:
        return Drawn("disc", _XIANGQI[word][0 if owner == 1 else 1])
    if family == "janggi" and word in _JANGGI:
        return Drawn("octagon", _JANGGI[word][0 if owner == 1 else 1])
    if family == "draughts" and word in ("king", "queen"):
        return Drawn("crowned")
    if family == "chess" and word in ("commoner", "man"):  # moves as a king does, among pieces with faces
        return Drawn("person")
    if family == "shogi":
        return Drawn("shogi", _SHOGI.get(word) or initials(name))
    if family == "sticks" and word in ("hound", "jackal"):
        return Drawn("stick")
    if word.removesuffix("nocross") in _BY_WORD and word not in _BY_WORD:
        word = word.removesuffix("nocross")
    if word not in _BY_WORD:  # a small cat is a cat
        parts = re.findall(r"[A-Z][a-z]+", name)
        word = next((one.lower() for one in reversed(parts) if one.lower() in _BY_WORD), word)
    return Drawn(_BY_WORD.get(word, ""))


def initials(name: str) -> str:
    """One or two letters for a name: those that begin its words.

    >>> initials("GreatElephant"), initials("Wug2")
    ('GE', 'W')
    """
    bare = re.sub(r"\d+$", "", name) or name
    words = re.findall(r"[A-Z][a-z]*|[a-z]+|\d+", bare) or [bare]
    return "".join(word[0].upper() for word in words[:2]) if len(words) > 1 else words[0][:1].upper()
