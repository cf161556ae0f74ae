"""WebSocket routes of the queue."""

from django.urls import path

from matchmaking.consumers import QueueConsumer

websocket_urlpatterns = [path("ws/queue/", QueueConsumer.as_asgi())]
