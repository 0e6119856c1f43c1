
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

/* Adds random playouts to the totals, from a state or, for NULL, from the start of the game. */
PT_EXPORT void pt_playouts(const State *from, uint64_t seed, uint64_t count, uint32_t most, Totals *totals) {
    Random random = pt_seeded(seed);
    State begin, s;
    if (!from) {
        pt_begin(&begin, &random);
        from = PT_START_DRAWS ? NULL : &begin;
    }
    for (uint64_t k = 0; k < count; k++) {
        if (from) {
            g_copy(&s, from);
            if (from == &begin) pt_renew_chance(&s, &random);
        } else {
            pt_begin(&s, &random);
        }
        pt_add(totals, &s, pt_playout_standard(&s, &random, most));
    }
}
