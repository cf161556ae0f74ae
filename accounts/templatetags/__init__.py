"""How ranks are drawn."""
