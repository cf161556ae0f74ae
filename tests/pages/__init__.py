"""Tests of pages as a browser gets them."""
