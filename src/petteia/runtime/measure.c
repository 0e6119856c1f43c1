/* Games played to be measured: one row of numbers a game, and for searching players one line of numbers a move.
 *
 * Needs the search before it. A seat plays uniformly at random (0 iterations) or by UCT with a number of iterations a
 * move. A game ends by its rules, after so many moves, or after so many turns; a turn is a run of moves of one seat. */
#include "search.c"

#define FAMILIES 6
#define AGGREGATES 11
#define PLAYERS_AT 16
#define FAMILIES_AT 36
#define ROW (FAMILIES_AT + FAMILIES * AGGREGATES)
#define LINE 8

/* Where the pieces on the sites of one type lie in a state; NOTHING for what a game does not have. */
typedef struct {
    uint32_t pieces, piece_size, components; /* a set of sites for each component from 0 on */
    uint32_t count, count_size, height, height_size, height_step;
    uint32_t covered, covered_size, covered_count;
    uint32_t sites, is_default;
} Layer;

typedef struct {
    void (*start)(void *state, uint64_t chance);
    Layer layers[3];
    uint32_t layer_count, score, score_size, score_count;
    uint32_t most_moves, most_turns;
    uint32_t kinds;
    const uint16_t *distances; /* from a default site to another in steps; NULL if not asked for */
    const uint8_t *on_board; /* for each kind of move, whether it goes from one default site to another */
    uint32_t iterations[MOST_PLAYERS + 1]; /* by player */
    uint32_t openings; /* so many first moves are drawn uniformly, whoever plays */
    uint32_t turns, turns_size; /* where the state counts turns, by which the rules end a game that goes on for ever */
} Setup;

typedef struct {
    double *values;
    uint32_t count, room;
} List;

typedef struct {
    uint64_t *keys;
    uint32_t *stamps;
    uint32_t size, used, stamp;
} Hashes;

typedef struct {
    const Game *game;
    const Setup *setup;
    Search *search;
    Worker *worker;
    uint8_t *state, *listed, *chosen, *met; /* `met`: the sites that held something, one bit each, by layer */
    uint32_t room, met_size;
    List lists[FAMILIES];
    Hashes positions, situations;
    uint32_t *nodes, *visits;
    double *sums;
    uint8_t *proofs;
    float *priors;
    uint32_t child_room;
    uint64_t components; /* that were on the board at any time, one bit each */
} Play;

static void append_to(List *list, double value) {
    if (list->count == list->room) {
        uint32_t room = list->room ? 2 * list->room : 256;
        double *values = realloc(list->values, room * sizeof *values);
        if (!values) return;
        list->values = values, list->room = room;
    }
    list->values[list->count++] = value;
}

/* Adds a key; false if it is there already. */
static bool add_key(Hashes *seen, uint64_t key) {
    if (2 * seen->used >= seen->size) {
        uint32_t size = seen->size ? 2 * seen->size : 1024;
        uint64_t *keys = calloc(size, sizeof *keys);
        uint32_t *stamps = calloc(size, sizeof *stamps);
        if (!keys || !stamps) return free(keys), free(stamps), true;
        for (uint32_t k = 0; k < seen->size; k++) {
            if (seen->stamps[k] != seen->stamp) continue;
            uint32_t at = (uint32_t)(seen->keys[k] & (size - 1));
            while (stamps[at]) at = (at + 1) & (size - 1);
            keys[at] = seen->keys[k], stamps[at] = seen->stamp;
        }
        free(seen->keys), free(seen->stamps);
        seen->keys = keys, seen->stamps = stamps, seen->size = size;
    }
    uint32_t at = (uint32_t)(key & (seen->size - 1));
    while (seen->stamps[at] == seen->stamp) {
        if (seen->keys[at] == key) return false;
        at = (at + 1) & (seen->size - 1);
    }
    seen->keys[at] = key, seen->stamps[at] = seen->stamp, seen->used++;
    return true;
}

static uint64_t field_at(const uint8_t *state, uint32_t offset, uint32_t size) {
    uint64_t value = 0;
    memcpy(&value, state + offset, size);
    return value;
}

static uint64_t mix_hash(uint64_t hash, uint64_t value) {
    uint64_t low, high = multiply_high(hash ^ 0xa0761d6478bd642full, value ^ 0xe7037ed1a0b428dbull ^ (hash << 1), &low);
    return high ^ low;
}

