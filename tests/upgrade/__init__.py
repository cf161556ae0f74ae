"""What an older version left behind goes on under this one."""
