"""LanceDB and what surrounds it: schema, commits, recall, location, lock. The only room that imports lancedb."""
