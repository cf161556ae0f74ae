"""The audit log records changes by staff: who, when and what.

Actions of players are not recorded.
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
    """Records changes made by requests of staff, with the staff member as actor."""

    get_response: Callable[[HttpRequest], HttpResponseBase]

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request; record changes only for a staff request that can change something."""
        if request.method in READING or not getattr(request.user, "is_staff", False):
            # also saves the queries that read old values for an entry
            with disable_auditlog():
                return self.get_response(request)
        with audit_changes():
            response: HttpResponseBase = super().__call__(request)
        return response


@contextmanager
def audit_changes() -> Iterator[None]:
    """Record changes of registered models; in a command the operator is the actor."""
    token = _audited.set(True)
    try:
        yield
    finally:
        _audited.reset(token)


@receiver(pre_log)
def only_of_staff(**kwargs: Any) -> bool:
    """Return whether to record a change."""
    return _audited.get()


def mask_value(value: str) -> str:
    """Return the text that replaces a secret value in the log."""
    return "***" if value else ""


def request_id() -> str | None:
    """Return the id of the current request as in the process log; None outside a request."""
    current = get_contextvars().get("request")
    return None if current is None else str(current)


def log_staff_action(instance: Any, what: str) -> None:
    """Record what a staff member did to an object whose model is not registered."""
    LogEntry.objects.log_create(
        instance, force_log=True, action=LogEntry.Action.UPDATE, changes={"done": ["", what]}
    )
