"""Fixtures: Mira and three other players."""

import pytest

from accounts.models import User
from tests.table.harness import make_users


@pytest.fixture
def mira(db: None) -> User:
    """A registered player."""
    return User.objects.create_user("Mira", "mira@example.org", "a long enough password")


@pytest.fixture
def others(db: None) -> list[User]:
    """Three players who played with her."""
    return make_users(3)
