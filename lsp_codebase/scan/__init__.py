"""Which files exist and which changed: walking, ignore rules, fingerprints."""
