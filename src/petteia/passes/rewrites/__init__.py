"""Rewrites: passes that keep the meaning of a program, one a file, named by a verb."""
