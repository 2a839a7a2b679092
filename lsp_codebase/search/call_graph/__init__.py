"""Who calls whom, read off lines and postings, and what else of the code around a definition is told without types."""
