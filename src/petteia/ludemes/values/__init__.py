"""Numbers: integers, fractions, ranges and lists of integers."""
