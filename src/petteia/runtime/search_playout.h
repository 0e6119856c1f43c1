/* Playouts: from a leaf to the end of the game, or to a limit; what they come to is the return of each player. */
#pragma once
#include "search_select.h"

/* -- the mean return of each move, for MAST ----------------------------------------------------------------------- */

enum { AVERAGES = 1 << 14, PROBES = 8 };

static uint64_t key_of(const uint8_t *move, uint32_t size, uint32_t player) {
    uint64_t key = 0x9e3779b97f4a7c15ull * (player + 1), low;
    for (uint32_t k = 0; k < size; k += 8) {
        uint64_t word = 0;
        memcpy(&word, move + k, size - k < 8 ? size - k : 8);
        uint64_t high = multiply_high(word ^ key ^ 0x2d358dccaa6c78a5ull, 0x8bb84b93962eacc9ull ^ key, &low);
        key ^= high ^ low;
    }
    return key | 1; /* 0 is no key */
}

/* The entry of a move, or an empty one for it; NULL if its places are taken by others. */
static Average *find_average(const Search *s, uint64_t key) {
    for (uint32_t k = 0; k < PROBES; k++) {
        Average *entry = &s->averages[((key >> 8) + k) & (AVERAGES - 1)];
        if (entry->key == key || !entry->key) return entry;
    }
    return NULL;
}

/* The move with the best mean return so far; those never played count as wins, and equals are drawn. */
static uint32_t best_average(Worker *w, const uint8_t *moves, uint32_t count, uint32_t player) {
    const Search *s = w->search;
    uint32_t chosen = 0, equal = 0;
    double best = -2;
    for (uint32_t k = 0; k < count; k++) {
        const Average *entry =
            find_average(s, key_of(moves + (size_t)k * s->game.move_size, s->game.move_size, player));
        double mean = entry && entry->visits ? entry->sum / (double)entry->visits : 1;
        if (mean > best) best = mean, chosen = k, equal = 1;
        else if (mean == best && below(&w->random, ++equal) == 0) chosen = k;
    }
    return chosen;
}

static void add_average(const Search *s, const uint8_t *move, uint32_t player, double value) {
    uint64_t key = key_of(move, s->game.move_size, player);
    Average *entry = find_average(s, key);
    if (entry) entry->key = key, entry->visits++, entry->sum += value;
}

/* -- playing ------------------------------------------------------------------------------------------------------ */

/* Remembers a move of a playout. */
static void record_move(Worker *w, const uint8_t *move, uint32_t player) {
    uint32_t size = w->search->game.move_size;
    if (w->played_count == w->played_room) {
        uint32_t room = w->played_room ? 2 * w->played_room : 256;
        uint8_t *moves = realloc(w->played, (size_t)room * size), *players = moves ? realloc(w->played_by, room) : NULL;
        if (moves) w->played = moves;
        if (players) w->played_by = players;
        if (!moves || !players) return;
        w->played_room = room;
    }
    memcpy(w->played + (size_t)w->played_count * size, move, size);
    w->played_by[w->played_count++] = (uint8_t)player;
}

/* Which of the listed moves a playout plays. */
static uint32_t pick_move(Worker *w, uint32_t count) {
    const Settings *set = &w->search->set;
    if (count == 1) return 0;
    if (set->playout == UNIFORM || (set->epsilon > 0 && unit(&w->random) < set->epsilon))
        return below(&w->random, count);
    return best_average(w, w->listed, count, player_to_move(&w->search->game, w->state));
}

/* Plays move by move from the worker's state, where moves go by their averages. */
static uint32_t play_listed(Worker *w, uint32_t most) {
    const Game *game = &w->search->game;
    uint32_t played = 0;
    for (; played < most && !is_over(game, w->state); played++) {
        uint32_t count = list_here(w);
        if (!count) break;
        const uint8_t *move = w->listed + (size_t)pick_move(w, count) * game->move_size;
        record_move(w, move, player_to_move(game, w->state));
        game->play(w->state, move, game->draws ? next_random(&w->random) : 0);
    }
    return played;
}

/* The function that the sampler of a worker calls: the policy of its playouts. */
static void score_for_playout(void *self, const void *state, const void *moves, uint32_t count, float *scores) {
    const Worker *w = self;
    ask_scores(w, &w->search->set.playout_policy, w->search->set.playout_is_told, state, moves, count, scores);
}

static void prepare_sampler(Worker *w) {
    const Game *game = &w->search->game;
    const Settings *set = &w->search->set;
    bool uniform = set->playout == UNIFORM, lists_legal = set->lists_legal && !uniform;
    w->sampler = (Sampler){
        .offer = {lists_legal ? game->moves : game->candidates, game->moves, game->attempt, game->move_size},
        .policy = {score_for_playout, w},
        .drawing = uniform ? DRAW_UNIFORMLY : (Drawing)set->drawing,
        .epsilon = set->epsilon,
        .temperature = set->temperature,
        .cap = set->cap,
    };
}

/* Plays move by move from the worker's state, by its policy or uniformly. */
static uint32_t play_by_policy(Worker *w, uint32_t most) {
    const Search *s = w->search;
    uint32_t played = 0;
    for (; played < most && !is_over(&s->game, w->state); played++) {
        uint32_t player = player_to_move(&s->game, w->state);
        if (!play_sampled(&w->sampler, w->state, &w->random, s->game.draws ? next_random(&w->random) : 0)) break;
        if (s->records) record_move(w, w->sampler.chosen, player);
        if (s->set.playout_is_told) memcpy(w->last, w->sampler.chosen, s->game.move_size), w->knows_last = true;
    }
    return played;
}

/* Plays for some moves by policy, averages, or recording what is played; returns how many. */
static uint32_t play_guided(Worker *w, uint32_t most) {
    const Search *s = w->search;
    const Playing *playing = &s->set.playing;
    if (s->set.playout == BY_AVERAGE) return play_listed(w, most);
    if (s->set.guided_moves < most && !s->records) most = s->set.guided_moves;
    if (!playing->play || s->records) return play_by_policy(w, most);
    return playing->play(playing->self, w->state, w->knows_last ? w->last : NULL, next_random(&w->random), most);
}

/* Plays on from the worker's state. A game that does not end within the limit is worth what the evaluation says, or is
 * a draw where there is none. */
static void play_out(Worker *w, double *returns) {
    const Search *s = w->search;
    const Game *game = &s->game;
    uint32_t left = s->set.playout_moves;
    if (s->set.playout != UNIFORM || s->records) left -= play_guided(w, left);
    if (left && !is_over(game, w->state)) game->playout(w->state, next_random(&w->random), left);
    if (is_over(game, w->state)) {
        read_returns(game, w->state, returns);
    } else if (s->set.evaluation.value) {
        for (uint32_t seat = 1; seat <= game->players; seat++) {
            if (seat == 2 && game->players == 2)
                returns[player_on(game, w->state, 2)] = -returns[player_on(game, w->state, 1)];
            else
                returns[player_on(game, w->state, seat)] =
                    s->set.evaluation.value(s->set.evaluation.self, w->state, seat);
        }
    } else {
        for (uint32_t player = 1; player <= game->players; player++) returns[player] = 0;
    }
}
