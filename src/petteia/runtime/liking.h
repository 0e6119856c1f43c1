
/* -- how much features like a move ----------------------------------------------------------------------------- */

/* A small set of features and its weights, as data. An instance of a feature is a bit of a *vector*, and a feature has
 * lanes of sixteen bits of its own. Tables lead from what lies around a site, from the site itself, from where the latest
 * move went and from where the move comes from to the instances that allow it; those that all tables allow hold.
 *
 * Every site has a code for that, in chunks: two bits for each of four cells around it that features look at, empty,
 * player 1, player 2, or both for off the board, at the place where they are an offset into a table of vectors. Codes
 * follow the game: a change of one site changes the codes of those that see it. */

#define PT_HAS_TO 1
#define PT_HAS_FROM 2
#define PT_MOST_CHUNKS 24
#define PT_CHUNK_CELLS 4
#define PT_CHUNK_BIT 5 /* where bits of a chunk begin: vectors have so many bytes, as a power of two */

#ifdef __AVX2__
typedef short Vector __attribute__((vector_size(32), aligned(32)));
PT_INLINE Vector pt_meet(Vector a, Vector b) { return a & b; }
/* The lanes that are zero: of the first eight, and of the others. */
PT_INLINE void pt_zero_lanes(Vector v, uint8_t lanes[2]) {
    Vector zero = v == (Vector){0};
    uint32_t mask = (uint32_t)__builtin_ia32_pmovmskb256(__builtin_ia32_packsswb256(zero, zero));
    lanes[0] = (uint8_t)mask, lanes[1] = (uint8_t)(mask >> 16);
}
#else
typedef struct { uint64_t w[4]; } Vector;
PT_INLINE Vector pt_meet(Vector a, Vector b) { return (Vector){{a.w[0] & b.w[0], a.w[1] & b.w[1], a.w[2] & b.w[2], a.w[3] & b.w[3]}}; }
PT_INLINE void pt_zero_lanes(Vector v, uint8_t lanes[2]) {
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t zero = 0;
        for (uint32_t lane = 0; lane < 4; lane++) zero |= (uint32_t)!(v.w[k] >> 16 * lane & 0xffff) << lane;
        lanes[k / 2] = (uint8_t)(k % 2 ? lanes[k / 2] | zero << 4 : zero);
    }
}
#endif

/* The tables of the features whose pivot is where a move goes to, or of those where it comes from. */
typedef struct {
    const Vector *chunks[2]; /* by player, by chunk, by the codes of its cells */
    const Vector *pivots;    /* by site */
    const Vector *answers[2]; /* by place where the latest move went to, and where it came from */
    const Vector *pairs;     /* by displacement of the site that the move comes from */
    const int32_t *worth;    /* by player, by eight lanes, by which of them are zero: f */
    uint64_t vectors;        /* in each entry of a table; 0 without such features */
} Aspect;

#define PT_NOISE_BITS 10
#define PT_MOST_TRIES 100

/* All that is worth something is a whole number of small units. */
typedef struct {
    uint32_t sites, chunks, kind_count;
    uint32_t candidates; /* of how many of the sites left, drawn uniformly, one is played on: an even number */
    int32_t after_refusal, after_taking; /* by how much the bar changes then */
    int32_t bar[2]; /* by player: how much a move has to be worth to be taken for certain, to begin with */
    const int32_t *noise; /* the quantiles of a Gumbel distribution */
    const int32_t *lenience; /* the quantiles of an exponential one */
    const int32_t *shares; /* by number of sites: the logarithm of how many of them a candidate stands for */
    const uint16_t *seers; /* by site, by cell: which chunk of all sites has this one as that cell */
    const uint16_t *first_codes; /* by site, by chunk: codes of some position */
    const uint64_t *first_owned; /* the sites that each player has there */
    Aspect by_to, by_from;
    Strength strength;
    const uint8_t *places[2]; /* by site that the latest move went to, or came from, and by pivot: which place that is; may be absent */
    const uint8_t *origins; /* by to * sites + from: the displacement of where a move comes from; may be absent */
    const uint8_t *kinds; /* flags of each kind of move: which of its sites are sites of the board */
    const int32_t *base; /* by player, by kind: f of features without a place */
} Guide;

