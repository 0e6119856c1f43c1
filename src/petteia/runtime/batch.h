#pragma once
#include "batch_base.h"

/* -- many states at once: all memory is the caller's ---------------------------------------------------------- */

enum { PTB_NEXT_STEP, PTB_SAME_STEP, PTB_DISABLED };
enum { PTB_FINE, PTB_NO_ACTION, PTB_ILLEGAL, PTB_FINISHED, PTB_UNNUMBERED };

typedef struct {
    State *states;
    uint64_t *random; /* the generator of each state */
    const uint64_t *chance; /* streams of chance that the caller chose, or NULL */
    Cell *observations, *final_observations;
    uint8_t *masks;
    float *rewards;
    uint8_t *done, *mover;
    Move *moves; /* the legal moves of each state, `room` each, or NULL: then they are listed again */
    uint16_t *counts;
    uint8_t *ways; /* which of its moves the number of an action stands for in each state, or NULL */
    uint32_t room, mode;
    uint64_t where; /* the state that an error is about */
} Batch;

#define PTB_ROOM 1024

/* The number of each legal move of a list; where numbers are hashes, a number that is taken leads to the next. */
static inline int32_t ptb_number(Move move, uint8_t *mask) {
    int32_t number = g_action(move);
#if PTB_HASHED
    while (mask[number] == 2) number = number + 1 == PTB_ACTIONS ? 0 : number + 1;
#else
    (void)mask;
#endif
    return number;
}

/* Lists the legal moves; the memory on the stack does for most states. */
static inline const Move *ptb_list(State *s, Move *room, uint32_t *count) {
    Moves list = {room, 0, 0, PTB_ROOM};
    g_list_moves(s, &list);
    if (list.count > PTB_ROOM) {
        Move *more = malloc(list.count * sizeof(Move));
        if (!more) pt_fail();
        Moves again = {more, 0, 0, list.count};
        g_list_moves(s, &again);
        *count = again.count;
        return more;
    }
    *count = list.count;
    return list.moves;
}

#if PTB_SHOWS_DICE
/* The faces that dice are left with by the first legal move under a stream of chance. */
static void ptb_left(const State *s, uint64_t chance, int *faces) {
    State now;
    Move room[PTB_ROOM];
    uint32_t count;
    g_copy(&now, s);
    now.chance = chance;
    const Move *moves = ptb_list(&now, room, &count);
    g_play(&now, moves[0]);
    if (moves != room) free((void *)moves);
    for (int die = 0; die < PTB_DICE; die++) faces[die] = g_face(&now, die);
}

static uint64_t ptb_stream(const int *faces, uint64_t chance) {
    uint64_t begin = 0, scale = 1;
    for (int die = 0; die < PTB_DICE; die++) begin += (uint64_t)faces[die] * scale, scale *= t_die_faces[die];
    return (chance % (~0ull / scale)) * scale + begin;
}

/* Turns the dice to what the legal moves go by, if a roll comes before them: then streams that begin otherwise leave
 * other faces, just those that they begin with. */
static void ptb_show_dice(const State *s, State *shown) {
    int faces[PTB_DICE], others[PTB_DICE], left[PTB_DICE];
    g_copy(shown, s);
    if (s->over) return;
    ptb_left(s, s->chance, faces);
    for (int die = 0; die < PTB_DICE; die++) others[die] = (faces[die] + 1) % t_die_faces[die];
    ptb_left(s, ptb_stream(others, s->chance), left);
    for (int die = 0; die < PTB_DICE; die++)
        if (left[die] != others[die]) return;
    ptb_left(s, ptb_stream(faces, s->chance), left);
    for (int die = 0; die < PTB_DICE; die++)
        if (left[die] != faces[die]) return;
    for (int die = 0; die < PTB_DICE; die++) g_turn(shown, die, faces[die]);
}
#endif

