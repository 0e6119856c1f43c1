/* Boolean networks with counters, kept up to date from one position to the next.
 *
 * A node counts its true children and is true while it has enough of them: all for a conjunction, one for a
 * disjunction. Leaves stand for inputs that hold (even numbers) and that do not (odd). When inputs change, nodes are
 * visited by height, each at most once, so that opposite changes cancel before they go up; networks of conjunctions
 * alone are followed depth first, without a queue. A true node adds its weight to the value of the position and one to
 * the features it is an output of. Weights depend on the stage: how much of the board is filled. */
#include "network_base.h"

typedef struct {
    View view;
    uint32_t nodes, leaves, features, stages, heights;
    const uint32_t *need, *height, *parent_start, *parents, *output_start, *outputs;
    const double *weights; /* stages x nodes */
    const double *biases; /* one a stage */
    const uint8_t *stage_of; /* by number of bits set in the words that count as filled */
    uint64_t filled_words; /* which words of the view show filled sites */
    uint32_t depth_first;
    double scale, turn; /* value of a position: squashed sum / scale; what having the move is worth */
    uint32_t mover_offset;
    /* what changes */
    uint32_t *count, *queue_start, *queue_end, *queue, *stack;
    uint8_t *value, *queued;
    uint64_t *seen;
    int32_t *totals;
    double sum;
    uint32_t stage;
    uint64_t visits;
} Network;

static void add_output(Network *n, uint32_t node, int32_t sign) {
    n->sum += sign * n->weights[(size_t)n->stage * n->nodes + node];
    for (uint32_t k = n->output_start[node]; k < n->output_start[node + 1]; k++) n->totals[n->outputs[k]] += sign;
}

static void tell_parents(Network *n, uint32_t node) {
    uint32_t step = n->value[node] ? 1 : NONE;
    for (uint32_t k = n->parent_start[node]; k < n->parent_start[node + 1]; k++) {
        uint32_t parent = n->parents[k];
        n->count[parent] += step, n->visits++;
        if (n->queued[parent]) continue;
        n->queued[parent] = 1;
        n->queue[n->queue_end[n->height[parent]]++] = parent;
    }
}

/* Visits what waits, lowest first. */
static void settle(Network *n) {
    for (uint32_t height = 1; height < n->heights; height++) {
        uint32_t at = n->queue_start[height], end = n->queue_end[height];
        for (; at < end; at++) {
            uint32_t node = n->queue[at];
            uint8_t now = n->count[node] >= n->need[node];
            n->queued[node] = 0;
            if (now == n->value[node]) continue;
            n->value[node] = now;
            add_output(n, node, now ? 1 : -1);
            tell_parents(n, node);
        }
        n->queue_end[height] = n->queue_start[height];
    }
}

/* A leaf has changed in a network of conjunctions. */
static void follow(Network *n, uint32_t leaf) {
    uint32_t depth = 0;
    n->stack[depth++] = leaf;
    uint32_t rising = n->value[leaf];
    while (depth) {
        uint32_t node = n->stack[--depth];
        for (uint32_t k = n->parent_start[node]; k < n->parent_start[node + 1]; k++) {
            uint32_t parent = n->parents[k], before = n->count[parent];
            n->count[parent] = rising ? before + 1 : before - 1, n->visits++;
            if ((rising ? before + 1 : before) != n->need[parent]) continue;
            n->value[parent] = (uint8_t)rising;
            add_output(n, parent, rising ? 1 : -1);
            n->stack[depth++] = parent;
        }
    }
}

static void flip(Network *n, uint32_t leaf) {
    n->value[leaf] ^= 1;
    add_output(n, leaf, n->value[leaf] ? 1 : -1);
    if (n->depth_first) follow(n, leaf);
    else tell_parents(n, leaf);
}

static void enter_stage(Network *n, uint32_t stage) {
    if (stage == n->stage) return;
    n->stage = stage, n->sum = 0;
    const double *weights = n->weights + (size_t)stage * n->nodes;
    for (uint32_t node = 0; node < n->nodes; node++)
        if (n->value[node]) n->sum += weights[node];
}