/* What a playout keeps. */
typedef struct {
    const Guide *guide;
    uint32_t last[2]; /* where the latest move went to and came from; as many as there are sites for none */
    uint16_t codes[PT_GUIDED_SITES * PT_MOST_CHUNKS + PT_MOST_CHUNKS * PT_CHUNK_CELLS]; /* those behind the last site are nobody's */
    int32_t bar[2]; /* as in the guide */
    uint64_t owned[2][PT_GUIDED_WORDS];
    Strong strong;
} Going;

/* What is known of a guide where its tables are looked up. */
typedef struct {
    uint64_t vectors;
    bool answers, leaves, moves; /* whether features ask where the latest move went to and came from, and this one comes from */
} Form;

/* The tables of an aspect, and codes, as a player sees them after the latest move. */
typedef struct {
    const uint16_t *codes;
    const uint8_t *places[2];
    const Vector *chunks, *pivots, *answers[2], *pairs;
    const int32_t *worth;
    uint32_t count; /* of chunks */
} View;

/* What the view says of the latest move. */
PT_INLINE void pt_look_back(View *view, const Going *g, Form form) {
    if (form.answers) view->places[0] = g->guide->places[0] + g->last[0] * g->guide->sites;
    if (form.leaves) view->places[1] = g->guide->places[1] + g->last[1] * g->guide->sites;
}

PT_INLINE View pt_view(const Going *g, const Aspect *a, uint32_t mover, Form form) {
    View view = {g->codes, {NULL, NULL}, a->chunks[mover], a->pivots, {a->answers[0], a->answers[1]}, a->pairs,
                 a->worth + mover * 2 * 256 * form.vectors, g->guide->chunks};
    pt_look_back(&view, g, form);
    return view;
}

/* The instances that a code allows. */
PT_INLINE Vector pt_allowed(Vector all, const Vector *table, const uint16_t *code, uint32_t count, uint64_t vectors) {
    const uint8_t *entry = (const uint8_t *)table;
#define PT_CHUNK(k) case k + 1: all = pt_meet(all, *(const Vector *)(entry + (((uint64_t)k << (8 + PT_CHUNK_BIT)) + code[k]) * vectors)); /* fall through */
    switch (count) {
        PT_CHUNK(23) PT_CHUNK(22) PT_CHUNK(21) PT_CHUNK(20) PT_CHUNK(19) PT_CHUNK(18) PT_CHUNK(17) PT_CHUNK(16)
        PT_CHUNK(15) PT_CHUNK(14) PT_CHUNK(13) PT_CHUNK(12) PT_CHUNK(11) PT_CHUNK(10) PT_CHUNK(9) PT_CHUNK(8)
        PT_CHUNK(7) PT_CHUNK(6) PT_CHUNK(5) PT_CHUNK(4) PT_CHUNK(3) PT_CHUNK(2) PT_CHUNK(1) PT_CHUNK(0)
        default: break;
    }
#undef PT_CHUNK
    return all;
}

/* f of the features of an aspect. */
PT_INLINE int32_t pt_worth(const View *v, uint32_t site, uint32_t origin, Form form) {
    const uint16_t *code = v->codes + site * v->count;
    int32_t sum = 0;
    for (uint64_t k = 0; k < form.vectors; k++) {
        Vector all = v->pivots[site * form.vectors + k];
        if (form.answers) all = pt_meet(all, v->answers[0][v->places[0][site] * form.vectors + k]);
        if (form.leaves) all = pt_meet(all, v->answers[1][v->places[1][site] * form.vectors + k]);
        if (form.moves) all = pt_meet(all, v->pairs[origin * form.vectors + k]);
        all = pt_allowed(all, v->chunks + k, code, v->count, form.vectors);
        uint8_t zero[2];
        pt_zero_lanes(all, zero);
        const int32_t *worth = v->worth + k * 2 * 256;
        sum += worth[zero[0]] + worth[256 + zero[1]];
    }
    return sum;
}

PT_INLINE Form pt_form(const Guide *p, const Aspect *a) {
    return (Form){a->vectors, p->places[0], p->places[1], p->origins};
}

