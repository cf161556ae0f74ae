"""Accounts that programs play with, and their ranks."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_access_tokens"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="bot_owner",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="bots",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="ladder",
            name="mode",
            field=models.CharField(
                choices=[("ranked", "Ranked"), ("bots", "Bots")], default="ranked", max_length=8
            ),
        ),
        migrations.AlterField(
            model_name="performancenoise",
            name="mode",
            field=models.CharField(
                choices=[("ranked", "Ranked"), ("bots", "Bots")], default="ranked", max_length=8
            ),
        ),
        migrations.AlterField(
            model_name="rank",
            name="mode",
            field=models.CharField(
                choices=[("ranked", "Ranked"), ("bots", "Bots")], default="ranked", max_length=8
            ),
        ),
        migrations.AlterField(
            model_name="ratingevent",
            name="mode",
            field=models.CharField(
                choices=[("ranked", "Ranked"), ("bots", "Bots")], default="ranked", max_length=8
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=models.Q(("is_guest", False), ("bot_owner", None), _connector="OR"),
                name="user_guest_is_no_bot",
            ),
        ),
    ]
