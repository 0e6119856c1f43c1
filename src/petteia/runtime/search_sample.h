/* Games to learn from: moves at random or greedy by an evaluation, with some positions of each game kept. */
#pragma once
#include "search_bestfirst.h"

/* The move after which an evaluation likes the position best, of so many moves; a win at once is taken. `after` and
 * `best` are scratch states; the position after the move is left in `best`. */
static uint32_t greedy_move(const Game *game, const Evaluation *evaluation, const uint8_t *state, const uint8_t *moves,
                            uint32_t count, uint8_t *after, uint8_t *best, uint64_t *random) {
    uint32_t seat = state[game->mover], chosen = 0, begin = below(random, count);
    double highest = -1e9;
    uint64_t chance = next_random(random); /* the same draws for all moves: differences are those of the moves */
    for (uint32_t j = 0; j < count; j++) {
        uint32_t k = begin + j < count ? begin + j : begin + j - count;
        game->copy(after, state);
        game->play(after, moves + (size_t)k * game->move_size, chance);
        double value;
        if (is_over(game, after)) {
            double returns[MOST_PLAYERS + 1];
            read_returns(game, after, returns);
            value = 2 * returns[player_on(game, after, seat)];
        } else value = evaluation->value(evaluation->self, after, seat);
        if (value <= highest) continue;
        highest = value, chosen = k;
        game->copy(best, after);
        if (value >= 2) break;
    }
    return chosen;
}

/* Settings of a sampled game, and its outcome: the struct `_Sampled` of `quick.py`. */
typedef struct {
    double greedy; /* the share of moves that are greedy */
    /* moves at most; one in `every` positions is kept, `size` bytes of it, `room` at most */
    uint32_t most, every, size, room;
    uint32_t kept, length, over, plays;
    double returns[MOST_PLAYERS + 1]; /* by seat */
} SampledGame;

/* Plays a game from a position on. Of the positions kept, `choices` says how many candidate moves there are. */
PT_EXPORT int ptv_play(const Game *game, const Evaluation *evaluation, const void *start, uint64_t seed,
                       SampledGame *sampled, uint8_t *states, uint32_t *choices) {
    uint8_t *block = malloc(3 * (size_t)game->state_size), *moves = malloc(64 * (size_t)game->move_size);
    uint8_t *state = block, *after = block + game->state_size, *best = after + game->state_size;
    uint32_t room = 64, k = 0;
    uint64_t random = seed;
    sampled->kept = sampled->plays = 0;
    if (!block || !moves) {
        free(block), free(moves);
        return 0;
    }
    game->copy(state, start);
    for (; k < sampled->most && !is_over(game, state); k++) {
        if (k && sampled->kept < sampled->room && below(&random, sampled->every) == 0) {
            memcpy(states + (size_t)sampled->kept * sampled->size, state, sampled->size);
            choices[sampled->kept++] = game->candidates(state, NULL, 0);
        }
        uint32_t count = list_moves(game, state, &moves, &room);
        if (!count) break;
        if (count > 1 && unit(&random) < sampled->greedy) {
            sampled->plays += count;
            greedy_move(game, evaluation, state, moves, count, after, best, &random);
            game->copy(state, best);
        } else {
            sampled->plays++;
            game->play(state, moves + (size_t)below(&random, count) * game->move_size, next_random(&random));
        }
    }
    sampled->length = k, sampled->over = is_over(game, state);
    for (uint32_t seat = 1; seat <= game->players; seat++) {
        double rank = state[game->ranks + seat];
        sampled->returns[seat] = !sampled->over       ? 0
                                 : game->players == 1 ? (rank == 2 ? 1 : -1)
                                                      : 1 - 2 * (rank - 2) / (2 * (game->players - 1.0));
    }
    free(block), free(moves);
    return 1;
}