/* Calls with the form of a guide, most of it known beforehand if it is a usual one. */
#define PT_WITH_FORM(p, call) do { \
    Form form_ = pt_form(p, &(p)->by_to); \
    if (form_.vectors == 1) call(((Form){1, form_.answers, form_.leaves, form_.moves})); \
    else call(form_); \
} while (0)

/* f of the features whose pivot is where a move comes from. */
static __attribute__((noinline)) int32_t pt_worth_of_origin(const Going *g, uint32_t site, uint32_t mover) {
    const Guide *p = g->guide;
    Form form = pt_form(p, &p->by_from);
    View view = pt_view(g, &p->by_from, mover, form);
    return pt_worth(&view, site, 0, form);
}

/* f(s, a) of a move. */
PT_INLINE int32_t pt_worth_of_move(const Going *g, const View *view, uint32_t mover, uint32_t kind, int from, int to, Form form) {
    const Guide *p = g->guide;
    uint32_t flags = p->kinds[kind];
    bool goes = flags & PT_HAS_TO && (uint32_t)to < p->sites, comes = flags & PT_HAS_FROM && (uint32_t)from < p->sites;
    uint32_t origin = form.moves && goes && comes ? p->origins[(uint32_t)to * p->sites + (uint32_t)from] : 0;
    int32_t worth = p->base[mover * p->kind_count + kind];
    if (goes && form.vectors) worth += pt_worth(view, (uint32_t)to, origin, form);
    if (comes && p->by_from.vectors) worth += pt_worth_of_origin(g, (uint32_t)from, mover);
    return worth;
}

/* -- following the game ---------------------------------------------------------------------------------------- */

/* The latest move is this one. */
PT_INLINE void pt_remember(Going *g, uint32_t kind, int from, int to) {
    uint32_t flags = g->guide->kinds[kind], sites = g->guide->sites;
    g->last[0] = flags & PT_HAS_TO && (uint32_t)to < sites ? (uint32_t)to : sites;
    g->last[1] = flags & PT_HAS_FROM && (uint32_t)from < sites ? (uint32_t)from : sites;
}

/* A site has changed by these bits, 1 for player 1 and 2 for player 2: those that see it take note. */
PT_INLINE void pt_note_site(Going *g, uint32_t site, uint32_t change) {
    const Guide *p = g->guide;
    uint16_t first = (uint16_t)(change << PT_CHUNK_BIT), *codes = g->codes;
    const uint16_t *seer = p->seers + site * p->chunks * PT_CHUNK_CELLS;
    for (uint32_t chunks = p->chunks; chunks; chunks--, seer += PT_CHUNK_CELLS) {
        codes[seer[0]] ^= first, codes[seer[1]] ^= (uint16_t)(first << 2);
        codes[seer[2]] ^= (uint16_t)(first << 4), codes[seer[3]] ^= (uint16_t)(first << 6);
    }
}

/* A site becomes that of these players, 1 for player 1 and 2 for player 2. */
PT_INLINE void pt_give_site(Going *g, uint32_t site, uint32_t players) {
    uint32_t w = site / 64, bit = site % 64;
    uint32_t change = players ^ ((uint32_t)(g->owned[0][w] >> bit & 1) | (uint32_t)(g->owned[1][w] >> bit & 1) << 1);
    for (uint32_t k = 0; k < 2; k++) {
        g->owned[k][w] ^= (uint64_t)(change >> k & 1) << bit;
        if (g->guide->strength.instances && change >> k & 1)
            pt_note_strong(&g->strong, &g->guide->strength, g->guide->sites, site, k, players >> k & 1);
    }
    pt_note_site(g, site, change);
}

/* A move is about to be played. Codes follow at once what it is likely to do, move a piece or add one: then nothing waits
 * for the rules. */
PT_INLINE void pt_settle(Going *g, uint32_t mover, uint32_t kind, int from, int to) {
    pt_remember(g, kind, from, to);
    if ((uint32_t)from < g->guide->sites && from != to) pt_give_site(g, (uint32_t)from, 0);
    if ((uint32_t)to < g->guide->sites) pt_give_site(g, (uint32_t)to, 1 << mover);
}

