/* Evaluation of features over any built game. It depends on no game and on no feature: both are tables that Python
 * hands over, so it is compiled once. Like generated games it needs no header.
 *
 * A set of sites is a *plane* of bits in a numbering of its own (`place`), chosen so that going a given way from every
 * site at once is a shift. A feature is a number of chains: planes whose conjunction is the set of sites where its
 * instances hold; their disjunction is where the feature holds. What the rim decides is in masks, planes too.
 *
 * A move is looked up by its pivot, mostly the site it goes to, in the class of its displacement: features that do not
 * care where a move comes from are class 0 (by the site it goes to) and class 1 (by the site it comes from). */
#include "types.h"

#define INLINE static inline __attribute__((always_inline))
#define ABSENT 0xffffffffu
#define NO_CLASS 0xffffu
#define BY_TO 0
#define BY_FROM 1
#define FIRST_PAIR 2 /* classes from here on are displacements between both sites */
#define SPATIAL_TO 1
#define SPATIAL_FROM 2
#define MASKED 256 /* added to the length of chains that end with the number of a mask */
#define FEW 6 /* so many sites are added one by one */

enum { FRIENDS, ENEMIES, EMPTIES, LAST_TO, LAST_FROM, FIRST_PLAYER };

/* Where a state keeps a number. */
typedef struct {
    uint32_t offset, width, is_signed;
} Slot;

/* Sites from..from+count-1 of the game are the bits from `to` on in planes. */
typedef struct {
    uint32_t from, to, count;
} Run;

/* A plane: the sites from which a shift leads into a set. */
typedef struct {
    uint32_t source, first, count; /* its shifts */
} Plane;

typedef struct {
    int32_t by;
    uint32_t mask; /* number of the mask of sites it is meant for; ABSENT: all */
} Shift;

typedef struct {
    uint32_t first, count, stream; /* entries, and where their chains begin */
} Class;

/* The game and its board. */
typedef struct {
    uint32_t sites, set_words, words, players, components, move_shorts, stacking, heights;
    Slot mover, last_to, last_from;
    uint32_t pieces, own, what, who, height; /* offsets; ABSENT where the game does without */
    const uint8_t *owner; /* of each component, from 1 on */
    const uint16_t *place; /* of each site */
    const Run *runs;
    uint32_t run_count;
    const uint8_t *kinds; /* flags of each kind of move: which of its sites are sites of the board */
    const uint16_t *classes; /* by from * sites + to; may be absent */
} Board;

/* The features. */
typedef struct {
    const Board *board;
    uint32_t sources, plane_count, mask_count, class_count, entry_count;
    const uint8_t *used; /* sources that some plane needs */
    const Plane *planes;
    const Shift *shifts;
    const uint64_t *masks, *whole; /* whole: all sites */
    const Class *classes;
    const uint16_t *stream;
    const uint32_t *features; /* the feature of each entry */
    const int16_t *weights; /* by player, by entry */
    float unit; /* what a weight of 1 stands for */
    const float *words_of_kind; /* by player, by kind: the weight of features without a place */
    uint32_t kind_count;
    const uint32_t *word_starts; /* by kind: features without a place, for lists of active ones */
    const uint32_t *word_features;
} Set;

/* ---- reading a state ---- */

static int64_t read_slot(const uint8_t *state, Slot slot) {
    const uint8_t *at = state + slot.offset;
    uint64_t value = 0;
    for (uint32_t k = 0; k < slot.width; k++) value |= (uint64_t)at[k] << 8 * k;
    if (slot.is_signed && slot.width < 8 && value >> (8 * slot.width - 1)) value |= ~0ull << 8 * slot.width;
    return (int64_t)value;
}

