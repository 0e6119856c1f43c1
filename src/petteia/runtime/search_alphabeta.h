/* Alpha-beta search with iterative deepening. Where there are dice, the values of what they may show are averaged
 * (`search_chance.h`); where there are several players, the others are taken to play against who searches (paranoid),
 * or only one of them at a time is (best reply), or each plays for himself (`search_selfish.h`).
 *
 * Values are those of the evaluation, within [-1, 1], for the player to move; a win in n moves is 2 - n / 10000, so
 * that quick ones are preferred. Values beyond 1 come from ends of the game alone, whatever was reduced or skipped:
 * they are proofs. Moves are tried in this order: the one that the table of positions remembers, captures of much by
 * little, those that caused a cut-off in a sibling, then by how often they did elsewhere. */
#pragma once
#include "search_aspects.h"

enum { MOST_PLIES = 128, HISTORY = 1 << 14, KINDS = 256 };
enum { EXACT = 0, AT_LEAST = 1, AT_MOST = 2, HORIZON = 4 }; /* HORIZON: the value rests on evaluations */
static const double WIN = 2, PER_PLY = 1e-4, LEAST_STEP = 1e-6;

/* A remembered position; the move is its number in the list of candidates. */
typedef struct {
    uint64_t key;
    float value;
    uint16_t move;
    uint8_t depth, flags;
} Remembered;

typedef struct {
    uint8_t *state, *moves, *line; /* line: the best moves from here on, one after the other */
    double *order;
    uint32_t *index; /* the moves in the order in which they are tried */
    float *gain; /* what each takes, as far as its target tells */
    uint32_t room, line_length;
    uint64_t killers[2];
    bool same_turn; /* whose side moved before moves again */
    bool replied; /* best reply: one of the others has had his say since the own move */
    uint32_t extended; /* moves of this turn that cost no depth */
    uint64_t outcome; /* told apart in the table: what chance brings here, and `replied`; 0 for neither */
    const struct Roll *blind; /* what chance may bring to the moves from here, if nobody sees it before */
} Ply;

enum { MOST_OUTCOMES = 64, MOST_ROLLS = 4, MOST_TOLD = 4096 };

/* What chance may bring where so many of its values make a difference: those that no list of moves tells apart stand
 * for each other. */
typedef struct Roll {
    uint64_t values;
    uint32_t seen, kept; /* positions that it was learned from, and outcomes that are told apart */
    bool is_blind; /* moves are chosen before anything of it is seen */
    uint64_t *told; /* of each value, a digest of the lists of moves that it brought; NULL if there are too many */
    uint64_t chance[MOST_OUTCOMES];
    double weight[MOST_OUTCOMES];
} Roll;

enum { PARANOID = 0, BEST_REPLY = 1, SELFISH = 2 };

typedef struct {
    Game game;
    Evaluation evaluation;
    const Values *values; /* the same evaluation, if it knows pieces; else NULL */
    uint32_t quiescence, reductions; /* what of the selective search is done */
    uint32_t others, own; /* what the others are taken to do where there are several, and who searches */
    Roll rolls[MOST_ROLLS];
    uint32_t roll_count;
    uint32_t deepest_quiet; /* how far captures are followed: less where that takes most of the time */
    bool probing; /* the next position is only asked for one move */
    uint64_t quiet_nodes, counted_quiet, counted_nodes;
    Remembered *table;
    uint64_t mask; /* the number of entries less one */
    uint64_t random, nodes, most_nodes, horizon; /* horizon: how many values rest on evaluations */
    Deadline deadline;
    uint32_t history[HISTORY];
    /* how often moves of a kind took something elsewhere than on their target, or won */
    struct {
        uint32_t played, took, won;
    } kinds[KINDS];
    Ply plies[MOST_PLIES];
    uint32_t depth; /* completed */
    uint32_t root_count;
    double *root_values;
    uint64_t *root_nodes;
    bool stopped, complete;
    int32_t stop;
} AlphaBeta;

typedef struct {
    double alpha, beta;
} Window;

