"""Makes all tables of an empty database at once, as the migrations leave them (decision 38)."""

from collections.abc import Iterator, Sequence

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import Migration, RunPython, RunSQL, SeparateDatabaseAndState
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from density import own_apps


def make_tables(connection: BaseDatabaseWrapper) -> bool:
    """Make all tables in a database without any, and record the migrations as applied.

    Return whether that was done, all in one transaction. A database with tables is left to
    `migrate`, and so is one for which a migration runs SQL or Python that is not elidable.
    """
    if connection.introspection.table_names():
        return False
    loader = MigrationLoader(connection)
    if any(_does_more(migration) for migration in _own(loader)):
        return False
    recorder = MigrationRecorder(connection)
    with connection.schema_editor() as editor:
        editor.create_model(recorder.Migration)
        for model in _models(loader, connection):
            editor.create_model(model)
        for app, name in _applied(loader):
            recorder.record_applied(app, name)
    return True


def _own(loader: MigrationLoader) -> Iterator[Migration]:
    """Yield the migrations of the project; those from elsewhere are known (their versions are)."""
    own = {each.label for each in own_apps.configs()}
    return (migration for key, migration in loader.graph.nodes.items() if key[0] in own)


def _does_more(migration: Migration) -> bool:
    """Return whether a migration has a step that an empty database needs and no model has."""
    return any(_is_needed(step) for step in _steps(migration.operations))


def _steps(operations: Sequence[Operation]) -> Iterator[Operation]:
    """Yield all that is done to the database."""
    for step in operations:
        if isinstance(step, SeparateDatabaseAndState):
            yield from _steps(step.database_operations)
        else:
            yield step


def _is_needed(step: Operation) -> bool:
    """Return whether a step of SQL or Python is for more than the rows of an older database."""
    return isinstance(step, RunSQL | RunPython) and not step.elidable


def _models(loader: MigrationLoader, connection: BaseDatabaseWrapper) -> Iterator[type[Model]]:
    """Yield the models of the last migrations; tables between two of them come with the first."""
    models = loader.project_state().apps.get_models()
    return (model for model in models if model._meta.can_migrate(connection))


def _applied(loader: MigrationLoader) -> Iterator[tuple[str, str]]:
    """Yield every migration by app and name, after those that it needs and replaces."""
    for key in loader.graph.nodes:
        yield from loader.graph.nodes[key].replaces
        yield key
