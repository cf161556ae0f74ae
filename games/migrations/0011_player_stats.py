"""The sums of a player's results have the standard name; every row stays."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_levels_of_games"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RenameModel(old_name="Tally", new_name="PlayerStats"),
        migrations.RemoveConstraint(model_name="playerstats", name="tally_once_per_person"),
        migrations.AlterField(
            model_name="playerstats",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="stats",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="playerstats",
            constraint=models.UniqueConstraint(
                fields=("user", "slug", "rated"), name="player_stats_once_per_user"
            ),
        ),
    ]
