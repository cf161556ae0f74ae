"""Migrates the database; an empty one gets all its tables at once (decision 38)."""

from django.core.checks import Tags
from django.core.management import BaseCommand, call_command
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor


def bring_up_to_date(command: BaseCommand) -> None:
    """Create the tables of an empty database, or check and migrate an existing one."""
    make_tables(connection)
    command.check(tags=[Tags.database], databases=[DEFAULT_DB_ALIAS])
    call_command("migrate", interactive=False, verbosity=0)


def make_tables(connection: BaseDatabaseWrapper) -> None:
    """Create all tables in an empty database, and record the migrations as applied.

    Does so in one transaction. A database with tables is left to `migrate`.
    """
    if connection.introspection.table_names():
        return
    executor = MigrationExecutor(connection)
    with connection.schema_editor() as editor:
        for model in executor.loader.project_state().apps.get_models():
            if model._meta.can_migrate(connection):
                editor.create_model(model)
        executor.migrate(executor.loader.graph.leaf_nodes(), fake=True)
