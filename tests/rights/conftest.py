"""A site for all rows of a table; changes are rolled back."""

import logging
from collections.abc import Iterator

import pytest
import redis
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from pytest_django.plugin import DjangoDbBlocker

from games.live import again
from tests.conftest import deal_the_same
from tests.rights.browsers import NO_LIMITS, Browsers
from tests.rights.world import build_world


def refuse_form(_request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form without a token by a bare status."""
    return HttpResponse(reason, status=403)


@pytest.fixture(scope="module")
def browsers(
    valkey: str, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Browsers]:
    """A site per module, with a browser for every role."""
    with redis.Redis.from_url(valkey) as line:
        line.flushall()
    cache.clear()
    logging.getLogger("django.request").setLevel(logging.ERROR)
    with django_db_blocker.unblock(), transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        deal_the_same(patch, "rights")
        patch.setattr(settings, "LIMITS", NO_LIMITS)
        patch.setattr(settings, "ACCOUNT_RATE_LIMITS", False)
        # test_double_press.py tests the page of a refused form
        patch.setattr(settings, "CSRF_FAILURE_VIEW", "tests.rights.conftest.refuse_form")
        # a rematch stays possible, and a login recent, however long the tests take
        patch.setattr(again, "AGAIN", 3600.0)
        patch.setattr(settings, "ACCOUNT_REAUTHENTICATION_TIMEOUT", 3600, raising=False)
        yield Browsers(build_world())
        transaction.set_rollback(True)
    logging.getLogger("django.request").setLevel(logging.NOTSET)
