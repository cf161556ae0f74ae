"""The page of a user's bots, where an account also becomes a bot."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.engine.contract import Refused
from games.lobby import bot_accounts

REFUSALS = {
    "guest": _("Sign up first: a guest can’t be a bot."),
    "staff": _("The account of a moderator can’t be a bot."),
    "bot": _("This account is already a bot."),
    "owner": _("An account that owns bots can’t be a bot."),
    "played": _("This account has played. Sign up another one for your bot."),
    "name": _("The name of a bot ends in “Bot”. Change the name in the settings first."),
    "wrong-code": _("This code is wrong or too old. Copy a new one from your own account."),
}


@cache_control(private=True, no_store=True)
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def show_bots(request: HttpRequest) -> HttpResponse:
    """Show the user's bots, and make the account a bot (POST: code; templates/account/bots.html).

    Context: `refused`, the sentence why the account cannot become a bot, or ""; `code`, which makes
    the user the owner of a bot; `bots`, their names.
    """
    assert isinstance(request.user, User)
    user = User.objects.select_related("bot_owner").get(pk=request.user.pk)
    if user.is_guest:
        return redirect("account_keep")
    if request.method == "POST":
        answer = bot_accounts.become_bot(user.pk, request.POST.get("code", "")[:200])
        if isinstance(answer, Refused):
            messages.warning(request, REFUSALS[answer.code])
        else:
            messages.success(
                request, gettext("This account is now a bot of %(owner)s.") % {"owner": answer.name}
            )
        return redirect("games:account-bots")
    refusal = bot_accounts.find_refusal(user)
    context = {
        "account": user,
        "refused": "" if refusal is None else REFUSALS[refusal.code],
        "code": "" if user.is_bot else bot_accounts.make_code(user),
        "bots": list(user.bots.order_by("name_key").values_list("name", flat=True)),
    }
    return render(request, "account/bots.html", context)
