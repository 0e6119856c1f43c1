/* A step down the tree: which move of a node is tried, and the node behind it. */
#pragma once
#include "search_proofs.h"
#include "search_grave.h"

/* Which move of a node is tried now; its moves are listed when it is first asked. NOTHING ends the way down. */
static uint32_t select_slot(Worker *w, Node *node) {
    Search *s = w->search;
    uint32_t legal = 0;
    if (s->game.draws) {
        legal = list_here(w);
        if (!legal || !add_to_node(w, node, legal)) return NOTHING;
        node->flags |= LISTED;
        return s->set.selection == GRAVE ? select_grave(w, node, legal) : select_legal(w, node, legal);
    }
    if (!(node->flags & LISTED)) {
        if (!list_into_node(w, node)) return NOTHING;
        if (s->set.decisive | s->set.anti_decisive) look_ahead(w, node);
    }
    if (node->flags & DECISIVE) return node->tried ? 0 : try_move(s, node, 0);
    if (s->set.selection == UCB) return select_ucb(w, node);
    return s->set.selection == PUCT ? select_puct(w, node) : select_grave(w, node, 0);
}

/* The node behind a slot, made if there is none; 0 if the memory is full. */
static uint32_t child_at(Search *s, Node *node, uint32_t slot) {
    if (s->shared) take(&node->lock);
    uint32_t *child = &slots_of(s, node).seen[slot].child;
    if (!*child) *child = new_node(s);
    uint32_t place = *child;
    if (s->shared) release(&node->lock);
    return place;
}