static uint64_t hash_bytes(uint64_t hash, const uint8_t *bytes, uint32_t size) {
    for (; size >= 8; bytes += 8, size -= 8) hash = mix_hash(hash, field_at(bytes, 0, 8));
    return size ? mix_hash(hash, field_at(bytes, 0, size)) : hash;
}

/* The pieces on the sites of one type: how many; sites that hold something are marked in `met` and counted. */
static double read_layer(const Layer *layer, const uint8_t *state, uint8_t *met, uint32_t *occupied, uint64_t *hash,
                         uint64_t *components) {
    double pieces = 0;
    uint32_t found = 0;
    if (layer->height != NOTHING) {
        for (uint32_t site = 0; site < layer->sites; site++) {
            uint64_t height = field_at(state, layer->height + site * layer->height_step, layer->height_size);
            if (!height) continue;
            pieces += (double)height, found++, met[site >> 3] |= (uint8_t)(1u << (site & 7));
        }
    } else {
        for (uint32_t byte = 0; byte < (layer->sites + 7) / 8; byte++) {
            uint8_t there = 0;
            for (uint32_t c = 1; c < layer->components; c++) {
                uint8_t own = state[layer->pieces + c * layer->piece_size + byte];
                there |= own;
                if (own && c < 64) *components |= 1ull << c;
            }
            if (layer->covered != NOTHING)
                for (uint32_t c = 0; c < layer->covered_count; c++)
                    there |= state[layer->covered + c * layer->covered_size + byte];
            uint32_t left = layer->sites - 8 * byte;
            if (left < 8) there &= (uint8_t)((1u << left) - 1);
            met[byte] |= there;
            for (; there; there &= (uint8_t)(there - 1)) {
                uint32_t site = 8 * byte + (uint32_t)__builtin_ctz(there);
                found++;
                pieces += layer->count == NOTHING
                              ? 1
                              : (double)field_at(state, layer->count + site * layer->count_size, layer->count_size);
            }
        }
        *hash = hash_bytes(*hash, state + layer->pieces, layer->components * layer->piece_size);
        if (layer->count != NOTHING) *hash = hash_bytes(*hash, state + layer->count, layer->sites * layer->count_size);
    }
    *occupied = found;
    return pieces;
}

static double score_difference(const Setup *setup, const uint8_t *state, uint32_t players) {
    if (setup->score == NOTHING || players < 2) return 0;
    double least = 0, most = 0;
    for (uint32_t p = 1; p <= players; p++) {
        uint64_t raw = field_at(state, setup->score + p * setup->score_size, setup->score_size);
        uint32_t shift = 64 - 8 * setup->score_size;
        double score = (double)((int64_t)(raw << shift) >> shift);
        if (p == 1 || score < least) least = score;
        if (p == 1 || score > most) most = score;
    }
    return most - least;
}

/* Notes a position: at the start and after each move. */
static void note_position(Play *play, bool *repeats, double *again, bool *resits, double *resat) {
    const Setup *setup = play->setup;
    double pieces = 0, share = 0;
    uint64_t hash = 1;
    uint8_t *met = play->met;
    for (uint32_t k = 0; k < setup->layer_count; k++) {
        uint32_t occupied = 0;
        pieces += read_layer(&setup->layers[k], play->state, met, &occupied, &hash, &play->components);
        if (setup->layers[k].is_default && setup->layers[k].sites) share = (double)occupied / setup->layers[k].sites;
        met += (setup->layers[k].sites + 7) / 8;
    }
    append_to(&play->lists[2], pieces);
    append_to(&play->lists[3], share);
    append_to(&play->lists[5], score_difference(setup, play->state, play->game->players));
    uint64_t whole = play->game->hash(play->state);
    bool stacks = setup->layer_count && setup->layers[0].height != NOTHING;
    if (!add_key(&play->positions, stacks ? whole : hash)) *repeats = true, ++*again;
    if (!add_key(&play->situations, mix_hash(whole, play->state[play->game->mover]))) *resits = true, ++*resat;
}

/* -- aggregates of a list ------------------------------------------------------------------------------------------ */

/* The k-th smallest; changes the order of the values. */
static double kth(double *v, uint32_t count, uint32_t k) {
    uint32_t low = 0, high = count - 1;
    while (low < high) {
        double pivot = v[low + (high - low) / 2];
        uint32_t i = low, j = high;
        for (;;) {
            while (v[i] < pivot) i++;
            while (v[j] > pivot) j--;
            if (i >= j) break;
            double t = v[i];
            v[i++] = v[j], v[j--] = t;
        }
        if (k <= j) high = j;
        else low = j + 1;
    }
    return v[k];
}

