/* The rules of a game: a stand-in for what is written for each game, so that editors
 * and checks can read the runtime. It is part of no unit. */
#pragma once
#include "moves.h"

#define PT_PICKS 1
#define PT_SHRINKS 1
#define PT_TESTS 1
#define PT_LONG 0
#define PT_MOST_LEFT (9 + 7)
#define PT_DRAWN_TOGETHER 16
#define PT_GUIDED_SITES 9
#define PT_GUIDED_WORDS 1

typedef uint8_t Site;

static void g_copy(State *to, const State *from);
static void g_initialise(State *s);
static void g_start(State *s);
static void g_rebuild(State *s);
static void g_list_moves(State *s, Moves *out);
static void g_list_candidates(State *s, Moves *out);
static void g_play(State *s, Move move);
static bool g_try(State *s, Move move);
static uint64_t g_hash(const State *s);
static void g_read_owned(const State *s, uint64_t owned[2][PT_GUIDED_WORDS]);
static bool g_owns_others(const State *s, uint64_t owned[2][PT_GUIDED_WORDS]);
