"""A game may end by agreement: who wants that, and the last entry of its log, of no seat."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_careers_of_the_past"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="match",
            name="match_end_known",
        ),
        migrations.RemoveConstraint(
            model_name="move",
            name="move_by_known",
        ),
        migrations.AddField(
            model_name="seat",
            name="wants_end",
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name="move",
            name="by",
            field=models.CharField(
                choices=[("player", "Player"), ("clock", "Clock"), ("ai", "Ai"), ("all", "All")],
                max_length=6,
            ),
        ),
        migrations.AlterField(
            model_name="move",
            name="question",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="move",
            name="seat",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_by", ""), ("round__isnull", True)),
                    models.Q(
                        ("ended_by__in", ("fight", "surrenders", "showdown", "agreement")),
                        ("round__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="match_end_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="move",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("by__in", ("player", "clock", "ai")),
                        ("question__isnull", False),
                        ("seat__isnull", False),
                    ),
                    models.Q(("by", "all"), ("question__isnull", True), ("seat__isnull", True)),
                    _connector="OR",
                ),
                name="move_by_known",
            ),
        ),
    ]
