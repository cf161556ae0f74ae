"""Under which scheme a deal was sealed, and which seats stayed silent, why and when.

Games that were sealed before this were sealed under scheme 1, and are finished under it.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_second_game"),
    ]

    operations = [
        migrations.AddField(
            model_name="dealcommitment",
            name="scheme",
            field=models.PositiveSmallIntegerField(default=1),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="seat",
            name="silent",
            field=models.CharField(
                blank=True,
                choices=[("no-pledge", "Pledge"), ("no-reveal", "Reveal")],
                default="",
                max_length=9,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="seat",
            name="silent_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("silent", ""), ("silent_at__isnull", True)),
                    models.Q(
                        ("bytes_by", "server"),
                        ("silent__in", ("no-pledge", "no-reveal")),
                        ("silent_at__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="seat_silent_has_a_reason_and_a_time",
            ),
        ),
    ]
