/* Alpha-beta from the root: depth after depth, and the functions that Python calls. */
#pragma once
#include "search_selfish.h"

/* Searches all moves of the root to a depth within a window; false if the value lies outside. The best so far stands
 * first in the order of the next depth. */
static bool search_root(AlphaBeta *s, uint32_t depth, Window window) {
    Ply *ply = &s->plies[0];
    double alpha = window.alpha;
    uint64_t horizon = s->horizon;
    for (uint32_t k = 0; k < s->root_count; k++) {
        uint32_t move = ply->index[k];
        uint64_t nodes = s->nodes;
        advance(s, 0, move, true);
        double value = ply->blind ? value_blindly(s, 0, move, depth - 1)
                                  : value_of_move(s, 0, depth - 1, 0, (Window){alpha, window.beta}, k == 0);
        s->root_nodes[move] += s->nodes - nodes;
        if (s->stopped) return true;
        if (k == 0 && value <= window.alpha) return false; /* it is worse than was thought: the window was wrong */
        s->root_values[move] = value;
        if (value <= alpha) continue;
        alpha = value;
        extend_line(s, ply, move, &s->plies[1]);
        for (uint32_t j = k; j > 0; j--) ply->index[j] = ply->index[j - 1];
        ply->index[0] = move;
        if (value >= window.beta) return false;
    }
    s->depth = depth;
    s->complete = s->horizon == horizon;
    return true;
}

/* -- what Python calls -------------------------------------------------------------------------------------------- */

PT_EXPORT void pta_free(AlphaBeta *s) {
    if (!s) return;
    for (uint32_t k = 0; k < MOST_PLIES; k++) {
        Ply *ply = &s->plies[k];
        free(ply->state), free(ply->moves), free(ply->order), free(ply->index), free(ply->gain), free(ply->line);
    }
    for (uint32_t k = 0; k < MOST_ROLLS; k++) free(s->rolls[k].told);
    free(s->table), free(s->root_values), free(s->root_nodes), free(s);
}

static bool has_buffers(AlphaBeta *s, Ply *ply) {
    ply->state = malloc(s->game.state_size), ply->line = malloc((size_t)MOST_PLIES * s->game.move_size);
    return ply->state && ply->line && has_room(s, ply, 64);
}

/* A search with a table of so many bytes; NULL if there is not enough memory. The values are NULL for an evaluation
 * that does not know pieces. */
PT_EXPORT AlphaBeta *pta_new(const Game *game, const Evaluation *evaluation, const Values *values,
                             uint64_t table_bytes) {
    AlphaBeta *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->game = *game, s->evaluation = *evaluation, s->values = values;
    uint64_t entries = 1024;
    while (2 * entries * sizeof(Remembered) <= table_bytes) entries *= 2;
    s->mask = entries - 1, s->table = calloc(entries, sizeof *s->table);
    bool whole = s->table != NULL;
    for (uint32_t k = 0; k < MOST_PLIES && whole; k++) whole = has_buffers(s, &s->plies[k]);
    if (whole) return s;
    pta_free(s);
    return NULL;
}

/* Says how selective the search is: whether it follows captures, and whether it looks less deep at late moves; both for
 * two sides without chance. And what several others are taken to do. */
PT_EXPORT void pta_select(AlphaBeta *s, int quiescence, int reductions, int others) {
    bool simple = s->game.players <= 2 && !s->game.draws;
    s->quiescence = quiescence && simple && s->values != NULL, s->reductions = reductions && simple,
    s->others = (uint32_t)others, s->deepest_quiet = DEEPEST_QUIET;
}

/* Begins with a position, its moves in an order drawn by the seed; returns how many there are. The table of positions
 * stays as it is. */
PT_EXPORT uint32_t pta_begin(AlphaBeta *s, const void *root, uint64_t seed) {
    Ply *ply = &s->plies[0];
    s->game.copy(ply->state, root);
    s->root_count = list_ply(s, ply, true), s->random = seed, s->nodes = s->depth = 0,
    s->quiet_nodes = s->counted_quiet = s->counted_nodes = 0, s->stopped = s->complete = false, s->stop = 0;
    free(s->root_values), free(s->root_nodes);
    s->root_values = calloc(s->root_count + 1, sizeof *s->root_values),
    s->root_nodes = calloc(s->root_count + 1, sizeof *s->root_nodes);
    if (!s->root_values || !s->root_nodes) return 0;
    for (uint32_t k = 0; k < HISTORY; k++) s->history[k] /= 8;
    for (uint32_t k = 0; k < MOST_PLIES; k++) s->plies[k].killers[0] = s->plies[k].killers[1] = 0;
    ply->line_length = 0, ply->blind = NULL, ply->replied = false, ply->outcome = 0, ply->extended = 0;
    s->own = player_to_move(&s->game, root), s->probing = false;
    if (s->game.draws) learn_rolls(s), ply->blind = blind_roll(s, ply->state);
    for (uint32_t k = 0; k < s->root_count; k++) {
        uint32_t j = below(&s->random, k + 1);
        ply->index[k] = ply->index[j], ply->index[j] = k;
    }
    return s->root_count;
}

