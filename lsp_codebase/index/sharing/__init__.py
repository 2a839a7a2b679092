"""An index that begins with, or goes to, the rows of others: a like tree of this user, and the team."""
