"""The ASGI application: pages over HTTP, live screens over WebSocket."""

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

django.setup(set_prefix=False)  # fills the app registry: routes are imported after it

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
pages = OperatorPages(RequestLimits(PageHandler()))
application = TrustedClient(LogContext(ProtocolTypeRouter({"http": pages, "websocket": sockets})))
expose_metrics(0)


def hang_up(**_: object) -> None:
    """Close the database connections of a request that is over.

    Every request over HTTP has a thread of its own. No request uses a connection that the thread
    leaves open again, and it stays open until the collector comes by: PostgreSQL has no place left
    before that.
    """
    connections.close_all()


request_finished.connect(hang_up)

# No such thread finds anything of an earlier request: asked to look, each would change threads for
# nothing.
request_started.disconnect(reset_queries)
request_started.disconnect(close_old_connections)

# Modules loaded now stay loaded: the collector need not look at it again and again, and
# what comes later is mostly a thousand sockets that it would scan in vain.
_ = get_resolver().url_patterns
gc.collect()
gc.freeze()
gc.set_threshold(50_000, 50, 1000)

# Seconds. Sockets and connections wait so long for Python's lock while a page is at work, and
# several times for one answer; usual are 0.005.
sys.setswitchinterval(0.001)
