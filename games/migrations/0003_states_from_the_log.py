"""Write the states of running games anew: their form changed, and the log is the truth."""

from django.db import migrations

from games.engine.contract import Seed
from games.registry import GAMES


def play_again(apps, schema_editor):
    """Replay every running game from its seed and its moves."""
    for game in apps.get_model("games", "Game").objects.filter(status="playing"):
        rules = GAMES[game.slug].rules
        ruleset = rules.ruleset_from_json(game.ruleset)
        client = b"".join(bytes(seat.client_bytes) for seat in game.seats.order_by("index"))
        state, _ = rules.start(ruleset, Seed(bytes(game.secret), client))
        for move in game.moves.order_by("ply"):
            state, _ = rules.act(state, move.seat, rules.read_action(move.action))
        game.state = rules.dump(state)
        game.save(update_fields=("state",))


class Migration(migrations.Migration):
    dependencies = [("games", "0002_live_table")]
    operations = [migrations.RunPython(play_again, migrations.RunPython.noop, elidable=True)]
