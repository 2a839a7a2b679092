"""One index built on a Ray cluster, with the extra `ray`."""
