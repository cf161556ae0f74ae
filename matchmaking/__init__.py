"""Ranked queues: players in, tables out."""
