
/* -- how much features like a move ----------------------------------------------------------------------------- */

/* A small set of features and its weights, as data. An instance of a feature is a bit of a *vector*, and a feature has
 * lanes of sixteen bits of its own. Tables lead from what lies around a site, from the site itself, from where the latest
 * move went and from where the move comes from to the instances that allow it; those that all tables allow hold.
 *
 * Every site has a code for that, in chunks: two bits for each of four cells around it that features look at, empty,
 * player 1, player 2, or both for off the board, at the place where they are an offset into a table of vectors. Codes
 * follow the game: a change of one site changes the codes of those that see it. */

#define PT_MOST_TRIES 24
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
    const float *raised;     /* by player, by eight lanes, by which of them are zero: exp f */
    uint64_t vectors;        /* in each entry of a table; 0 without such features */
} Aspect;

typedef struct {
    uint32_t sites, chunks, kind_count, is_exact;
    float after_refusal, after_taking; /* by what the bar is multiplied then */
    const uint16_t *seers; /* by site, by cell: which chunk of all sites has this one as that cell */
    const uint16_t *first_codes; /* by site, by chunk: codes of some position */
    const uint64_t *first_owned; /* the sites that each player has there */
    Aspect by_to, by_from;
    Strength strength;
    const uint8_t *places[2]; /* by site that the latest move went to, or came from, and by pivot: which place that is; may be absent */
    const uint8_t *origins; /* by to * sites + from: the displacement of where a move comes from; may be absent */
    const uint8_t *kinds; /* flags of each kind of move: which of its sites are sites of the board */
    const float *base; /* by player, by kind: exp f of features without a place */
    float bar[2]; /* by player: how much a move has to be liked to be taken for certain, to begin with */
} Guide;

/* What a playout keeps. */
typedef struct {
    const Guide *guide;
    uint32_t last[2]; /* where the latest move went to and came from; as many as there are sites for none */
    float bar[2]; /* as in the guide */
    uint16_t codes[PT_GUIDED_SITES * PT_MOST_CHUNKS + PT_MOST_CHUNKS * PT_CHUNK_CELLS]; /* those behind the last site are nobody's */
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
    const float *raised;
    uint32_t count; /* of chunks */
} View;

/* What the view says of the latest move. */
PT_INLINE void pt_look_back(View *view, const Going *g, Form form) {
    if (form.answers) view->places[0] = g->guide->places[0] + g->last[0] * g->guide->sites;
    if (form.leaves) view->places[1] = g->guide->places[1] + g->last[1] * g->guide->sites;
}

