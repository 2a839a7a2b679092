"""From ranked pieces to the hits of a page: duplicates, drift, previews, highlights, cursors."""
