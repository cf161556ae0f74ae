"""Tests of the workers' clock."""
