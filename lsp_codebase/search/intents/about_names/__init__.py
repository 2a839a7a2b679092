"""Questions about one name: who uses it, what it calls, what tests, sets or styles it."""
