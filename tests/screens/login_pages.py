"""The pages around a login: links of e-mails, the second factor, and ways out."""

from collections.abc import Iterator

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.contrib.auth.models import AnonymousUser
from django.core import signing
from django.http import HttpResponseBase
from django.shortcuts import render
from django.test import Client, RequestFactory

from accounts.contact.push import STOP_SALT
from accounts.models import User
from tests.screens.app_pages import log_in
from tests.staff.sessions import make_superuser, staff_client

NAMES = """
confirm confirm-expired reset-done reset-expired reset-changed login-locked logout-guest delete
stop-notifications second-factor-login second-factor-new second-factor recovery-codes
"""


def visit_login_pages() -> Iterator[tuple[str, HttpResponseBase]]:
    """Yield the pages by name; no account is left behind."""
    visitor, password = Client(), "a long enough one"
    vera = User.objects.create_user("Vera", "vera@example.org", password)
    address = EmailAddress.objects.create(user=vera, email=vera.email, primary=True)
    yield "confirm", visitor.get(f"/accounts/confirm-email/{EmailConfirmationHMAC(address).key}/")
    yield "confirm-expired", visitor.get("/accounts/confirm-email/no-such-key/")
    yield "reset-done", visitor.get("/accounts/password/reset/done/")
    yield "reset-expired", visitor.get("/accounts/password/reset/key/1-none/")
    yield "reset-changed", visitor.get("/accounts/password/reset/key/done/")
    request = RequestFactory().get("/accounts/login/")
    request.user = AnonymousUser()
    yield "login-locked", render(request, "account/locked.html")
    guest = User.objects.create_user("Guest 4712", is_guest=True)
    yield "logout-guest", log_in(guest).get("/accounts/logout/")
    yield "delete", log_in(vera).get("/accounts/delete/")
    token = signing.dumps([vera.pk, "turn"], salt=STOP_SALT)
    yield "stop-notifications", visitor.get(f"/accounts/push/stop/{token}/")
    address.verified = True
    address.save()
    owner = log_in(vera)
    owner.post("/accounts/reauthenticate/", {"password": password})
    yield "second-factor-new", owner.get("/accounts/2fa/totp/activate/")
    root = make_superuser()
    browser = staff_client(root)
    browser.post("/accounts/2fa/recovery-codes/generate/")
    browser.get("/")  # reads the message
    yield "second-factor", browser.get("/accounts/2fa/")
    yield "recovery-codes", browser.get("/accounts/2fa/recovery-codes/")
    typed = {"login": root.name, "password": password}
    yield "second-factor-login", Client().post("/accounts/login/", typed, follow=True)
    for user in (vera, guest, root):
        user.delete()
