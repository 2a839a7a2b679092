"""When a silent host counts as ended: a process that was stopped, or hangs, holds its connections open."""

SILENCE_S = 10.0
"""After so long in silence, a host that owes an answer is asked for a sign of life; after twice as long it counts
as ended."""
SIGN_OF_LIFE = "$/lspCodebase/isThere"
"""The method and the id of that request. No server knows it, and each living one says so at once."""
