"""The page on which users make and revoke access tokens."""

from collections.abc import Mapping
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
from django.views.decorators.http import require_http_methods, require_POST

from accounts.identity import tokens
from accounts.models import User
from accounts.models.tokens import LONGEST_TOKEN_NAME


class NewToken(forms.Form):
    """The name and scopes of a new token."""

    name = forms.CharField(
        max_length=LONGEST_TOKEN_NAME,
        label=_("Name of the program"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        choices=tokens.SCOPES.items(),
        required=False,
        label=_("What the program may do"),
        help_text=_("Every token can also read what you can see."),
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, user: User) -> None:
        super().__init__(data)
        self.user = user

    def clean(self) -> None:
        """Refuse one token too many."""
        if self.user.access_tokens.count() >= tokens.MOST_TOKENS:
            raise forms.ValidationError(_("You have 20 tokens. Revoke one first."))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required  # type: ignore[untyped-decorator] # allauth has no types
def show_tokens(request: HttpRequest) -> HttpResponse:
    """Show the tokens of a user, and make one (POST), whose text is shown only now.

    Context: form, tokens, made (the text of the new token, or "").
    """
    assert isinstance(request.user, User)
    form, made = NewToken(request.POST or None, user=request.user), ""
    if form.is_valid():
        made = tokens.make_token(request.user, **form.cleaned_data)
        form = NewToken(user=request.user)
    rows = request.user.access_tokens.order_by("-made_at", "-pk")
    return render(
        request,
        "account/tokens.html",
        {
            "form": form,
            "made": made,
            "tokens": [
                (row, [tokens.SCOPES[scope] for scope in row.scopes if scope in tokens.SCOPES])
                for row in rows
            ],
        },
    )


@require_POST
@login_required
def revoke_token(request: HttpRequest, number: int) -> HttpResponse:
    """Delete a token of the user, and show the others."""
    assert isinstance(request.user, User)
    deleted, _rows = request.user.access_tokens.filter(pk=number).delete()
    if deleted:
        messages.success(request, gettext("Token revoked. Programs can no longer use it."))
    return redirect("account_tokens")
