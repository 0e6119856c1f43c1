/* Othello on 8x8 from the usual start, Black (the first player) on d5 and e4: a disc must flank; a player who cannot move
 * passes, which counts as a move; the game is over when neither can. Moves are squares 0..63, row by row, and 64 for a pass.
 *
 * The eight directions are two vectors of four: one shifts up, the other down by 1, 8, 7 and 9. */
#include "limits.h"

typedef uint64_t Four __attribute__((vector_size(32)));

#define SPREAD(x) ((Four){(x), (x), (x), (x)})
static const Four DISTANCE = {1, 8, 7, 9};
#define INNER_FILES 0x7e7e7e7e7e7e7e7eULL

/* For each square, the squares beyond it in each direction: up by DISTANCE, down by DISTANCE. */
static Four rays_up[64], rays_down[64];

static uint64_t ray(int square, int rows, int columns) {
    uint64_t squares = 0;
    for (int row = square / 8 + rows, column = square % 8 + columns; row >= 0 && row < 8 && column >= 0 && column < 8;
         row += rows, column += columns)
        squares |= 1ULL << (8 * row + column);
    return squares;
}

static void prepare(void) {
    for (int square = 0; square < 64; square++) {
        rays_up[square] = (Four){ray(square, 0, 1), ray(square, 1, 0), ray(square, 1, -1), ray(square, 1, 1)};
        rays_down[square] = (Four){ray(square, 0, -1), ray(square, -1, 0), ray(square, -1, 1), ray(square, -1, -1)};
    }
}

ALWAYS_INLINE uint64_t join(Four parts) { return (parts[0] | parts[2]) | (parts[1] | parts[3]); }

/* Empty squares from which a row of the other's discs leads to one of the mover's: each direction floods along the
 * other's discs by one, two, and twice two more, which is six, the longest row that can be flanked. */
ALWAYS_INLINE uint64_t legal_moves(uint64_t mover, uint64_t other) {
    uint64_t inner = other & INNER_FILES; /* a disc on an edge file is flanked by vertical lines only */
    Four path = {inner, other, inner, inner}, own = SPREAD(mover), twice = DISTANCE + DISTANCE;
    Four up = path & own << DISTANCE, down = path & own >> DISTANCE;
    up |= path & up << DISTANCE;
    down |= path & down >> DISTANCE;
    Four path_up = path & path << DISTANCE, path_down = path & path >> DISTANCE;
    up |= path_up & up << twice;
    down |= path_down & down >> twice;
    up |= path_up & up << twice;
    down |= path_down & down >> twice;
    return join(up << DISTANCE | down >> DISTANCE) & ~(mover | other);
}

/* The discs a move turns. Upwards a carry runs through the other's discs to the first square that is none of them; downwards
 * there is no carry, so the squares at and behind the first stop are found by spreading every stop to the end of its ray. */
ALWAYS_INLINE uint64_t turned_discs(uint64_t mover, uint64_t other, uint32_t square) {
    Four own = SPREAD(mover), theirs = SPREAD(other), twice = DISTANCE + DISTANCE;
    Four ray_up = rays_up[square], ray_down = rays_down[square];
    Four flank_up = ((theirs | ~ray_up) + 1) & ray_up & own;
    Four turned = (flank_up + (Four)(flank_up != 0)) & ray_up;
    Four stops = ray_down & ~theirs;
    stops |= stops >> DISTANCE & ray_down;
    stops |= stops >> twice & ray_down;
    stops |= stops >> (twice + twice) & ray_down;
    Four clear = ray_down & ~stops;                       /* the other's discs next to the square */
    Four flank_down = stops & ~(stops >> DISTANCE) & own; /* the first stop, if it is the mover's */
    turned |= clear & (Four)(flank_down != 0);
    return join(turned);
}

ALWAYS_INLINE Outcome playout(Random *random, FILE *trace) {
    uint64_t mover = 1ULL << 28 | 1ULL << 35, other = 1ULL << 27 | 1ULL << 36;
    for (uint32_t ply = 0;; ply++) {
        uint64_t legal = legal_moves(mover, other), before = mover;
        if (UNLIKELY(!legal)) {
            if (!legal_moves(other, mover)) {
                uint32_t player = 1 + (ply & 1), own = count_bits(mover), theirs = count_bits(other);
                return (Outcome){ply, own == theirs ? 0 : own > theirs ? player : 3 - player};
            }
            trace_ply(trace, 1, 64);
            mover = other;
            other = before;
            continue;
        }
        uint32_t n = count_bits(legal);
        uint64_t disc = select_bit(legal, random_below(random, n));
        uint32_t square = bit_index(disc);
        trace_ply(trace, n, square);
        uint64_t turned = turned_discs(mover, other, square);
        mover = other ^ turned;
        other = before | turned | disc;
    }
}

LIMITS_MAIN("Othello", prepare)
