/* Aspects: numbers of a position that its rules make matter, for each of two seats. Lines in the making, how far a
 * connection is away, groups and their liberties, territory, room to move. They are told from whose piece stands where;
 * tables of the board come from Python (`petteia.aspects`). */
#pragma once
#include "search_reuse.h"
#include "search_network.h"

enum { LINES, ROUTES, GROUPS, SPACE, CONTACT };
enum { MOST_SITES = 512, MOST_GOALS = 12, NO_SITE = 0xffff, FAR = 1000, BESIDE = 3 };
/* BESIDE: owners are 0 (nobody), 1, 2, and BESIDE for what stands there for neither. */

typedef struct {
    uint32_t kind, first, outputs; /* its numbers begin at `first` for each seat */
    /* of lines: their length and how many there are; degree: neighbours of a site at most */
    uint32_t length, count, degree;
    uint32_t needed, goals[2]; /* of routes: how many of so many goals of each seat have to be joined */
    uint32_t cap; /* what is farther counts as so far */
    const uint16_t *table; /* lines: the sites of each; routes: bridges; space: rays */
    const uint32_t *start; /* where the entries of a site begin in `index` or in `table` */
    const uint16_t *index; /* lines: the lines through each site; routes: the sites of the goals */
    const uint32_t *ends; /* routes: where the sites of each goal begin, those of seat 1 first */
    const uint16_t *near; /* neighbours of each site, NO_SITE for none */
    uint8_t *kept; /* lines: what was seen last; see LineCounts */
} Aspect;

typedef struct Aspects {
    uint32_t sites, count, outputs;
    uint8_t lock, is_seen, padding[2];
    const Aspect *aspect;
    const float *weights; /* [output][seat][0: the other is to move, 1: it is itself] */
    uint8_t *seen; /* owners that the kept parts of aspects belong to */
} Aspects;

typedef struct {
    uint8_t at[MOST_SITES];
} Owners;

static void see_owners(const Values *v, const uint8_t *state, uint32_t sites, Owners *owners) {
    memset(owners->at, 0, sites);
    if (v->pieces != NOTHING) {
        for (uint32_t c = 1; c < v->components; c++) {
            const uint8_t *set = state + v->pieces + (size_t)c * v->words * 8;
            for (uint32_t k = 0; k < v->words; k++)
                for (uint64_t word = word_at(set + 8 * k); word; word &= word - 1) {
                    uint32_t site = 64 * k + lowest_bit(word);
                    if (site >= sites) break;
                    uint32_t owner = owner_at(v, state, site, c);
                    owners->at[site] = owner == 1 || owner == 2 ? (uint8_t)owner : BESIDE;
                }
        }
    } else if (v->what != NOTHING)
        for (uint32_t site = 0; site < sites; site++) {
            uint32_t what = (uint32_t)number_at(state + v->what + site * v->what_width, v->what_width);
            if (!what) continue;
            uint32_t owner = what < v->components ? owner_at(v, state, site, what) : 0;
            owners->at[site] = owner == 1 || owner == 2 ? (uint8_t)owner : BESIDE;
        }
}

/* -- lines in the making: kept up from position to position -------------------------------------------------------- */

enum { LONGEST = 8 };

/* Counts of lines by pieces of one side, none of others; and for each empty site the lines it would complete, or bring
 * within one of that. */
typedef struct {
    int32_t open[2][LONGEST + 1];
    uint16_t last[2][MOST_SITES], near[2][MOST_SITES];
    int32_t threats[2], forks[2];
} LineCounts;

static inline void count_site(uint16_t *counts, uint32_t site, int32_t by, uint32_t least, int32_t *total) {
    *total -= counts[site] >= least;
    counts[site] = (uint16_t)(counts[site] + by);
    *total += counts[site] >= least;
}

static void count_line(const Aspect *a, LineCounts *kept, const uint8_t *owners, uint32_t line, int32_t by) {
    const uint16_t *sites = a->table + (size_t)line * a->length;
    uint32_t own[4] = {0};
    for (uint32_t k = 0; k < a->length; k++) own[owners[sites[k]]]++;
    if (own[BESIDE] || (own[1] && own[2])) return;
    uint32_t side = own[2] > 0, has = own[1] + own[2];
    if (!has) return;
    kept->open[side][has] += by;
    if (has + 2 < a->length || has == a->length) return;
    bool completes = has + 1 == a->length;
    for (uint32_t k = 0; k < a->length; k++) {
        if (owners[sites[k]]) continue;
        if (completes) count_site(kept->last[side], sites[k], by, 1, &kept->threats[side]);
        else count_site(kept->near[side], sites[k], by, 2, &kept->forks[side]);
    }
}

