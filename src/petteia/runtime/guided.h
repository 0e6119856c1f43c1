#pragma once
#include "stand_in/guided.h"

/* -- playouts by features --------------------------------------------------------------------------------------- */

#if PT_SHRINKS
/* Plays moves to the end of the game, or to a limit; returns the number of moves. */
PT_INLINE uint32_t pt_playout_guided(State *s, Random *random, PlayoutState *g, uint32_t most, Left *left, Form form) {
    uint32_t played = 0;
    for (; played < most && !s->over && g_play_guided(s, random, g, left, form); played++) {
        if (left->stale) {
            left->count = g_list_left(s, left->site);
            left->stale = false;
        }
        pt_renew_chance(s, random);
        pt_follow(g, s, form);
    }
    return played;
}
#else
PT_INLINE uint32_t pt_playout_guided(State *s, Random *random, PlayoutState *g, uint32_t most, Form form) {
    uint32_t played = 0;
    for (; played < most && !s->over && g_play_guided(s, random, g, form); played++) {
        pt_renew_chance(s, random);
        pt_follow(g, s, form);
    }
    return played;
}
#endif

#if PT_SHRINKS && PT_FILLS
/* Plays moves until the rest of the game can be decided by filling the board, and decides it. Afterwards only the end
 * of the game and its ranks are what play would give. */
PT_INLINE uint32_t pt_playout_through(State *s, Random *random, PlayoutState *g, uint32_t most, Left *left, Form form) {
    uint32_t played = 0;
    while (!s->over && !PT_READY_TO_FILL(s) && played < most) {
        uint32_t one = pt_playout_guided(s, random, g, 1, left, form);
        if (!one) return played;
        played += one;
    }
    if (s->over || left->count > most - played)
        return played + pt_playout_guided(s, random, g, most - played, left, form);
    uint32_t count = left->count;
    g_fill_guided(s, random, g, left, form);
    return played + count;
}
#endif

PT_INLINE uint32_t pt_play_in(State *s, Random *random, uint32_t most, PlayoutState *g, Form form) {
#if PT_SHRINKS
    Site site[PT_MOST_LEFT];
    Left left = pt_left(site, g_list_left(s, site), random);
#if PT_FILLS
    return pt_playout_through(s, random, g, most, &left, form);
#else
    return pt_playout_guided(s, random, g, most, &left, form);
#endif
#else
    return pt_playout_guided(s, random, g, most, form);
#endif
}

static uint32_t pt_play_by(const Guide *guide, State *s, const Move *latest, Random *random, uint32_t most,
                           PlayoutState *g) {
    pt_set_out(g, guide, s, latest);
#define PT_PLAY(form) return pt_play_in(s, random, most, g, form)
    PT_WITH_FORM(guide, PT_PLAY);
#undef PT_PLAY
}

/* Plays on from a state by features, to the end of the game or for so many moves; returns the number of moves. */
PT_EXPORT uint32_t ptg_playout(const Guide *guide, State *s, const Move *latest, uint64_t seed, uint32_t most) {
    Random random = pt_seeded(seed);
    PlayoutState going;
    return pt_play_by(guide, s, latest, &random, most, &going);
}

/* Many playouts from one state; returns how many moves were played. Ranks are added up by seat. */
PT_EXPORT uint64_t ptg_playouts(const Guide *guide, const State *s, const Move *latest, uint64_t seed, uint32_t count,
                                uint64_t *ranks) {
    Random random = pt_seeded(seed);
    uint64_t moves = 0;
    PlayoutState going;
    for (uint32_t k = 0; k < count; k++) {
        State now;
        g_copy(&now, s);
        moves += pt_play_by(guide, &now, latest, &random, 0xffffffffu, &going);
        for (uint32_t seat = 0; seat < PT_RANKS; seat++) ranks[seat] += (uint64_t)now.ranks[seat];
    }
    return moves;
}

/* Makes a guide ready whose codes are those of an empty board: playouts will begin with the bars that a few playouts
 * from the state given come to, and with its codes, unless strong sites are kept, which begin with an empty board. */
PT_EXPORT void ptg_prepare(Guide *guide, const State *s, uint16_t *codes, uint64_t *owned) {
    enum { PLAYOUTS = 32, MOVES = 200 };
    Random random = pt_seeded(1);
    PlayoutState going;
    if (!guide->strength.claims) {
        pt_set_out(&going, guide, s, NULL);
        if (!pt_form(guide, &guide->by_to).gathers)
            memcpy(codes, going.codes, guide->sites * guide->chunks * sizeof *codes);
        memcpy(owned, going.owned, sizeof going.owned);
        guide->first_codes = codes, guide->first_owned = owned;
    }
    for (uint32_t k = 0; k < PLAYOUTS; k++) {
        State now;
        g_copy(&now, s);
        pt_play_by(guide, &now, NULL, &random, MOVES, &going);
        memcpy(guide->bar, going.bar, sizeof guide->bar);
    }
}

/* f(s, a) of some moves of the position that a number of played moves leads to, as playouts see it on the way. */
PT_EXPORT void ptg_worth(const Guide *guide, State *s, const Move *latest, const Move *played, uint32_t plies,
                         const Move *moves, uint32_t count, int32_t *worth) {
    PlayoutState going;
    Form form = pt_form(guide, &guide->by_to);
    pt_set_out(&going, guide, s, latest);
    for (uint32_t k = 0; k < plies; k++) {
        pt_settle(&going, (uint32_t)s->mover - 1, played[k].kind, played[k].from, played[k].to, form);
        g_play(s, played[k]);
        pt_follow(&going, s, form);
    }
    uint32_t mover = (uint32_t)s->mover - 1;
    View view = pt_view(&going, &guide->by_to, mover, form);
    for (uint32_t k = 0; k < count; k++)
        worth[k] = pt_worth_of_move(&going, &view, mover, moves[k].kind, moves[k].from, moves[k].to, form);
}

PT_EXPORT uint32_t ptg_state_size(void) { return sizeof(State); }
