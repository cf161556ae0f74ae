"""Columns that an older version may leave out."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """One has a default in the database, the other may be empty."""

    dependencies = (("bad", "0004_renamed"),)
    operations = (
        migrations.AddField(
            "thing", "size", models.CharField(max_length=7, default="m", db_default="m")
        ),
        migrations.AddField("thing", "weight", models.FloatField(null=True)),
    )
