"""The parts of the rules that all games share: pure functions without I/O or clock."""