/* The sites of each owner (0 nobody, 1.. players) and component, as the game numbers them. */
static void read_pieces(const Board *b, const uint8_t *state, uint64_t *owned, uint64_t *pieces) {
    uint32_t words = b->set_words;
    memset(owned, 0, (b->players + 2) * words * sizeof *owned);
    memset(pieces, 0, (b->components + 1) * words * sizeof *pieces);
    if (b->stacking) {
        for (uint32_t site = 0; site < b->sites; site++) {
            uint32_t height = state[b->height + site];
            if (!height) continue;
            uint32_t at = site * b->heights + height - 1;
            uint32_t what = state[b->what + at], who = state[b->who + at];
            if (what <= b->components) pieces[what * words + site / 64] |= 1ull << site % 64;
            owned[(who <= b->players ? who : 0) * words + site / 64] |= 1ull << site % 64;
        }
        return;
    }
    memcpy(pieces, state + b->pieces, (b->components + 1) * words * sizeof *pieces);
    if (b->own != ABSENT) {
        memcpy(owned, state + b->own, (b->players + 2) * words * sizeof *owned);
        return;
    }
    for (uint32_t c = 1; c <= b->components; c++)
        for (uint32_t w = 0; w < words; w++)
            owned[(b->owner[c] <= b->players ? b->owner[c] : 0) * words + w] |= pieces[c * words + w];
}

/* A set of the game in the numbering of planes: run by run, or site by site where runs are short. */
static void renumber(const Board *b, const uint64_t *set, uint64_t *plane) {
    memset(plane, 0, b->words * sizeof *plane);
    if (b->run_count > 4 * b->set_words + 8) {
        for (uint32_t w = 0; 64 * w < b->sites; w++)
            for (uint64_t rest = set[w]; rest; rest &= rest - 1) {
                uint32_t site = 64 * w + (uint32_t)__builtin_ctzll(rest);
                if (site < b->sites) plane[b->place[site] / 64] |= 1ull << b->place[site] % 64;
            }
        return;
    }
    for (const Run *run = b->runs, *end = run + b->run_count; run < end; run++) {
        uint64_t bits = set[run->from / 64] >> run->from % 64;
        if (run->from % 64 + run->count > 64) bits |= set[run->from / 64 + 1] << (64 - run->from % 64);
        if (run->count < 64) bits &= (1ull << run->count) - 1;
        plane[run->to / 64] |= bits << run->to % 64;
        if (run->to % 64 + run->count > 64) plane[run->to / 64 + 1] |= bits >> (64 - run->to % 64);
    }
}

static void put_site(const Board *b, int64_t site, uint64_t *plane) {
    memset(plane, 0, b->words * sizeof *plane);
    if (site >= 0 && site < b->sites) plane[b->place[site] / 64] |= 1ull << b->place[site] % 64;
}

/* The sets that conditions ask for, each with a word of zeros for every word on both sides of it. */
static void fill_sources(const Set *s, const uint8_t *state, const int16_t *last, uint64_t *sources) {
    const Board *b = s->board;
    uint32_t words = b->words, n = b->set_words, stride = 3 * words, mover = (uint32_t)read_slot(state, b->mover);
    uint64_t owned[(b->players + 2) * n], pieces[(b->components + 1) * n], all[words];
    uint64_t *friends = sources + words, *enemies = friends + stride, *empties = enemies + stride;
    read_pieces(b, state, owned, pieces);
    memset(sources, 0, (__SIZE_TYPE__)s->sources * stride * sizeof *sources);
    for (uint32_t w = 0; w < words; w++) all[w] = 0;
    for (uint32_t p = 0; p <= b->players + 1; p++) {
        uint64_t own[words], any = 0;
        for (uint32_t w = 0; w < n; w++) any |= owned[p * n + w];
        if (!any) continue;
        renumber(b, owned + p * n, own);
        bool plays = p >= 1 && p <= b->players;
        for (uint32_t w = 0; w < words; w++) {
            all[w] |= own[w];
            if (p == mover) friends[w] = own[w];
            else if (plays) enemies[w] |= own[w];
        }
        if (plays && s->used[FIRST_PLAYER + p - 1])
            memcpy(sources + (FIRST_PLAYER + p - 1) * stride + words, own, sizeof own);
    }
    for (uint32_t w = 0; w < words; w++) empties[w] = s->whole[w] & ~all[w];
    for (uint32_t c = 1; c <= b->components; c++) {
        uint32_t k = FIRST_PLAYER + b->players + c - 1;
        if (s->used[k]) renumber(b, pieces + c * n, sources + k * stride + words);
    }
    for (uint32_t k = LAST_TO; k <= LAST_FROM; k++) {
        if (!s->used[k]) continue;
        Slot slot = k == LAST_TO ? b->last_to : b->last_from;
        uint32_t flag = k == LAST_TO ? SPATIAL_TO : SPATIAL_FROM;
        int64_t site = -1;
        if (last) site = b->kinds[(uint16_t)last[0]] & flag ? last[k == LAST_TO ? 2 : 1] : -1;
        else if (slot.offset != ABSENT) site = read_slot(state, slot);
        put_site(b, site, sources + k * stride + words);
    }
}

