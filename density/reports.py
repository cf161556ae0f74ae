"""Sends faults to Sentry or traces to OpenTelemetry, where a variable asks for it.

The packages are those of the extra `reports`; without the variable none of this is loaded. What
is sent is scrubbed as the logs are (density.log_format): no cards, keys, e-mail or IP addresses.
"""

import os
from collections.abc import Callable
from importlib import import_module
from typing import Any

from django.conf import settings
from structlog.contextvars import get_contextvars

from density.log_format import LEFT_OUT, OF_CARDS, scrub
from density.request_limits import Application, Receive, Scope, Send

FAULTS = "density.faults"
# of an event: what a person may be known by, and what a request holds
DROPPED = {"cookies", "data", "env", "headers", "query_string", "vars", "server_name"}
KEPT_OF_A_USER = {"id"}
# of a span: where a request came from, and addresses that may hold keys
HIDDEN_ATTRIBUTES = (
    *("net.peer.ip", "net.peer.name", "client.address", "network.peer.address", "http.client_ip"),
    *("http.target", "http.url", "url.path", "url.full", "url.query", "http.user_agent"),
    *("user_agent.original", "net.peer.port", "client.port", "network.peer.port"),
)


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
    if "user" in event:
        event["user"] = {
            name: value for name, value in event["user"].items() if name in KEPT_OF_A_USER
        }
    return scrubbed(event)


def scrubbed(part: Any) -> Any:
    """Return a part of an event with every text scrubbed, and without what is dropped."""
    if isinstance(part, dict):
        return {name: scrubbed(value) for name, value in part.items() if name not in DROPPED}
    if isinstance(part, list | tuple):
        return [scrubbed(each) for each in part]
    return scrub(part) if isinstance(part, str) else part


# -------------------------------------------------------------------------------- traces
def traced(application: Application) -> Application:
    """Return an ASGI application whose requests are traced, where that is asked for."""
    if not settings.OTEL_ENDPOINT:
        return application
    trace = import_module("opentelemetry.sdk.trace")
    export = import_module("opentelemetry.sdk.trace.export")
    otlp = import_module("opentelemetry.exporter.otlp.proto.http.trace_exporter")
    asgi = import_module("opentelemetry.instrumentation.asgi")
    os.environ.setdefault("OTEL_SERVICE_NAME", "density")
    provider = trace.TracerProvider()
    provider.add_span_processor(export.BatchSpanProcessor(otlp.OTLPSpanExporter()))
    return FaultsUnseen(
        application,
        lambda inner: asgi.OpenTelemetryMiddleware(
            inner,
            tracer_provider=provider,
            server_request_hook=hide,
            exclude_spans=["receive", "send"],
        ),
    )


class FaultsUnseen:
    """Leads faults past a middleware, of which it gets the type: their messages may name cards."""

    def __init__(
        self, application: Application, middleware: Callable[[Application], Application]
    ) -> None:
        self.application = application
        self.middleware = middleware(self.inside)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a connection. Raises what the application raises."""
        faults: list[Exception] = []
        await self.middleware({**scope, FAULTS: faults}, receive, send)
        if faults:
            raise faults[0]

    async def inside(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve it within the middleware."""
        span = import_module("opentelemetry.trace").get_current_span()
        try:
            await self.application(scope, receive, send)
        except Exception as fault:
            span.set_attribute("error.type", type(fault).__name__)
            scope[FAULTS].append(fault)
        known = get_contextvars()
        span.set_attribute("density.request", known.get("request", ""))
        if route := known.get("page", {}).get("route"):
            span.set_attribute("http.route", f"/{route}")
            span.update_name(f"{scope.get('method', 'SOCKET')} /{route}")


def hide(span: Any, scope: Any) -> None:
    """Overwrite what a span says of the client and of the address; its route comes last."""
    if span is not None and span.is_recording():
        for name in HIDDEN_ATTRIBUTES:
            if name in span.attributes:
                span.set_attribute(name, LEFT_OUT)
        span.update_name(scope.get("method", "SOCKET"))
