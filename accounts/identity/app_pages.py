"""The pages on which users revoke the access of apps, and offer apps of their own."""

import re
from collections.abc import Mapping
from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.idp.oidc.models import Client
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity import oauth
from accounts.models import User

LONGEST_NAME, LONGEST_REDIRECT, MOST_REDIRECTS = 40, 200, 5
# without names, passwords, wildcards or fragments; allauth ignores the port of 127.0.0.1
REDIRECT = re.compile(
    r"(https://[a-z0-9-]+(\.[a-z0-9-]+)*|http://(127\.0\.0\.1|localhost))(:[1-9]\d{0,4})?"
    r"(/[\w.~%/-]*)?(\?[\w.~%&=-]*)?",
    re.ASCII,
)
LARGEST_PORT = 65_535
DEVICES, SERVER = Client.Type.PUBLIC, Client.Type.CONFIDENTIAL


class AppForm(forms.Form):
    """The name and the addresses of an app."""

    name = forms.CharField(
        max_length=LONGEST_NAME,
        label=_("Name of the app"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    redirects = forms.CharField(
        max_length=MOST_REDIRECTS * (LONGEST_REDIRECT + 2),
        label=_("Redirect addresses"),
        help_text=_(
            "Where players return from the login. One per line: https, or http with 127.0.0.1 or "
            "localhost."
        ),
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocomplete": "off"}),
    )

    def clean_name(self) -> str:
        """Return the name; refuse characters that change how a page is read."""
        name: str = self.cleaned_data["name"]
        if not name.isprintable():
            raise forms.ValidationError(_("Use letters, digits and spaces only."))
        return name

    def clean_redirects(self) -> list[str]:
        """Return the addresses."""
        addresses: list[str] = self.cleaned_data["redirects"].split()
        if len(addresses) > MOST_REDIRECTS:
            raise forms.ValidationError(_("Enter at most 5 addresses."))
        wrong = next((address for address in addresses if not may_return_to(address)), None)
        if wrong is not None:
            raise forms.ValidationError(
                _("%(address)s isn’t allowed. Start with https, and use no * or #."),
                params={"address": wrong},
            )
        return addresses


class NewAppForm(AppForm):
    """An app that is offered for the first time."""

    kind = forms.ChoiceField(
        choices=((SERVER, _("On a server")), (DEVICES, _("On people’s devices"))),
        initial=SERVER,
        label=_("Where the app runs"),
        help_text=_("An app on a server gets a secret. On devices it couldn’t keep one."),
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, user: User) -> None:
        super().__init__(data)
        self.user = user

    def clean(self) -> None:
        """Refuse one app too many."""
        if Client.objects.filter(owner=self.user).count() >= oauth.MOST_APPS:
            raise forms.ValidationError(_("You have 5 apps. Delete one first."))


def may_return_to(address: str) -> bool:
    """Return whether an app may lead users back to an address."""
    found = REDIRECT.fullmatch(address)
    if found is None or len(address) > LONGEST_REDIRECT:
        return False
    return int((found[4] or ":1")[1:]) <= LARGEST_PORT


@never_cache
@require_safe
@login_required
def show_apps(request: HttpRequest) -> HttpResponse:
    """Show which apps have access to the account, and which apps the user offers.

    Context: grants, [(Client, what it may do, when it was first allowed)]; apps, [Client].
    """
    assert isinstance(request.user, User)
    grants: dict[Client, list[Any]] = {}
    for token in oauth.list_grants(request.user).select_related("client__owner").order_by("pk"):
        grants.setdefault(token.client, []).append(token)
    return render(
        request,
        "account/apps.html",
        {
            "grants": [
                (
                    app,
                    [
                        words
                        for scope, words in oauth.CONSENTS.items()
                        if any(scope in token.get_scopes() for token in given)
                    ],
                    min(token.created_at for token in given),
                )
                for app, given in grants.items()
            ],
            "apps": Client.objects.filter(owner=request.user).order_by("created_at", "pk"),
        },
    )


@require_POST
@login_required
def revoke_app(request: HttpRequest, app_id: str) -> HttpResponse:
    """End the access of an app to the account of the user, and show the others."""
    assert isinstance(request.user, User)
    deleted, _rows = oauth.list_grants(request.user).filter(client=app_id).delete()
    if deleted:
        messages.success(request, gettext("The app no longer has access to your account."))
    return redirect("account_apps")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required  # type: ignore[untyped-decorator] # allauth has no types
def offer_app(request: HttpRequest) -> HttpResponse:
    """Register an app of the user (POST); its secret is shown only now.

    Context: form, app (the new one, or None), secret, may_offer.
    """
    assert isinstance(request.user, User)
    may_offer = oauth.may_have_apps(request.user)
    form, app, secret = NewAppForm(request.POST or None, user=request.user), None, ""
    if may_offer and form.is_valid():
        app, secret = oauth.make_app(request.user, **form.cleaned_data)
    context = {"form": form, "app": app, "secret": secret, "may_offer": may_offer}
    return render(request, "account/new_app.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required  # type: ignore[untyped-decorator] # allauth has no types
def change_app(request: HttpRequest, app_id: str) -> HttpResponse:
    """Show an app of the user, and change its name and addresses. Context: form, app."""
    app = get_object_or_404(Client, pk=app_id, owner=request.user)
    now = {"name": app.name, "redirects": app.redirect_uris}
    form = AppForm(request.POST or None, initial=now)
    if form.is_valid():
        app.name = form.cleaned_data["name"]
        app.set_redirect_uris(form.cleaned_data["redirects"])
        app.save(update_fields=["name", "redirect_uris"])
        messages.success(request, gettext("Saved"))
        return redirect("account_apps")
    return render(request, "account/app.html", {"form": form, "app": app})


@require_POST
@login_required
def delete_app(request: HttpRequest, app_id: str) -> HttpResponse:
    """Delete an app of the user: it loses the access to every account."""
    deleted, _rows = Client.objects.filter(pk=app_id, owner=request.user).delete()
    if deleted:
        messages.success(request, gettext("The app is deleted and has no access to any account."))
    return redirect("account_apps")
