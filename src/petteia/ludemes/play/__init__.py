"""Ways of play beyond a plain turn: dice, repetition, simultaneous choice, matches, memory."""
