"""Writes the function that decides a game by filling its board at random and asking once who has won."""

from __future__ import annotations

from petteia.ir.playouts import Filling, PlayoutPlan

from .emit_base import Unit, c_name


def fill_lines(unit: Unit, plan: PlayoutPlan) -> list[str]:
    """The function, and what the runtime asks about it."""
    filling = plan.filling
    if filling is None:
        return ["", "#define PT_FILLS 0"]
    ready = f"(s)->moves > {filling.after}" if filling.after >= 0 else "true"
    return [
        "",
        "#define PT_FILLS 1",
        f"#define PT_READY_TO_FILL(s) ({ready})",
        f"#define PT_FILLS_ALWAYS {int(plan.name == 'fill')}",
        "",
        "/* Decides a game: half of the sites left, drawn at random, are the other player's. Who is joined on the full",
        " * board has won; if both or none are, the sites are played on in the order in which they were drawn. */",
        "static void g_fill(State *s, Random *random, Left *left) {",
        "    Site *site = left->site;",
        "    uint32_t count = left->count, others = count / 2;",
        "    for (uint32_t k = 0; k < others; k++) pt_swap_sites(site, k, k + pt_below(random, count - k));",
        *_open_board(unit, filling),
        f"    for (uint32_t k = 0; k < others; k++) {_include(unit, filling, 'theirs')}",
        f"    for (uint32_t k = others; k < count; k++) {_include(unit, filling, 'mine')}",
        *_ask_who_won(unit, filling),
        "    for (uint32_t k = others; k + 1 < count; k++) pt_swap_sites(site, k, k + pt_below(random, count - k));",
        *_play_in_order(unit, filling, "site[k % 2 ? k / 2 : others + k / 2]"),
        "}",
    ]


def guided_fill_lines(unit: Unit, plan: PlayoutPlan) -> list[str]:
    """The same where features like some sites better than others: all are drawn in the order of play."""
    filling = plan.filling
    if filling is None:
        return []
    return [
        "",
        "/* Decides a game by filling its board with moves that are drawn by how much they are liked. */",
        "PT_INLINE void g_fill_guided(State *s, Random *random, PlayoutState *going, Left *left, Form form) {",
        "    Site site[PT_MOST_LEFT];",
        "    uint32_t count = left->count;",
        "    pt_draw_all(going, random, (uint32_t)s->mover - 1, left->site, count, site, form);",
        *_open_board(unit, filling),
        f"    for (uint32_t k = 0; k < count; k += 2) {_include(unit, filling, 'mine')}",
        f"    for (uint32_t k = 1; k < count; k += 2) {_include(unit, filling, 'theirs')}",
        *_ask_who_won(unit, filling),
        *_play_in_order(unit, filling, "site[k]"),
        "}",
    ]


def _open_board(unit: Unit, filling: Filling) -> list[str]:
    pair, sets, type_ = _pair(filling), _sets(filling), _set_type(unit, filling)
    return [
        "    State full;",
        "    g_copy(&full, s);",
        f"    {type_} *mine = &full.{sets}[s->mover == 1 ? {pair}], *theirs = &full.{sets}[s->mover == 2 ? {pair}];",
    ]


def _ask_who_won(unit: Unit, filling: Filling) -> list[str]:
    first, second = (unit.function_name(filling.decided[p].name) for p in (1, 2))
    wins = [unit.function_name(filling.won[p].name) for p in (1, 2)]
    sets = _sets(filling)
    return [
        "    g_rebuild(&full);",
        f"    bool first = {first}(&full), second = {second}(&full);",
        "    if (first != second) {",
        f"        if (first) {wins[0]}(s);",
        f"        else {wins[1]}(s);",
        *(f"        s->{sets}[{at}] = full.{sets}[{at}];" for at in filling.indices.values()),
        "        return;",
        "    }",
    ]


def _play_in_order(unit: Unit, filling: Filling, site: str) -> list[str]:
    return [
        "    for (uint32_t k = 0; k < count && !s->over; k++) {",
        f"        int to = {site};",
        f"        g_play(s, (Move){{s->mover == 1 ? {_kinds(unit, filling)}, to, to}});",
        "    }",
        "    while (!s->over && pt_play_listed(s, random)) { /* passes on a full board */ }",
    ]


def _sets(filling: Filling) -> str:
    return c_name(filling.field)


def _set_type(unit: Unit, filling: Filling) -> str:
    return unit.set_type(unit.program.fields[filling.field].type.universe)


def _pair(filling: Filling) -> str:
    return f"{filling.indices[1]} : {filling.indices[2]}"


def _kinds(unit: Unit, filling: Filling) -> str:
    return " : ".join(unit.kind_name(filling.kinds[player]) for player in (1, 2))


def _include(unit: Unit, filling: Filling, name: str) -> str:
    wide = unit.words(unit.program.fields[filling.field].type.universe) > 1
    return f"{name}->w[site[k] >> 6] |= 1ull << (site[k] & 63);" if wide else f"*{name} |= 1ull << site[k];"
