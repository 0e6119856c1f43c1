/* Monte Carlo tree search over any built game. It depends on no game: it calls the entry points of a game's library,
 * so it is compiled once for all of them. Like generated games it needs no header.
 *
 * Rules that a result depends on:
 * - Values are returns in [-1, 1]: the first of n ranks is worth 1, the last -1, those between in equal steps.
 * - A node with children that were never tried tries one of them, drawn uniformly; the playout begins behind it.
 * - Otherwise the child with the largest upper bound Q + C sqrt(ln N / n) is taken, N counting the visits of its
 *   siblings together; among equals the first.
 * - A tree that is full goes on without new nodes: playouts then begin where the tree ends. */
typedef unsigned char uint8_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef __SIZE_TYPE__ size_t;
typedef _Bool bool;
#define true 1
#define false 0
#define NULL ((void *)0)
#define PT_EXPORT __attribute__((visibility("default")))

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *memory, size_t size);
void free(void *memory);
void *memcpy(void *to, const void *from, size_t size);
int memcmp(const void *a, const void *b, size_t size);
double log(double x);
double sqrt(double x);

#define MOST_PLAYERS 16
#define MOST_DEPTH 4096
#define NOTHING 0xffffffffu

typedef struct {
    uint32_t (*moves)(void *state, void *moves, uint32_t room);
    void (*play)(void *state, const void *move, uint64_t chance);
    void (*copy)(void *to, const void *from);
    int (*is_over)(const void *state);
    void (*playouts)(const void *from, uint64_t seed, uint64_t count, uint32_t most, int standard, uint64_t *totals);
    uint32_t state_size, move_size, players, draws;
    uint32_t mover_offset, ranks_offset; /* fields of one byte each */
} Game;

/* How far a position is decided, seen by the player who moved into the node. */
enum { OPEN = 0, LOST = 1, DRAWN = 2, WON = 3 };

typedef struct {
    double value; /* sum of returns of the player who moved here */
    uint32_t visits, first, next; /* first child, next sibling */
    uint8_t player, proven, listed;
} Node;

typedef struct {
    Game game;
    double exploration;
    uint32_t playout_moves;
    bool solves;
    uint64_t random;
    Node *nodes;
    uint8_t *node_moves;
    uint32_t used, most;
    uint8_t *root, *state, *trial, *listed;
    uint32_t room;
    uint64_t iterations;
} Search;

