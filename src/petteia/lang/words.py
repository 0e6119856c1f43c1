"""Search of the language: ludemes, their arguments, words and defines by what they are called and what they mean."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from petteia.lang.grammar import form_text
from petteia.lang.library import LibraryDefine, load_library
from petteia.lang.scan import closing
from petteia.ludemes import Ludeme, Word, forms, keywords

__all__ = ["Entry", "Example", "find_entries", "find_examples"]

_LONGEST_EXAMPLE = 110
_NAME, _KIND, _PART, _MEANING = range(4)


@dataclass(frozen=True)
class Entry:
    """Something that may be written: `kind` is ludeme, word or define; `rank` is lower the better the name fits."""

    kind: str
    text: str
    meaning: str
    rank: int
    pattern: str
    """A regular expression for its uses."""


@dataclass(frozen=True)
class Example:
    """A clause of a game."""

    game: str
    text: str


def find_entries(words: Sequence[str], defs: Iterable[Path] = ()) -> list[Entry]:
    """Entries that all the words fit, the best first.

    >>> found = find_entries(["line"])
    >>> found[0].text.startswith("(is Line "), found[0].meaning
    (True, 'True if pieces stand in a line of some length through a site.')
    >>> [one.text for one in find_entries(["line", "win"]) if one.kind == "define"]
    ['("Line3Win")']
    """
    wanted = [word.strip('()"').lower() for word in words]
    entries = [*_ludemes(wanted), *_words(wanted), *_defines(wanted, defs)]
    return sorted(entries, key=lambda one: (one.rank, one.kind != "ludeme", len(one.text)))


def _rank(wanted: Sequence[str], name: str, kinds: Iterable[str], parts: Iterable[str], meaning: str) -> int | None:
    """How well the words fit something, None if one of them does not; the best word decides."""
    kinds, parts, meaning = [k.lower() for k in kinds], [p.lower() for p in parts], meaning.lower()
    found = []
    for word in wanted:
        if word == name.lower():
            found.append(_NAME)
        elif word in kinds:
            found.append(_KIND)
        elif any(word in one for one in [name.lower(), *kinds]) or word in parts:
            found.append(_PART)
        elif re.search(rf"\b{re.escape(word)}", meaning):
            found.append(_MEANING)
        else:
            return None
    return min(found) if found else None


def _ludemes(wanted: Sequence[str]) -> Iterator[Entry]:
    for keyword in keywords():
        for form in forms(keyword):
            kinds = _kinds(form)
            names = [slot.name for slot in form.slots() if slot.name]
            meaning = _first_line(form)
            rank = _rank(wanted, keyword, kinds, names, meaning)
            if rank is not None:
                written = re.escape(form.alias or keyword)
                kind = rf"\s+(?:{'|'.join(map(re.escape, kinds))})\b" if kinds else r"(?=[\s)])"
                yield Entry("ludeme", form_text(form), meaning, rank, rf"\({written}{kind}")


def _kinds(form: type[Ludeme]) -> list[str]:
    """The words that may stand right after the keyword and tell what kind it is."""
    slots = form.slots()
    return [str(word) for word in slots[0].type.words] if slots and not slots[0].optional else []


def _words(wanted: Sequence[str]) -> Iterator[Entry]:
    seen: set[type] = set()
    for keyword in keywords():
        for form in forms(keyword):
            for cls in (cls for slot in form.slots() for cls in slot.type.classes):
                if not issubclass(cls, Word) or cls in seen:
                    continue
                seen.add(cls)
                for member in cls:
                    rank = _rank(wanted, str(member.value), (), (cls.__name__,), "")
                    if rank is not None:
                        where = rf"\([^()\"]*\b{re.escape(str(member.value))}\b"
                        yield Entry("word", str(member.value), f"{cls.__name__}: {_first_line(cls)}", rank, where)


def _defines(wanted: Sequence[str], defs: Iterable[Path]) -> Iterator[Entry]:
    for tag, define in load_library(defs).items():
        meaning = _comment(define)
        name = tag.strip('"')
        parts = re.findall(r"[A-Z][a-z]+|[0-9]+", name)
        rank = _rank(wanted, name, (), parts, meaning)
        if rank is not None:
            yield Entry("define", f"({tag})", meaning, max(rank, _KIND), re.escape(tag))


def _comment(define: LibraryDefine) -> str:
    """What a define says of itself before it begins."""
    lines = define.chars[: define.chars.find("(define ")].splitlines()
    return " ".join(line.strip().lstrip("/").strip() for line in lines).strip()


def _first_line(cls: type) -> str:
    return (cls.__doc__ or "").strip().partition("\n")[0]


def find_examples(entry: Entry, games: Iterable[tuple[str, str]], most: int = 2) -> list[Example]:
    """The shortest uses of an entry in some games, given by name and text, one a game and no two alike."""
    found: dict[str, str] = {}
    for game, text in games:
        if text and (short := _shortest_use(entry, text)) is not None and short not in found:
            found[short] = game
    best = sorted(found, key=lambda one: (len(one), one))[:most]
    return [Example(found[one], one) for one in best]


def _shortest_use(entry: Entry, text: str) -> str | None:
    best: str | None = None
    for use in re.finditer(entry.pattern, text):
        start = use.start() if text[use.start()] == "(" else text.rfind("(", 0, use.start())
        end = closing(text, start) if start >= 0 else -1
        if end < 0:
            continue
        clause = " ".join(text[start : end + 1].split())
        if len(clause) <= _LONGEST_EXAMPLE and (best is None or len(clause) < len(best)):
            best = clause
    return best