/* Writes what a player sees of a state: dice as they will lie, and nothing that is hidden from him. */
static inline void ptb_observe_one(const State *s, uint32_t player, Cell *out) {
#if PTB_SHOWS_DICE || PTB_HIDES
    State shown;
#if PTB_SHOWS_DICE
    ptb_show_dice(s, &shown);
#else
    g_copy(&shown, s);
#endif
#if PTB_HIDES
    g_hide(&shown, player);
#endif
    g_observe(&shown, player - 1, out);
#else
    g_observe(s, player - 1, out);
#endif
}

/* Marks the legal moves in a mask, and notes which of its moves each number stands for. The pointers are local:
 * whatever is written through a pointer to bytes might otherwise change all that they are read from. */
static inline int ptb_mark(const Move *moves, uint32_t count, uint8_t *mask, uint8_t *ways) {
    int fine = PTB_FINE;
#if PTB_WAYS > 1
    uint8_t unused[PTB_ACTIONS];
    if (!ways) ways = unused;
    for (uint32_t k = 0; k < count; k++) {
        int32_t both = g_action_and_way(moves[k]);
        if (both < 0) {
            fine = PTB_UNNUMBERED;
            continue;
        }
        ways[both & 0xffff] = (uint8_t)(both >> 16);
        mask[both & 0xffff] = 1;
    }
#else
    (void)ways;
    for (uint32_t k = 0; k < count; k++) {
        int32_t number = ptb_number(moves[k], mask);
        if (number < 0) fine = PTB_UNNUMBERED;
        else mask[number] = PTB_HASHED ? 2 : 1;
    }
#endif
#if PTB_HASHED
    for (uint32_t k = 0; k < PTB_ACTIONS; k++) mask[k] = mask[k] != 0;
#endif
    return fine;
}

/* Writes all that is said of a state: its legal moves, how it looks, who is to move, whether it is over. */
static inline int ptb_show(Batch *b, uint64_t i) {
    State *s = b->states + i;
    uint8_t *mask = b->masks ? b->masks + i * PTB_ACTIONS : NULL, *ways = b->ways ? b->ways + i * PTB_ACTIONS : NULL;
    Move *kept = b->moves ? b->moves + i * b->room : NULL;
    Cell *seen = b->observations ? b->observations + i * (uint64_t)(PTB_PLANES * PTB_WIDTH) : NULL;
    int fine = PTB_FINE;
    b->mover[i] = g_player(s);
    b->done[i] = (uint8_t)(s->over != 0);
    if (kept) b->counts[i] = 0;
    if (mask) memset(mask, 0, PTB_ACTIONS);
    if (ways) memset(ways, 255, PTB_ACTIONS);
    if (!s->over && (mask || kept)) {
        Move room[PTB_ROOM];
        uint32_t count;
        const Move *moves = ptb_list(s, room, &count);
        if (mask) fine = ptb_mark(moves, count, mask, ways);
        if (kept && count <= b->room) {
            memcpy(kept, moves, count * sizeof(Move));
            b->counts[i] = (uint16_t)count;
        }
        if (moves != room) free((void *)moves);
    }
    if (seen) ptb_observe_one(s, (uint32_t)s->mover, seen);
    if (fine) b->where = i;
    return fine;
}

static inline uint64_t ptb_chance(Batch *b, uint64_t i) { return b->chance ? b->chance[i] : ptb_next(b->random + i); }

static State ptb_fresh; /* the initial values of all fields: a copy of it leaves lists alone that are empty */

PT_EXPORT void ptb_prepare(void) { g_initialise(&ptb_fresh); }

static inline void ptb_begin(Batch *b, uint64_t i) {
    State *s = b->states + i;
    g_copy(s, &ptb_fresh);
#if PT_DRAWS
    s->chance = ptb_next(b->random + i);
    g_start(s);
    s->chance = ptb_chance(b, i);
#else
    uint64_t spent = ptb_next(b->random + i) ^ ptb_chance(b, i);
    (void)spent;
    g_start(s);
#endif
}

