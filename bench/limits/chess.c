/* Chess, as Petteia's own description has it: a pawn that reaches the last row is promoted by a move of its own; a draw is
 * stalemate, bare kings, the hundredth move in a row without a capture or a pawn's move, or the same four moves for the
 * third time in a row. Moves are from + 64 * to; promotions 4096 + the piece (1 knight to 4 queen); a1 = 0, h8 = 63.
 *
 * Pins and checks are found once a ply, so that all moves but the king's are counted as sets of legal targets. A move of the
 * king is asked whether it is legal only when it is drawn, and another move is drawn if it is not.
 *
 *     chess --perft DEPTH [FEN]     counts move sequences, promotions as four moves, and prints their number
 */
#include "limits.h"

enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, NOTHING };
enum { WHITE, BLACK };

#define FILE_A 0x0101010101010101ULL
#define FILE_H 0x8080808080808080ULL
#define ROW(k) (0xffULL << 8 * (k))
#define SITE(site) (1ULL << (site))
#define MOST_PLIES 12000

/* `rights` has a bit for each castling: 1 white short, 2 white long, 4 and 8 black. */
typedef struct {
    uint64_t kind[6], colour[2];
    uint8_t at[64];
    uint8_t rights;
    int8_t passed; /* the site that a pawn has just passed by a double step, or -1 */
} Board;

/* Targets that share their origin, or, for pawns, the distance to it. */
typedef struct {
    uint64_t targets;
    int8_t from, step;
} Choice;

typedef struct {
    Choice choice[48];
    uint32_t size;
    uint64_t king_targets; /* not asked yet whether they are safe */
    uint32_t king;
    bool in_check;
} Choices;

/* -- attacks ---------------------------------------------------------------------------------------------------- */

typedef struct {
    uint64_t mask;
    const uint64_t *attacks;
} Slider;

static uint64_t knight_attacks[64], king_attacks[64], pawn_attacks[2][64], between[64][64], line[64][64];
static uint64_t slider_attacks[108000];
static Slider straight_slider[64], diagonal_slider[64];
static uint8_t kept_rights[64];
static const int8_t ways[2][4][2] = {{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}, {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}};

static uint64_t walk(int site, const int8_t *way, uint64_t occupied) {
    uint64_t reached = 0;
    int x = site % 8 + way[0], y = site / 8 + way[1];
    for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += way[0], y += way[1]) {
        reached |= SITE(8 * y + x);
        if (occupied >> (8 * y + x) & 1) break;
    }
    return reached;
}

static uint64_t walk_all(int site, int diagonal, uint64_t occupied) {
    uint64_t reached = 0;
    for (int k = 0; k < 4; k++) reached |= walk(site, ways[diagonal][k], occupied);
    return reached;
}

static uint64_t leap(int site, const int8_t (*leaps)[2]) {
    uint64_t reached = 0;
    for (int k = 0; k < 8; k++) {
        int x = site % 8 + leaps[k][0], y = site / 8 + leaps[k][1];
        if (x >= 0 && x < 8 && y >= 0 && y < 8) reached |= SITE(8 * y + x);
    }
    return reached;
}

#ifdef __BMI2__
ALWAYS_INLINE uint64_t straight(uint32_t site, uint64_t occupied) {
    return straight_slider[site].attacks[_pext_u64(occupied, straight_slider[site].mask)];
}

ALWAYS_INLINE uint64_t diagonal(uint32_t site, uint64_t occupied) {
    return diagonal_slider[site].attacks[_pext_u64(occupied, diagonal_slider[site].mask)];
}
#else
static uint64_t straight(uint32_t site, uint64_t occupied) { return walk_all((int)site, 0, occupied); }
static uint64_t diagonal(uint32_t site, uint64_t occupied) { return walk_all((int)site, 1, occupied); }
#endif

