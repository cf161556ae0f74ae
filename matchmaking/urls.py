"""URLs of the queue."""

from django.urls import path

from matchmaking import views

app_name = "matchmaking"
urlpatterns = [
    path("queue/", views.show_queue, name="queue"),
    path("queue/join/", views.join_page, name="join"),
    path("queue/leave/", views.leave_page, name="leave"),
    path("queue/sit/", views.sit_page, name="sit"),
    path("queue/ai/", views.play_ai, name="ai"),
    path("queue/hours/<int:hour_id>/", views.attend_page, name="attend"),
    path("queue/hours/<int:hour_id>.ics", views.hour_calendar, name="calendar"),
]
