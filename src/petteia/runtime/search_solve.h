/* Proof-number search (df-pn, Nagai) for two players and games without chance: who can force what.
 *
 * A goal is that one player wins, or that he does not lose. A position has two numbers for it: how many open positions
 * must be settled at the least to prove it, and how many to refute it. The search follows the cheapest of them within
 * thresholds, and keeps numbers in a table of bounded size. Proofs consist of ends of games alone. What was refuted
 * only since a position came back, or the way was too long, is never kept: elsewhere it may be otherwise. */
#pragma once
#include "search_sample.h"

enum { GOALS = 4, LONGEST_WAY = 400, GROUP = 4, FIRST_ROUND = 2000 };
enum { UNSETTLED = 0, PROVED = 1, REFUTED = 2, REFUTED_HERE = 3 }; /* HERE: by the way that led to it */
static const uint32_t INFINITE = 1u << 30;

typedef struct {
    uint64_t key;
    uint32_t proof, refutation, work;
} Numbers;

typedef struct {
    uint8_t *state, *moves, *settled; /* settled: what is known of each move for good */
    uint64_t *keys;
    uint32_t room, settled_room, count;
    uint64_t key;
} Depth;

/* Bytes of a state that no position shows and rules read. */
typedef struct {
    uint32_t offset, size;
} Unshown;

typedef struct {
    Game game;
    Numbers *table;
    uint64_t groups; /* of GROUP entries each */
    Unshown *hidden;
    uint32_t hidden_count, by_way; /* by_way: what a position is depends on all that was before */
    Depth depths[LONGEST_WAY + 1];
    uint8_t *after;
    uint32_t attacker, asked, mover; /* of the goal: whose it is, and what he asks for, DRAWN or WON */
    uint32_t answers[GOALS], decisive[GOALS]; /* of the goals for the root, and the moves they rest on */
    uint64_t nodes, end_of_round, most_nodes;
    Deadline deadline;
    bool stopped, ended; /* this round, the whole search */
    int32_t stop;
} Solver;

static inline uint64_t mixed(uint64_t a, uint64_t b) {
    uint64_t low, high = multiply_high(a ^ 0xa0761d6478bd642full, b ^ 0xe7037ed1a0b428dbull, &low);
    return high ^ low;
}

/* The key of a position and goal. */
static uint64_t key_for(const Solver *s, const uint8_t *state, uint64_t before) {
    uint64_t key = mixed(s->game.hash(state), s->attacker * 4 + s->asked);
    for (uint32_t k = 0; k < s->hidden_count; k++) {
        const uint8_t *bytes = state + s->hidden[k].offset;
        for (uint32_t j = 0; j < s->hidden[k].size; j += 8) {
            uint64_t word = 0;
            uint32_t left = s->hidden[k].size - j;
            memcpy(&word, bytes + j, left < 8 ? left : 8);
            key = mixed(key, word);
        }
    }
    return s->by_way ? mixed(key, before) : key;
}

static const Numbers *numbers_of(const Solver *s, uint64_t key) {
    static const Numbers unknown = {0, 1, 1, 0};
    const Numbers *group = s->table + key % s->groups * GROUP;
    for (uint32_t k = 0; k < GROUP; k++)
        if (group[k].key == key && group[k].work) return &group[k];
    return &unknown;
}

/* Of a full group the entry goes that took least work. */
static void keep_numbers(Solver *s, uint64_t key, uint32_t proof, uint32_t refutation, uint64_t work) {
    Numbers *group = s->table + key % s->groups * GROUP, *place = group;
    for (uint32_t k = 0; k < GROUP; k++) {
        if (group[k].key == key) {
            place = &group[k];
            work += place->work;
            break;
        }
        if (group[k].work < place->work) place = &group[k];
    }
    *place = (Numbers){key, proof, refutation, work < INFINITE ? (uint32_t)work : INFINITE};
}

