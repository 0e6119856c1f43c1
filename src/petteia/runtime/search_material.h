/* The evaluation that serves any game: pieces by their worth, scores, and how many moves there are to choose from. */

enum { TERM_SET = 0, TERM_NUMBER = 1, TERM_SITES = 2 };

/* Something of the state that counts for a seat: the size of a set of sites, or a number; or all sites at once, whose
 * contents tell the component and, where owners are kept apart, the owner. */
typedef struct {
    uint32_t kind, seat, offset, length, width; /* length: words of a set, or sites; width: bytes of an element */
    uint32_t counts, count_width, owners; /* TERM_SITES: where counts and owners of sites are; NOTHING if nowhere */
    double weight;
} Term;

typedef struct {
    const Game *game;
    const Term *terms;
    uint32_t term_count, components;
    const double *worth; /* of each component */
    const uint8_t *owner; /* of each component */
    double mobility, scale; /* scale: the advantage that is worth a half */
} Material;

static int64_t number_at(const uint8_t *at, uint32_t width) {
    int64_t value = 0;
    memcpy(&value, at, width);
    uint32_t spare = 64 - 8 * width;
    return width < 8 ? (int64_t)((uint64_t)value << spare) >> spare : value;
}

static uint32_t count_bits(uint64_t word) {
#ifdef __TINYC__
    uint32_t count = 0;
    for (; word; word &= word - 1) count++;
    return count;
#else
    return (uint32_t)__builtin_popcountll(word);
#endif
}

static void add_sites(const Material *m, const Term *term, const uint8_t *state, double *totals) {
    for (uint32_t k = 0; k < term->length; k++) {
        uint32_t what = (uint32_t)number_at(state + term->offset + k * term->width, term->width);
        if (!what || what >= m->components) continue;
        int64_t count = term->counts == NOTHING ? 1 : number_at(state + term->counts + k * term->count_width, term->count_width);
        uint32_t owner = term->owners == NOTHING ? m->owner[what] : state[term->owners + k];
        if (owner >= 1 && owner <= 2) totals[owner] += m->worth[what] * (double)count;
    }
}

/* The advantage of a seat over the other, between -1 and 1; for games of two players. */
PT_EXPORT double pts_material(void *self, const void *position, uint32_t seat) {
    const Material *m = self;
    const uint8_t *state = position;
    double totals[3] = {0, 0, 0};
    for (uint32_t k = 0; k < m->term_count; k++) {
        const Term *term = &m->terms[k];
        if (term->kind == TERM_SITES) {
            add_sites(m, term, state, totals);
        } else if (term->kind == TERM_NUMBER) {
            totals[term->seat] += term->weight * (double)number_at(state + term->offset, term->width);
        } else {
            uint32_t count = 0;
            for (uint32_t word = 0; word < term->length; word++) {
                uint64_t bits;
                memcpy(&bits, state + term->offset + 8 * word, 8);
                count += count_bits(bits);
            }
            totals[term->seat] += term->weight * count;
        }
    }
    if (m->mobility != 0) totals[state[m->game->mover]] += m->mobility * m->game->moves((void *)position, NULL, 0);
    double advantage = seat == 1 ? totals[1] - totals[2] : totals[2] - totals[1];
    return advantage / (m->scale + (advantage < 0 ? -advantage : advantage));
}
