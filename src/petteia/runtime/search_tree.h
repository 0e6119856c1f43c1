/* The tree: nodes for positions that were entered at least twice, with their moves and what was seen of those that
 * were tried. A position that was met once is only a slot of its parent.
 *
 * The moves of a node lie in one array. Those that were tried come first, in the order in which they were tried; so the
 * numbers of slots and of moves agree. Moves that are known to lose from the start come last. */
#pragma once
#include "search_memory.h"

typedef struct {
    uint32_t slots; /* the block of slots, see `Slots` */
    uint32_t moves; /* all moves, one after the other */
    union {
        uint32_t extra; /* PUCT: the probability of each move, once asked for; GRAVE: the table of what followed */
        uint32_t next; /* plain search, once all moves were tried: the slot to visit next */
    };
    uint32_t count, lost; /* moves, and how many of them, the last ones, lose at once */
    uint32_t tried, visits; /* moves that were tried, and how often all together */
    uint16_t capacity; /* for so many slots */
    uint8_t size; /* the number of the capacity */
    uint8_t lock, mover, flags;
    uint32_t next_child; /* plain search: the node behind the slot to visit next */
    union {
        double total; /* PUCT: the sum of the returns of all moves */
        uint64_t next_move; /* plain search, if moves have 8 bytes: the move of the slot to visit next */
    };
} Node;

/* DECISIVE: the first move wins at once; ARRANGED: see `select_puct`; FULL: all moves were tried that are not lost;
 * SHARED: see `search_together.h`. */
enum { LISTED = 1, DECISIVE = 2, ARRANGED = 4, FULL = 8, SHARED = 16, MOST_SLOTS = 0xffff };

/* The record of a move: the sum of the returns of who moves, visits, and the node behind, 0 while there is none. */
typedef struct {
    double sum;
    uint32_t visits, child;
} Seen;

/* The moves that were tried: arrays, so that the bounds of several are computed at once. */
typedef struct {
    double *mean; /* what bounds are made of: the mean return, but far below for moves proven to lose */
    double *root; /* one over the square root of the visits; PUCT: the probability over one more than the visits */
    Seen *seen;
    uint8_t *proven; /* for who moves */
} Slots;

enum { BYTES_OF_SLOT = 2 * sizeof(double) + sizeof(Seen) + 1, MOST_DEPTH = 4096, NODE_LIST = EXACT_LISTS - 1 };
static const double BEYOND = 1e9; /* outweighs every bound */

/* The sizes of blocks of slots: 2, 4, 8, 12, 16, 24, ...; all but the first hold whole vectors. */
static uint32_t capacity_of(uint32_t number) {
    return number < 4 ? number == 3 ? 8 : 2 * number : class_size(number + 3);
}
static uint64_t words_of_slots(uint32_t capacity) { return ((uint64_t)capacity * BYTES_OF_SLOT + 7) / 8; }
static uint64_t words_of_moves(uint32_t move_size, uint32_t count) { return ((uint64_t)move_size * count + 7) / 8; }

static inline Slots slots_at(uint8_t *block, uint32_t capacity) {
    double *mean = (double *)block;
    Seen *seen = (Seen *)(mean + 2 * (size_t)capacity);
    return (Slots){mean, mean + capacity, seen, (uint8_t *)(seen + capacity)};
}

/* -- the search --------------------------------------------------------------------------------------------------- */

enum { UCB = 0, PUCT = 1, GRAVE = 2 }; /* how children are selected */
enum { UNIFORM = 0, BY_POLICY = 1, BY_AVERAGE = 2 }; /* how playouts are played; BY_AVERAGE is MAST */

/* A policy that plays whole playouts by itself, given the latest move. */
typedef struct {
    uint32_t (*play)(void *self, void *state, const void *last, uint64_t seed, uint32_t most);
    void *self;
} Playing;

