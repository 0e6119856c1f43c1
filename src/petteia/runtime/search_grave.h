/* GRAVE: what followed. A node that was visited some times keeps, for each move that was played later in iterations
 * through it, how often that was and with what returns; its descendants use the table until their own has seen enough.
 *
 * Where pieces are only placed, who played where is read from the last position of an iteration, and a table has a
 * place for each site and seat. What was played above a node is then told to it, too, but nobody asks for filled sites.
 * In other games moves are recorded as they are played, and a table finds them by a hash. */
#pragma once
#include "search_playout.h"

typedef struct {
    uint32_t key, visits;
    double mean;
} Follow;
typedef struct {
    uint32_t size, used;
} FollowHead; /* `size` entries, a power of two if they are found by a hash, lie behind it */

enum { FIRST_TABLE = 64 };

static uint64_t words_of_table(uint32_t size) { return 1 + 2 * (uint64_t)size; }
static inline Follow *entries_of(FollowHead *head) { return (Follow *)(head + 1); }
static inline FollowHead *table_of(const Search *s, const Node *node) { return at_place(&s->memory, node->extra); }

static inline Follow *find_follow(const Search *s, FollowHead *head, uint32_t key) {
    Follow *entries = entries_of(head);
    if (s->reads_board) return &entries[key];
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
    FollowHead *old = table_of(s, node);
    uint32_t place = new_table(s, 2 * old->size);
    if (!place) return old;
    FollowHead *head = at_place(&s->memory, place);
    for (uint32_t k = 0; k < old->size; k++)
        if (entries_of(old)[k].visits) *find_follow(s, head, entries_of(old)[k].key) = entries_of(old)[k], head->used++;
    give_words(&s->memory, node->extra, words_of_table(old->size));
    node->extra = place;
    return head;
}

static inline void add_follow(Search *s, Node *node, uint32_t key, double value) {
    FollowHead *head = table_of(s, node);
    if (!s->reads_board && 4 * head->used >= 3 * head->size) head = grow_table(s, node);
    Follow *entry = find_follow(s, head, key);
    if (!entry->visits) {
        if (!s->reads_board && head->used + 1 >= head->size) return;
        entry->key = key, head->used++;
    }
    entry->visits++, entry->mean += (value - entry->mean) / entry->visits;
}

/* -- keys of moves ------------------------------------------------------------------------------------------------ */

static inline uint32_t short_key(const Search *s, const uint8_t *move, uint32_t player) {
    return (uint32_t)(key_of(move, s->game.move_size, player) >> 16);
}

static inline uint32_t key_of_site(const Search *s, uint32_t seat, uint32_t site) {
    return (seat - 1) * s->game.sites + site;
}

/* The key of a move of a node; NOTHING for one that does not add to the set of who moves, in games where sets tell. */
static inline uint32_t key_here(const Search *s, const uint8_t *move, uint32_t player, uint32_t seat) {
    if (!s->reads_board) return short_key(s, move, player);
    uint16_t kind;
    int16_t to;
    memcpy(&kind, move, sizeof kind), memcpy(&to, move + 4, sizeof to);
    return s->game.fills[kind] == seat && to >= 0 ? key_of_site(s, seat, (uint32_t)to) : NOTHING;
}

/* -- what was played in an iteration ------------------------------------------------------------------------------ */

static bool make_later_room(Worker *w, uint32_t room) {
    w->later_count = 0;
    if (room <= w->later_room) return true;
    Later *later = realloc(w->later, 2 * (size_t)room * sizeof *later);
    if (later) w->later = later, w->later_room = 2 * room;
    return later != NULL;
}

/* The sites that were filled since the root. */
static bool read_board(Worker *w) {
    const Game *game = &w->search->game;
    if (!make_later_room(w, game->players * game->sites)) return false;
    for (uint32_t seat = 1; seat <= game->players; seat++) {
        const uint8_t *now = w->state + game->filled + (size_t)seat * game->filled_bytes;
        const uint8_t *before = w->search->root_state + (now - w->state);
        uint32_t player = player_on(game, w->state, seat);
        for (uint32_t at = 0; at < game->filled_bytes; at += 8) {
            for (uint64_t added = word_at(now + at) & ~word_at(before + at); added; added &= added - 1) {
                uint32_t site = 8 * at + lowest_bit(added);
                w->later[w->later_count++] = (Later){key_of_site(w->search, seat, site), player};
            }
        }
    }
    return true;
}

