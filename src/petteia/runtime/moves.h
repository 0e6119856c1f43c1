/* A move: which rule made it, its sites, and the values that its kind captures. */
#pragma once
#include "stand_in/state.h"

typedef struct {
    uint16_t kind;
    int16_t from, to, x[PT_CAPTURED];
} Move;

_Static_assert(sizeof(Move) == 6 + 2 * PT_CAPTURED, "Move has another size in Python");

/* A list of moves. All are counted; those from number `first` on are written while there is room. */
typedef struct {
    Move *moves;
    uint32_t count, first, room;
} Moves;

/* Makes room for all moves of a list that did not fit, and empties it; false if they did. */
static inline bool pt_make_room(Moves *list, const Move *first_room) {
    if (list->count <= list->room) return false;
    if (list->moves != first_room) free(list->moves);
    list->moves = malloc(list->count * sizeof(Move));
    if (!list->moves) pt_fail();
    list->room = list->count, list->count = 0;
    return true;
}

/* An effect that waits until all of its list are found. It never leaves the rules, and may capture any number. */
typedef struct {
    uint16_t kind;
    int16_t from, to;
    PT_NUMBER x[PT_CAPTURED];
} Effect;

/* A list of effects. All are counted; they are written while there is room. */
typedef struct {
    Effect *effects;
    uint32_t count, room;
} Effects;

/* Makes room for all effects of a list that did not fit, and empties it; false if they did. */
static inline bool pt_make_room_for_effects(Effects *list, const Effect *first_room) {
    if (list->count <= list->room) return false;
    if (list->effects != first_room) free(list->effects);
    list->effects = malloc(list->count * sizeof(Effect));
    if (!list->effects) pt_fail();
    list->room = list->count, list->count = 0;
    return true;
}

static inline void pt_note(Effects *out, Effect effect) {
    uint32_t at = out->count++;
    if (at < out->room) out->effects[at] = effect;
}

static inline void pt_emit(Moves *out, Move move) {
    uint32_t at = out->count++ - out->first;
    if (at < out->room) out->moves[at] = move;
}
