"""An app whose migrations an older version does not survive."""
