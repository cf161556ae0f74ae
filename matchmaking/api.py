"""The queue over HTTP: the same frame as on the socket."""

from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matchmaking import queue_status
from matchmaking.queues import DEFAULT


@method_decorator(cache_control(private=True, no_store=True), name="dispatch")
class QueueView(APIView):
    """The state of the viewer, and the status of the queue."""

    permission_classes = (IsAuthenticated,)

    def get(self, request: Request) -> Response:
        """The frame of docs/PROTOCOL.md; `queue` names the queue for a user who waits in none."""
        about = request.query_params.get("queue", DEFAULT)
        return Response(queue_status.current_frame(request.user.pk or 0, about))
