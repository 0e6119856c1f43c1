/* Games for training and their exact ends: self-play by a shallow search, and a solver, over the entry points of any
 * built game of two players without chance. All values are seen from the first player. */
#include "network.c"

typedef struct {
    uint32_t (*moves)(void *state, void *moves, uint32_t room);
    void (*play)(void *state, const void *move, uint64_t chance);
    void (*copy)(void *to, const void *from);
    uint32_t state_size, move_size, mover, over, ranks;
    uint32_t score; /* where the scores are; NONE in games without */
    double (*value)(void *self, const void *state, uint32_t player);
    void *self;
    const uint32_t *filled_offsets;
    uint32_t filled_words;
} Rules;

enum { ROOM = 512, DEEPEST = 64, SORTED_FROM = 4 };

typedef struct {
    uint8_t *moves, *children;
    uint32_t *order;
} Level;

typedef struct {
    const Rules *rules;
    Level level[DEEPEST];
    uint64_t nodes;
    int failed;
} Solver;

static int32_t score_of(const Rules *r, const uint8_t *state, uint32_t player) {
    return load_number(state, r->score + 4 * player, 4);
}

/* What the end of a game is worth: the difference of scores, or one point for a win. */
static int32_t outcome(const Rules *r, const uint8_t *state) {
    if (r->score != NONE) return score_of(r, state, 1) - score_of(r, state, 2);
    return (int32_t)state[r->ranks + 2] / 2 - (int32_t)state[r->ranks + 1] / 2;
}

static uint32_t filled_in(const Rules *r, const uint8_t *state) {
    uint32_t filled = 0;
    for (uint32_t k = 0; k < r->filled_words; k++)
        filled += (uint32_t)__builtin_popcountll(load_word(state, r->filled_offsets[k]));
    return filled;
}

static Level *level_at(Solver *s, uint32_t depth) {
    Level *level = &s->level[depth];
    if (level->moves) return level;
    level->moves = malloc((size_t)ROOM * s->rules->move_size);
    level->children = malloc((size_t)ROOM * s->rules->state_size);
    level->order = malloc(ROOM * sizeof *level->order);
    if (!level->moves || !level->children || !level->order) s->failed = 1;
    return level;
}

static void free_levels(Solver *s) {
    for (uint32_t k = 0; k < DEEPEST; k++) free(s->level[k].moves), free(s->level[k].children), free(s->level[k].order);
}

/* Plays all moves of a position; children that leave fewer moves come first if asked for. */
static uint32_t expand(Solver *s, Level *level, const uint8_t *state, uint32_t depth, int sorted) {
    const Rules *r = s->rules;
    uint32_t keys[ROOM], count = r->moves((void *)state, level->moves, ROOM);
    if (count > ROOM) count = ROOM, s->failed = 1;
    for (uint32_t k = 0; k < count; k++) {
        uint8_t *child = level->children + (size_t)k * r->state_size;
        r->copy(child, state);
        r->play(child, level->moves + (size_t)k * r->move_size, 0);
        level->order[k] = k, keys[k] = 0;
        if (sorted) keys[k] = child[r->over] ? 0 : r->moves(child, level_at(s, depth + 1)->moves, ROOM);
    }
    for (uint32_t k = 1; sorted && k < count; k++)
        for (uint32_t at = k; at && keys[level->order[at]] < keys[level->order[at - 1]]; at--) {
            uint32_t other = level->order[at];
            level->order[at] = level->order[at - 1], level->order[at - 1] = other;
        }
    return count;
}

static int32_t solve(Solver *s, const uint8_t *state, int32_t alpha, int32_t beta, uint32_t depth, uint32_t left) {
    const Rules *r = s->rules;
    s->nodes++;
    if (state[r->over]) return outcome(r, state);
    if (depth + 2 >= DEEPEST) return s->failed = 1, 0;
    Level *level = level_at(s, depth);
    level_at(s, depth + 1);
    if (s->failed) return 0;
    uint32_t count = expand(s, level, state, depth, left >= SORTED_FROM);
    int first = state[r->mover] == 1;
    int32_t best = first ? -1000000 : 1000000;
    for (uint32_t k = 0; k < count && !s->failed; k++) {
        const uint8_t *child = level->children + (size_t)level->order[k] * r->state_size;
        int32_t value = solve(s, child, alpha, beta, depth + 1, left - 1);
        if (first ? value > best : value < best) best = value;
        if (first && best > alpha) alpha = best;
        if (!first && best < beta) beta = best;
        if (alpha >= beta) break;
    }
    return best;
}

/* The exact outcome of each position under best play. 0 if one is out of reach. */
PT_EXPORT int ptg_solve(const Rules *r, const uint8_t *states, uint32_t count, uint32_t sites, int16_t *values,
                        uint64_t *nodes) {
    Solver s = {.rules = r};
    for (uint32_t k = 0; k < count && !s.failed; k++) {
        const uint8_t *state = states + (size_t)k * r->state_size;
        values[k] = (int16_t)solve(&s, state, -1000000, 1000000, 0, sites - filled_in(r, state));
    }
    *nodes = s.nodes;
    free_levels(&s);
    return !s.failed;
}