/* The parameters of a search, as the Python side fills them in. */
typedef struct {
    double exploration;
    double unvisited; /* PUCT: the value of a move that was not tried; below -BEYOND: the mean of its siblings */
    double uniform_share; /* PUCT: the share of the uniform distribution in the probabilities */
    double epsilon; /* playouts by policy or average: the share of uniformly drawn moves */
    double temperature, cap; /* playouts by policy: see `sampling.h` */
    double bias; /* GRAVE */
    uint64_t seed;
    uint64_t memory; /* bytes */
    Policy prior, playout_policy;
    Evaluation evaluation;
    uint32_t selection, playout, playout_moves, threads;
    uint32_t evaluated_at; /* PUCT: the policy is asked when a node is entered so often */
    uint32_t guided_moves; /* playouts by policy: after so many moves they go on uniformly */
    uint32_t reference; /* GRAVE: visits that a table needs to be used */
    uint32_t expands_by_policy; /* the first move behind a leaf is drawn from the policy */
    uint32_t solves, decisive, anti_decisive;
    uint32_t drawing; /* playouts by policy: see `Drawing` */
    uint32_t lists_legal; /* the policy of playouts is asked about legal moves only */
    uint32_t prior_is_told, playout_is_told; /* these policies are told the latest move, too: see `ask_policy` */
    Playing playing;
} Settings;

typedef struct {
    uint64_t key;
    double sum;
    uint64_t visits;
} Average;

typedef struct {
    Game game;
    Settings set;
    Memory memory;
    uint8_t *root_state, *root_last; /* root_last: the move that led to the root */
    bool knows_last;
    uint32_t root; /* its node */
    uint8_t root_proof; /* for who moves there */
    bool solves, shared; /* shared: several threads work on the tree */
    bool records; /* MAST and GRAVE: which moves a playout plays */
    bool reads_board; /* GRAVE: from the last position, where it tells who played where */
    bool plain; /* see `search_plain.h` and `search_together.h` */
    uint64_t iterations, nodes, moves; /* nodes: moves that were tried; moves: all that were listed */
    Average *averages; /* MAST */
    int32_t stop;
    uint64_t looked, looks, found; /* nodes at which looking ahead was thought of, done, and of use */
} Search;

/* A step of an iteration: from a node by a move of a player. */
typedef struct {
    uint32_t node, slot, player;
} Step;

/* The same for plain search, with the places that the way back needs. */
typedef struct {
    Node *node;
    Seen *seen;
    uint32_t slot, player;
} PlainStep;

/* A move of an iteration: its key, and who played it. */
typedef struct {
    uint32_t key, player;
} Later;

/* The state of one thread. */
typedef struct {
    Search *search;
    uint64_t random;
    uint8_t *state, *trial, *second; /* states */
    uint8_t *listed, *replies; /* moves */
    float *scores; /* of the listed moves */
    uint32_t *places; /* where they are in a node */
    uint32_t room, reply_room; /* for so many moves */
    uint8_t *played; /* moves of the playout, where they are needed */
    uint8_t *played_by;
    uint32_t played_count, played_room;
    Later *later; /* GRAVE: all moves of an iteration, once it is over */
    uint32_t later_count, later_room;
    Sampler sampler; /* of playouts by policy, and of those that are recorded */
    uint8_t *last; /* the latest move */
    bool knows_last;
    Step *path; /* up to MOST_DEPTH of them */
    PlainStep *steps; /* plain search: its path */
    uint32_t depth;
    Search own; /* plain search by several threads: on what this one has on lease */
    bool has_lease;
} Worker;

static inline Node *node_at(const Search *s, uint32_t place) { return at_place(&s->memory, place); }
static inline uint8_t *moves_of(const Search *s, const Node *node) { return at_place(&s->memory, node->moves); }
static inline uint8_t *move_of(const Search *s, const Node *node, uint32_t k) {
    return moves_of(s, node) + (size_t)k * s->game.move_size;
}
static inline Slots slots_of(const Search *s, const Node *node) {
    return slots_at(at_place(&s->memory, node->slots), node->capacity);
}
static inline float *priors_of(const Search *s, const Node *node) { return at_place(&s->memory, node->extra); }

