/* Playouts by a small set of features, at a cost that does not grow with the number of their instances.
 *
 * Every site keeps a code: two bits for each place around it that some feature looks at: empty, player 1, player 2, or
 * off the board. A move changes the codes of the sites that look at where it was played, and no others. Tables lead
 * from the bits of a few places to the features that hold there, as a mask; a feature holds if any table says so.
 *
 * A move is drawn by proposing one uniformly and accepting it in proportion to exp f(s, a), up to a limit; a number of
 * refusals in a row, or a set that asks for it, leads to a draw among all moves at once. */

#define MOST_TRIES 24
#define MOST_MASKS 16

/* Places of codes whose bits, taken together, are an index into a table of masks. */
typedef struct {
    uint64_t pick[2];
    uint64_t low_bits; /* how many of them are in the lower half of codes */
    const uint16_t *masks;
} Group;

typedef struct {
    uint32_t first, count;
} Groups;

typedef struct {
    const Set *set; /* for its board */
    uint32_t cells, words, class_count, is_exact, shrinks;
    const uint16_t *inverse; /* by site, by cell: the site that sees this one in that place, or `sites` */
    const uint64_t *empty_codes; /* the codes of an empty board */
    const Group *groups;
    const Groups *classes; /* by class, by place of the latest move: 0 stands for any */
    const uint8_t *reactions; /* by pivot, by site of the latest move: which place that is; may be absent */
    uint32_t reaction_count;
    const float *low, *high; /* by player: exp f of the lower and of the upper half of a mask */
    const float *base;       /* by player, by kind: exp f of features without a place */
    float limit;             /* how often more than the average a move may be preferred while proposing */
} Playout;

/* What the search knows of a game, as far as it is needed here. */
typedef struct {
    uint32_t (*moves)(void *state, void *moves, uint32_t room);
    void (*play)(void *state, const void *move, uint64_t chance);
    uint32_t draws, over; /* whether chance plays a part; where a state says that the game is over */
} Rules;

