"""Listing and rendering directories."""
