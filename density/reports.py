"""Sends faults to Sentry or traces to OpenTelemetry, where a variable asks for it.

The packages are those of the extra `reports`; without the variable none of this is loaded. What
is sent is scrubbed as the logs are (density.log_format): no cards, keys, e-mail or IP addresses.
"""

import os
from importlib import import_module
from typing import Any

from django.conf import settings
from structlog.contextvars import get_contextvars

from density.log_format import LEFT_OUT, OF_CARDS, scrub
from density.request_limits import Application, Event, Receive, Scope, Send

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


def traced(application: Application) -> Application:
    """Return an ASGI application whose requests are traced, where that is asked for.

    A span has the method, the route and the id in the logs: addresses and headers may hold keys,
    and the message of a fault may name cards.
    """
    if not settings.OTEL_ENDPOINT:
        return application
    trace = import_module("opentelemetry.sdk.trace")
    export = import_module("opentelemetry.sdk.trace.export")
    otlp = import_module("opentelemetry.exporter.otlp.proto.http.trace_exporter")
    os.environ.setdefault("OTEL_SERVICE_NAME", "density")
    provider = trace.TracerProvider()
    provider.add_span_processor(export.BatchSpanProcessor(otlp.OTLPSpanExporter()))
    tracer = provider.get_tracer("density")
    extract = import_module("opentelemetry.propagate").extract
    kind = import_module("opentelemetry.trace").SpanKind.SERVER

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        method = scope.get("method", "SOCKET")
        given = {name.decode(): value.decode("latin-1") for name, value in scope["headers"]}
        with tracer.start_as_current_span(
            *(method, extract(given), kind),
            record_exception=False,
            set_status_on_exception=False,
        ) as span:

            async def answer(event: Event) -> None:
                if event["type"] == "http.response.start":
                    span.set_attribute("http.response.status_code", event["status"])
                await send(event)

            try:
                await application(scope, receive, answer)
            except Exception as fault:
                span.set_attribute("error.type", type(fault).__name__)
                raise
            finally:
                known = get_contextvars()
                span.set_attribute("density.request", known.get("request", ""))
                if route := known.get("page", {}).get("route"):
                    span.set_attribute("http.route", f"/{route}")
                    span.update_name(f"{method} /{route}")

    return serve
