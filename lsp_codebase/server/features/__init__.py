"""One file for each LSP method; handlers hold no decisions."""
