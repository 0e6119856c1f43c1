/* Chance in a search by depth: what dice may show is tried one by one, and the values are averaged (expectimax). Values
 * lie in [-1, 1], so that an average that cannot reach the window any more is given up (star pruning): first one reply
 * to each outcome is looked at, then all of them. Depth counts turns: until chance comes in, moves of a turn cost none.
 */
#pragma once
#include "search_alphabeta.h"

enum { LEARNED_POSITIONS = 40, LEARNED_PLIES = 80, MOST_EXTENDED = 3 };

/* A digest of the moves that a value of chance brings, whatever their order and kinds. */
static uint64_t digest_of_moves(AlphaBeta *s, Ply *ply, uint64_t chance) {
    s->game.set_chance(ply->state, chance);
    uint32_t count = list_ply(s, ply, true), size = s->game.move_size;
    uint64_t digest = count;
    for (uint32_t k = 0; k < count; k++) digest += key_of(move_in(s, ply, k) + 2, size - 2, 0);
    return digest;
}

/* Puts together the values of chance that were never told apart. Where there are too many, some are drawn. */
static void settle_roll(Roll *roll) {
    roll->kept = 0, roll->is_blind = roll->told != NULL;
    for (uint64_t k = 0; roll->told && k < roll->values; k++) {
        uint32_t known = 0;
        while (known < roll->kept && roll->told[roll->chance[known]] != roll->told[k]) known++;
        if (roll->told[k] != roll->told[0]) roll->is_blind = false;
        if (known == MOST_OUTCOMES) {
            roll->kept = 0;
            break;
        }
        if (known == roll->kept) roll->chance[roll->kept] = k, roll->weight[roll->kept++] = 0;
        roll->weight[known] += 1.0 / (double)roll->values;
    }
    if (roll->kept && !roll->is_blind) return;
    uint64_t random = 1;
    bool all = roll->values <= MOST_OUTCOMES;
    roll->kept = all ? (uint32_t)roll->values : MOST_OUTCOMES;
    for (uint32_t k = 0; k < roll->kept; k++)
        roll->chance[k] = all ? k : next_random(&random) % roll->values, roll->weight[k] = 1.0 / roll->kept;
}

static Roll *roll_of(AlphaBeta *s, uint64_t values) {
    for (uint32_t k = 0; k < s->roll_count; k++)
        if (s->rolls[k].values == values) return &s->rolls[k];
    if (s->roll_count == MOST_ROLLS) return NULL;
    Roll *roll = &s->rolls[s->roll_count++];
    *roll = (Roll){.values = values};
    if (values <= MOST_TOLD) roll->told = calloc(values, sizeof *roll->told);
    return roll;
}

/* Plays some moves at random from the root to see what chance decides: values of chance that bring the same moves in
 * all positions are one outcome. */
static void learn_rolls(AlphaBeta *s) {
    Ply *ply = &s->plies[1];
    uint64_t random = 1;
    bool learned = s->roll_count > 0;
    for (uint32_t k = 0; k < s->roll_count; k++) learned = learned && s->rolls[k].seen >= LEARNED_POSITIONS;
    if (learned) return;
    s->game.copy(ply->state, s->plies[0].state);
    for (uint32_t k = 0; k < LEARNED_PLIES; k++) {
        if (is_over(&s->game, ply->state)) s->game.copy(ply->state, s->plies[0].state);
        uint64_t values = s->game.outcomes(ply->state);
        Roll *roll = values > 1 ? roll_of(s, values) : NULL;
        if (roll && roll->seen++ < LEARNED_POSITIONS && roll->told)
            for (uint64_t c = 0; c < values; c++)
                roll->told[c] = (roll->told[c] ^ digest_of_moves(s, ply, c)) * 0xa0761d6478bd642full;
        s->game.set_chance(ply->state, next_random(&random));
        uint32_t count = list_ply(s, ply, true);
        if (!count) break;
        s->game.play(ply->state, move_in(s, ply, below(&random, count)), next_random(&random));
    }
    for (uint32_t k = 0; k < s->roll_count; k++) settle_roll(&s->rolls[k]);
}

/* The outcomes of a position in which chance decides; one of the kinds that were met, or drawn anew. */
static const Roll *roll_here(AlphaBeta *s, const uint8_t *state) {
    uint64_t values = s->game.outcomes(state);
    if (values <= 1) return NULL;
    Roll *roll = roll_of(s, values);
    if (roll && !roll->kept) settle_roll(roll);
    return roll;
}

