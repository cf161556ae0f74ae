"""A column that an older version leaves out, and that must be there."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Has a default in Python only."""

    dependencies = (("bad", "0001_things"),)
    operations = (
        migrations.AddField("thing", "color", models.CharField(max_length=7, default="red")),
    )
