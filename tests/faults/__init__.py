"""Scripted players play while processes of the site are killed, frozen and restarted."""
