/* Which child is visited next. Each function returns a slot, or NOTHING where the tree cannot grow.
 *
 * UCB (equation 3): a node with moves that were never tried tries one of them, drawn uniformly (or from the policy);
 *   otherwise the largest Q + C sqrt(ln N / n), N counting the visits of all siblings; of equals the one tried first.
 * PUCT (equation 4): the largest Q + C p sqrt(N) / (1 + n) over all moves; Q of a move that was not tried is a
 *   parameter; of equals a tried move goes first, then the order in which they were listed or tried. The first move
 *   behind a leaf is drawn from p.
 * GRAVE: the largest (1 - b) Q + b A, A being the mean of iterations in which the move was played later on, as the
 *   nearest ancestor that was visited often enough has seen it, b = a / (a + n + bias a n), a the number of those
 *   iterations; moves without any statistics first. */
#pragma once
#include "search_tree.h"

/* The slot with the largest bound mean + spread * root, the first of equals; for one slot, which has not been written
 * yet, the bound is given: a vector that has just been written in part would have to be waited for. Arrays of more than
 * two slots are filled up to whole vectors. */
#ifdef __AVX__
typedef double Doubles __attribute__((vector_size(32), aligned(8)));
typedef long long Masks __attribute__((vector_size(32), aligned(8)));

static inline Doubles all_lanes(double x) { return (Doubles){x, x, x, x}; }
static inline Doubles larger(Doubles a, Doubles b) { return (Doubles)__builtin_ia32_maxpd256(a, b); }
static inline Doubles smaller(Doubles a, Doubles b) { return (Doubles)__builtin_ia32_minpd256(a, b); }

/* The largest and the smallest of four, in all lanes. Which it is cannot be foreseen, so there must be no branch on it.
 */
static inline Doubles largest(Doubles four) {
    four = larger(four, (Doubles){four[2], four[3], four[0], four[1]});
    return larger(four, (Doubles){four[1], four[0], four[3], four[2]});
}
static inline Doubles smallest(Doubles four) { return -largest(-four); }

static inline uint32_t equal_lanes(Doubles a, Doubles b) {
    return (uint32_t)__builtin_ia32_movmskpd256((Doubles)(a == b));
}

static inline Doubles choose_lanes(Masks which, Doubles yes, Doubles no) {
    return (Doubles)__builtin_ia32_blendvpd256(no, yes, (Doubles)which);
}

static inline Doubles four_bounds(const double *mean, const double *root, Doubles spread) {
    return *(const Doubles *)mean + spread * *(const Doubles *)root;
}

/* Of up to eight slots. */
ALWAYS_INLINE uint32_t largest_of_eight(const double *mean, const double *root, uint32_t count, double spread,
                                        uint32_t slot, double bound) {
    static const long long holes[16] = {[8] = -1};
    const long long *hole = holes + (slot < 8 ? 8 - slot : 0); /* seen from here, the slot is -1 */
    const Doubles spreads = all_lanes(spread), given = all_lanes(bound);
    Doubles first = choose_lanes(*(const Masks *)hole, given, four_bounds(mean, root, spreads));
    if (count <= 4) return (uint32_t)__builtin_ctz(equal_lanes(first, largest(first)) | 16);
    Doubles second = choose_lanes(*(const Masks *)(hole + 4), given, four_bounds(mean + 4, root + 4, spreads));
    Doubles most = largest(larger(first, second));
    return (uint32_t)__builtin_ctz(equal_lanes(first, most) | equal_lanes(second, most) << 4 | 256);
}

/* Four lanes: the largest bound that was seen in each, and its slot. */
typedef struct {
    Doubles bound, slot;
} BestLanes;

static inline void take_better(BestLanes *best, Doubles bound, Doubles slot) {
    Masks better = (Masks)(bound > best->bound);
    best->bound = choose_lanes(better, bound, best->bound), best->slot = choose_lanes(better, slot, best->slot);
}