/* ---- planes ---- */

#ifdef __TINYC__ /* has no vectors */
typedef uint64_t Two, Four;
#else
typedef uint64_t Two __attribute__((vector_size(16), aligned(8), may_alias));
typedef uint64_t Four __attribute__((vector_size(32), aligned(8), may_alias));
#endif

/* The sites from which a shift leads into a set, of those it is meant for, into a disjunction. */
#define SHIFT_AS(TYPE) \
    for (uint32_t part = 0; part < words; part += sizeof(TYPE) / 8) { \
        TYPE low = *(const TYPE *)(from + part), high = *(const TYPE *)(from + part + 1); \
        *(TYPE *)(yes + part) |= (low >> bits | high << 1 << (63 - bits)) & *(const TYPE *)(mask + part); \
    }
INLINE void shift_set(uint64_t *yes, const uint64_t *from, uint64_t bits, const uint64_t *mask, const uint32_t words) {
    if (words % 4 == 0) SHIFT_AS(Four)
    else if (words % 2 == 0) SHIFT_AS(Two)
    else SHIFT_AS(uint64_t)
}
#undef SHIFT_AS

INLINE void make_planes(const Set *s, const uint64_t *sources, uint64_t *planes, const uint32_t words) {
    for (uint32_t p = 0; p < s->plane_count; p++) {
        const Plane *one = s->planes + p;
        uint64_t yes[words];
        const uint64_t *source = sources + (3 * one->source + 1) * words;
        for (uint32_t w = 0; w < words; w++) yes[w] = 0;
        for (const Shift *shift = s->shifts + one->first, *end = shift + one->count; shift < end; shift++)
            shift_set(yes, source + (shift->by >> 6), shift->by & 63, s->masks + shift->mask * words, words);
        uint64_t *plane = planes + 2 * p * words;
        for (uint32_t w = 0; w < words; w++) plane[w] = yes[w], plane[words + w] = ~yes[w];
    }
}

#define FOR_WORDS(CALL) \
    switch (s->board->words) { \
        case 1: CALL(1); break; \
        case 2: CALL(2); break; \
        case 4: CALL(4); break; \
        case 8: CALL(8); break; \
        default: CALL(s->board->words); \
    }

/* All planes of a position. */
static __attribute__((noinline)) void prepare(const Set *s, const uint8_t *state, const int16_t *last,
                                              uint64_t *planes) {
    uint64_t sources[s->sources * 3 * s->board->words];
    fill_sources(s, state, last, sources);
#define PLANES(W) make_planes(s, sources, planes, W)
    FOR_WORDS(PLANES)
}