static uint8_t settled_end(const Solver *s, const uint8_t *state) {
    return outcome(&s->game, state, s->attacker) >= s->asked ? PROVED : REFUTED;
}

static bool has_room_for(const Solver *s, Depth *d, uint32_t count) {
    if (!d->state) d->state = malloc(s->game.state_size);
    if (count > d->settled_room) {
        uint8_t *settled = realloc(d->settled, count);
        if (settled) d->settled = settled;
        uint64_t *keys = realloc(d->keys, count * sizeof *keys);
        if (keys) d->keys = keys;
        if (!settled || !keys) return false;
        d->settled_room = count;
    }
    return d->state != NULL;
}

/* Plays a move of one depth to the next. */
static bool enter(Solver *s, uint32_t at, uint32_t move) {
    Depth *d = &s->depths[at], *next = d + 1;
    if (at == LONGEST_WAY || !has_room_for(s, next, 0)) return false;
    s->game.copy(next->state, d->state);
    s->game.play(next->state, d->moves + (size_t)move * s->game.move_size, 0);
    next->key = d->keys[move];
    return true;
}

/* Lists the moves of a position with the keys of what they lead to; ends and positions that come back are settled. */
static bool look_at_moves(Solver *s, uint32_t at) {
    Depth *d = &s->depths[at];
    uint32_t most = d->room;
    d->count = list_moves(&s->game, d->state, &d->moves, &most);
    d->room = most;
    if (!d->count || !has_room_for(s, d, d->count)) return false;
    for (uint32_t k = 0; k < d->count; k++) {
        s->game.copy(s->after, d->state);
        s->game.play(s->after, d->moves + (size_t)k * s->game.move_size, 0);
        s->nodes++;
        d->settled[k] = UNSETTLED;
        d->keys[k] = key_for(s, s->after, d->key);
        if (is_over(&s->game, s->after)) d->settled[k] = settled_end(s, s->after);
        for (uint32_t j = 0; j <= at && !d->settled[k]; j++)
            if (s->depths[j].key == d->keys[k]) d->settled[k] = REFUTED_HERE;
        if (at + 1 == LONGEST_WAY && !d->settled[k]) d->settled[k] = REFUTED_HERE;
    }
    return true;
}

/* The numbers of a move as its player sees them: `own` to reach what he wants, `other` for his opponent. */
typedef struct {
    uint32_t own, other;
} Pair;

static Pair numbers_of_move(const Solver *s, const Depth *d, uint32_t k, bool attacks) {
    Pair found = d->settled[k] == PROVED ? (Pair){0, INFINITE} : (Pair){INFINITE, 0};
    if (!d->settled[k]) {
        const Numbers *kept = numbers_of(s, d->keys[k]);
        found = (Pair){kept->proof, kept->refutation};
    }
    return attacks ? found : (Pair){found.other, found.own};
}

/* The state of a move: settled on the way here, or by what the table knows. */
static uint8_t known_of_move(const Solver *s, const Depth *d, uint32_t k) {
    if (d->settled[k]) return d->settled[k];
    const Numbers *kept = numbers_of(s, d->keys[k]);
    return kept->proof == 0 ? PROVED : kept->refutation == 0 ? REFUTED : UNSETTLED;
}

/* How a position is settled by its moves, if it is. */
static uint8_t settled_by_moves(const Solver *s, const Depth *d, bool attacks) {
    uint32_t seen[4] = {0, 0, 0, 0};
    for (uint32_t k = 0; k < d->count; k++) seen[known_of_move(s, d, k)]++;
    if (attacks)
        return seen[PROVED] ? PROVED : seen[UNSETTLED] ? UNSETTLED : seen[REFUTED_HERE] ? REFUTED_HERE : REFUTED;
    return seen[REFUTED] ? REFUTED : seen[REFUTED_HERE] ? REFUTED_HERE : seen[UNSETTLED] ? UNSETTLED : PROVED;
}