/* Of more. */
NEVER_INLINE uint32_t largest_of_many(const double *mean, const double *root, uint32_t count, double spread,
                                      uint32_t slot, double bound) {
    const Doubles spreads = all_lanes(spread), given = all_lanes(bound), at = all_lanes(slot), lanes = {0, 1, 2, 3};
#define BOUNDS(k, here) choose_lanes((Masks)((here) == at), given, four_bounds(mean + (k), root + (k), spreads))
    /* one chain would wait longer */
    BestLanes even = {BOUNDS(0, lanes), lanes}, odd = {BOUNDS(4, lanes + 4.0), lanes + 4.0};
    Doubles here = lanes + 8.0;
    uint32_t k = 8;
    for (; k + 4 < count; k += 8, here += 8.0)
        take_better(&even, BOUNDS(k, here), here), take_better(&odd, BOUNDS(k + 4, here + 4.0), here + 4.0);
    if (k < count) take_better(&even, BOUNDS(k, here), here);
#undef BOUNDS
    Doubles most = largest(larger(even.bound, odd.bound)), none = all_lanes(NOTHING);
    return (uint32_t)smallest(smaller(choose_lanes((Masks)(even.bound == most), even.slot, none),
                                      choose_lanes((Masks)(odd.bound == most), odd.slot, none)))[0];
}

ALWAYS_INLINE uint32_t largest_bound_but(const double *mean, const double *root, uint32_t count, double spread,
                                         uint32_t slot, double bound) {
    if (count > 8) return largest_of_many(mean, root, count, spread, slot, bound);
    if (count > 2) return largest_of_eight(mean, root, count, spread, slot, bound);
    double first = slot == 0 ? bound : mean[0] + spread * root[0],
           second = slot == 1 ? bound : mean[1] + spread * root[1];
    return (count == 2) & (second > first);
}
#else
static uint32_t largest_bound_but(const double *mean, const double *root, uint32_t count, double spread, uint32_t slot,
                                  double bound) {
    uint32_t chosen = 0;
    double best = -1e300;
    for (uint32_t k = 0; k < count; k++) {
        double now = k == slot ? bound : mean[k] + spread * root[k];
        if (now > best) best = now, chosen = k;
    }
    return chosen;
}
#endif

static inline uint32_t largest_bound(const double *mean, const double *root, uint32_t count, double spread) {
    return largest_bound_but(mean, root, count, spread, NOTHING, 0);
}

/* -- probabilities ------------------------------------------------------------------------------------------------ */

#ifdef __TINYC__ /* has no vectors */
static float largest_of(const float *values, uint32_t count) {
    float most = values[0];
    for (uint32_t k = 1; k < count; k++) most = values[k] > most ? values[k] : most;
    return most;
}

static uint32_t first_of(const float *values, uint32_t count, float value) {
    uint32_t k = 0;
    while (k + 1 < count && values[k] != value) k++;
    return k;
}

static void to_probabilities(float *scores, uint32_t count, double share) {
    float most = largest_of(scores, count);
    double total = 0;
    for (uint32_t k = 0; k < count; k++) total += scores[k] = (float)exp((double)scores[k] - most);
    for (uint32_t k = 0; k < count; k++) scores[k] = (float)(scores[k] * (1 - share) / total + share / count);
}
#else
enum { LANES = 8 };
typedef float Floats __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
typedef int Integers __attribute__((vector_size(4 * LANES)));

/* exp of eight numbers that are not above zero, good to six digits, and the same on every machine: 2^n 2^f with a
 * polynomial for 2^f, f in [-1/2, 1/2]. */
static inline Floats exp_of(Floats x) {
    const Floats none = {0};
    Integers far = x < none - 87.0f;
    x = (Floats)(((Integers)x & ~far) | ((Integers)(none - 87.0f) & far));
    Floats scaled = x * 1.44269504f;
    Integers whole = __builtin_convertvector(scaled - 0.5f, Integers);
    Floats f = scaled - __builtin_convertvector(whole, Floats);
    Floats power = 1 + f * (0.69314718f + f * (0.24022651f + f * (0.05550411f + f * (0.00961813f + f * 0.00133336f))));
    return power * (Floats)((whole + 127) << 23);
}

static float largest_of(const float *values, uint32_t count) {
    float most = values[0];
    uint32_t k = 0;
    if (count >= LANES) {
        Floats all = *(const Floats *)values;
        for (k = LANES; k + LANES <= count; k += LANES) {
            Floats some = *(const Floats *)(values + k);
            Integers more = some > all;
            all = (Floats)(((Integers)some & more) | ((Integers)all & ~more));
        }
        for (uint32_t lane = 0; lane < LANES; lane++) most = all[lane] > most ? all[lane] : most;
    }
    for (; k < count; k++) most = values[k] > most ? values[k] : most;
    return most;
}

/* Where a value is found first. */
static uint32_t first_of(const float *values, uint32_t count, float value) {
    typedef uint64_t Words __attribute__((vector_size(4 * LANES)));
    uint32_t k = 0;
    for (; k + LANES <= count; k += LANES) {
        Words found = (Words)(*(const Floats *)(values + k) == (Floats){0} + value);
        if (found[0] | found[1] | found[2] | found[3]) break;
    }
    while (k + 1 < count && values[k] != value) k++;
    return k;
}

