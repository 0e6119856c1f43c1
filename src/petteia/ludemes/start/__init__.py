"""The start position."""
