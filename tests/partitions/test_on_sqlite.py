"""Where there are no partitions, the command says so."""

import pytest
from django.core.management import CommandError, call_command


@pytest.mark.django_db
@pytest.mark.either_database
def test_sqlite_is_left_as_it_is() -> None:
    with pytest.raises(CommandError, match="PostgreSQL"):
        call_command("partition")
