"""The accounts as version 1.0 began with them, in place of the steps that led there."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import accounts.names


class Migration(migrations.Migration):
    replaces = [
        ("accounts", "0001_people"),
        ("accounts", "0002_mutes"),
        ("accounts", "0003_ranks"),
        ("accounts", "0004_trend"),
        ("accounts", "0005_language"),
        ("accounts", "0006_lookalikes"),
        ("accounts", "0007_looks_like_nobody"),
        ("accounts", "0008_performance_noise"),
        ("accounts", "0009_badges_follow_ratings"),
        ("accounts", "0010_ai_choices"),
        ("accounts", "0011_sessions_ended"),
        ("accounts", "0012_push"),
        ("accounts", "0013_follows"),
        ("accounts", "0015_ai_accounts"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                ("name", models.CharField(max_length=16, validators=[accounts.names.check_name])),
                ("name_key", models.CharField(editable=False, max_length=48, unique=True)),
                (
                    "skeleton",
                    models.CharField(db_index=True, default="", editable=False, max_length=255),
                ),
                ("shares_skeleton", models.BooleanField(default=False, editable=False)),
                (
                    "email",
                    models.EmailField(blank=True, max_length=254, verbose_name="e-mail address"),
                ),
                ("is_guest", models.BooleanField(default=False, verbose_name="guest")),
                (
                    "is_staff",
                    models.BooleanField(default=False, verbose_name="may use the admin pages"),
                ),
                ("is_active", models.BooleanField(default=True, verbose_name="may log in")),
                (
                    "hides_rating",
                    models.BooleanField(default=False, verbose_name="hides the rating"),
                ),
                (
                    "hides_history",
                    models.BooleanField(default=False, verbose_name="hides the games played"),
                ),
                (
                    "invites_from",
                    models.CharField(
                        choices=[
                            ("everyone", "Everyone with an account"),
                            ("followed", "Players I follow"),
                            ("nobody", "No one"),
                        ],
                        db_default="everyone",
                        default="everyone",
                        max_length=8,
                    ),
                ),
                (
                    "presence_for",
                    models.CharField(
                        choices=[
                            ("everyone", "Everyone with an account"),
                            ("followed", "Players I follow"),
                            ("nobody", "No one"),
                        ],
                        db_default="everyone",
                        default="everyone",
                        max_length=8,
                    ),
                ),
                ("language", models.CharField(blank=True, default="", max_length=12)),
                (
                    "ai_choices",
                    models.JSONField(blank=True, db_default={}, default=dict, editable=False),
                ),
                ("keeps_email_login", models.BooleanField(default=False, editable=False)),
                (
                    "joined_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "sessions_ended",
                    models.PositiveIntegerField(db_default=0, default=0, editable=False),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name__length__gte", 2), ("name__length__lte", 16)),
                        name="user_name_length",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("is_guest", False), ("email", ""), _connector="OR"),
                        name="user_guest_without_email",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("shares_skeleton", False), models.Q(("skeleton", ""), _negated=True)
                        ),
                        fields=("skeleton",),
                        name="user_looks_like_nobody",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="AiAccount",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.CharField(max_length=32)),
                ("name", models.CharField(max_length=16)),
                ("level", models.CharField(max_length=8)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("rating", models.IntegerField()),
                ("results", models.PositiveIntegerField(default=0)),
                ("places", models.JSONField(blank=True, default=dict)),
                ("recent", models.JSONField(blank=True, default=list)),
                ("days", models.JSONField(blank=True, default=list)),
                (
                    "made_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
            ],
            options={
                "verbose_name": "AI account",
                "indexes": [models.Index(fields=["slug", "level"], name="ai_account_by_level")],
                "constraints": [
                    models.UniqueConstraint(fields=("slug", "name"), name="ai_account_once"),
                    models.CheckConstraint(
                        condition=models.Q(("sigma__gt", 0)), name="ai_account_is_never_certain"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "blocked",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blocked_by",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blocks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("owner", "blocked"), name="block_once"),
                    models.CheckConstraint(
                        condition=models.Q(("owner", models.F("blocked")), _negated=True),
                        name="block_another",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Follow",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "followed",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="followers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="follows",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("owner", "followed"), name="follow_once"),
                    models.CheckConstraint(
                        condition=models.Q(("owner", models.F("followed")), _negated=True),
                        name="follow_another",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Ladder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.CharField(max_length=32)),
                (
                    "mode",
                    models.CharField(
                        choices=[("ranked", "Ranked")], default="ranked", max_length=8
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("players", models.PositiveIntegerField(default=0)),
                ("lines", models.JSONField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("slug", "mode", "version"), name="ladder_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Mute",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "muted",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="muted_by",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mutes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("owner", "muted"), name="mute_once"),
                    models.CheckConstraint(
                        condition=models.Q(("owner", models.F("muted")), _negated=True),
                        name="mute_somebody_else",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PerformanceNoise",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.CharField(max_length=32)),
                (
                    "mode",
                    models.CharField(
                        choices=[("ranked", "Ranked")], default="ranked", max_length=8
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("noise", models.FloatField(db_column="luck")),
                ("pairs", models.PositiveIntegerField(default=0)),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                "verbose_name_plural": "performance noise",
                "db_table": "accounts_luck",
                "constraints": [
                    models.UniqueConstraint(fields=("slug", "mode", "version"), name="luck_once"),
                    models.CheckConstraint(
                        condition=models.Q(("noise__gt", 0)), name="luck_is_never_nothing"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("endpoint", models.CharField(max_length=1000)),
                ("p256dh", models.CharField(max_length=88)),
                ("auth", models.CharField(max_length=24)),
                ("browser", models.CharField(blank=True, max_length=40)),
                ("language", models.CharField(blank=True, max_length=12)),
                (
                    "made_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("delivered_at", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_subscriptions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("endpoint",), name="push_subscription_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Rank",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.CharField(max_length=32)),
                (
                    "mode",
                    models.CharField(
                        choices=[("ranked", "Ranked")], default="ranked", max_length=8
                    ),
                ),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("games", models.PositiveIntegerField(default=0)),
                ("wins", models.PositiveIntegerField(default=0)),
                ("rating", models.IntegerField()),
                ("standing", models.FloatField()),
                ("best", models.IntegerField(blank=True, null=True)),
                ("rung", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("trend", models.JSONField(blank=True, default=list)),
                ("rated_at", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ranks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["slug", "mode", "-standing"], name="rank_by_standing"),
                    models.Index(fields=["slug", "mode", "-rated_at"], name="rank_by_time"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "slug", "mode"), name="rank_once"),
                    models.CheckConstraint(
                        condition=models.Q(("wins__lte", models.F("games"))),
                        name="rank_wins_are_games",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("sigma__gt", 0)), name="rank_is_never_certain"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("best__isnull", True), ("rung__isnull", True)),
                            models.Q(("best__isnull", False), ("rung__isnull", False)),
                            _connector="OR",
                        ),
                        name="rank_best_with_rung",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=12)),
                ("slug", models.CharField(max_length=32)),
                (
                    "mode",
                    models.CharField(
                        choices=[("ranked", "Ranked")], default="ranked", max_length=8
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("seat", models.PositiveSmallIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("left", models.BooleanField(default=False)),
                ("noise", models.FloatField(db_column="luck")),
                ("mu_before", models.FloatField()),
                ("sigma_before", models.FloatField()),
                ("mu_after", models.FloatField()),
                ("sigma_after", models.FloatField()),
                ("rating_before", models.IntegerField()),
                ("rating_after", models.IntegerField()),
                ("rung_before", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("rung_after", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("lines", models.JSONField(default=list)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_events",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["user", "slug", "mode", "-at"], name="rating_event_by_user"
                    ),
                    models.Index(fields=["slug", "mode", "-at"], name="rating_event_by_time"),
                    models.Index(fields=["game"], name="rating_event_by_game"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "game"), name="rating_event_once"),
                    models.CheckConstraint(
                        condition=models.Q(("place__gte", 1)), name="rating_event_has_a_place"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PushChoices",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="push_choices",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("ready", models.BooleanField(default=False)),
                ("short", models.BooleanField(default=False)),
                ("hour", models.BooleanField(default=False)),
                ("turn", models.BooleanField(default=False)),
                ("invite", models.BooleanField(default=False)),
                ("quiet_from", models.TimeField(blank=True, null=True)),
                ("quiet_to", models.TimeField(blank=True, null=True)),
                ("time_zone", models.CharField(default="UTC", max_length=64)),
            ],
            options={
                "verbose_name_plural": "push choices",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("quiet_from__isnull", True), ("quiet_to__isnull", True)),
                            models.Q(("quiet_from__isnull", False), ("quiet_to__isnull", False)),
                            _connector="OR",
                        ),
                        name="push_quiet_from_and_to",
                    )
                ],
            },
        ),
    ]
