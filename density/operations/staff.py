"""The admin site, behind the site's own login and a second factor."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.identity import second_factor
from accounts.models import User
from accounts.views import wanted_page
from density.operations import task_failures


class StaffSite(admin.AdminSite):
    """Django's admin site, for staff who have entered a code of their second factor."""

    site_title = site_header = "Density Deck staff"
    index_title = "Site administration"
    site_url = "/"
    enable_nav_sidebar = True

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether the reader may see the admin pages."""
        return super().has_permission(request) and second_factor.is_proven(request)

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect to the missing step: login, setup of a second factor, or its code.

        Raises PermissionDenied for users who are not staff.
        """
        target = wanted_page(request)
        if target == "/":
            target = reverse("admin:index", current_app=self.name)
        if not isinstance(request.user, User):
            return redirect_to_login(target)
        if not super().has_permission(request):
            raise PermissionDenied
        if not second_factor.is_set_up(request.user):
            messages.warning(request, _("Set up a second factor to use the admin pages."))
            return redirect("mfa_activate_totp")
        if not second_factor.is_proven(request):
            return redirect_to_login(target, reverse("mfa_reauthenticate"))
        return HttpResponseRedirect(target)

    def password_change(  # type: ignore[override] # the stubs only allow Django's own page
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect to the site's own page for changing the password."""
        return redirect("account_change_password")

    def get_urls(self) -> list[URLResolver | URLPattern]:
        """Return Django's URLs and the page of the tasks."""
        return [path("tasks/", self.admin_view(self.tasks), name="tasks"), *super().get_urls()]

    def tasks(self, request: HttpRequest) -> HttpResponse:
        """Show the length of each task queue, and the last failures."""
        if not request.user.has_perm("games.change_game"):
            raise PermissionDenied
        context = {
            **self.each_context(request),
            "title": _("Tasks"),
            "queues": task_failures.queue_lengths(),
            "failures": task_failures.last_failures(),
            "now": timezone.now(),
        }
        return TemplateResponse(request, "admin/tasks.html", context)
