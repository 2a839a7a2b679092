namespace eval Shop {
  variable x 1
  proc add {a b} { return 1 }
}
proc main {} {}

oo::class create Cart {
  method total {} { return 1 }
}
