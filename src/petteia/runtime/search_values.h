/* The evaluation that serves any game: pieces by kind and site, in the opening and towards the end, scores, and how
 * many moves there are to choose from. Pieces of nobody count for the first of two seats, by weights of either sign. */
#pragma once
#include "search_together.h"

typedef struct Values {
    const Game *game;
    uint32_t components, sites, levels; /* levels: places of a site in `what` */
    uint32_t pieces, words; /* where the sets of sites of the components are, and their words; NOTHING if nowhere */
    uint32_t what, what_width; /* where the components of the sites are */
    uint32_t counts, count_width; /* where the counts of the sites are */
    uint32_t owners; /* where the owners of the sites are, if components do not tell them */
    uint32_t score, score_width; /* where the score of seat 0 is */
    /* [phase][component][site]: the worth of a piece to its owner, the last phase being full boards */
    const float *weights;
    const float *worth; /* of each component, wherever it stands */
    const uint8_t *owner; /* of each component */
    double score_weight, mobility, tempo; /* mobility: of each move of who is to move; tempo: of being to move */
    double scale, unit; /* scale: the advantage that is worth a half; unit: the worth of the least piece */
    double noise; /* how far positions are misjudged, in units; each always by the same amount */
    double fewest, most; /* numbers of pieces on the board between which phases blend */
    struct Network *network; /* what is added to all this; NULL for nothing */
    double bias; /* what the first seat has by the rules alone */
    uint32_t has_neutral, padding; /* pieces of nobody have weights, too */
    struct Aspects *aspects; /* what the rules make matter beside the pieces; NULL for nothing */
} Values;

static int64_t number_at(const uint8_t *at, uint32_t width) {
    if (width == 1) return *(const int8_t *)at;
    int64_t value = 0;
    memcpy(&value, at, width);
    uint32_t spare = 64 - 8 * width;
    return width < 8 ? (int64_t)((uint64_t)value << spare) >> spare : value;
}

static double network_of(const Values *v, const uint8_t *state);
static double worth_of_aspects(const Values *v, const uint8_t *state);

/* Sums of the worth of pieces, by owner: in the opening, and towards the end. */
typedef struct {
    double first[MOST_PLAYERS + 2], last[MOST_PLAYERS + 2];
    uint32_t pieces;
} Tally;

static inline void add_piece(const Values *v, Tally *tally, uint32_t component, uint32_t owner, uint32_t site,
                             int64_t count) {
    const float *at = v->weights + (size_t)component * v->sites + site;
    tally->first[owner] += at[(size_t)v->components * v->sites] * (float)count,
        tally->last[owner] += at[0] * (float)count;
    tally->pieces += owner != 0;
}

/* Whose piece it is for the tally: 0 stands for nobody, and for all of them. */
static inline uint32_t tallied(const Values *v, uint32_t owner) { return owner <= v->game->players ? owner : 0; }

static void tally_sets(const Values *v, const uint8_t *state, Tally *tally) {
    for (uint32_t c = 1; c < v->components; c++) {
        uint32_t owner = tallied(v, v->owner[c]);
        if (!owner && !v->has_neutral) continue;
        const uint8_t *set = state + v->pieces + (size_t)c * v->words * 8;
        for (uint32_t k = 0; k < v->words; k++)
            for (uint64_t word = word_at(set + 8 * k); word; word &= word - 1) {
                uint32_t site = 64 * k + lowest_bit(word);
                int64_t count =
                    v->counts == NOTHING ? 1 : number_at(state + v->counts + site * v->count_width, v->count_width);
                if (site < v->sites) add_piece(v, tally, c, owner, site, count);
            }
    }
}

static void tally_sites(const Values *v, const uint8_t *state, Tally *tally) {
    for (uint32_t k = 0; k < v->sites * v->levels; k++) {
        uint32_t what = (uint32_t)number_at(state + v->what + k * v->what_width, v->what_width);
        if (!what || what >= v->components) continue;
        int64_t count = v->counts == NOTHING ? 1 : number_at(state + v->counts + k * v->count_width, v->count_width);
        uint32_t owner = tallied(v, v->owners == NOTHING ? v->owner[what] : state[v->owners + k]);
        if (owner || v->has_neutral) add_piece(v, tally, what, owner, k / v->levels, count);
    }
}

static Tally tally_of(const Values *v, const uint8_t *state) {
    Tally tally = {{0}, {0}, 0};
    if (v->pieces != NOTHING) tally_sets(v, state, &tally);
    else if (v->what != NOTHING) tally_sites(v, state, &tally);
    return tally;
}

