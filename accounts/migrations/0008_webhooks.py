"""The webhook of a user."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0007_bots"),
    ]

    operations = [
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="webhook",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("address", models.CharField(max_length=500)),
                ("events", models.JSONField(default=list)),
                ("seed", models.CharField(editable=False, max_length=32)),
                (
                    "made_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("is_on", models.BooleanField(default=True)),
                ("failures", models.PositiveSmallIntegerField(default=0, editable=False)),
                ("sent_event", models.CharField(blank=True, editable=False, max_length=20)),
                ("sent_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("outcome", models.CharField(blank=True, editable=False, max_length=12)),
            ],
        ),
    ]
