#pragma once
#include "strong.h"

/* -- how much features like a move ----------------------------------------------------------------------------- */

/* A small set of features and its weights, as data. An instance of a feature is a bit of a *vector*, and a feature has
 * lanes of eight bits of its own. Tables lead from what lies around a site, from the site itself, from where the latest
 * move went and from where the move comes from to the instances that allow it; those that all tables allow hold.
 *
 * Every site has a code for that, in chunks: two bits for each of four cells around it that features look at, empty,
 * player 1, player 2, or both for off the board. Codes that are kept follow the game, a change of one site changing
 * those of all that see it, and are offsets into tables of vectors; where sets of sites are words, codes are read off
 * them. */

#define PT_HAS_TO 1
#define PT_HAS_FROM 2
#define PT_MOST_CHUNKS 24
#define PT_CHUNK_CELLS 4
#define PT_CHUNK_BIT 4 /* where bits of a chunk begin: vectors have so many bytes, as a power of two */

/* Vectors are as small as usual sets allow, since tables of them have to stay in the fastest cache. */
#ifdef __SSE2__
typedef char Vector __attribute__((vector_size(16), aligned(16)));
PT_INLINE Vector pt_meet(Vector a, Vector b) { return a & b; }
/* Which lanes are zero. */
PT_INLINE uint32_t pt_zero_lanes(Vector v) { return (uint32_t)__builtin_ia32_pmovmskb128(v == (Vector){0}); }
#else
typedef struct {
    uint64_t w[2];
} Vector;
PT_INLINE Vector pt_meet(Vector a, Vector b) { return (Vector){{a.w[0] & b.w[0], a.w[1] & b.w[1]}}; }
PT_INLINE uint32_t pt_zero_lanes(Vector v) {
    uint32_t zero = 0;
    for (uint32_t lane = 0; lane < 16; lane++) zero |= (uint32_t) !(v.w[lane / 8] >> lane % 8 * 8 & 0xff) << lane;
    return zero;
}
#endif

/* vectors of a chunk's table: a bit more than codes, so that those alike do not meet in a cache */
#define PT_CHUNK_ROOM (256 + 20)

/* What a player's chunks allow, and what features are worth for him. */
typedef struct {
    Vector chunks[PT_MOST_CHUNKS][PT_CHUNK_ROOM]; /* by the codes of a chunk's cells */
    int32_t worth[2][256]; /* by eight lanes, by which of them are zero: f */
    int32_t still[PT_GUIDED_WORDS * 64]; /* by site: f of features that always hold there */
} Side;

/* One vector of each table of the features with one kind of pivot. All lie at known distances, so that one register
 * leads to them. */
typedef struct {
    Side sides[2]; /* by player */
    Vector answers[2][256]; /* by place where the latest move went to, and where it came from */
    Vector pairs[256]; /* by displacement of the site that the move comes from */
    Vector pivots[PT_GUIDED_WORDS * 64]; /* by site */
} Sheet;

/* The tables of the features whose pivot is where a move goes to, or of those where it comes from. */
typedef struct {
    const Sheet *sheets;
    uint64_t vectors; /* as many as there are sheets; 0 without such features */
} Aspect;

/* Where a word holds a set of sites and its bits can be gathered at once, codes need not be kept: they are read off the
 * sets. */
#if PT_GUIDED_WORDS == 1 && defined(__BMI2__) && !defined(__znver1__) && !defined(__znver2__)
#define PT_GATHERS 1
/* The cells around a site, each of them two bits of a code. */
typedef struct {
    uint64_t seen; /* the sites that they are */
    uint64_t spread; /* the first bits of those on the board */
    uint64_t off; /* both bits of those off the board */
} Near;
#else
#define PT_GATHERS 0
#endif

#define PT_NOISE_BITS 10
#define PT_MOST_TRIES 100