PT_INLINE View pt_view(const Going *g, const Aspect *a, uint32_t mover, Form form) {
    View view = {g->codes, {NULL, NULL}, a->chunks[mover], a->pivots, {a->answers[0], a->answers[1]}, a->pairs,
                 a->raised + mover * 2 * 256 * form.vectors, g->guide->chunks};
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

/* exp f of the features of an aspect. */
PT_INLINE float pt_raised(const View *v, uint32_t site, uint32_t origin, Form form) {
    const uint16_t *code = v->codes + site * v->count;
    float product = 1;
    for (uint64_t k = 0; k < form.vectors; k++) {
        Vector all = v->pivots[site * form.vectors + k];
        if (form.answers) all = pt_meet(all, v->answers[0][v->places[0][site] * form.vectors + k]);
        if (form.leaves) all = pt_meet(all, v->answers[1][v->places[1][site] * form.vectors + k]);
        if (form.moves) all = pt_meet(all, v->pairs[origin * form.vectors + k]);
        all = pt_allowed(all, v->chunks + k, code, v->count, form.vectors);
        uint8_t zero[2];
        pt_zero_lanes(all, zero);
        const float *raised = v->raised + k * 2 * 256;
        float liked = raised[zero[0]] * raised[256 + zero[1]];
        product = form.vectors == 1 ? liked : product * liked;
    }
    return product;
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

/* exp f of the features whose pivot is where a move comes from. */
static __attribute__((noinline)) float pt_liking_of_origin(const Going *g, uint32_t site, uint32_t mover) {
    const Guide *p = g->guide;
    Form form = pt_form(p, &p->by_from);
    View view = pt_view(g, &p->by_from, mover, form);
    return pt_raised(&view, site, 0, form);
}

/* exp f(s, a) of a move. */
PT_INLINE float pt_liking(const Going *g, const View *view, uint32_t mover, uint32_t kind, int from, int to, Form form) {
    const Guide *p = g->guide;
    uint32_t flags = p->kinds[kind];
    bool goes = flags & PT_HAS_TO && (uint32_t)to < p->sites, comes = flags & PT_HAS_FROM && (uint32_t)from < p->sites;
    uint32_t origin = form.moves && goes && comes ? p->origins[(uint32_t)to * p->sites + (uint32_t)from] : 0;
    float liked = p->base[mover * p->kind_count + kind];
    if (goes && form.vectors) liked *= pt_raised(view, (uint32_t)to, origin, form);
    if (comes && p->by_from.vectors) liked *= pt_liking_of_origin(g, (uint32_t)from, mover);
    return liked;
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

/* One number serves for two draws: its halves are as good as numbers of their own. */
PT_INLINE uint32_t pt_half(uint64_t number, uint32_t which) { return (uint32_t)(number >> 32 * which); }
PT_INLINE uint32_t pt_scaled(uint32_t drawn, uint32_t bound) { return (uint32_t)((uint64_t)drawn * bound >> 32); }
PT_INLINE float pt_share(uint32_t drawn) { return (float)(drawn >> 8) * 0x1p-24f; }

/* Draws one of some likings in proportion, by way of the sums of eight at a time. */
PT_INLINE uint32_t pt_draw_share(const float *likings, uint32_t count, Random *random) {
    float sums[count / 8 + 1], sum = 0;
    for (uint32_t k = 0; k < count; k += 8) {
        float some = 0;
        for (uint32_t j = k; j < count && j < k + 8; j++) some += likings[j];
        sum += sums[k / 8] = some;
    }
    float left = pt_share(pt_half(pt_random(random), 0)) * sum;
    uint32_t k = 0;
    for (; k + 8 < count && left >= sums[k / 8]; k += 8) left -= sums[k / 8];
    for (; k + 1 < count && (left -= likings[k]) >= 0; k++) {}
    return k;
}

/* A move that was drawn uniformly is taken if it is liked as much as the bar, and in proportion if less. The bar falls
 * with every refusal and rises when a move is taken, so that a given share of them is, however much moves are liked:
 * then it stands at so many times what they are liked on average, each counted up to the bar. */
PT_INLINE bool pt_passes(const Guide *p, float *bar, float liked, uint64_t number) {
    bool passes = pt_share(pt_half(number, 1)) * *bar < liked;
    *bar *= passes ? p->after_taking : p->after_refusal;
    return passes;
}

/* Whether a move that was drawn uniformly out of so many is taken; then it is the latest one. Its number was made of the
 * first half of a random one. */
PT_INLINE bool pt_takes(Going *g, const View *view, uint64_t number, uint32_t mover, uint32_t total, uint32_t kind, int from, int to, Form form) {
    if (total > 1) {
        float liked = pt_liking(g, view, mover, kind, from, to, form);
        if (!pt_passes(g->guide, g->bar + mover, liked, number)) return false;
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

/* Draws one of the sites left in proportion: sums of likings are searched by halves, without a branch on what is found. */
PT_INLINE uint32_t pt_draw_exactly(Random *random, const View *view, const Site *site, uint32_t count, Form form) {
    float sums[PT_MOST_LEFT], sum = 0;
    for (uint32_t k = 0; k < count; k++) sums[k] = sum += pt_raised(view, site[k], 0, form);
    float wanted = pt_share(pt_half(pt_random(random), 0)) * sum;
    uint32_t at = 0, step = 1;
    while (2 * step < count) step *= 2;
    for (; step; step /= 2) at += at + step < count && sums[at + step - 1] <= wanted ? step : 0;
    return at;
}

/* Draws one of the sites left where some are strong. Those are drawn by what they are worth, the others by proposing, as if
 * each of all sites were worth the bar. */
static uint32_t pt_draw_among_strong(Going *g, Random *random, uint32_t mover, const View *view, const Site *site, uint32_t count, Form form) {
    Site strong[PT_MOST_LEFT];
    uint32_t found = 0, at = 0;
    float likings[PT_MOST_LEFT], sum = 0, *bar = g->bar + mover;
    for (uint32_t w = 0; w < PT_GUIDED_WORDS; w++)
        for (uint64_t rest = pt_strong_word(g, mover, w); rest; rest &= rest - 1) strong[found++] = (Site)(64 * w + (uint32_t)pt_lowest(rest));
    for (uint32_t k = 0; k < found; k++) sum += likings[k] = pt_raised(view, strong[k], 0, form);
    for (uint32_t tries = PT_MOST_TRIES; tries; tries--) {
        if (pt_share(pt_half(pt_random(random), 0)) * (sum + (float)count * *bar) < sum) {
            for (Site drawn = strong[pt_draw_share(likings, found, random)]; site[at] != drawn; at++) {}
            return at;
        }
        uint64_t number = pt_random(random);
        uint32_t other = pt_scaled(pt_half(number, 0), count), one = site[other];
        if (g->strong.sites[mover][one / 64] >> one % 64 & 1) continue;
        if (pt_passes(g->guide, bar, pt_raised(view, one, 0, form), number)) return other;
    }
    return pt_draw_exactly(random, view, site, count, form);
}

/* Draws one of the sites left to play on: sites are drawn uniformly until one is taken. */
PT_INLINE uint32_t pt_draw_seen(Going *g, Random *random, uint32_t mover, const View *view, const Site *site, uint32_t count, Form form) {
    if (g->guide->is_exact) return pt_draw_exactly(random, view, site, count, form);
    if (g->guide->strength.instances && pt_has_strong(g, mover)) return pt_draw_among_strong(g, random, mover, view, site, count, form);
    Random own = *random;
    const Guide *p = g->guide;
    float bar = g->bar[mover];
    for (uint32_t tries = PT_MOST_TRIES; tries; tries--) {
        uint64_t number = pt_random(&own);
        uint32_t at = pt_scaled(pt_half(number, 0), count);
        if (pt_passes(p, &bar, pt_raised(view, site[at], 0, form), number)) {
            *random = own, g->bar[mover] = bar;
            return at;
        }
    }
    *random = own, g->bar[mover] = bar;
    return pt_draw_exactly(random, view, site, count, form);
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

/* Plays one of all legal moves, drawn by how much each is liked; false if there is none. */
static bool pt_play_weighed(State *s, Random *random, Going *g) {
    Move first_room[PT_LISTED];
    Moves list = {first_room, 0, 0, PT_LISTED};
    float few[PT_LISTED], *likings = few;
    uint32_t mover = (uint32_t)s->mover - 1;
    Form form = pt_form(g->guide, &g->guide->by_to);
    View view = pt_view(g, &g->guide->by_to, mover, form);
    g_list_moves(s, &list);
    if (!list.count) return false;
    if (pt_make_room(&list, first_room)) {
        g_list_moves(s, &list);
        likings = malloc(list.count * sizeof *likings);
        if (!likings) pt_fail();
    }
    for (uint32_t k = 0; k < list.count; k++) {
        const Move *move = list.moves + k;
        likings[k] = pt_liking(g, &view, mover, move->kind, move->from, move->to, form);
    }
    Move move = list.moves[pt_draw_share(likings, list.count, random)];
    if (likings != few) free(likings), free(list.moves);
    pt_settle(g, mover, move.kind, move.from, move.to);
    g_play(s, move);
    return true;
}

/* Plays a legal move out of a list of all, drawn uniformly until one is taken; false if there is none. */
PT_INLINE bool pt_play_proposed(State *s, Random *random, Going *g, Form form) {
    Move listed[PT_LISTED];
    Moves list = {listed, 0, 0, PT_LISTED};
    uint32_t mover = (uint32_t)s->mover - 1;
    if (g->guide->is_exact) return pt_play_weighed(s, random, g);
    g_list_moves(s, &list);
    if (!list.count) return false;
    View view = pt_view(g, &g->guide->by_to, mover, form);
    for (uint32_t tries = 0; tries < PT_MOST_TRIES && list.count <= PT_LISTED; tries++) {
        uint64_t number = pt_random(random);
        Move move = listed[pt_scaled(pt_half(number, 0), list.count)];
        if (pt_takes(g, &view, number, mover, list.count, move.kind, move.from, move.to, form)) {
            g_play(s, move);
            return true;
        }
    }
    return pt_play_weighed(s, random, g);
}
