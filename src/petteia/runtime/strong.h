
/* -- where strong features hold -------------------------------------------------------------------------------- */

/* A feature of large weight is worth more than chance finds of it. So the sites are kept where one may hold: of each of its
 * instances it is known, at each pivot and for each player, how many of the pieces that it asks for are not there, and a
 * piece that comes or goes changes that of those that ask for it. A site is strong for a player where none is missing. */

#define PT_MOST_STRONG 32 /* instances */
#define PT_MOST_ASKED 256 /* pieces that they ask for */
#define PT_ASKED_AT_ONCE 4

typedef struct {
    uint32_t instances; /* 0 if nothing is kept */
    uint32_t asked[2]; /* how many pieces all of them ask for: the player's own, the other player's; by PT_ASKED_AT_ONCE */
    const uint16_t *askers; /* by site, by piece asked for: instance * sites + pivot, or a place of nobody's behind */
    const uint8_t *first; /* what is missing on an empty board: by instance, by pivot */
} Strength;

/* What a playout keeps of them, by player. */
typedef struct {
    uint64_t sites[2][PT_GUIDED_WORDS]; /* those that are strong, pieces on them or not */
    uint8_t held[2][PT_GUIDED_SITES]; /* how many instances hold there */
    uint8_t missing[2][PT_MOST_STRONG * PT_GUIDED_SITES + PT_MOST_ASKED];
} Strong;

static void pt_clear_strong(Strong *kept, const Strength *p, uint32_t sites) {
    memset(kept->sites, 0, sizeof kept->sites), memset(kept->held, 0, sizeof kept->held);
    for (uint32_t k = 0; k < 2; k++) memcpy(kept->missing[k], p->first, p->instances * sites);
}

/* Nothing is missing any more for a player where this asks, or something is again. */
static __attribute__((noinline)) void pt_turn_strong(Strong *kept, const Strength *p, uint32_t sites, uint32_t player, uint32_t asker, bool holds) {
    if (asker >= p->instances * sites) return;
    uint32_t site = asker % sites;
    uint64_t bit = 1ull << site % 64, *word = kept->sites[player] + site / 64;
    if (holds) kept->held[player][site]++, *word |= bit;
    else if (!--kept->held[player][site]) *word &= ~bit;
}

/* A piece of a player has come to a site, or gone from it. */
static void pt_note_strong(Strong *kept, const Strength *p, uint32_t sites, uint32_t site, uint32_t player, bool comes) {
    const uint16_t *asker = p->askers + site * (p->asked[0] + p->asked[1]);
    for (uint32_t k = 0; k < 2; k++) {
        uint8_t *missing = kept->missing[player ^ k];
#define PT_TURN(j) if (comes ? !--missing[asker[j]] : !missing[asker[j]]++) pt_turn_strong(kept, p, sites, player ^ k, asker[j], comes)
        for (const uint16_t *end = asker + p->asked[k]; asker < end; asker += PT_ASKED_AT_ONCE) {
            PT_TURN(0);
            PT_TURN(1);
            PT_TURN(2);
            PT_TURN(3);
        }
#undef PT_TURN
    }
}
