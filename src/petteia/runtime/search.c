/* Monte Carlo tree search over any built game: iterations, runs, and the functions that Python calls.
 *
 * Values are mean returns in [-1, 1]. One iteration goes from the root by selection to a move that was never tried,
 * plays it, plays the game out from there, and adds the returns to every slot on its way. Several threads may share a
 * tree: while an iteration is under way, every slot on its path counts one more visit with a loss (a virtual loss),
 * so that others go elsewhere; one thread does without and repeats itself from the same seed. A tree that is full goes
 * on without new nodes: playouts then begin where it ends. */
#include "search_solve.h"

static void free_worker(Worker *w) {
    if (!w) return;
    free(w->state), free(w->trial), free(w->second), free(w->listed), free(w->replies), free(w->scores),
        free(w->places);
    free(w->played), free(w->played_by), free(w->later), free(w->last), free(w->path), free(w->steps),
        free_sampler(&w->sampler);
    free(w->own.root_state), free(w);
}

static Worker *new_worker(Search *s, uint64_t random) {
    Worker *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    size_t size = s->game.state_size;
    w->search = s, w->random = random, w->room = w->reply_room = 256;
    w->state = malloc(size), w->trial = malloc(size), w->second = malloc(size);
    w->listed = malloc((size_t)w->room * s->game.move_size), w->replies = malloc((size_t)w->room * s->game.move_size);
    w->scores = malloc(w->room * sizeof *w->scores), w->places = malloc(w->room * sizeof *w->places);
    w->steps = malloc(MOST_DEPTH * sizeof *w->steps), w->path = malloc(MOST_DEPTH * sizeof *w->path);
    bool has_paths = w->steps && w->path && (!(s->plain && s->shared) || prepare_leases(w));
    w->last = malloc(s->game.move_size);
    prepare_sampler(w);
    if (has_paths && w->last && w->state && w->trial && w->second && w->listed && w->replies && w->scores && w->places)
        return w;
    free_worker(w);
    return NULL;
}

/* -- one iteration ------------------------------------------------------------------------------------------------ */

/* PUCT: what the bound of a slot is made of, once its visits have changed. */
ALWAYS_INLINE void weigh_slot(const Search *s, const Node *node, const Slots *slots, uint32_t slot) {
    if (s->set.selection == PUCT && node->extra)
        slots->root[slot] = priors_of(s, node)[slot] / (1.0 + slots->seen[slot].visits);
}

/* Goes down the tree to a position that was never met, or where the game is over or decided; tells how it is decided
 * for who moved there. */
ALWAYS_INLINE uint8_t descend(Worker *w, bool shared, bool solves) {
    Search *s = w->search;
    uint32_t at = s->root, depth = 0;
    uint8_t proof = OPEN;
    bool tells = s->set.prior_is_told | s->set.playout_is_told, draws = s->game.draws;
    s->game.copy(w->state, s->root_state);
    w->knows_last = s->knows_last;
    if (tells && s->knows_last) memcpy(w->last, s->root_last, s->game.move_size);
    while (at && depth < MOST_DEPTH) {
        Node *node = node_at(s, at);
        if (shared) take(&node->lock);
        w->depth = depth;
        uint32_t slot = select_slot(w, node);
        if (slot == NOTHING) {
            if (shared) release(&node->lock);
            break;
        }
        Step *step = &w->path[depth++];
        *step = (Step){at, slot, node->mover};
        Slots slots = slots_of(s, node);
        bool is_new = slots.seen[slot].visits == 0;
        if (solves) proof = slots.proven[slot];
        at = slots.seen[slot].child;
        if (shared)
            add_to_slot(&slots, slot, 1, -1, solves), weigh_slot(s, node, &slots, slot), node->visits++, node->total--;
        const uint8_t *move = move_of(s, node, slot);
        if (tells) memcpy(w->last, move, s->game.move_size), w->knows_last = true;
        if (shared && !draws) release(&node->lock); /* its moves stay where they are unless chance may add to them */
        s->game.play(w->state, move, draws ? next_random(&w->random) : 0);
        if (shared && draws) release(&node->lock);
        if (proof || is_new || is_over(&s->game, w->state)) break;
        if (!at) at = child_at(s, node, slot);
    }
    w->depth = depth;
    if (solves && depth && is_over(&s->game, w->state)) proof = outcome(&s->game, w->state, w->path[depth - 1].player);
    return proof;
}

/* Adds the returns to all slots on the path, from the last to the first, with what is proven on the way. */
ALWAYS_INLINE void back_up(Worker *w, double *returns, uint8_t proof, bool shared, bool solves) {
    Search *s = w->search;
    for (uint32_t k = w->depth; k-- > 0;) {
        const Step *step = &w->path[k];
        Node *node = node_at(s, step->node);
        if (shared) take(&node->lock);
        Slots slots = slots_of(s, node);
        if (solves && proof) {
            slots.proven[step->slot] = proof;
            returns[step->player] = value_of_proof(proof), returns[3 - step->player] = -value_of_proof(proof);
        }
        double value = shared ? 1 + returns[step->player] : returns[step->player]; /* the virtual loss is taken back */
        add_to_slot(&slots, step->slot, !shared, value, solves);
        weigh_slot(s, node, &slots, step->slot);
        node->visits += !shared, node->total += value;
        if (solves && proof) {
            proof = proof_of_node(s, node);
            if (k == 0) s->root_proof = proof;
            else if (w->path[k - 1].player != step->player) proof = inverted(proof);
        }
        if (shared) release(&node->lock);
    }
}

