"""pygls and lsprotocol live here and nowhere else."""
