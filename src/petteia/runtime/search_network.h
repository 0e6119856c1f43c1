/* A small network on what stands where, kept up from position to position: a hidden layer seen by each seat, whose sums
 * change by a row for each piece that came or went, and one output for who is to move. All numbers are whole, so that
 * sums do not depend on the way by which a position was reached. */
#pragma once
#include "search_values.h"

enum { MOST_HIDDEN = 64, UNIT = 512 }; /* UNIT: an activation of 1 */

typedef struct {
    int32_t sums[2][MOST_HIDDEN];
} Hidden;

typedef struct Network {
    uint32_t hidden, padding;
    const int32_t *rows; /* [seat][component][site]: the row of a piece, -1 for none */
    const int16_t *weights; /* [row][hidden] */
    const int32_t *bias; /* [seat][hidden] */
    const int16_t *output; /* [who is to move][own view, that of the other][hidden] */
    double scale; /* what a whole number of the output is worth */
    uint8_t *seen; /* the position that `kept` belongs to: what stands where, and counts */
    uint8_t is_seen, lock;
    Hidden kept;
} Network;

ALWAYS_INLINE void add_row(const Network *net, Hidden *hidden, uint32_t place, uint32_t places, int32_t times) {
    for (uint32_t seat = 0; seat < 2; seat++) {
        int32_t row = net->rows[seat * places + place];
        if (row < 0) continue;
        const int16_t *weights = net->weights + (size_t)row * net->hidden;
        int32_t *sums = hidden->sums[seat];
        for (uint32_t k = 0; k < net->hidden; k++) sums[k] += times * weights[k];
    }
}

static void begin_hidden(const Network *net, Hidden *hidden) {
    for (uint32_t seat = 0; seat < 2; seat++)
        memcpy(hidden->sums[seat], net->bias + seat * net->hidden, net->hidden * sizeof *net->bias);
}

/* Brings the sums from the position that was seen to a state, where sets of sites tell what stands where. */
static void follow_sets(const Network *net, uint32_t components, uint32_t sites, uint32_t words, const uint8_t *sets,
                        uint8_t *seen, Hidden *hidden) {
    for (uint32_t c = 1; c < components; c++)
        for (uint32_t k = 0; k < words; k++) {
            size_t at = ((size_t)c * words + k) * 8;
            uint64_t now = word_at(sets + at), before = word_at(seen + at);
            if (now == before) continue;
            memcpy(seen + at, &now, 8);
            for (uint64_t changed = now ^ before; changed; changed &= changed - 1) {
                uint32_t bit = lowest_bit(changed), site = 64 * k + bit;
                if (site < sites) add_row(net, hidden, c * sites + site, components * sites, now >> bit & 1 ? 1 : -1);
            }
        }
}

typedef struct {
    int16_t what, count;
} Content;

/* The same where each site tells its component, and perhaps how many there are. */
static void follow_sites(const Network *net, const Values *v, const uint8_t *state, uint8_t *seen, Hidden *hidden) {
    uint32_t places = v->components * v->sites;
    for (uint32_t k = 0; k < v->sites * v->levels; k++) {
        Content now = {(int16_t)number_at(state + v->what + k * v->what_width, v->what_width), 1}, before;
        if (v->counts != NOTHING)
            now.count = (int16_t)number_at(state + v->counts + k * v->count_width, v->count_width);
        if (now.what <= 0 || now.what >= (int16_t)v->components) now = (Content){0, 0};
        memcpy(&before, seen + k * sizeof before, sizeof before);
        if (now.what == before.what && now.count == before.count) continue;
        memcpy(seen + k * sizeof now, &now, sizeof now);
        uint32_t site = k / v->levels;
        if (before.what) add_row(net, hidden, (uint32_t)before.what * v->sites + site, places, -before.count);
        if (now.what) add_row(net, hidden, (uint32_t)now.what * v->sites + site, places, now.count);
    }
}

static double output_of(const Network *net, const Hidden *hidden, uint32_t mover) {
    int32_t total = 0;
    for (uint32_t view = 0; view < 2; view++) {
        const int32_t *sums = hidden->sums[view == 0 ? mover - 1 : 2 - mover];
        const int16_t *weights = net->output + ((mover - 1) * 2 + view) * net->hidden;
        for (uint32_t k = 0; k < net->hidden; k++) {
            int32_t active = sums[k] < 0 ? 0 : sums[k] > UNIT ? UNIT : sums[k];
            total += active * weights[k];
        }
    }
    return total * net->scale;
}

/* The network's part of the advantage of who is to move. Threads that meet here wait for each other. */
static double network_of(const Values *v, const uint8_t *state) {
    Network *net = v->network;
    uint32_t mover = state[v->game->mover];
    if (mover < 1 || mover > 2) return 0;
    take(&net->lock);
    if (!net->is_seen) begin_hidden(net, &net->kept), net->is_seen = 1;
    if (v->pieces != NOTHING && v->counts == NOTHING)
        follow_sets(net, v->components, v->sites, v->words, state + v->pieces, net->seen, &net->kept);
    else if (v->what != NOTHING) follow_sites(net, v, state, net->seen, &net->kept);
    double found = output_of(net, &net->kept, mover);
    release(&net->lock);
    return found;
}