static void begin_lines(const Aspect *a, const uint8_t *owners) {
    LineCounts *kept = (LineCounts *)(void *)a->kept;
    memset(kept, 0, sizeof *kept);
    for (uint32_t line = 0; line < a->count; line++) count_line(a, kept, owners, line, 1);
}

/* Brings what is kept to a position that differs on one site, of which `owners` are told before and after. */
static void change_lines(const Aspect *a, uint8_t *owners, uint32_t site, uint8_t now) {
    LineCounts *kept = (LineCounts *)(void *)a->kept;
    uint8_t before = owners[site];
    for (uint32_t k = a->start[site]; k < a->start[site + 1]; k++) count_line(a, kept, owners, a->index[k], -1);
    owners[site] = now;
    for (uint32_t k = a->start[site]; k < a->start[site + 1]; k++) count_line(a, kept, owners, a->index[k], 1);
    owners[site] = before;
}

/* Lines with one to all but one piece; sites that complete one, and sites that would make two threats. */
static void tell_lines(const Aspect *a, float (*out)[2]) {
    const LineCounts *kept = (const LineCounts *)(void *)a->kept;
    for (uint32_t side = 0; side < 2; side++) {
        for (uint32_t has = 1; has < a->length; has++) out[has - 1][side] = (float)kept->open[side][has];
        out[a->length - 1][side] = (float)kept->threats[side], out[a->length][side] = (float)kept->forks[side];
        for (uint32_t k = a->length + 1; k < a->outputs; k++) out[k][side] = kept->last[side][k - a->length - 1] > 0;
    }
}

/* -- connections: the shortest way, a bridge being as good as a neighbour -------------------------------------------
 */

typedef struct {
    uint16_t far[MOST_SITES];
} Field;

/* How many pieces a seat needs to join a goal with each site, the site's own one among them. Sites of cost 0 go to the
 * front of the queue, others to the back. */
static void spread_from(const Aspect *a, const Owners *owners, uint32_t sites, uint8_t seat, uint32_t goal,
                        bool bridges, Field *field) {
    uint16_t queue[4 * MOST_SITES];
    uint32_t head = 2 * MOST_SITES, tail = head;
    uint8_t touched[MOST_SITES];
    memset(touched, 0, sites);
    for (uint32_t site = 0; site < sites; site++) field->far[site] = FAR;
    for (uint32_t k = a->ends[goal]; k < a->ends[goal + 1]; k++) {
        uint32_t site = a->index[k];
        if (owners->at[site] != 0 && owners->at[site] != seat) continue;
        field->far[site] = owners->at[site] == 0;
        if (owners->at[site]) queue[--head] = (uint16_t)site;
        else queue[tail++] = (uint16_t)site;
        if (!bridges || owners->at[site]) continue;
        /* a site beside two empty ones of the goal is joined to it already */
        for (uint32_t j = 0; j < a->degree; j++) {
            uint32_t next = a->near[site * a->degree + j];
            if (next != NO_SITE && touched[next] < 2) touched[next]++;
        }
    }
    for (uint32_t site = 0; bridges && site < sites; site++)
        if (touched[site] == 2 && owners->at[site] == seat && field->far[site] > 0)
            field->far[site] = 0, queue[--head] = (uint16_t)site;
        else if (touched[site] == 2 && owners->at[site] == 0 && field->far[site] > 1)
            field->far[site] = 1, queue[tail++] = (uint16_t)site;
    while (head < tail) {
        uint32_t site = queue[head++], far = field->far[site];
        uint32_t more = bridges ? a->start[site + 1] - a->start[site] : 0;
        for (uint32_t j = 0; j < a->degree + more; j++) {
            uint32_t next;
            if (j < a->degree) next = a->near[site * a->degree + j];
            else {
                const uint16_t *bridge = a->table + 3 * (size_t)(a->start[site] + j - a->degree);
                if (owners->at[bridge[1]] || owners->at[bridge[2]]) continue;
                next = bridge[0];
            }
            if (next == NO_SITE || (owners->at[next] && owners->at[next] != seat)) continue;
            uint32_t cost = owners->at[next] == 0;
            if (far + cost >= field->far[next]) continue;
            field->far[next] = (uint16_t)(far + cost);
            if (cost == 0 && head > 0) queue[--head] = (uint16_t)next;
            else if (tail < 4 * MOST_SITES) queue[tail++] = (uint16_t)next;
        }
    }
}

