"""Measurements of Petteia against hand-written C, OpenSpiel and Ludii: `python -m bench.run`, or `make bench`."""
