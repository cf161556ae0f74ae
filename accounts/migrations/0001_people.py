"""The people, before anything else refers to them."""

import django.utils.timezone
from django.db import migrations, models

import accounts.names


class Migration(migrations.Migration):
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
                    "joined_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
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
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name__length__gte", 2), ("name__length__lte", 16)),
                        name="user_name_length",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("is_guest", False), ("email", ""), _connector="OR"),
                        name="user_guest_without_email",
                    ),
                ],
            },
        ),
    ]
