"""Addresses of the queue."""

from django.urls import path

from matchmaking import views

app_name = "matchmaking"
urlpatterns = [
    path("queue/", views.page, name="queue"),
    path("queue/join/", views.join, name="join"),
    path("queue/leave/", views.leave, name="leave"),
    path("queue/sit/", views.sit, name="sit"),
    path("queue/ai/", views.play_ai, name="ai"),
    path("queue/hours/<int:hour_id>/", views.attend, name="attend"),
    path("queue/hours/<int:hour_id>.ics", views.calendar, name="calendar"),
    path("api/queue/", views.api, name="api-queue"),
]