static bool has_to_end(Solver *s) {
    if (s->stop || s->nodes >= s->most_nodes || is_late(&s->deadline)) s->ended = true;
    if (s->ended || s->nodes >= s->end_of_round) s->stopped = true;
    return s->stopped;
}

/* Works on a position until one of its numbers, as who moves sees them, reaches a limit, or it is settled. */
static uint8_t pursue(Solver *s, uint32_t at, Pair limit) {
    Depth *d = &s->depths[at];
    bool attacks = player_to_move(&s->game, d->state) == s->attacker;
    uint64_t begin = s->nodes;
    uint8_t settled = UNSETTLED;
    Pair here = {1, 1};
    if (!look_at_moves(s, at)) s->stopped = s->ended = true;
    while (!s->stopped) {
        uint32_t best = 0, second = INFINITE;
        Pair best_pair = {INFINITE, 0};
        uint64_t sum = 0;
        for (uint32_t k = 0; k < d->count; k++) {
            Pair one = numbers_of_move(s, d, k, attacks);
            sum += one.other;
            if (k == 0 || one.own < best_pair.own) second = k ? best_pair.own : INFINITE, best_pair = one, best = k;
            else if (one.own < second) second = one.own;
        }
        here = (Pair){best_pair.own, sum < INFINITE ? (uint32_t)sum : INFINITE - 1};
        if (here.own == 0) here.other = INFINITE;
        if (here.own == 0 || here.own >= INFINITE) settled = settled_by_moves(s, d, attacks);
        if (settled || here.own >= limit.own || here.other >= limit.other || has_to_end(s)) break;
        uint32_t wider = second >= INFINITE / 2 ? INFINITE : second + second / 4 + 1;
        Pair next = {wider < limit.own ? wider : limit.own, limit.other - (here.other - best_pair.other)};
        if (!enter(s, at, best)) s->stopped = s->ended = true;
        else {
            bool stays = (player_to_move(&s->game, d[1].state) == s->attacker) == attacks;
            d->settled[best] = pursue(s, at + 1, stays ? next : (Pair){next.other, next.own});
        }
    }
    if (settled != REFUTED_HERE) {
        if (settled) here = (settled == PROVED) == attacks ? (Pair){0, INFINITE} : (Pair){INFINITE, 0};
        if (!attacks) here = (Pair){here.other, here.own};
        keep_numbers(s, d->key, here.own, here.other, s->nodes - begin + 1);
    }
    return settled;
}

/* -- what Python calls -------------------------------------------------------------------------------------------- */

/* Goals: who moves at the root wins, the other wins, who moves does not lose, the other does not. */
static void set_goal(Solver *s, uint32_t goal) {
    s->attacker = goal & 1 ? 3 - s->mover : s->mover, s->asked = goal < 2 ? WON : DRAWN;
}

PT_EXPORT void ptp_free(Solver *s) {
    if (!s) return;
    for (uint32_t k = 0; k <= LONGEST_WAY; k++)
        free(s->depths[k].state), free(s->depths[k].moves), free(s->depths[k].settled), free(s->depths[k].keys);
    free(s->table), free(s->hidden), free(s->after), free(s);
}

/* A search with a table of so many bytes; NULL if there is not enough memory. */
PT_EXPORT Solver *ptp_new(const Game *game, const Unshown *hidden, uint32_t hidden_count, uint32_t by_way,
                          uint64_t bytes) {
    Solver *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->game = *game, s->by_way = by_way, s->hidden_count = hidden_count;
    s->groups = bytes / (GROUP * sizeof(Numbers)) + 1, s->table = calloc(s->groups * GROUP, sizeof *s->table);
    s->hidden = malloc((hidden_count + 1) * sizeof *hidden), s->after = malloc(game->state_size);
    s->depths[0].state = malloc(game->state_size);
    if (s->table && s->hidden && s->after && s->depths[0].state) {
        memcpy(s->hidden, hidden, hidden_count * sizeof *hidden);
        return s;
    }
    ptp_free(s);
    return NULL;
}

