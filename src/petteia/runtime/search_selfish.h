/* Several players who each want the most for themselves (max-n): a position has a value for each of them. Little can be
 * cut off, since one's gain is not another's loss: only when a player has all that there is to win. */
#pragma once
#include "search_chance.h"

typedef struct {
    double of[MOST_PLAYERS + 1];
} Shares; /* by player */

static Shares shares_here(AlphaBeta *s, const uint8_t *state) {
    Shares found;
    s->horizon++;
    for (uint32_t seat = 1; seat <= s->game.players; seat++) {
        double value = s->evaluation.value(s->evaluation.self, state, seat);
        found.of[player_on(&s->game, state, seat)] = value > 1 ? 1 : value < -1 ? -1 : value;
    }
    return found;
}

static Shares shares_of_choice(AlphaBeta *s, uint32_t at, uint32_t depth);

/* What a position is worth to each: the average where chance comes in before the next move. */
static Shares shares_of(AlphaBeta *s, uint32_t at, uint32_t depth) {
    Ply *ply = &s->plies[at];
    Shares found = {{0}};
    ply->line_length = 0;
    s->nodes++;
    if (has_to_stop(s)) return found;
    if (is_over(&s->game, ply->state)) {
        read_returns(&s->game, ply->state, found.of);
        return found;
    }
    if (depth == 0 || at + 1 >= MOST_PLIES) return shares_here(s, ply->state);
    const Roll *roll = s->game.draws ? roll_here(s, ply->state) : NULL;
    if (!roll) return shares_of_choice(s, at, depth);
    for (uint32_t k = 0; k < roll->kept && !s->stopped; k++) {
        s->game.set_chance(ply->state, roll->chance[k]);
        Shares one = shares_of_choice(s, at, depth);
        for (uint32_t p = 1; p <= s->game.players; p++) found.of[p] += roll->weight[k] * one.of[p];
    }
    return found;
}

/* The move that its player likes best, by what it is worth to him. */
static Shares shares_of_choice(AlphaBeta *s, uint32_t at, uint32_t depth) {
    Ply *ply = &s->plies[at];
    uint32_t count = list_ply(s, ply, true), player = player_to_move(&s->game, ply->state);
    if (!count) return shares_here(s, ply->state);
    Shares best;
    for (uint32_t k = 0; k < count && !s->stopped; k++) {
        advance(s, at, k, true);
        Shares one = shares_of(s, at + 1, depth - 1);
        if (k && one.of[player] <= best.of[player]) continue;
        best = one;
        extend_line(s, ply, k, &s->plies[at + 1]);
        if (best.of[player] >= 1) break;
    }
    return best;
}

/* Values all moves of the root for who searches, to a depth; the best comes first. */
static void search_root_selfishly(AlphaBeta *s, uint32_t depth) {
    Ply *ply = &s->plies[0];
    uint64_t horizon = s->horizon;
    double best = -1e9;
    for (uint32_t k = 0; k < s->root_count; k++) {
        uint32_t move = ply->index[k];
        uint64_t nodes = s->nodes;
        advance(s, 0, move, true);
        double value = shares_of(s, 1, depth - 1).of[s->own];
        s->root_nodes[move] += s->nodes - nodes;
        if (s->stopped) return;
        s->root_values[move] = value;
        if (value <= best) continue;
        best = value;
        extend_line(s, ply, move, &s->plies[1]);
        for (uint32_t j = k; j > 0; j--) ply->index[j] = ply->index[j - 1];
        ply->index[0] = move;
    }
    s->depth = depth, s->complete = s->horizon == horizon;
}
