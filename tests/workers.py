"""Runs queued tasks of the test's Redis in this process."""

import base64
import time
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import orjson
from django.core import mail
from django.core.mail import EmailMessage

from accounts.contact import push
from accounts.contact.notifications import DELIVER_PUSH, LONGEST_COUNTDOWN, WAIT
from accounts.models import PushChoices, User
from density.celery import app
from density.platform.redis import redis_connection

# registers the tasks
app.loader.import_default_modules()


def work_off() -> list[str]:
    """Run all queued tasks, and those that they queue; return their names."""
    done = []
    for name, args in _take():
        # delayed tasks are due
        app.tasks[name](*(args if name != WAIT else [*args[:3], 0]))
        done.append(name)
    return [name for name in done if name != WAIT]


def collect_deliveries() -> list[dict[str, Any]]:
    """Run all queued tasks except deliveries, which are returned."""
    found = []
    for name, args in _take():
        if name == DELIVER_PUSH:
            found.append(args[0])
        else:
            app.tasks[name](*args)
    return found


def collect_mails() -> list[EmailMessage]:
    """Return all mails of the test, after sending queued ones."""
    work_off()
    return mail.outbox


def let_push_reach(kind: str, *users: User) -> None:
    """Subscribe users to a kind of notification, in one browser each."""
    for user in users:
        push.add_subscription(user, f"https://fcm.googleapis.com/{user.pk}")
        PushChoices.objects.update_or_create(user=user, defaults={kind: True})


def _take() -> Iterator[tuple[str, list[Any]]]:
    """Remove the tasks from the workers' queue; return their names and arguments."""
    while (taken := redis_connection().rpop("celery")) is not None:
        sent = orjson.loads(str(taken))
        eta = sent["headers"]["eta"]
        # Redis would deliver a longer waiting task to several workers
        assert not eta or datetime.fromisoformat(eta).timestamp() - time.time() < (
            LONGEST_COUNTDOWN + 1
        )
        args, kwargs, _ = orjson.loads(base64.b64decode(sent["body"]))
        assert not kwargs
        yield sent["headers"]["task"], args
