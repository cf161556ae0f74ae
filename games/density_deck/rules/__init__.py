"""Density Deck: four players, fifty cards, ten lives each (rulebook Part A)."""
