"""Tests of the rules, without database, network and clock."""