/* All that is worth something is a whole number of small units. */
typedef struct {
    int16_t noise[1 << PT_NOISE_BITS]; /* the quantiles of a Gumbel distribution */
    int16_t lenience[1 << PT_NOISE_BITS]; /* the quantiles of an exponential one */
    uint32_t sites, chunks, kind_count;
    uint32_t candidates; /* of how many of the sites left, drawn uniformly, one is played on: an even number */
    int32_t after_refusal, after_taking; /* by how much the bar changes then */
    int32_t bar[2]; /* by player: how much a move has to be worth to be taken for certain, to begin with */
    const int32_t *shares; /* by number of sites: the logarithm of how many of them a candidate stands for */
    const void *near; /* by site: what to gather; absent if sites do not all see their cells in the same order */
    const uint16_t *seers; /* by site, by cell: which chunk of all sites has this one as that cell */
    const uint16_t *first_codes; /* by site, by chunk: codes of some position */
    const uint64_t *first_owned; /* the sites that each player has there */
    Aspect by_to, by_from;
    Strength strength;
    /* by site that the latest move went to, or came from, and by pivot: which place that is; may be absent */
    const uint8_t *places[2];
    const uint8_t *origins; /* by to * sites + from: the displacement of where a move comes from; may be absent */
    const uint8_t *kinds; /* flags of each kind of move: which of its sites are sites of the board */
    const int32_t *base; /* by player, by kind: f of features without a place */
} Guide;

/* What a playout keeps. */
typedef struct {
    const Guide *guide;
    uint32_t last[2]; /* where the latest move went to and came from; as many as there are sites for none */
    /* those behind the last site are nobody's */
    uint16_t codes[PT_GUIDED_SITES * PT_MOST_CHUNKS + PT_MOST_CHUNKS * PT_CHUNK_CELLS];
    int32_t bar[2]; /* as in the guide */
    Owned owned;
    Strong strong;
} PlayoutState;

/* What is known of a guide where its tables are looked up. */
typedef struct {
    uint64_t vectors;
    /* whether features ask where the latest move went to and came from, and this one comes from */
    bool answers, leaves, moves;
    bool gathers; /* whether codes are read off sets of sites, and not kept */
    bool strong; /* whether strong sites are kept */
    uint32_t candidates, chunks;
} Form;

/* The tables of an aspect, and codes, as a player sees them after the latest move. */
typedef struct {
    const uint16_t *codes;
    const Sheet *sheets;
    const uint8_t *places[2];
    const void *near;
    /* the mover's sites, and the other player's, where codes are read off them: friends and enemies then */
    uint64_t mine, theirs;
    uint32_t mover;
} View;

/* What the view says of the latest move. */
PT_INLINE void pt_set_last_move(View *view, const Guide *p, uint32_t to, uint32_t from, Form form) {
    if (form.answers) view->places[0] = p->places[0] + to * p->sites;
    if (form.leaves) view->places[1] = p->places[1] + from * p->sites;
}

PT_INLINE View pt_view(const PlayoutState *g, const Aspect *a, uint32_t mover, Form form) {
    View view = {g->codes, a->sheets, {NULL, NULL}, g->guide->near, g->owned[mover][0], g->owned[mover ^ 1][0], mover};
    pt_set_last_move(&view, g->guide, g->last[0], g->last[1], form);
    return view;
}

#if PT_GATHERS
/* The code of a site, read off. */
PT_INLINE uint64_t pt_gathered(const View *v, uint32_t site) {
    const Near *near = (const Near *)v->near + site;
    return near->off | __builtin_ia32_pdep_di(__builtin_ia32_pext_di(v->mine, near->seen), near->spread) |
           __builtin_ia32_pdep_di(__builtin_ia32_pext_di(v->theirs, near->seen), near->spread << 1);
}
#endif

