"""How rules become a program: context, facts of a game, storage, drafts of moves, and the rule book."""
