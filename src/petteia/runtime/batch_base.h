#pragma once
#include "stand_in/batch.h"

/* -- what observations and numbers of actions are written with ------------------------------------------------ */

static inline uint64_t ptb_mixed(uint64_t value) {
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9ull;
    value = (value ^ value >> 27) * 0x94d049bb133111ebull;
    return value ^ value >> 31;
}

/* The next number of a state's own generator, splitmix64: the same that single states go by. */
static inline uint64_t ptb_next(uint64_t *random) { return ptb_mixed(*random += 0x9e3779b97f4a7c15ull); }

/* The same number in all places of a plane. */
static inline void ptb_fill(Cell *out, Cell value) {
    for (int i = 0; i < PTB_WIDTH; i++) out[i] = value;
}

static inline void ptb_clear(Cell *out) { memset(out, 0, sizeof(Cell) * PTB_WIDTH); }

#if defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__GNUC__) && !defined(__clang__)
#define PTB_WIDE 32
typedef char PtbWide __attribute__((vector_size(32)));

/* The lowest bits of a word as as many bytes. */
static inline void ptb_spread_wide(Cell *out, uint64_t word) {
    PtbWide ones = __builtin_ia32_cvtmask2b256((uint32_t)word) & 1;
    memcpy(out, &ones, 32);
}
#elif defined(__SSE2__) && !defined(__TINYC__)
#define PTB_WIDE 16
typedef uint8_t PtbWide __attribute__((vector_size(16)));
typedef uint64_t PtbPair __attribute__((vector_size(16)));

static inline void ptb_spread_wide(Cell *out, uint64_t word) {
    PtbPair pair = {(word & 255) * 0x0101010101010101ull, (word >> 8 & 255) * 0x0101010101010101ull};
    const PtbWide bit = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    PtbWide ones = (PtbWide)(((PtbWide)pair & bit) == bit) & 1;
    memcpy(out, &ones, 16);
}
#endif

/* The lowest 8 bits of a word as as many bytes. */
static inline void ptb_spread_eight(Cell *out, uint64_t word) {
    uint64_t eight = ((word & 255) * 0x0101010101010101ull) & 0x8040201008040201ull;
    eight = (eight + 0x7f7f7f7f7f7f7f7full | eight) >> 7 & 0x0101010101010101ull;
    memcpy(out, &eight, 8);
}

/* The bits of a set from one site on. */
PT_INLINE uint64_t ptb_from(const uint64_t *words, int sites, int first) {
    uint64_t word = words[first >> 6] >> (first & 63);
    return (first & 63) && first + 64 - (first & 63) < sites ? word | words[(first >> 6) + 1] << (64 - (first & 63))
                                                             : word;
}

/* Ones at the sites of a set, whose places are the sites themselves. Bytes are written eight or more at once,
 * the last ones a second time where the number of sites is no multiple. */
PT_INLINE void ptb_spread(Cell *out, const uint64_t *words, int sites) {
    int i = 0;
#ifdef PTB_WIDE
    if (sizeof(Cell) == 1 && sites >= PTB_WIDE) {
        for (; i + PTB_WIDE <= sites; i += PTB_WIDE) ptb_spread_wide(out + i, words[i >> 6] >> (i & 63));
        if (i < sites) ptb_spread_wide(out + sites - PTB_WIDE, ptb_from(words, sites, sites - PTB_WIDE));
        return;
    }
#endif
    if (sizeof(Cell) == 1 && sites >= 8) {
        for (; i + 8 <= sites; i += 8) ptb_spread_eight(out + i, words[i >> 6] >> (i & 63));
        if (i < sites) ptb_spread_eight(out + sites - 8, ptb_from(words, sites, sites - 8));
        return;
    }
    for (; i < sites; i++) out[i] = (Cell)(words[i >> 6] >> (i & 63) & 1);
}

static inline void ptb_scatter(Cell *out, const uint64_t *words, int count, const int16_t *place) {
    for (int k = 0; k < count; k++)
        for (uint64_t word = words[k]; word; word &= word - 1) {
            int at = place[k * 64 + pt_lowest(word)];
            if (at >= 0) out[at] = 1;
        }
}

/* A player's number counted from the one who looks, who is 1; other numbers stay. */
static inline int64_t ptb_seen(int64_t player, uint32_t looks, int players) {
    return player >= 1 && player <= players ? (player - 1 - (int64_t)looks + players) % players + 1 : player;
}

/* The number that belongs to a key in a table with open addressing; -1 if there is none. */
static inline int32_t ptb_find(const int16_t *key, int width, const int16_t *keys, const int32_t *numbers,
                               uint32_t size) {
    uint64_t value = 0x9e3779b97f4a7c15ull;
    for (int i = 0; i < width; i++) {
        value = (value ^ (uint16_t)key[i]) * 0xbf58476d1ce4e5b9ull;
        value ^= value >> 29;
    }
    for (uint32_t at = (uint32_t)(value & (size - 1)); numbers[at] >= 0; at = (at + 1) & (size - 1)) {
        int same = 1;
        for (int i = 0; i < width; i++) same &= keys[at * (uint32_t)width + (uint32_t)i] == key[i];
        if (same) return numbers[at];
    }
    return -1;
}

#if PTB_HASHED
/* The number that a move hashes to, the same in every build. */
static inline int32_t ptb_hashed(Move move, const char *kind, int captured) {
    uint64_t value = 0x9e3779b97f4a7c15ull;
    const int16_t *part = (const int16_t *)&move + 1;
    while (*kind) {
        value = (value ^ (uint8_t)*kind++) * 0xbf58476d1ce4e5b9ull + 0x9e3779b97f4a7c15ull;
        value ^= value >> 29;
    }
    for (int i = 0; i < 2 + captured; i++) {
        value = (value ^ (uint16_t)part[i]) * 0xbf58476d1ce4e5b9ull + 0x9e3779b97f4a7c15ull;
        value ^= value >> 29;
    }
    return (int32_t)(value % PTB_ACTIONS);
}
#endif