/* The instances that what lies around a site allows. */
PT_INLINE Vector pt_allowed(Vector all, const View *v, const Sheet *sheet, uint32_t site, Form form) {
#if PT_GATHERS
    if (form.gathers) {
        uint64_t code = pt_gathered(v, site);
        const Vector *table = sheet->sides[0].chunks[0];
        /* a loop that compilers take apart, where a running pointer would keep them from it */
        if (__builtin_constant_p(form.chunks)) {
            for (uint32_t k = 0; k < form.chunks; k++, code >>= 2 * PT_CHUNK_CELLS)
                all = pt_meet(all, sheet->sides[0].chunks[k][code & 0xff]);
            return all;
        }
        for (uint32_t k = form.chunks; k; k--, table += PT_CHUNK_ROOM, code >>= 2 * PT_CHUNK_CELLS)
            all = pt_meet(all, table[code & 0xff]);
        return all;
    }
#endif
    const Side *side = sheet->sides + v->mover;
    const uint16_t *code = v->codes + site * form.chunks;
/* fall through */
#define PT_CHUNK(k) \
    case k + 1: all = pt_meet(all, *(const Vector *)((const uint8_t *)side->chunks[k] + code[k]));
    switch (form.chunks) {
        /* clang-format off */
        PT_CHUNK(23) PT_CHUNK(22) PT_CHUNK(21) PT_CHUNK(20) PT_CHUNK(19) PT_CHUNK(18) PT_CHUNK(17) PT_CHUNK(16)
        PT_CHUNK(15) PT_CHUNK(14) PT_CHUNK(13) PT_CHUNK(12) PT_CHUNK(11) PT_CHUNK(10) PT_CHUNK(9) PT_CHUNK(8)
        PT_CHUNK(7) PT_CHUNK(6) PT_CHUNK(5) PT_CHUNK(4) PT_CHUNK(3) PT_CHUNK(2) PT_CHUNK(1) PT_CHUNK(0)
            break;
        /* clang-format on */
        default: break;
    }
#undef PT_CHUNK
    return all;
}

/* f of the features of an aspect. */
PT_INLINE int32_t pt_worth(const View *v, uint32_t site, uint32_t origin, Form form) {
    int32_t sum = 0;
    for (uint64_t k = 0; k < form.vectors; k++) {
        const Sheet *sheet = v->sheets + k;
        const Side *side = sheet->sides + v->mover;
        Vector all = sheet->pivots[site];
        if (form.answers) all = pt_meet(all, sheet->answers[0][v->places[0][site]]);
        if (form.leaves) all = pt_meet(all, sheet->answers[1][v->places[1][site]]);
        if (form.moves) all = pt_meet(all, sheet->pairs[origin]);
        all = pt_allowed(all, v, sheet, site, form);
        uint32_t zero = pt_zero_lanes(all);
        sum += side->still[site] + side->worth[0][zero & 0xff] + side->worth[1][zero >> 8];
    }
    return sum;
}

PT_INLINE Form pt_form(const Guide *p, const Aspect *a) {
    return (Form){a->vectors,         p->places[0],  p->places[1], p->origins, PT_GATHERS && p->near,
                  p->strength.claims, p->candidates, p->chunks};
}

/* Calls with the form of a guide, most of it known beforehand if it is a usual one. */
#if PT_SHRINKS
#define PT_WITH_FORM(p, call) \
    do { \
        Form form_ = pt_form(p, &(p)->by_to); \
        bool usual_ = form_.vectors == 1 && !form_.leaves && !form_.moves && form_.gathers == PT_GATHERS; \
        if (!usual_) call(form_); \
        else if (form_.strong) \
            call(((Form){1, form_.answers, false, false, PT_GATHERS, true, form_.candidates, form_.chunks})); \
        else call(((Form){1, form_.answers, false, false, PT_GATHERS, false, form_.candidates, form_.chunks})); \
    } while (0)
#else
#define PT_WITH_FORM(p, call) \
    do { \
        Form form_ = pt_form(p, &(p)->by_to); \
        bool usual_ = form_.vectors == 1 && form_.gathers == PT_GATHERS; \
        if (!usual_) call(form_); \
        else if (form_.moves) \
            call(((Form){1, form_.answers, form_.leaves, true, PT_GATHERS, false, form_.candidates, form_.chunks})); \
        else call(((Form){1, form_.answers, form_.leaves, false, PT_GATHERS, false, form_.candidates, form_.chunks})); \
    } while (0)
