"""Tests of records, stats, replays and reviews."""
