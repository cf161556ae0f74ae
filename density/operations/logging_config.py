"""Django's LOGGING: one stream per process, set by LOG_FORMAT and LOG_LEVEL."""

from typing import Any

from density import environment

ACCESS = "density.access"


def logging_config() -> dict[str, Any]:
    """Return the logging configuration from the environment.

    LOG_FORMAT is console or json, LOG_LEVEL the lowest level that is logged, and ACCESS_LOG adds a
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
            # logger of a worker's pool, which does not propagate
            "multiprocessing": {"handlers": ["errors"]},
        },
    }
