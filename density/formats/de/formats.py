"""Date and time formats of German pages."""

DATE_FORMAT = "j. N Y"
DATETIME_FORMAT = "j. N Y, H:i"
MONTH_DAY_FORMAT = "j. N"
TIME_FORMAT = "H:i"
