"""What the workers' clock promises."""
