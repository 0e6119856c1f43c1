/* Numbers of actions, observations and dice of a game: a stand-in for what is written for each game, so that editors
 * and checks can read the runtime. It is part of no unit. */
#pragma once
#include "stand_in/rules.h"

#define PTB_ACTIONS 9
#define PTB_HASHED 1
#define PTB_PLANES 2
#define PTB_WIDTH 9
#define PTB_MASK 127
#define PTB_SHOWS_DICE 1
#define PTB_DICE 2
#define PTB_WAYS 1
#define PTB_HIDES 1

typedef int8_t Cell;

static const Move t_moves[PTB_ACTIONS];
static const uint8_t t_die_faces[PTB_DICE];
static int32_t g_action(Move move);
static int32_t g_action_and_way(Move move);
static void g_observe(const State *s, uint32_t looks, Cell *out);
static int g_face(const State *s, int die);
static void g_turn(State *s, int die, int face);
static void g_hide(State *s, uint32_t player);
static void g_returns(const State *s, float *r);
static uint8_t g_player(const State *s);
