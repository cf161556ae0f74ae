"""Makes all tables of an empty database at once, as the migrations leave them (decision 38)."""

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor


def make_tables(connection: BaseDatabaseWrapper) -> None:
    """Make all tables in a database without any, and record the migrations as applied.

    All in one transaction. A database with tables is left to `migrate`.
    """
    if connection.introspection.table_names():
        return
    executor = MigrationExecutor(connection)
    with connection.schema_editor() as editor:
        for model in executor.loader.project_state().apps.get_models():
            if model._meta.can_migrate(connection):
                editor.create_model(model)
        executor.migrate(executor.loader.graph.leaf_nodes(), fake=True)
