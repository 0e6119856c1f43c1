#pragma once
#include "stand_in/rules.h"

/* -- choosing a move at random -------------------------------------------------------------------------------- */

#define PT_LISTED 512

static inline void pt_renew_chance(State *s, Random *random) {
#if PT_DRAWS
    s->chance = pt_random(random);
#else
    (void)s, (void)random;
#endif
}

/* A uniformly random legal move; false if there is none. The whole list is made, and made again from the chosen move on
 * in the rare case that it is longer than our room for it. */
static inline bool pt_random_move(State *s, Random *random, Move *chosen) {
    Move listed[PT_LISTED];
    Moves list = {listed, 0, 0, PT_LISTED};
    g_list_moves(s, &list);
    if (!list.count) return false;
    uint32_t k = pt_below(random, list.count);
    if (k < PT_LISTED) {
        *chosen = listed[k];
    } else {
        Moves one = {chosen, 0, k, 1};
        g_list_moves(s, &one);
    }
    return true;
}

/* Plays a uniformly random legal move out of the whole list; false if there is none. */
static bool pt_play_listed(State *s, Random *random) {
    Move move;
    if (!pt_random_move(s, random, &move)) return false;
    g_play(s, move);
    return true;
}

#if PT_SHRINKS
#define pt_swap_sites(site, a, b) \
    do { \
        Site kept_ = site[a]; \
        uint32_t b_ = b; \
        site[a] = site[b_], site[b_] = kept_; \
    } while (0)
#endif

#if PT_TESTS
/* The same, but only moves that are sampled are tested: one that fails is taken out, and another one sampled. Once
 * none is left, or if there are too many, the list of legal moves decides. */
static bool pt_play_tested(State *s, Random *random) {
    Move listed[8 * PT_LISTED];
    Moves list = {listed, 0, 0, 8 * PT_LISTED};
    g_list_candidates(s, &list);
    if (list.count > list.room) return pt_play_listed(s, random);
    while (list.count) {
        uint32_t k = pt_below(random, list.count);
        if (g_try(s, listed[k])) return true;
        listed[k] = listed[--list.count];
    }
    return pt_play_listed(s, random);
}
#endif
