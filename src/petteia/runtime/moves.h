
/* A move: which rule made it, its sites, and the values that its kind captures. */
typedef struct {
    uint16_t kind;
    int16_t from, to, x[PT_CAPTURED];
} Move;

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

static inline void pt_emit(Moves *out, Move move) {
    uint32_t at = out->count++ - out->first;
    if (at < out->room) out->moves[at] = move;
}
