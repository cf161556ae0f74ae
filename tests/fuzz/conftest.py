"""Absurd inputs are sent on SQLite alone, where a database is put back in a moment."""

import pytest


def pytest_ignore_collect(config: pytest.Config) -> bool | None:
    """Leave this folder out on PostgreSQL."""
    return config.getoption("--database") != "sqlite" or None
