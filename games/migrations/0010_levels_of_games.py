"""How well an AI plays is one of its game's own levels: no list of them in the database."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_schemes_and_silent_seats"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="seat",
            name="seat_kind_fits_sitter",
        ),
        migrations.AlterField(
            model_name="seat",
            name="level",
            field=models.CharField(blank=True, max_length=8),
        ),
        migrations.AlterField(
            model_name="seat",
            name="stand_in",
            field=models.CharField(blank=True, max_length=8),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("level", ""), _negated=True),
                    ("kind", "ai"),
                    ("user__isnull", True),
                )
                | models.Q(("kind__in", ("player", "guest")), ("level", "")),
                name="seat_kind_fits_sitter",
            ),
        ),
    ]