/* Brings the network to a position and gives its value: the weights of all that holds, and the stage's constant. */
PT_EXPORT double ptn_update(Network *n, const uint8_t *state) {
    uint32_t filled = 0;
    for (uint32_t w = 0; w < n->view.words; w++) {
        uint64_t now = view_word(&n->view, w, state), changed = now ^ n->seen[w];
        if (n->filled_words >> w & 1) filled += (uint32_t)__builtin_popcountll(now);
        n->seen[w] = now;
        for (; changed; changed &= changed - 1) {
            uint32_t input = 64 * w + (uint32_t)__builtin_ctzll(changed);
            flip(n, 2 * input), flip(n, 2 * input + 1);
        }
    }
    if (!n->depth_first) settle(n);
    enter_stage(n, n->stage_of[filled]);
    return n->sum + n->biases[n->stage];
}

/* The callback of searches: a value in [-1, 1] for a player. */
PT_EXPORT double ptn_value(void *self, const void *state, uint32_t player) {
    Network *n = self;
    double sum = ptn_update(n, state);
    const uint8_t *bytes = state;
    sum += bytes[n->mover_offset] == 1 ? n->turn : -n->turn;
    double x = sum / n->scale, squashed = x / (1 + (x < 0 ? -x : x));
    return player == 1 ? squashed : -squashed;
}

PT_EXPORT const int32_t *ptn_totals(const Network *n) { return n->totals; }
PT_EXPORT uint64_t ptn_visits(const Network *n) { return n->visits; }

PT_EXPORT void ptn_free(Network *n) {
    if (!n) return;
    free(n->count), free(n->queue_start), free(n->queue_end), free(n->queue), free(n->stack), free(n->value);
    free(n->queued), free(n->seen), free(n->totals), free(n);
}

/* The true nodes before any position was seen: leaves of inputs that do not hold, and what follows from them. */
static void begin(Network *n) {
    for (uint32_t node = 0; node < n->nodes; node++) n->height[node] ? n->queue_start[n->height[node]]++ : 0;
    uint32_t total = 0;
    for (uint32_t height = 0; height < n->heights; height++) {
        uint32_t wide = n->queue_start[height];
        n->queue_start[height] = n->queue_end[height] = total, total += wide;
    }
    for (uint32_t input = 0; 2 * input < n->leaves; input++) flip(n, 2 * input + 1);
    if (!n->depth_first) settle(n);
}

/* A network over arrays that the caller keeps: a copy of `given` with a state of its own. NULL without memory. */
PT_EXPORT Network *ptn_new(const Network *given) {
    Network *n = malloc(sizeof *n);
    if (!n) return NULL;
    *n = *given;
    n->count = calloc(n->nodes + 1, 4), n->queue_start = calloc(n->heights + 1, 4);
    n->queue_end = calloc(n->heights + 1, 4), n->queue = calloc(n->nodes + 1, 4), n->stack = calloc(n->nodes + 1, 4);
    n->value = calloc(n->nodes + 1, 1), n->queued = calloc(n->nodes + 1, 1);
    n->seen = calloc(n->view.words + 1, 8), n->totals = calloc(n->features + 1, 4);
    n->sum = 0, n->stage = 0, n->visits = 0;
    if (!n->count || !n->queue_start || !n->queue_end || !n->queue || !n->stack || !n->value || !n->queued ||
        !n->seen || !n->totals) {
        ptn_free(n);
        return NULL;
    }
    begin(n);
    return n;
}

/* -- tables ------------------------------------------------------------------------------------------------------- */

/* Features folded into tables: every region of the board is a number in base `digits`, all features within it are one
 * look-up. Sites have one digit each: the word of the view, among `digit_words` x digits, that shows their bit. */
