"""Keeps the sites of each value of a field, where loops ask which sites have it, so that they become sets.

A field with an element for each site is asked in loops over sites: is the value here the one we want? Beside such a
field the sites of each value that is asked for are kept as a set. Asking is then membership, which other passes know
how to do for many sites at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from petteia.ir import nodes as n
from petteia.ir import ops as o
from petteia.ir.survey import survey, walk
from petteia.ir.visit import map_block, map_expr, map_functions, walk_block, with_body

_MOST_VALUES = 4
_LOOPS = (n.For, n.Filter, n.Exists, n.Total)


def keep_values(program: n.Program) -> n.Program:
    """The program with sets beside the fields whose values loops compare with constants."""
    for name in _asked_in_loops(program):
        values = sorted({value for field, _, value in _comparisons(walk(program)) if field == name})
        if len(values) <= _MOST_VALUES:
            program = _keep(program, name, values)
    return program


def _comparison(x: n.Stmt | n.Expr) -> tuple[str, n.Expr, int] | None:
    """Field, site and value, where an expression compares an element of a field with a constant."""
    match x:
        case n.Op("eq" | "ne", (n.Load(name, (site,)), n.Const(value))):
            return name, site, value
        case n.Op("eq" | "ne", (n.Const(value), n.Load(name, (site,)))):
            return name, site, value
    return None


def _comparisons(nodes: Iterator[n.Stmt | n.Expr]) -> Iterator[tuple[str, n.Expr, int]]:
    return (found for x in nodes if (found := _comparison(x)))


def _asked_in_loops(program: n.Program) -> list[str]:
    """The fields that have an element a site and are compared with constants at the sites of a loop."""
    sizes = set(program.universes.values())
    found = set()
    for function in program.functions.values():
        looping = {x.var.name for x in survey(function).nodes if isinstance(x, _LOOPS)}
        looping |= {name for s in survey(function).nodes if isinstance(s, n.While) for name in _gone_through(s)}
        for name, site, _ in _comparisons(iter(survey(function).nodes)):
            field = program.fields[name]
            fits = len(field.shape) == 1 and not field.capacity and field.shape[0] in sizes
            if fits and isinstance(site, n.Local) and site.name in looping:
                found.add(name)
    return sorted(found) if len(program.universes) == 1 else []


def _gone_through(loop: n.While) -> Iterator[str]:
    """The locals that a loop takes from a table of sites, again in each round."""
    for node in walk_block(loop.body):
        if isinstance(node, n.Let) and isinstance(node.value, n.Lookup) and len(node.value.table.shape) == 2:
            yield node.local.name


def _keep(program: n.Program, name: str, values: list[int]) -> n.Program:
    (universe, size) = next(iter(program.universes.items()))
    everything, initial = (1 << size) - 1, program.fields[name].initial
    sets = {
        value: n.Field(
            f"{name}_is_{value}".replace("-", "minus_"),
            n.set_of(universe),
            initial=everything if value == initial else 0,
            doc=f"the sites where {name} is {value}",
        )
        for value in values
    }

    def answered(x: n.Expr) -> n.Expr:
        asked = _comparison(x)
        if asked is None or asked[0] != name or not isinstance(x, n.Op):
            return x
        member = o.has(n.Load(sets[asked[2]].name, (), n.set_of(universe)), asked[1])
        return member if x.op == "eq" else o.negate(member)

    def noted(s: n.Stmt) -> tuple[n.Stmt, ...]:
        match s:
            case n.Store(field, (site,), value) if field == name:
                return (*_note(sets, site, value), s)
        return (s,)

    program = map_functions(program, lambda f: with_body(f, map_block(f.body, lambda x: map_expr(x, answered), noted)))
    fields = {**program.fields, **{field.name: field for field in sets.values()}}
    return _rebuilt(replace(program, fields=fields), name, sets, size)


def _note(sets: dict[int, n.Field], site: n.Expr, value: n.Expr) -> Iterator[n.Stmt]:
    """Puts a site into the set of its new value and takes it out of the others."""
    for each, field in sets.items():
        enters, leaves = n.Include(field.name, (), site), n.Exclude(field.name, (), site)
        is_it = o.eq(value, o.number(each))
        if isinstance(is_it, n.Const):
            yield enters if is_it.value else leaves
        else:
            yield n.If(is_it, (enters,), (leaves,))


def _rebuilt(program: n.Program, name: str, sets: dict[int, n.Field], size: int) -> n.Program:
    """The program whose `rebuild` looks at all sites again."""
    before = program.functions.get("rebuild", n.Function("rebuild", (), None, (), doc="what follows from the pieces"))
    site = n.Local(f"site_of_{name}", n.INT)
    here = n.Load(name, (site,), n.INT)
    again = n.Range(site, o.number(0), o.number(size), tuple(_note(sets, site, here)))
    rebuilt = replace(before, body=(*before.body, again))
    return replace(program, functions={**program.functions, "rebuild": rebuilt})
