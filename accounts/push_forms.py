"""The forms of notifications: a browser's subscription, and what a user wants when."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts import push_endpoints, zones
from accounts.models import PushChoices
from accounts.models.push import LONGEST_ENDPOINT
from accounts.push_messages import NOTIFICATIONS

LONGEST_KEY = 88
# what is looked for in a User-Agent, in this order, and what its browser is called
BROWSERS = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet")),
    *(("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari")),
)
SYSTEMS = (
    *(("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("CrOS", "ChromeOS")),
    *(("Windows", "Windows"), ("Mac OS X", "macOS"), ("Linux", "Linux")),
)


class SubscribeForm(forms.Form):
    """What a browser gives: where its push service takes messages, and its keys."""

    endpoint = forms.CharField(max_length=LONGEST_ENDPOINT, strip=False)
    p256dh = forms.CharField(max_length=LONGEST_KEY, strip=False)
    auth = forms.CharField(max_length=LONGEST_KEY, strip=False)
    # switched on as well
    kind = forms.ChoiceField(choices=[(kind, kind) for kind in NOTIFICATIONS], required=False)

    def clean_endpoint(self) -> str:
        """Return the address, when it is one of a known push service."""
        endpoint: str = self.cleaned_data["endpoint"]
        if not push_endpoints.origin_of(endpoint):
            raise forms.ValidationError(
                _("This site sends nothing to the push service of this browser."), code="service"
            )
        return endpoint

    def clean_p256dh(self) -> str:
        """Return the public key, when it is a point of the curve."""
        return self._key("p256dh", sound=push_endpoints.is_public_key)

    def clean_auth(self) -> str:
        """Return the secret, when it has 16 bytes."""
        return self._key("auth", sound=push_endpoints.is_secret)

    def _key(self, field: str, *, sound: Any) -> str:
        key: str = self.cleaned_data[field]
        if not sound(key):
            raise forms.ValidationError(_("The browser sent a key that is none."), code="key")
        return key


def browser_of(agent: str) -> str:
    """Return what a browser is called in lists, by its User-Agent: Firefox, Android."""
    names = (next((name for sign, name in of if sign in agent), "") for of in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, names))


class PushChoicesForm(forms.ModelForm):  # type: ignore[type-arg] # generic in the stubs only
    """Which notifications a user wants, and the quiet hours."""

    class Meta:
        """A switch for each kind, two times of the day, and the zone that they are in."""

        model = PushChoices
        fields = (*NOTIFICATIONS, "quiet_from", "quiet_to", "time_zone")
        labels = {
            **{kind: each.name for kind, each in NOTIFICATIONS.items()},
            "quiet_from": _("Quiet from"),
            "quiet_to": _("Quiet until"),
        }
        widgets = {
            **{kind: forms.CheckboxInput(attrs={"role": "switch"}) for kind in NOTIFICATIONS},
            "quiet_from": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "quiet_to": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "time_zone": forms.HiddenInput,
        }

    def clean_time_zone(self) -> str:
        """Return the name of a time zone that this machine knows."""
        zone: str = self.cleaned_data["time_zone"]
        if zones.zone_named(zone) is None:
            raise forms.ValidationError(_("This time zone is not known here."), code="zone")
        return zone

    def clean(self) -> dict[str, Any] | None:
        """Refuse quiet hours that have only a beginning or an end."""
        given = [self.cleaned_data.get(field) for field in ("quiet_from", "quiet_to")]
        if given.count(None) == 1 and not self.errors:
            self.add_error("quiet_to", _("Quiet hours need a beginning and an end."))
        return self.cleaned_data
