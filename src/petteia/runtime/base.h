/* Types, memory, bits and random numbers, without any header: the unit compiles where no C library is installed. */
#pragma once
#include "types.h"

void abort(void);

/* Holds a member of the state to the place where Python reads it. */
#define PT_LIES_AT(place, member) \
    _Static_assert(__builtin_offsetof(State, member) == (place), "State." #member " is elsewhere in Python")

/* For what a playout does at every move: known values, such as the mover, then reach into it. */
#ifdef __TINYC__
#define PT_INLINE static inline
#else
#define PT_INLINE static inline __attribute__((always_inline))
#endif

/* -- bits ----------------------------------------------------------------------------------------------------- */

#ifdef __TINYC__
static inline int pt_count(uint64_t word) {
    word -= word >> 1 & 0x5555555555555555ull;
    word = (word & 0x3333333333333333ull) + (word >> 2 & 0x3333333333333333ull);
    return (word + (word >> 4) & 0x0f0f0f0f0f0f0f0full) * 0x0101010101010101ull >> 56;
}

static inline int pt_lowest(uint64_t word) { return pt_count((word & -word) - 1); }

static inline uint64_t pt_multiply_high(uint64_t a, uint64_t b) {
    uint64_t low = (a & 0xffffffffu) * (b & 0xffffffffu);
    uint64_t left = (a >> 32) * (b & 0xffffffffu) + (low >> 32), right = (a & 0xffffffffu) * (b >> 32) + (uint32_t)left;
    return (a >> 32) * (b >> 32) + (left >> 32) + (right >> 32);
}
#else
/* The number of sites in a word. */
PT_INLINE int pt_count(uint64_t word) { return __builtin_popcountll(word); }

/* The lowest site of a word that has one. */
PT_INLINE int pt_lowest(uint64_t word) { return __builtin_ctzll(word); }

static inline uint64_t pt_multiply_high(uint64_t a, uint64_t b) { return (uint64_t)((unsigned __int128)a * b >> 64); }
#endif

#ifdef __AVX2__
/* Four words at once. */
typedef uint64_t Four __attribute__((vector_size(32)));

static inline Four pt_four(uint64_t word) { return (Four){word, word, word, word}; }

/* All sites of four words in one. */
static inline uint64_t pt_join(Four words) { return (words[0] | words[2]) | (words[1] | words[3]); }
#endif

/* Whether a list holds a number. */
static inline bool pt_holds(const int64_t *list, int64_t count, int64_t wanted) {
    int64_t k = 0;
#ifdef __AVX2__
    Four all = pt_four((uint64_t)wanted);
    for (; k + 16 <= count; k += 16) {
        Four a, b, c, d;
        memcpy(&a, list + k, 32), memcpy(&b, list + k + 4, 32);
        memcpy(&c, list + k + 8, 32), memcpy(&d, list + k + 12, 32);
        if (pt_join((Four)(a == all) | (Four)(b == all) | (Four)(c == all) | (Four)(d == all))) return true;
    }
#endif
    for (; k + 4 <= count; k += 4)
        if ((list[k] == wanted) | (list[k + 1] == wanted) | (list[k + 2] == wanted) | (list[k + 3] == wanted))
            return true;
    for (; k < count; k++)
        if (list[k] == wanted) return true;
    return false;
}

/* The lowest site of a word, -1 if there is none. */
static inline int pt_first(uint64_t word) { return word ? pt_lowest(word) : -1; }

/* The highest bit of a word, alone; nothing if there is none. */
#ifdef __TINYC__
static inline uint64_t pt_highest(uint64_t word) {
    while (word & (word - 1)) word &= word - 1;
    return word;
}
#else
static inline uint64_t pt_highest(uint64_t word) { return word ? 1ull << (63 - __builtin_clzll(word)) : 0; }
#endif

/* The k-th site of a word, counted from 0. */
static inline int pt_select(uint64_t word, uint32_t k) {
#ifdef __BMI2__
    return pt_lowest(__builtin_ia32_pdep_di(1ull << k, word));
#else
    while (k--) word &= word - 1;
    return pt_lowest(word);
#endif
}

/* Writes the sites of a word one after the other, each plus a base; returns how many. Up to 7 places behind them may be
 * written as well. */
static inline uint32_t pt_list_bytes(uint8_t *site, uint32_t base, uint64_t word) {
    uint32_t count = 0;
#ifdef __BMI2__ /* eight names at once, of which those of the sites are kept */
    const uint64_t ones = 0x0101010101010101ull;
    for (uint64_t names = 0x0706050403020100ull + base * ones; word; word >>= 8, names += 8 * ones) {
        uint64_t kept = __builtin_ia32_pext_di(names, __builtin_ia32_pdep_di(word, ones) * 255);
        memcpy(site + count, &kept, 8);
        count += (uint32_t)pt_count(word & 255);
    }
#else
    for (; word; word &= word - 1) site[count++] = (uint8_t)(base + (uint32_t)pt_lowest(word));
#endif
    return count;
}

static inline uint32_t pt_list_shorts(uint16_t *site, uint32_t base, uint64_t word) {
    uint32_t count = 0;
    for (; word; word &= word - 1) site[count++] = (uint16_t)(base + (uint32_t)pt_lowest(word));
    return count;
}

/* How many bits are set, one after the other, just above a place of a word of at most 31 bits, and just below it. */
static inline int pt_ones_above(uint32_t word, int place) { return pt_lowest(~(word >> place >> 1)); }

static inline int pt_ones_below(uint32_t word, int place) {
#ifdef __TINYC__
    int ones = 0;
    while (ones < place && word >> (place - 1 - ones) & 1) ones++;
    return ones;
#else
    return __builtin_clzll(~((uint64_t)word << 1 << (63 - place)));
#endif
}

/* -- integers: dividing by zero gives 0 ----------------------------------------------------------------------- */

static inline int64_t pt_div(int64_t a, int64_t b) { return b ? a / b : 0; }
static inline int64_t pt_mod(int64_t a, int64_t b) { return b ? a % b : 0; }
PT_INLINE int64_t pt_min(int64_t a, int64_t b) { return a < b ? a : b; }
PT_INLINE int64_t pt_max(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t pt_abs(int64_t a) { return a < 0 ? -a : a; }

/* -- chance --------------------------------------------------------------------------------------------------- */

/* wyrand: a counter with a large step, mixed by one multiplication. */
typedef struct {
    uint64_t state;
} Random;

static inline uint64_t pt_random(Random *random) {
    random->state += 0xa0761d6478bd642full;
    uint64_t other = random->state ^ 0xe7037ed1a0b428dbull;
    return pt_multiply_high(random->state, other) ^ random->state * other;
}

/* A generator from a seed; neighbouring seeds give unrelated streams (splitmix64). */
static inline Random pt_seeded(uint64_t seed) {
    seed += 0x9e3779b97f4a7c15ull;
    seed = (seed ^ seed >> 30) * 0xbf58476d1ce4e5b9ull;
    seed = (seed ^ seed >> 27) * 0x94d049bb133111ebull;
    return (Random){seed ^ seed >> 31};
}

/* A number below n by multiply and shift; the bias is below n / 2^64. */
static inline uint32_t pt_below(Random *random, uint32_t n) { return (uint32_t)pt_multiply_high(pt_random(random), n); }

/* A number below a bound from a state's stream of chance: the remainder; the quotient stays. */
static inline int64_t pt_draw(uint64_t *chance, int64_t bound) {
    if (bound <= 1) return 0;
    int64_t drawn = (int64_t)(*chance % (uint64_t)bound);
    *chance /= (uint64_t)bound;
    return drawn;
}

/* -- hashing -------------------------------------------------------------------------------------------------- */

static inline uint64_t pt_mix(uint64_t hash, uint64_t word) {
    uint64_t a = hash ^ 0x2d358dccaa6c78a5ull, b = word ^ 0x8bb84b93962eacc9ull;
    return pt_multiply_high(a, b) ^ a * b ^ hash;
}

static inline uint64_t pt_hash_bytes(uint64_t hash, const void *bytes, __SIZE_TYPE__ size) {
    const uint8_t *at = bytes;
    hash = pt_mix(hash, size);
    for (; size >= 16; size -= 16, at += 16) {
        uint64_t pair[2];
        memcpy(pair, at, 16);
        uint64_t a = pair[0] ^ 0x2d358dccaa6c78a5ull, b = pair[1] ^ hash ^ 0x8bb84b93962eacc9ull;
        hash = pt_multiply_high(a, b) ^ a * b ^ hash;
    }
    for (; size >= 8; size -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        hash = pt_mix(hash, word);
    }
    uint64_t rest = 0;
    for (__SIZE_TYPE__ i = 0; i < size; i++) rest |= (uint64_t)at[i] << 8 * i;
    return size ? pt_mix(hash, rest) : hash;
}

/* What cannot happen has happened; going on would play wrongly. */
static inline void pt_fail(void) { abort(); }