#endif

/* f of the features whose pivot is where a move comes from. */
static __attribute__((noinline)) int32_t pt_worth_of_origin(const PlayoutState *g, uint32_t site, uint32_t mover) {
    const Guide *p = g->guide;
    Form form = pt_form(p, &p->by_from);
    View view = pt_view(g, &p->by_from, mover, form);
    return pt_worth(&view, site, 0, form);
}

/* f of the strong features of a site, which tables do not know, and the claims to be kept. */
PT_INLINE int32_t pt_worth_if_strong(const PlayoutState *g, uint32_t site, uint32_t mover, uint32_t *claims) {
    return pt_weigh_claims(&g->strong, &g->guide->strength, g->owned, g->guide->sites, site, mover, claims);
}

/* f(s, a) of a move. */
PT_INLINE int32_t pt_worth_of_move(const PlayoutState *g, const View *view, uint32_t mover, uint32_t kind, int from,
                                   int to, Form form) {
    const Guide *p = g->guide;
    uint32_t flags = p->kinds[kind];
    bool goes = flags & PT_HAS_TO && (uint32_t)to < p->sites, comes = flags & PT_HAS_FROM && (uint32_t)from < p->sites;
    uint32_t origin = form.moves && goes && comes ? p->origins[(uint32_t)to * p->sites + (uint32_t)from] : 0;
    int32_t worth = p->base[mover * p->kind_count + kind];
    if (goes && form.vectors) worth += pt_worth(view, (uint32_t)to, origin, form);
    uint32_t claims;
    if (goes && form.strong) worth += pt_worth_if_strong(g, (uint32_t)to, mover, &claims);
    if (comes && p->by_from.vectors) worth += pt_worth_of_origin(g, (uint32_t)from, mover);
    return worth;
}

/* -- following the game ---------------------------------------------------------------------------------------- */

/* The latest move is this one. */
PT_INLINE void pt_remember(PlayoutState *g, uint32_t kind, int from, int to) {
    uint32_t flags = g->guide->kinds[kind], sites = g->guide->sites;
    g->last[0] = flags & PT_HAS_TO && (uint32_t)to < sites ? (uint32_t)to : sites;
    g->last[1] = flags & PT_HAS_FROM && (uint32_t)from < sites ? (uint32_t)from : sites;
}

/* A site has changed by these bits, 1 for player 1 and 2 for player 2: those that see it take note. */
PT_INLINE void pt_tell_seers(uint16_t *codes, const uint16_t *seers, uint32_t chunks, uint32_t site, uint32_t change) {
    uint16_t first = (uint16_t)(change << PT_CHUNK_BIT);
    for (const uint16_t *seer = seers + site * chunks * PT_CHUNK_CELLS; chunks; chunks--, seer += PT_CHUNK_CELLS) {
        codes[seer[0]] ^= first, codes[seer[1]] ^= (uint16_t)(first << 2);
        codes[seer[2]] ^= (uint16_t)(first << 4), codes[seer[3]] ^= (uint16_t)(first << 6);
    }
}

/* A site becomes that of these players, 1 for player 1 and 2 for player 2. */
PT_INLINE void pt_give_site(PlayoutState *g, uint32_t site, uint32_t players, Form form) {
    uint32_t w = site / 64, bit = site % 64;
    uint32_t before = (uint32_t)(g->owned[0][w] >> bit & 1) | (uint32_t)(g->owned[1][w] >> bit & 1) << 1,
             change = players ^ before;
    for (uint32_t k = 0; k < 2; k++) g->owned[k][w] ^= (uint64_t)(change >> k & 1) << bit;
    if (form.strong) {
        for (uint32_t k = 0; k < 2 && !(before & change); k++)
            if (change >> k & 1) pt_note_strong(&g->strong, &g->guide->strength, g->owned, site, k);
        if (before & change) pt_recount_strong(&g->strong, &g->guide->strength, g->owned);
    }
    if (!form.gathers) pt_tell_seers(g->codes, g->guide->seers, form.chunks, site, change);
}

