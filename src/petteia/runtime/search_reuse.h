/* Going on with a part of the tree after moves were played: everything else is given back. */
#pragma once
#include "search_together.h"

static void drop_node(Search *s, uint32_t place) {
    Node *node = node_at(s, place);
    if (node->capacity) give_exact(&s->memory, node->size, node->slots);
    if (node->moves) give_words(&s->memory, node->moves, words_of_moves(s->game.move_size, node->count));
    if (node->extra && s->set.selection == GRAVE)
        give_words(&s->memory, node->extra, words_of_table(table_of(s, node)->size));
    else if (node->extra && !s->plain) give_words(&s->memory, node->extra, words_of_moves(sizeof(float), node->count));
    s->nodes -= node->tried, s->moves -= node->count;
    give_exact(&s->memory, NODE_LIST, place);
}

/* Drops all nodes below and including one, but for those below another. Nodes that wait to be dropped are linked by
 * their field `visits`, which nobody needs any more. */
static void drop_tree(Search *s, uint32_t top, uint32_t spared) {
    uint32_t waiting = top == spared ? 0 : top;
    if (waiting) node_at(s, waiting)->visits = 0;
    while (waiting) {
        uint32_t place = waiting;
        Node *node = node_at(s, place);
        waiting = node->visits;
        const Seen *seen = node->tried ? slots_of(s, node).seen : NULL;
        for (uint32_t k = 0; k < node->tried; k++)
            if (seen[k].child && seen[k].child != spared)
                node_at(s, seen[k].child)->visits = waiting, waiting = seen[k].child;
        drop_node(s, place);
    }
}

/* The node that some moves lead to; 0 if they leave the tree. */
static uint32_t follow_moves(const Search *s, const uint8_t *moves, uint32_t count) {
    uint32_t at = s->root, size = s->game.move_size;
    for (uint32_t k = 0; k < count && at; k++) {
        const Node *node = node_at(s, at);
        uint32_t slot = 0;
        while (slot < node->tried && !same_move(move_of(s, node, slot), moves + (size_t)k * size, size)) slot++;
        at = slot < node->tried ? slots_of(s, node).seen[slot].child : 0;
    }
    return at;
}

/* Makes the position that some moves lead to the root, and keeps what is known of it; false if it is not in the tree.
 */
PT_EXPORT int pts_advance(Search *s, const uint8_t *moves, uint32_t count, const void *root) {
    uint32_t place = follow_moves(s, moves, count);
    if (!place) return 0;
    drop_tree(s, s->root, place);
    s->game.copy(s->root_state, root);
    s->root = place, s->iterations = 0, s->stop = 0;
    s->root_proof = s->solves ? proof_of_node(s, node_at(s, place)) : OPEN;
    return 1;
}
