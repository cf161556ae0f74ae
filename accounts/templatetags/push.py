"""Template tags for notifications."""

from typing import Any

from django import template

from accounts.contact.push import subscription_of
from accounts.contact.push_encryption import public_key
from accounts.contact.push_pages import PushChoicesForm
from accounts.models import PushChoices, User

register = template.Library()


@register.simple_tag
def push_key() -> str:
    """Return the public key with which browsers subscribe."""
    return public_key()


@register.simple_tag(takes_context=True)
def notifications(context: dict[str, Any]) -> dict[str, Any]:
    """Return the reader's push choices as a form, and their browsers.

    {"form", "browsers": rows, newest first, "here": the number of this browser or None}
    """
    request = context["request"]
    user: User = request.user
    choices = PushChoices.objects.filter(user=user).first() or PushChoices(user=user)
    return {
        "form": PushChoicesForm(instance=choices),
        "browsers": list(user.push_subscriptions.order_by("-pk")),
        "here": subscription_of(request),
    }
