/* The state of a game, and what is known of its moves: a stand-in for what is written for each game, so that editors
 * and checks can read the runtime. It is part of no unit. */
#pragma once
#include "base.h"

#define PT_CAPTURED 1
#define PT_NUMBER int
#define PT_PLAYERS 2
#define PT_RANKS 3
#define PT_DRAWS 1
#define PT_START_DRAWS 1
#define PT_REBUILDS 1

typedef struct {
    uint64_t chance, pieces[3];
    int8_t ranks[PT_RANKS];
    uint8_t mover, over;
} State;
