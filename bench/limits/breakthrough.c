/* Breakthrough on 8x8: pawns step forward, straight or diagonally, and take diagonally; the far row wins, and so does
 * taking the last pawn. Moves are 3 * from + (0 straight, 1 towards the a-file, 2 towards the h-file), a1 = 0, h8 = 63.
 *
 * The board is turned after each move, so that the mover always walks up: one code for both players. Turning is a byte swap
 * (the files stay), and both sides are kept in registers. */
#include "limits.h"

#define FILE_A 0x0101010101010101ULL
#define FILE_H 0x8080808080808080ULL
#define LAST_ROW 0xff00000000000000ULL

static void prepare(void) {}

ALWAYS_INLINE Outcome playout(Random *random, FILE *trace) {
    uint64_t mover = 0xffff, other = 0xffff000000000000ULL;
    for (uint32_t ply = 0;; ply++) {
        /* The three kinds of step as sets of targets. */
        uint64_t straight = mover << 8 & ~(mover | other);
        uint64_t left = (mover & ~FILE_A) << 7 & ~mover;
        uint64_t right = (mover & ~FILE_H) << 9 & ~mover;
        uint32_t straights = count_bits(straight), lefts = count_bits(left);
        uint32_t n = straights + lefts + count_bits(right);
        uint32_t k = random_below(random, n);
        /* Conditional moves, not branches: which kind is chosen cannot be predicted. */
        bool is_side = k >= straights, is_right = k >= straights + lefts;
        uint64_t targets = is_side ? left : straight;
        targets = is_right ? right : targets;
        uint32_t before = is_side ? straights : 0;
        before = is_right ? straights + lefts : before;
        uint32_t shift = 8 - is_side + 2 * is_right;
        uint64_t to = select_bit(targets, k - before);
        uint64_t from = to >> shift;
        if (trace) {
            uint32_t site = bit_index(from);
            trace_ply(trace, n, 3 * (ply & 1 ? site ^ 56 : site) + (shift == 8 ? 0 : shift == 7 ? 1 : 2));
        }
        uint64_t moved = mover ^ from ^ to;
        uint64_t left_over = other & ~to;
        if (UNLIKELY((to & LAST_ROW) | !left_over)) return (Outcome){ply + 1, 1 + (ply & 1)};
        mover = __builtin_bswap64(left_over);
        other = __builtin_bswap64(moved);
    }
}

LIMITS_MAIN("Breakthrough", prepare)
