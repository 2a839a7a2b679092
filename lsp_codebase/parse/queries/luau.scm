; inherits: lua
