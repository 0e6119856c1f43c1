"""Actions: the steps that a move is made of, and how each changes the state."""
