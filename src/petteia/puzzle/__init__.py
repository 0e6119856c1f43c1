"""Puzzles for one person: solved, judged unique or not, rated by the deductions they need, and generated.

>>> from petteia.puzzle import solve
>>> text = '''(game "Two by Two" (players 1)
...     (equipment {(board (square 2) (values Cell (range 1 2))) (regions {Rows Columns})})
...     (rules (start (set {{0 1}})) (play (satisfy (all Different))) (end (if (is Solved) (result P1 Win)))))'''
>>> found = solve(text)
>>> found.solutions, sorted(found.solution)
(1, ['1=2', '2=2', '3=1'])
"""

from ._generation import Instance, generate
from ._solve import Solution, solve

__all__ = ["Instance", "Solution", "generate", "solve"]
