"""Data of older versions works under this one."""
