"""Pages of notifications: a browser comes and goes, a user chooses, a link stops one kind."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import limits, push, push_cookie
from accounts.models import PushChoices, User
from accounts.push_forms import PushChoicesForm, SubscribeForm, browser_of
from accounts.push_messages import NOTIFICATIONS, stopped_by


@require_POST
@login_required
def subscribe(request: HttpRequest) -> HttpResponse:
    """Send notifications to this browser from now on; 400 with a sentence for a bad subscription.

    A `kind` that comes along is switched on.
    """
    assert isinstance(request.user, User)
    limits.count("push", request.user.pk)
    form = SubscribeForm(request.POST)
    if not form.is_valid():
        return HttpResponse(_first_error(form), status=400, content_type="text/plain")
    given = form.cleaned_data
    kind = given.pop("kind")
    agent = browser_of(request.headers.get("User-Agent", ""))
    number = push.subscribe(request.user, **given, browser=agent, language=get_language() or "")
    if kind:
        push.choose(request.user, kind)
    answer = _back()
    push_cookie.keep(answer, number)
    return answer


@require_POST
@login_required
def unsubscribe(request: HttpRequest, number: int) -> HttpResponse:
    """Forget a browser of the player; `number` is its own."""
    assert isinstance(request.user, User)
    request.user.push_subscriptions.filter(pk=number).delete()
    return _back()


@require_POST
@login_required
def choose(request: HttpRequest) -> HttpResponse:
    """Keep what the player wants to be notified of, and the quiet hours."""
    assert isinstance(request.user, User)
    limits.count("push", request.user.pk)
    choices = PushChoices.objects.filter(user=request.user).first()
    form = PushChoicesForm(request.POST, instance=choices or PushChoices(user=request.user))
    if form.is_valid():
        form.save()
        messages.success(request, _("You are notified of what you chose."))
    else:
        messages.error(request, _first_error(form))
    return _back()


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether one kind of notification is to stop, and stop it: for who has the link of one."""
    found = stopped_by(token)
    if found is None:
        return render(request, "accounts/push_stop.html", status=404)
    user, kind = found
    if request.method == "POST":
        push.stop(user, kind)
    context = {"name": NOTIFICATIONS[kind].name, "stopped": request.method == "POST"}
    return render(request, "accounts/push_stop.html", context)


def _back() -> HttpResponse:
    return redirect(f"{reverse('account_settings')}#notifications")


def _first_error(form: SubscribeForm | PushChoicesForm) -> str:
    errors = next(iter(form.errors.values()), [_("This cannot be read.")])
    return str(errors[0])
