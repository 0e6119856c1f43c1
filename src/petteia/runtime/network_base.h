/* What the C of logic networks shares: integer types, the few functions of the C library, and reading positions.
 *
 * A position is seen as words of bits. Each word is the union of words of the state (perhaps complemented within the
 * board), or one bit that says whether a number of the state has a given value. Bit b of word w is input 64 w + b. */
#pragma once
#include "types.h"

#define NONE 0xffffffffu

enum { UNION, COMPLEMENT, NUMBER_IS };

typedef struct {
    uint32_t kind, first, count; /* which of the offsets it unites; of a number: its offset and its width */
    int32_t number;
    uint64_t mask;
} Word;

typedef struct {
    uint32_t words;
    const Word *word;
    const uint32_t *offsets;
} View;

static uint64_t load_word(const uint8_t *state, uint32_t offset) {
    uint64_t word;
    memcpy(&word, state + offset, 8);
    return word;
}

static int32_t load_number(const uint8_t *state, uint32_t offset, uint32_t width) {
    if (width == 1) return state[offset];
    if (width == 2) {
        int16_t number;
        memcpy(&number, state + offset, 2);
        return number;
    }
    int32_t number;
    memcpy(&number, state + offset, 4);
    return number;
}

static uint64_t view_word(const View *view, uint32_t at, const uint8_t *state) {
    const Word *word = view->word + at;
    if (word->kind == NUMBER_IS) return load_number(state, word->first, word->count) == word->number;
    uint64_t found = 0;
    for (uint32_t k = 0; k < word->count; k++) found |= load_word(state, view->offsets[word->first + k]);
    return (word->kind == COMPLEMENT ? ~found : found) & word->mask;
}
