"""Backups are made under load, restored elsewhere, and refused when damaged."""
