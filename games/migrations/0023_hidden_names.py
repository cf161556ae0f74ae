"""Whether the name on a seat is kept from lists of tables and from watchers."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A column with a default, which the version before does not know."""

    dependencies = [("games", "0022_puzzles")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="hides_name",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
