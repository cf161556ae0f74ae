"""The page on which users enter, test and delete their webhook."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.contact import webhooks
from accounts.contact.public_requests import NotPublic, find_host, find_public_address
from accounts.models import User, Webhook
from density.platform import limits

# why a message was not delivered, by its outcome
FAULTS = {
    webhooks.UNREACHABLE: _("Your program couldn’t be reached."),
    webhooks.NOT_PUBLIC: _("The address leads to a private network."),
    webhooks.TOO_SLOW: _("Your program took too long to answer."),
    webhooks.TOO_MANY: _("That was one message too many. Try again in ten minutes."),
}


class WebhookForm(forms.ModelForm):  # type: ignore[type-arg] # generic in the stubs only
    """The address of a webhook, and its events."""

    events = forms.MultipleChoiceField(
        choices=webhooks.EVENTS.items(),
        label=_("What we tell your program"),
        help_text=_("For you and for your bots."),
        error_messages={"required": _("Choose at least one.")},
        widget=forms.CheckboxSelectMultiple,
    )

    class Meta:
        """The address is checked by clean_address()."""

        model = Webhook
        fields = ("address", "events")
        labels = {"address": _("Address of your program")}
        widgets = {
            "address": forms.TextInput(
                attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}
            )
        }
        help_texts = {"address": _("It begins with https:// and has no port.")}

    def clean_address(self) -> str:
        """Return the address; raises ValidationError unless its host is on the public Internet."""
        address: str = self.cleaned_data["address"]
        host = find_host(address)
        if not host:
            raise forms.ValidationError(
                _("Enter an address like https://example.org/games."), code="malformed"
            )
        try:
            find_public_address(host)
        except NotPublic:
            raise forms.ValidationError(
                _("This address leads to a private network. Use a public one."), code="not-public"
            ) from None
        except OSError:
            raise forms.ValidationError(
                _("This address doesn’t exist. Check its spelling."), code="no-host"
            ) from None
        return address

    def save(self, commit: bool = True) -> Any:
        """Save the webhook, which is on again, without failures; a new one gets a secret."""
        hook = self.instance
        if not hook.seed:
            webhooks.replace_seed(hook)
        hook.is_on, hook.failures = True, 0
        return super().save(commit)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required  # type: ignore[untyped-decorator] # allauth has no types
def show_webhook(request: HttpRequest) -> HttpResponse:
    """Show a user's webhook; save, test or delete it, or replace its secret (POST: do).

    Context: form; hook (None before it is saved); secret, shown only now, or ""; fault, why the
    last message was not delivered, or ""; waits, whether a test is on its way.
    """
    assert isinstance(request.user, User)
    user, action = request.user, request.POST.get("do", "")
    hook = Webhook.objects.filter(user=user).first()
    form, secret = WebhookForm(instance=hook), ""
    if request.method == "POST":
        limits.count_use("webhooks", user.pk)
    if action == "save":
        form = WebhookForm(request.POST, instance=hook or Webhook(user=user))
        if form.is_valid() and hook is None:
            hook = form.save()
            secret = webhooks.find_secrets(hook)[0]
        elif form.is_valid():
            form.save()
            messages.success(request, gettext("Saved"))
            return redirect("account_webhook")
    elif action == "secret" and hook is not None:
        webhooks.replace_seed(hook)
        hook.save(update_fields=("seed",))
        secret = webhooks.find_secrets(hook)[0]
    elif request.method == "POST":
        _change_webhook(request, action, hook)
        return redirect("account_webhook")
    context = {
        "form": form,
        "hook": hook,
        "secret": secret,
        "fault": _describe_fault(hook),
        "waits": bool(hook and hook.sent_at and not hook.outcome),
    }
    return render(request, "account/webhook.html", context)


def _change_webhook(request: HttpRequest, action: str, hook: Webhook | None) -> None:
    """Test or delete a webhook."""
    if hook is None:
        return
    if action == "test":
        webhooks.queue_test(hook)
    elif action == "delete":
        hook.delete()
        messages.success(request, gettext("Webhook deleted"))


def _describe_fault(hook: Webhook | None) -> str:
    """Return why the last message was not delivered, or an empty string."""
    if hook is None or not hook.outcome or webhooks.is_delivered(hook.outcome):
        return ""
    if hook.outcome in FAULTS:
        return str(FAULTS[hook.outcome])
    return gettext("Your program answered with status %(status)s.") % {"status": hook.outcome}