static void prepare(void) {
    static const int8_t knight[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    static const int8_t king[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    uint64_t *free = slider_attacks;
    for (int site = 0; site < 64; site++) {
        uint64_t own = SITE(site), rim_rows = (ROW(0) | ROW(7)) & ~ROW(site / 8);
        uint64_t rim_files = (FILE_A | FILE_H) & ~(FILE_A << site % 8);
        knight_attacks[site] = leap(site, knight), king_attacks[site] = leap(site, king);
        pawn_attacks[WHITE][site] = (own & ~FILE_A) << 7 | (own & ~FILE_H) << 9;
        pawn_attacks[BLACK][site] = (own & ~FILE_A) >> 9 | (own & ~FILE_H) >> 7;
        for (int slope = 0; slope < 2; slope++) {
            uint64_t mask = walk_all(site, slope, 0) & ~(rim_rows | rim_files), set = 0, index = 0;
            *(slope ? &diagonal_slider[site] : &straight_slider[site]) = (Slider){mask, free};
            do { /* the subsets of a mask come in the order of their extracted bits */
                free[index++] = walk_all(site, slope, set);
                set = (set - mask) & mask;
            } while (set);
            free += index;
            for (int k = 0; k < 4; k++) {
                const int8_t *way = ways[slope][k], back[2] = {(int8_t)-way[0], (int8_t)-way[1]};
                for (uint64_t left = walk(site, way, 0); left; left &= left - 1) {
                    uint32_t other = bit_index(left);
                    between[site][other] = walk(site, way, SITE(other)) & ~SITE(other);
                    line[site][other] = walk(site, way, 0) | own | walk(site, back, 0);
                }
            }
        }
        kept_rights[site] = 15;
    }
    kept_rights[0] = 13, kept_rights[7] = 14, kept_rights[4] = 12;
    kept_rights[56] = 7, kept_rights[63] = 11, kept_rights[60] = 3;
}

/* True if a player attacks a site, with these sites occupied. */
ALWAYS_INLINE bool attacks(const Board *b, uint32_t by, uint32_t site, uint64_t occupied) {
    uint64_t theirs = b->colour[by];
    return (knight_attacks[site] & theirs & b->kind[KNIGHT]) || (pawn_attacks[!by][site] & theirs & b->kind[PAWN]) ||
           (straight(site, occupied) & theirs & (b->kind[ROOK] | b->kind[QUEEN])) ||
           (diagonal(site, occupied) & theirs & (b->kind[BISHOP] | b->kind[QUEEN])) ||
           (king_attacks[site] & theirs & b->kind[KING]);
}

/* -- moves ------------------------------------------------------------------------------------------------------ */

ALWAYS_INLINE void add(Choices *out, uint64_t targets, uint32_t from, int step) {
    out->choice[out->size] = (Choice){targets, (int8_t)from, (int8_t)step};
    out->size += targets != 0;
}

ALWAYS_INLINE uint64_t forward(uint64_t set, uint32_t mover) { return mover == WHITE ? set << 8 : set >> 8; }

static void list_passing(const Board *b, uint32_t mover, uint32_t king, Choices *out) {
    uint32_t to = (uint32_t)b->passed, taken = mover == WHITE ? to - 8 : to + 8;
    uint64_t pawns = pawn_attacks[!mover][to] & b->colour[mover] & b->kind[PAWN];
    for (; pawns; pawns &= pawns - 1) {
        Board after = *b;
        uint32_t from = bit_index(pawns);
        after.kind[PAWN] &= ~SITE(taken), after.colour[!mover] &= ~SITE(taken);
        uint64_t occupied = ((b->colour[0] | b->colour[1]) & ~SITE(taken) & ~SITE(from)) | SITE(to);
        if (!attacks(&after, !mover, king, occupied)) add(out, SITE(to), from, 0);
    }
}

static void list_castling(const Board *b, uint32_t mover, uint64_t occupied, Choices *out) {
    uint32_t king = mover == WHITE ? 4 : 60;
    uint32_t rights = mover == WHITE ? b->rights : b->rights >> 2;
    if ((rights & 1) && !(occupied & (SITE(king + 1) | SITE(king + 2))))
        if (!attacks(b, !mover, king + 1, occupied) && !attacks(b, !mover, king + 2, occupied))
            add(out, SITE(king + 2), king, 0);
    if ((rights & 2) && !(occupied & (SITE(king - 1) | SITE(king - 2) | SITE(king - 3))))
        if (!attacks(b, !mover, king - 1, occupied) && !attacks(b, !mover, king - 2, occupied))
            add(out, SITE(king - 2), king, 0);
}

/* The legal moves, and those of the king that may be. */
ALWAYS_INLINE void list(const Board *b, const uint32_t mover, Choices *out) {
    const uint64_t own = b->colour[mover], enemy = b->colour[!mover], occupied = own | enemy;
    const uint32_t king = bit_index(own & b->kind[KING]);
    const uint64_t lines = b->kind[ROOK] | b->kind[QUEEN], slopes = b->kind[BISHOP] | b->kind[QUEEN];
    uint64_t checkers = (knight_attacks[king] & b->kind[KNIGHT]) | (pawn_attacks[mover][king] & b->kind[PAWN]);
    checkers &= enemy;
    uint64_t pinned = 0;
    uint64_t aiming = ((straight(king, enemy) & lines) | (diagonal(king, enemy) & slopes)) & enemy;
    for (; aiming; aiming &= aiming - 1) {
        uint64_t shields = between[king][bit_index(aiming)] & own;
        if (!shields) checkers |= aiming & -aiming;
        else if (!(shields & (shields - 1))) pinned |= shields;
    }
    uint64_t goals = ~0ULL; /* what ends a check */
    if (UNLIKELY(checkers)) goals = checkers & (checkers - 1) ? 0 : between[king][bit_index(checkers)] | checkers;
    const uint64_t room = ~own & goals;

    out->size = 0;
    out->king = king, out->in_check = checkers != 0;
    out->king_targets = king_attacks[king] & ~own & ~king_attacks[bit_index(enemy & b->kind[KING])];

    const uint64_t pawns = own & b->kind[PAWN], free = pawns & ~pinned;
    const int ahead = mover == WHITE ? 8 : -8;
    const uint64_t first = forward(free, mover) & ~occupied;
    add(out, first & goals, 0, ahead);
    add(out, forward(first & (mover == WHITE ? ROW(2) : ROW(5)), mover) & ~occupied & goals, 0, 2 * ahead);
    add(out, forward((free & ~FILE_A) >> 1, mover) & enemy & goals, 0, ahead - 1);
    add(out, forward((free & ~FILE_H) << 1, mover) & enemy & goals, 0, ahead + 1);
    for (uint64_t left = pawns & pinned; left; left &= left - 1) {
        uint32_t from = bit_index(left);
        uint64_t one = forward(left & -left, mover) & ~occupied;
        uint64_t two = forward(one & (mover == WHITE ? ROW(2) : ROW(5)), mover) & ~occupied;
        add(out, (one | two | (pawn_attacks[mover][from] & enemy)) & goals & line[king][from], from, 0);
    }
    for (uint64_t left = own & b->kind[KNIGHT] & ~pinned; left; left &= left - 1)
        add(out, knight_attacks[bit_index(left)] & room, bit_index(left), 0);
    for (uint64_t left = own & slopes; left; left &= left - 1) {
        uint32_t from = bit_index(left);
        uint64_t held = pinned >> from & 1 ? line[king][from] : ~0ULL;
        add(out, diagonal(from, occupied) & room & held, from, 0);
    }
    for (uint64_t left = own & lines; left; left &= left - 1) {
        uint32_t from = bit_index(left);
        uint64_t held = pinned >> from & 1 ? line[king][from] : ~0ULL;
        add(out, straight(from, occupied) & room & held, from, 0);
    }
    if (UNLIKELY(b->passed >= 0)) list_passing(b, mover, king, out);
    if (UNLIKELY(b->rights & (mover == WHITE ? 3 : 12)) && !checkers) list_castling(b, mover, occupied, out);
}

/* True if the king may go to one of the sites listed for him. */
ALWAYS_INLINE bool is_safe(const Board *b, uint32_t mover, uint32_t king, uint32_t to) {
    return !attacks(b, !mover, to, (b->colour[0] | b->colour[1]) & ~SITE(king));
}

ALWAYS_INLINE void shift_piece(Board *b, uint32_t mover, uint32_t piece, uint32_t from, uint32_t to) {
    uint64_t both = SITE(from) | SITE(to);
    b->kind[piece] ^= both, b->colour[mover] ^= both;
    b->at[from] = NOTHING, b->at[to] = (uint8_t)piece;
}

/* Plays a move; true if it took a piece or moved a pawn. */
ALWAYS_INLINE bool play(Board *b, const uint32_t mover, uint32_t from, uint32_t to) {
    uint32_t piece = b->at[from], taken = b->at[to];
    if (taken != NOTHING) b->kind[taken] &= ~SITE(to), b->colour[!mover] &= ~SITE(to);
    shift_piece(b, mover, piece, from, to);
    b->rights &= kept_rights[from] & kept_rights[to];
    int passed = b->passed;
    b->passed = -1;
    if (piece == PAWN) {
        if ((from ^ to) == 16) b->passed = (int8_t)((from + to) / 2);
        else if ((int)to == passed) {
            uint32_t victim = mover == WHITE ? to - 8 : to + 8;
            b->kind[PAWN] &= ~SITE(victim), b->colour[!mover] &= ~SITE(victim), b->at[victim] = NOTHING;
        }
    } else if (UNLIKELY(piece == KING && (from == to + 2 || to == from + 2))) {
        shift_piece(b, mover, ROOK, to > from ? to + 1 : to - 2, to > from ? to - 1 : to + 1);
    }
    return taken != NOTHING || piece == PAWN;
}

ALWAYS_INLINE bool is_promoting(const Board *b, uint32_t to) { return b->at[to] == PAWN && (to < 8 || to >= 56); }

ALWAYS_INLINE void promote(Board *b, uint32_t site, uint32_t piece) {
    b->kind[PAWN] &= ~SITE(site), b->kind[piece] |= SITE(site), b->at[site] = (uint8_t)piece;
}

ALWAYS_INLINE uint32_t origin(const Choice *choice, uint32_t to) {
    return choice->step ? (uint32_t)((int)to - choice->step) : (uint32_t)choice->from;
}

/* -- playouts --------------------------------------------------------------------------------------------------- */

static void set_up(Board *b) {
    static const uint8_t first[8] = {ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK};
    memset(b, 0, sizeof *b);
    memset(b->at, NOTHING, sizeof b->at);
    for (uint32_t x = 0; x < 8; x++) {
        b->at[x] = b->at[56 + x] = first[x], b->at[8 + x] = b->at[48 + x] = PAWN;
        b->kind[first[x]] |= SITE(x) | SITE(56 + x), b->kind[PAWN] |= SITE(8 + x) | SITE(48 + x);
    }
    b->colour[WHITE] = ROW(0) | ROW(1), b->colour[BLACK] = ROW(6) | ROW(7);
    b->rights = 15, b->passed = -1;
}

typedef struct {
    uint16_t moves[MOST_PLIES];
    uint32_t plies, quiet; /* moves, and those in a row that took nothing and moved no pawn */
    int counter;
} Game;

/* True if the four moves before the last one have been played three times in a row and led back each time. Castling, which
 * loses rights, and double steps, which can be answered once, do not occur in such a row twice. */
static bool is_cycle(const Game *game) {
    if (game->quiet < 13) return false;
    const uint16_t *end = game->moves + game->plies - 1;
    for (int k = 1; k <= 8; k++)
        if (end[-k] != end[-k - 4]) return false;
    uint16_t there[2] = {end[-4], end[-3]}, back[2] = {end[-2], end[-1]};
    for (int k = 0; k < 2; k++)
        if ((there[k] & 63) != back[k] >> 6 || (back[k] & 63) != there[k] >> 6) return false;
    return true;
}

static uint32_t count_legal(const Board *b, uint32_t mover, const Choices *all) {
    uint32_t legal = 0;
    for (uint32_t i = 0; i < all->size; i++) legal += count_bits(all->choice[i].targets);
    for (uint64_t left = all->king_targets; left; left &= left - 1) legal += is_safe(b, mover, all->king, bit_index(left));
    return legal;
}

/* One turn, with its promotion; true if the game has ended, and then with its winner. */
ALWAYS_INLINE bool take_turn(Board *b, Game *game, const uint32_t mover, Random *random, FILE *trace, uint32_t *winner) {
    Choices all;
    list(b, mover, &all);
    uint32_t total = count_bits(all.king_targets), from = all.king, to = 0;
    for (uint32_t i = 0; i < all.size; i++) total += count_bits(all.choice[i].targets);
    uint32_t legal = trace ? count_legal(b, mover, &all) : 0;
    for (;; total--) {
        if (UNLIKELY(!total)) {
            *winner = all.in_check ? 1 + !mover : 0;
            return true;
        }
        uint32_t k = random_below(random, total), kings = count_bits(all.king_targets);
        if (k >= kings) {
            const Choice *choice = all.choice;
            uint32_t here;
            for (k -= kings; k >= (here = count_bits(choice->targets)); choice++) k -= here;
            to = bit_index(select_bit(choice->targets, k));
            from = origin(choice, to);
            break;
        }
        to = bit_index(select_bit(all.king_targets, k));
        if (LIKELY(is_safe(b, mover, all.king, to))) break;
        all.king_targets ^= SITE(to);
    }
    /* Mate and stalemate come before the other draws. */
    if (UNLIKELY(game->counter > 99) || UNLIKELY(count_bits(b->colour[0] | b->colour[1]) == 2) || is_cycle(game)) {
        *winner = 0;
        return true;
    }
    trace_ply(trace, legal, from + 64 * to);
    bool lasting = play(b, mover, from, to);
    game->moves[game->plies++] = (uint16_t)(from + 64 * to);
    game->quiet = lasting ? 0 : game->quiet + 1;
    game->counter = lasting ? 0 : game->counter + 1;
    if (UNLIKELY(is_promoting(b, to))) {
        uint32_t piece = KNIGHT + random_below(random, 4);
        trace_ply(trace, 4, 4096 + piece);
        promote(b, to, piece);
        game->moves[game->plies++] = (uint16_t)(to + 64 * to);
        game->counter++;
    }
    return game->plies > MOST_PLIES - 3;
}

static inline Outcome playout(Random *random, FILE *trace) {
    Board b;
    Game game;
    uint32_t winner = 0;
    set_up(&b);
    game.plies = game.quiet = 0, game.counter = -1;
    while (!take_turn(&b, &game, WHITE, random, trace, &winner) && !take_turn(&b, &game, BLACK, random, trace, &winner)) {}
    return (Outcome){game.plies, winner};
}

/* -- counts of move sequences ----------------------------------------------------------------------------------- */

static uint64_t perft(const Board *b, uint32_t mover, uint32_t depth) {
    Choices all;
    list(b, mover, &all);
    for (uint64_t left = all.king_targets; left; left &= left - 1)
        if (!is_safe(b, mover, all.king, bit_index(left))) all.king_targets ^= left & -left;
    add(&all, all.king_targets, all.king, 0);
    uint64_t sequences = 0;
    for (uint32_t i = 0; i < all.size; i++)
        for (uint64_t left = all.choice[i].targets; left; left &= left - 1) {
            Board after = *b;
            uint32_t to = bit_index(left);
            play(&after, mover, origin(&all.choice[i], to), to);
            bool promoting = is_promoting(&after, to);
            for (uint32_t piece = promoting ? KNIGHT : QUEEN; piece <= QUEEN; piece++) {
                Board next = after;
                if (promoting) promote(&next, to, piece);
                sequences += depth > 1 ? perft(&next, !mover, depth - 1) : 1;
            }
        }
    return sequences;
}

/* Reads the first four fields of a position in FEN; returns the mover. */
static uint32_t read_position(Board *b, const char *fen) {
    static const char letters[] = "pnbrqk";
    memset(b, 0, sizeof *b);
    memset(b->at, NOTHING, sizeof b->at);
    b->passed = -1;
    uint32_t x = 0, y = 7;
    for (; *fen && *fen != ' '; fen++) {
        const char *letter = strchr(letters, *fen | 32);
        if (*fen == '/') x = 0, y--;
        else if (*fen >= '1' && *fen <= '8') x += (uint32_t)(*fen - '0');
        else if (letter) {
            uint32_t site = 8 * y + x++, piece = (uint32_t)(letter - letters);
            b->at[site] = (uint8_t)piece;
            b->kind[piece] |= SITE(site), b->colour[*fen >= 'a'] |= SITE(site);
        }
    }
    char mover = 'w', rights[8] = "-", passed[4] = "-";
    sscanf(fen, " %c %7s %3s", &mover, rights, passed);
    for (uint32_t k = 0; k < 4; k++) b->rights |= strchr(rights, "KQkq"[k]) ? 1 << k : 0;
    if (*passed != '-') b->passed = (int8_t)(8 * (passed[1] - '1') + passed[0] - 'a');
    return mover == 'b' ? BLACK : WHITE;
}

static bool count_sequences(int count, char **words) {
    if (count < 3 || strcmp(words[1], "--perft")) return false;
    const char *start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    Board b;
    prepare();
    uint32_t mover = read_position(&b, count > 3 ? words[3] : start);
    printf("%llu\n", (unsigned long long)perft(&b, mover, (uint32_t)strtoul(words[2], NULL, 10)));
    return true;
}

LIMITS_MAIN_OR("Chess", prepare, count_sequences)
