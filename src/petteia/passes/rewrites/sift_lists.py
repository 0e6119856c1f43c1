"""Keeps a sieve beside a list that is searched for a number, so that most searches end before they begin.

Rules against repetition ask of every move whether the position after it stands in a long list. Every number that a list
ever held has marked one of a few bits; a number whose bit is not marked is not in the list. What the list forgets stays
marked, which costs a search and changes no answer.
"""

from __future__ import annotations

from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.survey import map_having, walk
from petteia.ir.visit import locals_of, map_block, map_functions, with_body

_UNIVERSE = "Sieve"
_BITS = 512
_SHORT = 64
"""Lists that hold no more are searched as they are."""


def sift_lists(program: n.Program) -> n.Program:
    """The program with a sieve for every long list that it searches and only appends to."""
    stored = {s.field for s in walk(program) if isinstance(s, n.Store)}
    lists = {
        name
        for name, field in program.fields.items()
        if field.capacity > _SHORT and not field.shape and field.type == n.INT and name not in stored
    }
    searched: set[str] = set()

    def sifted(statement: n.Stmt) -> tuple[n.Stmt, ...]:
        found = _search(statement, lists)
        if found is None:
            return (statement,)
        name, wanted = found
        searched.add(name)
        return (n.If(o.has(_sieve(name), _bit(wanted)), (statement,)),)

    def marked(statement: n.Stmt) -> tuple[n.Stmt, ...]:
        match statement:
            case n.Append(name, (), value) if name in searched:
                return statement, n.Include(_name(name), (), _bit(value))
        return (statement,)

    rewritten = map_having(program, [n.Range], lambda f: with_body(f, map_block(f.body, None, sifted)))
    if not searched:
        return program
    rewritten = map_functions(rewritten, lambda f: with_body(f, map_block(f.body, None, marked)))
    fields = {name: n.Field(_name(name), n.set_of(_UNIVERSE), doc=f"marks of what {name} ever held") for name in lists}
    return _rebuilt(
        replace(
            rewritten,
            universes={**rewritten.universes, _UNIVERSE: _BITS},
            fields={**rewritten.fields, **{_name(name): fields[name] for name in sorted(searched)}},
        ),
        sorted(searched),
    )


def _name(name: str) -> str:
    return f"{name}_sieve"


def _sieve(name: str) -> n.Load:
    return n.Load(_name(name), (), n.set_of(_UNIVERSE))


def _bit(value: n.Expr) -> n.Expr:
    return o.arithmetic("bit_and", value, o.number(_BITS - 1))


def _search(statement: n.Stmt, lists: set[str]) -> tuple[str, n.Expr] | None:
    """The list that a loop searches, and the number that it leaves with; None for other loops."""
    match statement:
        case n.Range(
            var, n.Const(0), n.Length(name, ()), (n.If(n.Op("eq", (n.Load(read, (at,)), wanted)), (n.Return(),), ()),)
        ) if name == read and name in lists and at == var and isinstance(wanted, n.Local | n.Digest):
            return None if var.name in locals_of(wanted) else (name, wanted)
    return None


def _rebuilt(program: n.Program, lists: list[str]) -> n.Program:
    """The program whose `rebuild` marks anew what the lists hold."""
    rebuild = program.functions.get("rebuild", n.Function("rebuild", (), None, (), doc="what follows from the pieces"))
    body = rebuild.body
    for name in lists:
        at = n.Local(f"at_{name}", n.INT)
        mark = n.Include(_name(name), (), _bit(n.Load(name, (at,), n.INT)))
        empty = n.Store(_name(name), (), o.empty_set(_UNIVERSE))
        body = (*body, empty, n.Range(at, o.number(0), n.Length(name), (mark,)))
    return replace(program, functions={**program.functions, "rebuild": replace(rebuild, body=body)})