/* Starts games anew, those that are marked or all; each state goes on with its own generator. */
PT_EXPORT int ptb_reset(Batch *b, uint64_t from, uint64_t to, const uint8_t *marked) {
    int fine = PTB_FINE;
    for (uint64_t i = from; i < to; i++) {
        if (marked && !marked[i]) continue;
        ptb_begin(b, i);
        for (int p = 0; p < PT_PLAYERS; p++) b->rewards[i * PT_PLAYERS + (uint64_t)p] = 0;
        int one = ptb_show(b, i);
        if (one) fine = one;
    }
    return fine;
}

/* Says anew what states look like, after they were changed from outside. */
PT_EXPORT int ptb_refresh(Batch *b, uint64_t from, uint64_t to) {
    int fine = PTB_FINE;
    for (uint64_t i = from; i < to; i++) {
        int one = ptb_show(b, i);
        if (one) fine = one;
    }
    return fine;
}

#if PTB_WAYS
/* The legal move that has a number, if tables tell; masks or ways have shown that it is legal. */
static inline bool ptb_known(const Batch *b, uint64_t i, int64_t action, Move *move) {
    uint64_t row = (uint64_t)((b->states[i].mover - 1) * PTB_ACTIONS + action), way = 0;
#if PTB_WAYS > 1
    way = b->ways ? b->ways[i * PTB_ACTIONS + (uint64_t)action] : 255;
    if (way == 255) return false;
#else
    if (!b->masks) return false;
#endif
    *move = t_moves[row * PTB_WAYS + way];
    return move->kind != 0xffff;
}
#endif

/* The legal move that has a number; false if there is none. */
static inline bool ptb_decode(Batch *b, uint64_t i, int64_t action, Move *move) {
    Move room[PTB_ROOM];
    uint32_t count = b->moves ? b->counts[i] : 0;
    const Move *moves = b->moves ? b->moves + i * b->room : NULL, *listed = NULL;
    if (!count) moves = listed = ptb_list(b->states + i, room, &count);
    bool found = false;
#if PTB_HASHED
    static __thread uint8_t taken[PTB_ACTIONS];
    memset(taken, 0, sizeof taken);
    for (uint32_t k = 0; k < count && !found; k++) {
        int32_t number = ptb_number(moves[k], taken);
        taken[number] = 2;
        if (number == action) *move = moves[k], found = true;
    }
#else
    for (uint32_t k = 0; k < count; k++)
        if (g_action(moves[k]) == action) {
            *move = moves[k], found = true;
            break;
        }
#endif
    if (listed && listed != room) free((void *)listed);
    return found;
}

/* True if an action is legal: as its mask says, or, in batches without masks, if a move has its number. */
static inline bool ptb_allowed(Batch *b, uint64_t i, int64_t action) {
    Move move;
    return b->masks ? b->masks[i * PTB_ACTIONS + (uint64_t)action] : ptb_decode(b, i, action, &move);
}

/* Checks that all actions can be played; nothing is changed. Actions of finished states do not count where those begin
 * anew by themselves. */
PT_EXPORT int ptb_check(Batch *b, const int64_t *actions, uint64_t from, uint64_t to) {
    for (uint64_t i = from; i < to; i++) {
        b->where = i;
        if (b->states[i].over) {
            if (b->mode == PTB_DISABLED && actions[i] >= 0) return PTB_FINISHED;
            continue;
        }
        if (actions[i] < 0 || actions[i] >= PTB_ACTIONS) return PTB_NO_ACTION;
        if (!ptb_allowed(b, i, actions[i])) return PTB_ILLEGAL;
    }
    return PTB_FINE;
}

