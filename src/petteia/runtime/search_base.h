/* The common ground of all searches: types, the entry points of a game, random numbers, results, clocks, locks. The
 * search depends on no game: it calls the entry points of a game's library, so it is compiled once for all of them.
 * Like generated games it needs no header. */
#pragma once
#include "types.h"

#ifdef __TINYC__
#define ALWAYS_INLINE static inline
#define NEVER_INLINE static
#define FETCH(place) ((void)(place))
#else
#define FETCH(place) __builtin_prefetch(place)
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define NEVER_INLINE static __attribute__((noinline))
#endif

void *realloc(void *memory, size_t size);
#ifdef __linux__
int posix_memalign(void **memory, size_t alignment, size_t size);
int madvise(void *memory, size_t size, int advice);
#endif
int memcmp(const void *a, const void *b, size_t size);
double log(double x);
double exp(double x);
double sqrt(double x);

#define MOST_PLAYERS 16
#define NOTHING 0xffffffffu

/* A built game: its functions, and where the fields of one byte are that every search reads. After `playout` only the
 * end and ranks are what play would give, and the sets that players fill may be those of a full board. */
typedef struct {
    uint32_t (*moves)(void *state, void *moves, uint32_t room);
    void (*play)(void *state, const void *move, uint64_t chance);
    void (*copy)(void *to, const void *from);
    uint32_t (*playout)(void *state, uint64_t seed, uint32_t most);
    uint64_t (*hash)(const void *state);
    /* the moves and perhaps others, which `attempt` refuses */
    uint32_t (*candidates)(void *state, void *moves, uint32_t room);
    int (*attempt)(void *state, const void *move, uint64_t chance);
    uint64_t (*outcomes)(const void *state); /* how many values of chance make a difference; 1 if it makes none */
    void (*set_chance)(void *state, uint64_t chance);
    uint32_t state_size, move_size, players, draws;
    uint32_t mover, over, ranks;
    uint32_t seat; /* who plays each seat; NOTHING where sides are never swapped */
    /* where pieces are only placed: the sets of sites that each seat has filled, so many bytes each, and by kind of
     * move whose set the target is added to (0: nobody's); NOTHING in other games */
    uint32_t filled, filled_bytes, sites;
    const uint8_t *fills;
} Game;

/* Scores of the moves of a position: the larger, the better. The probability of a move is the softmax over them. */
typedef struct {
    void (*score)(void *self, const void *state, const void *moves, uint32_t count, float *scores);
    void *self;
} Policy;

/* The worth of a position to the player on a seat. */
typedef struct {
    double (*value)(void *self, const void *state, uint32_t seat);
    void *self;
} Evaluation;

/* How far a position is decided, seen by one player. */
enum { OPEN = 0, LOST = 1, DRAWN = 2, WON = 3 };

static inline uint8_t inverted(uint8_t proof) { return proof ? (uint8_t)(WON + LOST - proof) : OPEN; }
static inline double value_of_proof(uint8_t proof) { return (double)proof - DRAWN; }

static inline bool is_over(const Game *game, const uint8_t *state) { return state[game->over] != 0; }

/* Who plays a seat, and who is to move: players keep their numbers when sides are swapped, seats do not. */
static inline uint32_t player_on(const Game *game, const uint8_t *state, uint32_t seat) {
    return game->seat == NOTHING ? seat : state[game->seat + seat];
}
static inline uint32_t player_to_move(const Game *game, const uint8_t *state) {
    return player_on(game, state, state[game->mover]);
}

/* Returns of the players at the end of a game: the first of n ranks is worth 1, the last -1, those between lie in
 * equal steps. Ranks are kept doubled. */
static inline void read_returns(const Game *game, const uint8_t *state, double *returns) {
    const uint8_t *ranks = state + game->ranks;
    uint32_t n = game->players;
    if (n == 1) {
        returns[1] = ranks[1] == 2 ? 1 : -1;
        return;
    }
    if (n == 2) { /* the same, without a division */
        returns[player_on(game, state, 1)] = 3 - ranks[1], returns[player_on(game, state, 2)] = 3 - ranks[2];
        return;
    }
    for (uint32_t seat = 1; seat <= n; seat++)
        returns[player_on(game, state, seat)] = 1 - (ranks[seat] - 2.0) / (n - 1);
}

/* The result of a finished position for a player. */
static inline uint8_t outcome(const Game *game, const uint8_t *state, uint32_t player) {
    double returns[MOST_PLAYERS + 1];
    read_returns(game, state, returns);
    return returns[player] > 0 ? WON : returns[player] < 0 ? LOST : DRAWN;
}

/* -- random numbers: wyrand, a counter with a large step, mixed by one multiplication ---------------------------- */

