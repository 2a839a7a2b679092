"""The candidates of a query, their measures, and their order."""