PT_EXPORT void ptp_stop(Solver *s) { s->stop = 1; }
PT_EXPORT uint64_t ptp_nodes(const Solver *s) { return s->nodes; }

/* Bounds of a value for who moves at the root, by what is known of a goal. */
static void narrow(uint32_t goal, uint8_t known, int8_t *low, int8_t *high) {
    if (known != PROVED && known != REFUTED) return;
    bool raises = (known == PROVED) != (goal & 1); /* the least that he gets, or the most */
    bool far = (known == PROVED) == (goal < 2); /* to a win or loss, or to a draw only */
    if (raises && *low < far) *low = far;
    if (!raises && *high > -(int8_t)far) *high = (int8_t)-far;
}

/* True once the value is known, or no goal is open any more. */
static bool is_solved(const Solver *s) {
    int8_t low = -1, high = 1;
    bool open = false;
    for (uint32_t g = 0; g < GOALS; g++) narrow(g, (uint8_t)s->answers[g], &low, &high), open |= !s->answers[g];
    return low == high || !open;
}

static void work_on(Solver *s, uint32_t goal, const void *root) {
    Depth *d = &s->depths[0];
    set_goal(s, goal);
    s->game.copy(d->state, root);
    d->key = key_for(s, d->state, 0), s->stopped = false;
    s->answers[goal] = pursue(s, 0, (Pair){INFINITE, INFINITE});
    for (uint32_t k = d->count; s->answers[goal] && k-- > 0;)
        if (known_of_move(s, d, k) == s->answers[goal]) s->decisive[goal] = k;
}

/* Works on the goals in turn, in rounds that grow, until the value of the root is proved, so many positions were met,
 * or a time is over (0: no limit). */
PT_EXPORT void ptp_run(Solver *s, const void *root, uint64_t nodes, double cpu, double wall) {
    s->nodes = 0, s->most_nodes = nodes, s->deadline = deadline_after(cpu, wall), s->ended = s->stop != 0;
    s->mover = player_to_move(&s->game, root);
    for (uint64_t round = FIRST_ROUND; !s->ended && !is_solved(s); round *= 2)
        for (uint32_t g = 0; g < GOALS && !s->ended && !is_solved(s); g++)
            if (!s->answers[g]) s->end_of_round = s->nodes + round, work_on(s, g, root);
}

/* What is known of the moves of a position that was searched: bounds of their values for who moved at the root, the
 * work that went into them, and the keys of what they lead to. `ways` are the keys of the position for each goal;
 * without them it is the root. Returns how many moves there are; nothing is written if there is not room for them. */
PT_EXPORT uint32_t ptp_moves(Solver *s, const void *state, const uint64_t *ways, uint32_t room, uint8_t *moves,
                             int8_t *low, int8_t *high, uint64_t *work, uint64_t *after) {
    Depth *d = &s->depths[0];
    s->game.copy(d->state, state);
    for (uint32_t g = 0; g < GOALS; g++) {
        set_goal(s, g), d->key = ways ? ways[g] : key_for(s, state, 0);
        if (!look_at_moves(s, 0)) return 0;
        if (d->count > room) return d->count;
        for (uint32_t k = 0; k < d->count; k++) {
            if (g == 0) low[k] = -1, high[k] = 1, work[k] = 0;
            narrow(g, known_of_move(s, d, k), &low[k], &high[k]);
            int8_t least = low[k];
            if (!ways) narrow(g, (uint8_t)s->answers[g], &low[k], &high[k]); /* at most as good as the root */
            if (k != s->decisive[g]) low[k] = least;
            work[k] += numbers_of(s, d->keys[k])->work, after[k * GOALS + g] = d->keys[k];
        }
    }
    memcpy(moves, d->moves, (size_t)d->count * s->game.move_size);
    return d->count;
}
