"""Quirks: what is kept only for compatibility with the reference, apart from the plain meaning of ludemes.

Each says its reason and the words of the language that it serves. `marks` has those that a single move carries along,
`wrappers` sinks and generators that change what passes through them, `games` those of whole games, and `levels` what
loops over levels leave behind. Small ones that are a line of a ludeme stand there, after `compat:`.
"""
