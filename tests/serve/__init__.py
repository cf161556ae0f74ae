"""Tests of `manage.py serve` as a real process."""
