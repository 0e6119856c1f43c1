/* Hex on 11x11 without swap: the first player joins the top and bottom rows, the second the left and right columns. Whether
 * the mover has won is known after every move. Moves are cells 0..120, row by row.
 *
 * Groups are a union-find forest over the cells; the root of a group knows which of its player's two sides it touches. The
 * six neighbours of a cell form a ring, in which neighbours that stand side by side are joined already: only one of each run
 * of own stones in the ring has to be looked up, at most three, and 1.5 on average in random play. */
#include "limits.h"

#define SIZE 11
#define CELLS (SIZE * SIZE)
#define STRIDE (SIZE + 2) /* cells are indexed with a border, so that neighbours are constant steps away */

enum { FIRST_SIDE = 1, SECOND_SIDE = 2, BOTH_SIDES = 3 };

typedef struct {
    uint8_t count;
    int8_t step[3]; /* to one stone of each run */
} Runs;

static Runs runs_of[128];              /* by the seven bits of look_around */
static uint8_t sides_of[2][STRIDE * STRIDE];
static uint8_t cells[CELLS];           /* the empty ones come first; any order at the start of a playout is as good as another */
static uint8_t row_of[STRIDE * STRIDE], column_of[STRIDE * STRIDE];

static void prepare_runs(void) {
    static const int ring[6] = {-STRIDE, -STRIDE + 1, 1, STRIDE, STRIDE - 1, -1}; /* in circular order */
    static const int bit[6] = {0, 1, 4, 6, 5, 2};                                  /* where look_around has it */
    for (uint32_t around = 0; around < 128; around++)
        for (int i = 0; i < 6; i++) {
            bool here = around >> bit[i] & 1, before = around >> bit[(i + 5) % 6] & 1;
            bool all = (around & 0x77) == 0x77;
            if ((here && !before) || (all && i == 0)) runs_of[around].step[runs_of[around].count++] = (int8_t)ring[i];
        }
}

static void prepare(void) {
    prepare_runs();
    for (uint8_t row = 1; row <= SIZE; row++)
        for (uint8_t column = 1; column <= SIZE; column++) {
            uint8_t cell = (uint8_t)(row * STRIDE + column);
            row_of[cell] = row;
            column_of[cell] = column;
            cells[(row - 1) * SIZE + column - 1] = cell;
            sides_of[0][cell] = (row == 1 ? FIRST_SIDE : 0) | (row == SIZE ? SECOND_SIDE : 0);
            sides_of[1][cell] = (column == 1 ? FIRST_SIDE : 0) | (column == SIZE ? SECOND_SIDE : 0);
        }
}

/* Own stones next to a cell: two bits of the row above, three of its own, two of the row below. */
ALWAYS_INLINE uint32_t look_around(const uint32_t *rows, uint32_t row, uint32_t column) {
    return (rows[row - 1] >> column & 3) | (rows[row] >> (column - 1) & 7) << 2 | (rows[row + 1] >> (column - 1) & 3) << 5;
}

/* The root of a group; every step on the way skips a generation. */
ALWAYS_INLINE uint8_t find_root(uint8_t *parent, uint8_t cell) {
    while (parent[cell] != cell) cell = parent[cell] = parent[parent[cell]];
    return cell;
}

ALWAYS_INLINE Outcome playout(Random *random, FILE *trace) {
    uint32_t rows[2][STRIDE];
    uint8_t parent[STRIDE * STRIDE], sides[STRIDE * STRIDE]; /* written when a stone is placed, never read before */
    memset(rows, 0, sizeof rows);
    for (uint32_t empty = CELLS;; empty--) { /* a full board has a winner, so the loop ends by itself */
        uint32_t ply = CELLS - empty, player = ply & 1, k = random_below(random, empty);
        uint8_t cell = cells[k];
        cells[k] = cells[empty - 1];
        cells[empty - 1] = cell;
        uint32_t row = row_of[cell], column = column_of[cell];
        trace_ply(trace, empty, (row - 1) * SIZE + column - 1);
        Runs runs = runs_of[look_around(rows[player], row, column)];
        rows[player][row] |= 1u << column;
        uint8_t reached = sides_of[player][cell];
        parent[cell] = cell;
        sides[cell] = reached; /* read below when two runs turn out to be of one group, which by then hangs on this cell */
        for (uint32_t i = 0; i < runs.count; i++) {
            uint8_t root = find_root(parent, (uint8_t)(cell + runs.step[i]));
            reached |= sides[root];
            parent[root] = cell;
        }
        sides[cell] = reached;
        if (UNLIKELY(reached == BOTH_SIDES)) return (Outcome){ply + 1, 1 + player};
    }
}

LIMITS_MAIN("Hex", prepare)
