"""Reasons: which rule of a description forbids a move, or which ones it rests on.

>>> from petteia import load
>>> from petteia.why import explain
>>> state = load("Tic-Tac-Toe").start()
>>> state.play("4>4")
>>> found = explain(state, move="4>4")
>>> found.legal, found.reasons[0].rule
(False, '(sites Empty)')
"""

from ._explain import Explanation, Reason, explain

__all__ = ["Explanation", "Reason", "explain"]