/* A new node, 0 if the memory is full. */
static uint32_t new_node(Search *s) {
    uint32_t place = take_exact(&s->memory, NODE_LIST, (sizeof(Node) + 7) / 8);
    if (place) *node_at(s, place) = (Node){0};
    return place;
}

static inline bool same_move(const uint8_t *a, const uint8_t *b, uint32_t size) {
    return size == 8 ? *(const uint64_t *)a == *(const uint64_t *)b : !memcmp(a, b, size);
}

static inline void swap_bytes(uint8_t *a, uint8_t *b, uint32_t size) {
    if (size == 8) {
        uint64_t kept_word = *(uint64_t *)a;
        *(uint64_t *)a = *(uint64_t *)b, *(uint64_t *)b = kept_word;
        return;
    }
    for (uint32_t k = 0; k < size; k++) {
        uint8_t kept_byte = a[k];
        a[k] = b[k], b[k] = kept_byte;
    }
}

static inline void swap_moves(const Search *s, const Node *node, uint32_t a, uint32_t b) {
    swap_bytes(move_of(s, node, a), move_of(s, node, b), s->game.move_size);
    if (s->set.selection != GRAVE && !s->plain && node->extra) {
        float *priors = priors_of(s, node), kept_prior = priors[a];
        priors[a] = priors[b], priors[b] = kept_prior;
    }
}

/* Makes room for more slots; false if the memory is full. Those that are not in use can be no maximum. */
NEVER_INLINE bool grow_slots(Search *s, Node *node) {
    uint32_t size = node->size + 1u, capacity = capacity_of(size), n = node->tried;
    uint32_t place = capacity <= MOST_SLOTS ? take_exact(&s->memory, size, words_of_slots(capacity)) : 0;
    if (!place) return false;
    Slots to = slots_at(at_place(&s->memory, place), capacity);
    if (n) {
        Slots from = slots_of(s, node);
        for (uint32_t k = 0; k < n; k++) /* few at first: a call for each array would take longer */
            to.mean[k] = from.mean[k], to.root[k] = from.root[k], to.seen[k] = from.seen[k],
            to.proven[k] = from.proven[k];
        give_exact(&s->memory, node->size, node->slots);
    }
    for (uint32_t k = n; k < capacity; k++) to.mean[k] = -2 * BEYOND, to.root[k] = 0;
    node->slots = place, node->size = (uint8_t)size, node->capacity = (uint16_t)capacity;
    return true;
}

/* Turns an untried move into the next slot; NOTHING if the memory is full. */
static inline uint32_t try_move(Search *s, Node *node, uint32_t k) {
    if (node->tried == node->capacity && !grow_slots(s, node)) return NOTHING;
    uint32_t slot = node->tried++;
    node->flags |= node->tried >= node->count - node->lost ? FULL : 0;
    swap_moves(s, node, slot, k);
    Slots slots = slots_of(s, node);
    slots.mean[slot] = slots.root[slot] = 0, slots.seen[slot] = (Seen){0}, slots.proven[slot] = OPEN;
    if (s->shared) ADD(&s->nodes, 1);
    else s->nodes++;
    return slot;
}

/* -- quick values of small integers -------------------------------------------------------------------------------- */

enum { QUICK = 1 << 14 };
static double quick_root[QUICK], quick_spread[QUICK];

static void fill_quick(void) {
    if (quick_root[1] != 0) return;
    for (uint32_t n = 2; n < QUICK; n++) quick_root[n] = 1 / sqrt(n), quick_spread[n] = sqrt(log(n));
    quick_root[1] = 1;
}

static inline double one_over_root(uint32_t n) { return n < QUICK ? quick_root[n] : 1 / sqrt(n); }
static inline double root_of_log(uint32_t n) { return n < QUICK ? quick_spread[n] : sqrt(log(n)); }

