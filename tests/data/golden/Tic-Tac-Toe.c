/* Copies a state; of lists only what is used. */
static inline void g_copy(State *to, const State *from) {
    *to = *from;
}

static const uint64_t t_axis_0_lines_of_3[9] = {
    0x49ull, 0x92ull, 0x124ull, 0x49ull, 0x92ull, 0x124ull, 0x49ull, 0x92ull, 0x124ull
};
static const uint64_t t_axis_1_lines_of_3[9] = {
    0x111ull, 0x8000000000000000ull, 0x8000000000000000ull, 0x8000000000000000ull, 0x111ull, 0x8000000000000000ull,
    0x8000000000000000ull, 0x8000000000000000ull, 0x111ull
};
static const uint64_t t_axis_2_lines_of_3[9] = {
    7ull, 7ull, 7ull, 0x38ull, 0x38ull, 0x38ull, 0x1c0ull, 0x1c0ull, 0x1c0ull
};
static const uint64_t t_axis_3_lines_of_3[9] = {
    0x8000000000000000ull, 0x8000000000000000ull, 0x54ull, 0x8000000000000000ull, 0x54ull, 0x8000000000000000ull,
    0x54ull, 0x8000000000000000ull, 0x8000000000000000ull
};


/* the start position */
static void g_start(const State *s) {
}

/* Tic-Tac-Toe.lud:12 add, and the end of the turn */
PT_INLINE void g_play_add_1(State *s, int source_2, int to_1) {
    s->pieces[1] |= 1ull << to_1;
    s->filled++;
    s->pass_run = 0;
    uint64_t set1 = s->pieces[1];
    uint64_t with1 = set1 | 1ull << to_1;
    if (!(t_axis_0_lines_of_3[to_1] & ~with1) | !(t_axis_1_lines_of_3[to_1] & ~with1) | !(t_axis_2_lines_of_3[to_1] & ~with1) | !(t_axis_3_lines_of_3[to_1] & ~with1)) {
        s->ranks[1] = 2;
        s->ranks[2] = 4;
        s->over = 1;
    } else if (s->filled == 9) {
        s->ranks[1] = 3;
        s->ranks[2] = 3;
        s->over = 1;
    } else {
        s->mover = 2;
    }
}

/* forced pass, and the end of the turn */
PT_INLINE void g_play_forced_pass_1(State *s, int source_5, int target_6) {
    s->pass_run++;
    if (s->filled == 9) {
        s->ranks[1] = 3;
        s->ranks[2] = 3;
        s->over = 1;
    } else if (s->pass_run >= 2) {
        s->ranks[1] = 3;
        s->ranks[2] = 3;
        s->over = 1;
    } else {
        s->mover = 2;
    }
}

/* Tic-Tac-Toe.lud:12 add, and the end of the turn */
PT_INLINE void g_play_add_2(State *s, int source_10, int to_9) {
    s->pieces[2] |= 1ull << to_9;
    s->filled++;
    s->pass_run = 0;
    uint64_t set1 = s->pieces[2];
    uint64_t with1 = set1 | 1ull << to_9;
    if (!(t_axis_0_lines_of_3[to_9] & ~with1) | !(t_axis_1_lines_of_3[to_9] & ~with1) | !(t_axis_2_lines_of_3[to_9] & ~with1) | !(t_axis_3_lines_of_3[to_9] & ~with1)) {
        s->ranks[2] = 2;
        s->ranks[1] = 4;
        s->over = 1;
    } else if (s->filled == 9) {
        s->ranks[1] = 3;
        s->ranks[2] = 3;
        s->over = 1;
    } else {
        s->mover = 1;
    }
}

/* forced pass, and the end of the turn */
PT_INLINE void g_play_forced_pass_2(State *s, int source_13, int target_14) {
    s->pass_run++;
    if (s->filled == 9) {
        s->ranks[1] = 3;
        s->ranks[2] = 3;
        s->over = 1;
    } else if (s->pass_run >= 2) {
        s->ranks[1] = 3;
        s->ranks[2] = 3;
        s->over = 1;
    } else {
        s->mover = 1;
    }
}

/* the legal moves */
static void g_moves(const State *s, Moves *out) {
    if (s->over != 0) {
        return;
    }
    if (s->mover == 1) {
        for (uint64_t left1 = 0x1ffull & ~(s->pieces[1] | s->pieces[2]); left1; left1 &= left1 - 1) {
            int to_1 = pt_lowest(left1);
            pt_emit(out, (Move){KIND_add_1, to_1, to_1});
        }
        if ((int)out->count == 0) {
            pt_emit(out, (Move){KIND_forced_pass_1, -1, -1});
        }
    }
    if (s->mover == 2) {
        for (uint64_t left2 = 0x1ffull & ~(s->pieces[1] | s->pieces[2]); left2; left2 &= left2 - 1) {
            int to_9 = pt_lowest(left2);
            pt_emit(out, (Move){KIND_add_2, to_9, to_9});
        }
        if ((int)out->count == 0) {
            pt_emit(out, (Move){KIND_forced_pass_2, -1, -1});
        }
    }
}

/* what follows from the pieces */
static void g_rebuild(State *s) {
    s->filled = pt_count(s->pieces[1]) + pt_count(s->pieces[2]);
}

/* Plays a move: what it does depends on its kind. */
static void g_play(State *s, Move move) {
    (void)s;
    switch (move.kind) {
    case KIND_add_1: g_play_add_1(s, move.from, move.to); break;
    case KIND_forced_pass_1: g_play_forced_pass_1(s, move.from, move.to); break;
    case KIND_add_2: g_play_add_2(s, move.from, move.to); break;
    case KIND_forced_pass_2: g_play_forced_pass_2(s, move.from, move.to); break;
    }
}

/* Gives every field its initial value. */
static void g_initialise(State *s) {
    memset(s, 0, sizeof *s);
    s->pass_run = 1;
    s->mover = 1;
}

/* A number that equal positions share: pieces, mover, over, ranks */
static uint64_t g_hash(const State *s) {
    uint64_t hash = 0;
    hash = pt_hash_bytes(hash, &s->pieces, sizeof s->pieces);
    hash = pt_hash_bytes(hash, &s->mover, sizeof s->mover);
    hash = pt_hash_bytes(hash, &s->over, sizeof s->over);
    hash = pt_hash_bytes(hash, &s->ranks, sizeof s->ranks);
    return hash;
}