/* -- self-play ---------------------------------------------------------------------------------------------------- */

static double look(Solver *s, const uint8_t *state, double alpha, double beta, uint32_t depth, uint32_t left) {
    const Rules *r = s->rules;
    s->nodes++;
    if (state[r->over]) {
        int32_t end = outcome(r, state);
        return end > 0 ? 100 + end : end < 0 ? -100 + end : 0;
    }
    if (!left) return r->value(r->self, state, 1);
    Level *level = level_at(s, depth);
    if (s->failed) return 0;
    uint32_t count = expand(s, level, state, depth, 0);
    int first = state[r->mover] == 1;
    double best = first ? -1e9 : 1e9;
    for (uint32_t k = 0; k < count && !s->failed; k++) {
        double value = look(s, level->children + (size_t)k * r->state_size, alpha, beta, depth + 1, left - 1);
        if (first ? value > best : value < best) best = value;
        if (first && best > alpha) alpha = best;
        if (!first && best < beta) beta = best;
        if (alpha >= beta) break;
    }
    return best;
}

static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull, z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

static double next_real(uint64_t *state) { return (double)(next_random(state) >> 11) * 0x1p-53; }

static uint32_t choose(Solver *s, const uint8_t *state, double noise, uint32_t depth, uint64_t *random) {
    const Rules *r = s->rules;
    Level *level = level_at(s, 0);
    if (s->failed) return 0;
    if (next_real(random) < noise) {
        uint32_t count = r->moves((void *)state, level->moves, ROOM);
        return (uint32_t)(next_random(random) % count);
    }
    uint32_t count = expand(s, level, state, 0, 0), best = 0;
    int first = state[r->mover] == 1;
    double top = 0;
    for (uint32_t k = 0; k < count; k++) {
        double value = look(s, level->children + (size_t)k * r->state_size, -1e9, 1e9, 1, depth - 1);
        value = (first ? value : -value) + 1e-6 * next_real(random);
        if (!k || value > top) top = value, best = k;
    }
    return best;
}

typedef struct {
    uint64_t seed;
    double noise; /* how often a move is drawn at random */
    uint32_t games, depth, opening, most_moves;
    const uint8_t *wanted; /* by number of filled sites: whether positions are kept */
    uint32_t every; /* keep one in so many of the wanted ones */
    uint32_t room; /* for so many positions */
} Plan;

/* Plays games and keeps positions with the outcome of their game. Gives the number kept. */
PT_EXPORT uint32_t ptg_play(const Rules *r, const Plan *plan, const uint8_t *start, uint8_t *states, uint32_t *game_of,
                            int16_t *outcomes) {
    Solver s = {.rules = r};
    uint8_t *state = malloc(r->state_size);
    uint64_t random = plan->seed;
    uint32_t kept = 0;
    for (uint32_t game = 0; state && game < plan->games && !s.failed; game++) {
        uint32_t begin = kept, moves = 0;
        r->copy(state, start);
        while (!state[r->over] && moves < plan->most_moves && !s.failed) {
            uint32_t filled = filled_in(r, state);
            if (moves && plan->wanted[filled] && kept < plan->room && next_random(&random) % plan->every == 0) {
                memcpy(states + (size_t)kept * r->state_size, state, r->state_size);
                game_of[kept++] = game;
            }
            double noise = moves < plan->opening ? 1 : plan->noise;
            uint32_t move = choose(&s, state, noise, plan->depth, &random);
            r->play(state, s.level[0].moves + (size_t)move * r->move_size, 0);
            moves++;
        }
        int16_t end = state[r->over] ? (int16_t)outcome(r, state) : 0;
        for (uint32_t k = begin; k < kept; k++) outcomes[k] = end;
    }
    free(state), free_levels(&s);
    return s.failed ? NONE : kept;
}

/* -- search order ------------------------------------------------------------------------------------------------- */

static uint32_t walk(Solver *s, const uint8_t *state, uint32_t depth, uint8_t *states, uint32_t at, uint32_t room) {
    const Rules *r = s->rules;
    if (at < room) memcpy(states + (size_t)at++ * r->state_size, state, r->state_size);
    if (at >= room || state[r->over] || depth + 1 >= DEEPEST) return at;
    Level *level = level_at(s, depth);
    if (s->failed) return at;
    uint32_t count = expand(s, level, state, depth, 0);
    for (uint32_t k = 0; k < count && at < room; k++)
        at = walk(s, level->children + (size_t)k * r->state_size, depth + 1, states, at, room);
    return at;
}

/* Positions in the order of a depth-first search from one of them. Gives their number. */
PT_EXPORT uint32_t ptg_walk(const Rules *r, const uint8_t *state, uint8_t *states, uint32_t room) {
    Solver s = {.rules = r};
    uint32_t found = walk(&s, state, 0, states, 0, room);
    free_levels(&s);
    return s.failed ? 0 : found;
}
