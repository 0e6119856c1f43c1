
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

PT_EXPORT void pt_play(State *s, const Move *move, uint64_t chance) {
    g_play(s, *move);
#if PT_DRAWS
    s->chance = chance;
#else
    (void)chance;
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

/* Plays one random move as playouts do; returns 0 if there is none. */
PT_EXPORT int pt_play_random(State *s, uint64_t seed, int standard) {
    Random random = pt_seeded(seed);
    if (s->over) return 0;
#if PT_PICKS && PT_SHRINKS
    Left left;
    g_list_left(s, &left);
    uint32_t played = standard ? pt_playout_standard(s, &random, 1) : pt_playout_fast(s, &random, 1, &left);
#elif PT_PICKS
    uint32_t played = standard ? pt_playout_standard(s, &random, 1) : pt_playout_fast(s, &random, 1);
#else
    (void)standard;
    uint32_t played = pt_playout_standard(s, &random, 1);
#endif
    return (int)played;
}

/* The state that a playout begins in: a copy of the one given, or else the start of a new game. */
static inline void pt_begin_at(State *s, const State *from, bool at_start, Random *random) {
    if (!from) {
        pt_begin(s, random);
        return;
    }
    g_copy(s, from);
    if (at_start) pt_renew_chance(s, random);
}

/* Adds random playouts to the totals, from a state or, for NULL, from the start of the game; `standard` asks for the
 * plain way of playing them. */
PT_EXPORT void pt_playouts(const State *from, uint64_t seed, uint64_t count, uint32_t most, int standard, Totals *totals) {
    Random random = pt_seeded(seed);
    State begin, s;
    bool at_start = !from;
    if (at_start) pt_begin(&begin, &random);
    if (at_start && !PT_START_DRAWS) from = &begin;
#if PT_PICKS && PT_SHRINKS
    Left left;
    left.all = 0;
    for (uint64_t k = 0; k < count && !standard; k++) {
        pt_begin_at(&s, from, at_start, &random);
        if (PT_START_DRAWS || !left.all) g_list_left(&s, &left);
        left.count = left.all;
        pt_add(totals, &s, pt_playout_fast(&s, &random, most, &left));
    }
#elif PT_PICKS
    for (uint64_t k = 0; k < count && !standard; k++) {
        pt_begin_at(&s, from, at_start, &random);
        pt_add(totals, &s, pt_playout_fast(&s, &random, most));
    }
#else
    standard = 1;
#endif
    for (uint64_t k = 0; k < count && standard; k++) {
        pt_begin_at(&s, from, at_start, &random);
        pt_add(totals, &s, pt_playout_standard(&s, &random, most));
    }
}
