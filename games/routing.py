"""Addresses of the live screens."""

from django.urls import path

from games.consumers import TableConsumer

websocket_urlpatterns = [path("ws/game/<slug:game_id>/", TableConsumer.as_asgi())]
