"""Backups are taken under load, refused when they are bad, and restored elsewhere."""
