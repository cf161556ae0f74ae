"""The ASGI application: pages over HTTP, live updates over WebSocket."""

import gc
import os
import sys

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connections, reset_queries
from django.urls import get_resolver

from density.environment import keep_private

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "density.settings")
keep_private()

django.setup(set_prefix=False)  # fills the app registry, which the routes below need

from density.api.streams import Streams  # noqa: E402
from density.operations.log_context import LogContext  # noqa: E402
from density.operations.operator_pages import OperatorPages, expose_metrics  # noqa: E402
from density.server.clients import TrustedClient  # noqa: E402
from density.server.page_limiter import PageHandler  # noqa: E402
from density.server.request_limits import RequestLimits  # noqa: E402
from density.server.socket_entry import SocketEntry  # noqa: E402
from games.routing import websocket_urlpatterns as tables  # noqa: E402
from matchmaking.routing import websocket_urlpatterns as queues  # noqa: E402

routes = [*tables, *queues]
sockets = SocketEntry(URLRouter(routes), routes)
pages = OperatorPages(RequestLimits(Streams(PageHandler())))
application = TrustedClient(LogContext(ProtocolTypeRouter({"http": pages, "websocket": sockets})))
expose_metrics(0)


def hang_up(**_: object) -> None:
    """Close the database connections of a finished request.

    Every HTTP request runs in a thread of its own, and its connection is never used again. Left
    open until garbage collection, such connections exhaust the limit of PostgreSQL.
    """
    connections.close_all()


request_finished.connect(hang_up)

# These receivers clean up after an earlier request in the same thread, which there never is. Each
# would cost a switch of threads.
request_started.disconnect(reset_queries)
request_started.disconnect(close_old_connections)

# Garbage collection never looks at the imported modules again. A full collection waits until new
# objects are a quarter of those that the last one left: the second call leaves few. It finds the
# remains of ended requests and sockets within minutes.
_ = get_resolver().url_patterns
gc.collect()
gc.freeze()
gc.collect()
gc.set_threshold(2_000, 5, 5)

# Seconds (default 0.005). While a page is rendered, the event loop waits this long for the GIL,
# several times per response.
sys.setswitchinterval(0.001)
