"""Questions about earlier commits."""
