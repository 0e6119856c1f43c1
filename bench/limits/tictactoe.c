/* Tic-Tac-Toe: three in a row on 3x3. Moves are cells 0..8, row by row. */
#include "limits.h"

/* Both tables fit the first-level cache: is a set of marks a win, and which is the k-th cell of a set. */
static uint8_t has_line[512];
static uint16_t kth_cell[512][16];

static void prepare(void) {
    static const uint16_t lines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (uint32_t set = 0; set < 512; set++) {
        for (int i = 0; i < 8; i++) has_line[set] |= (set & lines[i]) == lines[i];
        uint32_t k = 0;
        for (uint32_t cell = 0; cell < 9; cell++)
            if (set >> cell & 1) kth_cell[set][k++] = (uint16_t)(1u << cell);
    }
}

ALWAYS_INLINE Outcome playout(Random *random, FILE *trace) {
    uint64_t digits = random_next(random); /* the bases multiply to 9! only: one number serves the whole playout */
    uint32_t empty = 0777, marks[2] = {0, 0};
#pragma GCC unroll 9
    for (uint32_t ply = 0; ply < 9; ply++) {
        uint32_t cell = kth_cell[empty][take_digit(&digits, 9 - ply)];
        trace_ply(trace, 9 - ply, bit_index(cell));
        empty ^= cell;
        marks[ply & 1] |= cell;
        if (ply >= 4 && has_line[marks[ply & 1]]) return (Outcome){ply + 1, 1 + (ply & 1)};
    }
    return (Outcome){9, 0};
}

LIMITS_MAIN("Tic-Tac-Toe", prepare)
