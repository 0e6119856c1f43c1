
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

static inline void pt_emit(Moves *out, Move move) {
    uint32_t at = out->count++ - out->first;
    if (at < out->room) out->moves[at] = move;
}
