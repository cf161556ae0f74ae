"""Sends faults to Sentry, where SENTRY_DSN asks for it.

The package is that of the extra `reports`; without the variable it is not loaded. What is sent is
scrubbed as the logs are (density.log_format): no cards, keys, e-mail or IP addresses.
"""

from importlib import import_module
from typing import Any

from django.conf import settings

from density.log_format import LEFT_OUT, OF_CARDS, scrub

# of an event: what names a client, a user or this machine
DROPPED = ("request", "user", "server_name")


def start() -> None:
    """Begin to send faults of this process, and of those that are forked from it."""
    if not settings.SENTRY_DSN:
        return
    import_module("sentry_sdk").init(
        dsn=settings.SENTRY_DSN,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        traces_sample_rate=0.0,
        before_send=before_send,
    )


def before_send(event: Any, hint: Any) -> Any:
    """Return an event of Sentry as it may leave the site."""
    for fault in (event.get("exception") or {}).get("values") or ():
        frames = (fault.get("stacktrace") or {}).get("frames") or ()
        if any(OF_CARDS.search(str(frame.get("abs_path"))) for frame in frames):
            fault["value"] = LEFT_OUT
    return scrubbed({name: value for name, value in event.items() if name not in DROPPED})


def scrubbed(part: Any) -> Any:
    """Return a part of an event with every text scrubbed."""
    if isinstance(part, dict):
        return {name: scrubbed(value) for name, value in part.items()}
    if isinstance(part, list | tuple):
        return [scrubbed(each) for each in part]
    return scrub(part) if isinstance(part, str) else part
