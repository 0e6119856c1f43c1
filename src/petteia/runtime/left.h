/* The sites left to play on; those played on follow them. `stale` says that they have to be listed anew. `digits` is a
 * fraction of 2^64 of which each draw takes its integer part: one random number for several draws in a row. */
#pragma once
#include "stand_in/rules.h"

typedef struct {
    Site *site;
    uint32_t count;
    bool stale, renewed;
    uint64_t digits;
} Left;

static inline Left pt_left(Site *site, uint32_t count, Random *random) {
    return (Left){site, count, false, false, pt_random(random)};
}

/* The place of a random site. Only for draws that take the site out, so that the next one has one place less. */
PT_INLINE uint32_t pt_draw_place(Left *left, Random *random) {
    if (left->count % PT_DRAWN_TOGETHER == 0) left->digits = pt_random(random);
    uint64_t digits = left->digits;
    left->digits = digits * left->count;
    return (uint32_t)pt_multiply_high(digits, left->count);
}
