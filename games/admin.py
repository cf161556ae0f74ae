"""The admin pages of games and reports. They show no hidden cards."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.admin import Listed, OfUser, ReadOnly
from accounts.identity.audit import log_staff_action
from accounts.models import User
from accounts.names import name_key
from games.live.commands import ending
from games.models import (
    Attribution,
    Challenge,
    DealCommitment,
    Game,
    Match,
    Move,
    Puzzle,
    PuzzleAttempt,
    PuzzleSkill,
    Report,
    Seat,
)
from games.registry import GAMES

RUNNING = (Game.Status.OPEN, Game.Status.SEALING, Game.Status.PLAYING)


class StatusFilter(admin.SimpleListFilter):
    """A filter by status; by default, it shows the games that are not over, which are few."""

    title = "status"
    parameter_name = "status__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the choices other than the default."""
        return [(status.value, status.label) for status in Game.Status]

    def choices(self, changelist: Any) -> Any:
        """Yield the choices, with the default labeled for what it shows instead of "All"."""
        usual, *others = super().choices(changelist)
        yield {**usual, "display": "Not over"}
        yield from others

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        """Return the games of the chosen status; a search covers all games."""
        if self.value() is not None:
            return queryset.filter(status=self.value())
        return queryset if request.GET.get("q") else queryset.filter(status__in=RUNNING)


class GameFilter(admin.SimpleListFilter):
    """A filter by the game that is played."""

    title = "game"
    parameter_name = "slug__exact"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the games of the site."""
        return [(slug, game.title) for slug, game in GAMES.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the rows of the chosen game."""
        return queryset if self.value() is None else queryset.filter(slug=self.value())


