"""Regions: sets of sites, and sets made from sets."""