/* The conjunction of n planes, and perhaps of a mask, into a disjunction. */
#define JOIN_AS(TYPE) \
    for (uint32_t part = 0; part < words; part += sizeof(TYPE) / 8) { \
        TYPE all = *(const TYPE *)(planes + chain[0] * words + part); \
        for (uint32_t k = 1; k < n; k++) all &= *(const TYPE *)(planes + chain[k] * words + part); \
        if (mask) all &= *(const TYPE *)(mask + part); \
        *(TYPE *)(found + part) |= all; \
    }
INLINE void join(uint64_t *found, const uint64_t *planes, const uint16_t *chain, const uint64_t *mask, const uint32_t n,
                 const uint32_t words) {
    if (words % 4 == 0) JOIN_AS(Four)
    else if (words % 2 == 0) JOIN_AS(Two)
    else JOIN_AS(uint64_t)
}
#undef JOIN_AS

/* The sites where the next feature of the stream holds; returns where the one behind it begins. Chains of one length
 * stand together; those with a mask have its number behind their planes. */
INLINE const uint16_t *join_all(const Set *s, const uint16_t *at, const uint64_t *planes, uint64_t *found,
                                const uint32_t words) {
    for (uint32_t w = 0; w < words; w++) found[w] = 0;
    for (uint32_t groups = *at++; groups; groups--) {
        uint32_t form = *at++, count = *at++;
#define JOIN(N) \
    case N: \
        for (; count; count--, at += N) join(found, planes, at, (void *)0, N, words); \
        break; \
    case N + MASKED: \
        for (; count; count--, at += N + 1) join(found, planes, at, s->masks + at[N] * words, N, words); \
        break;
        switch (form) {
            case 0:
                for (uint32_t w = 0; w < words; w++) found[w] = ~0ull;
                break;
            case MASKED:
                for (; count; count--, at++)
                    for (uint32_t w = 0; w < words; w++) found[w] |= s->masks[*at * words + w];
                break;
                /* clang-format off */
            JOIN(1) JOIN(2) JOIN(3) JOIN(4) JOIN(5) JOIN(6)
                    /* clang-format on */
                    default : {
                    uint32_t n = form % MASKED;
                    for (; count; count--, at += n + (form >= MASKED))
                        join(found, planes, at, form >= MASKED ? s->masks + at[n] * words : (void *)0, n, words);
                }
        }
#undef JOIN
    }
    return at;
}

/* The same, compiled once for each usual number of words. */
#define JOIN_FOR(NAME, WORDS) \
    static __attribute__((noinline)) const uint16_t *NAME(const Set *s, const uint16_t *at, const uint64_t *planes, \
                                                          uint64_t *found) { \
        return join_all(s, at, planes, found, WORDS); \
    }
JOIN_FOR(join_1, 1)
JOIN_FOR(join_2, 2)
JOIN_FOR(join_4, 4)
JOIN_FOR(join_8, 8)
JOIN_FOR(join_more, s->board->words)
#undef JOIN_FOR

INLINE const uint16_t *where(const Set *s, const uint16_t *at, const uint64_t *planes, uint64_t *found,
                             const uint32_t words) {
    switch (words) {
        case 1: return join_1(s, at, planes, found);
        case 2: return join_2(s, at, planes, found);
        case 4: return join_4(s, at, planes, found);
        case 8: return join_8(s, at, planes, found);
        default: return join_more(s, at, planes, found);
    }
}

/* ---- moves ---- */

typedef struct {
    uint16_t site[2]; /* where a move is looked up in classes 0 and 1; in that of its displacement as in class 0 */
    uint16_t class; /* of its displacement */
} Lookup;

