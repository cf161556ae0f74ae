"""Fill the results and the tallies for the games that were finished before there were any."""

from django.db import migrations

from games.density_deck.game_type import stats
from games.game_type import Answer
from games.stats import SUMS, add


def read_the_logs(apps, schema_editor):
    """Write a result for each person's seat of each finished game, oldest first, and the sums."""
    result, tally = (apps.get_model("games", name) for name in ("Result", "Tally"))
    games = apps.get_model("games", "Game").objects.filter(status="finished", results=None)
    sums = {}
    for game in games.order_by("finished_at").iterator(chunk_size=500):
        seats = game.seats.order_by("index")
        matches = list(game.matches.order_by("number"))
        moves = game.moves.order_by("ply")
        answers = [Answer(*row) for row in moves.values_list("seat", "match", "action", "by")]
        kind = {"slug": game.slug, "rated": game.rated}
        for seat in seats:
            if seat.kind == "ai" or seat.place is None:
                continue
            did = stats(seat.index, game.ruleset, matches, answers)
            result.objects.create(
                game=game,
                user_id=seat.user_id,
                finished_at=game.finished_at,
                seat=seat.index,
                place=seat.place,
                seats=len(seats),
                **kind,
                **did,
            )
            if seat.user_id is not None:
                more = {name: did[name] for name in SUMS}
                more |= {"games": 1, "places": {str(seat.place): 1}}
                owner = (seat.user_id, game.slug, game.rated)
                sums[owner] = add(sums.get(owner, {}), more)
    for (user, slug, rated), more in sums.items():
        tally.objects.create(user_id=user, slug=slug, rated=rated, **more)


class Migration(migrations.Migration):
    dependencies = [("games", "0004_careers")]
    operations = [migrations.RunPython(read_the_logs, migrations.RunPython.noop, elidable=True)]