typedef struct {
    View view;
    uint32_t sites, site_words, digits, regions, stages;
    const uint32_t *touch_start, *touch_region, *touch_power; /* for each site, the regions it lies in and its power */
    const uint32_t *region_table; /* where the table of each region begins */
    const float *table; /* stages x entries */
    uint32_t entries;
    const double *biases;
    const uint8_t *stage_of;
    double scale, turn;
    uint32_t mover_offset;
    uint64_t *seen;
    uint32_t *index;
} Tables;

PT_EXPORT double ptn_tables_update(Tables *t, const uint8_t *state) {
    uint32_t filled = 0;
    for (uint32_t digit = 1; digit < t->digits; digit++)
        for (uint32_t part = 0; part < t->site_words; part++) {
            uint32_t w = (digit - 1) * t->site_words + part;
            uint64_t now = view_word(&t->view, w, state), changed = now ^ t->seen[w];
            filled += (uint32_t)__builtin_popcountll(now);
            t->seen[w] = now;
            for (; changed; changed &= changed - 1) {
                uint32_t bit = (uint32_t)__builtin_ctzll(changed), site = 64 * part + bit;
                uint32_t step = now >> bit & 1 ? digit : 0u - digit;
                for (uint32_t k = t->touch_start[site]; k < t->touch_start[site + 1]; k++)
                    t->index[t->touch_region[k]] += step * t->touch_power[k];
            }
        }
    uint32_t stage = t->stage_of[filled];
    const float *table = t->table + (size_t)stage * t->entries;
    float sum = 0;
    for (uint32_t r = 0; r < t->regions; r++) sum += table[t->region_table[r] + t->index[r]];
    return sum + t->biases[stage];
}

PT_EXPORT double ptn_tables_value(void *self, const void *state, uint32_t player) {
    Tables *t = self;
    const uint8_t *bytes = state;
    double sum = ptn_tables_update(t, state) + (bytes[t->mover_offset] == 1 ? t->turn : -t->turn);
    double x = sum / t->scale, squashed = x / (1 + (x < 0 ? -x : x));
    return player == 1 ? squashed : -squashed;
}

PT_EXPORT void ptn_tables_free(Tables *t) {
    if (!t) return;
    free(t->seen), free(t->index), free(t);
}

PT_EXPORT Tables *ptn_tables_new(const Tables *given) {
    Tables *t = malloc(sizeof *t);
    if (!t) return NULL;
    *t = *given;
    t->seen = calloc(t->view.words + 1, 8), t->index = calloc(t->regions + 1, 4);
    if (!t->seen || !t->index) {
        ptn_tables_free(t);
        return NULL;
    }
    return t;
}

/* -- many positions at once --------------------------------------------------------------------------------------- */

/* The inputs of many positions as columns of bits: column 2 i has a bit for each position where input i holds, column
 * 2 i + 1 one where it does not. `across` is the number of words of a column. */
PT_EXPORT void ptn_columns(const View *view, const uint8_t *states, uint32_t size, uint32_t positions, uint32_t across,
                           uint64_t *columns) {
    for (uint32_t p = 0; p < positions; p++)
        for (uint32_t w = 0; w < view->words; w++) {
            uint64_t now = view_word(view, w, states + (size_t)p * size);
            for (uint32_t bit = 0; bit < 64; bit++) {
                uint64_t *column = columns + (size_t)(2 * (64 * w + bit) + !(now >> bit & 1)) * across;
                column[p >> 6] |= 1ull << (p & 63);
            }
        }
}

/* Outputs are disjunctions of clauses, clauses conjunctions of literals. Adds one to `counts[group][position]` wherever
 * an output of the group holds; `held` gets in how many positions each output does. */
