"""Django's LOGGING: one stream of lines for every process, as LOG_FORMAT and LOG_LEVEL say."""

from typing import Any

from density import environment

ACCESS = "density.access"


def logging_config() -> dict[str, Any]:
    """Return the configuration that these variables ask for.

    LOG_FORMAT is console or json, LOG_LEVEL the least level that is written, ACCESS_LOG adds a
    line for every request and socket. Raises BadChoice.
    """
    access = "INFO" if environment.read_flag("ACCESS_LOG") else "ERROR"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": "density.operations.log_format.make_formatter",
                "style": environment.read_choice("LOG_FORMAT", "console", "json"),
            }
        },
        "filters": {"counted": {"()": "density.operations.log_format.Counted"}},
        "handlers": {
            "errors": {
                "class": "logging.StreamHandler",
                "formatter": "line",
                "filters": ["counted"],
            },
            "access": {"class": "logging.StreamHandler", "formatter": "line"},
        },
        "root": {"handlers": ["errors"], "level": environment.read_text("LOG_LEVEL", "WARNING")},
        "loggers": {
            ACCESS: {"handlers": ["access"], "level": access, "propagate": False},
            "django": {"handlers": [], "propagate": True},
            "celery": {"handlers": [], "propagate": True},
            # of a worker's pool, which lets it not propagate
            "multiprocessing": {"handlers": ["errors"]},
        },
    }