/* Scores become probabilities: the softmax, mixed with a share of the uniform distribution. */
static void to_probabilities(float *scores, uint32_t count, double share) {
    float most = largest_of(scores, count);
    Floats sums = {0}, some = {0};
    uint32_t k = 0;
    for (; k + LANES <= count; k += LANES) {
        Floats *at = (Floats *)(scores + k);
        sums += *at = exp_of(*at - most);
    }
    memcpy(&some, scores + k, (count - k) * sizeof *scores);
    some = exp_of(some - most);
    memcpy(scores + k, &some, (count - k) * sizeof *scores);
    double total = 0;
    for (uint32_t lane = 0; lane < count - k; lane++) total += some[lane];
    for (uint32_t lane = 0; lane < LANES; lane++) total += sums[lane];
    float scale = (float)((1 - share) / total), uniform = (float)(share / count);
    for (k = 0; k < count; k++) scores[k] = scores[k] * scale + uniform;
}
#endif

typedef void (*ScoreAfter)(void *self, const void *state, const void *last, const void *moves, uint32_t count,
                           float *scores);

/* The scores of a policy for moves. One that is told the latest move has a function with one argument more. */
static void ask_scores(const Worker *w, const Policy *policy, bool is_told, const void *state, const void *moves,
                       uint32_t count, float *into) {
    if (is_told)
        ((ScoreAfter)(void *)policy->score)(policy->self, state, w->knows_last ? w->last : NULL, moves, count, into);
    else policy->score(policy->self, state, moves, count, into);
}

/* The probabilities of moves at the worker's state, into an array. Without a policy they are equal. */
static void ask_policy(const Worker *w, const Policy *policy, bool is_told, const uint8_t *moves, uint32_t count,
                       double share, float *into) {
    if (policy->score) {
        ask_scores(w, policy, is_told, w->state, moves, count, into);
        to_probabilities(into, count, share);
    } else {
        for (uint32_t k = 0; k < count; k++) into[k] = 1.0f / (float)count;
    }
}

enum { BLOCK = 32 };

/* The sum of some weights, in four parts, which need not wait for each other. */
static inline double sum_of(const float *weights, uint32_t count) {
    float sums[4] = {0};
    uint32_t k = 0;
    for (; k + 4 <= count; k += 4)
        sums[0] += weights[k], sums[1] += weights[k + 1], sums[2] += weights[k + 2], sums[3] += weights[k + 3];
    for (; k < count; k++) sums[0] += weights[k];
    return ((double)sums[0] + sums[1]) + ((double)sums[2] + sums[3]);
}

/* Draws one of some moves by weights that need not add up to one: a block of them, then one of its moves. */
static uint32_t draw_by_weight(uint64_t *random, const float *weights, uint32_t first, uint32_t end) {
    double total = 0, sums[(end - first) / BLOCK + 1];
    for (uint32_t k = first, block = 0; k < end; k += BLOCK, block++)
        total += sums[block] = sum_of(weights + k, end - k < BLOCK ? end - k : BLOCK);
    if (!(total > 0)) return first + below(random, end - first);
    double left = unit(random) * total;
    uint32_t k = first;
    for (uint32_t block = 0; k + BLOCK < end && left >= sums[block]; k += BLOCK, block++) left -= sums[block];
    for (; k < end; k++)
        if ((left -= weights[k]) < 0) return k;
    while (!(weights[k - 1] > 0)) k--; /* what is left is rounding */
    return k - 1;
}

/* Gives a node the probabilities of its moves. */
static bool evaluate_node(const Worker *w, Node *node) {
    Search *s = w->search;
    if (node->extra) return true;
    node->extra = take_words(&s->memory, words_of_moves(sizeof(float), node->count));
    if (!node->extra) return false;
    float *priors = priors_of(s, node);
    ask_policy(w, &s->set.prior, s->set.prior_is_told, moves_of(s, node), node->count, s->set.uniform_share, priors);
    if (node->tried && s->set.selection == PUCT) {
        Slots slots = slots_of(s, node);
        for (uint32_t k = 0; k < node->tried; k++) slots.root[k] = priors[k] / (1.0 + slots.seen[k].visits);
    }
    return true;
}

/* -- selection ---------------------------------------------------------------------------------------------------- */

