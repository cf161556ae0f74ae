"""A column that an older version knows by another name."""

from django.db import migrations


class Migration(migrations.Migration):
    """Renames it."""

    dependencies = (("bad", "0003_dropped"),)
    operations = (migrations.RenameField("thing", "color", "paint"),)
