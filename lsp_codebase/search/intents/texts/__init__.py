"""Texts that a query holds: pasted code, what a program printed, what users see."""
