"""Boards: graphs, operators on graphs, sizes, and the board made from them."""
