/* Playouts that do not choose uniformly: moves are drawn by their scores, among candidates that are tested only when
 * they are drawn. A candidate that fails its test is taken out and another one drawn, so that the move played has the
 * distribution that the scores give over the legal moves alone:
 * - by weight, the chances of those that remain grow by the same factor: w / (W - v) for weight w, sum W, removed v;
 * - greedily, the best of those that remain is the best legal move once it passes;
 * - against a cap, a move is proposed uniformly and kept with probability exp((score - cap) / temperature), so that
 * only proposed moves need a score. Which move is kept, if one is, does not depend on how often none was. Needs the
 * types and random numbers of `search_base.h`. */
#pragma once
#include "search_base.h"

typedef enum { DRAW_UNIFORMLY = 0, DRAW_BEST = 1, DRAW_BY_WEIGHT = 2, DRAW_UNDER_CAP = 3 } Drawing;

/* What a game offers to draw from. `candidates` lists the legal moves and perhaps others; `attempt` plays one and
 * returns 1, or returns 0 and leaves the state as it was. Of `moves` every one is legal. */
typedef struct {
    uint32_t (*candidates)(void *state, void *moves, uint32_t room);
    uint32_t (*moves)(void *state, void *moves, uint32_t room);
    int (*attempt)(void *state, const void *move, uint64_t chance);
    uint32_t move_size;
} Offer;

typedef struct {
    Offer offer;
    Policy policy;
    Drawing drawing;
    double epsilon, temperature, cap; /* `epsilon` of the draws are uniform */
    uint64_t scored; /* moves that were given a score */
    uint8_t *listed, *chosen; /* the moves to draw from; the one that was played */
    float *scores;
    double *weights;
    uint32_t count, room;
} Sampler;

#define PROPOSALS_A_MOVE 4

static void free_sampler(Sampler *p) {
    free(p->listed), free(p->chosen), free(p->scores), free(p->weights);
    p->listed = p->chosen = NULL, p->scores = NULL, p->weights = NULL, p->room = 0;
}

static bool make_sampler_room(Sampler *p, uint32_t room) {
    size_t size = p->offer.move_size;
    if (!p->chosen) p->chosen = malloc(size);
    void *listed = realloc(p->listed, room * size);
    if (listed) p->listed = listed;
    void *scores = realloc(p->scores, room * sizeof *p->scores);
    if (scores) p->scores = scores;
    void *weights = realloc(p->weights, room * sizeof *p->weights);
    if (weights) p->weights = weights;
    if (!p->chosen || !listed || !scores || !weights) return false;
    p->room = room;
    return true;
}

/* Lists the moves to draw from; false if there is no memory for them. */
static bool list_offer(Sampler *p, void *state, bool legal) {
    for (;;) {
        p->count = (legal ? p->offer.moves : p->offer.candidates)(state, p->listed, p->room);
        if (p->count <= p->room) return true;
        if (!make_sampler_room(p, p->count)) return false;
    }
}

static uint8_t *offered(const Sampler *p, uint32_t k) { return p->listed + (size_t)k * p->offer.move_size; }

static void take_out(Sampler *p, uint32_t k) {
    uint32_t last = --p->count;
    memmove(offered(p, k), offered(p, last), p->offer.move_size);
    p->scores[k] = p->scores[last], p->weights[k] = p->weights[last];
}

static void score_offer(Sampler *p, const void *state, uint32_t first, uint32_t count) {
    p->policy.score(p->policy.self, state, offered(p, first), count, p->scores + first);
    p->scored += count;
}

static float best_score(const Sampler *p) {
    float best = p->scores[0];
    for (uint32_t k = 1; k < p->count; k++)
        if (p->scores[k] > best) best = p->scores[k];
    return best;
}

/* Weights relative to the best score, which has weight 1. */
static void weigh_offer(Sampler *p) {
    float best = best_score(p);
    for (uint32_t k = 0; k < p->count; k++)
        p->weights[k] = p->scores[k] == best ? 1 : exp(((double)p->scores[k] - best) / p->temperature);
}

static uint32_t draw_by_weights(Sampler *p, uint64_t *random) {
    double total = 0;
    for (uint32_t k = 0; k < p->count; k++) total += p->weights[k];
    if (total < 1e-100) { /* what had all the weight is gone */
        weigh_offer(p);
        total = 0;
        for (uint32_t k = 0; k < p->count; k++) total += p->weights[k];
    }
    double at = unit(random) * total;
    uint32_t last = 0;
    for (uint32_t k = 0; k < p->count; k++) {
        if (p->weights[k] <= 0) continue;
        last = k;
        if ((at -= p->weights[k]) < 0) break;
    }
    return last;
}

static uint32_t draw_best(const Sampler *p, uint64_t *random) {
    float best = best_score(p);
    uint32_t chosen = 0, equal = 0;
    for (uint32_t k = 0; k < p->count; k++)
        if (p->scores[k] == best && below(random, ++equal) == 0) chosen = k;
    return chosen;
}

/* Tries a move; keeps a copy of the one that is played. */
static bool attempt_offer(Sampler *p, void *state, uint32_t k, uint64_t chance) {
    memcpy(p->chosen, offered(p, k), p->offer.move_size);
    if (p->offer.attempt(state, p->chosen, chance)) return true;
    take_out(p, k);
    return false;
}

/* Proposes moves uniformly until one is kept and legal. After many proposals in vain, 0: all moves are to be weighed,
 * which changes nothing about which move it will be. */
static bool play_under_cap(Sampler *p, void *state, uint64_t *random, uint64_t chance) {
    uint64_t proposals = 0, most = (uint64_t)PROPOSALS_A_MOVE * p->count;
    for (uint32_t k = 0; k < p->count; k++) p->weights[k] = -1; /* no score yet */
    while (p->count && proposals++ < most) {
        uint32_t k = below(random, p->count);
        if (p->weights[k] < 0) {
            score_offer(p, state, k, 1);
            p->weights[k] = exp((p->scores[k] - p->cap) / p->temperature);
        }
        if (unit(random) < p->weights[k] && attempt_offer(p, state, k, chance)) return true;
    }
    return false;
}

/* Plays one of the listed moves; false if none of them is legal. */
static bool play_offer(Sampler *p, void *state, uint64_t *random, uint64_t chance) {
    Drawing drawing = p->epsilon > 0 && unit(random) < p->epsilon ? DRAW_UNIFORMLY : p->drawing;
    if (drawing == DRAW_UNDER_CAP) {
        if (play_under_cap(p, state, random, chance)) return true;
        drawing = DRAW_BY_WEIGHT;
    }
    if (drawing != DRAW_UNIFORMLY && p->count) score_offer(p, state, 0, p->count);
    if (drawing == DRAW_BY_WEIGHT && p->count) weigh_offer(p);
    while (p->count) {
        uint32_t k = drawing == DRAW_UNIFORMLY ? below(random, p->count)
                     : drawing == DRAW_BEST    ? draw_best(p, random)
                                               : draw_by_weights(p, random);
        if (attempt_offer(p, state, k, chance)) return true;
    }
    return false;
}

/* Plays one move, which `chosen` then holds; false if there is none. Where no candidate is legal, the list of legal
 * moves decides: it may hold a move that stands in for all others. */
static bool play_sampled(Sampler *p, void *state, uint64_t *random, uint64_t chance) {
    if (!p->room && !make_sampler_room(p, 256)) return false;
    return (list_offer(p, state, false) && play_offer(p, state, random, chance)) ||
           (list_offer(p, state, true) && play_offer(p, state, random, chance));
}
