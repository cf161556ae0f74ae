"""A column that an older version still reads."""

from django.db import migrations


class Migration(migrations.Migration):
    """Takes it away."""

    dependencies = (("bad", "0002_required"),)
    operations = (migrations.RemoveField("thing", "name"),)
