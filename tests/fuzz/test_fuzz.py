"""Thousands of absurd inputs break nothing: 1,500 of them, or as many as FUZZ_INPUTS says.

FUZZ_SEED draws others, and FUZZ_BATCH repeats one batch of a seed (docs/SECURITY.md).
"""

import logging
import os
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.conf import settings
from django.core.signals import request_finished
from django.db import connections
from django.utils import timezone

from accounts.identity import oauth
from accounts.models import User
from density.platform import token_buckets
from games.consumers import shared
from games.pages import today
from tests.fuzz.run import BATCH, Fuzzer
from tests.fuzz.site import Faults
from tests.rights.browsers import NO_LIMITS, Browsers
from tests.rights.world import build_world

INPUTS = int(os.environ.get("FUZZ_INPUTS", "1500"))
SEED = int(os.environ.get("FUZZ_SEED", "1"))
FIRST = int(os.environ.get("FUZZ_BATCH", "0"))
BATCHES = 1 if "FUZZ_BATCH" in os.environ else -(-INPUTS // BATCH)


def hang_up(**_: object) -> None:
    """Close the database connections of a thread."""
    connections.close_all()


@pytest.fixture
def fuzzer(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Fuzzer]:
    """A site without rate limits and response caches."""
    monkeypatch.setattr(settings, "ACCOUNT_RATE_LIMITS", False)
    monkeypatch.setattr(settings, "LIMITS", NO_LIMITS)
    monkeypatch.setattr(token_buckets, "BURST", 1e12)
    for reading in (shared.snapshots, shared.statuses, shared.lists):
        monkeypatch.setattr(reading, "_seconds", 0.0)
    faults = Faults()
    monkeypatch.setattr(logging.getLogger(), "handlers", [faults])
    # each request has its own thread, which must not leave a connection open
    request_finished.connect(hang_up)
    # the site makes its key when somebody first asks for it, whoever that is
    oauth.read_signing_key()
    world = build_world()
    # the home page saves that it was seen
    User.objects.update(home={"seen": timezone.now().isoformat()})
    monkeypatch.setattr(today, "REST", timedelta(days=1))
    yield Fuzzer(SEED, Browsers(world), faults)
    request_finished.disconnect(hang_up)


@pytest.mark.short
async def test_no_input_breaks_the_site_or_changes_a_game_that_it_may_not(fuzzer: Fuzzer) -> None:
    for number in range(FIRST, FIRST + BATCHES):
        await fuzzer.batch(number)
        assert fuzzer.failures == [], "\n".join(fuzzer.failures)