static int sign_of(double x) { return (x > 0) - (x < 0); }

/* Average, median, maximum, minimum, variance, mean change, sign of changes, slope, turns of direction, largest rise,
 * largest fall. A list without values has 0 everywhere. */
static void aggregate(List *list, double *out) {
    uint32_t m = list->count;
    double *v = list->values;
    for (uint32_t k = 0; k < AGGREGATES; k++) out[k] = 0;
    if (!m) return;
    double sum = 0, squares = 0, crossed = 0, middle = (m - 1) / 2.0, signs = 0, turns = 0, rise = 0, fall = 0;
    double most = v[0], least = v[0];
    int direction = 0;
    for (uint32_t k = 0; k < m; k++) {
        sum += v[k], crossed += (k - middle) * v[k];
        if (v[k] > most) most = v[k];
        if (v[k] < least) least = v[k];
        if (!k) continue;
        double step = v[k] - v[k - 1];
        int sign = sign_of(step);
        signs += sign;
        if (sign && direction && sign != direction) turns++;
        if (sign) direction = sign;
        if (step > rise) rise = step;
        if (step < fall) fall = step;
    }
    double mean = sum / m;
    for (uint32_t k = 0; k < m; k++) squares += (v[k] - mean) * (v[k] - mean);
    out[0] = mean, out[2] = most, out[3] = least, out[4] = squares / m;
    if (m > 1) {
        out[5] = (v[m - 1] - v[0]) / (m - 1), out[6] = signs / (m - 1), out[8] = turns / (m - 1);
        out[7] = crossed / ((double)m * ((double)m * m - 1) / 12);
    }
    out[9] = rise, out[10] = fall;
    out[1] = kth(v, m, m / 2);
}

/* -- choosing ------------------------------------------------------------------------------------------------------ */

static bool list_legal(Play *play, uint32_t *count) {
    for (;;) {
        *count = play->game->moves(play->state, play->listed, play->room);
        if (*count <= play->room) return true;
        uint8_t *listed = realloc(play->listed, (size_t)*count * play->game->move_size);
        if (!listed) return false;
        play->listed = listed, play->room = *count;
    }
}

static bool make_child_room(Play *play, uint32_t room) {
    if (room <= play->child_room) return true;
    play->nodes = realloc(play->nodes, room * sizeof *play->nodes);
    play->visits = realloc(play->visits, room * sizeof *play->visits);
    play->sums = realloc(play->sums, room * sizeof *play->sums);
    play->proofs = realloc(play->proofs, room);
    play->priors = realloc(play->priors, room * sizeof *play->priors);
    play->child_room = room;
    return play->nodes && play->visits && play->sums && play->proofs && play->priors;
}

static double mean_of(const Play *play, uint32_t k) {
    return play->proofs[k] ? value_of_proof(play->proofs[k]) : play->visits[k] ? play->sums[k] / play->visits[k] : -1;
}

/* Searches the position and chooses: a proven win, else the most visited move that is not proven lost. Tells the value
 * for the mover, the effective number of moves by visits, and the share of moves within 0.1 of the best return. */
static bool choose_searched(Play *play, uint32_t iterations, double *value, double *effective, double *near) {
    Search *s = play->search;
    if (!pts_reset(s, play->state)) return false;
    pts_run(play->worker, iterations, 0, 0);
    uint32_t count = node_at(s, s->root)->count;
    if (!count) return false;
    if (!make_child_room(play, count)) return false;
    if (count > play->room) {
        uint8_t *listed = realloc(play->listed, (size_t)count * play->game->move_size);
        if (!listed) return false;
        play->listed = listed, play->room = count;
    }
    pts_children(s, 0, count, play->nodes, play->visits, play->sums, play->proofs, play->priors, play->listed);
    uint32_t best = 0;
    double found = -1e300, visited = 0, total = 0, entropy = 0, highest = -2;
    for (uint32_t k = 0; k < count; k++) {
        uint8_t proof = play->proofs[k];
        double worth = play->visits[k] + (proof == WON                               ? 1e15
                                          : proof == LOST                            ? -1e15
                                          : proof == DRAWN && s->root_proof == DRAWN ? 1e12
                                                                                     : 0);
        if (worth > found) found = worth, best = k;
        visited += play->visits[k], total += play->sums[k];
        if (mean_of(play, k) > highest) highest = mean_of(play, k);
    }
    uint32_t close = 0;
    for (uint32_t k = 0; k < count; k++) {
        if (play->visits[k]) entropy -= play->visits[k] / visited * log(play->visits[k] / visited);
        close += mean_of(play, k) >= highest - 0.1;
    }
    *value = s->root_proof ? value_of_proof(s->root_proof) : visited > 0 ? total / visited : 0;
    *effective = exp(entropy), *near = (double)close / count;
    memcpy(play->chosen, play->listed + (size_t)best * play->game->move_size, play->game->move_size);
    return true;
}

