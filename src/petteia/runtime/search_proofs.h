/* Wins and losses that are certain: moves that end the game at once, moves that let the other side do so, and what
 * follows from them for the positions above (MCTS-Solver). For two players and games without chance. */
#pragma once
#include "search_select.h"

/* True if a move wins at once; the position it leads to is left in `after`. */
static bool wins_at_once(const Game *game, const uint8_t *state, const uint8_t *move, uint8_t *after) {
    game->copy(after, state);
    game->play(after, move, 0);
    if (!is_over(game, after)) return false;
    double returns[MOST_PLAYERS + 1];
    read_returns(game, after, returns);
    return returns[player_to_move(game, state)] >= 1;
}

/* Decisive moves: a move that wins at once goes first. */
static bool find_decisive(Worker *w, Node *node) {
    Search *s = w->search;
    for (uint32_t k = 0; k < node->count; k++) {
        if (!wins_at_once(&s->game, w->state, move_of(s, node, k), w->trial)) continue;
        swap_moves(s, node, 0, k);
        node->flags |= DECISIVE;
        return true;
    }
    return false;
}

enum { MOST_THREATS = 8 };

/* The replies that win at once after a move that led to the worker's trial state; returns how many, up to a limit. */
static uint32_t find_threats(Worker *w, const uint8_t *asked, uint32_t asked_count, uint8_t *found) {
    const Game *game = &w->search->game;
    uint32_t size = game->move_size, threats = 0, count = list_moves(game, w->trial, &w->replies, &w->reply_room);
    for (uint32_t k = 0; k < count && threats < MOST_THREATS; k++) {
        const uint8_t *reply = w->replies + (size_t)k * size;
        bool asks = !asked_count;
        for (uint32_t j = 0; j < asked_count && !asks; j++) asks = same_move(reply, asked + (size_t)j * size, size);
        if (!asks || !wins_at_once(game, w->trial, reply, w->second)) continue;
        memcpy(found + (size_t)threats++ * size, reply, size);
        if (asked_count) break; /* one refutes the move */
    }
    return threats;
}

/* Anti-decisive moves: if the other side threatens to win at once, moves that let it do so go last and count as lost.
 * What is threatened is seen after one of the moves; the others are asked whether one of those threats still works.
 * Threats that only some other move allows are found later, when the node behind it is made. */
static void find_anti_decisive(Worker *w, Node *node) {
    Search *s = w->search;
    const Game *game = &s->game;
    uint32_t size = game->move_size;
    if (size > 64) return;
    uint8_t threats[MOST_THREATS * 64], one[MOST_THREATS * 64];
    uint32_t known = 0;
    for (uint32_t k = node->count; k-- > 0;) {
        game->copy(w->trial, w->state);
        game->play(w->trial, move_of(s, node, k), 0);
        bool replies = !is_over(game, w->trial) && player_to_move(game, w->trial) != node->mover;
        if (!replies && !known) continue;
        if (!known) {
            known = find_threats(w, NULL, 0, threats);
            if (!known) return;
        } else if (!replies || !find_threats(w, threats, known, one)) {
            continue;
        }
        swap_moves(s, node, k, node->count - ++node->lost);
    }
}

/* Looking ahead takes longer than a playout where there are many moves: where it hardly ever finds anything, it is done
 * at the root and at one node of eight, which tells when that changes. */
static bool pays_to_look(Search *s, bool is_root) {
    uint64_t looked = s->looked++;
    return is_root || looked < 256 || s->found * 64 > s->looks || looked % 8 == 0;
}

/* Looks at what the moves of a new node lead to. */
static void look_ahead(Worker *w, Node *node) {
    Search *s = w->search;
    if (s->game.draws || !pays_to_look(s, w->depth == 0)) return;
    s->looks++;
    if (s->set.decisive && find_decisive(w, node)) {
        s->found++;
        return;
    }
    if (s->set.anti_decisive && s->solves) find_anti_decisive(w, node);
    s->found += node->lost > 0;
    if (node->lost == node->count && node->lost > 0) node->lost--; /* one has to be played */
}

/* The proof of a position by those of its moves, for who moves there. */
static uint8_t proof_of_node(const Search *s, const Node *node) {
    if (node->flags & DECISIVE) return WON;
    if (!(node->flags & LISTED)) return OPEN;
    uint8_t best = LOST;
    bool open = node->tried + node->lost < node->count;
    if (node->tried) {
        Slots slots = slots_of(s, node);
        for (uint32_t k = 0; k < node->tried; k++) {
            if (slots.proven[k] == WON) return WON;
            if (slots.proven[k] == OPEN) open = true;
            else if (slots.proven[k] > best) best = slots.proven[k];
        }
    }
    return open ? OPEN : best;
}
