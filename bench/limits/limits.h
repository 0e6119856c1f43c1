/* What the hand-written programs share: random numbers, bit helpers, and a main that times playouts and prints JSON.
 *
 * A program includes this header, defines
 *     static inline Outcome playout(Random *random, FILE *trace)
 * and ends with LIMITS_MAIN("name", prepare), where prepare() fills its tables. `trace` is the constant NULL in the timed
 * loop, so that the compiler drops the tracing; with --trace every ply is printed as `legal:move`, which lets a slow, plain
 * implementation of the same rules follow each playout and compare move counts, moves and results.
 */
#ifndef LIMITS_H
#define LIMITS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* How a playout ended: its number of moves (forced passes included) and the winner, 1 or 2, or 0 for a draw. */
typedef struct {
    uint32_t plies;
    uint32_t winner;
} Outcome;

/* wyrand: one addition carries the state, so consecutive numbers do not wait for each other's multiplications. */
typedef struct {
    uint64_t state;
} Random;

ALWAYS_INLINE uint64_t random_next(Random *random) {
    random->state += 0xa0761d6478bd642fULL;
    unsigned __int128 product = (unsigned __int128)random->state * (random->state ^ 0xe7037ed1a0b428dbULL);
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

/* A number below n by multiply and shift. The bias is n / 2^64, far below what any number of playouts can see. */
ALWAYS_INLINE uint32_t random_below(Random *random, uint32_t n) {
    return (uint32_t)(((unsigned __int128)random_next(random) * n) >> 64);
}

/* The next digit, in base n, of the fraction `*digits` / 2^64: several small choices out of one random number.
 * Sound as long as the product of all bases taken from one number stays far below 2^64. */
ALWAYS_INLINE uint32_t take_digit(uint64_t *digits, uint32_t n) {
    unsigned __int128 product = (unsigned __int128)*digits * n;
    *digits = (uint64_t)product;
    return (uint32_t)(product >> 64);
}

/* The k-th set bit of the mask (k from 0), as a mask. */
ALWAYS_INLINE uint64_t select_bit(uint64_t mask, uint32_t k) {
#ifdef __BMI2__
    return _pdep_u64(1ULL << k, mask);
#else
    while (k--) mask &= mask - 1;
    return mask & -mask;
#endif
}

ALWAYS_INLINE uint32_t count_bits(uint64_t mask) { return (uint32_t)__builtin_popcountll(mask); }
ALWAYS_INLINE uint32_t bit_index(uint64_t mask) { return (uint32_t)__builtin_ctzll(mask); }

/* One ply of a trace: the number of legal moves and the move played, in the program's own numbering. */
ALWAYS_INLINE void trace_ply(FILE *trace, uint32_t legal, uint32_t move) {
    if (trace) fprintf(trace, "%u:%u ", legal, move);
}

static double limits_cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

typedef struct {
    uint64_t playouts, seed;
    double seconds;
    bool trace;
} LimitsArguments;

static LimitsArguments limits_parse(int count, char **words) {
    LimitsArguments parsed = {.playouts = 0, .seed = 1, .seconds = 0, .trace = false};
    for (int i = 1; i < count; i++) {
        bool has_value = i + 1 < count;
        if (!strcmp(words[i], "--trace")) parsed.trace = true;
        else if (!strcmp(words[i], "--playouts") && has_value) parsed.playouts = strtoull(words[++i], NULL, 10);
        else if (!strcmp(words[i], "--seconds") && has_value) parsed.seconds = strtod(words[++i], NULL);
        else if (!strcmp(words[i], "--seed") && has_value) parsed.seed = strtoull(words[++i], NULL, 10);
        else {
            fprintf(stderr, "usage: %s [--playouts N | --seconds S] [--seed N] [--trace]\n", words[0]);
            exit(2);
        }
    }
    if (!parsed.playouts && parsed.seconds <= 0) parsed.playouts = parsed.trace ? 1 : 1000000;
    return parsed;
}

static void limits_print(const char *name, LimitsArguments arguments, uint64_t playouts, uint64_t plies,
                         const uint64_t *wins, double seconds) {
    printf("{\"game\": \"%s\", \"implementation\": \"limits\", \"seed\": %llu, \"playouts\": %llu, \"cpu_seconds\": %.6f, "
           "\"playouts_per_second\": %.1f, \"moves_per_second\": %.1f, \"mean_length\": %.4f, "
           "\"draws\": %llu, \"wins\": [%llu, %llu]}\n",
           name, (unsigned long long)arguments.seed, (unsigned long long)playouts, seconds, (double)playouts / seconds,
           (double)plies / seconds, (double)plies / (double)playouts, (unsigned long long)wins[0],
           (unsigned long long)wins[1], (unsigned long long)wins[2]);
}

/* A macro, because the timed loop must see playout() itself to inline it. The clock is read once in a batch. `instead` may
 * do something else that the program's arguments ask for, and returns true if it has. */
#define LIMITS_MAIN_OR(name, prepare, instead)                                                                 \
    int main(int count, char **words) {                                                                        \
        if (instead(count, words)) return 0;                                                                   \
        LimitsArguments arguments = limits_parse(count, words);                                                \
        Random random = {.state = arguments.seed * 0x9e3779b97f4a7c15ULL};                                     \
        prepare();                                                                                             \
        if (arguments.trace) {                                                                                 \
            for (uint64_t i = 0; i < arguments.playouts; i++) {                                                \
                Outcome outcome = playout(&random, stdout);                                                    \
                printf("= %u %u\n", outcome.plies, outcome.winner);                                            \
            }                                                                                                  \
            return 0;                                                                                          \
        }                                                                                                      \
        uint64_t playouts = 0, plies = 0, wins[3] = {0, 0, 0};                                                 \
        double start = limits_cpu_seconds(), elapsed;                                                          \
        do {                                                                                                   \
            uint64_t batch = 2000;                                                                             \
            if (arguments.playouts && arguments.playouts - playouts < batch) batch = arguments.playouts - playouts; \
            for (uint64_t i = 0; i < batch; i++) {                                                             \
                Outcome outcome = playout(&random, NULL);                                                      \
                plies += outcome.plies;                                                                        \
                wins[outcome.winner]++;                                                                        \
            }                                                                                                  \
            playouts += batch;                                                                                 \
            elapsed = limits_cpu_seconds() - start;                                                            \
        } while (arguments.playouts ? playouts < arguments.playouts : elapsed < arguments.seconds);            \
        limits_print(name, arguments, playouts, plies, wins, elapsed);                                         \
        return 0;                                                                                              \
    }

static inline bool limits_nothing_else(int count, char **words) { return !count && !words; }
#define LIMITS_MAIN(name, prepare) LIMITS_MAIN_OR(name, prepare, limits_nothing_else)

#endif
