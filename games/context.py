"""What every page may say: at which table the viewer sits now."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from games.table import pages


def your_table(request: HttpRequest) -> dict[str, Any]:
    """`your_table` for the templates: one query for somebody signed in, asked when it is read."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return {"your_table": None}
    return {"your_table": SimpleLazyObject(lambda: pages.your_table(user.pk))}