/* Adds visits and a return to a slot. */
ALWAYS_INLINE void add_to_slot(const Slots *slots, uint32_t slot, uint32_t visits, double value, bool solves) {
    Seen *seen = &slots->seen[slot];
    uint32_t n = seen->visits + visits;
    double sum = seen->sum + value;
    slots->mean[slot] = solves && slots->proven[slot] == LOST ? -BEYOND : sum / n;
    slots->root[slot] = one_over_root(n);
    seen->visits = n, seen->sum = sum;
}

/* -- moves of a position ------------------------------------------------------------------------------------------ */

/* Lists the legal moves of a position; the room for them grows as needed. */
static uint32_t list_moves(const Game *game, uint8_t *state, uint8_t **moves, uint32_t *room) {
    for (;;) {
        uint32_t count = game->moves(state, *moves, *room);
        if (count <= *room) return count;
        uint8_t *larger = realloc(*moves, (size_t)count * game->move_size);
        if (!larger) return *room;
        *moves = larger, *room = count;
    }
}

/* Lists the moves at the worker's state, with room for scores of them. */
static uint32_t list_here(Worker *w) {
    uint32_t before = w->room, count = list_moves(&w->search->game, w->state, &w->listed, &w->room);
    if (w->room > before) {
        float *scores = realloc(w->scores, w->room * sizeof *scores);
        if (scores) w->scores = scores;
        uint32_t *places = realloc(w->places, w->room * sizeof *places);
        if (places) w->places = places;
        if (!scores || !places) return w->room = before;
    }
    return count;
}

/* Lists the moves of a position where they are to stay, behind all that is in use; returns how many, 0 if this cannot
 * be done: several threads use that place, other places are to be used first, or there is not room for enough moves. */
static uint32_t list_in_place(const Worker *w, Node *node) {
    Search *s = w->search;
    Memory *m = &s->memory;
    if (m->shared || m->has_spare || m->most - m->used < words_of_moves(s->game.move_size, w->room)) return 0;
    uint32_t count = s->game.moves(w->state, at_place(m, (uint32_t)m->used), w->room);
    if (count > w->room) return 0;
    node->moves = take_new(m, words_of_moves(s->game.move_size, count));
    return count;
}

/* Gives a node the moves of its position. */
static bool list_into_node(Worker *w, Node *node) {
    Search *s = w->search;
    uint32_t count = list_in_place(w, node);
    if (!count) {
        count = list_here(w);
        if (!count) return false;
        node->moves = take_words(&s->memory, words_of_moves(s->game.move_size, count));
        if (!node->moves) return false;
        memcpy(moves_of(s, node), w->listed, (size_t)count * s->game.move_size);
    }
    node->count = count;
    node->mover = (uint8_t)player_to_move(&s->game, w->state);
    node->flags |= LISTED;
    if (s->shared) ADD(&s->moves, count);
    else s->moves += count;
    return true;
}

/* In games of chance the moves of a position depend on what was drawn: those that are new are added. */
static bool add_to_node(Worker *w, Node *node, uint32_t count) {
    Search *s = w->search;
    uint32_t size = s->game.move_size, known = node->count;
    for (uint32_t k = 0; k < count; k++) {
        const uint8_t *move = w->listed + (size_t)k * size;
        uint32_t at = 0;
        while (at < known && !same_move(move_of(s, node, at), move, size)) at++;
        if (at < known) continue;
        uint64_t before = words_of_moves(size, node->count);
        uint32_t place = take_words(&s->memory, words_of_moves(size, node->count + 1));
        if (!place) return false;
        memcpy(at_place(&s->memory, place), moves_of(s, node), (size_t)node->count * size);
        if (node->count) give_words(&s->memory, node->moves, before);
        node->moves = place;
        memcpy(move_of(s, node, node->count++), move, size);
        node->flags &= (uint8_t)~FULL;
        if (s->shared) ADD(&s->moves, 1);
        else s->moves++;
    }
    node->mover = (uint8_t)player_to_move(&s->game, w->state);
    return true;
}
