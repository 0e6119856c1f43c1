/* Alpha-beta search with iterative deepening, for two players and games without chance.
 *
 * Values are those of the evaluation, within [-1, 1], for the player to move; a win in n moves is 2 - n / 10000, so that
 * quick ones are preferred. Moves are tried in this order: the one that the table of positions remembers, those that
 * caused a cut-off in a sibling, then by how often they did elsewhere. */

enum { MOST_PLIES = 128, HISTORY = 1 << 12 };
enum { EXACT = 0, AT_LEAST = 1, AT_MOST = 2, HORIZON = 4 }; /* HORIZON: the value rests on evaluations */
static const double WIN = 2, PER_PLY = 1e-4, LEAST_STEP = 1e-6;

/* What is remembered of a position; the move is its number in the list of legal moves. */
typedef struct {
    uint64_t key;
    float value;
    uint16_t move;
    uint8_t depth, flags;
} Remembered;

typedef struct {
    uint8_t *state, *moves;
    double *order;
    uint32_t *index; /* the moves in the order in which they are tried */
    uint32_t room;
    uint64_t killers[2];
    uint16_t line[MOST_PLIES]; /* the best moves from here on */
    uint32_t line_length;
} Ply;

typedef struct {
    Game game;
    Evaluation evaluation;
    Remembered *table;
    uint64_t mask; /* the number of entries less one */
    uint64_t random, nodes, most_nodes, horizon; /* horizon: how many values rest on evaluations */
    Deadline deadline;
    uint32_t history[HISTORY];
    Ply plies[MOST_PLIES];
    uint32_t depth; /* completed */
    uint32_t root_count;
    double *root_values;
    uint64_t *root_nodes;
    bool stopped, complete;
    int32_t stop;
} AlphaBeta;

static bool has_room(AlphaBeta *s, Ply *ply, uint32_t count) {
    if (count <= ply->room) return true;
    uint8_t *moves = realloc(ply->moves, (size_t)count * s->game.move_size);
    if (moves) ply->moves = moves;
    double *order = realloc(ply->order, count * sizeof *order);
    if (order) ply->order = order;
    uint32_t *index = realloc(ply->index, count * sizeof *index);
    if (index) ply->index = index;
    if (!moves || !order || !index) return false;
    ply->room = count;
    return true;
}

/* The moves of the state of a ply; as many as there is room for, if memory runs out. */
static uint32_t list_ply(AlphaBeta *s, Ply *ply) {
    uint32_t count = s->game.moves(ply->state, ply->moves, ply->room);
    if (count <= ply->room) return count;
    return has_room(s, ply, count) ? s->game.moves(ply->state, ply->moves, ply->room) : ply->room;
}

static void order_moves(AlphaBeta *s, Ply *ply, uint32_t count, uint32_t remembered, uint32_t player) {
    for (uint32_t k = 0; k < count; k++) {
        uint64_t key = key_of(ply->moves + (size_t)k * s->game.move_size, s->game.move_size, player);
        ply->index[k] = k;
        ply->order[k] = s->history[key >> 20 & (HISTORY - 1)];
        if (key == ply->killers[0] || key == ply->killers[1]) ply->order[k] += 1e10;
        if (k == remembered) ply->order[k] += 1e11;
    }
}

/* Brings the best of the moves from number k on to that place, and returns it. */
static uint32_t next_move(const Ply *ply, uint32_t k, uint32_t count) {
    uint32_t best = k;
    for (uint32_t j = k + 1; j < count; j++)
        if (ply->order[ply->index[j]] > ply->order[ply->index[best]]) best = j;
    uint32_t chosen = ply->index[best];
    for (; best > k; best--) ply->index[best] = ply->index[best - 1]; /* the others keep their order */
    return ply->index[k] = chosen;
}

/* The value of a finished game. */
static double value_of_end(const AlphaBeta *s, const uint8_t *state, uint32_t player, uint32_t ply) {
    uint8_t result = outcome(&s->game, state, player);
    return result == DRAWN ? 0 : result == WON ? WIN - ply * PER_PLY : ply * PER_PLY - WIN;
}

/* Wins are remembered by their distance from the position itself. */
static double shifted(double value, double by) { return value > 1 ? value + by : value < -1 ? value - by : value; }

static double evaluate(AlphaBeta *s, const uint8_t *state) {
    s->horizon++;
    double value = s->evaluation.value(s->evaluation.self, state, state[s->game.mover]);
    return value > 1 ? 1 : value < -1 ? -1 : value;
}

static bool has_to_stop(AlphaBeta *s) {
    if (!s->stopped && (s->stop || s->nodes >= s->most_nodes || ((s->nodes & 15) == 0 && is_late(&s->deadline)))) s->stopped = true;
    return s->stopped;
}