static bool has_room(AlphaBeta *s, Ply *ply, uint32_t count) {
    if (count <= ply->room) return true;
    uint8_t *moves = realloc(ply->moves, (size_t)count * s->game.move_size);
    if (moves) ply->moves = moves;
    double *order = realloc(ply->order, count * sizeof *order);
    if (order) ply->order = order;
    uint32_t *index = realloc(ply->index, count * sizeof *index);
    if (index) ply->index = index;
    float *gain = realloc(ply->gain, count * sizeof *gain);
    if (gain) ply->gain = gain;
    if (!moves || !order || !index || !gain) return false;
    ply->room = count;
    return true;
}

/* The moves of the state of a ply, legal ones or candidates; as many as there is room for, if memory runs out. */
static uint32_t list_ply(AlphaBeta *s, Ply *ply, bool legal) {
    uint32_t (*list)(void *, void *, uint32_t) = legal ? s->game.moves : s->game.candidates;
    uint32_t count = list(ply->state, ply->moves, ply->room);
    if (count <= ply->room) return count;
    return has_room(s, ply, count) ? list(ply->state, ply->moves, ply->room) : ply->room;
}

static inline uint8_t *move_in(const AlphaBeta *s, const Ply *ply, uint32_t k) {
    return ply->moves + (size_t)k * s->game.move_size;
}
static inline uint64_t key_in(const AlphaBeta *s, const Ply *ply, uint32_t k) {
    return key_of(move_in(s, ply, k), s->game.move_size, player_to_move(&s->game, ply->state));
}
static inline int32_t short_of(const uint8_t *move, uint32_t k) { return (int32_t)number_at(move + 2 * k, 2); }
static inline uint32_t kind_of(const uint8_t *move) { return (uint32_t)short_of(move, 0) & (KINDS - 1); }

/* The worth of the piece a move takes on its target, 0 if nothing; `by` is the worth of the piece that takes. */
static double taken_by(const AlphaBeta *s, const uint8_t *state, const uint8_t *move, double *by) {
    const Values *v = s->values;
    int32_t from = short_of(move, 1), to = short_of(move, 2);
    *by = 0;
    if (!v || to < 0 || from == to) return 0;
    uint32_t what = component_at(v, state, (uint32_t)to), seat = state[s->game.mover];
    if (!what || owner_at(v, state, (uint32_t)to, what) != 3 - seat) return 0;
    *by = from < 0 ? 0 : v->worth[component_at(v, state, (uint32_t)from)];
    return v->worth[what] > 0.01 ? v->worth[what] : 0.01;
}

/* True if most moves of a kind take something elsewhere than on their target. */
static inline bool often_takes(const AlphaBeta *s, const uint8_t *move) {
    uint32_t kind = kind_of(move);
    return s->kinds[kind].took * 4 > s->kinds[kind].played;
}

