"""An index that begins with, or goes to, what others have: a like tree of this user, and the team."""
