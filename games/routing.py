"""URLs of the sockets."""

from django.urls import path

from games.consumers import LobbyConsumer, NoticesConsumer, TableConsumer

websocket_urlpatterns = [
    path("ws/tables/", LobbyConsumer.as_asgi()),
    path("ws/notices/", NoticesConsumer.as_asgi()),
    path("ws/game/<slug:game_id>/", TableConsumer.as_asgi()),
]
