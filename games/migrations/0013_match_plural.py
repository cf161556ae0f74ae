"""Says what several matches are called."""

from django.db import migrations


class Migration(migrations.Migration):
    """Changes no table."""

    dependencies = [("games", "0012_revision")]

    operations = [
        migrations.AlterModelOptions(
            name="match",
            options={"ordering": ("number",), "verbose_name_plural": "matches"},
        )
    ]
