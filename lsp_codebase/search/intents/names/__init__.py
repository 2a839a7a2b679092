"""Names that are all of a query, or beside plain words: the definitions, modules and files called so."""
