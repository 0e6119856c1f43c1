/* What the C of logic networks shares: integer types, the few functions of the C library, and reading positions.
 *
 * A position is seen as words of bits. Each word is the union of words of the state (perhaps complemented within the
 * board), or one bit that says whether a number of the state has a given value. Bit b of word w is input 64 w + b. */

typedef unsigned char uint8_t;
typedef signed char int8_t;
typedef unsigned short uint16_t;
typedef short int16_t;
typedef unsigned int uint32_t;
typedef int int32_t;
typedef unsigned long long uint64_t;
typedef __SIZE_TYPE__ size_t;
#define NULL ((void *)0)
#define NONE 0xffffffffu

#if defined(_WIN32)
#define PT_EXPORT __declspec(dllexport)
#else
#define PT_EXPORT __attribute__((visibility("default")))
#endif

void *malloc(size_t);
void *calloc(size_t, size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);

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
