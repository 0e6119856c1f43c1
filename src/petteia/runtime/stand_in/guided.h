/* The choice of a move that features like: a stand-in for what is written for each game, so that editors
 * and checks can read the runtime. It is part of no unit. */
#pragma once
#include "feature_policy.h"

static bool g_play_guided(State *s, Random *random, PlayoutState *going, Left *left, Form form);
static void g_fill_guided(State *s, Random *random, PlayoutState *going, Left *left, Form form);
