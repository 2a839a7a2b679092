; Notebooks: the cells, each in its own language.

(object (pair key: (string (string_content) @_type) value: (string (string_content) @language))
  (pair key: (string (string_content) @_source) value: (array) @embedded.cell)
  (#eq? @_type "cell_type") (#eq? @_source "source"))
