/* Plain search by several threads on one tree. While an iteration is under way, every slot on its path counts one more
 * visit with a loss. Most nodes are visited by one thread at a time: whoever goes where the node foresees only leaves a
 * note that this way is taken. The loss is written down if somebody else comes by before the visit is over. */

/* Adds visits and a return to a slot of a node, and works out where the next visit goes, unless that is taken. As vectors
 * that were just written in part would have to be waited for, the slot is written last. */
ALWAYS_INLINE void add_and_foresee(const Search *s, Node *node, const Slots *slots, uint32_t slot, uint32_t visits, double value) {
    Seen *seen = &slots->seen[slot];
    uint32_t n = seen->visits + visits;
    double sum = seen->sum + value, mean = sum / n, root = one_over_root(n);
    node->visits += visits;
    if ((node->flags & (FULL | TAKEN)) == FULL) {
        double spread = s->set.exploration * root_of_log(node->visits);
        foresee(s->memory.base, node, slots, slot, spread, mean + spread * root, s->game.move_size == 8);
    }
    seen->visits = n, seen->sum = sum, slots->mean[slot] = mean, slots->root[slot] = root;
}

/* Chooses a slot where others are under way or moves are left to try; NOTHING where the tree cannot grow. */
static uint32_t choose_among_others(Worker *w, Node *node, bool *is_new) {
    Search *s = w->search;
    if (node->flags & TAKEN) {
        Slots slots = slots_of(s, node);
        node->flags &= (uint8_t)~TAKEN;
        add_and_foresee(s, node, &slots, node->next, 1, -1);
    }
    uint32_t slot = node->flags & FULL ? node->next : select_slot(w, node);
    if (slot == NOTHING) return slot;
    Slots slots = slots_of(s, node);
    *is_new = !slots.seen[slot].visits;
    add_and_foresee(s, node, &slots, slot, 1, -1);
    return slot;
}

/* Goes down the tree to a position that was never met, or where the game is over. */
static void descend_together(Worker *w) {
    Search *s = w->search;
    const uint32_t size = s->game.move_size;
    uint32_t at = s->root, depth = 0;
    s->game.copy(w->state, s->root_state);
    while (at && depth < MOST_DEPTH) {
        Node *node = node_at(s, at);
        uint64_t kept_move;
        const void *move = &kept_move;
        bool is_new = false;
        take(&node->lock);
        bool alone = (node->flags & (FULL | TAKEN)) == FULL;
        uint32_t slot = alone ? node->next : choose_among_others(w, node, &is_new);
        if (slot == NOTHING) {
            release(&node->lock);
            break;
        }
        if (alone) node->flags |= TAKEN, node->taker = w->number, at = node->next_child;
        else at = slots_of(s, node).seen[slot].child;
        w->path[depth++] = (Step){(uint32_t)((uint64_t *)node - s->memory.base), slot, node->mover};
        if (size == 8) kept_move = alone ? node->next_move : *(const uint64_t *)move_of(s, node, slot);
        else move = move_of(s, node, slot); /* moves that were tried stay where they are */
        const Slots slots = slots_of(s, node);
        FETCH(slots.mean), FETCH(&slots.seen[slot]);
        release(&node->lock);
        s->game.play(w->state, move, 0);
        if (is_new || is_over(&s->game, w->state)) break;
        if (!at) at = child_at(s, node, slot);
    }
    w->depth = depth;
}

/* Adds the returns to all slots on the path; losses that were written down are taken back. */
static void back_up_together(Worker *w, const double *returns) {
    Search *s = w->search;
    for (uint32_t k = w->depth; k-- > 0;) {
        const Step *step = &w->path[k];
        Node *node = node_at(s, step->node);
        take(&node->lock);
        Slots slots = slots_of(s, node);
        bool unnoticed = node->flags & TAKEN && node->taker == w->number;
        if (unnoticed) node->flags &= (uint8_t)~TAKEN;
        add_and_foresee(s, node, &slots, step->slot, unnoticed, returns[step->player] + !unnoticed);
        release(&node->lock);
    }
}

static void iterate_together(Worker *w) {
    const Search *s = w->search;
    double returns[MOST_PLAYERS + 1];
    descend_together(w);
    if (is_over(&s->game, w->state)) read_returns(&s->game, w->state, returns);
    else play_out(w, returns);
    back_up_together(w, returns);
}