/* Searches depth after depth: to the given one, for so many nodes, or until a time is over (0: no limit), or nothing is
 * left to find out. From the fourth depth on the value is first looked for near that of the depth before. */
PT_EXPORT void pta_run(AlphaBeta *s, uint32_t depth, uint64_t nodes, double cpu, double wall) {
    const Window whole = {-1e9, 1e9};
    s->deadline = deadline_after(cpu, wall), s->most_nodes = nodes, s->stopped = s->stop != 0;
    while (s->depth < depth && s->depth + 2 < MOST_PLIES && !s->stopped && !s->complete) {
        double near = s->root_values[s->plies[0].index[0]];
        Window window = s->depth >= 4 ? (Window){near - 0.05, near + 0.05} : whole;
        if (s->others == SELFISH && s->game.players > 2) search_root_selfishly(s, s->depth + 1);
        else if (!search_root(s, s->depth + 1, window)) search_root(s, s->depth + 1, whole);
        double value = s->root_values[s->plies[0].index[0]];
        if (!s->stopped && (value > 1 || value < -1)) break;
    }
}

PT_EXPORT void pta_stop(AlphaBeta *s) { s->stop = 1; }
PT_EXPORT uint64_t pta_nodes(const AlphaBeta *s) { return s->nodes; }
PT_EXPORT uint32_t pta_depth(const AlphaBeta *s) { return s->depth; }
PT_EXPORT int pta_complete(const AlphaBeta *s) { return s->complete; }

/* The moves of the root by number, best first, with values and nodes; then the moves of the best line. */
PT_EXPORT uint32_t pta_results(const AlphaBeta *s, uint32_t *index, double *values, uint64_t *nodes, uint8_t *line) {
    for (uint32_t k = 0; k < s->root_count; k++)
        index[k] = s->plies[0].index[k], values[k] = s->root_values[index[k]], nodes[k] = s->root_nodes[index[k]];
    memcpy(line, s->plies[0].line, (size_t)s->plies[0].line_length * s->game.move_size);
    return s->plies[0].line_length;
}

/* Plays a game against itself from the position it began with: some moves at random, then the best after so many nodes.
 * Writes the first `size` bytes of each quiet position, the value of it for seat 1, and its number of moves; returns
 * how many there are. The end is told as the value of seat 1, or 2 if the game was cut. */
PT_EXPORT uint32_t pta_play(AlphaBeta *s, uint32_t at_random, uint32_t most, uint64_t nodes, uint32_t size,
                            uint8_t *states, float *values, uint32_t *choices, double *end) {
    uint32_t kept_count = 0;
    uint8_t *state = malloc(s->game.state_size);
    *end = 2;
    if (!state) return 0;
    s->game.copy(state, s->plies[0].state);
    for (uint32_t k = 0; k < most && !is_over(&s->game, state); k++) {
        if (!pta_begin(s, state, next_random(&s->random))) break;
        uint32_t seat = state[s->game.mover], move = s->plies[0].index[0];
        if (k >= at_random) {
            pta_run(s, MOST_PLIES - 2, nodes, 0, 0);
            move = s->plies[0].index[0];
            double value = s->root_values[move], by;
            bool quiet = taken_by(s, state, move_in(s, &s->plies[0], move), &by) == 0 && s->root_count > 1;
            if (quiet) {
                memcpy(states + (size_t)kept_count * size, state, size);
                value = value > 1 ? 1 : value < -1 ? -1 : value;
                choices[kept_count] = s->root_count;
                values[kept_count++] = (float)(seat == 1 ? value : -value);
            }
        }
        s->game.play(state, move_in(s, &s->plies[0], move), next_random(&s->random));
    }
    if (is_over(&s->game, state)) {
        double returns[MOST_PLAYERS + 1];
        read_returns(&s->game, state, returns);
        *end = returns[1];
    }
    free(state);
    return kept_count;
}
