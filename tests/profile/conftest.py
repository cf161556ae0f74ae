"""Mira, who has played, and three others."""

import pytest

from accounts.models import User
from tests.table.stage import people


@pytest.fixture
def mira(db: None) -> User:
    """A registered player."""
    return User.objects.create_user("Mira", "mira@example.org", "a long enough password")


@pytest.fixture
def others(db: None) -> list[User]:
    """Three who sat with her."""
    return people(3)
