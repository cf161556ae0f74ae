"""The Django app of the people."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Who plays."""

    name = "accounts"
