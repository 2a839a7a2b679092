"""Understanding a query: its operators, words, language and form."""
