/* Connect Four: 7 columns of 6. Moves are columns 0..6.
 *
 * Bit 7 * column + row; the seventh bit of each column stays empty, so that shifted lines cannot run from one column into
 * the next. Adding the bottom row to the occupied bits carries up every column to its lowest free cell: all moves at once. */
#include "limits.h"

#define BOTTOM 0x0040810204081ULL /* the lowest bit of each column */
#define CELLS (BOTTOM * 63)

static void prepare(void) {}

ALWAYS_INLINE bool has_four(uint64_t discs) {
    uint64_t vertical = discs & discs >> 1, horizontal = discs & discs >> 7;
    uint64_t rising = discs & discs >> 8, falling = discs & discs >> 6;
    return ((vertical & vertical >> 2) | (horizontal & horizontal >> 14) | (rising & rising >> 16) |
            (falling & falling >> 12)) != 0;
}

ALWAYS_INLINE Outcome playout(Random *random, FILE *trace) {
    uint64_t occupied = 0, mover = 0;
    for (uint32_t ply = 0; ply < 42; ply++) {
        uint64_t legal = (occupied + BOTTOM) & CELLS;
        uint32_t n = count_bits(legal);
        uint64_t cell = select_bit(legal, random_below(random, n));
        trace_ply(trace, n, bit_index(cell) / 7);
        occupied |= cell;
        mover |= cell;
        if (has_four(mover)) return (Outcome){ply + 1, 1 + (ply & 1)};
        mover ^= occupied; /* the discs of the other player */
    }
    return (Outcome){42, 0};
}

LIMITS_MAIN("Connect Four", prepare)
