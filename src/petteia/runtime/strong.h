
/* -- where strong features hold -------------------------------------------------------------------------------- */

/* A feature of large weight is worth more than chance finds of it. So the sites are kept where one may hold: of each set of
 * pieces that its instances ask for, wherever they stand on the board, it is known for each player how many are not there,
 * and a piece that comes or goes changes that of the sets it belongs to. A site is strong for a player where an instance, a
 * *claim*, misses none of its pieces; what else it asks for is looked up when the site is weighed. So moves are drawn as if
 * there were no strong features, and strong sites take part besides with what they add: exp f of the others times
 * exp s - 1, where s is f of the strong ones. */

#define PT_MOST_CLAIMS 32
#define PT_MOST_ASKED 256 /* sets that a piece belongs to */
#define PT_ASKED_AT_ONCE 4
#define PT_LESS_UNIT 128
#define PT_LESS_COUNT 64

/* An instance of a strong feature. */
typedef struct {
    uint32_t first, end; /* what it asks for besides pieces */
    uint32_t alike; /* the claims of the same feature, as bits */
    int32_t worth[2]; /* by player: f */
} Claim;

typedef struct {
    uint32_t claims; /* 0 if nothing is kept */
    uint32_t sets; /* of pieces */
    uint32_t asked[2]; /* how many sets a piece belongs to at most: as the player's own, as the other player's; by PT_ASKED_AT_ONCE */
    const uint16_t *askers; /* by site, by piece asked for: the set, or one of nobody's behind */
    const uint8_t *first; /* by set: how many are missing on an empty board */
    const uint32_t *begins; /* by set: where the claims begin that ask for it, up to those of the next one */
    const uint32_t *claimants; /* the pivot * PT_MOST_CLAIMS + the claim */
    const Claim *claim;
    const uint16_t *looks; /* by what else is asked for, by pivot: the site to look at, as many as there are sites for none */
    const uint8_t *allowed; /* the same, by player: what may be there, bits by code */
    int16_t less[PT_LESS_COUNT]; /* by s in units of PT_LESS_UNIT: s - log(exp s - 1) */
} Strength;

/* What a playout keeps of them, by player. */
typedef struct {
    uint32_t count[2]; /* strong sites without a piece */
    uint16_t site[2][PT_GUIDED_SITES]; /* which ones */
    uint32_t claims[2][PT_GUIDED_SITES]; /* by site: the claims that miss no piece there, as bits */
    uint8_t missing[2][PT_MOST_CLAIMS * PT_GUIDED_SITES + PT_MOST_ASKED]; /* by set */
} Strong;

typedef uint64_t Owned[2][PT_GUIDED_WORDS]; /* the sites of each player */

static void pt_clear_strong(Strong *kept, const Strength *p) {
    memset(kept->count, 0, sizeof kept->count), memset(kept->claims, 0, sizeof kept->claims);
    for (uint32_t k = 0; k < 2; k++) memcpy(kept->missing[k], p->first, p->sets);
}

/* A site has become a strong one without a piece, or no longer is. */
static void pt_list_strong(Strong *kept, uint32_t player, uint32_t site, bool is_one) {
    uint16_t *listed = kept->site[player];
    if (is_one) listed[kept->count[player]++] = (uint16_t)site;
    else {
        uint32_t last = --kept->count[player], at = 0;
        while (at < last && listed[at] != site) at++;
        listed[at] = listed[last];
    }
}

/* A site has no piece any more, or has one now. */
PT_INLINE void pt_open_strong(Strong *kept, uint32_t site, bool is_open) {
    for (uint32_t k = 0; k < 2; k++)
        if (kept->claims[k][site]) pt_list_strong(kept, k, site, is_open);
}

/* A player has all pieces of a set, or no longer. */
static __attribute__((noinline)) void pt_turn_strong(Strong *kept, const Strength *p, Owned owned, uint32_t player, uint32_t set, bool is_whole) {
    if (set >= p->sets) return;
    for (uint32_t k = p->begins[set]; k < p->begins[set + 1]; k++) {
        uint32_t site = p->claimants[k] / PT_MOST_CLAIMS, claim = 1u << p->claimants[k] % PT_MOST_CLAIMS;
        uint32_t before = kept->claims[player][site], now = is_whole ? before | claim : before & ~claim;
        bool has_piece = (owned[0][site / 64] | owned[1][site / 64]) >> site % 64 & 1;
        kept->claims[player][site] = now;
        if (!before != !now && !has_piece) pt_list_strong(kept, player, site, now);
    }
}

/* Each set that a piece of a player belongs to misses one less, or one more, and something is done if it misses none then, or did. */
#define PT_COUNT_MISSING(kept, p, site, player, misses_none, done) do { \
    const uint16_t *asker = (p)->askers + (site) * ((p)->asked[0] + (p)->asked[1]); \
    for (uint32_t side = 0; side < 2; side++) { \
        uint8_t *missing = (kept)->missing[(player) ^ side]; \
        for (const uint16_t *end = asker + (p)->asked[side]; asker < end; asker += PT_ASKED_AT_ONCE) \
            _Pragma("GCC unroll 4") for (uint32_t j = 0; j < PT_ASKED_AT_ONCE; j++) \
                if (misses_none) pt_turn_strong(kept, p, owned, (player) ^ side, asker[j], done); \
    } \
} while (0)

/* A piece of a player has come to a site, as is known to those who own sites. */
static __attribute__((noinline)) void pt_come_strong(Strong *kept, const Strength *p, Owned owned, uint32_t site, uint32_t player) {
    PT_COUNT_MISSING(kept, p, site, player, !--missing[asker[j]], true);
}

/* A piece has gone from there. */
static __attribute__((noinline)) void pt_leave_strong(Strong *kept, const Strength *p, Owned owned, uint32_t site, uint32_t player) {
    PT_COUNT_MISSING(kept, p, site, player, !missing[asker[j]]++, false);
}

/* Whether a site has what a claim asks for besides pieces. */
PT_INLINE bool pt_grants(const Strength *p, const Claim *claim, const Owned owned, uint32_t sites, uint32_t site, uint32_t player) {
    for (uint32_t k = claim->first; k < claim->end; k++) {
        uint32_t one = p->looks[k * sites + site], code = 3;
        if (one < sites) code = (uint32_t)(owned[0][one / 64] >> one % 64 & 1) | (uint32_t)(owned[1][one / 64] >> one % 64 & 1) << 1;
        if (!(p->allowed[2 * k + player] >> code & 1)) return false;
    }
    return true;
}

/* f of the strong features at a site. */
PT_INLINE int32_t pt_worth_of_claims(const Strong *kept, const Strength *p, const Owned owned, uint32_t sites, uint32_t site, uint32_t player) {
    int32_t worth = 0;
    for (uint32_t left = kept->claims[player][site]; left;) {
        const Claim *claim = p->claim + pt_lowest(left);
        if (pt_grants(p, claim, owned, sites, site, player)) worth += claim->worth[player], left &= ~claim->alike;
        else left &= left - 1;
    }
    return worth;
}

/* The logarithm of exp s - 1, for s of at least one strong feature. */
PT_INLINE int32_t pt_added(const Strength *p, int32_t s) {
    return s < PT_LESS_UNIT * PT_LESS_COUNT ? s - p->less[s / PT_LESS_UNIT] : s;
}
