"""The queue over HTTP: the same picture as on the socket."""

from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matchmaking import picture
from matchmaking.queues import DEFAULT


@method_decorator(cache_control(private=True, no_store=True), name="dispatch")
class QueueView(APIView):
    """What the viewer is, and how the queue is."""

    permission_classes = (IsAuthenticated,)

    def get(self, request: Request) -> Response:
        """The frame of docs/PROTOCOL.md; `queue` says which one, for who waits in none."""
        about = request.query_params.get("queue", DEFAULT)
        return Response(picture.now(request.user.pk or 0, about))
