"""The tables of the games: Game, Seat, Match, Move and the log of sealed deals."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="DealCommitment",
            fields=[
                ("sequence", models.PositiveBigIntegerField(primary_key=True, serialize=False)),
                ("game_id", models.CharField(max_length=12, unique=True)),
                ("commitment", models.CharField(max_length=64)),
                ("previous", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64, unique=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                "ordering": ("sequence",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("hash", models.F("previous")), _negated=True),
                        name="commitment_hash_moves_on",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=games.models.new_id,
                        editable=False,
                        max_length=12,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("slug", models.CharField(max_length=32)),
                ("edition", models.CharField(max_length=32)),
                ("ruleset", models.JSONField()),
                ("rated", models.BooleanField(default=False)),
                ("watchable", models.BooleanField(default=True)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("sealing", "Sealing"),
                            ("playing", "Playing"),
                            ("finished", "Finished"),
                        ],
                        default="open",
                        max_length=8,
                    ),
                ),
                ("clock", models.JSONField(blank=True, null=True)),
                ("state", models.JSONField(blank=True, null=True)),
                ("version", models.PositiveIntegerField(default=0)),
                ("ply", models.PositiveIntegerField(default=0)),
                ("secret", models.BinaryField(default=games.models.new_secret, max_length=32)),
                ("first_dealer", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("pause_until", models.DateTimeField(blank=True, null=True)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                (
                    "host",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="hosted_games",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("dealer", models.PositiveSmallIntegerField()),
                ("living", models.JSONField()),
                ("merkle_root", models.CharField(max_length=64)),
                ("ended_by", models.CharField(blank=True, max_length=12)),
                ("round", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("scores", models.JSONField(blank=True, null=True)),
                ("winners", models.JSONField(blank=True, null=True)),
                ("damage", models.JSONField(blank=True, null=True)),
                ("lives", models.JSONField(blank=True, null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="matches",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
            },
        ),
        migrations.CreateModel(
            name="Move",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ply", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("question", models.PositiveIntegerField()),
                ("match", models.PositiveSmallIntegerField()),
                ("round", models.PositiveSmallIntegerField()),
                ("action", models.JSONField()),
                (
                    "by",
                    models.CharField(
                        choices=[("player", "Player"), ("clock", "Clock"), ("ai", "Ai")],
                        max_length=6,
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="moves",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ("ply",),
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("index", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("player", "Player"), ("guest", "Guest"), ("ai", "Ai")],
                        max_length=6,
                    ),
                ),
                ("name", models.CharField(max_length=16)),
                (
                    "level",
                    models.CharField(
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
                ("question", models.PositiveIntegerField(default=0)),
                ("asked", models.BooleanField(default=False)),
                ("allowed_ms", models.PositiveIntegerField(default=0)),
                ("due_at", models.DateTimeField(blank=True, null=True)),
                ("pledge", models.CharField(blank=True, max_length=64)),
                ("client_bytes", models.BinaryField(blank=True, max_length=16, null=True)),
                (
                    "bytes_by",
                    models.CharField(
                        blank=True,
                        choices=[("client", "Client"), ("server", "Server")],
                        max_length=6,
                    ),
                ),
                ("place", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "joined_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("index",),
            },
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["status", "-created_at"], name="game_by_status"),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(("status__in", ("open", "sealing", "playing", "finished"))),
                name="game_status_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("started_at__isnull", True),
                        ("state__isnull", True),
                        ("status__in", ("open", "sealing")),
                    ),
                    models.Q(
                        ("started_at__isnull", False),
                        ("state__isnull", False),
                        ("status__in", ("playing", "finished")),
                    ),
                    _connector="OR",
                ),
                name="game_state_from_the_deal_on",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("finished_at__isnull", False), ("status", "finished")),
                    models.Q(
                        models.Q(("status", "finished"), _negated=True),
                        ("finished_at__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="game_finished_has_a_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("first_dealer__isnull", True), ("first_dealer__lt", 4), _connector="OR"
                ),
                name="game_first_dealer_range",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(
                fields=("game", "number"), name="match_once_per_game"
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_by", ""), ("round__isnull", True)),
                    models.Q(
                        ("ended_by__in", ("fight", "surrenders", "showdown")),
                        ("round__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="match_end_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="move",
            constraint=models.UniqueConstraint(fields=("game", "ply"), name="move_once_per_ply"),
        ),
        migrations.AddConstraint(
            model_name="move",
            constraint=models.UniqueConstraint(
                fields=("game", "seat", "question"), name="move_once_per_question"
            ),
        ),
        migrations.AddConstraint(
            model_name="move",
            constraint=models.CheckConstraint(
                condition=models.Q(("seat__lt", 4)), name="move_seat_range"
            ),
        ),
        migrations.AddConstraint(
            model_name="move",
            constraint=models.CheckConstraint(
                condition=models.Q(("by__in", ("player", "clock", "ai"))), name="move_by_known"
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("due_at__isnull", False)),
                fields=["due_at"],
                name="seat_by_due_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("game", "index"), name="seat_once_per_game"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                condition=models.Q(("user__isnull", False)),
                fields=("game", "user"),
                name="seat_once_per_person",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(("index__lt", 4)), name="seat_index_range"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("kind", "ai"),
                        ("level__in", ("easy", "medium", "hard", "master")),
                        ("user__isnull", True),
                    ),
                    models.Q(("kind__in", ("player", "guest")), ("level", "")),
                    _connector="OR",
                ),
                name="seat_kind_fits_sitter",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(("due_at__isnull", True), ("asked", True), _connector="OR"),
                name="seat_due_only_when_asked",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("bytes_by", ""), ("client_bytes__isnull", True)),
                    models.Q(
                        ("bytes_by__in", ("client", "server")), ("client_bytes__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="seat_bytes_have_an_author",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("place__isnull", True),
                    models.Q(("place__gte", 1), ("place__lte", 4)),
                    _connector="OR",
                ),
                name="seat_place_range",
            ),
        ),
    ]
