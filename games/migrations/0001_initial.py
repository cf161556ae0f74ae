"""The tables of the games as version 1.0 began with them, in place of the steps that led there."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.models.game


class Migration(migrations.Migration):
    replaces = [
        ("games", "0001_tables"),
        ("games", "0002_live_table"),
        ("games", "0003_states_from_the_log"),
        ("games", "0004_careers"),
        ("games", "0005_careers_of_the_past"),
        ("games", "0006_ends_by_agreement"),
        ("games", "0007_reviews"),
        ("games", "0008_second_game"),
        ("games", "0009_schemes_and_silent_seats"),
        ("games", "0010_levels_of_games"),
        ("games", "0011_player_stats"),
        ("games", "0012_revision"),
        ("games", "0013_match_plural"),
        ("games", "0014_ai_pace"),
        ("games", "0015_ready"),
        ("games", "0016_stats_plural"),
        ("games", "0017_kept_games"),
        ("games", "0018_challenges"),
        ("games", "0019_forks"),
        ("games", "0020_coach"),
        ("games", "0021_luck"),
        ("games", "0022_puzzles"),
    ]

    initial = True

    dependencies = [
        ("accounts", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="DealCommitment",
            fields=[
                ("sequence", models.PositiveBigIntegerField(primary_key=True, serialize=False)),
                ("game_id", models.CharField(max_length=12, unique=True)),
                ("scheme", models.PositiveSmallIntegerField()),
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
                        default=games.models.game.new_id,
                        editable=False,
                        max_length=12,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("title", models.CharField(blank=True, max_length=40)),
                ("slug", models.CharField(max_length=32)),
                ("edition", models.CharField(max_length=32)),
                ("ruleset", models.JSONField()),
                ("rated", models.BooleanField(default=False)),
                ("watchable", models.BooleanField(default=True)),
                (
                    "access",
                    models.CharField(
                        choices=[("public", "Public"), ("link", "Link"), ("password", "Password")],
                        default="link",
                        max_length=8,
                    ),
                ),
                ("password", models.CharField(blank=True, max_length=128)),
                ("chat", models.BooleanField(default=False)),
                (
                    "absence",
                    models.CharField(
                        choices=[("ai", "Ai"), ("substitute", "Substitute"), ("wait", "Wait")],
                        default="ai",
                        max_length=10,
                    ),
                ),
                ("barred", models.JSONField(blank=True, default=list)),
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
                ("revision", models.PositiveIntegerField(default=0)),
                ("ply", models.PositiveIntegerField(default=0)),
                ("fork", models.JSONField(blank=True, null=True)),
                ("secret", models.BinaryField(default=games.models.game.new_secret, max_length=32)),
                ("first_dealer", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("pause_until", models.DateTimeField(blank=True, null=True)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                (
                    "again",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="played_before",
                        to="games.game",
                    ),
                ),
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
            options={
                "indexes": [models.Index(fields=["status", "-created_at"], name="game_by_status")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ("open", "sealing", "playing", "finished"))
                        ),
                        name="game_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("access__in", ("public", "link")), ("password", "")),
                            models.Q(
                                ("access", "password"), models.Q(("password", ""), _negated=True)
                            ),
                            _connector="OR",
                        ),
                        name="game_password_fits_access",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("absence__in", ("ai", "substitute", "wait"))),
                        name="game_absence_known",
                    ),
                    models.CheckConstraint(
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
                    models.CheckConstraint(
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
                    models.CheckConstraint(
                        condition=models.Q(
                            ("first_dealer__isnull", True), ("first_dealer__lt", 4), _connector="OR"
                        ),
                        name="game_first_dealer_range",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Challenge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("options", models.JSONField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("accepted", "Accepted"),
                            ("declined", "Declined"),
                            ("withdrawn", "Withdrawn"),
                            ("expired", "Expired"),
                        ],
                        default="open",
                        max_length=9,
                    ),
                ),
                (
                    "word",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "No message"),
                            ("later", "Happy to play later"),
                            ("busy", "No time right now"),
                            ("options", "Prefer other options"),
                            ("enough", "Done for today"),
                        ],
                        default="",
                        max_length=8,
                    ),
                ),
                (
                    "made_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                (
                    "challenged",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenges_received",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "challenger",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenges_sent",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="challenges",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("status", "open")),
                        fields=["made_at"],
                        name="challenge_open_by_time",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("status", "open")),
                        fields=("challenger", "challenged"),
                        name="challenge_one_open_per_pair",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("challenger", models.F("challenged")), _negated=True),
                        name="challenge_another",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ("open", "accepted", "declined", "withdrawn", "expired"))
                        ),
                        name="challenge_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("word", ""), ("status", "declined"), _connector="OR"),
                        name="challenge_word_declines",
                    ),
                ],
            },
        ),
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
                        condition=models.Q(("seat__lt", 4), ("start__gt", 0), ("start__lte", 1)),
                        name="attribution_seat_and_start_range",
                    ),
                ],
            },
        ),
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
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lines",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="lines",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "indexes": [models.Index(fields=["game", "user", "-at"], name="line_by_speaker")],
            },
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
                ("dealer", models.PositiveSmallIntegerField(blank=True, null=True)),
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
                "verbose_name_plural": "matches",
                "ordering": ("number",),
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="match_once_per_game"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_by", ""), ("round__isnull", True)),
                            models.Q(
                                models.Q(("ended_by", ""), _negated=True), ("round__isnull", False)
                            ),
                            _connector="OR",
                        ),
                        name="match_end_known",
                    ),
                ],
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
                ("seat", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("question", models.PositiveIntegerField(blank=True, null=True)),
                ("match", models.PositiveSmallIntegerField()),
                ("round", models.PositiveSmallIntegerField()),
                ("action", models.JSONField()),
                (
                    "by",
                    models.CharField(
                        choices=[
                            ("player", "Player"),
                            ("clock", "Clock"),
                            ("ai", "Ai"),
                            ("all", "All"),
                        ],
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
                "constraints": [
                    models.UniqueConstraint(fields=("game", "ply"), name="move_once_per_ply"),
                    models.UniqueConstraint(
                        fields=("game", "seat", "question"), name="move_once_per_question"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("seat__lt", 4)), name="move_seat_range"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("by__in", ("player", "clock", "ai")),
                                ("question__isnull", False),
                                ("seat__isnull", False),
                            ),
                            models.Q(
                                ("by", "all"), ("question__isnull", True), ("seat__isnull", True)
                            ),
                            _connector="OR",
                        ),
                        name="move_by_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerStats",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("matches", models.PositiveIntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("fights", models.JSONField(default=dict)),
                ("surrenders", models.PositiveIntegerField(default=0)),
                ("saved", models.PositiveIntegerField(default=0)),
                ("dealt", models.PositiveIntegerField(default=0)),
                ("taken", models.PositiveIntegerField(default=0)),
                ("colors", models.JSONField(default=dict)),
                ("counts", models.JSONField(default=dict)),
                ("answers", models.PositiveIntegerField(default=0)),
                ("helped", models.PositiveIntegerField(default=0)),
                ("slug", models.CharField(max_length=32)),
                ("rated", models.BooleanField()),
                ("games", models.PositiveIntegerField(default=0)),
                ("places", models.JSONField(default=dict)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "player stats",
                "verbose_name_plural": "player stats",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "slug", "rated"), name="player_stats_once_per_user"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Puzzle",
            fields=[
                ("fingerprint", models.CharField(max_length=16, primary_key=True, serialize=False)),
                ("slug", models.CharField(max_length=32)),
                ("question", models.CharField(max_length=8)),
                ("situation", models.CharField(blank=True, max_length=8)),
                ("data", models.JSONField()),
                ("source", models.CharField(max_length=32)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("tries", models.PositiveIntegerField(default=0)),
                ("day", models.DateField(blank=True, null=True)),
                (
                    "added_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["slug", "question"], name="puzzle_by_question")],
                "constraints": [
                    models.UniqueConstraint(fields=("slug", "day"), name="puzzle_one_a_day"),
                    models.CheckConstraint(
                        condition=models.Q(("sigma__gt", 0)), name="puzzle_is_never_certain"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PuzzleAttempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField(blank=True, null=True)),
                ("choice", models.CharField(max_length=12)),
                ("solved", models.BooleanField()),
                ("before", models.IntegerField()),
                ("after", models.IntegerField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attempts",
                        to="games.puzzle",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="puzzle_attempts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("day__isnull", False)),
                        fields=["user", "-day"],
                        name="puzzle_days",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "puzzle", "day"), name="puzzle_daily_once"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("day__isnull", True)),
                        fields=("user", "puzzle"),
                        name="puzzle_practiced_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PuzzleSkill",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.CharField(max_length=32)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("tries", models.PositiveIntegerField(default=0)),
                ("solved", models.PositiveIntegerField(default=0)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="puzzle_skills",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "slug"), name="puzzle_skill_once"),
                    models.CheckConstraint(
                        condition=models.Q(("solved__lte", models.F("tries"))),
                        name="puzzle_solved_are_tries",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("sigma__gt", 0)), name="puzzle_skill_never_certain"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("matches", models.PositiveIntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("fights", models.JSONField(default=dict)),
                ("surrenders", models.PositiveIntegerField(default=0)),
                ("saved", models.PositiveIntegerField(default=0)),
                ("dealt", models.PositiveIntegerField(default=0)),
                ("taken", models.PositiveIntegerField(default=0)),
                ("colors", models.JSONField(default=dict)),
                ("counts", models.JSONField(default=dict)),
                ("answers", models.PositiveIntegerField(default=0)),
                ("helped", models.PositiveIntegerField(default=0)),
                ("slug", models.CharField(max_length=32)),
                ("rated", models.BooleanField()),
                ("finished_at", models.DateTimeField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("seats", models.PositiveSmallIntegerField()),
                ("lives", models.PositiveSmallIntegerField()),
                ("best_score", models.IntegerField(null=True)),
                ("best_suit", models.CharField(blank=True, max_length=16)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="results",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["user", "-finished_at", "-id"], name="result_by_user_and_time"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "seat"), name="result_once_per_seat"),
                    models.CheckConstraint(
                        condition=models.Q(("place__gte", 1), ("place__lte", 4), ("seat__lt", 4)),
                        name="result_place_and_seat_range",
                    ),
                ],
            },
        ),
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
                "constraints": [
                    models.UniqueConstraint(fields=("game", "match"), name="review_once_per_match")
                ],
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
                ("level", models.CharField(blank=True, max_length=8)),
                ("question", models.PositiveIntegerField(default=0)),
                ("asked", models.BooleanField(default=False)),
                ("allowed_ms", models.PositiveIntegerField(default=0)),
                ("due_at", models.DateTimeField(blank=True, null=True)),
                ("turns", models.PositiveIntegerField(default=0)),
                ("turn_at", models.DateTimeField(blank=True, null=True)),
                ("free_ms", models.PositiveIntegerField(default=0)),
                ("bank_ms", models.PositiveIntegerField(default=0)),
                ("lag_ms", models.PositiveSmallIntegerField(default=0)),
                ("lapses", models.PositiveSmallIntegerField(default=0)),
                ("away_since", models.DateTimeField(blank=True, null=True)),
                ("absent_turns", models.PositiveSmallIntegerField(default=0)),
                ("absent_ms", models.PositiveIntegerField(default=0)),
                ("tab", models.CharField(blank=True, max_length=32)),
                (
                    "ai_pace",
                    models.CharField(
                        choices=[("normal", "Normal"), ("fast", "Fast"), ("instant", "Instant")],
                        db_default="normal",
                        default="normal",
                        max_length=7,
                    ),
                ),
                ("stand_in", models.CharField(blank=True, max_length=8)),
                ("stand_in_at", models.DateTimeField(blank=True, null=True)),
                ("stand_in_match", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("free_match", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("returns", models.PositiveSmallIntegerField(default=0)),
                ("abandoned_at", models.DateTimeField(blank=True, null=True)),
                ("wants_end", models.BooleanField(default=False)),
                ("ready", models.BooleanField(blank=True, null=True)),
                ("live", models.BooleanField(default=True)),
                ("kept_at", models.DateTimeField(blank=True, null=True)),
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
                (
                    "silent",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("no-pledge", "Pledge"),
                            ("no-reveal", "Reveal"),
                            ("sat-later", "Later"),
                        ],
                        max_length=9,
                    ),
                ),
                ("silent_at", models.DateTimeField(blank=True, null=True)),
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
                "indexes": [
                    models.Index(
                        condition=models.Q(("due_at__isnull", False)),
                        fields=["due_at"],
                        name="seat_by_due_time",
                    ),
                    models.Index(
                        condition=models.Q(("away_since__isnull", False), ("live", True)),
                        fields=["away_since"],
                        name="seat_by_absence",
                    ),
                    models.Index(
                        condition=models.Q(("kept_at__isnull", False)),
                        fields=["user"],
                        name="seat_kept_by_user",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "index"), name="seat_once_per_game"),
                    models.UniqueConstraint(
                        condition=models.Q(("user__isnull", False)),
                        fields=("game", "user"),
                        name="seat_once_per_person",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("live", True), ("user__isnull", False)),
                        fields=("user",),
                        name="seat_one_live_per_person",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("abandoned_at__isnull", True), ("live", False), _connector="OR"
                        ),
                        name="seat_abandoned_is_not_live",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kept_at__isnull", True), ("live", False), _connector="OR"
                        ),
                        name="seat_kept_is_not_live",
                    ),
                    models.CheckConstraint(
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
                    models.CheckConstraint(
                        condition=models.Q(("index__lt", 4)), name="seat_index_range"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                models.Q(("level", ""), _negated=True),
                                ("kind", "ai"),
                                ("user__isnull", True),
                            ),
                            models.Q(("kind__in", ("player", "guest")), ("level", "")),
                            _connector="OR",
                        ),
                        name="seat_kind_fits_sitter",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("due_at__isnull", True), ("asked", True), _connector="OR"
                        ),
                        name="seat_due_only_when_asked",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("bytes_by", ""), ("client_bytes__isnull", True)),
                            models.Q(
                                ("bytes_by__in", ("client", "server")),
                                ("client_bytes__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="seat_bytes_have_an_author",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("silent", ""), ("silent_at__isnull", True)),
                            models.Q(
                                ("bytes_by", "server"),
                                ("silent__in", ("no-pledge", "no-reveal", "sat-later")),
                                ("silent_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="seat_silent_has_a_reason_and_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("place__isnull", True),
                            models.Q(("place__gte", 1), ("place__lte", 4)),
                            _connector="OR",
                        ),
                        name="seat_place_range",
                    ),
                ],
            },
        ),
    ]
