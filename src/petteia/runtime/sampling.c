/* Sampling by scores as a library of its own, for agents in Python and for tests. */
#include "sampling.h"

/* Plays one move on a state and writes it down; returns 1, or 0 if there is none. `settings` are the share of uniform
 * draws, the temperature and the cap; `scored` gets the number of moves that were scored. */
PT_EXPORT int ptd_play(const Offer *offer, const Policy *policy, int drawing, const double *settings, void *state,
                       uint64_t *random, uint64_t chance, void *move, uint64_t *scored) {
    Sampler sampler = {.offer = *offer,
                       .policy = *policy,
                       .drawing = (Drawing)drawing,
                       .epsilon = settings[0],
                       .temperature = settings[1],
                       .cap = settings[2]};
    bool played = play_sampled(&sampler, state, random, chance);
    if (played) memcpy(move, sampler.chosen, offer->move_size);
    *scored = sampler.scored;
    free_sampler(&sampler);
    return played;
}
