/* Copies a state; of lists only what is used. */
static inline void g_copy(State *to, const State *from) {
    *to = *from;
}

static const int8_t t_step_N[64] = {
    8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35,
    36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
    -1, -1, -1, -1, -1, -1, -1, -1
};
static const int8_t t_step_NW[64] = {
    -1, 8, 9, 10, 11, 12, 13, 14, -1, 16, 17, 18, 19, 20, 21, 22, -1, 24, 25, 26, 27, 28, 29, 30, -1, 32, 33, 34,
    35, 36, 37, 38, -1, 40, 41, 42, 43, 44, 45, 46, -1, 48, 49, 50, 51, 52, 53, 54, -1, 56, 57, 58, 59, 60, 61, 62,
    -1, -1, -1, -1, -1, -1, -1, -1
};
static const int8_t t_step_NE[64] = {
    9, 10, 11, 12, 13, 14, 15, -1, 17, 18, 19, 20, 21, 22, 23, -1, 25, 26, 27, 28, 29, 30, 31, -1, 33, 34, 35, 36,
    37, 38, 39, -1, 41, 42, 43, 44, 45, 46, 47, -1, 49, 50, 51, 52, 53, 54, 55, -1, 57, 58, 59, 60, 61, 62, 63, -1,
    -1, -1, -1, -1, -1, -1, -1, -1
};
static const int8_t t_step_S[64] = {
    -1, -1, -1, -1, -1, -1, -1, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
    22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49,
    50, 51, 52, 53, 54, 55
};
static const int8_t t_step_SE[64] = {
    -1, -1, -1, -1, -1, -1, -1, -1, 1, 2, 3, 4, 5, 6, 7, -1, 9, 10, 11, 12, 13, 14, 15, -1, 17, 18, 19, 20, 21, 22,
    23, -1, 25, 26, 27, 28, 29, 30, 31, -1, 33, 34, 35, 36, 37, 38, 39, -1, 41, 42, 43, 44, 45, 46, 47, -1, 49, 50,
    51, 52, 53, 54, 55, -1
};
static const int8_t t_step_SW[64] = {
    -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 1, 2, 3, 4, 5, 6, -1, 8, 9, 10, 11, 12, 13, 14, -1, 16, 17, 18, 19, 20,
    21, 22, -1, 24, 25, 26, 27, 28, 29, 30, -1, 32, 33, 34, 35, 36, 37, 38, -1, 40, 41, 42, 43, 44, 45, 46, -1, 48,
    49, 50, 51, 52, 53, 54
};


/* the start position */
static void g_start(State *s) {
    s->pieces[1] = 0xffffull;
    s->pieces[2] = 0xffff000000000000ull;
    s->last_to = 63;
    s->pass_run = 0;
}

/* end rules, then the turn passes on */
static void g_finish_1(State *s) {
    if (((unsigned)s->last_to < 64 && (0xff00000000000000ull >> s->last_to & 1)) || !(s->pieces[2])) {
        s->ranks[1] = 2;
        s->ranks[2] = 4;
        s->over = 1;
    }
    if ((s->over == 0) && ((s->turns >= 2500) || (s->moves >= 10000))) {
        s->ranks[1] = 3;
        s->ranks[2] = 3;
        s->over = 1;
    }
    if (s->over == 0) {
        s->mover = 2;
        s->turns++;
    }
}

/* Breakthrough.lud:10 pawn step, and the end of the turn */
PT_INLINE void g_play_step_pawn_1(State *s, int from_1, int to_2) {
    s->pieces[1] &= ~(1ull << from_1);
    s->pieces[1] |= 1ull << to_2;
    s->last_to = to_2;
    s->pass_run = 0;
    s->moves++;
    g_finish_1(s);
}

/* Breakthrough.lud:12 pawn step, and the end of the turn */
PT_INLINE void g_play_step_pawn_1_2(State *s, int from_1, int to_3) {
    if (!(to_3 >= 0 && ((~(s->pieces[1] | s->pieces[2])) >> to_3 & 1))) {
        s->pieces[1] &= ~(1ull << to_3);
        s->pieces[2] &= ~(1ull << to_3);
    }
    s->pieces[1] &= ~(1ull << from_1);
    s->pieces[1] &= ~(1ull << to_3);
    s->pieces[2] &= ~(1ull << to_3);
    s->pieces[1] |= 1ull << to_3;
    s->last_to = to_3;
    s->pass_run = 0;
    s->moves++;
    g_finish_1(s);
}

/* forced pass, and the end of the turn */
PT_INLINE void g_play_forced_pass_1(State *s, int source_6, int target_7) {
    s->last_to = -1;
    s->pass_run++;
    s->moves++;
    if (!(s->pieces[2])) {
        s->ranks[1] = 2;
        s->ranks[2] = 4;
        s->over = 1;
    } else if (s->pass_run >= 2) {
        s->ranks[1] = 3;
        s->ranks[2] = 3;
        s->over = 1;
    } else if ((s->turns >= 2500) || (s->moves >= 10000)) {
        s->ranks[1] = 3;
        s->ranks[2] = 3;
        s->over = 1;
    } else {
        s->mover = 2;
        s->turns++;
    }
}