/* -- one game ------------------------------------------------------------------------------------------------------ */

static void read_shares(Play *play, double *row, bool timed_out) {
    const Game *game = play->game;
    uint32_t n = game->players, open = 0, first = 0;
    const uint8_t *ranks = play->state + game->ranks;
    for (uint32_t seat = 1; seat <= n; seat++) open += !ranks[seat];
    bool drawn = true, has_winner = false;
    for (uint32_t seat = 1; seat <= n; seat++) first += ranks[seat] && ranks[seat] <= 2 * (n - open);
    double draw_rank = (open + 1) / 2.0 + (open && open < n ? first : 0);
    for (uint32_t seat = 1; seat <= n; seat++) {
        double rank = timed_out && (!ranks[seat] || open == n) ? draw_rank : ranks[seat] / 2.0;
        double u = n == 1 ? (rank == 1 && !timed_out ? 1 : -1) : 1 - 2 * (rank - 1) / (n - 1);
        row[PLAYERS_AT + player_on(game, play->state, seat)] = (u + 1) / 2;
        drawn &= u == 0;
        has_winner |= rank == 1 && !(n == 1 && timed_out);
    }
    row[3] = has_winner, row[4] = drawn && n > 1;
}

static void play_game(Play *play, uint64_t seed, double *row, double *lines, uint32_t most_lines,
                      uint64_t *kinds_legal) {
    const Game *game = play->game;
    const Setup *setup = play->setup;
    uint64_t random = seed;
    next_random(&random);
    for (uint32_t k = 0; k < FAMILIES; k++) play->lists[k].count = 0;
    play->positions.stamp++, play->situations.stamp++, play->positions.used = play->situations.used = 0;
    memset(play->met, 0, play->met_size);
    if (play->worker) play->worker->random = next_random(&random);
    setup->start(play->state, next_random(&random));
    uint32_t moves = 0, turns = 0, decisions = 0, last = NOTHING, count;
    double branching = 0, again = 0, resat = 0;
    bool timed_out = false, repeats = false, resits = false;
    note_position(play, &repeats, &again, &resits, &resat);
    while (!is_over(game, play->state)) {
        if (moves >= setup->most_moves) {
            timed_out = true;
            break;
        }
        uint32_t seat = play->state[game->mover], player = player_on(game, play->state, seat);
        if (seat != last && turns >= setup->most_turns) {
            timed_out = true;
            break;
        }
        if (!list_legal(play, &count) || !count) {
            timed_out = true;
            break;
        }
        for (uint32_t k = 0; k < count; k++) kinds_legal[field_at(play->listed, (uint32_t)(k * game->move_size), 2)]++;
        uint32_t iterations = player <= MOST_PLAYERS && moves >= setup->openings ? setup->iterations[player] : 0;
        memcpy(play->chosen, play->listed + (size_t)below(&random, count) * game->move_size, game->move_size);
        if (iterations && lines && moves < most_lines) {
            double value = 0, effective = 1, near = 1;
            if (!choose_searched(play, iterations, &value, &effective, &near)) {
                timed_out = true;
                break;
            }
            double *line = lines + (size_t)moves * LINE;
            line[0] = player, line[1] = value, line[2] = effective, line[3] = near, line[4] = count, line[5] = 1;
        } else if (iterations && count > 1) {
            double value, effective, near;
            if (!choose_searched(play, iterations, &value, &effective, &near)) {
                timed_out = true;
                break;
            }
        }
        branching += count, decisions += count >= 2;
        append_to(&play->lists[0], count);
        if (count >= 2) append_to(&play->lists[1], count);
        uint32_t kind = (uint32_t)field_at(play->chosen, 0, 2);
        uint32_t from = (uint32_t)field_at(play->chosen, 2, 2), to = (uint32_t)field_at(play->chosen, 4, 2);
        if (setup->distances && setup->on_board[kind] && from != to) {
            uint32_t sites = setup->layers[0].sites;
            if (from < sites && to < sites && setup->distances[from * sites + to] != 0xffff)
                append_to(&play->lists[4], setup->distances[from * sites + to]);
        }
        kinds_legal[setup->kinds + kind]++;
        game->play(play->state, play->chosen, next_random(&random));
        if (seat != last) turns++;
        last = seat, moves++;
        note_position(play, &repeats, &again, &resits, &resat);
    }
    if (setup->turns != NOTHING && field_at(play->state, setup->turns, setup->turns_size) >= setup->most_turns)
        timed_out = true;
    for (uint32_t k = 0; k < ROW; k++) row[k] = 0;
    row[0] = moves, row[1] = turns, row[2] = timed_out;
    read_shares(play, row, timed_out);
    row[5] = moves ? (double)decisions / moves : 0;
    row[6] = moves && branching > 0 ? moves * log(branching / moves) / 2.302585092994046 : 0;
    uint32_t all = 0, met = 0;
    uint8_t *bits = play->met;
    for (uint32_t k = 0; k < setup->layer_count; k++) {
        uint32_t sites = setup->layers[k].sites, here = 0;
        for (uint32_t site = 0; site < sites; site++) here += bits[site >> 3] >> (site & 7) & 1;
        if (setup->layers[k].is_default && sites) row[7] = (double)here / sites;
        all += sites, met += here, bits += (sites + 7) / 8;
    }
    row[8] = all ? (double)met / all : 0;
    row[9] = again / (moves + 1), row[10] = resat / (moves + 1), row[11] = repeats, row[12] = resits;
    for (uint32_t k = 0; k < FAMILIES; k++) aggregate(&play->lists[k], row + FAMILIES_AT + k * AGGREGATES);
}