/* The least that a seat needs to join enough goals by one group, and how many empty sites are on a way of that length.
 */
static void best_routes(const Aspect *a, const Owners *owners, uint32_t sites, uint8_t seat, bool bridges, float *far,
                        float *ways) {
    Field fields[MOST_GOALS];
    uint32_t goals = a->goals[seat - 1], first = seat == 1 ? 0 : a->goals[0], best = FAR, count = 0;
    for (uint32_t g = 0; g < goals; g++) spread_from(a, owners, sites, seat, first + g, bridges, &fields[g]);
    for (uint32_t site = 0; site < sites; site++) {
        if (owners->at[site] && owners->at[site] != seat) continue;
        uint32_t nearest[MOST_GOALS], kept = 0, cost = owners->at[site] == 0;
        for (uint32_t g = 0; g < goals; g++) {
            uint32_t k = kept < a->needed ? kept++ : a->needed - 1, value = fields[g].far[site];
            if (k == a->needed - 1 && kept == a->needed && g >= a->needed && value >= nearest[k]) continue;
            for (; k > 0 && nearest[k - 1] > value; k--) nearest[k] = nearest[k - 1];
            nearest[k] = value;
        }
        uint32_t total = 0;
        for (uint32_t k = 0; k < kept; k++) total += nearest[k];
        if (kept < a->needed || total >= FAR) continue;
        total -= (a->needed - 1) * cost;
        if (total < best) best = total, count = 0;
        if (total == best) count += cost;
    }
    *far = best > a->cap ? (float)a->cap : (float)best;
    *ways = best >= FAR ? 0 : (float)(count > 16 ? 16 : count) / 16;
}

static void tell_routes(const Aspect *a, const Owners *owners, uint32_t sites, float (*out)[2]) {
    for (uint32_t side = 0; side < 2; side++) {
        float far, ways;
        best_routes(a, owners, sites, (uint8_t)(side + 1), true, &far, &ways);
        out[0][side] = far, out[1][side] = ways, out[2][side] = 1 / (1 + far);
        best_routes(a, owners, sites, (uint8_t)(side + 1), false, &far, &ways);
        out[3][side] = far, out[4][side] = ways, out[5][side] = 1 / (1 + far);
    }
}

/* -- groups, liberties, territory ---------------------------------------------------------------------------------- */

/* The group of a site: its size, and the sites of another kind next to it, once each. `mark` tells groups apart. */
static uint32_t flood(const Aspect *a, const Owners *owners, uint32_t site, uint16_t mark, uint16_t *marks,
                      uint16_t *rim_marks, uint32_t *liberties, uint8_t *touches) {
    uint16_t stack[MOST_SITES];
    uint32_t top = 0, size = 0;
    uint8_t kind = owners->at[site];
    stack[top++] = (uint16_t)site, marks[site] = mark, *liberties = 0, *touches = 0;
    while (top) {
        uint32_t here = stack[--top];
        size++;
        for (uint32_t j = 0; j < a->degree; j++) {
            uint32_t next = a->near[here * a->degree + j];
            if (next == NO_SITE) continue;
            if (owners->at[next] == kind) {
                if (!marks[next]) marks[next] = mark, stack[top++] = (uint16_t)next;
            } else {
                *touches |= (uint8_t)(1 << owners->at[next]);
                if (owners->at[next] == 0 && rim_marks[next] != mark) rim_marks[next] = mark, ++*liberties;
            }
        }
    }
    return size;
}

/* Groups, the largest one, pieces with one liberty and with two, liberties of all groups; empty sites only one side
 * surrounds, and empty sites nearer to it. */
