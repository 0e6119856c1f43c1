/* The choice of a random move, and the end of a game by filling its board: a stand-in for what is written for each
 * game, so that editors and checks can read the runtime. It is part of no unit. */
#pragma once
#include "choose.h"
#include "left.h"

#define PT_FILLS 1
#define PT_FILLS_ALWAYS 1
#define PT_READY_TO_FILL(s) ((s)->over)

static uint32_t g_list_left(const State *s, Site *site);
static bool g_play_random(State *s, Random *random, Left *left);
static void g_fill(State *s, Random *random, Left *left);