/* Tells the tables of averages. */
static void tell_averages(Worker *w, const double *returns) {
    Search *s = w->search;
    for (uint32_t k = 0; k < w->depth; k++)
        add_average(s, move_of(s, node_at(s, w->path[k].node), w->path[k].slot), w->path[k].player,
                    returns[w->path[k].player]);
    for (uint32_t k = 0; k < w->played_count; k++)
        add_average(s, w->played + (size_t)k * s->game.move_size, w->played_by[k], returns[w->played_by[k]]);
}

ALWAYS_INLINE void iterate(Worker *w, bool shared, bool solves) {
    Search *s = w->search;
    double returns[MOST_PLAYERS + 1];
    w->played_count = 0;
    uint8_t proof = descend(w, shared, solves);
    if (is_over(&s->game, w->state)) read_returns(&s->game, w->state, returns);
    else if (!proof) play_out(w, returns);
    back_up(w, returns, proof, shared, solves);
    if (s->set.selection == GRAVE) tell_follows(w, returns);
    if (s->averages) tell_averages(w, returns);
}

/* -- what Python calls -------------------------------------------------------------------------------------------- */

PT_EXPORT void pts_free(Search *s) {
    if (!s) return;
    if (s->memory.base) leave_region(&s->memory);
    free(s->root_state), free(s->root_last), free(s->averages), free(s);
}

/* Begins anew from a position; false if there is no room for a root. */
PT_EXPORT int pts_reset(Search *s, const void *root) {
    forget_all(&s->memory);
    s->game.copy(s->root_state, root);
    s->iterations = s->nodes = s->moves = 0, s->root_proof = OPEN, s->stop = 0;
    return (s->root = new_node(s)) != 0;
}

/* A search from a position; NULL if there is not enough memory. */
PT_EXPORT Search *pts_new(const Game *game, const Settings *settings, const void *root) {
    fill_quick();
    Search *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->game = *game, s->set = *settings;
    s->solves = s->set.solves && game->players == 2 && !game->draws;
    s->shared = s->memory.shared = HAS_THREADS && s->set.threads > 1;
    s->plain =
        s->set.selection == UCB && s->set.playout == UNIFORM && !s->set.expands_by_policy && !s->solves && !game->draws;
    s->reads_board = s->set.selection == GRAVE && game->filled != NOTHING;
    s->records = (s->set.selection == GRAVE && !s->reads_board) || s->set.playout == BY_AVERAGE;
    uint64_t words = s->set.memory / 8, most = NOTHING;
    s->root_state = malloc(game->state_size), s->root_last = malloc(game->move_size);
    if (s->set.playout == BY_AVERAGE) s->averages = calloc(AVERAGES, sizeof *s->averages);
    bool whole = s->root_state && s->root_last && (s->averages || s->set.playout != BY_AVERAGE) &&
                 find_region(&s->memory, words < most ? words : most);
    if (whole && pts_reset(s, root)) return s;
    pts_free(s);
    return NULL;
}

/* Says which move led to the root; NULL if that is not known. */
PT_EXPORT void pts_tell_last(Search *s, const void *move) {
    s->knows_last = move != NULL;
    if (move) memcpy(s->root_last, move, s->game.move_size);
}

PT_EXPORT Worker *pts_new_worker(Search *s, uint64_t random) { return new_worker(s, random); }
PT_EXPORT void pts_free_worker(Worker *w) { free_worker(w); }

/* Goes on until the search has made so many iterations, or a time has passed (0: no limit), or the position is decided,
 * or it is told to stop. */
PT_EXPORT void pts_run(Worker *w, uint64_t iterations, double cpu, double wall) {
    Search *s = w->search;
    Deadline deadline = deadline_after(cpu, wall);
    if (s->plain) {
        (s->shared ? run_together : run_plain)(w, iterations, &deadline);
        return;
    }
    while (!(s->solves && s->root_proof) && !s->stop && count_iterations(s, iterations, 1)) {
        iterate(w, s->shared, s->solves);
        if (is_late(&deadline)) break;
    }
}

PT_EXPORT void pts_stop(Search *s) { s->stop = 1; }
PT_EXPORT uint64_t pts_iterations(const Search *s) { return s->iterations; }
PT_EXPORT uint64_t pts_node_count(const Search *s) { return s->nodes; }
PT_EXPORT uint64_t pts_move_count(const Search *s) { return s->moves; }
PT_EXPORT uint64_t pts_bytes(const Search *s) { return s->memory.used * sizeof *s->memory.base; }
PT_EXPORT uint32_t pts_proof(const Search *s) { return s->root_proof; }

/* The moves of a node (0: the root): nodes behind them, visits, sums of returns, proofs, probabilities (-1: not asked
 * for), moves; returns how many there are. */
PT_EXPORT uint32_t pts_children(const Search *s, uint32_t at, uint32_t room, uint32_t *nodes, uint32_t *visits,
                                double *sums, uint8_t *proofs, float *priors, uint8_t *moves) {
    const Node *node = node_at(s, at ? at : s->root);
    Slots slots = node->tried ? slots_of(s, node) : (Slots){0};
    for (uint32_t k = 0; k < node->count && k < room; k++) {
        bool tried = k < node->tried;
        nodes[k] = tried ? slots.seen[k].child : 0, visits[k] = tried ? slots.seen[k].visits : 0,
        sums[k] = tried ? slots.seen[k].sum : 0;
        proofs[k] = tried ? slots.proven[k] : k >= node->count - node->lost ? LOST : OPEN;
        if (k == 0 && node->flags & DECISIVE) proofs[k] = WON;
        priors[k] = s->set.selection != GRAVE && !s->plain && node->extra ? priors_of(s, node)[k] : -1;
    }
    if (node->count)
        memcpy(moves, moves_of(s, node), (size_t)(node->count < room ? node->count : room) * s->game.move_size);
    return node->count;
}