static void tell_groups(const Aspect *a, const Owners *owners, uint32_t sites, float (*out)[2]) {
    uint16_t marks[MOST_SITES] = {0}, rim[MOST_SITES] = {0}, queue[2 * MOST_SITES], mark = 0;
    for (uint32_t k = 0; k < 7; k++) out[k][0] = out[k][1] = 0;
    for (uint32_t site = 0; site < sites; site++) {
        uint8_t kind = owners->at[site];
        if (marks[site] || kind == BESIDE) continue;
        uint32_t liberties;
        uint8_t touches;
        uint32_t size = flood(a, owners, site, ++mark, marks, rim, &liberties, &touches);
        if (kind == 0) {
            if (touches == 2 || touches == 4) out[5][touches == 4] += (float)size;
            continue;
        }
        uint32_t side = kind - 1u;
        out[0][side] += 1, out[4][side] += (float)(liberties > 6 ? 6 : liberties);
        if ((float)size > out[1][side]) out[1][side] = (float)size;
        if (liberties == 1) out[2][side] += (float)size;
        if (liberties == 2) out[3][side] += (float)size;
    }
    uint8_t nearer[MOST_SITES];
    uint32_t head = 0, tail = 0;
    uint16_t when[MOST_SITES];
    for (uint32_t site = 0; site < sites; site++) {
        nearer[site] = owners->at[site], when[site] = 0;
        if (owners->at[site] == 1 || owners->at[site] == 2) queue[tail++] = (uint16_t)site;
    }
    while (head < tail) {
        uint32_t here = queue[head++];
        if (nearer[here] == BESIDE) continue;
        for (uint32_t j = 0; j < a->degree; j++) {
            uint32_t next = a->near[here * a->degree + j];
            if (next == NO_SITE || owners->at[next]) continue;
            if (!nearer[next])
                nearer[next] = nearer[here], when[next] = (uint16_t)(when[here] + 1), queue[tail++] = (uint16_t)next;
            else if (nearer[next] != nearer[here] && nearer[next] != BESIDE && when[next] == when[here] + 1)
                nearer[next] = BESIDE;
        }
    }
    for (uint32_t site = 0; site < sites; site++)
        if (!owners->at[site] && (nearer[site] == 1 || nearer[site] == 2)) out[6][nearer[site] - 1] += 1;
}

/* -- room to move: sites that a side comes to first, by steps and by slides -----------------------------------------
 */

static void reach_from(const Aspect *a, const Owners *owners, uint32_t sites, uint8_t seat, bool slides, uint8_t *when,
                       uint32_t *first) {
    uint16_t queue[MOST_SITES];
    uint32_t head = 0, tail = 0;
    for (uint32_t site = 0; site < sites; site++) {
        when[site] = 0xff;
        if (owners->at[site] == seat) when[site] = 0, queue[tail++] = (uint16_t)site;
    }
    *first = 0;
    while (head < tail) {
        uint32_t here = queue[head++];
        for (const uint16_t *ray = a->table + a->start[here], *end = a->table + a->start[here + 1]; ray < end; ray++) {
            for (; *ray != NO_SITE && !owners->at[*ray]; ray++) {
                if (when[here] == 0) ++*first;
                if (when[*ray] == 0xff) when[*ray] = (uint8_t)(when[here] + 1), queue[tail++] = *ray;
                if (!slides) break;
            }
            while (*ray != NO_SITE) ray++;
        }
    }
}

/* Empty sites a side comes to first, those that the other does not come to at all, and how many ways it has to move: by
 * slides, and by steps. */
static void tell_space(const Aspect *a, const Owners *owners, uint32_t sites, float (*out)[2]) {
    for (uint32_t way = 0; way < 2; way++) {
        uint8_t when[2][MOST_SITES];
        uint32_t first[2];
        for (uint32_t side = 0; side < 2; side++)
            reach_from(a, owners, sites, (uint8_t)(side + 1), way == 0, when[side], &first[side]);
        float sum[2] = {0, 0}, close[2] = {0, 0};
        for (uint32_t site = 0; site < sites; site++)
            for (uint32_t side = 0; side < 2 && !owners->at[site]; side++) {
                int32_t lead = (int32_t)when[1 - side][site] - when[side][site];
                sum[side] += lead > 0 ? 1 : 0;
                close[side] += lead > 0 && when[1 - side][site] == 0xff ? 1 : 0;
            }
        for (uint32_t side = 0; side < 2; side++)
            out[3 * way][side] = sum[side], out[3 * way + 1][side] = close[side],
                    out[3 * way + 2][side] = (float)first[side];
    }
}

