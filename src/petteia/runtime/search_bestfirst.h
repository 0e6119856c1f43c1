/* Unbounded best-first minimax with completion (Cohen-Solal), for two players and games without chance.
 *
 * The tree grows along the line that both sides like best so far: from the root to a position whose moves were not
 * looked at, all of which are then valued, by the quiet search where pieces are known. Ends of games are certain, and
 * so is what follows from them; lines that are certain are not followed any more. Values are those of the first player.
 */
#pragma once
#include "search_deepen.h"

typedef struct {
    float value;
    uint32_t visits; /* how often the way down went through it */
    uint32_t first, count; /* its children: `count` from `first` on; none while they were not looked at */
    uint16_t distance; /* once it is certain: moves to the end */
    int8_t certain; /* for the first player: -1 lost, 0 drawn or open, 1 won */
    uint8_t is_certain, player; /* player: who moves */
} Leaf;

typedef struct {
    Game game;
    AlphaBeta *quiet; /* values positions */
    Leaf *leaves; /* 0 is the root */
    uint8_t *moves; /* that led to each */
    uint8_t *state, *after, *root, *listed;
    uint32_t capacity, used, room, depth;
    uint32_t path[MOST_DEPTH];
    uint64_t random, expanded;
    int32_t stop;
    bool is_full;
} BestFirst;

static inline uint8_t *move_to(const BestFirst *s, uint32_t leaf) {
    return s->moves + (size_t)leaf * s->game.move_size;
}

/* True if one child is better than another for a side (1 or -1): by what is certain, then by value. */
static inline bool is_better(const Leaf *one, const Leaf *other, int side) {
    int first = side * one->certain, second = side * other->certain;
    if (first != second) return first > second;
    if (first > 0 && one->distance != other->distance) return one->distance < other->distance;
    if (first < 0 && one->distance != other->distance) return one->distance > other->distance;
    float gain = (float)side * (one->value - other->value);
    return gain > 0 || (gain == 0 && one->visits < other->visits);
}

/* The best child of a position, or of those that are still open; NOTHING if there is none. */
static uint32_t best_child(const BestFirst *s, const Leaf *leaf, bool open) {
    int side = leaf->player == 1 ? 1 : -1;
    uint32_t best = NOTHING;
    for (uint32_t k = leaf->first; k < leaf->first + leaf->count; k++)
        if (!(open && s->leaves[k].is_certain) && (best == NOTHING || is_better(&s->leaves[k], &s->leaves[best], side)))
            best = k;
    return best;
}

/* Values a new position for the first player. */
static void value_leaf(BestFirst *s, Leaf *leaf, const uint8_t *state) {
    const Game *game = &s->game;
    *leaf = (Leaf){.player = (uint8_t)player_to_move(game, state)};
    if (is_over(game, state)) {
        uint8_t result = outcome(game, state, 1);
        leaf->certain = (int8_t)(result == WON    ? 1
                                 : result == LOST ? -1
                                                  : 0),
        leaf->is_certain = 1, leaf->value = leaf->certain;
        return;
    }
    AlphaBeta *quiet = s->quiet;
    game->copy(quiet->plies[0].state, state);
    quiet->stopped = false, quiet->plies[0].same_turn = false;
    double value = search_quiet(quiet, 0, 0, -1e9, 1e9);
    value = value > 0.999 ? 0.999 : value < -0.999 ? -0.999 : value;
    leaf->value = (float)(leaf->player == 1 ? value : -value);
}

/* Looks at all moves of a position, in an order that is drawn; false if there is no room for them. */
static bool expand_leaf(BestFirst *s, uint32_t at) {
    const Game *game = &s->game;
    uint32_t size = game->move_size, count = list_moves(game, s->state, &s->listed, &s->room);
    if (count > s->capacity - s->used) return !(s->is_full = true);
    uint32_t first = s->used;
    s->used += count, s->expanded++;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t drawn = k + below(&s->random, count - k);
        uint8_t *move = move_to(s, first + k);
        memcpy(move, s->listed + (size_t)drawn * size, size);
        memcpy(s->listed + (size_t)drawn * size, s->listed + (size_t)k * size, size);
        game->copy(s->after, s->state);
        game->play(s->after, move, 0);
        value_leaf(s, &s->leaves[first + k], s->after);
    }
    s->leaves[at].first = first, s->leaves[at].count = count;
    return true;
}

/* Brings a position up to date with its children. */
static void complete_leaf(const BestFirst *s, Leaf *leaf) {
    uint32_t best = best_child(s, leaf, false);
    if (best == NOTHING) return;
    const Leaf *child = &s->leaves[best];
    int side = leaf->player == 1 ? 1 : -1;
    bool all = true;
    uint32_t far = 0;
    for (uint32_t k = leaf->first; k < leaf->first + leaf->count && all; k++) {
        all = s->leaves[k].is_certain;
        if (s->leaves[k].distance > far) far = s->leaves[k].distance;
    }
    leaf->value = child->value, leaf->certain = child->certain;
    leaf->is_certain = child->certain == side || all;
    if (leaf->certain) leaf->distance = (uint16_t)((child->certain == side ? child->distance : far) + 1);
}