static inline int ptb_step_one(Batch *b, uint64_t i, int64_t action) {
    State *s = b->states + i;
    float *rewards = b->rewards + i * PT_PLAYERS;
    for (int p = 0; p < PT_PLAYERS; p++) rewards[p] = 0;
    if (s->over) {
        if (b->mode == PTB_DISABLED) return PTB_FINE;
        ptb_begin(b, i);
        return ptb_show(b, i);
    }
    Move move;
#if PTB_WAYS
    if (!ptb_known(b, i, action, &move))
#endif
        if (!ptb_decode(b, i, action, &move)) return b->where = i, PTB_ILLEGAL;
    g_play(s, move);
#if PT_DRAWS
    s->chance = ptb_chance(b, i);
#else
    b->random[i] += b->chance ? 0 : 0x9e3779b97f4a7c15ull;
#endif
    if (!s->over) return ptb_show(b, i);
    g_returns(s, rewards);
    if (b->mode != PTB_SAME_STEP) return ptb_show(b, i);
    if (b->final_observations)
        ptb_observe_one(s, (uint32_t)s->mover, b->final_observations + i * (uint64_t)(PTB_PLANES * PTB_WIDTH));
    ptb_begin(b, i);
    int fine = ptb_show(b, i);
    b->done[i] = 1;
    return fine;
}

/* Checks all actions, and plays them if all are legal. */
PT_EXPORT int ptb_check_and_step(Batch *b, const int64_t *actions, uint64_t from, uint64_t to) {
    int fine = ptb_check(b, actions, from, to);
    for (uint64_t i = from; i < to && !fine; i++) fine = ptb_step_one(b, i, actions[i]);
    return fine;
}

/* Plays an action in each state. Call ptb_check first: an action that is not legal stops here. */
PT_EXPORT int ptb_step(Batch *b, const int64_t *actions, uint64_t from, uint64_t to) {
    for (uint64_t i = from; i < to; i++) {
        int fine = ptb_step_one(b, i, actions[i]);
        if (fine) return fine;
    }
    return PTB_FINE;
}

/* Checks and plays an action in one state. */
PT_EXPORT int ptb_step_single(Batch *b, int64_t action, uint64_t i) {
    b->where = i;
    if (b->states[i].over) return PTB_FINISHED;
    if (action < 0 || action >= PTB_ACTIONS) return PTB_NO_ACTION;
    if (!ptb_allowed(b, i, action)) return PTB_ILLEGAL;
    return ptb_step_one(b, i, action);
}

/* Plays a uniformly random legal action in each state, as a measure of the rules alone. */
PT_EXPORT uint64_t ptb_rules(Batch *b, uint64_t from, uint64_t to, uint64_t steps, uint64_t seed) {
    Random random = pt_seeded(seed);
    uint64_t done = 0;
    for (uint64_t k = 0; k < steps; k++)
        for (uint64_t i = from; i < to; i++) {
            State *s = b->states + i;
            if (s->over) {
                ptb_begin(b, i);
                continue;
            }
            Move room[PTB_ROOM];
            uint32_t count;
            const Move *moves = ptb_list(s, room, &count);
            Move move = moves[pt_below(&random, count)];
            if (moves != room) free((void *)moves);
            g_play(s, move);
#if PT_DRAWS
            s->chance = ptb_next(b->random + i);
#endif
            done++;
        }
    return done;
}

/* A legal action of each state at random, 0 where there is none: for measures and for whoever wants one. */
PT_EXPORT void ptb_choose(const Batch *b, int64_t *actions, uint64_t from, uint64_t to, uint64_t seed) {
    Random random = pt_seeded(seed);
    for (uint64_t i = from; i < to; i++) {
        const uint8_t *mask = b->masks + i * PTB_ACTIONS;
        uint32_t count = 0;
        for (uint32_t k = 0; k < PTB_ACTIONS; k++) count += mask[k];
        actions[i] = 0;
        if (!count) continue;
        uint32_t wanted = pt_below(&random, count), k = 0;
        while (!mask[k] || wanted--) k++;
        actions[i] = k;
    }
}

PT_EXPORT void ptb_observe(const State *s, uint32_t player, Cell *out) { ptb_observe_one(s, player, out); }
PT_EXPORT uint32_t ptb_ways(void) { return PTB_WAYS; }
PT_EXPORT uint32_t ptb_state_size(void) { return sizeof(State); }
PT_EXPORT uint32_t ptb_move_size(void) { return sizeof(Move); }
