"""Tests of the pages about a person."""
