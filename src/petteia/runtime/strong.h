#pragma once
#include "stand_in/choice.h"

/* -- where strong features hold -------------------------------------------------------------------------------- */

/* A feature of large weight is worth more than chance finds of it. So the sites are kept where one may hold: of each
 * set of pieces that its instances ask for, wherever they stand on the board, it is known for each player how many are
 * not there, and a piece that comes is one less for the sets it belongs to. A site is strong for a player where an
 * instance, a *claim*, misses none of its pieces; what else it asks for is looked up when the site is weighed. So moves
 * are drawn as if there were no strong features, and strong sites take part besides with what they add: exp f of the
 * others times exp s - 1, where s is f of the strong ones. */

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
    /* how many sets a piece belongs to at most: as the player's own, as the other player's; by PT_ASKED_AT_ONCE */
    uint32_t asked[2];
    const uint16_t *askers; /* by site, by piece asked for: the set, or one of nobody's behind */
    const uint8_t *first; /* by set: how many are missing on an empty board */
    const uint32_t *begins; /* by set: where the claims begin that ask for it, up to those of the next one */
    /* 2 * (the pivot * PT_MOST_CLAIMS + the claim), and 1 more if it is the other player's */
    const uint32_t *claimants;
    const Claim *claim;
    /* by what else is asked for, by pivot: the site to look at, as many as there are sites for none */
    const uint16_t *looks;
    const uint8_t *allowed; /* the same, by player: what may be there, bits by code */
    int16_t less[PT_LESS_COUNT]; /* by s in units of PT_LESS_UNIT: s - log(exp s - 1) */
} Strength;

/* What a playout keeps of them, by player. */
typedef struct {
    uint32_t count[2]; /* strong sites without a piece */
    uint16_t site[2][PT_GUIDED_SITES]; /* which ones */
    uint32_t claims[2][PT_GUIDED_SITES]; /* by site: the claims there, as bits; none at other sites */
    uint8_t missing[2][PT_MOST_CLAIMS * PT_GUIDED_SITES + PT_MOST_ASKED]; /* by set */
} Strong;

typedef uint64_t Owned[2][PT_GUIDED_WORDS]; /* the sites of each player */

static void pt_clear_strong(Strong *kept, const Strength *p) {
    memset(kept->count, 0, sizeof kept->count), memset(kept->claims, 0, sizeof kept->claims);
    for (uint32_t k = 0; k < 2; k++) memcpy(kept->missing[k], p->first, p->sets);
}

/* A site has a piece now. */
static void pt_close_strong(Strong *kept, uint32_t site) {
    for (uint32_t k = 0; k < 2; k++) {
        if (!kept->claims[k][site]) continue;
        uint16_t *listed = kept->site[k];
        uint32_t last = --kept->count[k], at = 0;
        while (at < last && listed[at] != site) at++;
        listed[at] = listed[last], kept->claims[k][site] = 0;
    }
}

/* All pieces of a set are there as a player sees it. */
static __attribute__((noinline)) void pt_turn_strong(Strong *kept, const Strength *p, const Owned owned,
                                                     uint32_t player, uint32_t set) {
    if (set >= p->sets) return;
    for (uint32_t k = p->begins[set]; k < p->begins[set + 1]; k++) {
        uint32_t claimant = p->claimants[k], whose = player ^ (claimant & 1), site = claimant / 2 / PT_MOST_CLAIMS;
        uint32_t *claims = kept->claims[whose] + site;
        bool has_piece = (owned[0][site / 64] | owned[1][site / 64]) >> site % 64 & 1;
        if (has_piece) continue;
        if (!*claims) kept->site[whose][kept->count[whose]++] = (uint16_t)site;
        *claims |= 1u << claimant / 2 % PT_MOST_CLAIMS;
    }
}

/* A piece of a player has come to a site, as is known to those who own sites. */
static __attribute__((noinline)) void pt_note_strong(Strong *kept, const Strength *p, const Owned owned, uint32_t site,
                                                     uint32_t player) {
    pt_close_strong(kept, site);
    const uint16_t *asker = p->askers + site * (p->asked[0] + p->asked[1]);
    for (uint32_t k = 0; k < 2; k++) {
        uint8_t *missing = kept->missing[player ^ k];
        __asm__("" : "+r"(missing)); /* an address, and no sum that is added up each time */
#define PT_COUNT(j) \
    if (!--missing[asker[j]]) pt_turn_strong(kept, p, owned, player ^ k, asker[j])
        for (const uint16_t *end = asker + p->asked[k]; asker < end; asker += PT_ASKED_AT_ONCE) {
            PT_COUNT(0);
            PT_COUNT(1);
            PT_COUNT(2);
            PT_COUNT(3);
        }
#undef PT_COUNT
    }
}

/* A piece has gone: all is counted anew. Where sites are only ever used up that is rare. */
static __attribute__((noinline)) void pt_recount_strong(Strong *kept, const Strength *p, const Owned owned) {
    pt_clear_strong(kept, p);
    for (uint32_t k = 0; k < 2; k++)
        for (uint32_t w = 0; w < PT_GUIDED_WORDS; w++)
            for (uint64_t left = owned[k][w]; left; left &= left - 1)
                pt_note_strong(kept, p, owned, 64 * w + (uint32_t)pt_lowest(left), k);
}

enum { PT_REFUSED, PT_NOT_YET, PT_GRANTED };

/* Whether a site has what a claim asks for besides pieces. Where a piece is in the way, that is for good. */
PT_INLINE int pt_answer(const Strength *p, const Claim *claim, const Owned owned, uint32_t sites, uint32_t site,
                        uint32_t player) {
    int answer = PT_GRANTED;
    for (uint32_t k = claim->first; k < claim->end; k++) {
        uint32_t one = p->looks[k * sites + site], code = 3;
        if (one < sites)
            code = (uint32_t)(owned[0][one / 64] >> one % 64 & 1) | (uint32_t)(owned[1][one / 64] >> one % 64 & 1) << 1;
        if (p->allowed[2 * k + player] >> code & 1) continue;
        if (code) return PT_REFUSED;
        answer = PT_NOT_YET;
    }
    return answer;
}

/* f of the strong features at a site, and the claims there that are not refused for good. */
PT_INLINE int32_t pt_weigh_claims(const Strong *kept, const Strength *p, const Owned owned, uint32_t sites,
                                  uint32_t site, uint32_t player, uint32_t *claims) {
    uint32_t counted = 0;
    int32_t worth = 0;
    *claims = kept->claims[player][site];
    for (uint32_t left = *claims; left; left &= left - 1) {
        const Claim *claim = p->claim + pt_lowest(left);
        uint32_t bit = left & -left;
        int answer = pt_answer(p, claim, owned, sites, site, player);
        if (answer == PT_REFUSED) *claims ^= bit;
        if (answer != PT_GRANTED || counted & bit) continue;
        worth += claim->worth[player], counted |= claim->alike;
    }
    return worth;
}

/* The logarithm of exp s - 1, for s of at least one strong feature. */
PT_INLINE int32_t pt_added(const Strength *p, int32_t s) {
    return s < PT_LESS_UNIT * PT_LESS_COUNT ? s - p->less[s / PT_LESS_UNIT] : s;
}
