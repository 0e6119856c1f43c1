"""Reads clauses in Prolog notation: text to clauses with places, or one error that says where and why.

A theory file holds clauses, directives `:- dynamic owns(player, square), blank(square).` for what a position defines
(with the predicates that list what its arguments may be; `owns/2` says nothing of them), and integrity constraints
`:- blank(S), owns(P, S).` for what no position has together.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from petteia.types import Place

from ._terms import COMPARISONS, Clause, Count, Expression, Goal, Literal, LogicError, Operation, Term, Var

_TOKEN = re.compile(
    r"""(?P<space>\s+|%[^\n]*|/\*.*?\*/)
    | (?P<number>\d+)
    | (?P<name>[a-z][A-Za-z0-9_]*)
    | (?P<variable>[A-Z_][A-Za-z0-9_]*)
    | (?P<quoted>'(?:[^'\\\n]|\\.)*')
    | (?P<mark>:-|\\\+|=:=|=\\=|=<|>=|\\=|//|/(?!\*)|[().,\[\]=<>+\-*|])""",
    re.VERBOSE | re.DOTALL,
)
_T = TypeVar("_T")
_LONGEST = 5_000_000
_DEEPEST = 100


class Token(NamedTuple):
    """A word of the text and where it stands."""

    kind: str
    text: str
    offset: int


class Declaration(NamedTuple):
    """A predicate that positions define; `domains` name what lists the values of its arguments, if that was said."""

    predicate: str
    arity: int
    domains: tuple[str, ...]
    place: Place


class Source(NamedTuple):
    """The contents of a text: clauses, constraints (bodies that never hold), and declared dynamic predicates."""

    clauses: tuple[Clause, ...]
    constraints: tuple[Clause, ...]
    dynamic: tuple[Declaration, ...]


def read_source(text: str, name: str = "<text>") -> Source:
    """The clauses, constraints and declarations of a text."""
    return _Reader(text, name).source()


def read_clauses(text: str, name: str = "<text>") -> tuple[Clause, ...]:
    """The clauses of a text that declares nothing, such as a file of features.

    >>> print(read_clauses("f(A) :- owns(x, A). % discs")[0])
    f(A) :- owns(x, A).
    """
    source = read_source(text, name)
    if source.constraints or source.dynamic:
        place = source.constraints[0].place if source.constraints else source.dynamic[0].place
        raise LogicError("declarations and constraints belong to a theory, not to features", place=place)
    return source.clauses


