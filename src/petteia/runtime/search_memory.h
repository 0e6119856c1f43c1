/* Memory of a search tree: one region of a bounded size. A place in it is a number of words of 8 bytes, so that links
 * take 4 bytes. Blocks that are given back are kept in lists by their size. */
#pragma once
#include "sampling.h"

enum { CLASSES = 64, EXACT_LISTS = 64 };

typedef struct Memory {
    uint64_t *base;
    uint64_t most, used; /* in words; word 0 is never given out: 0 is no place */
    struct Memory *lender; /* of which more is taken in chunks of so many words; NULL if this is a whole region */
    uint64_t chunk;
    uint32_t exact[EXACT_LISTS]; /* blocks of a size that the number of the list implies */
    uint32_t classes[CLASSES]; /* other blocks, by the largest class they are as large as */
    uint8_t lock;
    bool shared; /* by several threads */
    bool has_spare; /* blocks of any size were given back */
} Memory;

/* The sizes of classes: 1, 2, 3, 4, 6, 8, 12, 16, ... */
static uint32_t class_size(uint32_t number) {
    return number & 1 ? number < 3 ? 1 : 3u << (number - 3) / 2 : 1u << number / 2;
}

static uint32_t class_within(uint64_t words) { /* the largest class of at most so many words */
    uint32_t number = 0;
    while (number + 1 < CLASSES - 4 && class_size(number + 1) <= words) number++;
    return number;
}

static uint32_t class_around(uint64_t words) {
    uint32_t number = class_within(words);
    return class_size(number) < words ? number + 1 : number;
}

static inline void *at_place(const Memory *m, uint32_t place) { return m->base + place; }

static bool take_chunk(Memory *m, uint64_t words);

static uint32_t take_new(Memory *m, uint64_t words) {
    if (m->used + words > m->most && !(m->lender && take_chunk(m, words))) return 0;
    uint32_t place = (uint32_t)m->used;
    m->used += words;
    return place;
}

static uint32_t take_first(Memory *m, uint32_t *list) {
    uint32_t place = *list;
    if (place) *list = *(uint32_t *)at_place(m, place);
    return place;
}

/* A block for a list of blocks of one size, new ones of so many words; 0 if there is no more room. */
static uint32_t take_exact(Memory *m, uint32_t list, uint64_t words) {
    if (m->shared) take(&m->lock);
    uint32_t place = take_first(m, &m->exact[list]);
    if (!place) place = take_new(m, words);
    if (m->shared) release(&m->lock);
    return place || !m->lender ? place : take_exact(m->lender, list, words);
}

static void give_exact(Memory *m, uint32_t list, uint32_t place) {
    if (!place) return;
    if (m->shared) take(&m->lock);
    *(uint32_t *)at_place(m, place) = m->exact[list];
    m->exact[list] = place;
    if (m->shared) release(&m->lock);
}

/* A block of at least so many words; 0 if there is no more room. */
static uint32_t take_words(Memory *m, uint64_t words) {
    if (m->shared) take(&m->lock);
    uint32_t place = take_first(m, &m->classes[class_around(words)]);
    if (!place) place = take_new(m, words);
    if (m->shared) release(&m->lock);
    return place || !m->lender ? place : take_words(m->lender, words);
}

static void give_words(Memory *m, uint32_t place, uint64_t words) {
    if (!place || !words) return;
    if (m->shared) take(&m->lock);
    m->has_spare = true;
    uint32_t *list = &m->classes[class_within(words)];
    *(uint32_t *)at_place(m, place) = *list;
    *list = place;
    if (m->shared) release(&m->lock);
}

/* -- memory on loan: a thread that takes it in chunks seldom waits for others, and is alone on its lines of memory
 * ----- */

/* Makes room for so many words, as long as the lender has any. What is left of the last chunk is given back. */
static bool take_chunk(Memory *m, uint64_t words) {
    uint64_t wanted = words < m->chunk ? m->chunk : words;
    take(&m->lender->lock);
    uint32_t place = take_new(m->lender, wanted);
    release(&m->lender->lock);
    if (!place) return false;
    give_words(m->lender, (uint32_t)m->used, m->most - m->used);
    m->used = place, m->most = place + wanted;
    return true;
}

/* Puts the blocks of a list before those of another. */
static void join_lists(const Memory *m, uint32_t from, uint32_t *to) {
    uint32_t last = from;
    while (last && *(uint32_t *)at_place(m, last)) last = *(uint32_t *)at_place(m, last);
    if (last) *(uint32_t *)at_place(m, last) = *to, *to = from;
}

static void give_all_back(Memory *m) {
    give_words(m->lender, (uint32_t)m->used, m->most - m->used);
    take(&m->lender->lock);
    for (uint32_t k = 0; k < EXACT_LISTS; k++) join_lists(m, m->exact[k], &m->lender->exact[k]);
    for (uint32_t k = 0; k < CLASSES; k++) join_lists(m, m->classes[k], &m->lender->classes[k]);
    release(&m->lender->lock);
}

static void forget_all(Memory *m) {
    memset(m->exact, 0, sizeof m->exact), memset(m->classes, 0, sizeof m->classes);
    m->used = 1, m->has_spare = false;
}

/* -- regions ------------------------------------------------------------------------------------------------------
 * Fresh pages cost more than a small search, so the region of the latest search that ended is kept for the next. */

static struct {
    uint64_t *base;
    uint64_t words;
    uint8_t lock;
} kept;
static const uint64_t MOST_KEPT = 1u << 23; /* words that were in use: 64 MB */

/* Memory for a region. On large pages a walk through the tree misses fewer of the addresses that the processor
 * remembers. */
static uint64_t *new_region(uint64_t words) {
    size_t bytes = words * sizeof(uint64_t);
#ifdef __linux__
    enum { LARGE_PAGE = 1 << 21, USE_LARGE_PAGES = 14 };
    void *region = NULL;
    if (bytes >= LARGE_PAGE && !posix_memalign(&region, LARGE_PAGE, bytes)) {
        madvise(region, bytes, USE_LARGE_PAGES); /* a wish: it may be refused */
        return region;
    }
#endif
    return malloc(bytes);
}

/* Finds a region of so many words, or of fewer if the system has less. */
static bool find_region(Memory *m, uint64_t words) {
    take(&kept.lock);
    if (kept.base && kept.words == words) m->base = kept.base, kept.base = NULL;
    release(&kept.lock);
    for (uint64_t tried = words; !m->base && tried >= 1u << 12; tried /= 2) m->base = new_region(tried), words = tried;
    m->most = words;
    forget_all(m);
    return m->base != NULL;
}

static void leave_region(Memory *m) {
    uint64_t *spare = m->base;
    take(&kept.lock);
    if (!kept.base && m->used <= MOST_KEPT) kept.base = m->base, kept.words = m->most, spare = NULL;
    release(&kept.lock);
    free(spare);
    m->base = NULL;
}