static const Roll *blind_roll(AlphaBeta *s, const uint8_t *state) {
    const Roll *roll = roll_here(s, state);
    return roll && roll->is_blind ? roll : NULL;
}

/* The value of a move that is chosen before chance is seen. */
static double value_blindly(AlphaBeta *s, uint32_t at, uint32_t move, uint32_t depth) {
    const Roll *roll = s->plies[at].blind;
    double total = 0;
    for (uint32_t k = 0; k < roll->kept && !s->stopped; k++) {
        s->game.set_chance(s->plies[at].state, roll->chance[k]);
        if (advance(s, at, move, true)) total += roll->weight[k] * value_after(s, at, depth, -1, 1);
    }
    return total;
}

/* Bounds of the value of each outcome, and of their average; where every outcome may still matter. */
typedef struct {
    double lower[MOST_OUTCOMES], upper[MOST_OUTCOMES], least, most;
} Bounds;

/* Searches one outcome with as wide a window as matters to the average, and brings the bounds up to date; tells which
 * side of the window the average fell out of, if any. A probe looks at one reply, which is a lower bound. */
static uint8_t search_outcome(AlphaBeta *s, uint32_t at, const Roll *roll, uint32_t k, uint32_t depth, Window window,
                              Bounds *b, bool probes) {
    Ply *ply = &s->plies[at];
    double weight = roll->weight[k], low = b->upper[k] - (b->most - window.alpha) / weight,
           high = b->lower[k] + (window.beta - b->least) / weight;
    s->game.set_chance(ply->state, roll->chance[k]), ply->outcome = 2 * (roll->chance[k] + 1);
    s->probing = probes;
    double value = search_ply(s, at, depth, low < -1 ? -1 : low, high > 1 ? 1 : high);
    if (s->stopped) return EXACT;
    if (value > low && value > b->lower[k]) b->least += weight * (value - b->lower[k]), b->lower[k] = value;
    if (!probes && value < high && value < b->upper[k]) b->most -= weight * (b->upper[k] - value), b->upper[k] = value;
    return value >= high ? AT_LEAST : !probes && value <= low ? AT_MOST : EXACT;
}

/* The average over outcomes, or a bound of it that lies outside the window. */
static uint8_t average_of(AlphaBeta *s, uint32_t at, const Roll *roll, uint32_t depth, Window window, double *value) {
    Bounds b = {{0}, {0}, -1, 1};
    for (uint32_t k = 0; k < roll->kept; k++) b.lower[k] = -1, b.upper[k] = 1;
    for (int probes = depth > 1; probes >= 0; probes--)
        for (uint32_t k = 0; k < roll->kept && !s->stopped; k++) {
            uint8_t side = search_outcome(s, at, roll, k, depth, window, &b, probes);
            *value = side == AT_MOST ? b.most : b.least;
            if (side != EXACT) return side;
        }
    return EXACT;
}

/* The value of a position in which chance may come in before the next move, for who moves. */
static double search_turn(AlphaBeta *s, uint32_t at, uint32_t depth, double alpha, double beta) {
    Ply *ply = &s->plies[at];
    const Roll *roll = at + 1 < MOST_PLIES ? roll_here(s, ply->state) : NULL;
    if (!roll || roll->is_blind) {
        bool extends = ply->same_turn && !roll && ply->extended < MOST_EXTENDED;
        ply->blind = roll, ply->extended += extends;
        return search_ply(s, at, depth + extends, alpha, beta);
    }
    if (depth == 0) {
        s->nodes++;
        return has_to_stop(s) ? 0 : evaluate(s, ply->state);
    }
    if (alpha < -1) alpha = -1 - LEAST_STEP;
    if (beta > 1) beta = 1 + LEAST_STEP;
    uint64_t key = s->game.hash(ply->state) ^ (0x2d358dccaa6c78a5ull + ply->replied), horizon = s->horizon;
    double value = 0;
    uint32_t move;
    if (recall(s, key, at, depth, (Window){alpha, beta}, &value, &move)) return value;
    uint8_t kind = average_of(s, at, roll, depth, (Window){alpha, beta}, &value);
    if (!s->stopped) keep(s, key, at, depth, value, 0, kind | (s->horizon > horizon ? HORIZON : 0));
    return value;
}