INLINE uint64_t next_number(uint64_t *random) {
    *random += 0xa0761d6478bd642full;
    unsigned __int128 product = (unsigned __int128)*random * (*random ^ 0xe7037ed1a0b428dbull);
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

/* One number serves for two draws: its halves are as good as numbers of their own. */
INLINE uint32_t half(uint64_t number, uint32_t which) { return (uint32_t)(number >> 32 * which); }
INLINE uint32_t below(uint32_t drawn, uint32_t bound) { return (uint32_t)((uint64_t)drawn * bound >> 32); }
INLINE float share(uint32_t drawn) { return (float)(drawn >> 8) * 0x1p-24f; }

INLINE uint64_t gather_bits(uint64_t from, uint64_t pick) {
#ifdef __BMI2__
    return __builtin_ia32_pext_di(from, pick);
#else
    uint64_t found = 0;
    for (uint32_t k = 0; pick; pick &= pick - 1, k++) found |= (from >> __builtin_ctzll(pick) & 1) << k;
    return found;
#endif
}

/* Codes as the mover sees them: bits of friends before those of enemies. */
INLINE uint64_t seen_by(uint64_t code, uint32_t mover) {
    const uint64_t odd = 0x5555555555555555ull;
    return mover ? (code & odd) << 1 | (code >> 1 & odd) : code;
}

INLINE uint32_t masks_at(const Playout *p, Groups some, const uint64_t *code, const uint32_t words) {
    uint32_t mask = 0;
    for (const Group *g = p->groups + some.first, *end = g + some.count; g < end; g++) {
        uint64_t index = gather_bits(code[0], g->pick[0]);
        if (words > 1) index |= gather_bits(code[1], g->pick[1]) << g->low_bits;
        mask |= g->masks[index];
    }
    return mask;
}

INLINE uint32_t masks_of_class(const Playout *p, uint32_t class, uint32_t site, uint32_t last, const uint64_t *codes,
                               uint32_t mover, const uint32_t words) {
    uint64_t code[2] = {seen_by(codes[site * 2], mover), words > 1 ? seen_by(codes[site * 2 + 1], mover) : 0};
    const Groups *some = p->classes + class * (p->reaction_count + 1);
    uint32_t mask = masks_at(p, some[0], code, words);
    if (p->reactions && last != NO_CLASS) {
        uint32_t place = p->reactions[site * p->set->board->sites + last];
        if (place) mask |= masks_at(p, some[place], code, words);
    }
    return mask;
}

/* exp f(s, a) of a move onto a site, whatever it comes from. */
INLINE float liking_of_site(const Playout *p, uint32_t site, uint32_t last, const uint64_t *codes, uint32_t mover,
                            const uint32_t words) {
    uint32_t mask = masks_of_class(p, BY_TO, site, last, codes, mover, words);
    return p->low[mover * 256 + (mask & 255)] * p->high[mover * 256 + (mask >> 8)];
}

/* exp f(s, a) of a move. */
INLINE float liking(const Playout *p, const int16_t *move, uint32_t last, const uint64_t *codes, uint32_t mover) {
    const Board *b = p->set->board;
    uint32_t kind = (uint16_t)move[0], flags = b->kinds[kind], from = (uint16_t)move[1], to = (uint16_t)move[2], mask = 0;
    bool goes = flags & SPATIAL_TO && to < b->sites, comes = flags & SPATIAL_FROM && from < b->sites;
    if (goes) mask |= masks_of_class(p, BY_TO, to, last, codes, mover, p->words);
    if (comes && p->class_count > BY_FROM && p->classes[BY_FROM * (p->reaction_count + 1)].count)
        mask |= masks_of_class(p, BY_FROM, from, last, codes, mover, p->words);
    if (goes && comes && b->classes) {
        uint32_t class = b->classes[from * b->sites + to];
        if (class != NO_CLASS) mask |= masks_of_class(p, class, to, last, codes, mover, p->words);
    }
    return p->low[mover * 256 + (mask & 255)] * p->high[mover * 256 + (mask >> 8)]
           * p->base[mover * p->set->kind_count + kind];
}

/* A site has changed: those that see it take note. */
INLINE void note_change(const Playout *p, uint32_t site, uint32_t change, uint64_t *codes) {
    const uint16_t *seers = p->inverse + site * p->cells;
    uint32_t first = p->cells < 32 ? p->cells : 32;
    for (uint32_t k = 0; k < first; k++) codes[seers[k] * 2] ^= (uint64_t)change << 2 * k;
    for (uint32_t k = 32; k < p->cells; k++) codes[seers[k] * 2 + 1] ^= (uint64_t)change << 2 * (k - 32);
}

/* Brings codes from the pieces that were on the board to those that are there now. */
static void note_changes(const Playout *p, const uint64_t *before, const uint64_t *now, uint64_t *codes) {
    uint32_t words = p->set->board->set_words, sites = p->set->board->sites;
    for (uint32_t w = 0; w < words; w++) {
        uint64_t first = before[words + w] ^ now[words + w], second = before[2 * words + w] ^ now[2 * words + w];
        for (uint64_t rest = first | second; rest; rest &= rest - 1) {
            uint32_t bit = (uint32_t)__builtin_ctzll(rest), site = 64 * w + bit;
            if (site < sites) note_change(p, site, (uint32_t)(first >> bit & 1) | (uint32_t)(second >> bit & 1) << 1, codes);
        }
    }
}

/* Draws one of the moves in proportion to how much each is liked. */
static uint32_t draw_exactly(const Playout *p, const int16_t *moves, uint32_t count, uint32_t last, const uint64_t *codes,
                             uint32_t mover, uint64_t *random, float *likings) {
    float sum = 0;
    for (uint32_t k = 0; k < count; k++)
        sum += likings[k] = liking(p, moves + (__SIZE_TYPE__)k * p->set->board->move_shorts, last, codes, mover);
    uint64_t number = next_number(random);
    if (!(sum > 0)) return below(half(number, 0), count);
    float left = share(half(number, 0)) * sum;
    for (uint32_t k = 0; k < count; k++)
        if ((left -= likings[k]) < 0) return k;
    return count - 1;
}

/* Keeps the average liking of a player, in which a single move counts only up to the limit, and says whether a proposed
 * move is taken. */
INLINE bool is_taken(const Playout *p, float liked, float *average, float drawn) {
    float most = p->limit * *average;
    *average += ((liked < most ? liked : most) - *average) * 0.03f;
    return drawn * most < liked;
}

/* Draws one of the sites left to play on. */
INLINE uint32_t draw_site(const Playout *p, const uint16_t *sites, uint32_t count, uint32_t last, const uint64_t *codes,
                          uint32_t mover, uint64_t *random, float *average, float *likings, const uint32_t words) {
    if (!p->is_exact)
        for (uint32_t k = 0; k < MOST_TRIES / 2; k++) { /* two at once take hardly longer than one */
            uint64_t where = next_number(random), taken = next_number(random);
            uint32_t one = below(half(where, 0), count), two = below(half(where, 1), count);
            float first = liking_of_site(p, sites[one], last, codes, mover, words);
            float second = liking_of_site(p, sites[two], last, codes, mover, words);
            if (is_taken(p, first, average, share(half(taken, 0)))) return one;
            if (is_taken(p, second, average, share(half(taken, 1)))) return two;
        }
    float sum = 0;
    for (uint32_t k = 0; k < count; k++) sum += likings[k] = liking_of_site(p, sites[k], last, codes, mover, words);
    float left = share(half(next_number(random), 0)) * sum;
    for (uint32_t k = 0; k < count; k++)
        if ((left -= likings[k]) < 0) return k;
    return count - 1;
}

INLINE uint32_t draw_move(const Playout *p, const int16_t *moves, uint32_t count, uint32_t last, const uint64_t *codes,
                          uint32_t mover, uint64_t *random, float *likings, float *average) {
    if (count == 1) return 0;
    if (!p->is_exact)
        for (uint32_t k = 0; k < MOST_TRIES; k++) {
            uint64_t number = next_number(random);
            uint32_t at = below(half(number, 0), count);
            float liked = liking(p, moves + (__SIZE_TYPE__)at * p->set->board->move_shorts, last, codes, mover);
            if (is_taken(p, liked, average + mover, share(half(number, 1)))) return at;
        }
    return draw_exactly(p, moves, count, last, codes, mover, random, likings);
}

/* Whether a list of moves is the one before without the move just played, all of them placements of one kind. */
static bool has_shrunk(const int16_t *before, uint32_t count, uint32_t played, const int16_t *now, uint32_t now_count,
                       uint32_t shorts) {
    if (now_count + 1 != count) return false;
    for (uint32_t k = 0, m = 0; k < count; k++) {
        if (k == played) continue;
        const int16_t *a = before + (__SIZE_TYPE__)k * shorts, *b = now + (__SIZE_TYPE__)m++ * shorts;
        if (a[1] != b[1] || a[2] != b[2] || a[1] != a[2] || a[0] != before[0] || b[0] != now[0]) return false;
    }
    return true;
}

/* What a playout works with. */
typedef struct {
    const Playout *p;
    const Rules *rules;
    uint8_t *state;
    uint64_t *codes, random;
    uint32_t last;
    float average[2], *likings;
} Going;

/* Plays on where moves only ever use up sites: they are listed no more. */
INLINE uint32_t play_sites(Going *g, const int16_t *moves, uint32_t count, const int16_t *kinds, uint32_t most,
                           const uint32_t words) {
    const Playout *p = g->p;
    const Board *b = p->set->board;
    uint32_t shorts = b->move_shorts, played = 0;
    uint16_t sites[count + 1];
    int16_t move[shorts];
    memset(move, 0, sizeof move);
    for (uint32_t k = 0; k < count; k++) sites[k] = (uint16_t)moves[(__SIZE_TYPE__)k * shorts + 2];
    for (; played < most && count && !g->state[g->rules->over]; played++) {
        uint32_t mover = (uint32_t)read_slot(g->state, b->mover) - 1;
        uint32_t at = draw_site(p, sites, count, g->last, g->codes, mover, &g->random, g->average + mover, g->likings,
                                words);
        g->last = sites[at];
        move[0] = kinds[mover], move[1] = move[2] = (int16_t)sites[at];
        g->rules->play(g->state, move, g->rules->draws ? next_number(&g->random) : 0);
        note_change(p, sites[at], 1 << mover, g->codes);
        sites[at] = sites[--count];
    }
    return played;
}

/* The same, compiled for codes of one word and of two. */
static uint32_t play_on_sites(Going *g, const int16_t *moves, uint32_t count, const int16_t *kinds, uint32_t most) {
    return g->p->words == 1 ? play_sites(g, moves, count, kinds, most, 1) : play_sites(g, moves, count, kinds, most, 2);
}

/* Plays on from a state by the features, to the end of the game or for so many moves; returns the number of moves. Where
 * moves only ever use up sites, they are listed at the first two turns alone. */
PT_EXPORT uint32_t ptf_playout(void *self, const Rules *rules, void *state, const void *latest, uint64_t seed,
                               uint32_t most) {
    enum { ROOM = 2048 };
    const Playout *p = self;
    const Board *b = p->set->board;
    uint32_t words = b->set_words, shorts = b->move_shorts, played = 0, count = 0, chosen = 0, now = 0;
    uint64_t codes[(b->sites + 1) * 2], owned[2][(b->players + 2) * words], pieces[(b->components + 1) * words];
    int16_t moves[2][ROOM * shorts], kinds[2] = {0, 0};
    float likings[ROOM];
    Going g = {p, rules, state, codes, seed, NO_CLASS, {1, 1}, likings};
    if (latest && b->kinds[*(const uint16_t *)latest] & SPATIAL_TO) g.last = ((const uint16_t *)latest)[2];
    memcpy(codes, p->empty_codes, b->sites * 2 * sizeof *codes);
    memset(owned[1], 0, sizeof owned[1]);
    read_pieces(b, state, owned[0], pieces);
    note_changes(p, owned[1], owned[0], codes);
    for (; played < most && !g.state[rules->over]; played++, now = !now) {
        uint32_t mover = (uint32_t)read_slot(state, b->mover) - 1, before = count;
        int16_t *list = moves[now];
        count = rules->moves(state, list, ROOM);
        if (!count || count > ROOM) break;
        kinds[mover] = list[0];
        if (p->shrinks && played && has_shrunk(moves[!now], before, chosen, list, count, shorts))
            return played + play_on_sites(&g, list, count, kinds, most - played);
        chosen = draw_move(p, list, count, g.last, codes, mover, &g.random, likings, g.average);
        const int16_t *move = list + (__SIZE_TYPE__)chosen * shorts;
        g.last = b->kinds[(uint16_t)move[0]] & SPATIAL_TO && (uint16_t)move[2] < b->sites ? (uint16_t)move[2] : NO_CLASS;
        rules->play(state, move, rules->draws ? next_number(&g.random) : 0);
        read_pieces(b, state, owned[!now], pieces);
        note_changes(p, owned[now], owned[!now], codes);
    }
    return played;
}

/* exp f(s, a) of the moves of a position, as playouts see them. */
PT_EXPORT void ptf_likings(void *self, const void *state, const void *latest, const int16_t *moves, uint32_t count,
                           float *likings) {
    const Playout *p = self;
    const Board *b = p->set->board;
    uint32_t words = b->set_words, last = NO_CLASS;
    uint64_t codes[(b->sites + 1) * 2], owned[2][(b->players + 2) * words], pieces[(b->components + 1) * words];
    if (latest && b->kinds[*(const uint16_t *)latest] & SPATIAL_TO) last = ((const uint16_t *)latest)[2];
    memcpy(codes, p->empty_codes, b->sites * 2 * sizeof *codes);
    memset(owned[1], 0, sizeof owned[1]);
    read_pieces(b, state, owned[0], pieces);
    note_changes(p, owned[1], owned[0], codes);
    uint32_t mover = (uint32_t)read_slot(state, b->mover) - 1;
    for (uint32_t k = 0; k < count; k++)
        likings[k] = liking(p, moves + (__SIZE_TYPE__)k * b->move_shorts, last, codes, mover);
}

/* Many playouts from one state, one after the other; returns how many moves were played. The states that they end in
 * are not kept, but for the ranks, which are added up by seat. */
PT_EXPORT uint64_t ptf_playouts(void *self, const Rules *rules, const void *state, uint32_t state_size,
                                const void *latest, uint64_t seed, uint32_t count, uint32_t ranks, uint64_t *totals) {
    const Playout *p = self;
    uint64_t moves = 0, random = seed;
    uint64_t now[(state_size + 7) / 8];
    for (uint32_t k = 0; k < count; k++) {
        memcpy(now, state, state_size);
        moves += ptf_playout(self, rules, now, latest, next_number(&random), 0xffffffffu);
        for (uint32_t seat = 0; seat <= p->set->board->players; seat++) totals[seat] += ((const uint8_t *)now)[ranks + seat];
    }
    return moves;
}
