"""Bundled games of every kind for tests that are too slow to look at all of them."""

CLASSICS = [
    "Amazons", "Backgammon", "Breakthrough", "Chess", "Chinese Checkers", "Clobber", "Connect Four",
    "Dots and Boxes", "English Draughts", "Fanorona", "Go", "Gomoku", "Halma", "Havannah", "Hex", "Hnefatafl",
    "International Draughts", "Kalah", "Knightthrough", "Konane", "Lines of Action", "Mu Torere",
    "Nine Men's Morris", "Oware", "Reversi", "Royal Game of Ur", "Senet", "Shogi", "Surakarta", "Tablut", "Teeko",
    "Tic-Tac-Toe", "Xiangqi", "Y", "Yavalath",
]  # fmt: skip
