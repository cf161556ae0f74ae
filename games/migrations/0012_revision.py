"""Games count their changes: what is kept of one in memory is known to be old by it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Every game begins at 0."""

    dependencies = (("games", "0011_player_stats"),)

    operations = (
        migrations.AddField(
            model_name="game",
            name="revision",
            field=models.PositiveIntegerField(default=0),
        ),
    )