static void remember_cut(AlphaBeta *s, Ply *ply, uint32_t move, uint32_t player, uint32_t depth) {
    uint64_t key = key_of(ply->moves + (size_t)move * s->game.move_size, s->game.move_size, player);
    s->history[key >> 20 & (HISTORY - 1)] += depth * depth;
    if (key != ply->killers[0]) ply->killers[1] = ply->killers[0], ply->killers[0] = key;
}

static void extend_line(Ply *ply, uint32_t move, const Ply *next) {
    uint32_t more = next->line_length < MOST_PLIES - 1 ? next->line_length : MOST_PLIES - 1;
    ply->line[0] = (uint16_t)move;
    memcpy(ply->line + 1, next->line, more * sizeof *ply->line);
    ply->line_length = more + 1;
}

static double search_ply(AlphaBeta *s, uint32_t at, uint32_t depth, double alpha, double beta);

/* The value of a move for who plays it: first by a window that only asks whether it is better than the best so far. */
static double value_of_move(AlphaBeta *s, uint32_t at, uint32_t move, uint32_t depth, double alpha, double beta, bool first) {
    Ply *ply = &s->plies[at], *next = &s->plies[at + 1];
    s->game.copy(next->state, ply->state);
    s->game.play(next->state, ply->moves + (size_t)move * s->game.move_size, 0);
    bool same = !is_over(&s->game, next->state) && player_to_move(&s->game, next->state) == player_to_move(&s->game, ply->state);
    double narrow = first ? beta : alpha + LEAST_STEP;
    for (;;) {
        double value = is_over(&s->game, next->state) ? value_of_end(s, next->state, player_to_move(&s->game, ply->state), at + 1)
                       : same ? search_ply(s, at + 1, depth - 1, alpha, narrow) : -search_ply(s, at + 1, depth - 1, -narrow, -alpha);
        if (is_over(&s->game, next->state)) next->line_length = 0;
        if (narrow >= beta || value <= alpha || value >= beta || s->stopped) return value;
        narrow = beta;
    }
}

/* What the table says of a position: true with a value that settles it; else the move it remembers. */
static bool recall(AlphaBeta *s, uint64_t key, uint32_t at, uint32_t depth, double alpha, double beta, double *value, uint32_t *move) {
    const Remembered *entry = &s->table[key & s->mask];
    if (entry->key != key) return false;
    *move = entry->move;
    if (entry->depth < depth && entry->flags & HORIZON) return false;
    *value = shifted(entry->value, -(double)at * PER_PLY);
    uint8_t kind = entry->flags & 3;
    bool settles = kind == EXACT || (kind == AT_LEAST && *value >= beta) || (kind == AT_MOST && *value <= alpha);
    if (settles && entry->flags & HORIZON) s->horizon++;
    return settles;
}

static void keep(AlphaBeta *s, uint64_t key, uint32_t at, uint32_t depth, double value, uint32_t move, uint8_t flags) {
    if (move > 0xffff) return;
    s->table[key & s->mask] = (Remembered){key, (float)shifted(value, at * PER_PLY), (uint16_t)move, (uint8_t)depth, flags};
}

static double search_ply(AlphaBeta *s, uint32_t at, uint32_t depth, double alpha, double beta) {
    Ply *ply = &s->plies[at];
    ply->line_length = 0;
    s->nodes++;
    if (has_to_stop(s)) return 0;
    if (depth == 0 || at + 1 >= MOST_PLIES) return evaluate(s, ply->state);
    uint64_t key = s->game.hash(ply->state), horizon = s->horizon;
    uint32_t remembered = NOTHING, best_move = 0, player = player_to_move(&s->game, ply->state);
    double value, best = -1e9, first_alpha = alpha;
    if (recall(s, key, at, depth, alpha, beta, &value, &remembered)) return value;
    uint32_t count = list_ply(s, ply);
    if (!count) return evaluate(s, ply->state);
    order_moves(s, ply, count, remembered, player);
    for (uint32_t k = 0; k < count && best < beta; k++) {
        uint32_t move = next_move(ply, k, count);
        value = value_of_move(s, at, move, depth, alpha, beta, k == 0);
        if (s->stopped) return 0;
        if (value > best) best = value, best_move = move;
        if (value > alpha) alpha = value, extend_line(ply, move, &s->plies[at + 1]);
    }
    if (best >= beta) remember_cut(s, ply, best_move, player, depth);
    uint8_t kind = best >= beta ? AT_LEAST : best > first_alpha ? EXACT : AT_MOST;
    keep(s, key, at, depth, best, best_move, kind | (s->horizon > horizon ? HORIZON : 0));
    return best;
}