/* The moves of the path, then those of the playout. */
static bool read_moves(Worker *w) {
    const Search *s = w->search;
    if (!make_later_room(w, w->depth + w->played_count)) return false;
    for (uint32_t k = 0; k < w->depth; k++) {
        const Step *step = &w->path[k];
        const uint8_t *move = move_of(s, node_at(s, step->node), step->slot);
        w->later[w->later_count++] = (Later){short_key(s, move, step->player), step->player};
    }
    for (uint32_t k = 0; k < w->played_count; k++) {
        const uint8_t *move = w->played + (size_t)k * s->game.move_size;
        w->later[w->later_count++] = (Later){short_key(s, move, w->played_by[k]), w->played_by[k]};
    }
    return true;
}

/* Gives a node a table once it has made a good part of the visits that a table needs to be used; most never do. */
static bool has_table(Search *s, Node *node, bool is_root) {
    if (!node->extra && (is_root || node->visits > s->set.reference / 4))
        node->extra = new_table(s, s->reads_board ? s->game.players * s->game.sites : FIRST_TABLE);
    return node->extra;
}

/* Tells each node of the path that keeps a table what was played after it. */
static void tell_follows(Worker *w, const double *returns) {
    Search *s = w->search;
    if (!(s->reads_board ? read_board(w) : read_moves(w))) return;
    for (uint32_t d = 0; d < w->depth; d++) {
        Node *node = node_at(s, w->path[d].node);
        if (s->shared) take(&node->lock);
        if (has_table(s, node, d == 0))
            for (uint32_t k = s->reads_board ? 0 : d; k < w->later_count; k++)
                add_follow(s, node, w->later[k].key, returns[w->later[k].player]);
        if (s->shared) release(&node->lock);
    }
}

/* -- selection ---------------------------------------------------------------------------------------------------- */

/* The node whose table a node goes by: itself, or the nearest ancestor with enough visits, or else the root. */
static Node *guide_of(Worker *w, Node *node) {
    Search *s = w->search;
    Node *from = node;
    for (uint32_t k = w->depth; k-- > 0 && (from->visits < s->set.reference || !from->extra);)
        from = node_at(s, w->path[k].node);
    return from;
}

/* True if chance, where there is any, has left a move among the legal ones that are listed. */
static bool is_listed(const Worker *w, const uint8_t *move, uint32_t legal) {
    uint32_t size = w->search->game.move_size, at = 0;
    while (at < legal && !same_move(w->listed + (size_t)at * size, move, size)) at++;
    return at < legal;
}

static uint32_t select_grave(Worker *w, Node *node, uint32_t legal) {
    Search *s = w->search;
    Node *guide = guide_of(w, node);
    bool locks = s->shared && guide != node; /* always from below to above, so that nobody waits in a circle */
    if (locks) take(&guide->lock);
    FollowHead *head = guide->extra ? table_of(s, guide) : NULL;
    uint32_t open = node->count - node->lost, chosen = NOTHING, equal = 0, seat = w->state[s->game.mover];
    double best = -1e300;
    Slots slots = node->tried ? slots_of(s, node) : (Slots){0};
    for (uint32_t k = 0; k < open; k++) {
        const uint8_t *move = move_of(s, node, k);
        if (s->game.draws && !is_listed(w, move, legal)) continue;
        uint32_t key = head ? key_here(s, move, node->mover, seat) : NOTHING;
        const Follow *follow = key == NOTHING ? NULL : find_follow(s, head, key);
        double n = k < node->tried ? slots.seen[k].visits : 0, a = follow ? follow->visits : 0, value = BEYOND;
        if (a > 0) {
            double share = n > 0 ? a / (a + n + s->set.bias * a * n) : 1;
            value = share * follow->mean + (n > 0 ? (1 - share) * slots.mean[k] : 0);
        } else if (n > 0) value = slots.mean[k];
        if (value > best) best = value, chosen = k, equal = 1;
        else if (value == best && below(&w->random, ++equal) == 0) chosen = k;
    }
    if (locks) release(&guide->lock);
    return chosen == NOTHING || chosen < node->tried ? chosen : try_move(s, node, chosen);
}