/* Goes down along the best open line, looks at the moves at its end, and brings the way back up to date. */
static bool grow(BestFirst *s) {
    uint32_t at = 0;
    s->game.copy(s->state, s->root);
    s->depth = 0;
    for (;;) {
        s->path[s->depth++] = at;
        Leaf *leaf = &s->leaves[at];
        leaf->visits++;
        if (!leaf->count || s->depth == MOST_DEPTH) break;
        uint32_t next = best_child(s, leaf, true);
        if (next == NOTHING) break;
        s->game.play(s->state, move_to(s, next), 0);
        at = next;
    }
    Leaf *leaf = &s->leaves[at];
    bool grew = !leaf->count && expand_leaf(s, at);
    if (!leaf->count && grew) leaf->is_certain = 1; /* nobody can move: it is worth what it seems */
    while (s->depth) complete_leaf(s, &s->leaves[s->path[--s->depth]]);
    return grew;
}

/* -- what Python calls -------------------------------------------------------------------------------------------- */

PT_EXPORT void ptb_free(BestFirst *s) {
    if (!s) return;
    pta_free(s->quiet);
    free(s->leaves), free(s->moves), free(s->state), free(s->after), free(s->root), free(s->listed), free(s);
}

/* A search within so many bytes; NULL if there is not enough memory. The values are NULL for an evaluation that does
 * not know pieces. */
PT_EXPORT BestFirst *ptb_new(const Game *game, const Evaluation *evaluation, const Values *values, int quiescence,
                             uint64_t bytes) {
    BestFirst *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    uint64_t capacity = bytes / (sizeof(Leaf) + game->move_size);
    s->game = *game,
    s->capacity = capacity < 1024          ? 1024
                  : capacity > NOTHING - 1 ? NOTHING - 1
                                           : (uint32_t)capacity,
    s->room = 64;
    s->quiet = pta_new(game, evaluation, values, 0);
    s->leaves = malloc(s->capacity * sizeof *s->leaves), s->moves = malloc((size_t)s->capacity * game->move_size);
    s->state = malloc(game->state_size), s->after = malloc(game->state_size), s->root = malloc(game->state_size);
    s->listed = malloc((size_t)s->room * game->move_size);
    if (s->quiet && s->leaves && s->moves && s->state && s->after && s->root && s->listed) {
        pta_select(s->quiet, quiescence, 0, PARANOID);
        s->quiet->most_nodes = (uint64_t)-1;
        return s;
    }
    ptb_free(s);
    return NULL;
}

/* Begins with a position; returns how many moves there are. */
PT_EXPORT uint32_t ptb_begin(BestFirst *s, const void *root, uint64_t seed) {
    s->game.copy(s->root, root);
    s->random = seed, s->used = 1, s->expanded = 0, s->stop = 0, s->is_full = false, s->quiet->nodes = 0;
    value_leaf(s, &s->leaves[0], root);
    grow(s);
    return s->leaves[0].count;
}

/* Goes on until so many positions were valued, or a time is over (0: no limit), the memory is full or all is certain.
 */
PT_EXPORT void ptb_run(BestFirst *s, uint64_t nodes, double cpu, double wall) {
    Deadline deadline = deadline_after(cpu, wall);
    while (!s->stop && s->used < nodes && !s->leaves[0].is_certain && grow(s))
        if (is_late(&deadline)) break;
}

PT_EXPORT void ptb_stop(BestFirst *s) { s->stop = 1; }
PT_EXPORT uint64_t ptb_nodes(const BestFirst *s) { return s->used; }

/* The safest move below a position: what is won, else the one that was followed most and is not lost. */
static uint32_t safest_child(const BestFirst *s, const Leaf *leaf) {
    int side = leaf->player == 1 ? 1 : -1;
    uint32_t best = NOTHING;
    for (uint32_t k = leaf->first; k < leaf->first + leaf->count; k++) {
        const Leaf *one = &s->leaves[k], *other = &s->leaves[best];
        if (best == NOTHING) best = k;
        else if (one->certain != other->certain || one->certain || one->visits == other->visits)
            best = is_better(one, other, side) ? k : best;
        else if (one->visits > other->visits) best = k;
    }
    return best;
}

/* Moves of the root with what they are worth to who plays them, visits and proofs, and then the line that is expected.
 * Returns the length of the line; `best` is the number of the safest move. */
PT_EXPORT uint32_t ptb_results(const BestFirst *s, uint8_t *moves, double *values, uint64_t *visits, uint8_t *proofs,
                               uint8_t *line, uint32_t most, uint32_t *best) {
    const Leaf *root = &s->leaves[0];
    double side = root->player == 1 ? 1 : -1;
    uint32_t size = s->game.move_size, length = 0;
    memcpy(moves, move_to(s, root->first), (size_t)root->count * size);
    for (uint32_t k = 0; k < root->count; k++) {
        const Leaf *leaf = &s->leaves[root->first + k];
        values[k] = side * leaf->value, visits[k] = leaf->visits;
        proofs[k] = leaf->is_certain ? (uint8_t)(DRAWN + (int)side * leaf->certain) : OPEN;
    }
    *best = safest_child(s, root) - root->first;
    for (const Leaf *leaf = root; leaf->count && length < most; length++) {
        uint32_t next = safest_child(s, leaf);
        memcpy(line + (size_t)length * size, move_to(s, next), size);
        leaf = &s->leaves[next];
    }
    return length;
}
