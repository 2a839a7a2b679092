import strutils

const MaxItems* = 100
var counter = 0
let name* = "x"

type
  Item* = object
    title*: string
    price: float
  Color = enum
    red, green
  Visitor = ref object of RootObj

proc add*(items: var seq[Item], item: Item): int {.inline.} =
  ## Adds an item.
  proc helper(x: int): int = x
  items.add(item)

func square(x: int): int = x * x

method visit(v: Visitor) {.base.} = discard

iterator each(items: seq[Item]): Item =
  for i in items: yield i

template withLock(body: untyped) =
  body

macro log(x: untyped): untyped = x

converter toInt(x: Item): int = 1

type
  Node = object
    case kind: Level
    of high: rows: int
    else: discard
