"""The pipeline over scan, parse, embed and store: plan, run, progress, cancel."""