/* A move is about to be played. Codes follow at once what it is likely to do, move a piece or add one: then nothing
 * waits for the rules. */
PT_INLINE void pt_settle(PlayoutState *g, uint32_t mover, uint32_t kind, int from, int to, Form form) {
    pt_remember(g, kind, from, to);
    if (form.gathers && !form.strong) return; /* nothing is kept */
    if ((uint32_t)from < g->guide->sites && from != to) pt_give_site(g, (uint32_t)from, 0, form);
    if ((uint32_t)to < g->guide->sites) pt_give_site(g, (uint32_t)to, 1 << mover, form);
}

/* Brings codes up to the pieces that are there now, after a move that was settled. */
PT_INLINE void pt_follow(PlayoutState *g, const State *s, Form form) {
    if (form.gathers && !form.strong) {
        g_read_owned(s, g->owned);
        return;
    }
    if (!g_owns_others(s, g->owned)) return;
    uint64_t now[2][PT_GUIDED_WORDS];
    g_read_owned(s, now);
    for (uint32_t w = 0; w < PT_GUIDED_WORDS; w++)
        for (uint64_t rest = (g->owned[0][w] ^ now[0][w]) | (g->owned[1][w] ^ now[1][w]); rest; rest &= rest - 1) {
            uint32_t bit = (uint32_t)pt_lowest(rest);
            if (64 * w + bit >= g->guide->sites) break;
            pt_give_site(g, 64 * w + bit, (uint32_t)(now[0][w] >> bit & 1) | (uint32_t)(now[1][w] >> bit & 1) << 1,
                         form);
        }
}

static void pt_set_out(PlayoutState *g, const Guide *p, const State *s, const Move *latest) {
    g->guide = p;
    g->last[0] = g->last[1] = p->sites;
    if (latest) pt_remember(g, latest->kind, latest->from, latest->to);
    for (uint32_t k = 0; k < 2; k++) g->bar[k] = p->bar[k];
    Form form = pt_form(p, &p->by_to);
    if (!form.gathers) memcpy(g->codes, p->first_codes, p->sites * p->chunks * sizeof *g->codes);
    memcpy(g->owned, p->first_owned, sizeof g->owned);
    if (p->strength.claims) pt_clear_strong(&g->strong, &p->strength);
    pt_follow(g, s, form);
}

/* -- drawing --------------------------------------------------------------------------------------------------- */

/* A random number serves a move that was drawn out of so many, and chance about it. */
PT_INLINE uint32_t pt_place(uint32_t half, uint32_t count) {
    return (uint32_t)((uint64_t)(half << PT_NOISE_BITS) * count >> 32);
}
PT_INLINE int32_t pt_chance(const int16_t *quantiles, uint32_t half) { return quantiles[half >> (32 - PT_NOISE_BITS)]; }

/* Moves that were drawn, as far as they were asked about. */
typedef struct {
    uint32_t half, tries;
} Draft;

/* The number of the next move to ask about, out of so many. */
PT_INLINE uint32_t pt_propose(Draft *draft, Random *random, uint32_t total) {
    draft->half = (uint32_t)pt_random(random);
    return pt_place(draft->half, total);
}

/* Whether that move is taken; then it is the latest one. It is if it is worth as much as the bar, and in proportion to
 * exp f if less. The bar falls with every refusal and rises when a move is taken, so that a given share of them is,
 * however much moves are worth: then it stands at so many times what they are liked on average, each counted up to the
 * bar. */
