"""Tests of the rules: no database, no network, no clock."""
