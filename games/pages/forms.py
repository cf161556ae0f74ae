"""The forms of game pages: new tables, challenges, passwords, guest names, filters and reports."""

import unicodedata
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.identity import guests
from accounts.identity.forms import NAME_HELP
from accounts.models import User
from accounts.names import LONGEST, claims_office
from games import labels
from games.ai_choices import LIKE_ME, AiChoice
from games.game_type import QUICK, USUAL
from games.labels import levels_of
from games.live import talk
from games.models import Game, Report
from games.players.history import DRAWN, HistoryQuery
from games.positions.new_game import Options
from games.registry import GAMES

NO_AIS = (0, _("None"))
LONGEST_TITLE, LONGEST_PASSWORD = 40, 64


class NewTable(forms.Form):
    """The options of a new table; by default it is private.

    Fields and their texts depend on the game.
    """

    access = forms.ChoiceField(
        choices=labels.ACCESS.items(),
        initial="link",
        label=_("Who can join"),
        widget=forms.RadioSelect,
    )
    password = forms.CharField(
        max_length=LONGEST_PASSWORD,
        required=False,
        strip=False,
        label=_("Table password"),
        help_text=_("Players enter it to join. No one else can watch."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    clock = forms.ChoiceField(initial="standard", label=_("Clock"), widget=forms.RadioSelect)
    seats = forms.TypedChoiceField(coerce=int, label=_("Players"), widget=forms.RadioSelect)
    ais = forms.TypedChoiceField(
        coerce=int, initial=0, label=_("AI players"), widget=forms.RadioSelect
    )
    level = forms.ChoiceField(label=_("AI level"), widget=forms.RadioSelect)
    strength = forms.ChoiceField(
        required=False,
        label=_("AI rating"),
        help_text=_("In rating points. There are no weaker or stronger AI players."),
    )
    length = forms.ChoiceField(
        initial=USUAL, required=False, label=_("Length"), widget=forms.RadioSelect
    )
    title = forms.CharField(
        max_length=LONGEST_TITLE,
        required=False,
        label=_("Title"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    edition = forms.ChoiceField(
        initial="current",
        label=_("Scoring"),
        widget=forms.RadioSelect,
    )
    absence = forms.ChoiceField(
        choices=labels.ABSENCE.items(),
        initial="ai",
        label=_("When someone is away"),
        widget=forms.RadioSelect,
    )
    watchable = forms.BooleanField(initial=True, required=False, label=_("Allow spectators"))
    chat = forms.BooleanField(initial=False, required=False, label=_("Allow free text in the chat"))

    BASIC = ("access", "password", "length", "clock", "seats", "ais", "level", "strength")

    def __init__(
        self, data: Mapping[str, Any] | None, slug: str, usual: AiChoice, **more: Any
    ) -> None:
        super().__init__(data, **more)
        self.slug, self.kind, rules = slug, GAMES[slug], GAMES[slug].rules
        levels, seats = levels_of(slug), rules.seat_counts
        self._offer("clock", labels.clocks_of(slug))
        self.fields["clock"].help_text = labels.clock_help(slug)
        self._offer("seats", [(count, str(count)) for count in seats])
        self.fields["seats"].initial = max(seats)
        self._offer("ais", [NO_AIS, *((count, str(count)) for count in range(1, max(seats)))])
        strengths = self.kind.strengths
        like_me = [(LIKE_ME, _("My level"))] if strengths else []
        self._offer("level", [*levels, *like_me])
        self.fields["level"].initial = LIKE_ME if usual.level in strengths else usual.level
        self.fields["level"].help_text = labels.level_ratings(slug)
        self._offer("strength", [(points, points) for points in strengths])
        if not strengths:
            del self.fields["strength"]
        if len(seats) == 1:
            del self.fields["seats"]
        self._offer("edition", [(slug, named.word) for slug, named in self.kind.editions.items()])
        if not self.kind.editions:
            del self.fields["edition"]
        quick = self.kind.quick
        if quick is None:
            del self.fields["length"]
        else:
            self._offer("length", [(USUAL, quick.usual), (QUICK, quick.quick)])
            self.fields["length"].initial = usual.length
        for option in self.kind.options:
            by_length = quick is not None and option.field in quick.rules
            self.fields[option.field] = forms.IntegerField(
                min_value=option.least,
                max_value=option.most,
                required=not by_length,
                initial=None if by_length else option.usual,
                label=option.words,
                help_text=_("Leave empty to use the length above.") if by_length else "",
            )

    def _offer(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def basic(self) -> list[forms.BoundField]:
        """Return the fields that are always shown."""
        return [self[name] for name in self.BASIC if name in self.fields]

    def more(self) -> list[forms.BoundField]:
        """Return the fields behind "More options"."""
        return [self[name] for name in self.fields if name not in self.BASIC]

    def more_is_wrong(self) -> bool:
        """Return whether a field behind "More options" has an error, so that they must be open."""
        return any(field.errors for field in self.more())

    def clean_title(self) -> str:
        """Return the title for the public list, tidied like chat lines."""
        text = " ".join(unicodedata.normalize("NFKC", self.cleaned_data["title"]).split())
        title = talk.tidy_text(text) or ""
        if not text.isprintable() or len(title) > LONGEST_TITLE:
            raise forms.ValidationError(_("Use up to 40 visible characters for the title."))
        if claims_office(title):
            raise forms.ValidationError(_("This title sounds like site staff. Remove that word."))
        return title

    def clean(self) -> dict[str, Any]:
        """Report contradictory choices at the field that has to change."""
        chosen = self.cleaned_data
        if chosen.get("access") == "password" and not chosen.get("password"):
            self.add_error("password", _("Enter a password, or choose another way to join."))
        if chosen.get("access") == "public" and chosen.get("clock") == "none":
            self.add_error("clock", _("A table for everyone needs a clock. Choose one."))
        if chosen.get("ais", 0) >= chosen.get("seats", max(GAMES[self.slug].rules.seat_counts)):
            self.add_error("ais", _("Too many AI players. Leave a seat for yourself."))
        if chosen.get("level") == LIKE_ME:
            chosen["level"] = chosen.get("strength")
            if not chosen["level"]:  # a browser would show the first rating as if it were chosen
                self._offer("strength", [(one, one or "–") for one in ("", *self.kind.strengths)])
                self.add_error("strength", _("Choose how strong the AI players are."))
        return chosen

    def rules(self) -> dict[str, int]:
        """Return the ruleset options: the given ones, and otherwise those of the length."""
        chosen, quick = self.cleaned_data, self.kind.quick
        short = quick is not None and chosen.get("length") == QUICK
        by_length = quick.rules if quick is not None and short else {}
        return {
            option.field: chosen[option.field] or by_length.get(option.field, option.usual)
            for option in self.kind.options
        }

    def options(self) -> Options:
        """Return the options of the valid form for a new table."""
        chosen = self.cleaned_data
        clock = self.kind.pace.presets[chosen["clock"]]
        same = ("title", "access", "password", "watchable", "chat", "absence", "ais", "level")
        return Options(
            slug=self.slug,
            edition=chosen.get("edition", GAMES[self.slug].rules.editions[0]),
            seats=chosen.get("seats"),
            rules=self.rules(),
            free=None if clock is None else clock["free"],
            bank=0 if clock is None else clock["bank"],
            **{name: chosen[name] for name in same},
        )


class NewChallenge(NewTable):
    """The options of the private table of a challenge."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for name in ("access", "password", "title"):
            del self.fields[name]
        if "seats" in self.fields:
            self.fields["seats"].initial = min(GAMES[self.slug].rules.seat_counts)
            self.fields["seats"].help_text = _(
                "To fill more than two seats, share the link with others too."
            )

    def clean(self) -> dict[str, Any]:
        """Set the access to a link, and check that both users have a seat."""
        self.cleaned_data |= {"access": Game.Access.LINK, "password": "", "title": ""}
        chosen = super().clean()
        most = chosen.get("seats", max(GAMES[self.slug].rules.seat_counts)) - 2
        if not self.has_error("ais") and chosen.get("ais", 0) > most:
            self.add_error("ais", _("Too many AI players. Leave a seat for each of you."))
        return chosen


class TablePassword(forms.Form):
    """The password of a table, to join it."""

    password = forms.CharField(
        max_length=LONGEST_PASSWORD,
        strip=False,
        label=_("Table password"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True}),
    )


class GuestName(forms.Form):
    """The name under which a visitor sits down as a guest."""

    name = forms.CharField(
        max_length=LONGEST,
        label=_("Your name at the table"),
        help_text=NAME_HELP,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"}),
    )

    def clean_name(self) -> str:
        """Return the name if it is allowed and free; "" for a random name."""
        return guests.free_name(self.cleaned_data["name"])


def check_year(day: date) -> None:
    """Raise ValidationError for a year out of range."""
    if not 2000 <= day.year <= 2199:
        raise forms.ValidationError(_("Choose a year from 2000 to 2199."))


class HistoryFilter(forms.Form):
    """The filter of a user's finished games; an empty field leaves the choice open."""

    game = forms.ChoiceField(
        choices=lambda: [
            ("", _("All games")),
            *((slug, game.title) for slug, game in GAMES.items()),
        ],
        label=_("Game"),
        required=False,
    )
    mode = forms.ChoiceField(
        choices=[("", _("Ranked and casual")), ("ranked", _("Ranked")), ("casual", _("Casual"))],
        label=_("Mode"),
        required=False,
    )
    place = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        required=False,
        label=_("Place"),
    )
    opponent = forms.CharField(
        label=_("Opponent"),
        max_length=16,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    color = forms.ChoiceField(
        choices=lambda: [
            ("", _("Any color")),
            *(choice for game in GAMES.values() for choice in game.bases.items()),
        ],
        required=False,
        label=_("Winning base color"),
    )
    since = forms.DateField(
        required=False,
        validators=[check_year],
        label=_("From"),
        widget=forms.DateInput(attrs={"type": "date"}),
    )
    until = forms.DateField(
        required=False,
        validators=[check_year],
        label=_("To"),
        widget=forms.DateInput(attrs={"type": "date"}),
    )
    # where the page begins, from a "More" link
    before = forms.IntegerField(
        min_value=1,
        max_value=2**62,
        required=False,
        widget=forms.HiddenInput,
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"),
            _("This link is broken. Start with the newest games."),
        ),
    )

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        place = self.fields["place"]
        assert isinstance(place, forms.TypedChoiceField)
        game = GAMES.get(data.get("game", ""))
        words: dict[int, str | Promise] = dict(labels.PLACES)
        if game and max(game.rules.seat_counts) == labels.DUEL:
            words = {number: labels.place_name(number, labels.DUEL) for number in (1, 2)}
        words[DRAWN] = labels.place_name(1, labels.DUEL, shared=True)
        place.choices = [("", _("Any place")), *((str(number), words[number]) for number in words)]

    def clean(self) -> dict[str, Any]:
        """Check that the dates are in order, and that the chosen game has the chosen base."""
        game, color = self.cleaned_data.get("game"), self.cleaned_data.get("color")
        if game and color and color not in GAMES[game].bases:
            named = next((one.title for one in GAMES.values() if color in one.bases), "")
            self.add_error(
                "color",
                _("Only %(game)s has base colors. Choose that game or “Any color”.")
                % {"game": named},
            )
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and until < since:
            self.add_error("until", _("The end date is before the start date."))
        return self.cleaned_data

    def narrowed(self) -> int:
        """Return the number of fields that narrow the filter."""
        return sum(bool(self[name].value()) for name in self.fields if name != "before")

    def query(self) -> HistoryQuery:
        """Return the filter of the valid form; dates are inclusive, in the reader's time zone."""
        since, until = self.cleaned_data["since"], self.cleaned_data["until"]
        begin = None if since is None else _midnight(since)
        end = None if until is None else _midnight(until + timedelta(days=1))
        return HistoryQuery(**{**self.cleaned_data, "since": begin, "until": end})


class NewReport(forms.Form):
    """A report with player and reason; `people` are names by number, `preset` preselects one."""

    player = forms.TypedChoiceField(coerce=int, label=_("Player"))
    reason = forms.ChoiceField(choices=Report.Reason.choices, label=_("Reason"))
    note = forms.CharField(
        max_length=500,
        required=False,
        label=_("What happened (optional)"),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    # the id of a chat line of the table
    line = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, data: Mapping[str, Any] | None, people: Mapping[int, str], preset: Mapping[str, str]
    ) -> None:
        super().__init__(data, initial={"player": preset.get("seat"), "line": preset.get("line")})
        player = self.fields["player"]
        assert isinstance(player, forms.TypedChoiceField)
        player.choices = list(people.items())
        if len(people) == 1:
            player.widget, player.initial = forms.HiddenInput(), next(iter(people))
            self.initial["player"] = player.initial


class DeleteAccount(forms.Form):
    """The confirmation to delete an account, by its password if it has one."""

    password = forms.CharField(
        label=_("Password"),
        max_length=LONGEST_PASSWORD,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if not user.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> str:
        """Return the password if it is correct."""
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(_("Wrong password. Try again."))
        return password


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
