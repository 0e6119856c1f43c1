/* Plain search by several threads on one tree. Nodes that many iterations came by are shared: a thread locks one while
 * it reads or writes there, and while it is under way, every shared slot on its path counts one more visit with a loss.
 * Behind them it takes a node on lease: nobody else goes there until it is given back, so the thread runs plain search
 * on it as if it were alone. It does so for some iterations in a row, of which the shared slots are told all at once:
 * waiting for each other is what several threads lose most time with. */
#pragma once
#include "search_plain.h"

enum {
    FEW = 32, /* of so many visits of the root at most one came by a node that is taken on lease */
    LEASE_SHARE = 16,
    LONGEST_LEASE = 32, /* for one iteration in so many that a node has seen, and not for more */
    ON_LEASE = 0x80, /* in place of a proof, of which plain search has none */
    CHUNK = 4096 /* words that a thread takes of the memory at a time */
};

/* Gives a worker a search of its own for what it has on lease: the same tree, in memory that it takes in chunks. */
static bool prepare_leases(Worker *w) {
    Search *s = w->search, *own = &w->own;
    *own = *s;
    own->root_state = malloc(s->game.state_size);
    own->shared = false, own->iterations = own->nodes = own->moves = 0;
    return own->root_state != NULL;
}

/* Adds visits and a return to a slot of a node, and works out where the next visit goes. As vectors that were just
 * written in part would have to be waited for, the slot is written last. */
static void add_and_foresee(const Search *s, Node *node, const Slots *slots, uint32_t slot, uint32_t visits,
                            double value) {
    Seen *seen = &slots->seen[slot];
    uint32_t n = seen->visits + visits;
    double sum = seen->sum + value, mean = sum / n, root = one_over_root(n);
    node->visits += visits;
    if (node->flags & FULL) {
        double spread = s->set.exploration * root_of_log(node->visits);
        foresee(s->memory.base, node, slots, slot, spread, mean + spread * root, s->game.move_size == 8);
    }
    seen->visits = n, seen->sum = sum, slots->mean[slot] = mean, slots->root[slot] = root;
}

/* The slot of a shared node to go to: the best of those that are not on lease. NOTHING if all are, or the tree is full:
 * then the game is played out from there. */
static uint32_t choose_free(Worker *w, Node *node) {
    if (!(node->flags & FULL)) return select_slot(w, node);
    Slots slots = slots_of(w->search, node);
    if (slots.proven[node->next] != ON_LEASE) return node->next;
    double spread = w->search->set.exploration * root_of_log(node->visits), best = -1e300;
    uint32_t chosen = NOTHING;
    for (uint32_t k = 0; k < node->tried; k++) {
        double bound = slots.mean[k] + spread * slots.root[k];
        if (slots.proven[k] != ON_LEASE && bound > best) best = bound, chosen = k;
    }
    return chosen;
}

/* True if a node that is not on lease, and whose parent is locked, is to be taken on lease. Once it is not it never
 * will be: a thread may be behind it at any time. */
static bool is_for_lease(const Search *s, Node *node) {
    if (node->flags & SHARED) return false;
    if ((uint64_t)FEW * node->visits < node_at(s, s->root)->visits) return true;
    node->flags |= SHARED;
    return false;
}

/* Goes down the shared nodes to a position that was never met, to the end of a game, or to a node that it takes on
 * lease. */
static uint32_t walk_together(Worker *w) {
    Search *s = w->search;
    uint32_t depth = 0, leased = 0;
    s->game.copy(w->state, s->root_state);
    w->has_lease = false;
    for (uint32_t at = s->root; at && depth < MOST_DEPTH;) {
        Node *node = node_at(s, at);
        take(&node->lock);
        uint32_t slot = choose_free(w, node);
        if (slot == NOTHING) {
            release(&node->lock);
            break;
        }
        Slots slots = slots_of(s, node);
        uint32_t visits = slots.seen[slot].visits, child = slots.seen[slot].child;
        w->has_lease = visits && (!child || is_for_lease(s, node_at(s, child)));
        if (w->has_lease) slots.proven[slot] = ON_LEASE;
        add_and_foresee(s, node, &slots, slot, 1, -1);
        w->path[depth++] = (Step){at, slot, node->mover};
        const uint8_t *move = move_of(s, node, slot); /* moves that were tried stay where they are */
        release(&node->lock);
        s->game.play(w->state, move, 0);
        if (!visits || is_over(&s->game, w->state)) break;
        at = child ? child : child_at(s, node, slot);
        if (w->has_lease) {
            leased = at;
            break;
        }
    }
    w->depth = depth;
    return leased;
}

/* Searches on from a node on lease, so many times at most; adds up the returns, and tells how often it did. */
static uint32_t use_lease(Worker *w, uint32_t at, uint32_t most, Deadline *deadline, double *sums, bool *late) {
    Search *s = w->search, *own = &w->own;
    double returns[MOST_PLAYERS + 1];
    uint32_t done = 0;
    own->root = at, s->game.copy(own->root_state, w->state);
    w->search = own;
    do {
        iterate_plain(w, returns);
        for (uint32_t player = 1; player <= s->game.players; player++) sums[player] += returns[player];
        done++, *late = is_late(deadline);
    } while (done < most && !*late && !s->stop);
    w->search = s;
    ADD(&s->nodes, own->nodes), ADD(&s->moves, own->moves);
    own->nodes = own->moves = 0;
    return done;
}

/* Tells all slots on the path of some visits and their returns, in place of the loss; a lease ends. */
static void back_up_together(Worker *w, const double *sums, uint32_t visits) {
    Search *s = w->search;
    for (uint32_t k = w->depth; k-- > 0;) {
        const Step *step = &w->path[k];
        Node *node = node_at(s, step->node);
        take(&node->lock);
        Slots slots = slots_of(s, node);
        if (w->has_lease && k + 1 == w->depth) slots.proven[step->slot] = OPEN;
        add_and_foresee(s, node, &slots, step->slot, visits - 1, sums[step->player] + 1);
        release(&node->lock);
    }
}

/* Counts iterations that are to be made: so many, or those that are left. */
static uint32_t count_iterations(Search *s, uint64_t most, uint32_t wanted) {
    uint64_t now = ADD(&s->iterations, wanted), over = now > most ? now - most : 0;
    if (over > wanted) over = wanted;
    if (over) ADD(&s->iterations, -over);
    return wanted - (uint32_t)over;
}

static void run_together(Worker *w, uint64_t iterations, Deadline *deadline) {
    Search *s = w->search;
    w->own.memory = (Memory){.base = s->memory.base, .lender = &s->memory, .chunk = CHUNK};
    for (bool late = false; !late && !s->stop && count_iterations(s, iterations, 1);) {
        double sums[MOST_PLAYERS + 1] = {0};
        uint32_t at = walk_together(w), done = 1;
        if (at) {
            uint32_t length = node_at(s, at)->visits / LEASE_SHARE,
                     most = length < LONGEST_LEASE ? length : LONGEST_LEASE - 1;
            most = 1 + count_iterations(s, iterations, most);
            done = use_lease(w, at, most, deadline, sums, &late);
            ADD(&s->iterations, (uint64_t)done - most);
        } else {
            if (is_over(&s->game, w->state)) read_returns(&s->game, w->state, sums);
            else play_out(w, sums);
            late = is_late(deadline);
        }
        back_up_together(w, sums, done);
    }
    give_all_back(&w->own.memory); /* between runs the tree may be cut back, or begun anew */
}
