"""The form of a new table."""

from django import forms

from games.table.seating import Options

EDITIONS = (("current", "Current"), ("classic", "Classic"), ("to the letter", "To the letter"))
CLOCKS = (("10", "10 s"), ("20", "20 s"), ("45", "45 s"), ("", "No clock"))
SEATS = ((2, "2"), (3, "3"), (4, "4"))


class NewTable(forms.Form):
    """The choices of somebody who opens a table for friends."""

    edition = forms.ChoiceField(choices=EDITIONS, initial="current", widget=forms.RadioSelect)
    seats = forms.TypedChoiceField(
        choices=SEATS, coerce=int, initial=4, label="Players", widget=forms.RadioSelect
    )
    clock = forms.ChoiceField(
        choices=CLOCKS,
        initial="45",
        required=False,
        label="Time for each turn",
        widget=forms.RadioSelect,
    )
    lives = forms.IntegerField(min_value=1, max_value=20, initial=10)
    watchable = forms.BooleanField(initial=True, required=False, label="Others may watch")

    def options(self) -> Options:
        """The options of the valid form, as the table wants them."""
        chosen = self.cleaned_data
        return Options(
            edition=chosen["edition"],
            seats=chosen["seats"],
            free=int(chosen["clock"]) if chosen["clock"] else None,
            lives=chosen["lives"],
            watchable=chosen["watchable"],
        )
