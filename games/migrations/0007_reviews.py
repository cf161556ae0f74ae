"""What an AI thinks of each match of a finished game is kept, once somebody asked for it."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_ends_by_agreement"),
    ]

    operations = [
        migrations.CreateModel(
            name="Review",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("match", models.PositiveSmallIntegerField()),
                ("version", models.PositiveSmallIntegerField()),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("data", models.JSONField(blank=True, null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reviews",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("data__isnull", True)),
                        fields=["asked_at"],
                        name="review_awaited",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "match"), name="review_once_per_match")
                ],
            },
        ),
    ]