/* -- contact: empty sites beside pieces, pieces beside empty sites, friends and enemies side by side -----------------
 */

static void tell_contact(const Aspect *a, const Owners *owners, uint32_t sites, float (*out)[2]) {
    for (uint32_t k = 0; k < 4; k++) out[k][0] = out[k][1] = 0;
    for (uint32_t site = 0; site < sites; site++) {
        uint8_t here = owners->at[site];
        uint32_t beside[4] = {0};
        for (uint32_t j = 0; j < a->degree; j++) {
            uint32_t next = a->near[site * a->degree + j];
            if (next == NO_SITE) break;
            beside[owners->at[next]]++;
        }
        if (here == 0) out[0][0] += beside[1] > 0, out[0][1] += beside[2] > 0;
        else if (here != BESIDE)
            out[1][here - 1] += beside[0] > 0, out[2][here - 1] += (float)beside[here],
                out[3][here - 1] += beside[3 - here] > 0;
    }
}

/* -- all of them -------------------------------------------------------------------------------------------------- */

static void follow_owners(const Aspects *all, const Owners *owners) {
    Aspects *kept = (Aspects *)all;
    uint32_t changes = 0;
    for (uint32_t site = 0; site < all->sites; site++) changes += all->seen[site] != owners->at[site];
    bool anew = !all->is_seen || changes * 4 > all->sites;
    if (anew) memcpy(kept->seen, owners->at, all->sites), kept->is_seen = 1;
    for (uint32_t k = 0; anew && k < all->count; k++)
        if (all->aspect[k].kind == LINES) begin_lines(&all->aspect[k], all->seen);
    for (uint32_t site = 0; !anew && changes && site < all->sites; site++) {
        if (all->seen[site] == owners->at[site]) continue;
        for (uint32_t k = 0; k < all->count; k++)
            if (all->aspect[k].kind == LINES) change_lines(&all->aspect[k], kept->seen, site, owners->at[site]);
        kept->seen[site] = owners->at[site];
    }
}

static void tell_aspects(const Aspects *all, const Values *v, const uint8_t *state, float (*out)[2]) {
    Owners owners;
    see_owners(v, state, all->sites, &owners);
    bool has_lines = false;
    for (uint32_t k = 0; k < all->count; k++) has_lines |= all->aspect[k].kind == LINES;
    if (has_lines) take(&((Aspects *)all)->lock), follow_owners(all, &owners);
    for (uint32_t k = 0; k < all->count; k++) {
        const Aspect *a = &all->aspect[k];
        if (a->kind == LINES) tell_lines(a, out + a->first);
        else if (a->kind == ROUTES) tell_routes(a, &owners, all->sites, out + a->first);
        else if (a->kind == GROUPS) tell_groups(a, &owners, all->sites, out + a->first);
        else if (a->kind == SPACE) tell_space(a, &owners, all->sites, out + a->first);
        else tell_contact(a, &owners, all->sites, out + a->first);
    }
    if (has_lines) release(&((Aspects *)all)->lock);
}

enum { MOST_OUTPUTS = 256 };

/* What the aspects of a position are worth to the first seat. */
static double worth_of_aspects(const Values *v, const uint8_t *state) {
    float out[MOST_OUTPUTS][2];
    tell_aspects(v->aspects, v, state, out);
    uint32_t mover = state[v->game->mover] == 1 ? 0 : 1;
    double total = 0;
    for (uint32_t k = 0; k < v->aspects->outputs; k++) {
        const float *weights = v->aspects->weights + 4 * k;
        total += weights[mover == 0] * out[k][0] - weights[2 + (mover == 1)] * out[k][1];
    }
    return total;
}

/* The aspects of positions, of each its first `size` bytes, one after the other: [position][output][seat]. */
PT_EXPORT void pts_aspects(const Values *v, const uint8_t *states, uint32_t size, uint32_t count, float *out) {
    for (uint32_t k = 0; k < count; k++)
        tell_aspects(v->aspects, v, states + (size_t)k * size,
                     (float(*)[2])(out + (size_t)k * v->aspects->outputs * 2));
}
