"""Named screens with fixed data: looked at, compared with pictures, and printed in docs/."""