/* Where each move is looked up, and the sites that are looked up at all, by class. */
static void look_up(const Set *s, const int16_t *moves, uint32_t count, Lookup *found, uint64_t *asked,
                    uint32_t words) {
    const Board *b = s->board;
    memset(asked, 0, (__SIZE_TYPE__)s->class_count * words * sizeof *asked);
    bool by_from = s->classes[BY_FROM].count;
    for (uint32_t m = 0; m < count; m++) {
        const int16_t *move = moves + (__SIZE_TYPE__)m * b->move_shorts;
        uint32_t flags = b->kinds[(uint16_t)move[0]], from = (uint16_t)move[1], to = (uint16_t)move[2];
        Lookup *one = found + m;
        bool goes = flags & SPATIAL_TO && to < b->sites, comes = flags & SPATIAL_FROM && from < b->sites;
        uint32_t place = goes ? b->place[to] : NO_CLASS;
        *one = (Lookup){{(uint16_t)place, NO_CLASS}, NO_CLASS};
        if (goes) asked[place / 64] |= 1ull << place % 64;
        if (by_from && comes) {
            one->site[1] = b->place[from];
            asked[words + one->site[1] / 64] |= 1ull << one->site[1] % 64;
        }
        if (b->classes && goes && comes) {
            one->class = b->classes[from * b->sites + to];
            if (one->class != NO_CLASS) asked[one->class * words + place / 64] |= 1ull << place % 64;
        }
    }
}

/* ---- scores ---- */

#ifndef __TINYC__
typedef int16_t Lanes __attribute__((vector_size(32), aligned(2), may_alias));

/* Adds a weight at every site of a plane, sixteen at a time. */
INLINE void add_to_many(int16_t *scores, const uint64_t *plane, int16_t weight, const uint32_t words) {
    const Lanes bit = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, -32768};
    const Lanes zero = {0};
    for (uint32_t w = 0; w < words; w++)
        for (uint32_t part = 0; part < 4; part++) {
            Lanes *at = (Lanes *)(scores + 64 * w + 16 * part);
            *at += (((zero + (int16_t)(plane[w] >> 16 * part)) & bit) == bit) & (zero + weight);
        }
}
#endif

/* Adds a weight at every site of a plane. */
INLINE void add_weight(int16_t *scores, const uint64_t *plane, int16_t weight, const uint32_t words) {
#ifndef __TINYC__
    uint32_t sites = 0;
    for (uint32_t w = 0; w < words; w++) sites += (uint32_t)__builtin_popcountll(plane[w]);
    if (sites > FEW) {
        add_to_many(scores, plane, weight, words);
        return;
    }
#endif
    for (uint32_t w = 0; w < words; w++)
        for (uint64_t rest = plane[w]; rest; rest &= rest - 1) scores[64 * w + __builtin_ctzll(rest)] += weight;
}

/* The weights of all features that hold, added up at each site that is asked for, by class. */
INLINE void sum_weights(const Set *s, const uint64_t *planes, const uint64_t *asked, uint32_t mover, int16_t *lanes,
                        const uint32_t words) {
    const int16_t *weights = s->weights + (__SIZE_TYPE__)mover * s->entry_count;
    uint64_t found[words];
    for (uint32_t c = 0; c < s->class_count; c++) {
        const Class *class = s->classes + c;
        uint64_t any = 0;
        for (uint32_t w = 0; w < words; w++) any |= asked[c * words + w];
        if (!any) continue;
        int16_t *sums = lanes + c * 64 * words;
        memset(sums, 0, 64 * words * sizeof *sums);
        const uint16_t *at = s->stream + class->stream;
        for (uint32_t e = class->first; e < class->first + class->count; e++) {
            at = where(s, at, planes, found, words);
            any = 0;
            for (uint32_t w = 0; w < words; w++) any |= found[w] &= asked[c * words + w];
            if (any) add_weight(sums, found, weights[e], words);
        }
    }
}

/* Where in planes a move goes to; NO_CLASS for nowhere. */
INLINE uint32_t goal_of(const Board *b, const int16_t *move) {
    uint32_t to = (uint16_t)move[2];
    return b->kinds[(uint16_t)move[0]] & SPATIAL_TO && to < b->sites ? b->place[to] : NO_CLASS;
}

/* Scores where only the sites that moves go to matter. If moves are many, all sites are asked for: to note which takes
 * longer than to leave some out saves. */