class _Reader:
    def __init__(self, text: str, name: str) -> None:
        self._text, self._name = text, name
        if len(text) > _LONGEST:
            raise LogicError(f"the text has more than {_LONGEST} characters", place=Place(name, 1, 1))
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self._tokens = self._scan()
        self._next = 0
        self._anonymous = 0
        self._depth = 0

    def _scan(self) -> list[Token]:
        tokens: list[Token] = []
        at = 0
        while at < len(self._text):
            found = _TOKEN.match(self._text, at)
            if found is None:
                raise LogicError(self._unreadable(at), place=self._place(at))
            if found.lastgroup != "space":
                tokens.append(Token(found.lastgroup or "", found.group(), at))
            at = found.end()
        tokens.append(Token("end", "end of text", at))
        return tokens

    def _unreadable(self, at: int) -> str:
        if self._text.startswith("/*", at):
            return "this comment does not end"
        if self._text[at] == "'":
            return "this quoted name does not end on its line"
        return f"unexpected character {self._text[at]!r}"

    def _place(self, offset: int) -> Place:
        line = bisect.bisect_right(self._starts, offset)
        return Place(self._name, line, offset - self._starts[line - 1] + 1)

    # -- tokens -------------------------------------------------------------------------------------------------

    def _peek(self) -> Token:
        return self._tokens[self._next]

    def _take(self) -> Token:
        token = self._tokens[self._next]
        self._next += token.kind != "end"
        return token

    def _is(self, mark: str) -> bool:
        token = self._peek()
        return token.kind == "mark" and token.text == mark

    def _expect(self, mark: str, where: str) -> None:
        token = self._peek()
        if not self._is(mark):
            raise LogicError(f"{mark!r} expected {where}, found {token.text!r}", place=self._place(token.offset))
        self._take()

    # -- grammar ------------------------------------------------------------------------------------------------

    def source(self) -> Source:
        clauses: list[Clause] = []
        constraints: list[Clause] = []
        dynamic: list[Declaration] = []
        while self._peek().kind != "end":
            self._anonymous = 0
            place = self._place(self._peek().offset)
            if not self._is(":-"):
                clauses.append(self._clause(place))
                continue
            self._take()
            if self._peek().text == "dynamic" and self._tokens[self._next + 1].kind == "name":
                self._take()
                dynamic.extend(self._several(self._declared))
            else:
                body = tuple(self._several(self._goal))
                constraints.append(Clause(Literal("constraint", ()), body, place))
            self._expect(".", "at the end")
        return Source(tuple(clauses), tuple(constraints), tuple(dynamic))

    def _clause(self, place: Place) -> Clause:
        head = self._atom()
        body: tuple[Goal, ...] = ()
        if self._is(":-"):
            self._take()
            body = tuple(self._several(self._goal))
        self._expect(".", "at the end of the clause")
        return Clause(head, body, place)

    def _several(self, one: Callable[[], _T]) -> list[_T]:
        found = [one()]
        while self._is(","):
            self._take()
            found.append(one())
        return found

    def _declared(self) -> Declaration:
        if self._tokens[self._next + 1].text != "/":
            atom = self._atom()
            domains = tuple(arg for arg in atom.args if isinstance(arg, str))
            assert atom.place is not None
            if len(domains) < len(atom.args):
                raise LogicError("the arguments of a declaration are names of predicates", place=atom.place)
            return Declaration(atom.predicate, len(domains), domains, atom.place)
        token = self._take()
        place = self._place(token.offset)
        self._take()
        number = self._take()
        if token.kind not in ("name", "quoted") or number.kind != "number":
            raise LogicError("a declaration reads name/number or name(domain, ...)", place=place)
        return Declaration(_unquoted(token), int(number.text), (), place)

    def _goal(self) -> Goal:
        token = self._peek()
        place = self._place(token.offset)
        if self._is("\\+") or (token.text == "not" and self._tokens[self._next + 1].text == "("):
            return self._negation(place)
        if token.text == "count" and self._tokens[self._next + 1].text == "(":
            return self._count(place)
        begin = self._next
        if token.kind in ("name", "quoted") and token.text not in ("min", "max"):
            literal = self._atom()
            if not self._at_operator():
                return literal
            self._next = begin
        left = self._expression()
        operator = self._take()
        if operator.text not in (*COMPARISONS, "is"):
            raise LogicError(f"a literal or a comparison expected, found {operator.text!r}", place=place)
        return Literal(operator.text, (left, self._expression()), place=place)

    def _at_operator(self) -> bool:
        token = self._peek()
        return token.text in (*COMPARISONS, "is", "+", "-", "*", "//") and token.kind in ("mark", "name")

    def _negation(self, place: Place) -> Literal:
        bracketed = self._take().text == "not" or self._is("(")
        if bracketed:
            self._expect("(", "after 'not'")
        goal = self._goal()
        if bracketed:
            self._expect(")", "after the negated literal")
        if not isinstance(goal, Literal) or goal.negated:
            raise LogicError("only a single literal can be negated; name it by a clause of its own", place=place)
        return Literal(goal.predicate, goal.args, True, place)

    def _count(self, place: Place) -> Count:
        self._take()
        self._expect("(", "after 'count'")
        self._expect("[", "before the counted variables")
        variables = [self._term()]
        while self._is(","):
            self._take()
            variables.append(self._term())
        self._expect("]", "after the counted variables")
        self._expect(",", "before the counted goals")
        self._expect("(", "before the counted goals")
        goals = tuple(self._several(self._goal))
        self._expect(")", "after the counted goals")
        self._expect(",", "before the result of the count")
        result = self._term()
        self._expect(")", "at the end of the count")
        named = tuple(var for var in variables if isinstance(var, Var))
        if len(named) < len(variables):
            raise LogicError("only variables can be counted", place=place)
        return Count(named, goals, result, place)

    def _atom(self) -> Literal:
        token = self._take()
        place = self._place(token.offset)
        if token.kind not in ("name", "quoted"):
            found = f"variable {token.text!r}" if token.kind == "variable" else repr(token.text)
            raise LogicError(f"a predicate expected, found {found}", place=place)
        args: list[Term] = []
        if self._is("("):
            self._take()
            args = self._several(self._term)
            self._expect(")", f"after the arguments of {_unquoted(token)!r}")
        return Literal(_unquoted(token), tuple(args), place=place)

    def _term(self) -> Term:
        token = self._take()
        place = self._place(token.offset)
        if token.kind == "variable":
            if token.text == "_":
                self._anonymous += 1
                return Var("_", self._anonymous)
            return Var(token.text)
        if token.kind == "number":
            return int(token.text)
        if token.text == "-" and self._peek().kind == "number":
            return -int(self._take().text)
        if token.kind not in ("name", "quoted"):
            raise LogicError(f"a constant or a variable expected, found {token.text!r}", place=place)
        if self._is("("):
            raise LogicError(f"terms have no arguments of their own, but {token.text!r} does", place=place)
        return _unquoted(token)

    def _expression(self) -> Expression:
        left = self._product()
        while self._is("+") or self._is("-"):
            left = Operation(self._take().text, left, self._product())
        return left

    def _product(self) -> Expression:
        left = self._factor()
        while self._is("*") or self._is("//") or self._peek().text == "mod":
            left = Operation(self._take().text, left, self._factor())
        return left

    def _factor(self) -> Expression:
        token = self._peek()
        self._depth += 1
        if self._depth > _DEEPEST:
            raise LogicError("brackets are nested too deeply", place=self._place(token.offset))
        result: Expression
        if token.text in ("min", "max") and self._tokens[self._next + 1].text == "(":
            self._take()
            self._expect("(", f"after {token.text!r}")
            left = self._expression()
            self._expect(",", f"between the arguments of {token.text!r}")
            result = Operation(token.text, left, self._expression())
            self._expect(")", f"after the arguments of {token.text!r}")
        elif self._is("("):
            self._take()
            result = self._expression()
            self._expect(")", "after the expression")
        else:
            result = self._term()
        self._depth -= 1
        return result


def _unquoted(token: Token) -> str:
    if token.kind != "quoted":
        return token.text
    return re.sub(r"\\(.)", r"\1", token.text[1:-1])
