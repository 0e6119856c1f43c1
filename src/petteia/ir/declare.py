"""Declaration of nodes: from the annotations of a class follow its parts, its text and how it is put together.

A node is a class under the decorator `node`. Its annotations are its parts in order; the word for each says its role
(see `ROLES`). Two plain attributes may be added: `text`, a template that printer and parser follow, and `typed`, the
part whose type is that of the node. What is found here once is what walks, rewrites, printer, parser, verifier and
interpreter go by, so that a new node needs none of them changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, field
from operator import attrgetter
from typing import Any, Literal, NamedTuple, TypeVar, dataclass_transform

_Class = TypeVar("_Class")
_Function = TypeVar("_Function", bound=Callable[..., Any])

Role = Literal[
    "expression", "number", "condition", "sites", "expressions", "optional", "block", "local", "binder", "element",
    "list", "fields", "function", "kind", "table", "steps", "neighbours", "rays", "fans", "constant",
]  # fmt: skip
ROLES: dict[str, Role] = {
    # expressions: of any type, of one type, several, one or none
    "Expr": "expression", "Number": "number", "Condition": "condition", "Sites": "sites",
    "tuple[Expr, ...]": "expressions", "Expr | None": "optional",
    # statements
    "Block": "block",
    # variables: read or assigned to; introduced by this node
    "Local": "local", "Binder": "binder",
    # names: of a field or an element of it, of a list field, of several fields, of a function, of a kind of move
    "ElementName": "element", "ListName": "list", "tuple[FieldName, ...]": "fields", "FunctionName": "function",
    "KindName": "kind",
    # tables: any; a site for each site; a set for each site; rays from each site, one way or several ways
    "Table": "table", "Steps": "steps", "Neighbours": "neighbours", "Rays": "rays", "Fans": "fans",
    # anything else that is known when the game is built
    "int": "constant", "str": "constant", "Operator": "constant",
}  # fmt: skip
_SINGLE = frozenset(("expression", "number", "condition", "sites"))
_TOKENS = re.compile(r"\{(\w+)(?::([^}]*))?\}|(->|\.\.|\w+|[^\s\w])")


class Part(NamedTuple):
    """A part of a node: the attribute that holds it, and its role."""

    name: str
    role: Role


class Slot(NamedTuple):
    """The place of a part in a text; one that is framed is left out with its frame if there is nothing to write."""

    part: Part
    frame: tuple[str, str] | None = None


class Declaration(NamedTuple):
    """All that is known of a class of nodes."""

    cls: type
    parts: tuple[Part, ...]
    """All attributes but the type, in order."""
    text: str
    syntax: tuple[str | Slot, ...]
    """The template, taken apart: words that are written so, and parts."""
    typed: str
    """The part whose type the node has; empty where the class fixes the type, or says nothing of it."""

    @property
    def keyword(self) -> str:
        """The word that the text begins with, if it does."""
        first = self.syntax[0]
        return first if isinstance(first, str) else ""


DECLARED: dict[type, Declaration] = {}
CHILDREN: dict[type, Callable[[Any], tuple[Any, ...]]] = {}
"""The expressions in an expression, for each class that has any."""
OPERANDS: dict[type, Callable[[Any], tuple[Any, ...]]] = {}
"""The expressions that a statement evaluates itself."""
BLOCKS: dict[type, Callable[[Any], tuple[Any, ...]]] = {}
"""The blocks in a statement, for each class that has any."""
REBUILD: dict[type, Callable[[Any, Sequence[Any]], Any]] = {}
"""How an expression is put together over other parts."""
REPLACE: dict[type, Callable[[Any, Sequence[Any], Sequence[Any]], Any]] = {}
"""How a statement is put together over other expressions and blocks."""
MEANING: dict[type, Callable[[Any], tuple[Any, ...]]] = {}
"""All that a node says, the last first; its type follows from the rest."""
BINDERS: dict[type, Callable[[Any], tuple[Any, Any, Any]]] = {}
"""Of an expression that binds a variable: the variable, the set it runs over, and what is evaluated for each site."""
INTRODUCES: dict[type, Callable[[Any], Any]] = {}
"""The variable that a statement introduces, for each class that introduces one."""
FOLDED: set[type] = set()
"""The expressions that are put together by a constructor which folds what is known."""


@dataclass_transform(frozen_default=True)
def node(cls: type[_Class]) -> type[_Class]:
    """Declares a class of nodes: values that are never changed, to which the type checker sees.

    A build makes millions of them, which would take three times as long if each looked after itself. Types do not
    count in hashes, as they follow from the rest.
    """
    if "type" in cls.__annotations__:
        cls.type = field(default=vars(cls).get("type", MISSING), hash=False)  # type: ignore[attr-defined]
    made = dataclass(slots=True, unsafe_hash=True)(cls)
    parts = tuple(Part(name, _role(made, name)) for name in made.__match_args__ if name != "type")  # type: ignore[attr-defined]
    text = vars(cls).get("text") or f"{cls.__name__.lower()}({', '.join(f'{{{part.name}}}' for part in parts)})"
    DECLARED[made] = Declaration(made, parts, text, _syntax(text, parts), vars(cls).get("typed", ""))
    names = [part.name for part in parts][::-1]
    MEANING[made] = attrgetter(*names) if len(names) > 1 else _function("x", f"({''.join(f'x.{p},' for p in names)})")
    if "type" in cls.__annotations__:
        _declare_expression(made, parts)
    else:
        _declare_statement(made, parts)
    return made


def _role(cls: type, name: str) -> Role:
    annotation = re.sub(r"\b\w+\.(?!\.)", "", cls.__annotations__[name])  # without the module's name
    if annotation not in ROLES:
        raise TypeError(f"{cls.__name__}.{name}: {annotation} is no role; there are {', '.join(ROLES)}")
    return ROLES[annotation]


def _syntax(text: str, parts: tuple[Part, ...]) -> tuple[str | Slot, ...]:
    known = {part.name: part for part in parts} | {"type": Part("type", "constant")}
    syntax: list[str | Slot] = []
    for name, frame, word in _TOKENS.findall(text):
        if word:
            syntax.append(word)
        else:
            start, _, stop = frame.partition("|")
            syntax.append(Slot(known[name], (start, stop) if frame else None))
    return tuple(syntax)


def _function(params: str, body: str, **names: Any) -> Callable[..., Any]:
    """A small function from its text: as fast as one that is written out for each class."""
    made: Callable[..., Any] = eval(f"lambda {params}: {body}", names)
    return made


def _taken_apart(parts: tuple[Part, ...]) -> Callable[[Any], tuple[Any, ...]] | None:
    """How the expressions of a node are found."""
    found = [part for part in parts if part.role in _SINGLE or part.role in ("expressions", "optional")]
    if not found:
        return None
    if len(found) == 1 and found[0].role == "optional":
        return _function("x", "() if x.{0} is None else (x.{0},)".format(found[0].name))
    if (len(found) == 1) == (found[0].role == "expressions") and all(part.role in _SINGLE for part in found[1:]):
        return attrgetter(*(part.name for part in found))
    each = [f"*x.{part.name}" if part.role == "expressions" else f"x.{part.name}" for part in found]
    return _function("x", f"({', '.join(each)},)")


def _arguments(parts: tuple[Part, ...]) -> list[str]:
    """The arguments of a constructor, where `p` are other expressions and `b` other blocks."""
    taken = [part.name for part in parts if part.role in _SINGLE or part.role in ("expressions", "optional")]
    held = [part.name for part in parts if part.role == "block"]
    several = next((part.name for part in parts if part.role == "expressions"), None)
    result = []
    for name, role in parts:
        if role == "expressions":
            before, after = taken.index(name), len(taken) - taken.index(name) - 1
            result.append(f"tuple(p[{before or ''}:{-after or ''}])")
        elif role == "optional":
            result.append("p[0] if p else None")
        elif role in _SINGLE:
            place = taken.index(name)
            behind = several is not None and place > taken.index(several)
            result.append(f"p[{place - len(taken) if behind else place}]")
        elif role == "block":
            result.append(f"b[{held.index(name)}]")
        else:
            result.append(f"x.{name}")
    return result


def _declare_expression(cls: type, parts: tuple[Part, ...]) -> None:
    if taken := _taken_apart(parts):
        CHILDREN[cls] = taken
    REBUILD[cls] = _function("x, p", f"make({', '.join([*_arguments(parts), 'x.type'])})", make=cls)
    binder = next((part for part in parts if part.role == "binder"), None)
    if binder is not None:
        over = next(part.name for part in parts if part.role == "sites")
        (body,) = (part.name for part in parts if part.name not in (binder.name, over))
        BINDERS[cls] = attrgetter(binder.name, over, body)


def _declare_statement(cls: type, parts: tuple[Part, ...]) -> None:
    OPERANDS[cls] = _taken_apart(parts) or (lambda s: ())
    held = [part.name for part in parts if part.role == "block"]
    if held:
        BLOCKS[cls] = attrgetter(*held) if len(held) > 1 else _function("s", f"(s.{held[0]},)")
    REPLACE[cls] = _function("x, p, b", f"make({', '.join(_arguments(parts))})", make=cls)
    binder = next((part for part in parts if part.role == "binder"), None)
    if binder is not None:
        INTRODUCES[cls] = attrgetter(binder.name)


def folds(cls: type) -> Callable[[_Function], _Function]:
    """Declares a constructor that takes the parts of a class in order and folds what is known."""

    def declare(constructor: _Function) -> _Function:
        REBUILD[cls] = _function("x, p", f"make({', '.join(_arguments(DECLARED[cls].parts))})", make=constructor)
        FOLDED.add(cls)
        return constructor

    return declare


def rebuilds(cls: type) -> Callable[[_Function], _Function]:
    """Declares a function of an expression and other parts that puts them together, and folds what is known."""

    def declare(function: _Function) -> _Function:
        REBUILD[cls] = function
        FOLDED.add(cls)
        return function

    return declare


def children(x: Any) -> tuple[Any, ...]:
    """The expressions that an expression is made of."""
    parts = CHILDREN.get(type(x))
    return parts(x) if parts else ()


def expressions(s: Any) -> tuple[Any, ...]:
    """The expressions that a statement evaluates itself."""
    return OPERANDS[type(s)](s)


def blocks(s: Any) -> tuple[Any, ...]:
    """The blocks that a statement holds."""
    parts = BLOCKS.get(type(s))
    return parts(s) if parts else ()


def introduced(s: Any) -> Any:
    """The local variable that a statement introduces, if it does."""
    local = INTRODUCES.get(type(s))
    return local(s) if local else None
