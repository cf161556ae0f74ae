"""The ranked queue."""

from rest_framework.request import Request

from density.api import requests
from density.api.base import ApiView
from density.api.operations import QUEUE, declare_operation
from density.platform import limits
from games.engine.contract import Json, Refused
from matchmaking import queue, queue_status
from matchmaking.protocol import QueueFrame
from matchmaking.queues import DEFAULT


class Queue(ApiView):
    """The user's place in the queue."""

    tagged = False

    @declare_operation(QueueFrame, query=requests.QueueQuery, scope=QUEUE)
    def get(self, request: Request, fields: Json) -> QueueFrame:
        """Show the queue to its user, and keep the place for another 30 seconds."""
        queue.refresh_slots([self.user.pk])
        return queue_status.current_frame(self.user.pk, fields.get("queue", DEFAULT))

    @declare_operation(
        QueueFrame,
        body=requests.JoinQueue,
        scope=QUEUE,
        codes=("no-such-queue", "guests-play-casual", "busy", "cooldown", "draining"),
    )
    def post(self, request: Request, fields: Json) -> QueueFrame | Refused:
        """Join a queue; a user who is already queued joins this one, too."""
        limits.count_use("queue", self.user.pk)
        network = queue.network_of(limits.client_network(request._request))
        answer = queue.join_queue(self.user, fields["queue"], network)
        return answer if isinstance(answer, Refused) else queue_status.current_frame(self.user.pk)

    @declare_operation(None, scope=QUEUE, codes=("too-late",), status=204)
    def delete(self, request: Request, fields: Json) -> Refused | None:
        """Leave all queues."""
        return queue.leave_queue(self.user.pk)