PT_EXPORT void ptn_count(const uint32_t *output_start, const uint32_t *clause_start, const uint32_t *literals,
                         const uint32_t *group, uint32_t outputs, const uint64_t *columns, uint32_t across,
                         uint64_t *any, uint16_t *counts, uint32_t *held) {
    for (uint32_t o = 0; o < outputs; o++) {
        memset(any, 0, 8 * (size_t)across);
        for (uint32_t c = output_start[o]; c < output_start[o + 1]; c++) {
            uint32_t first = clause_start[c], end = clause_start[c + 1];
            for (uint32_t w = 0; w < across; w++) {
                uint64_t all = ~0ull;
                for (uint32_t k = first; k < end && all; k++) all &= columns[(size_t)literals[k] * across + w];
                any[w] |= all;
            }
        }
        uint32_t total = 0;
        uint16_t *row = counts ? counts + (size_t)group[o] * 64 * across : NULL;
        for (uint32_t w = 0; w < across; w++) {
            total += (uint32_t)__builtin_popcountll(any[w]);
            if (row)
                for (uint64_t left = any[w]; left; left &= left - 1) row[64 * w + (uint32_t)__builtin_ctzll(left)]++;
        }
        if (held) held[o] = total;
    }
}

/* Which conjunctions hold where: `held[clause]` is a column of bits over positions. */
PT_EXPORT void ptn_hold(const uint32_t *clause_start, const uint32_t *literals, uint32_t clauses,
                        const uint64_t *columns, uint32_t across, uint64_t *held) {
    for (uint32_t c = 0; c < clauses; c++)
        for (uint32_t w = 0; w < across; w++) {
            uint64_t all = ~0ull;
            for (uint32_t k = clause_start[c]; k < clause_start[c + 1] && all; k++)
                all &= columns[(size_t)literals[k] * across + w];
            held[(size_t)c * across + w] = all;
        }
}

/* Adds the weight of each conjunction to the positions where it holds. */
PT_EXPORT void ptn_apply(const uint64_t *held, uint32_t clauses, uint32_t across, const double *weights, double *sums) {
    for (uint32_t c = 0; c < clauses; c++)
        for (uint32_t w = 0; w < across; w++)
            for (uint64_t left = held[(size_t)c * across + w]; left; left &= left - 1)
                sums[64 * w + (uint32_t)__builtin_ctzll(left)] += weights[c];
}

/* For each conjunction the sum of a quantity over the positions where it holds. */
PT_EXPORT void ptn_back(const uint64_t *held, uint32_t clauses, uint32_t across, const double *values, double *sums) {
    for (uint32_t c = 0; c < clauses; c++) {
        double sum = 0;
        for (uint32_t w = 0; w < across; w++)
            for (uint64_t left = held[(size_t)c * across + w]; left; left &= left - 1)
                sum += values[64 * w + (uint32_t)__builtin_ctzll(left)];
        sums[c] = sum;
    }
}

/* The place of each position in the tables of each region, for fitting: `places[position][region]`. */
PT_EXPORT void ptn_places(const Tables *t, const uint8_t *states, uint32_t size, uint32_t positions, uint32_t *places) {
    for (uint32_t p = 0; p < positions; p++) {
        uint32_t *row = places + (size_t)p * t->regions;
        for (uint32_t r = 0; r < t->regions; r++) row[r] = t->region_table[r];
        for (uint32_t digit = 1; digit < t->digits; digit++)
            for (uint32_t part = 0; part < t->site_words; part++) {
                uint64_t now = view_word(&t->view, (digit - 1) * t->site_words + part, states + (size_t)p * size);
                for (; now; now &= now - 1) {
                    uint32_t site = 64 * part + (uint32_t)__builtin_ctzll(now);
                    for (uint32_t k = t->touch_start[site]; k < t->touch_start[site + 1]; k++)
                        row[t->touch_region[k]] += digit * t->touch_power[k];
                }
            }
    }
}

/* Updates over many positions in order, for timing: the sum of values. */
PT_EXPORT double ptn_run(void *self, double (*update)(void *, const uint8_t *), const uint8_t *states, uint32_t size,
                         uint32_t positions) {
    double sum = 0;
    for (uint32_t p = 0; p < positions; p++) sum += update(self, states + (size_t)p * size);
    return sum;
}