static uint64_t next_random(Search *s) {
    s->random += 0xa0761d6478bd642full;
    uint64_t other = s->random ^ 0xe7037ed1a0b428dbull;
    unsigned __int128 product = (unsigned __int128)s->random * other;
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

static uint32_t below(Search *s, uint32_t bound) {
    return (uint32_t)((unsigned __int128)next_random(s) * bound >> 64);
}

static const uint8_t *move_of(const Search *s, uint32_t node) { return s->node_moves + (size_t)node * s->game.move_size; }

static double return_for(const Search *s, const uint8_t *ranks, uint32_t player) {
    double n = s->game.players;
    return n > 1 ? 1 - (ranks[player] - 2.0) / (n - 1) : ranks[player] == 2 ? 1 : -1;
}

PT_EXPORT void pts_free(Search *s) {
    if (!s) return;
    free(s->nodes), free(s->node_moves), free(s->root), free(s->state), free(s->trial), free(s->listed), free(s);
}

/* A search from a position; NULL if there is not enough memory. */
PT_EXPORT Search *pts_new(const Game *game, const void *root, double exploration, uint32_t playout_moves, int solves, uint64_t seed,
                uint32_t most_nodes) {
    Search *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->game = *game, s->exploration = exploration, s->playout_moves = playout_moves, s->random = seed;
    s->solves = solves && game->players == 2 && !game->draws;
    s->most = most_nodes, s->room = 256;
    s->nodes = malloc((size_t)most_nodes * sizeof *s->nodes);
    s->node_moves = malloc((size_t)most_nodes * game->move_size);
    s->root = malloc(game->state_size), s->state = malloc(game->state_size), s->trial = malloc(game->state_size);
    s->listed = malloc((size_t)s->room * game->move_size);
    if (!s->nodes || !s->node_moves || !s->root || !s->state || !s->trial || !s->listed) {
        pts_free(s);
        return NULL;
    }
    game->copy(s->root, root);
    s->nodes[0] = (Node){.first = NOTHING, .next = NOTHING};
    s->used = 1;
    return s;
}

/* Lists the legal moves of a position into the room for them, which grows as needed; returns how many there are. */
static uint32_t list_moves(Search *s, void *state) {
    for (;;) {
        uint32_t count = s->game.moves(state, s->listed, s->room);
        if (count <= s->room) return count;
        uint8_t *larger = realloc(s->listed, (size_t)count * s->game.move_size);
        if (!larger) return s->room;
        s->listed = larger, s->room = count;
    }
}

static uint32_t find_child(const Search *s, const Node *node, const uint8_t *move) {
    for (uint32_t child = node->first; child != NOTHING; child = s->nodes[child].next)
        if (!memcmp(move_of(s, child), move, s->game.move_size)) return child;
    return NOTHING;
}

/* What a finished position is for a player. */
static uint8_t outcome(const Search *s, const uint8_t *state, uint32_t player) {
    double result = return_for(s, state + s->game.ranks_offset, player);
    return result > 0 ? WON : result < 0 ? LOST : DRAWN;
}

/* Adds the moves of a position as children; with `solves`, those that end the game at once are known to. */
static bool add_children(Search *s, uint32_t at, uint8_t *state) {
    uint32_t count = list_moves(s, state);
    uint8_t mover = state[s->game.mover_offset];
    if (s->used + count > s->most) return false;
    uint32_t last = NOTHING;
    for (uint32_t child = s->nodes[at].first; child != NOTHING; child = s->nodes[child].next) last = child;
    for (uint32_t k = 0; k < count; k++) {
        const uint8_t *move = s->listed + (size_t)k * s->game.move_size;
        if (s->game.draws && find_child(s, &s->nodes[at], move) != NOTHING) continue;
        uint32_t child = s->used++;
        s->nodes[child] = (Node){.first = NOTHING, .next = NOTHING, .player = mover};
        memcpy(s->node_moves + (size_t)child * s->game.move_size, move, s->game.move_size);
        if (last == NOTHING) s->nodes[at].first = child;
        else s->nodes[last].next = child;
        last = child;
        if (s->solves) {
            s->game.copy(s->trial, state);
            s->game.play(s->trial, move, 0);
            if (s->game.is_over(s->trial)) s->nodes[child].proven = outcome(s, s->trial, mover);
        }
    }
    s->nodes[at].listed = 1;
    return true;
}

/* Whether a child can be played in the position at hand: always, unless chance decides which moves there are. */
static bool is_legal(const Search *s, uint32_t child, uint32_t count) {
    if (!s->game.draws) return true;
    for (uint32_t k = 0; k < count; k++)
        if (!memcmp(move_of(s, child), s->listed + (size_t)k * s->game.move_size, s->game.move_size)) return true;
    return false;
}

/* The child to go to: a proven win, else one never tried, else the one with the largest upper bound. */
static uint32_t select_child(Search *s, const Node *node, uint32_t count) {
    uint32_t untried = 0, visits = 0, open = 0;
    for (uint32_t child = node->first; child != NOTHING; child = s->nodes[child].next) {
        const Node *c = &s->nodes[child];
        if (!is_legal(s, child, count)) continue;
        if (c->proven == WON) return child;
        if (c->proven != LOST) open++;
        if (!c->visits && c->proven != LOST) untried++;
        visits += c->visits;
    }
    bool all = open == 0; /* every move loses: any of them will do */
    if (untried) {
        uint32_t k = below(s, untried);
        for (uint32_t child = node->first; child != NOTHING; child = s->nodes[child].next) {
            const Node *c = &s->nodes[child];
            if (is_legal(s, child, count) && !c->visits && c->proven != LOST && k-- == 0) return child;
        }
    }
    double best = -1e300, spread = log(visits > 1 ? visits : 1);
    uint32_t chosen = NOTHING;
    for (uint32_t child = node->first; child != NOTHING; child = s->nodes[child].next) {
        const Node *c = &s->nodes[child];
        if (!is_legal(s, child, count) || (c->proven == LOST && !all)) continue;
        double bound = c->visits ? c->value / c->visits + s->exploration * sqrt(spread / c->visits) : 1e300;
        if (bound > best) best = bound, chosen = child;
    }
    return chosen;
}

/* What is proven of a node by its children, seen by the player who moved into it. */
static uint8_t proof_of(const Search *s, const Node *node) {
    uint8_t best = LOST, mover = 0;
    for (uint32_t child = node->first; child != NOTHING; child = s->nodes[child].next) {
        const Node *c = &s->nodes[child];
        mover = c->player;
        if (c->proven == WON) { best = WON; break; }
        if (c->proven == OPEN) return OPEN;
        if (c->proven > best) best = c->proven;
    }
    return mover == node->player ? best : WON + LOST - best;
}

static void iterate(Search *s) {
    uint32_t path[MOST_DEPTH], depth = 0, at = 0;
    s->game.copy(s->state, s->root);
    path[depth++] = 0;
    bool leaf = false;
    while (!leaf && depth < MOST_DEPTH && !s->game.is_over(s->state)) {
        uint32_t count = 0;
        if (!s->nodes[at].listed || s->game.draws) {
            if (!add_children(s, at, s->state)) break;
            if (s->game.draws) count = list_moves(s, s->state);
        }
        uint32_t child = select_child(s, &s->nodes[at], count);
        if (child == NOTHING) break;
        leaf = s->nodes[child].visits == 0 || s->nodes[child].proven != OPEN;
        s->game.play(s->state, move_of(s, child), s->game.draws ? next_random(s) : 0);
        at = path[depth++] = child;
    }
    uint64_t totals[3 + 2 * (MOST_PLAYERS + 1)] = {0};
    uint8_t ranks[MOST_PLAYERS + 1];
    const Node *reached = &s->nodes[at];
    if (s->game.is_over(s->state)) {
        memcpy(ranks, s->state + s->game.ranks_offset, s->game.players + 1);
    } else if (reached->proven) { /* of two players: what is proven is worth more than a playout */
        ranks[reached->player] = (uint8_t)(reached->proven == WON ? 2 : reached->proven == LOST ? 4 : 3);
        ranks[3 - reached->player] = (uint8_t)(6 - ranks[reached->player]);
    } else {
        s->game.playouts(s->state, next_random(s), 1, s->playout_moves, 0, totals);
        for (uint32_t p = 0; p <= s->game.players; p++) /* a playout that was cut off is a draw */
            ranks[p] = totals[2] ? (uint8_t)(s->game.players + 1) : (uint8_t)totals[3 + p];
    }
    for (uint32_t k = depth; k-- > 0;) {
        Node *node = &s->nodes[path[k]];
        node->visits++;
        if (s->solves && node->listed && !node->proven) node->proven = proof_of(s, node);
        if (!node->player) continue;
        if (node->proven && s->solves) node->value += node->proven == WON ? 1 : node->proven == LOST ? -1 : 0;
        else node->value += return_for(s, ranks, node->player);
    }
    s->iterations++;
}

/* Goes on for some iterations, or until the root is proven. */
PT_EXPORT void pts_run(Search *s, uint64_t iterations) {
    for (uint64_t k = 0; k < iterations && !(s->solves && s->nodes[0].proven); k++) iterate(s);
}

PT_EXPORT uint64_t pts_iterations(const Search *s) { return s->iterations; }
PT_EXPORT uint32_t pts_node_count(const Search *s) { return s->used; }

/* The children of a node: numbers, visits, sums of returns, proofs, moves; returns how many there are. */
PT_EXPORT uint32_t pts_children(const Search *s, uint32_t at, uint32_t room, uint32_t *numbers, uint32_t *visits, double *values,
                      uint8_t *proofs, uint8_t *moves) {
    uint32_t count = 0;
    for (uint32_t child = s->nodes[at].first; child != NOTHING; child = s->nodes[child].next, count++) {
        if (count >= room) continue;
        const Node *c = &s->nodes[child];
        numbers[count] = child, visits[count] = c->visits, values[count] = c->value, proofs[count] = c->proven;
        memcpy(moves + (size_t)count * s->game.move_size, move_of(s, child), s->game.move_size);
    }
    return count;
}
