"""How each language writes dates, beside what Django knows of it."""
