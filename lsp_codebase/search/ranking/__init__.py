"""The candidates of a query, what is measured of them, and their order."""
