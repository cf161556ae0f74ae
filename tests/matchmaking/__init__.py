"""Tests of matchmaking."""
