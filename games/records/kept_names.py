"""The names of guests who signed up later: finished games show them; records stay unchanged."""

from django.db.models import Case, F, Q, When

from games.models import Seat
from games.positions.position import Position

# a former guest who has signed up, and whose history is public
KEPT = Q(kind=Seat.Kind.GUEST, user__is_guest=False, user__hides_history=False)
SHOWN_NAME = Case(When(KEPT, then=F("user__name")), default=F("name"))


def show_kept_names(position: Position, viewer_id: int | None) -> None:
    """Give the seats of a finished game their current names; viewers always see their own."""
    guests = [seat.pk for seat in position.people if seat.kind == Seat.Kind.GUEST]
    if not guests:
        return
    of_viewer = Q(kind=Seat.Kind.GUEST, user__is_guest=False, user=viewer_id)
    rows = Seat.objects.filter(KEPT | of_viewer, pk__in=guests).values_list("index", "user__name")
    for index, name in rows:
        position.seats[index].name, position.seats[index].kind = name, Seat.Kind.PLAYER
