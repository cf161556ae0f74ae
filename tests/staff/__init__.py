"""Tests of the admin pages, the second factor and the permissions of staff."""