static void order_moves(AlphaBeta *s, Ply *ply, uint32_t count, uint32_t remembered) {
    for (uint32_t k = 0; k < count; k++) {
        const uint8_t *move = move_in(s, ply, k);
        uint64_t key = key_in(s, ply, k);
        double by, taken = taken_by(s, ply->state, move, &by);
        ply->index[k] = k, ply->gain[k] = (float)taken;
        ply->order[k] = s->history[key >> 20 & (HISTORY - 1)];
        if (taken > 0) ply->order[k] = 2e10 + taken * 1e8 - by * 1e6;
        else if (often_takes(s, move)) ply->order[k] += 2e10;
        else if (key == ply->killers[0]) ply->order[k] += 2e10 - 1;
        else if (key == ply->killers[1]) ply->order[k] += 1e10;
        if (k == remembered) ply->order[k] += 1e13;
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

/* Which side is to move: with several players there are two, who searches and the others. */
static inline uint32_t side_to_move(const AlphaBeta *s, const uint8_t *state) {
    uint32_t player = player_to_move(&s->game, state);
    return s->game.players <= 2 ? player : player == s->own;
}

/* The value of a finished game for a side. Where chance decides, ends are no proofs, and worth what they return. */
static double value_of_end(const AlphaBeta *s, const uint8_t *state, uint32_t player, uint32_t ply) {
    if (s->game.draws || s->game.players > 2) {
        double returns[MOST_PLAYERS + 1];
        read_returns(&s->game, state, returns);
        double value = s->game.players <= 2 ? returns[player] : player ? returns[s->own] : -returns[s->own];
        if (s->game.draws || (value < 1 && value > -1)) return value * (1 - ply * PER_PLY);
        return value > 0 ? WIN - ply * PER_PLY : ply * PER_PLY - WIN;
    }
    uint8_t result = outcome(&s->game, state, player);
    return result == DRAWN ? 0 : result == WON ? WIN - ply * PER_PLY : ply * PER_PLY - WIN;
}

/* Wins are remembered by their distance from the position itself. */
static double shifted(double value, double by) { return value > 1 ? value + by : value < -1 ? value - by : value; }

static double evaluate(AlphaBeta *s, const uint8_t *state) {
    s->horizon++;
    uint32_t seat = state[s->game.mover];
    double sign = 1;
    if (s->game.players > 2 && player_to_move(&s->game, state) != s->own) {
        for (seat = 1; seat < s->game.players && player_on(&s->game, state, seat) != s->own;) seat++;
        sign = -1;
    }
    double value = sign * s->evaluation.value(s->evaluation.self, state, seat);
    return value > 1 ? 1 : value < -1 ? -1 : value;
}

static bool has_to_stop(AlphaBeta *s) {
    if (!s->stopped && (s->stop || s->nodes >= s->most_nodes || ((s->nodes & 15) == 0 && is_late(&s->deadline))))
        s->stopped = true;
    return s->stopped;
}

static void remember_cut(AlphaBeta *s, Ply *ply, uint32_t move, uint32_t depth) {
    if (ply->gain[move] > 0) return;
    uint64_t key = key_in(s, ply, move);
    uint32_t *credit = &s->history[key >> 20 & (HISTORY - 1)];
    if (*credit < 1000000000) *credit += depth * depth;
    if (key != ply->killers[0]) ply->killers[1] = ply->killers[0], ply->killers[0] = key;
}

static void extend_line(AlphaBeta *s, Ply *ply, uint32_t move, const Ply *next) {
    uint32_t more = next->line_length < MOST_PLIES - 1 ? next->line_length : MOST_PLIES - 1, size = s->game.move_size;
    memcpy(ply->line, move_in(s, ply, move), size);
    memcpy(ply->line + size, next->line, (size_t)more * size);
    ply->line_length = more + 1;
}

/* Plays a move of a ply onto the next one; false if it turns out not to be legal. */
static bool advance(AlphaBeta *s, uint32_t at, uint32_t move, bool legal) {
    Ply *ply = &s->plies[at], *next = &s->plies[at + 1];
    s->game.copy(next->state, ply->state);
    if (legal) s->game.play(next->state, move_in(s, ply, move), 0);
    else if (!s->game.attempt(next->state, move_in(s, ply, move), 0)) return false;
    next->line_length = 0;
    next->same_turn = !is_over(&s->game, next->state) && side_to_move(s, next->state) == side_to_move(s, ply->state);
    next->replied = false, next->outcome = 0, next->blind = NULL;
    next->extended = next->same_turn ? ply->extended : 0;
    return true;
}

/* Notes whether a move took something that did not stand on its target, and tells what. */
static double taken_elsewhere(AlphaBeta *s, uint32_t at, uint32_t move) {
    Ply *ply = &s->plies[at];
    uint32_t kind = kind_of(move_in(s, ply, move)), enemy = 3 - ply->state[s->game.mover];
    double before = worth_of_seat(s->values, ply->state, enemy),
           after = worth_of_seat(s->values, s->plies[at + 1].state, enemy);
    double taken = before - after > 1e-6 ? before - after : 0;
    s->kinds[kind].played++, s->kinds[kind].took += taken > 0,
        s->kinds[kind].won += is_over(&s->game, s->plies[at + 1].state);
    return taken;
}

static double search_ply(AlphaBeta *s, uint32_t at, uint32_t depth, double alpha, double beta);
static double search_quiet(AlphaBeta *s, uint32_t at, uint32_t deep, double alpha, double beta);
static double search_turn(AlphaBeta *s, uint32_t at, uint32_t depth, double alpha, double beta);
static double value_blindly(AlphaBeta *s, uint32_t at, uint32_t move, uint32_t depth);

/* The value of the position after a move, for who played it; by the quiet search at depth 0. */
static double value_after(AlphaBeta *s, uint32_t at, uint32_t depth, double alpha, double beta) {
    Ply *next = &s->plies[at + 1];
    double (*search)(AlphaBeta *, uint32_t, uint32_t, double, double) = s->game.draws ? search_turn : search_ply;
    if (is_over(&s->game, next->state))
        return value_of_end(s, next->state, side_to_move(s, s->plies[at].state), at + 1);
    return next->same_turn ? search(s, at + 1, depth, alpha, beta) : -search(s, at + 1, depth, -beta, -alpha);
}

/* Looks a position up in the table: true with a value that settles it; else the move it remembers. */
static bool recall(AlphaBeta *s, uint64_t key, uint32_t at, uint32_t depth, Window window, double *value,
                   uint32_t *move) {
    const Remembered *entry = &s->table[key & s->mask];
    if (entry->key != key) entry = &s->table[(key & s->mask) ^ 1];
    if (entry->key != key) return false;
    *move = entry->move;
    if (entry->depth < depth && entry->flags & HORIZON) return false;
    *value = shifted(entry->value, -(double)at * PER_PLY);
    uint8_t kind = entry->flags & 3;
    bool settles =
        kind == EXACT || (kind == AT_LEAST && *value >= window.beta) || (kind == AT_MOST && *value <= window.alpha);
    if (settles && entry->flags & HORIZON) s->horizon++;
    return settles;
}

/* Of two places one keeps the deeper search, the other the latest. */
static void keep(AlphaBeta *s, uint64_t key, uint32_t at, uint32_t depth, double value, uint32_t move, uint8_t flags) {
    if (move > 0xffff) return;
    Remembered *deep = &s->table[key & s->mask & ~1ull], *latest = deep + 1;
    Remembered *place = deep->key == key || depth >= deep->depth ? deep : latest;
    if (place == deep && deep->key != key) *latest = *deep;
    *place = (Remembered){key, (float)shifted(value, at * PER_PLY), (uint16_t)move, (uint8_t)depth, flags};
}

/* -- the quiet search: captures until nothing hangs --------------------------------------------------------------- */

enum { DEEPEST_QUIET = 12, ALL_EXCHANGES = 2, QUIET_PERIOD = 2048 };

/* Where most moves take something, following captures is a search of its own: it is cut short when it takes more than
 * nine tenths of the nodes, and goes deeper again when it takes less than six, unless it was given up. */
static void balance_quiet(AlphaBeta *s) {
    s->quiet_nodes++;
    if (s->nodes < s->counted_nodes + QUIET_PERIOD) return;
    uint64_t all = s->nodes - s->counted_nodes, quiet = s->quiet_nodes - s->counted_quiet;
    if (quiet * 10 > all * 9 && s->deepest_quiet > 0) s->deepest_quiet--;
    else if (quiet * 10 < all * 6 && s->deepest_quiet > 0 && s->deepest_quiet < DEEPEST_QUIET) s->deepest_quiet++;
    s->counted_nodes = s->nodes, s->counted_quiet = s->quiet_nodes;
}

/* True if a capture is worth a look: it may lift the value to alpha, and deep down it is no sacrifice. */
static bool is_worth_trying(const AlphaBeta *s, double stand, double taken, double by, uint32_t deep, double alpha) {
    if (deep > ALL_EXCHANGES && by > taken * 1.1) return false;
    double least = alpha > 1 ? 1e9 : stretched(alpha, s->values->scale);
    return stretched(stand, s->values->scale) + taken * 1.2 + s->values->unit * 0.5 >= least;
}

static double search_quiet(AlphaBeta *s, uint32_t at, uint32_t deep, double alpha, double beta) {
    Ply *ply = &s->plies[at];
    ply->line_length = 0;
    double best = evaluate(s, ply->state);
    if (!s->quiescence || at + 1 >= MOST_PLIES || deep >= s->deepest_quiet || (best >= beta && !ply->same_turn))
        return best;
    double stand = best;
    if (best > alpha) alpha = best;
    uint32_t count = list_ply(s, ply, false);
    bool all = ply->same_turn && count <= 8; /* within a turn there is no standing still */
    uint32_t left = 0;
    for (uint32_t k = 0; k < count; k++) {
        const uint8_t *move = move_in(s, ply, k);
        double by, taken = taken_by(s, ply->state, move, &by);
        bool elsewhere = taken == 0 && often_takes(s, move);
        if (!all && !elsewhere && (taken == 0 || !is_worth_trying(s, stand, taken, by, deep, alpha))) continue;
        ply->gain[k] = elsewhere && !all ? -1 : (float)taken, ply->order[k] = elsewhere ? 1e6 : taken * 100 - by,
        ply->index[left++] = k;
    }
    if (left && (all || (left == count && count > 1))) best = -1; /* something has to be taken, or the turn goes on */
    for (uint32_t k = 0; k < left && best < beta; k++) {
        uint32_t move = next_move(ply, k, left);
        if (!advance(s, at, move, false)) continue;
        s->nodes++;
        balance_quiet(s);
        if (has_to_stop(s)) return 0;
        if (ply->gain[move] < 0 && !taken_elsewhere(s, at, move)) continue;
        Ply *next = &s->plies[at + 1];
        double value = is_over(&s->game, next->state)
                           ? value_of_end(s, next->state, side_to_move(s, ply->state), at + 1)
                       : next->same_turn ? search_quiet(s, at + 1, deep + 1, alpha, beta)
                                         : -search_quiet(s, at + 1, deep + 1, -beta, -alpha);
        if (s->stopped) return 0;
        if (value > best) best = value;
        if (value > alpha) alpha = value;
    }
    return best;
}

/* -- the full search ---------------------------------------------------------------------------------------------- */

static inline uint32_t bit_length(uint32_t n) {
    uint32_t bits = 0;
    for (; n; n >>= 1) bits++;
    return bits;
}

/* By how much a late move is searched less deep at first: about log depth times log number, in halves. */
static uint32_t reduction_of(const AlphaBeta *s, const Ply *ply, uint32_t move, uint32_t tried, uint32_t depth) {
    if (!s->reductions || depth < 3 || tried < 3 || ply->gain[move] > 0 || ply->order[move] >= 1e10) return 0;
    uint32_t less = 1 + (bit_length(depth) * bit_length(tried)) / 6;
    return less < depth - 1 ? less : depth - 2;
}

/* Near the last depth, moves that take nothing are left out where the value is too low for them to matter, or where
 * many were tried before; kinds of moves that win now and then are not. */
static bool is_hopeless(const AlphaBeta *s, const Ply *ply, uint32_t move, uint32_t tried, uint32_t depth, double stand,
                        double alpha) {
    if (ply->gain[move] > 0 || ply->order[move] >= 1e10 || tried == 0) return false;
    uint32_t kind = kind_of(move_in(s, ply, move));
    if (s->kinds[kind].won * 256 > s->kinds[kind].played) return false;
    if (tried >= 4 + 4 * depth * depth) return true;
    return stretched(stand, s->values->scale) + s->values->unit * (1 + depth) < stretched(alpha, s->values->scale);
}

/* True if a shallow search may rest on what the position is worth as it stands, which is told. */
static bool may_stand(AlphaBeta *s, const Ply *ply, uint32_t depth, Window window, double *stand) {
    if (!s->reductions || !s->values || depth > 3 || ply->same_turn || window.beta - window.alpha > 2 * LEAST_STEP)
        return false;
    if (window.beta > 1 || window.alpha < -1) return false;
    *stand = evaluate(s, ply->state);
    return true;
}

/* A position that is so good that a shallow search will hardly change it. */
static bool is_out_of_reach(const AlphaBeta *s, uint32_t depth, Window window, double stand) {
    return stretched(stand, s->values->scale) - stretched(window.beta, s->values->scale) >
           s->values->unit * 1.2 * depth;
}

/* The value of a move for who plays it: first less deep if it is late, then by a window that only asks whether it is
 * better than the best so far. */
static double value_of_move(AlphaBeta *s, uint32_t at, uint32_t depth, uint32_t less, Window window, bool first) {
    if (first) return value_after(s, at, depth, window.alpha, window.beta);
    double narrow = window.alpha + LEAST_STEP, value = value_after(s, at, depth - less, window.alpha, narrow);
    if (less && value > window.alpha && !s->stopped) value = value_after(s, at, depth, window.alpha, narrow);
    if (value > window.alpha && value < window.beta && narrow < window.beta && !s->stopped)
        value = value_after(s, at, depth, window.alpha, window.beta);
    return value;
}

/* The task of a ply: `stands` tells that moves may be left out, since `stand` is its value as it is. */
typedef struct {
    uint32_t depth, remembered;
    Window window;
    bool stands;
    double stand;
    bool probes; /* one move is enough */
} Task;

/* Tries the moves of a ply, those listed first or all legal ones, until one reaches beta; returns how many were tried.
 */
static uint32_t try_moves(AlphaBeta *s, uint32_t at, const Task *task, bool legal, double *best, uint32_t *best_move) {
    Ply *ply = &s->plies[at];
    uint32_t count = list_ply(s, ply, legal), tried = 0, depth = task->depth;
    Window window = task->window;
    order_moves(s, ply, count, task->remembered);
    uint32_t left = depth - (count > 1 || s->game.draws); /* a forced move costs no depth */
    bool silent = s->others == BEST_REPLY && s->game.players > 2 && player_to_move(&s->game, ply->state) != s->own;
    for (uint32_t k = 0; k < count && *best < window.beta; k++) {
        uint32_t move = next_move(ply, k, count);
        if (task->stands && is_hopeless(s, ply, move, tried, depth, task->stand, window.alpha)) {
            if (*best < window.alpha) *best = window.alpha; /* it was not proven to be worse */
            continue;
        }
        if (!advance(s, at, move, legal)) continue;
        if (s->values && s->quiescence && ply->gain[move] == 0 && depth >= 2) taken_elsewhere(s, at, move);
        if (silent && tried) s->plies[at + 1].replied = true;
        double value = ply->blind
                           ? value_blindly(s, at, move, left)
                           : value_of_move(s, at, left, reduction_of(s, ply, move, tried, depth), window, tried == 0);
        if (s->stopped) break;
        tried++;
        if (value > *best) *best = value, *best_move = move;
        if (value > window.alpha) window.alpha = value, extend_line(s, ply, move, &s->plies[at + 1]);
        if (task->probes || (silent && ply->replied)) break;
    }
    return tried;
}

static double search_ply(AlphaBeta *s, uint32_t at, uint32_t depth, double alpha, double beta) {
    Ply *ply = &s->plies[at];
    ply->line_length = 0;
    s->nodes++;
    if (has_to_stop(s)) return 0;
    if (at + 1 >= MOST_PLIES) return evaluate(s, ply->state);
    if (depth == 0) return search_quiet(s, at, 0, alpha, beta);
    Task task = {depth, NOTHING, {alpha, beta}, false, 0, s->probing};
    s->probing = false;
    uint64_t key = s->game.hash(ply->state) ^ (ply->outcome + ply->replied) * 0x9e3779b97f4a7c15ull,
             horizon = s->horizon;
    uint32_t best_move = 0;
    double value, best = -1e9;
    if (recall(s, key, at, depth, task.window, &value, &task.remembered)) return value;
    task.stands = may_stand(s, ply, depth, task.window, &task.stand);
    if (task.stands && is_out_of_reach(s, depth, task.window, task.stand)) return task.stand;
    /* the next depth has a move to begin with */
    if (s->reductions && depth >= 5 && task.remembered == NOTHING) task.depth--;
    bool any = try_moves(s, at, &task, false, &best, &best_move);
    task.remembered = NOTHING;
    if (!any && !s->stopped) any = try_moves(s, at, &task, true, &best, &best_move), best_move = 0;
    if (s->stopped) return 0;
    if (!any) return evaluate(s, ply->state);
    if (task.probes && best < beta) return best; /* not all that there is */
    if (best >= beta) remember_cut(s, ply, best_move, depth);
    uint8_t kind = best >= beta ? AT_LEAST : best > alpha ? EXACT : AT_MOST;
    keep(s, key, at, task.depth, best, best_move, kind | (s->horizon > horizon ? HORIZON : 0));
    return best;
}