/* end rules, then the turn passes on */
static void g_finish_2(State *s) {
    if (((unsigned)s->last_to < 8) || !(s->pieces[1])) {
        s->ranks[2] = 2;
        s->ranks[1] = 4;
        s->over = 1;
    }
    if ((s->over == 0) && ((s->turns >= 2500) || (s->moves >= 10000))) {
        s->ranks[1] = 3;
        s->ranks[2] = 3;
        s->over = 1;
    }
    if (s->over == 0) {
        s->mover = 1;
        s->turns++;
    }
}

/* Breakthrough.lud:10 pawn step, and the end of the turn */
PT_INLINE void g_play_step_pawn_2(State *s, int from_8, int to_9) {
    s->pieces[2] &= ~(1ull << from_8);
    s->pieces[2] |= 1ull << to_9;
    s->last_to = to_9;
    s->pass_run = 0;
    s->moves++;
    g_finish_2(s);
}

/* Breakthrough.lud:12 pawn step, and the end of the turn */
PT_INLINE void g_play_step_pawn_2_2(State *s, int from_8, int to_10) {
    if (!(to_10 >= 0 && ((~(s->pieces[1] | s->pieces[2])) >> to_10 & 1))) {
        s->pieces[1] &= ~(1ull << to_10);
        s->pieces[2] &= ~(1ull << to_10);
    }
    s->pieces[2] &= ~(1ull << from_8);
    s->pieces[1] &= ~(1ull << to_10);
    s->pieces[2] &= ~(1ull << to_10);
    s->pieces[2] |= 1ull << to_10;
    s->last_to = to_10;
    s->pass_run = 0;
    s->moves++;
    g_finish_2(s);
}

/* forced pass, and the end of the turn */
PT_INLINE void g_play_forced_pass_2(State *s, int source_13, int target_14) {
    s->last_to = -1;
    s->pass_run++;
    s->moves++;
    if (!(s->pieces[1])) {
        s->ranks[2] = 2;
        s->ranks[1] = 4;
        s->over = 1;
    } else if (s->pass_run >= 2) {
        s->ranks[1] = 3;
        s->ranks[2] = 3;
        s->over = 1;
    } else if ((s->turns >= 2500) || (s->moves >= 10000)) {
        s->ranks[1] = 3;
        s->ranks[2] = 3;
        s->over = 1;
    } else {
        s->mover = 1;
        s->turns++;
    }
}

/* the legal moves */
static void g_moves(const State *s, Moves *out) {
    if (s->over != 0) {
        return;
    }
    if (s->mover == 1) {
        for (uint64_t left1 = s->pieces[1]; left1; left1 &= left1 - 1) {
            int from_1 = pt_lowest(left1);
            int to_2 = t_step_N[from_1];
            if (to_2 >= 0) {
                if ((~(s->pieces[1] | s->pieces[2])) >> to_2 & 1) {
                    pt_emit(out, (Move){KIND_step_pawn_1, from_1, to_2});
                }
            }
            int to_3 = t_step_NW[from_1];
            if (to_3 >= 0) {
                if (!(s->pieces[1] >> to_3 & 1)) {
                    pt_emit(out, (Move){KIND_step_pawn_1_2, from_1, to_3});
                }
            }
            int to_5 = t_step_NE[from_1];
            if (to_5 >= 0) {
                if (!(s->pieces[1] >> to_5 & 1)) {
                    pt_emit(out, (Move){KIND_step_pawn_1_2, from_1, to_5});
                }
            }
        }
        if ((int)out->count == 0) {
            pt_emit(out, (Move){KIND_forced_pass_1, -1, -1});
        }
    }
    if (s->mover == 2) {
        for (uint64_t left2 = s->pieces[2]; left2; left2 &= left2 - 1) {
            int from_8 = pt_lowest(left2);
            int to_9 = t_step_S[from_8];
            if (to_9 >= 0) {
                if ((~(s->pieces[1] | s->pieces[2])) >> to_9 & 1) {
                    pt_emit(out, (Move){KIND_step_pawn_2, from_8, to_9});
                }
            }
            int to_10 = t_step_SE[from_8];
            if (to_10 >= 0) {
                if (!(s->pieces[2] >> to_10 & 1)) {
                    pt_emit(out, (Move){KIND_step_pawn_2_2, from_8, to_10});
                }
            }
            int to_12 = t_step_SW[from_8];
            if (to_12 >= 0) {
                if (!(s->pieces[2] >> to_12 & 1)) {
                    pt_emit(out, (Move){KIND_step_pawn_2_2, from_8, to_12});
                }
            }
        }
        if ((int)out->count == 0) {
            pt_emit(out, (Move){KIND_forced_pass_2, -1, -1});
        }
    }
}

/* Plays a move: what it does depends on its kind. */
static void g_play(State *s, Move move) {
    (void)s;
    switch (move.kind) {
    case KIND_step_pawn_1: g_play_step_pawn_1(s, move.from, move.to); break;
    case KIND_step_pawn_1_2: g_play_step_pawn_1_2(s, move.from, move.to); break;
    case KIND_forced_pass_1: g_play_forced_pass_1(s, move.from, move.to); break;
    case KIND_step_pawn_2: g_play_step_pawn_2(s, move.from, move.to); break;
    case KIND_step_pawn_2_2: g_play_step_pawn_2_2(s, move.from, move.to); break;
    case KIND_forced_pass_2: g_play_forced_pass_2(s, move.from, move.to); break;
    }
}

/* Gives every field its initial value. */
static void g_initialise(State *s) {
    memset(s, 0, sizeof *s);
    s->turns = 1;
    s->pass_run = 1;
    s->mover = 1;
    s->last_to = -1;
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