static uint32_t select_ucb(Worker *w, Node *node) {
    Search *s = w->search;
    uint32_t open = node->count - node->lost;
    if (node->tried < open) {
        uint32_t k;
        if (s->set.expands_by_policy && evaluate_node(w, node))
            k = draw_by_weight(&w->random, priors_of(s, node), node->tried, open);
        else k = node->tried + below(&w->random, open - node->tried);
        return try_move(s, node, k);
    }
    Slots slots = slots_of(s, node);
    FETCH(slots.seen), FETCH(slots.seen + 4); /* one of them is read next */
    return largest_bound(slots.mean, slots.root, node->tried, s->set.exploration * root_of_log(node->visits));
}

/* Brings the likeliest of the moves that were not tried to the front of them, once each time that one was tried. */
static void arrange(Search *s, Node *node, uint32_t open) {
    const float *priors = priors_of(s, node);
    uint32_t likely = node->tried;
    if (likely < open) {
        likely += first_of(priors + likely, open - likely, largest_of(priors + likely, open - likely));
        swap_moves(s, node, node->tried, likely);
    }
    node->flags |= ARRANGED;
}

static uint32_t select_puct(Worker *w, Node *node) {
    Search *s = w->search;
    uint32_t open = node->count - node->lost;
    bool asks = node->visits + 2 >= s->set.evaluated_at;
    if (!asks && node->tried < open) return try_move(s, node, node->tried + below(&w->random, open - node->tried));
    if (!evaluate_node(w, node)) return NOTHING;
    const float *priors = priors_of(s, node);
    if (!node->tried && s->set.expands_by_policy) return try_move(s, node, draw_by_weight(&w->random, priors, 0, open));
    if (!(node->flags & ARRANGED)) arrange(s, node, open);
    double reach = s->set.exploration * sqrt(node->visits), best = -1e300;
    uint32_t chosen = NOTHING;
    if (node->tried) {
        Slots slots = slots_of(s, node);
        chosen = largest_bound(slots.mean, slots.root, node->tried, reach);
        best = slots.mean[chosen] + reach * slots.root[chosen];
    }
    if (node->tried >= open) return chosen;
    double unvisited = s->set.unvisited < -BEYOND ? node->visits ? node->total / node->visits : 0 : s->set.unvisited;
    if (chosen != NOTHING && best >= unvisited + reach * priors[node->tried]) return chosen;
    node->flags &= (uint8_t)~ARRANGED;
    return try_move(s, node, node->tried);
}

/* In games of chance: only among the moves that are legal now, by UCB or PUCT. */
static uint32_t select_legal(Worker *w, Node *node, uint32_t count) {
    Search *s = w->search;
    uint32_t size = s->game.move_size, untried = 0, visits = 0, chosen = NOTHING;
    bool puct = s->set.selection == PUCT;
    if (puct || s->set.expands_by_policy)
        ask_policy(w, &s->set.prior, s->set.prior_is_told, w->listed, count, s->set.uniform_share, w->scores);
    else
        for (uint32_t k = 0; k < count; k++) w->scores[k] = 1;
    for (uint32_t k = 0; k < count; k++) { /* the worker's list of moves becomes a list of places in the node */
        uint32_t at = 0;
        while (at < node->count && !same_move(move_of(s, node, at), w->listed + (size_t)k * size, size)) at++;
        w->places[k] = at;
        if (at < node->tried) visits += slots_of(s, node).seen[at].visits;
        else untried++;
    }
    const uint32_t *places = w->places;
    if (untried && (!puct || untried == count)) {
        float *weights = w->scores;
        for (uint32_t k = 0; k < count; k++)
            if (places[k] < node->tried) weights[k] = 0;
        return try_move(s, node, places[draw_by_weight(&w->random, weights, 0, count)]);
    }
    Slots slots = slots_of(s, node);
    double best = -1e300, spread = puct ? sqrt(visits) : root_of_log(visits),
           unvisited = s->set.unvisited < -BEYOND ? 0 : s->set.unvisited;
    for (uint32_t k = 0; k < count; k++) {
        bool is_new = places[k] >= node->tried;
        double mean = is_new ? unvisited : slots.mean[places[k]], n = is_new ? 0 : slots.seen[places[k]].visits;
        double wide = puct ? w->scores[k] / (1 + n) : slots.root[places[k]];
        double bound = mean + s->set.exploration * spread * wide;
        if (bound > best) best = bound, chosen = places[k];
    }
    return chosen < node->tried ? chosen : try_move(s, node, chosen);
}
