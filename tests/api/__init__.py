"""Tests of the versioned API."""
