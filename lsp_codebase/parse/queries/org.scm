; Org: headlines.

(section headline: (headline item: (item) @name)) @definition.module