/* Brings codes up to the pieces that are there now, after a move that was settled. */
PT_INLINE void pt_follow(Going *g, const State *s) {
    uint64_t now[2][PT_GUIDED_WORDS], missed = 0;
    g_read_owned(s, now);
    for (uint32_t w = 0; w < PT_GUIDED_WORDS; w++) missed |= (g->owned[0][w] ^ now[0][w]) | (g->owned[1][w] ^ now[1][w]);
    for (uint32_t w = 0; missed && w < PT_GUIDED_WORDS; w++)
        for (uint64_t rest = (g->owned[0][w] ^ now[0][w]) | (g->owned[1][w] ^ now[1][w]); rest; rest &= rest - 1) {
            uint32_t bit = (uint32_t)pt_lowest(rest);
            if (64 * w + bit >= g->guide->sites) break;
            pt_give_site(g, 64 * w + bit, (uint32_t)(now[0][w] >> bit & 1) | (uint32_t)(now[1][w] >> bit & 1) << 1);
        }
}

static void pt_set_out(Going *g, const Guide *p, const State *s, const Move *latest) {
    g->guide = p;
    g->last[0] = g->last[1] = p->sites;
    if (latest) pt_remember(g, latest->kind, latest->from, latest->to);
    for (uint32_t k = 0; k < 2; k++) g->bar[k] = p->bar[k];
    memcpy(g->codes, p->first_codes, p->sites * p->chunks * sizeof *g->codes);
    memcpy(g->owned, p->first_owned, sizeof g->owned);
    if (p->strength.instances) pt_clear_strong(&g->strong, &p->strength, p->sites);
    pt_follow(g, s);
}

/* -- drawing --------------------------------------------------------------------------------------------------- */

/* A random number serves a move that was drawn out of so many, and chance about it. */
PT_INLINE uint32_t pt_place(uint32_t half, uint32_t count) { return (uint32_t)((uint64_t)(half << PT_NOISE_BITS) * count >> 32); }
PT_INLINE int32_t pt_chance(const int32_t *quantiles, uint32_t half) { return quantiles[half >> (32 - PT_NOISE_BITS)]; }

/* Moves that were drawn, as far as they were asked about. */
typedef struct {
    uint32_t half, tries;
} Draft;

/* The number of the next move to ask about, out of so many. */
PT_INLINE uint32_t pt_propose(Draft *draft, Random *random, uint32_t total) {
    draft->half = (uint32_t)pt_random(random);
    return pt_place(draft->half, total);
}

/* Whether that move is taken; then it is the latest one. It is if it is worth as much as the bar, and in proportion to exp f if
 * less. The bar falls with every refusal and rises when a move is taken, so that a given share of them is, however much
 * moves are worth: then it stands at so many times what they are liked on average, each counted up to the bar. */
PT_INLINE bool pt_takes(Going *g, const View *view, Draft *draft, uint32_t mover, uint32_t total, uint32_t kind, int from, int to, Form form) {
    const Guide *p = g->guide;
    if (total > 1) {
        int32_t worth = pt_worth_of_move(g, view, mover, kind, from, to, form);
        bool passes = worth + pt_chance(p->lenience, draft->half) > g->bar[mover];
        g->bar[mover] += passes ? p->after_taking : p->after_refusal;
        if (!passes && draft->tries++ < PT_MOST_TRIES) return false;
    }
    pt_settle(g, mover, kind, from, to);
    return true;
}

#if PT_SHRINKS
/* The strong sites of a player without a piece in a word of sites. */
PT_INLINE uint64_t pt_strong_word(const Going *g, uint32_t mover, uint32_t w) {
    return g->strong.sites[mover][w] & ~(g->owned[0][w] | g->owned[1][w]);
}

PT_INLINE bool pt_has_strong(const Going *g, uint32_t mover) {
    uint64_t any = 0;
    for (uint32_t w = 0; w < PT_GUIDED_WORDS; w++) any |= pt_strong_word(g, mover, w);
    return any;
}

/* Where sites are to be drawn from, a few are, uniformly, and one of these in proportion to exp f: the one whose f is largest
 * after noise from a Gumbel distribution was added to each. That takes neither exp nor sums, and nothing is done again. */

