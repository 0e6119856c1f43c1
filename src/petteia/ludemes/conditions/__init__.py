"""Conditions: logic, comparison, and predicates of the position."""