PT_INLINE bool pt_takes(PlayoutState *g, const View *view, Draft *draft, uint32_t mover, uint32_t total, uint32_t kind,
                        int from, int to, Form form) {
    const Guide *p = g->guide;
    if (total > 1) {
        int32_t worth = pt_worth_of_move(g, view, mover, kind, from, to, form);
        bool passes = worth + pt_chance(p->lenience, draft->half) > g->bar[mover];
        g->bar[mover] += passes ? p->after_taking : p->after_refusal;
        if (!passes && draft->tries++ < PT_MOST_TRIES) return false;
    }
    pt_settle(g, mover, kind, from, to, form);
    return true;
}

/* Where sites are to be drawn from, a few are, uniformly, and one of these in proportion to exp f: the one whose f is
 * largest after noise from a Gumbel distribution was added to each. That takes neither exp nor sums, and nothing is
 * done again. */

/* A site, its place among those left, and how much it is worth, in one number: so the better one of two is a maximum,
 * where a branch would be a guess. */
typedef int64_t Choice;

PT_INLINE Choice pt_choice(int32_t worth, uint32_t place, uint32_t site) {
    return (Choice)((uint64_t)(uint32_t)worth << 32 | place << 16 | site);
}
PT_INLINE uint32_t pt_chosen_place(Choice chosen) { return (uint16_t)((uint64_t)chosen >> 16); }
PT_INLINE uint32_t pt_chosen_site(Choice chosen) { return (uint16_t)chosen; }
PT_INLINE Choice pt_better(Choice a, Choice b) { return a > b ? a : b; }

#if PT_GUIDED_WORDS == 1
/* Draws one of the sites of a set to place a piece on. */
PT_INLINE uint32_t pt_draw_placed(const PlayoutState *g, Random *random, uint32_t mover, uint64_t members,
                                  uint32_t count, Form form) {
    const Guide *p = g->guide;
    View view = pt_view(g, &p->by_to, mover, form);
    Choice best = pt_choice(-0x7fffffff, 0, 0);
    for (uint32_t k = 0; k < form.candidates; k += 2) {
        uint64_t number = pt_random(random);
        for (uint32_t side = 0; side < 2; side++, number >>= 32) {
            uint32_t half = (uint32_t)number, place = pt_place(half, count), site = (uint32_t)pt_select(members, place);
            best = pt_better(best, pt_choice(pt_worth(&view, site, 0, form) + pt_chance(p->noise, half), place, site));
        }
    }
    return pt_chosen_place(best);
}
#endif

#if PT_SHRINKS
/* The sites left to play on, where the one in the gap was played on last and another one takes its place, which is not
 * written down yet: nothing that is read waits for it. */
typedef struct {
    const Site *site;
    uint32_t count, gap, moved;
} Open;

#define PT_NO_GAP 0xffffffffu

PT_INLINE uint32_t pt_open_site(Open open, uint32_t place) {
    if (place == open.gap) {
        __asm__ volatile(""); /* a branch, which is rarely taken, and no choice that waits for the gap */
        return open.moved;
    }
    return open.site[place];
}

/* One of the sites left, for a random number. */
PT_INLINE Choice pt_candidate(const Guide *p, uint32_t half, const View *view, Open open, Form form) {
    uint32_t place = pt_place(half, open.count), one = pt_open_site(open, place);
    return pt_choice(pt_worth(view, one, 0, form) + pt_chance(p->noise, half), place, one);
}

/* The better one of two candidates. */
PT_INLINE Choice pt_better_of_two(const Guide *p, Random *random, const View *view, Open open, Form form) {
    uint64_t number = pt_random(random);
    return pt_better(pt_candidate(p, (uint32_t)number, view, open, form),
                     pt_candidate(p, (uint32_t)(number >> 32), view, open, form));
}

/* The place of a site among those left, or one behind them if it is none of them. A word of sites is looked at at once:
 * the first lane that becomes zero is the one. */
