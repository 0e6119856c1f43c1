/* Gomoku on 15x15: exactly five in a row wins; with -DFREESTYLE five or more. A full board is a draw. Moves are points
 * 0..224, row by row.
 *
 * Each player's stones are kept four times: as 15 rows, 15 columns and 29 diagonals of either slope, 16 bits a line. A move
 * sets one bit in four lines; these four lines side by side in one 64-bit word are tested together. The sixteenth bit of a
 * line is never set, so a run cannot reach from one line into the next. */
#include "limits.h"

#define SIZE 15
#define POINTS (SIZE * SIZE)

typedef struct {
    uint8_t column, row, rising, falling;
} Lines;

static Lines lines_of[POINTS];
static uint8_t points[POINTS]; /* the empty ones come first; any order at the start of a playout is as good as another */

static void prepare(void) {
    for (uint8_t point = 0; point < POINTS; point++) {
        uint8_t row = point / SIZE, column = point % SIZE;
        lines_of[point] = (Lines){column, row, (uint8_t)(row + column), (uint8_t)(SIZE - 1 - row + column)};
        points[point] = point;
    }
}

typedef struct {
    uint16_t rows[SIZE], columns[SIZE], rising[2 * SIZE - 1], falling[2 * SIZE - 1];
} Stones;

/* Diagonals take the column as their bit: fewer than 15 of the bits can occur in one, and neighbours stay neighbours. */
ALWAYS_INLINE uint64_t place(Stones *stones, Lines at) {
    uint16_t by_column = (uint16_t)(1u << at.column), by_row = (uint16_t)(1u << at.row);
    uint64_t row = stones->rows[at.row] |= by_column;
    uint64_t column = stones->columns[at.column] |= by_row;
    uint64_t rising = stones->rising[at.rising] |= by_column;
    uint64_t falling = stones->falling[at.falling] |= by_column;
    return row | column << 16 | rising << 32 | falling << 48;
}

ALWAYS_INLINE bool has_five(uint64_t lines) {
    uint64_t pairs = lines & lines >> 1, fives = pairs & pairs >> 2 & lines >> 4;
#ifdef FREESTYLE
    return fives != 0;
#else
    if (LIKELY(!fives)) return false;
    return (fives & ~(lines << 1) & ~(lines >> 5)) != 0;
#endif
}

ALWAYS_INLINE Outcome playout(Random *random, FILE *trace) {
    Stones stones[2];
    memset(stones, 0, sizeof stones);
    for (uint32_t empty = POINTS; empty > 0; empty--) {
        uint32_t ply = POINTS - empty, k = random_below(random, empty);
        uint8_t point = points[k];
        points[k] = points[empty - 1];
        points[empty - 1] = point;
        trace_ply(trace, empty, point);
        if (has_five(place(&stones[ply & 1], lines_of[point]))) return (Outcome){ply + 1, 1 + (ply & 1)};
    }
    return (Outcome){POINTS, 0};
}

#ifdef FREESTYLE
LIMITS_MAIN("Gomoku (freestyle)", prepare)
#else
LIMITS_MAIN("Gomoku", prepare)
#endif
