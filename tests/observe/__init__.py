"""Tests of health, metrics and logs."""
