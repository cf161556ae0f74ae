"""Tables that users share who wait, and who waits in two queues."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Both empty at first."""

    dependencies = [
        ("games", "0017_kept_games"),
        ("matchmaking", "0001_slots"),
    ]

    operations = [
        migrations.AddField(
            model_name="slot",
            name="agreed",
            field=models.BooleanField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="slot",
            name="asked_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="slot",
            name="shared",
            field=models.ForeignKey(
                blank=True,
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="games.game",
            ),
        ),
        migrations.CreateModel(
            name="SecondQueue",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("queue", models.CharField(max_length=32)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                (
                    "slot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="second_queues",
                        to="matchmaking.slot",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["queue", "mu"], name="second_queue_waiting")],
                "constraints": [
                    models.UniqueConstraint(fields=("slot", "queue"), name="second_queue_once")
                ],
            },
        ),
    ]
