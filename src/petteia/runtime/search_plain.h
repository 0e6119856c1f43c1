/* Plain search: UCB with uniform playouts by one thread, without proofs, policies and chance. It grows the same tree as
 * the general way and differs in when things are done. Once all moves of a node were tried, where its next visit goes
 * is worked out on the way back from this one: the nodes of a path need not wait for each other there, and the way down
 * only follows links. `eight` says that moves have 8 bytes: then the next one is kept in the node, too. */
#pragma once
#include "search_step.h"

static inline Slots slots_in(uint64_t *base, const Node *node) {
    return slots_at((uint8_t *)(base + node->slots), node->capacity);
}

/* A move that was not tried yet, drawn uniformly, as `select_slot` does it. */
static inline uint32_t draw_untried(Worker *w, Node *node) {
    if ((node->flags & (LISTED | DECISIVE)) != LISTED) return select_slot(w, node);
    return try_move(w->search, node, node->tried + below(&w->random, node->count - node->lost - node->tried));
}

/* Notes a step of the path; what the way back reads of it comes while the game is played on. */
static inline void note_step(PlainStep *step, Node *node, const Slots *slots, uint32_t slot) {
    *step = (PlainStep){node, &slots->seen[slot], slot, node->mover};
    FETCH(step->seen), FETCH(&slots->root[slot]);
}

/* Goes down the tree to a position that was never met, or where the game is over; returns the end of the path. */
ALWAYS_INLINE PlainStep *descend_plain(Worker *w, bool eight) {
    Search *s = w->search;
    uint64_t *base = s->memory.base;
    uint8_t *state = w->state;
    const uint8_t *over = state + s->game.over;
    PlainStep *step = w->steps;
    const PlainStep *end = step + MOST_DEPTH;
    s->game.copy(state, s->root_state);
    for (uint32_t at = s->root; at && step < end;) {
        Node *node = (Node *)(base + at);
        bool full = node->flags & FULL;
        uint32_t slot = full ? node->next : draw_untried(w, node);
        if (slot == NOTHING) break;
        Slots slots = slots_in(base, node);
        note_step(step++, node, &slots, slot);
        at = full ? node->next_child : slots.seen[slot].child;
        if (full) {
            s->game.play(state, eight ? (const void *)&node->next_move : move_of(s, node, slot), 0);
        } else {
            bool is_new = !slots.seen[slot].visits;
            s->game.play(state, move_of(s, node, slot), 0);
            if (is_new) break;
        }
        if (*over) break;
        if (!at) at = child_at(s, node, slot);
    }
    return step;
}

/* Works out where the next visit of a node goes, given the bound of the slot that was visited now. */
ALWAYS_INLINE void foresee(uint64_t *base, Node *node, const Slots *slots, uint32_t slot, double spread, double bound,
                           bool eight) {
    uint32_t next = largest_bound_but(slots->mean, slots->root, node->tried, spread, slot, bound);
    node->next = next, node->next_child = slots->seen[next].child;
    FETCH(base + node->next_child);
    if (eight) node->next_move = base[node->moves + next];
}

/* Adds the returns to all slots on the path, from the last to the first. */
ALWAYS_INLINE void back_up_plain(Worker *w, const PlainStep *step, const double *returns, bool eight) {
    const Search *s = w->search;
    uint64_t *base = s->memory.base;
    double exploration = s->set.exploration;
    for (const PlainStep *first = w->steps; step-- > first;) {
        Node *node = step->node;
        Seen *seen = step->seen;
        Slots slots = slots_in(base, node);
        uint32_t n = seen->visits + 1, visits = node->visits + 1;
        double sum = seen->sum + returns[step->player], mean = sum / n, root = one_over_root(n);
        node->visits = visits;
        if (node->flags & FULL) {
            double spread = exploration * root_of_log(visits);
            foresee(base, node, &slots, step->slot, spread, mean + spread * root, eight);
        }
        seen->visits = n, seen->sum = sum, slots.mean[step->slot] = mean, slots.root[step->slot] = root;
    }
}

ALWAYS_INLINE void iterate_plain_with(Worker *w, double *returns, bool eight) {
    const Game *game = &w->search->game;
    const PlainStep *end = descend_plain(w, eight);
    if (is_over(game, w->state)) read_returns(game, w->state, returns);
    else play_out(w, returns);
    back_up_plain(w, end, returns, eight);
}

/* One iteration, and what came of it. */
static void iterate_plain(Worker *w, double *returns) {
    if (w->search->game.move_size == 8) iterate_plain_with(w, returns, true);
    else iterate_plain_with(w, returns, false);
}

ALWAYS_INLINE void run_plain_with(Worker *w, uint64_t iterations, Deadline *deadline, bool eight) {
    Search *s = w->search;
    double returns[MOST_PLAYERS + 1];
    while (s->iterations < iterations && !s->stop) {
        s->iterations++;
        iterate_plain_with(w, returns, eight);
        if (is_late(deadline)) return;
    }
}

NEVER_INLINE void run_plain_eight(Worker *w, uint64_t iterations, Deadline *deadline) {
    run_plain_with(w, iterations, deadline, true);
}
NEVER_INLINE void run_plain_other(Worker *w, uint64_t iterations, Deadline *deadline) {
    run_plain_with(w, iterations, deadline, false);
}

/* Goes on for so many iterations, or as long as there is time. */
static void run_plain(Worker *w, uint64_t iterations, Deadline *deadline) {
    if (w->search->game.move_size == 8) run_plain_eight(w, iterations, deadline);
    else run_plain_other(w, iterations, deadline);
}