INLINE void score_goals(const Set *s, const uint64_t *planes, uint32_t mover, const int16_t *moves, uint32_t count,
                        float *scores, const uint32_t words) {
    const Board *b = s->board;
    const float *by_kind = s->words_of_kind + mover * s->kind_count;
    uint64_t asked[s->class_count * words];
    int16_t lanes[s->class_count * 64 * words];
    memset(asked, 0, sizeof asked);
    if (4 * count > b->sites) memcpy(asked, s->whole, words * sizeof *asked);
    else
        for (uint32_t m = 0; m < count; m++) {
            uint32_t place = goal_of(b, moves + (__SIZE_TYPE__)m * b->move_shorts);
            if (place != NO_CLASS) asked[place / 64] |= 1ull << place % 64;
        }
    sum_weights(s, planes, asked, mover, lanes, words);
    const uint16_t *places = b->place;
    float unit = s->unit;
    /* moves of one kind mostly stand together */
    for (uint32_t m = 0, stride = b->move_shorts, sites = b->sites; m < count;) {
        uint32_t kind = (uint16_t)moves[0], end = b->kinds[kind] & SPATIAL_TO ? sites : 0;
        float own = by_kind[kind];
        for (; m < count && (uint16_t)moves[0] == kind; m++, moves += stride) {
            uint32_t to = (uint16_t)moves[2];
            scores[m] = (float)(to < end ? lanes[places[to]] : 0) * unit + own;
        }
    }
}

INLINE void score(const Set *s, const uint8_t *state, const int16_t *last, const int16_t *moves, uint32_t count,
                  float *scores, const uint32_t words) {
    const Board *b = s->board;
    uint64_t planes[2 * (s->plane_count + 1) * words];
    uint32_t mover = (uint32_t)read_slot(state, b->mover) - 1;
    prepare(s, state, last, planes);
    if (!s->classes[BY_FROM].count && !b->classes) {
        score_goals(s, planes, mover, moves, count, scores, words);
        return;
    }
    const float *by_kind = s->words_of_kind + mover * s->kind_count;
    uint64_t asked[s->class_count * words];
    int16_t lanes[s->class_count * 64 * words];
    Lookup lookups[count];
    look_up(s, moves, count, lookups, asked, words);
    sum_weights(s, planes, asked, mover, lanes, words);
    for (uint32_t m = 0; m < count; m++) {
        const Lookup *one = lookups + m;
        int32_t sum = 0;
        if (one->site[0] != NO_CLASS) sum += lanes[one->site[0]];
        if (one->site[1] != NO_CLASS) sum += lanes[64 * words + one->site[1]];
        if (one->class != NO_CLASS) sum += lanes[one->class * 64 * words + one->site[0]];
        scores[m] = (float)sum * s->unit + by_kind[(uint16_t)moves[(__SIZE_TYPE__)m * b->move_shorts]];
    }
}

/* The value f(s, a) of each move of a position: the sum of the weights of the features that hold for it. `last` is the
 * latest move; without one, what the state itself tells of it counts. */
PT_EXPORT void ptf_score_after(void *self, const void *state, const void *last, const void *moves, uint32_t count,
                               float *scores) {
    const Set *s = self;
    if (!count) return;
#define SCORE(W) score(s, state, last, moves, count, scores, W)
    FOR_WORDS(SCORE)
}

PT_EXPORT void ptf_score(void *self, const void *state, const void *moves, uint32_t count, float *scores) {
    ptf_score_after(self, state, (void *)0, moves, count, scores);
}

/* ---- active features ---- */

typedef struct {
    int64_t *ends; /* where the list of each move ends */
    uint32_t *list;
    uint64_t room, used;
} Active;

