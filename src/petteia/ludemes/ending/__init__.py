"""End rules and results."""
