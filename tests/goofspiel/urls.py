"""The URL of the rules of Goofspiel."""

from django.urls import path
from django.views.generic import TemplateView

app_name = "goofspiel"
urlpatterns = [
    path(
        "rules/goofspiel/", TemplateView.as_view(template_name="goofspiel/rules.html"), name="rules"
    )
]
