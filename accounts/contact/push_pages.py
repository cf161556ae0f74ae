"""Views that subscribe browsers to notifications, save choices and stop a kind."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import zones
from accounts.contact import push, push_encryption
from accounts.contact.notifications import CHOICES
from accounts.models import PushChoices, User
from accounts.models.push import LONGEST_ENDPOINT
from density.platform import limits

LONGEST_KEY = 88
# part of a User-Agent and the browser's name, in the order in which they are tried
BROWSERS = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet")),
    *(("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari")),
)
SYSTEMS = (
    *(("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("CrOS", "ChromeOS")),
    *(("Windows", "Windows"), ("Mac OS X", "macOS"), ("Linux", "Linux")),
)


class SubscribeForm(forms.Form):
    """The push subscription of a browser: its endpoint and keys."""

    endpoint = forms.CharField(max_length=LONGEST_ENDPOINT, strip=False)
    p256dh = forms.CharField(max_length=LONGEST_KEY, strip=False)
    auth = forms.CharField(max_length=LONGEST_KEY, strip=False)
    # a kind to switch on at the same time
    kind = forms.ChoiceField(choices=[(kind, kind) for kind in CHOICES], required=False)

    def clean_endpoint(self) -> str:
        """Return the endpoint; raises ValidationError unless it is at a known push service."""
        endpoint: str = self.cleaned_data["endpoint"]
        if not push.origin_of(endpoint):
            raise forms.ValidationError(
                _("Notifications aren’t supported in this browser. Try another one."),
                code="service",
            )
        return endpoint

    def clean(self) -> dict[str, Any] | None:
        """Check that a message can be encrypted with the keys."""
        if not self.errors:
            fields = self.cleaned_data
            try:
                push_encryption.encrypt_message(b"", fields["p256dh"], fields["auth"])
            except ValueError:
                raise forms.ValidationError(
                    _("Your browser sent an invalid key. Try again."), code="key"
                ) from None
        return self.cleaned_data


class PushChoicesForm(forms.ModelForm):  # type: ignore[type-arg] # generic in the stubs only
    """Which notifications a user wants, and the quiet hours."""

    class Meta:
        """A switch for each kind, the two times of the quiet hours, and their time zone."""

        model = PushChoices
        fields = (*CHOICES, "quiet_from", "quiet_to", "time_zone")
        labels = {
            **CHOICES,
            "quiet_from": _("Quiet hours from"),
            "quiet_to": _("Quiet hours until"),
        }
        widgets = {
            **{kind: forms.CheckboxInput(attrs={"role": "switch"}) for kind in CHOICES},
            "quiet_from": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "quiet_to": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "time_zone": forms.HiddenInput,
        }

    def clean_time_zone(self) -> str:
        """Return the time zone; raises ValidationError unless this machine knows it."""
        zone: str = self.cleaned_data["time_zone"]
        if zones.zone_named(zone) is None:
            raise forms.ValidationError(
                _("We don’t know this time zone. Check your device’s time zone."),
                code="zone",
            )
        return zone

    def clean(self) -> dict[str, Any] | None:
        """Check that the quiet hours have both a start and an end, or neither."""
        times = [self.cleaned_data.get(field) for field in ("quiet_from", "quiet_to")]
        if times.count(None) == 1 and not self.errors:
            self.add_error("quiet_to", _("Enter both a start and an end for your quiet hours."))
        return self.cleaned_data


@require_POST
@login_required
def subscribe_browser(request: HttpRequest) -> HttpResponse:
    """Subscribe this browser; 400 with a sentence for an invalid subscription.

    Also switches on the `kind` of the request, if any, and sets the cookie that identifies the
    browser.
    """
    assert isinstance(request.user, User)
    limits.count_use("push", request.user.pk)
    form = SubscribeForm(request.POST)
    if not form.is_valid():
        return HttpResponse(_first_error(form), status=400, content_type="text/plain")
    fields = form.cleaned_data
    kind = fields.pop("kind")
    agent = _browser_of(request.headers.get("User-Agent", ""))
    number = push.add_subscription(
        request.user, **fields, browser=agent, language=get_language() or ""
    )
    if kind:
        push.switch_on(request.user, kind)
    answer = _go_back()
    answer.set_signed_cookie(
        push.COOKIE,
        str(number),
        salt=push.COOKIE_SALT,
        max_age=push.COOKIE_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer


@require_POST
@login_required
def unsubscribe_browser(request: HttpRequest, number: int) -> HttpResponse:
    """Delete the subscription with this number, if it is the player's."""
    assert isinstance(request.user, User)
    request.user.push_subscriptions.filter(pk=number).delete()
    return _go_back()


@require_POST
@login_required
def save_choices(request: HttpRequest) -> HttpResponse:
    """Save which notifications the player wants, and the quiet hours."""
    assert isinstance(request.user, User)
    limits.count_use("push", request.user.pk)
    choices = PushChoices.objects.filter(user=request.user).first()
    form = PushChoicesForm(request.POST, instance=choices or PushChoices(user=request.user))
    if form.is_valid():
        form.save()
        return say_saved(request, "notifications")
    if not request.accepts("text/html"):
        return HttpResponse(_first_error(form), status=400, content_type="text/plain")
    messages.error(request, _first_error(form))
    return _go_back()


def say_saved(request: HttpRequest, section: str) -> HttpResponse:
    """Confirm a saved section: 204 for a script, or a redirect with a message."""
    if not request.accepts("text/html"):
        return HttpResponse(status=204)
    messages.success(request, _("Saved"))
    return _go_back(section)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop_notifications(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to stop one kind of notification; on POST stop it. The signed link is enough."""
    try:
        user, kind = signing.loads(token, salt=push.STOP_SALT, max_age=push.STOP_SECONDS)
        name = CHOICES[kind]
    except (signing.BadSignature, ValueError, TypeError, KeyError):
        return render(request, "accounts/push_stop.html", status=404)
    if request.method == "POST":
        PushChoices.objects.filter(user=user).update(**{kind: False})
    context = {"name": name, "stopped": request.method == "POST"}
    return render(request, "accounts/push_stop.html", context)


def _browser_of(agent: str) -> str:
    """Return the display name of a browser from its User-Agent, as in "Firefox, Android"."""
    names = (
        next((name for sign, name in known if sign in agent), "") for known in (BROWSERS, SYSTEMS)
    )
    return ", ".join(filter(None, names))


def _go_back(section: str = "notifications") -> HttpResponse:
    return redirect(f"{reverse('account_settings')}#{section}")


def _first_error(form: SubscribeForm | PushChoicesForm) -> str:
    errors = next(
        iter(form.errors.values()), [_("Something went wrong. Reload the page and try again.")]
    )
    return str(errors[0])
