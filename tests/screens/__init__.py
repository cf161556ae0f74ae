"""Named screens with fixed data, compared with pictures and shown in docs/."""