/* The best so far, where moves have numbers. */
typedef struct {
    int32_t worth;
    uint32_t place;
} Best;

PT_INLINE void pt_keep_better(Best *best, int32_t worth, uint32_t place) {
    if (worth > best->worth) *best = (Best){worth, place};
}

/* Draws one of the sites left where some are strong: one of those, or of the candidates, which stand for all others. */
static uint32_t pt_draw_among_strong(const Going *g, Random *random, uint32_t mover, const View *view, const Site *site, uint32_t count, Form form) {
    const Guide *p = g->guide;
    Best best = {-0x7fffffff, 0};
    for (uint32_t w = 0; w < PT_GUIDED_WORDS; w++)
        for (uint64_t rest = pt_strong_word(g, mover, w); rest; rest &= rest - 1) {
            uint32_t strong = 64 * w + (uint32_t)pt_lowest(rest);
            pt_keep_better(&best, pt_worth(view, strong, 0, form) + pt_chance(p->noise, (uint32_t)pt_random(random)), count + strong);
        }
    for (uint32_t k = 0; k < p->candidates; k++) {
        uint32_t half = (uint32_t)pt_random(random), place = pt_place(half, count), one = site[place];
        if (g->strong.sites[mover][one / 64] >> one % 64 & 1) continue;
        pt_keep_better(&best, pt_worth(view, one, 0, form) + p->shares[count] + pt_chance(p->noise, half), place);
    }
    if (best.place < count) return best.place;
    uint32_t at = 0;
    while (site[at] != best.place - count) at++;
    return at;
}

/* The better one of two candidates. */
PT_INLINE Best pt_better_of_two(const Guide *p, Random *random, const View *view, const Site *site, uint32_t count, Form form) {
    uint64_t number = pt_random(random);
    uint32_t half = (uint32_t)number, other = (uint32_t)(number >> 32), place = pt_place(half, count), next = pt_place(other, count);
    Best best = {pt_worth(view, site[place], 0, form) + pt_chance(p->noise, half), place};
    pt_keep_better(&best, pt_worth(view, site[next], 0, form) + pt_chance(p->noise, other), next);
    return best;
}

/* Draws one of the sites left to play on. */
PT_INLINE uint32_t pt_draw_seen(const Going *g, Random *random, uint32_t mover, const View *view, const Site *site, uint32_t count, Form form) {
    const Guide *p = g->guide;
    if (p->strength.instances && pt_has_strong(g, mover)) return pt_draw_among_strong(g, random, mover, view, site, count, form);
    Best best = pt_better_of_two(p, random, view, site, count, form);
    for (uint32_t k = 2; k < p->candidates; k += 2) {
        Best more = pt_better_of_two(p, random, view, site, count, form);
        pt_keep_better(&best, more.worth, more.place);
    }
    return best.place;
}

PT_INLINE uint32_t pt_draw_left(Going *g, Random *random, uint32_t mover, const Site *site, uint32_t count, Form form) {
    View view = pt_view(g, &g->guide->by_to, mover, form);
    return pt_draw_seen(g, random, mover, &view, site, count, form);
}

/* Draws all sites one after the other, the players taking turns. */
PT_INLINE void pt_draw_all(Going *g, Random *random, uint32_t mover, Site *site, uint32_t count, Site *order, Form form) {
    View views[2] = {pt_view(g, &g->guide->by_to, 0, form), pt_view(g, &g->guide->by_to, 1, form)};
    for (; count; order++, mover ^= 1) {
        View *view = views + mover;
        pt_look_back(view, g, form);
        uint32_t at = pt_draw_seen(g, random, mover, view, site, count, form);
        g->last[0] = g->last[1] = *order = site[at];
        site[at] = site[--count];
        pt_give_site(g, *order, 1 << mover);
    }
}

#endif

/* Plays a legal move out of a list of all; false if there is none. */
PT_INLINE bool pt_play_proposed(State *s, Random *random, Going *g, Form form) {
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
static __attribute__((noinline)) bool pt_play_from_a_list(State *s, Random *random, Going *g) {
    return pt_play_proposed(s, random, g, pt_form(g->guide, &g->guide->by_to));
}