PT_INLINE uint32_t pt_place_of(Open open, uint32_t one) {
    if (one == open.moved && open.gap < open.count) return open.gap;
    enum { LANE = 8 * sizeof(Site), LANES = 64 / LANE };
    const uint64_t ones = ~0ull / ((1ull << LANE) - 1);
    for (uint32_t place = 0; place < open.count; place += LANES) {
        uint64_t word;
        memcpy(&word, open.site + place, sizeof word);
        word ^= one * ones;
        word = (word - ones) & ~word & ones << (LANE - 1);
        if (word) return place + (uint32_t)pt_lowest(word) / LANE;
    }
    return open.count;
}

/* The better one of a choice and the strong sites, whose place is not known. */
PT_INLINE Choice pt_better_of_strong(PlayoutState *g, Random *random, const View *view, Choice best, uint32_t no_place,
                                     Form form) {
    const Guide *p = g->guide;
    uint32_t mover = view->mover;
    uint16_t *listed = g->strong.site[mover];
    for (uint32_t k = 0; k < g->strong.count[mover]; k++) {
        uint32_t one = listed[k], claims;
        int32_t strong = pt_worth_if_strong(g, one, mover, &claims);
        g->strong.claims[mover][one] = claims;
        if (!claims) listed[k--] = listed[--g->strong.count[mover]];
        if (!strong) continue;
        int32_t worth = pt_worth(view, one, 0, form) + pt_added(&p->strength, strong);
        best = pt_better(best, pt_choice(worth + pt_chance(p->noise, (uint32_t)pt_random(random)), no_place, one));
    }
    return best;
}

/* The best of the candidates. */
PT_INLINE Choice pt_best_candidate(const Guide *p, Random *random, const View *view, Open open, Form form) {
    Choice best = pt_better_of_two(p, random, view, open, form);
    for (uint32_t k = 2; k < form.candidates; k += 2)
        best = pt_better(best, pt_better_of_two(p, random, view, open, form));
    return best;
}

/* The best of the candidates, which stand for all sites, or one of the strong ones. Where the rules let nobody play,
 * nobody will, as sites are only used up: if such a site is met it is forgotten, and all is drawn again. */
static __attribute__((noinline)) Choice pt_draw_among_strong(PlayoutState *g, Random *random, const View *view,
                                                             Open open, Choice candidate, Form form) {
    const Guide *p = g->guide;
    for (;; candidate = pt_best_candidate(p, random, view, open, form)) {
        candidate += (Choice)((uint64_t)p->shares[open.count] << 32);
        Choice best = pt_better_of_strong(g, random, view, candidate, open.count, form);
        if (pt_chosen_place(best) < open.count) return best;
        uint32_t one = pt_chosen_site(best), place = pt_place_of(open, one);
        if (place < open.count) return pt_choice(0, place, one);
        pt_close_strong(&g->strong, one);
    }
}

/* Draws one of the sites left to play on. */
PT_INLINE Choice pt_draw_seen(PlayoutState *g, Random *random, const View *view, Open open, Form form) {
    Choice best = pt_best_candidate(g->guide, random, view, open, form);
    if (!form.strong || !g->strong.count[view->mover]) return best;
    View copy = *view; /* whoever hands out the address of a view has to keep it in memory */
    return pt_draw_among_strong(g, random, &copy, open, best, form);
}

PT_INLINE uint32_t pt_draw_left(PlayoutState *g, Random *random, uint32_t mover, const Site *site, uint32_t count,
                                Form form) {
    View view = pt_view(g, &g->guide->by_to, mover, form);
    return pt_chosen_place(pt_draw_seen(g, random, &view, (Open){site, count, PT_NO_GAP, 0}, form));
}

/* Draws all sites one after the other, the players taking turns. Each draw waits for the one before, so what was drawn
 * does not go through memory, where stores of bytes could be to anything. */
