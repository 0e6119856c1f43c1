"""From the rule program to C, through a compiler, to a loaded library."""
