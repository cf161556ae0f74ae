"""Dates and times as English pages write them."""

DATE_FORMAT = "M j, Y"
DATETIME_FORMAT = "M j, Y, H:i"
MONTH_DAY_FORMAT = "M j"
TIME_FORMAT = "H:i"