static void end_play(Play *play) {
    free(play->state), free(play->listed), free(play->chosen), free(play->met);
    for (uint32_t k = 0; k < FAMILIES; k++) free(play->lists[k].values);
    free(play->positions.keys), free(play->positions.stamps), free(play->situations.keys),
        free(play->situations.stamps);
    free(play->nodes), free(play->visits), free(play->sums), free(play->proofs), free(play->priors);
    if (play->worker) free_worker(play->worker);
    if (play->search) pts_free(play->search);
}

PT_EXPORT uint32_t ptm_row(void) { return ROW; }

/* Plays games with the seeds first, first + 1, ...; writes a row for each and, where `lines` is given, the lines of
 * each game one after the other, `most_lines` of room each. `kinds_legal` has 2 numbers for each kind of move: how
 * often it was legal, how often played. Returns the number of games played, which is smaller if there is no memory or
 * time is up. */
PT_EXPORT uint32_t ptm_play(const Game *game, const Setup *setup, const Settings *settings, uint64_t first,
                            uint32_t games, double seconds, double *rows, double *lines, uint32_t most_lines,
                            uint64_t *kinds_legal, uint64_t *components) {
    Play play = {.game = game, .setup = setup, .room = 256};
    bool searches = false;
    uint32_t done = 0;
    for (uint32_t p = 1; p <= MOST_PLAYERS; p++) searches |= setup->iterations[p] > 0;
    for (uint32_t k = 0; k < setup->layer_count; k++) play.met_size += (setup->layers[k].sites + 7) / 8;
    play.state = malloc(game->state_size + 64), play.listed = malloc((size_t)play.room * game->move_size);
    play.chosen = malloc(game->move_size + 8u), play.met = malloc(play.met_size + 8);
    if (play.state && play.listed && play.chosen && play.met) {
        setup->start(play.state, 1);
        if (searches) {
            play.search = pts_new(game, settings, play.state);
            if (play.search) play.worker = new_worker(play.search, 1);
        }
        double begin = cpu_seconds();
        if (!searches || play.worker)
            for (; done < games && !(seconds > 0 && done && cpu_seconds() - begin > seconds); done++)
                play_game(&play, mix_hash(first + done, 0x9e3779b97f4a7c15ull), rows + (size_t)done * ROW,
                          lines ? lines + (size_t)done * most_lines * LINE : NULL, most_lines, kinds_legal);
    }
    *components |= play.components;
    end_play(&play);
    return done;
}