PT_INLINE void pt_draw_in_turn(PlayoutState *g, Random *random, uint32_t mover, Site *site, uint32_t count, Site *order,
                               Form form) {
    const Guide *p = g->guide;
    const uint16_t *seers = p->seers;
    View view = pt_view(g, &p->by_to, mover, form);
    Random own = *random;
    Open open = {site, count, count, 0};
    for (; open.count > 1; order++, view.mover ^= 1) {
        Choice drawn = pt_draw_seen(g, &own, &view, open, form);
        uint32_t one = pt_chosen_site(drawn);
        site[open.gap] = (Site)open.moved;
        open.gap = pt_chosen_place(drawn), open.moved = site[--open.count];
        *order = (Site)one;
        pt_set_last_move(&view, p, one, one, form);
        if (form.gathers) {
            uint64_t mine = view.mine | 1ull << one;
            view.mine = view.theirs, view.theirs = mine;
        } else pt_tell_seers(g->codes, seers, form.chunks, one, 1u << view.mover);
        if (form.strong) {
            g->owned[view.mover][one / 64] |= 1ull << one % 64;
            pt_note_strong(&g->strong, &p->strength, g->owned, one, view.mover);
        }
    }
    if (open.count) *order = (Site)pt_open_site(open, 0);
    *random = own;
}

/* Functions of their own for usual forms, whose loops have registers enough. */
typedef void DrawAll(PlayoutState *, Random *, uint32_t, Site *, uint32_t, Site *);
#define PT_DRAW_ALL(name, form) \
    static __attribute__((noinline)) void name(PlayoutState *g, Random *random, uint32_t mover, Site *site, \
                                               uint32_t count, Site *order) { \
        pt_draw_in_turn(g, random, mover, site, count, order, form); \
    }
#define PT_DRAW_ALL_SEEING(chunks) \
    PT_DRAW_ALL(pt_draw_all_##chunks, ((Form){1, false, false, false, PT_GATHERS, false, 2, chunks})) \
    PT_DRAW_ALL(pt_draw_all_answering_##chunks, ((Form){1, true, false, false, PT_GATHERS, false, 2, chunks}))
PT_DRAW_ALL_SEEING(1)
PT_DRAW_ALL_SEEING(2)
PT_DRAW_ALL_SEEING(3)
PT_DRAW_ALL_SEEING(4)
PT_DRAW_ALL(pt_draw_all_any, pt_form(g->guide, &g->guide->by_to))

PT_INLINE void pt_draw_all(PlayoutState *g, Random *random, uint32_t mover, Site *site, uint32_t count, Site *order,
                           Form form) {
    static DrawAll *const usual[4][2] = {{pt_draw_all_1, pt_draw_all_answering_1},
                                         {pt_draw_all_2, pt_draw_all_answering_2},
                                         {pt_draw_all_3, pt_draw_all_answering_3},
                                         {pt_draw_all_4, pt_draw_all_answering_4}};
    bool is_usual = form.vectors == 1 && !form.leaves && !form.moves && form.gathers == PT_GATHERS && !form.strong &&
                    form.candidates == 2 && form.chunks <= 4;
    (is_usual ? usual[form.chunks - 1][form.answers] : pt_draw_all_any)(g, random, mover, site, count, order);
}

#endif

/* Plays a legal move out of a list of all; false if there is none. */
PT_INLINE bool pt_play_proposed(State *s, Random *random, PlayoutState *g, Form form) {
    Move first_room[PT_LISTED], move;
    Moves list = {first_room, 0, 0, PT_LISTED};
    uint32_t mover = (uint32_t)s->mover - 1;
    View view = pt_view(g, &g->guide->by_to, mover, form);
    Draft draft = {0};
    g_list_moves(s, &list);
    if (!list.count) return false;
    if (pt_make_room(&list, first_room)) g_list_moves(s, &list);
    do move = list.moves[pt_propose(&draft, random, list.count)];
    while (!pt_takes(g, &view, &draft, mover, list.count, move.kind, move.from, move.to, form));
    if (list.moves != first_room) free(list.moves);
    g_play(s, move);
    return true;
}

/* The same where that is the exception. */
static __attribute__((noinline)) bool pt_play_from_a_list(State *s, Random *random, PlayoutState *g) {
    return pt_play_proposed(s, random, g, pt_form(g->guide, &g->guide->by_to));
}
