"""What the live table needs: clocks, absence, stand-ins, talk, and one table for each person."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


def only_the_newest_seat_is_live(apps, schema_editor):
    """Finished games hold nobody, and nobody sits at two tables."""
    seats = apps.get_model("games", "Seat").objects
    seats.filter(game__status="finished").update(live=False)
    sitting = set()
    for seat in seats.filter(live=True, user__isnull=False).order_by("-joined_at"):
        if seat.user_id in sitting:
            seats.filter(pk=seat.pk).update(live=False)
        sitting.add(seat.user_id)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_tables"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Line",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=16)),
                (
                    "kind",
                    models.CharField(
                        choices=[("phrase", "Phrase"), ("sign", "Sign"), ("text", "Text")],
                        max_length=6,
                    ),
                ),
                ("text", models.CharField(max_length=200)),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.AddField(
            model_name="game",
            name="absence",
            field=models.CharField(
                choices=[("ai", "Ai"), ("substitute", "Substitute"), ("wait", "Wait")],
                default="ai",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="access",
            field=models.CharField(
                choices=[("public", "Public"), ("link", "Link"), ("password", "Password")],
                default="link",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="again",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="played_before",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="barred",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="game",
            name="chat",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="game",
            name="password",
            field=models.CharField(blank=True, max_length=128),
        ),
        migrations.AddField(
            model_name="game",
            name="title",
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddField(
            model_name="seat",
            name="abandoned_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="absent_ms",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="seat",
            name="absent_turns",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="seat",
            name="away_since",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="bank_ms",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="seat",
            name="free_match",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="free_ms",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="seat",
            name="lag_ms",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="seat",
            name="lapses",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="seat",
            name="live",
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="returns",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="seat",
            name="stand_in",
            field=models.CharField(
                blank=True,
                choices=[
                    ("easy", "Easy"),
                    ("medium", "Medium"),
                    ("hard", "Hard"),
                    ("master", "Master"),
                ],
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="stand_in_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="stand_in_match",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="tab",
            field=models.CharField(blank=True, max_length=32),
        ),
        migrations.AddField(
            model_name="seat",
            name="turn_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="turns",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("away_since__isnull", False), ("live", True)),
                fields=["away_since"],
                name="seat_by_absence",
            ),
        ),
        migrations.RunPython(
            only_the_newest_seat_is_live, migrations.RunPython.noop, elidable=True
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("access__in", ("public", "link")), ("password", "")),
                    models.Q(("access", "password"), models.Q(("password", ""), _negated=True)),
                    _connector="OR",
                ),
                name="game_password_fits_access",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(("absence__in", ("ai", "substitute", "wait"))),
                name="game_absence_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                condition=models.Q(("live", True), ("user__isnull", False)),
                fields=("user",),
                name="seat_one_live_per_person",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("abandoned_at__isnull", True), ("live", False), _connector="OR"
                ),
                name="seat_abandoned_is_not_live",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("stand_in", ""),
                        ("stand_in_at__isnull", True),
                        ("stand_in_match__isnull", True),
                    ),
                    models.Q(
                        models.Q(("stand_in", ""), _negated=True),
                        ("kind__in", ("player", "guest")),
                        ("stand_in_at__isnull", False),
                        ("stand_in_match__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="seat_stand_in_for_people",
            ),
        ),
        migrations.AddField(
            model_name="line",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="lines", to="games.game"
            ),
        ),
        migrations.AddField(
            model_name="line",
            name="user",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="lines",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="line",
            index=models.Index(fields=["game", "user", "-at"], name="line_by_speaker"),
        ),
    ]
