"""Channels of questions for all of a kind: every migration, which events there are."""
