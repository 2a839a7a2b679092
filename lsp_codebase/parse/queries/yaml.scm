; YAML: the keys of the first two levels.

(stream (document (block_node (block_mapping (block_mapping_pair key: (flow_node) @name) @definition.key))))
(stream (document (block_node (block_mapping (block_mapping_pair
  value: (block_node (block_mapping (block_mapping_pair key: (flow_node) @name) @definition.key)))))))

(comment) @comment
