"""No new name looks like another one; apart, because PostgreSQL wants rows and rules apart."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_lookalikes"),
    ]

    operations = [
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                condition=models.Q(
                    ("shares_skeleton", False), models.Q(("skeleton", ""), _negated=True)
                ),
                fields=("skeleton",),
                name="user_looks_like_nobody",
            ),
        ),
    ]
