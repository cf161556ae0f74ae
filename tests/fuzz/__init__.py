"""Inputs by the thousand, most of them absurd: none may break the site or change a game."""
