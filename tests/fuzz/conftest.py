"""Fuzzing runs only on SQLite, where the database is restored quickly."""

import pytest


def pytest_ignore_collect(config: pytest.Config) -> bool | None:
    """Ignore this folder on PostgreSQL."""
    return config.getoption("--database") != "sqlite" or None
