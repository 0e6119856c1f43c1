#pragma once
#include "stand_in/choice.h"

/* -- playouts ------------------------------------------------------------------------------------------------- */

static inline void pt_begin(State *s, Random *random) {
    g_initialise(s);
    pt_renew_chance(s, random);
    g_start(s);
    (void)random;
}

/* Plays random moves to the end of the game, or to a limit; returns the number of moves. */
static uint32_t pt_playout_standard(State *s, Random *random, uint32_t most) {
    uint32_t played = 0;
    for (; played < most && !s->over && pt_play_listed(s, random); played++) pt_renew_chance(s, random);
    return played;
}

#if PT_PICKS && PT_SHRINKS
/* The same without a list of moves: the sites left to play on are kept from move to move. */
PT_INLINE uint32_t pt_playout_fast(State *s, Random *random, uint32_t most, Left *left) {
    uint32_t played = 0;
    for (; played < most && !s->over && g_play_random(s, random, left); played++) {
        if (left->stale) {
            State now; /* the state itself stays in registers as long as nobody has its address */
            g_copy(&now, s);
            left->count = g_list_left(&now, left->site);
            left->digits = pt_random(random);
            left->stale = false, left->renewed = true;
        }
        pt_renew_chance(s, random);
    }
    return played;
}

#if PT_FILLS
/* Plays moves until the rest of the game can be decided by filling the board, and decides it; returns the number of
 * moves with those that fill the board. Afterwards only the end of the game and its ranks are what play would
 * give, and the sets that players fill are those of the full board. */
static uint32_t pt_playout_filled(State *s, Random *random, uint32_t most, Left *left) {
    uint32_t played = 0;
    while (!s->over && !PT_READY_TO_FILL(s) && played < most) {
        uint32_t one = pt_playout_fast(s, random, 1, left);
        if (!one) return played;
        played += one;
    }
    if (s->over || left->count > most - played) return played + pt_playout_fast(s, random, most - played, left);
    g_fill(s, random, left);
    return played + left->count;
}
#endif
#elif PT_PICKS || PT_TESTS
/* The same without a list of moves. Where to choose one takes many lines they are compiled in one place only; state and
 * random numbers are its own there, so that compilers know what else may change them: nothing. */
#if PT_LONG
static uint32_t pt_playout_fast(State *s, Random *random, uint32_t most) {
    uint32_t played = 0;
    State now;
    Random numbers = *random;
    g_copy(&now, s);
    for (; played < most && !now.over && g_play_random(&now, &numbers); played++) pt_renew_chance(&now, &numbers);
    g_copy(s, &now);
    *random = numbers;
    return played;
}
#else
PT_INLINE uint32_t pt_playout_fast(State *s, Random *random, uint32_t most) {
    uint32_t played = 0;
    for (; played < most && !s->over && g_play_random(s, random); played++) pt_renew_chance(s, random);
    return played;
}
#endif
#endif

/* Sums over many playouts. Ranks are doubled, by seat from 0; a win is a first rank of one's own. */
typedef struct {
    uint64_t playouts, moves, unfinished, ranks[PT_RANKS], wins[PT_RANKS];
} Totals;

_Static_assert(sizeof(Totals) == 8 * (3 + 2 * PT_RANKS), "Totals has another size in Python");

PT_INLINE void pt_add(Totals *totals, const State *s, uint32_t played) {
    totals->playouts++;
    totals->moves += played;
    totals->unfinished += !s->over;
    for (int seat = 0; seat < PT_RANKS; seat++) {
        totals->ranks[seat] += (uint64_t)s->ranks[seat];
        totals->wins[seat] += s->ranks[seat] == 2;
    }
}
