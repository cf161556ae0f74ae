"""Hidden names, games that their last player left, where tables are opened, practice answers."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """Columns with defaults, which an older version leaves out."""

    replaces = (("games", "0023_hidden_names"), ("games", "0024_left_games"))

    dependencies = (("games", "0001_initial"),)

    operations = (
        migrations.AddField(
            model_name="seat",
            name="hides_name",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="game",
            name="left_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="origin",
            field=models.CharField(blank=True, db_default="", default="", max_length=16),
        ),
        migrations.AddField(
            model_name="puzzleattempt",
            name="practice",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["left_at"], condition=~Q(left_at=None), name="game_left"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["origin"], condition=~Q(origin=""), name="game_by_origin"),
        ),
    )
