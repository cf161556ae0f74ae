"""The audit log records changes by staff: who, when and what.

It records nothing that players do.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from auditlog.context import disable_auditlog
from auditlog.middleware import AuditlogMiddleware
from auditlog.models import LogEntry
from auditlog.signals import pre_log
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseBase
from structlog.contextvars import get_contextvars

READING = ("GET", "HEAD", "OPTIONS", "TRACE")

_audited: ContextVar[bool] = ContextVar("audited", default=False)


class StaffChanges(AuditlogMiddleware):
    """Names the member of staff in every entry that a request of theirs makes."""

    get_response: Callable[[HttpRequest], HttpResponseBase]

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request; only those of staff that may change something are written down."""
        if request.method in READING or not getattr(request.user, "is_staff", False):
            # nor is what was there before read, as it is for an entry
            with disable_auditlog():
                return self.get_response(request)
        with audit_changes():
            answer: HttpResponseBase = super().__call__(request)
        return answer


@contextmanager
def audit_changes() -> Iterator[None]:
    """Write changes of registered models down; a command has no actor but the operator."""
    token = _audited.set(True)
    try:
        yield
    finally:
        _audited.reset(token)


@receiver(pre_log)
def only_of_staff(**kwargs: Any) -> bool:
    """Return whether a change is to be written down."""
    return _audited.get()


def mask_value(value: str) -> str:
    """Return what stands in the log for a value that it may not keep."""
    return "***" if value else ""


def request_id() -> str | None:
    """Return the id of the request that the logs of the process have, if there is one."""
    found = get_contextvars().get("request")
    return None if found is None else str(found)


def log_staff_action(instance: Any, what: str) -> None:
    """Write down what a member of staff did to an object that is not registered."""
    LogEntry.objects.log_create(
        instance, force_log=True, action=LogEntry.Action.UPDATE, changes={"done": ["", what]}
    )