static inline double score_of(const Values *v, const uint8_t *state, uint32_t seat) {
    return (double)number_at(state + v->score + seat * v->score_width, v->score_width);
}

/* The advantage of the first of two seats, in units of the worth of pieces. */
static double advantage_of(const Values *v, const uint8_t *state) {
    Tally tally = tally_of(v, state);
    double full = v->most > v->fewest ? (tally.pieces - v->fewest) / (v->most - v->fewest) : 1;
    full = full < 0 ? 0 : full > 1 ? 1 : full;
    double total = full * (tally.first[0] + tally.first[1] - tally.first[2]) +
                   (1 - full) * (tally.last[0] + tally.last[1] - tally.last[2]);
    if (v->score != NOTHING) total += v->score_weight * (score_of(v, state, 1) - score_of(v, state, 2));
    if (v->aspects) total += worth_of_aspects(v, state);
    if (v->noise != 0) {
        uint64_t drawn = v->game->hash(state);
        total += v->noise * v->unit * (2 * unit(&drawn) - 1);
    }
    double more = v->tempo;
    if (v->network) more += network_of(v, state);
    if (v->mobility != 0) more += v->mobility * v->game->candidates((void *)state, NULL, 0);
    return total + v->bias + (state[v->game->mover] == 1 ? more : -more);
}

/* The advantage of one of several seats: what it has itself less what the others have on average. */
static double advantage_among(const Values *v, const uint8_t *state, uint32_t seat) {
    Tally tally = tally_of(v, state);
    uint32_t players = v->game->players;
    double own = 0, others = 0;
    for (uint32_t k = 1; k <= players; k++) {
        double has = tally.first[k] + (v->score != NOTHING ? v->score_weight * score_of(v, state, k) : 0) +
                     (state[v->game->mover] == k ? v->tempo : 0);
        if (k == seat) own = has;
        else others += has;
    }
    return players > 1 ? own - others / (players - 1) : own;
}

static inline double squashed(double advantage, double scale) {
    return advantage / (scale + (advantage < 0 ? -advantage : advantage));
}

/* The advantage that a value stands for. */
static inline double stretched(double value, double scale) {
    double size = value < 0 ? -value : value;
    return size > 0.999 ? value * 1e6 : value * scale / (1 - size);
}

/* The advantage of a seat over the other, between -1 and 1. */
PT_EXPORT double pts_values(void *self, const void *state, uint32_t seat) {
    const Values *v = self;
    if (v->game->players != 2) return squashed(advantage_among(v, state, seat), v->scale);
    double value = squashed(advantage_of(v, state), v->scale);
    return seat == 1 ? value : -value;
}

/* -- for searches that tell captures from other moves ------------------------------------------------------------- */

/* The component on a site; 0 if there is none, or if that cannot be told. */
static uint32_t component_at(const Values *v, const uint8_t *state, uint32_t site) {
    if (site >= v->sites) return 0;
    if (v->what != NOTHING && v->levels == 1) {
        uint32_t what = (uint32_t)number_at(state + v->what + site * v->what_width, v->what_width);
        return what < v->components ? what : 0;
    }
    if (v->pieces == NOTHING) return 0;
    const uint8_t *at = state + v->pieces + site / 64 * 8;
    for (uint32_t c = 1; c < v->components; c++)
        if (word_at(at + (size_t)c * v->words * 8) >> site % 64 & 1) return c;
    return 0;
}

static uint32_t owner_at(const Values *v, const uint8_t *state, uint32_t site, uint32_t component) {
    return v->owners == NOTHING ? v->owner[component] : state[v->owners + site];
}

/* The worth of all pieces of a seat, wherever they stand. */
static double worth_of_seat(const Values *v, const uint8_t *state, uint32_t seat) {
    double total = 0;
    if (v->pieces != NOTHING && v->counts == NOTHING) {
        for (uint32_t c = 1; c < v->components; c++) {
            if (v->owner[c] != seat) continue;
            const uint8_t *set = state + v->pieces + (size_t)c * v->words * 8;
            for (uint32_t k = 0; k < v->words; k++) total += v->worth[c] * count_bits(word_at(set + 8 * k));
        }
    } else if (v->what != NOTHING) {
        for (uint32_t k = 0; k < v->sites * v->levels; k++) {
            uint32_t what = (uint32_t)number_at(state + v->what + k * v->what_width, v->what_width);
            if (!what || what >= v->components ||
                (v->owners == NOTHING ? v->owner[what] : state[v->owners + k]) != seat)
                continue;
            total +=
                v->worth[what] *
                (v->counts == NOTHING ? 1 : (double)number_at(state + v->counts + k * v->count_width, v->count_width));
        }
    }
    return total;
}