static inline uint64_t multiply_high(uint64_t a, uint64_t b, uint64_t *low) {
#ifdef __TINYC__
    uint64_t least = (a & 0xffffffffu) * (b & 0xffffffffu);
    uint64_t left = (a >> 32) * (b & 0xffffffffu) + (least >> 32),
             right = (a & 0xffffffffu) * (b >> 32) + (uint32_t)left;
    *low = a * b;
    return (a >> 32) * (b >> 32) + (left >> 32) + (right >> 32);
#else
    unsigned __int128 product = (unsigned __int128)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
#endif
}

static inline uint64_t next_random(uint64_t *random) {
    *random += 0xa0761d6478bd642full;
    uint64_t low, high = multiply_high(*random, *random ^ 0xe7037ed1a0b428dbull, &low);
    return high ^ low;
}

static inline uint32_t below(uint64_t *random, uint32_t bound) {
    uint64_t low;
    return (uint32_t)multiply_high(next_random(random), bound, &low);
}

static inline double unit(uint64_t *random) { return (double)(next_random(random) >> 11) * 0x1p-53; }

/* -- words of bits ------------------------------------------------------------------------------------------------ */

static inline uint32_t count_bits(uint64_t word) {
#ifdef __TINYC__
    uint32_t count = 0;
    for (; word; word &= word - 1) count++;
    return count;
#else
    return (uint32_t)__builtin_popcountll(word);
#endif
}

static inline uint32_t lowest_bit(uint64_t word) {
#ifdef __TINYC__
    return count_bits((word & -word) - 1);
#else
    return (uint32_t)__builtin_ctzll(word);
#endif
}

static inline uint64_t word_at(const uint8_t *at) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

/* -- clocks ------------------------------------------------------------------------------------------------------ */

#if defined(__linux__) || defined(__APPLE__)
typedef struct {
    long seconds, nanoseconds;
} Clock;
int clock_gettime(int which, Clock *clock);
#ifdef __APPLE__
enum { WALL_CLOCK = 6, THREAD_CLOCK = 16 };
#else
enum { WALL_CLOCK = 1, THREAD_CLOCK = 3 };
#endif
static double seconds_of(int which) {
    Clock clock = {0, 0};
    clock_gettime(which, &clock);
    return (double)clock.seconds + 1e-9 * (double)clock.nanoseconds;
}
static double cpu_seconds(void) { return seconds_of(THREAD_CLOCK); }
static double wall_seconds(void) { return seconds_of(WALL_CLOCK); }
#else /* elsewhere the clock of ISO C serves for both; it ticks a thousand times a second or more */
long clock(void);
#define TICKS 1000.0
static double cpu_seconds(void) { return clock() / TICKS; }
static double wall_seconds(void) { return clock() / TICKS; }
#endif

/* When a run has to end; a time of 0 is no limit. */
typedef struct {
    double cpu, wall, cpu_begin, wall_begin;
    uint64_t done, next; /* how often it was asked, and when the clocks are read again */
} Deadline;

static Deadline deadline_after(double cpu, double wall) {
    return (Deadline){cpu, wall, cpu > 0 ? cpu_seconds() : 0, wall > 0 ? wall_seconds() : 0, 0, 0};
}

/* True if the time is over. The clocks cost as much as a fast playout, so they are read now and then: after what takes
 * about a tenth of the time that is left, and not more than a millisecond. */
static bool is_late(Deadline *d) {
    if (d->done++ < d->next || (!(d->cpu > 0) && !(d->wall > 0))) return false;
    double spent = 0, rest = 1e9;
    if (d->cpu > 0) spent = cpu_seconds() - d->cpu_begin, rest = d->cpu - spent;
    if (d->wall > 0) {
        double passed = wall_seconds() - d->wall_begin;
        if (passed > spent) spent = passed;
        if (d->wall - passed < rest) rest = d->wall - passed;
    }
    double pause = rest / 10 < 1e-3 ? rest / 10 : 1e-3, more = spent > 0 ? pause * (double)d->done / spent : 1;
    d->next = d->done + (uint64_t)(more < (double)d->done ? more : (double)d->done);
    return rest <= 0;
}

/* -- locks: held for some dozens of instructions, by a few threads ------------------------------------------------ */

#ifdef __TINYC__ /* has one thread only */
static inline void take(uint8_t *lock) { (void)lock; }
static inline void release(uint8_t *lock) { (void)lock; }
#define ADD(counter, n) (*(counter) += (n))
#define HAS_THREADS false
#else
#ifndef _WIN32
int sched_yield(void);
#else
static int sched_yield(void) { return 0; }
#endif

/* Who waits long waits for a thread that is not running: the processor is left to it. */
static inline void take(uint8_t *lock) {
    while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE))
        for (uint32_t k = 0; __atomic_load_n(lock, __ATOMIC_RELAXED); k++) {
            if (k > 1000) sched_yield();
#if defined(__x86_64__) || defined(__i386__)
            else __builtin_ia32_pause();
#endif
        }
}
static inline void release(uint8_t *lock) { __atomic_store_n(lock, 0, __ATOMIC_RELEASE); }
#define ADD(counter, n) __atomic_add_fetch((counter), (n), __ATOMIC_RELAXED)
#define HAS_THREADS true
#endif
