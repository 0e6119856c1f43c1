"""Analyses: what is true of a program, or of its boards, found out without changing it."""
