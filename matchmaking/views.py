"""Views of the ranked queue."""

from contextlib import suppress
from dataclasses import replace
from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from accounts.contact import push
from accounts.models import User
from accounts.views import wanted_page
from density.platform import limits
from density.platform.redis import passing_over_outages
from games import labels
from games.engine.contract import Refused
from games.lobby import openings, seating
from games.models import Game
from games.pages import contexts
from games.positions import new_game
from games.registry import GAMES
from matchmaking import (
    queue,
    queue_cache,
    queue_status,
    ranked_hours,
    shared_tables,
)
from matchmaking.models import Slot
from matchmaking.occurrences import calendar_of
from matchmaking.queues import DEFAULT, QUEUES

SEE_OTHER = 303
personal = cache_control(private=True, no_store=True)
# sentences of refusals
SENTENCES = {
    "no-such-queue": _("This queue doesn’t exist. Reload the page."),
    "guests-play-casual": _("You need an account to play ranked games. Sign up first."),
    "busy": _("You’re already at a table. Finish or leave that game first."),
    "cooldown": _("You can’t queue again yet. Wait until the time below is up."),
    "too-late": _("Your table has already been found."),
    "not-waiting": _("You’re no longer in the queue."),
    "no-such-hour": _("This ranked hour has already started or was canceled."),
    "draining": _("An update is coming. You can start new games again in a few minutes."),
}


@personal
@require_safe
def show_queue(request: HttpRequest) -> HttpResponse:
    """Show the queue where the viewer waits, or else the one of `?game=`.

    Context: status (the frame of docs/PROTOCOL.md; None for visitors and guests) and about. A
    request counts as a heartbeat and as viewing the page, so that it works without a script.
    """
    user, frame = request.user, None
    about = known_queue(request.GET.get("game"))
    if isinstance(user, User) and not user.is_guest:
        queue.refresh_slots([user.pk])
        with passing_over_outages("the open page of user %s was not recorded", user.pk):
            queue_cache.record_viewing([user.pk])
        frame = queue_status.current_frame(user.pk, about)
        about = frame["about"]
    slug = about
    context = {"status": frame, "about": contexts.game_choice(slug)}
    return render(request, "matchmaking/queue.html", context)


@login_required
@require_POST
def join_page(request: HttpRequest) -> HttpResponse:
    """Add the user to a queue, or redirect a seated user to the table."""
    user = request.user
    assert isinstance(user, User)
    limits.count_use("queue", user.pk)
    name = request.POST.get("queue", DEFAULT)
    answer = queue.join_queue(user, name, queue.network_of(limits.client_network(request)))
    return _go(request, answer, name)


@login_required
@require_POST
def leave_page(request: HttpRequest) -> HttpResponse:
    """Remove the user from the queue."""
    refused = queue.leave_queue(request.user.pk or 0)
    return _go(request, refused)


@login_required
@require_POST
def sit_page(request: HttpRequest) -> HttpResponse:
    """Join the shared casual table of waiting users, and stay in the queue."""
    user = request.user
    assert isinstance(user, User)
    openings.count_opening(user, limits.client_network(request))
    seated = shared_tables.sit_at_shared_table(user)
    if isinstance(seated, Game):
        return redirect_to(reverse("games:game", args=(seated.pk,)))
    return _go(request, seated)


@login_required
@require_POST
def play_ai(request: HttpRequest) -> HttpResponse:
    """Open a casual game against AI players, or redirect a seated user to the table.

    With `stay` the user stays in the queue.
    """
    user = request.user
    assert isinstance(user, User)
    openings.count_opening(user, limits.client_network(request))
    refused = None if request.POST.get("stay") else queue.leave_queue(user.pk)
    if refused is not None or Slot.objects.filter(pk=user.pk, state=Slot.State.SEATED).exists():
        return _go(request, refused)
    slug = known_queue(request.POST.get("queue"))
    levels = [level for level, _words in labels.levels_of(slug)]
    wanted = request.POST.get("level", "")
    level = wanted if wanted in levels else GAMES[slug].usual_level
    options = replace(new_game.AGAINST_AI, slug=slug)
    opened = seating.open_against_ai(user, level, options)
    if isinstance(opened, Game):
        return redirect_to(reverse("games:game", args=(opened.pk,)))
    return _go(request, opened)


@login_required
@require_POST
def attend_page(request: HttpRequest, hour_id: int) -> HttpResponse:
    """Save whether the user attends (on=1) an hour on a `date`, and redirect to `next`.

    Attending switches the reminder on, which is a push to the user's browsers.
    """
    user = request.user
    assert isinstance(user, User)
    refused: Refused | None = Refused("no-such-hour")
    with suppress(ValueError):  # not a date
        day = date.fromisoformat(date_text) if (date_text := request.POST.get("date")) else None
        comes = request.POST.get("on") == "1"
        refused = ranked_hours.save_attendance(user, hour_id, day, comes=comes, now=timezone.now())
        if comes and refused is None:
            push.switch_on(user, "hour")
    if refused is not None:
        messages.warning(request, SENTENCES[refused.code])
    return redirect_to(wanted_page(request))


@require_safe
def hour_calendar(request: HttpRequest, hour_id: int) -> HttpResponse:
    """Return a weekly hour as a calendar file, in the reader's language."""
    now = timezone.now()
    hour = next(
        (announced for announced in ranked_hours.announced_hours(now) if announced.pk == hour_id),
        None,
    )
    if hour is None:
        raise Http404
    slug = known_queue(hour.queue)
    host = request.get_host().partition(":")[0]
    title = GAMES[slug].title
    text = calendar_of(
        hour.weekly,
        hour.occurrence,
        dtstamp=now,
        uid=f"ranked-hour-{hour.pk}@{host}",
        summary=gettext("Ranked hour: %(game)s") % {"game": title},
        description=gettext("Meet other players for ranked games of %(game)s.") % {"game": title},
        url=request.build_absolute_uri(f"{reverse('matchmaking:queue')}?game={hour.queue}"),
    )
    answer = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="ranked-hour-{hour.pk}.ics"'
    return answer


def known_queue(name: str | None) -> str:
    """Return this queue if it exists, or else the default one."""
    return name if name in QUEUES else DEFAULT


def _go(request: HttpRequest, answer: Slot | Refused | None, name: str = DEFAULT) -> HttpResponse:
    """Redirect a seated user to the table, others to the queue with a message if refused."""
    slot = Slot.objects.filter(player_id=request.user.pk).first()
    if slot is not None and slot.game_id is not None:
        return redirect_to(reverse("games:game", args=(slot.game_id,)))
    if isinstance(answer, Refused):
        messages.warning(request, SENTENCES[answer.code])
    query = "" if known_queue(name) == DEFAULT else f"?game={name}"
    return redirect_to(reverse("matchmaking:queue") + query)


def redirect_to(address: str) -> HttpResponse:
    """Redirect after a form (303)."""
    return HttpResponseRedirect(address, status=SEE_OTHER)
