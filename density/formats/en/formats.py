"""Date and time formats of English pages."""

DATE_FORMAT = "M j, Y"
DATETIME_FORMAT = "M j, Y, H:i"
MONTH_DAY_FORMAT = "M j"
TIME_FORMAT = "H:i"
