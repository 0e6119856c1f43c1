#pragma once
#include "entry.h"

/* -- a stand-alone program that plays random games and checks what must hold in each of them ------------------- */
#ifdef PT_MAIN
int printf(const char *format, ...);
int atoi(const char *text);

static void pt_check(bool holds, const char *what) {
    if (holds) return;
    printf("failed: %s\n", what);
    abort();
}

/* Moves leave the state as it is and come out the same twice; a copy is independent of what it was made of. */
static bool pt_checked_step(State *s, Random *random) {
    uint64_t before = g_hash(s);
    Move move, again;
    Random same = *random;
    bool found = pt_random_move(s, random, &move);
    pt_check(g_hash(s) == before, "listing moves leaves the position as it is");
    pt_check(found == pt_random_move(s, &same, &again), "the same moves are found twice");
    if (!found) return false;
    pt_check(move.kind == again.kind && move.from == again.from && move.to == again.to,
             "the same moves are listed twice");
    State copy;
    g_copy(&copy, s);
    g_play(&copy, move);
    pt_check(g_hash(s) == before, "playing on a copy leaves the original as it is");
    g_play(s, move);
    pt_check(g_hash(s) == g_hash(&copy), "a move does the same on a copy");
    pt_renew_chance(s, random);
    return true;
}

int main(int count, char **words) {
    int games = count > 1 ? atoi(words[1]) : 100, most = count > 2 ? atoi(words[2]) : 2000;
    Random random = pt_seeded(count > 3 ? (uint64_t)atoi(words[3]) : 1);
    unsigned long long moves = 0, over = 0;
    for (int k = 0; k < games; k++) {
        State s;
        pt_begin(&s, &random);
        for (int played = 0; played < most && !s.over && pt_checked_step(&s, &random); played++) moves++;
        over += s.over;
    }
    Totals totals;
    memset(&totals, 0, sizeof totals);
    pt_playouts(NULL, 7, (uint64_t)games, (uint32_t)most, 0, &totals);
    pt_check(totals.playouts == (uint64_t)games, "all playouts are counted");
    printf("{\"games\": %d, \"moves\": %llu, \"finished\": %llu}\n", games, moves, over);
    return 0;
}
#endif
