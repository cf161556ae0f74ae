"""Where the results of finished games came from: cards and decisions."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

MOST_SEATS = 4


class Migration(migrations.Migration):
    """Games that are finished already are counted when a page asks."""

    dependencies = (("games", "0020_coach"),)

    operations = (
        migrations.CreateModel(
            name="Attribution",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("version", models.PositiveSmallIntegerField()),
                ("start", models.FloatField()),
                ("deal", models.FloatField()),
                ("flips", models.FloatField()),
                ("draws", models.FloatField()),
                ("others", models.FloatField()),
                ("own", models.FloatField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attributions",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "seat"), name="attribution_once_per_seat"
                    ),
                    models.CheckConstraint(
                        condition=Q(seat__lt=MOST_SEATS, start__gt=0, start__lte=1),
                        name="attribution_seat_and_start_range",
                    ),
                ],
            },
        ),
    )