INLINE uint64_t list_active(const Set *s, const uint8_t *state, const int16_t *last, const int16_t *moves,
                            uint32_t count, Active out, const uint32_t words) {
    const Board *b = s->board;
    uint64_t planes[2 * (s->plane_count + 1) * words];
    uint64_t asked[s->class_count * words];
    Lookup lookups[count];
    prepare(s, state, last, planes);
    look_up(s, moves, count, lookups, asked, words);
    uint64_t held[(s->entry_count + 1) * words];
    for (uint32_t c = 0; c < s->class_count; c++) {
        const uint16_t *at = s->stream + s->classes[c].stream;
        for (uint32_t e = s->classes[c].first; e < s->classes[c].first + s->classes[c].count; e++)
            at = where(s, at, planes, held + e * words, words);
    }
    uint64_t used = out.used;
    for (uint32_t m = 0; m < count; m++) {
        uint32_t kind = (uint16_t)moves[(__SIZE_TYPE__)m * b->move_shorts];
        for (uint32_t k = s->word_starts[kind]; k < s->word_starts[kind + 1]; k++, used++)
            if (used < out.room) out.list[used] = s->word_features[k];
        const Lookup *one = lookups + m;
        uint32_t classes[3] = {BY_TO, BY_FROM, one->class}, sites[3] = {one->site[0], one->site[1], one->site[0]};
        for (uint32_t k = 0; k < 3; k++) {
            if (sites[k] == NO_CLASS || classes[k] == NO_CLASS) continue;
            const Class *class = s->classes + classes[k];
            const uint64_t *at = held + class->first * words + sites[k] / 64;
            for (uint32_t e = class->first; e < class->first + class->count; e++, at += words)
                if (*at >> sites[k] % 64 & 1) {
                    if (used < out.room) out.list[used] = s->features[e];
                    used++;
                }
        }
        out.ends[m] = (int64_t)used;
    }
    return used;
}

/* Positions one behind the other: their states, latest moves (of kind -1 where there is none) and legal moves, those of
 * position k from `starts[k]` on. */
typedef struct {
    const uint8_t *states;
    const int16_t *last, *moves;
    const int64_t *starts;
    uint32_t count, state_size;
} Positions;

INLINE const void *last_of(const Positions *p, uint32_t k, uint32_t shorts) {
    const int16_t *last = p->last + (__SIZE_TYPE__)k * shorts;
    return last[0] < 0 ? (void *)0 : last;
}

/* The features that hold for each move of many positions: `ends[m]` is where the list of move m ends. Returns how many
 * there are in all; no more than `room` are listed. */
PT_EXPORT uint64_t ptf_active(void *self, const void *states, uint32_t state_size, uint32_t count, const int16_t *last,
                              const int16_t *moves, const int64_t *starts, int64_t *ends, uint32_t *list,
                              uint64_t room) {
    const Set *s = self;
    Positions p = {states, last, moves, starts, count, state_size};
    uint32_t shorts = s->board->move_shorts;
    uint64_t used = 0;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t own = (uint32_t)(starts[k + 1] - starts[k]);
        Active out = {ends + starts[k], list, room, used};
        const uint8_t *state = p.states + (__SIZE_TYPE__)k * state_size;
        const int16_t *listed = moves + starts[k] * shorts;
        if (!own) continue;
#define LIST(W) used = list_active(s, state, last_of(&p, k, shorts), listed, own, out, W)
        FOR_WORDS(LIST)
    }
    return used;
}

/* The value of each move of many positions. */
PT_EXPORT void ptf_score_all(void *self, const void *states, uint32_t state_size, uint32_t count, const int16_t *last,
                             const int16_t *moves, const int64_t *starts, float *scores) {
    const Set *s = self;
    Positions p = {states, last, moves, starts, count, state_size};
    uint32_t shorts = s->board->move_shorts;
    for (uint32_t k = 0; k < count; k++)
        ptf_score_after(self, p.states + (__SIZE_TYPE__)k * state_size, last_of(&p, k, shorts),
                        moves + starts[k] * shorts, (uint32_t)(starts[k + 1] - starts[k]), scores + starts[k]);
}
