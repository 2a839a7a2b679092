"""Recall, fuse, rank and pack; understanding of queries; filters."""