class SeatLines(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # generic in stubs only
    """The seats of a table without the bytes of the deal, which are half of the seed."""

    model = Seat
    fields = ("index", "name", "kind", "level", "user", "question", "asked", "due_at", "place")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        """Return the seats with their users."""
        return super().get_queryset(request).select_related("user")


class OfGame(ReadOnly, Listed):
    """Rows that can be searched by the id of their game."""

    list_select_related = ("game",)
    search_fields = ("game",)
    search_help_text = "The id of a game."


@admin.register(Game)
class GameAdmin(ReadOnly, Listed):
    """Games without their state and secret, which must not be seen while a game runs."""

    list_display = ("id", "slug", "edition", "status", "rated", "version", "ply", "created_at")
    list_filter = (StatusFilter, GameFilter, "rated")
    search_fields = ("id",)
    search_help_text = "The id of a game or the beginning of it, or the whole name of a player."
    ordering = ("-created_at",)
    fields = (
        ("id", "slug", "edition", "status"),
        ("pages",),
        ("ruleset", "clock", "rated", "watchable", "host"),
        ("version", "ply", "first_dealer", "pause_until"),
        ("created_at", "started_at", "finished_at"),
    )
    readonly_fields = ("pages",)
    inlines = (SeatLines,)
    actions = ("end",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Return the games without the columns that no page shows."""
        return super().get_queryset(request).defer("state", "secret", "password")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        """Return the games whose id begins with the term, and those of the player of that name."""
        term = search_term.strip()
        seats = Seat.objects.filter(user__name_key=name_key(term), game=OuterRef("pk"))
        return queryset.filter(Q(pk__startswith=term) | Exists(seats)), False

    @admin.display(description="pages")
    def pages(self, game: Game) -> SafeString | str:
        """Return links to the table, or to the result, replay and record of a finished game."""
        table = reverse("games:game", args=[game.pk])
        if game.status != Game.Status.FINISHED:
            return format_html('<a href="{}">Table</a>', table)
        return format_html(
            '<a href="{}">Result</a> · <a href="{}">Replay</a> · <a href="{}">Record</a>',
            table,
            reverse("games:replay", args=[game.pk]),
            reverse("games:record", args=[game.pk]),
        )

    def has_end_permission(self, request: HttpRequest) -> bool:
        """Return whether this member of staff may end games."""
        return bool(request.user.has_perm("games.change_game"))

    @admin.action(description="End as it stands, unrated: for stuck games", permissions=["end"])
    def end(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        """End the chosen games that are running."""
        ended = 0
        for game in queryset.only("pk"):
            if ending.stop_game(game.pk) is None:
                log_staff_action(game, "ended by the staff")
                ended += 1
            else:
                self.message_user(request, f"{game.pk} does not run.", messages.WARNING)
        self.message_user(request, f"Ended {ended} games.")


@admin.register(Match)
class MatchAdmin(OfGame):
    """Matches, with public columns only."""

    list_display = ("game", "number", "dealer", "ended_by", "round", "winners", "lives")


@admin.register(Move)
class MoveAdmin(OfGame):
    """The log.

    The content of a move stays hidden while its game runs: some moves are chosen in secret.
    """

    list_display = ("game", "ply", "seat", "question", "match", "round", "what", "by", "at")
    exclude = ("action",)
    readonly_fields = ("what",)

    @admin.display(description="action")
    def what(self, move: Move) -> str:
        """Return the action in the format of docs/PROTOCOL.md, once the game is over."""
        return str(move.action) if move.game.status == Game.Status.FINISHED else "hidden"


@admin.register(Attribution)
class AttributionAdmin(OfGame):
    """Results split into cards, decisions of others and own decisions, in games won."""

    list_display = ("game", "seat", "start", "deal", "flips", "draws", "others", "own", "version")


@admin.register(Challenge)
class ChallengeAdmin(OfUser):
    """Challenges and what came of them."""

    search_fields = ("challenger__name_key",)
    list_display = ("challenger", "challenged", "game", "status", "word", "made_at", "answered_at")
    list_select_related = ("challenger", "challenged", "game")
    list_filter = ("status",)


class ReportForm(forms.ModelForm):  # type: ignore[type-arg] # generic in the stubs only
    """The answer to a report."""

    def clean(self) -> dict[str, Any]:
        """Refuse to reopen a report while another one of the same player and game is open."""
        report, answer = self.instance, self.cleaned_data
        same = Report.objects.filter(
            reporter=report.reporter, reported=report.reported, game=report.game
        )
        others = same.filter(status=Report.Status.OPEN).exclude(pk=report.pk)
        complete = None not in (report.reporter, report.reported)
        if complete and answer.get("status") == Report.Status.OPEN and others.exists():
            raise forms.ValidationError("A newer report of this player and game is open.")
        return answer


@admin.register(Report)
class ReportAdmin(OfUser):
    """Reports of players: read them, note what was done, and close them; the reporter is told.

    The actions against a user are on the list of users.
    """

    form = ReportForm
    search_fields = ("reported__name_key", "reporter__name_key", "game")
    search_help_text = "Search by full user name or game ID."
    list_display = ("at", "reason", "name", "status", "game", "reporter", "staff_note")
    list_select_related = ("reporter", "reported")
    list_filter = ("status", "reason")
    fields = (
        *("status", "staff_note", "reason", "note", "name", "about", "game_page"),
        *("talk", "reporter", "at"),
    )
    readonly_fields = fields[2:]
    actions = ("look_at", "dismiss")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether this member of staff may answer reports."""
        return bool(request.user.has_perm("games.change_report"))

    def save_model(self, request: HttpRequest, obj: Report, form: Any, change: bool) -> None:
        """Save the status and the note, and log the member of staff."""
        obj.save(update_fields=["status", "staff_note"])
        log_staff_action(obj, f"{obj.status}: {obj.staff_note}")

    @admin.display(description="user now")
    def about(self, report: Report) -> SafeString | str:
        """Return a link to the reported user under the current name."""
        user = report.reported
        if user is None:
            return "deleted account"
        address = reverse("admin:accounts_user_change", args=(user.pk,))
        return format_html('<a href="{}">{}</a>', address, user.name)

    @admin.display(description="game")
    def game_page(self, report: Report) -> SafeString | str:
        """Return a link to the game, or only its id if the table closed before a game began."""
        if not Game.objects.filter(pk=report.game).exists():
            return report.game
        address = reverse("admin:games_game_change", args=(report.game,))
        return format_html('<a href="{}">{}</a>', address, report.game)

    @admin.display(description="what the reporter could read")
    def talk(self, report: Report) -> SafeString:
        """Return the chat lines with current names and an arrow at each reported line."""
        users = User.objects.in_bulk({line["user"] for line in report.said} - {None})
        lines = (
            (
                "\u2192" if line["reported"] else "",
                line["at"],
                users.get(line["user"], "deleted account"),
                line["text"],
            )
            for line in report.said
        )
        return format_html_join("", "{} {} <b>{}</b>: {}<br>", lines)

    @admin.action(description="Looked at: the reporter is told", permissions=["change"])
    def look_at(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Close the chosen reports as looked at."""
        self._close(request, queryset, Report.Status.LOOKED_AT)

    @admin.action(description="Dismiss: the reporter is told", permissions=["change"])
    def dismiss(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Close the chosen reports as dismissed."""
        self._close(request, queryset, Report.Status.DISMISSED)

    def _close(self, request: HttpRequest, queryset: QuerySet[Report], status: str) -> None:
        reports = list(queryset)
        for report in reports:
            report.status = status
            report.save(update_fields=["status"])
            log_staff_action(report, status)
        self.message_user(request, f"Closed {len(reports)} reports.")


@admin.register(DealCommitment)
class CommitmentAdmin(ReadOnly, Listed):
    """The public log of sealed deals."""

    list_display = ("sequence", "game_id", "commitment", "hash", "at")
    search_fields = ("game_id",)
    search_help_text = "The id of a game."


@admin.register(Puzzle)
class PuzzleAdmin(ReadOnly, Listed):
    """Puzzles with their source and difficulty."""

    list_display = ("fingerprint", "slug", "question", "situation", "source", "mu", "tries", "day")
    list_filter = ("question", "situation")
    ordering = ("-added_at",)


@admin.register(PuzzleSkill)
class PuzzleSkillAdmin(OfUser):
    """Puzzle ratings of users."""

    list_display = ("user", "slug", "mu", "sigma", "tries", "solved")
    list_select_related = ("user",)


@admin.register(PuzzleAttempt)
class PuzzleAttemptAdmin(OfUser):
    """The answers of users to puzzles."""

    list_display = ("user", "puzzle", "day", "choice", "solved", "before", "after", "at")
    list_select_related = ("user",)
