#pragma once
#include "playout.h"

/* -- entry points --------------------------------------------------------------------------------------------- */

PT_EXPORT uint32_t pt_state_size(void) { return sizeof(State); }
PT_EXPORT uint32_t pt_move_size(void) { return sizeof(Move); }
PT_EXPORT uint32_t pt_totals_size(void) { return sizeof(Totals); }

PT_EXPORT void pt_start(State *s, uint64_t chance) {
    g_initialise(s);
#if PT_DRAWS
    s->chance = chance;
#else
    (void)chance;
#endif
    g_start(s);
}

/* Writes the legal moves while there is room; returns how many there are. */
PT_EXPORT uint32_t pt_moves(State *s, Move *moves, uint32_t room) {
    Moves list = {moves, 0, 0, room};
    g_list_moves(s, &list);
    return list.count;
}

/* The same for moves of which some may turn out to be illegal when they are tried, see pt_try. If all do, pt_moves
 * says which moves there are. */
PT_EXPORT uint32_t pt_candidates(State *s, Move *moves, uint32_t room) {
    Moves list = {moves, 0, 0, room};
#if PT_TESTS
    g_list_candidates(s, &list);
#else
    g_list_moves(s, &list);
#endif
    return list.count;
}

PT_EXPORT void pt_play(State *s, const Move *move, uint64_t chance) {
    g_play(s, *move);
#if PT_DRAWS
    s->chance = chance;
#else
    (void)chance;
#endif
}

/* Plays a candidate and returns 1, or returns 0 and leaves the state as it was. */
PT_EXPORT int pt_try(State *s, const Move *move, uint64_t chance) {
#if PT_TESTS
    if (!g_try(s, *move)) return 0;
#else
    g_play(s, *move);
#endif
#if PT_DRAWS
    s->chance = chance;
#else
    (void)chance;
#endif
    return 1;
}

/* Says what chance will bring, from the next draw on. */
PT_EXPORT void pt_set_chance(State *s, uint64_t chance) {
#if PT_DRAWS
    s->chance = chance;
#else
    (void)s, (void)chance;
#endif
}

/* How many values of chance make a difference: the product of the bounds of all draws when the first legal move is
 * listed and played. 1 if nothing is drawn. */
PT_EXPORT uint64_t pt_outcomes(const State *s) {
#if PT_DRAWS
    const uint64_t most = ~0ull;
    State trial;
    Move move;
    Moves list = {&move, 0, 0, 1};
    g_copy(&trial, s);
    trial.chance = most;
    g_list_moves(&trial, &list);
    if (!list.count) return 1;
    g_play(&trial, move);
    return trial.chance ? most / trial.chance : most;
#else
    (void)s;
    return 1;
#endif
}

PT_EXPORT int pt_is_over(const State *s) { return s->over; }
PT_EXPORT void pt_copy(State *to, const State *from) { g_copy(to, from); }
PT_EXPORT uint64_t pt_hash(const State *s) { return g_hash(s); }

/* Works out anew what is kept beside the position, after a position has been set from outside. */
PT_EXPORT void pt_rebuild(State *s) {
#if PT_REBUILDS
    g_rebuild(s);
#else
    (void)s;
#endif
}

/* Plays a game on at random, as playouts do, to its end or for so many moves; returns the number of moves. */
PT_EXPORT uint32_t pt_playout(State *s, uint64_t seed, uint32_t most, int standard) {
    Random random = pt_seeded(seed);
#if PT_PICKS || PT_TESTS
    if (standard) return pt_playout_standard(s, &random, most);
#if PT_LONG
    return pt_playout_fast(s, &random, most);
#else
    State now; /* stays in registers, since nobody has its address while the game is played */
    g_copy(&now, s);
#if PT_SHRINKS
    Site site[PT_MOST_LEFT];
    Left left = pt_left(site, g_list_left(s, site), &random);
    uint32_t played = pt_playout_fast(&now, &random, most, &left);
#else
    uint32_t played = pt_playout_fast(&now, &random, most);
#endif
    g_copy(s, &now);
    return played;
#endif
#else
    (void)standard;
    return pt_playout_standard(s, &random, most);
#endif
}

/* Plays one random move as playouts do; returns 0 if there is none. */
PT_EXPORT int pt_play_random(State *s, uint64_t seed, int standard) {
    return !s->over && pt_playout(s, seed, 1, standard);
}

/* Decides a game at random, for searches that ask only how it ends: over and ranks are distributed as by pt_playout.
 * Where the board is filled without playing, the sets of sites are those of the full board, and the rest of the state
 * is left behind. */
PT_EXPORT uint32_t pt_outcome(State *s, uint64_t seed, uint32_t most) {
#if PT_FILLS
    Random random = pt_seeded(seed);
    Site site[PT_MOST_LEFT];
    Left left = pt_left(site, g_list_left(s, site), &random);
    return pt_playout_filled(s, &random, most, &left);
#else
    return pt_playout(s, seed, most, 0);
#endif
}

/* The state that playouts begin in: the one given, or else the start of a game, made anew where it draws. */
static inline const State *pt_begin_at(const State *from, State *begin, bool again, Random *random) {
    if (from) return from;
    if (!again || PT_START_DRAWS) pt_begin(begin, random);
    pt_renew_chance(begin, random);
    return begin;
}

static void pt_playouts_standard(const State *from, Random random, uint64_t count, uint32_t most, Totals *totals) {
    State begin, s;
    for (uint64_t k = 0; k < count; k++) {
        g_copy(&s, pt_begin_at(from, &begin, k > 0, &random));
        pt_add(totals, &s, pt_playout_standard(&s, &random, most));
    }
}

#if PT_PICKS && PT_SHRINKS
static void pt_playouts_fast(const State *from, Random random, uint64_t count, uint32_t most, Totals *totals) {
    State begin, s;
    Site site[PT_MOST_LEFT];
    uint32_t all = 0; /* in what order the sites of the last playout were left makes no difference to the next */
    bool listed = false;
    for (uint64_t k = 0; k < count; k++) {
        const State *first = pt_begin_at(from, &begin, k > 0, &random);
        if (!listed) all = g_list_left(first, site);
        Left left = pt_left(site, all, &random);
        g_copy(&s, first);
#if PT_FILLS && PT_FILLS_ALWAYS
        pt_add(totals, &s, pt_playout_filled(&s, &random, most, &left));
#else
        pt_add(totals, &s, pt_playout_fast(&s, &random, most, &left));
#endif
        listed = !left.renewed && (from || !PT_START_DRAWS);
    }
}
#elif PT_PICKS || PT_TESTS
static void pt_playouts_fast(const State *from, Random random, uint64_t count, uint32_t most, Totals *totals) {
    State begin, s;
    for (uint64_t k = 0; k < count; k++) {
        g_copy(&s, pt_begin_at(from, &begin, k > 0, &random));
        pt_add(totals, &s, pt_playout_fast(&s, &random, most));
    }
}
#else
#define pt_playouts_fast pt_playouts_standard
#endif

/* Adds random playouts to the totals, from a state or, for NULL, from the start of the game; `standard` asks for the
 * plain way of playing them. */
PT_EXPORT void pt_playouts(const State *from, uint64_t seed, uint64_t count, uint32_t most, int standard,
                           Totals *totals) {
    if (standard) pt_playouts_standard(from, pt_seeded(seed), count, most, totals);
    else pt_playouts_fast(from, pt_seeded(seed), count, most, totals);
}
