"""Open documents that differ from their files: edited in memory, read again, shown in place of what is indexed.

Import from the modules: `document` is light enough for the start of the server, `documents` is not.
"""
