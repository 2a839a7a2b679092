namespace Shop.Core

open System

/// An item.
type Item =
    { Name: string
      mutable Price: decimal }
    member this.Discounted = this.Price * 0.9m
    static member Create name = { Name = name; Price = 0m }

type Shape =
    | Circle of radius: float
    | Square

type IRepo =
    abstract member Find: int -> Item

type Counter(start: int) =
    let mutable count = start
    member _.Increment() = count <- count + 1

module Logic =
    let maxItems = 100
    /// Adds two numbers.
    let add x y = x + y
    let rec factorial n = if n = 0 then 1 else n * factorial (n - 1)
    [<Literal>]
    let Version = "1.0"

exception NotFound of string

type Id = int
type Wrapped = Wrapped of string
type Flag = | On

module Names =
    let ``is on`` flag = true
    let both, halves = 2, 0.5

/// Stores items.
[<AllowNullLiteral>]
type IStore =
    inherit IDisposable
    /// Adds one.
    abstract Add: Item -> unit

[<AbstractClass>]
type Worker(name: string) =
    abstract member Run: unit -> unit
    member private this.Name = name

module Pipes =
    let private trim (text: string) = text.Trim()
    let rec internal walk n = walk (n - 1)
    let (>=>) first second = first >> second
    let (|Even|Odd|) n = if n % 2 = 0 then Even else Odd

    // What follows is about the widths.

    let widths =
        let narrow = 80
        [ narrow; 120 ]

    [<System.Obsolete("use widths")>]
    let width = 80

type Till(start: int) =
    new() = Till(0)
    member val Total = start with get, set
