"""Queries of board and position that conditions, regions, values and moves share."""
