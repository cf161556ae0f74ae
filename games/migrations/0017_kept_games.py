"""Games against AI players that are kept for later, and users who take an AI player's seat."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """A seat says since when its owner keeps the game; one more reason for bytes of the server."""

    dependencies = [("games", "0016_stats_plural")]

    operations = [
        migrations.RemoveConstraint(model_name="seat", name="seat_silent_has_a_reason_and_a_time"),
        migrations.AddField(
            model_name="seat",
            name="kept_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="seat",
            name="silent",
            field=models.CharField(
                blank=True,
                choices=[
                    ("no-pledge", "Pledge"),
                    ("no-reveal", "Reveal"),
                    ("sat-later", "Later"),
                ],
                max_length=9,
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=Q(kept_at__isnull=False), fields=["user"], name="seat_kept_by_user"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=Q(kept_at__isnull=True) | Q(live=False), name="seat_kept_is_not_live"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=Q(silent="", silent_at__isnull=True)
                | Q(
                    silent__in=("no-pledge", "no-reveal", "sat-later"),
                    silent_at__isnull=False,
                    bytes_by="server",
                ),
                name="seat_silent_has_a_reason_and_a_time",
            ),
        ),
    ]
