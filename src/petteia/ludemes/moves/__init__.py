"""Moves, one family a module: each is declared once, and serves as a decision and as an effect.

`petteia.ludemes` imports every module of this folder, so that a new move is one file and nothing else.
"""