/* Searches all moves of the root to a depth; the best so far stands first in the order of the next depth. */
static void search_root(AlphaBeta *s, uint32_t depth) {
    Ply *ply = &s->plies[0];
    double alpha = -1e9;
    uint64_t horizon = s->horizon;
    for (uint32_t k = 0; k < s->root_count; k++) {
        uint32_t move = ply->index[k];
        uint64_t nodes = s->nodes;
        double value = value_of_move(s, 0, move, depth, alpha, 1e9, k == 0);
        s->root_nodes[move] += s->nodes - nodes;
        if (s->stopped) return;
        s->root_values[move] = value;
        if (value <= alpha) continue;
        alpha = value;
        extend_line(ply, move, &s->plies[1]);
        for (uint32_t j = k; j > 0; j--) ply->index[j] = ply->index[j - 1];
        ply->index[0] = move;
    }
    s->depth = depth;
    s->complete = s->horizon == horizon;
}

/* -- what Python calls -------------------------------------------------------------------------------------------- */

PT_EXPORT void pta_free(AlphaBeta *s) {
    if (!s) return;
    for (uint32_t k = 0; k < MOST_PLIES; k++)
        free(s->plies[k].state), free(s->plies[k].moves), free(s->plies[k].order), free(s->plies[k].index);
    free(s->table), free(s->root_values), free(s->root_nodes), free(s);
}

/* A search with a table of so many bytes; NULL if there is not enough memory. */
PT_EXPORT AlphaBeta *pta_new(const Game *game, const Evaluation *evaluation, uint64_t table_bytes) {
    AlphaBeta *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->game = *game, s->evaluation = *evaluation;
    uint64_t entries = 1024;
    while (2 * entries * sizeof(Remembered) <= table_bytes) entries *= 2;
    s->mask = entries - 1, s->table = calloc(entries, sizeof *s->table);
    bool whole = s->table != NULL;
    for (uint32_t k = 0; k < MOST_PLIES && whole; k++) whole = (s->plies[k].state = malloc(game->state_size)) && has_room(s, &s->plies[k], 64);
    if (whole) return s;
    pta_free(s);
    return NULL;
}

/* Begins with a position, its moves in an order drawn by the seed; returns how many there are. */
PT_EXPORT uint32_t pta_begin(AlphaBeta *s, const void *root, uint64_t seed) {
    Ply *ply = &s->plies[0];
    s->game.copy(ply->state, root);
    s->root_count = list_ply(s, ply), s->random = seed, s->nodes = s->depth = 0, s->stopped = s->complete = false, s->stop = 0;
    free(s->root_values), free(s->root_nodes);
    s->root_values = calloc(s->root_count + 1, sizeof *s->root_values), s->root_nodes = calloc(s->root_count + 1, sizeof *s->root_nodes);
    if (!s->root_values || !s->root_nodes) return 0;
    memset(s->history, 0, sizeof s->history);
    ply->line_length = 0;
    for (uint32_t k = 0; k < s->root_count; k++) {
        uint32_t j = below(&s->random, k + 1);
        ply->index[k] = ply->index[j], ply->index[j] = k;
    }
    return s->root_count;
}

/* Searches depth after depth: to the given one, for so many nodes, or until a time is over (0: no limit), or nothing is
 * left to find out. */
PT_EXPORT void pta_run(AlphaBeta *s, uint32_t depth, uint64_t nodes, double cpu, double wall) {
    s->deadline = deadline_after(cpu, wall), s->most_nodes = nodes, s->stopped = s->stop != 0;
    while (s->depth < depth && s->depth + 2 < MOST_PLIES && !s->stopped && !s->complete) {
        search_root(s, s->depth + 1);
        double value = s->root_values[s->plies[0].index[0]];
        if (!s->stopped && (value > 1 || value < -1)) break;
    }
}

PT_EXPORT void pta_stop(AlphaBeta *s) { s->stop = 1; }
PT_EXPORT uint64_t pta_nodes(const AlphaBeta *s) { return s->nodes; }
PT_EXPORT uint32_t pta_depth(const AlphaBeta *s) { return s->depth; }
PT_EXPORT int pta_complete(const AlphaBeta *s) { return s->complete; }

/* The moves of the root by number, best first, with values and nodes; then the numbers of the best line. */
PT_EXPORT uint32_t pta_results(const AlphaBeta *s, uint32_t *index, double *values, uint64_t *nodes, uint16_t *line) {
    for (uint32_t k = 0; k < s->root_count; k++)
        index[k] = s->plies[0].index[k], values[k] = s->root_values[index[k]], nodes[k] = s->root_nodes[index[k]];
    memcpy(line, s->plies[0].line, s->plies[0].line_length * sizeof *line);
    return s->plies[0].line_length;
}
