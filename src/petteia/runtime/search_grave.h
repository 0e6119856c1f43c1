/* GRAVE: what followed. A node keeps, for each move that was played later in iterations through it, how often that was
 * and with what returns; its descendants use the table until their own has seen enough. */
#pragma once
#include "search_playout.h"

typedef struct {
    uint32_t key, visits;
    double sum;
} Follow;
typedef struct {
    uint32_t size, used;
} FollowHead; /* `size` entries, a power of two, lie behind it */

static uint64_t words_of_table(uint32_t size) { return 1 + 2 * (uint64_t)size; }
static inline Follow *entries_of(FollowHead *head) { return (Follow *)(head + 1); }

static Follow *find_follow(FollowHead *head, uint32_t key) {
    Follow *entries = entries_of(head);
    uint32_t at = key >> 4 & (head->size - 1);
    while (entries[at].visits && entries[at].key != key) at = (at + 1) & (head->size - 1);
    return &entries[at];
}

static uint32_t new_table(Search *s, uint32_t size) {
    uint32_t place = take_words(&s->memory, words_of_table(size));
    if (!place) return 0;
    FollowHead *head = at_place(&s->memory, place);
    *head = (FollowHead){size, 0};
    memset(entries_of(head), 0, size * sizeof(Follow));
    return place;
}

/* A larger table with the same entries; the old one if there is no room. */
static FollowHead *grow_table(Search *s, Node *node) {
    FollowHead *old = at_place(&s->memory, node->extra);
    uint32_t place = new_table(s, 2 * old->size);
    if (!place) return old;
    FollowHead *head = at_place(&s->memory, place);
    for (uint32_t k = 0; k < old->size; k++)
        if (entries_of(old)[k].visits) *find_follow(head, entries_of(old)[k].key) = entries_of(old)[k], head->used++;
    give_words(&s->memory, node->extra, words_of_table(old->size));
    node->extra = place;
    return head;
}

static void add_follow(Search *s, Node *node, uint32_t key, double value) {
    FollowHead *head = at_place(&s->memory, node->extra);
    if (4 * head->used >= 3 * head->size) head = grow_table(s, node);
    Follow *entry = find_follow(head, key);
    if (!entry->visits) {
        if (head->used + 1 >= head->size) return;
        entry->key = key, head->used++;
    }
    entry->visits++, entry->sum += value;
}

static inline uint32_t short_key(const Search *s, const uint8_t *move, uint32_t player) {
    return (uint32_t)(key_of(move, s->game.move_size, player) >> 16);
}

/* Tells each node of the path what was played after it. */
static void tell_follows(Worker *w, const double *returns) {
    Search *s = w->search;
    for (uint32_t d = 0; d < w->depth; d++) {
        Node *node = node_at(s, w->path[d].node);
        if (s->shared) take(&node->lock);
        if (!node->extra) node->extra = new_table(s, 64);
        for (uint32_t k = d; node->extra && k < w->depth; k++) {
            const Node *from = node_at(s, w->path[k].node);
            uint32_t player = w->path[k].player;
            add_follow(s, node, short_key(s, move_of(s, from, w->path[k].slot), player), returns[player]);
        }
        for (uint32_t k = 0; node->extra && k < w->played_count; k++) {
            uint32_t player = w->played_by[k];
            add_follow(s, node, short_key(s, w->played + (size_t)k * s->game.move_size, player), returns[player]);
        }
        if (s->shared) release(&node->lock);
    }
}

/* The node whose table a node goes by: itself, or the nearest ancestor with enough visits, or else the root. */
static Node *guide_of(Worker *w, Node *node) {
    Search *s = w->search;
    Node *from = node;
    for (uint32_t k = w->depth; k-- > 0 && (from->visits < s->set.reference || !from->extra);)
        from = node_at(s, w->path[k].node);
    return from;
}

static uint32_t select_grave(Worker *w, Node *node, uint32_t legal) {
    Search *s = w->search;
    Node *guide = guide_of(w, node);
    bool locks = s->shared && guide != node; /* always from below to above, so that nobody waits in a circle */
    if (locks) take(&guide->lock);
    FollowHead *head = guide->extra ? at_place(&s->memory, guide->extra) : NULL;
    uint32_t open = node->count - node->lost, chosen = NOTHING, equal = 0;
    double best = -1e300;
    Slots slots = node->tried ? slots_of(s, node) : (Slots){0};
    for (uint32_t k = 0; k < open; k++) {
        const uint8_t *move = move_of(s, node, k);
        if (s->game.draws) {
            uint32_t at = 0;
            while (at < legal && !same_move(w->listed + (size_t)at * s->game.move_size, move, s->game.move_size)) at++;
            if (at == legal) continue;
        }
        const Follow *follow = head ? find_follow(head, short_key(s, move, node->mover)) : NULL;
        double n = k < node->tried ? slots.seen[k].visits : 0, a = follow ? follow->visits : 0;
        double share = a > 0 ? a / (a + n + s->set.bias * a * n) : 0, value = BEYOND;
        if (n > 0 || a > 0) value = (n > 0 ? (1 - share) * slots.mean[k] : 0) + (a > 0 ? share * follow->sum / a : 0);
        if (value > best) best = value, chosen = k, equal = 1;
        else if (value == best && below(&w->random, ++equal) == 0) chosen = k;
    }
    if (locks) release(&guide->lock);
    return chosen == NOTHING || chosen < node->tried ? chosen : try_move(s, node, chosen);
}
