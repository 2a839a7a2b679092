(** Ledgers. *)
open Printf

exception Empty of string

type entry = { amount : int; mutable note : string }

type shape = Circle of float | Square

(** Adds an entry. *)
let add ?(note = "") amount ledger =
  let helper x = x + 1 in
  helper amount :: ledger

let rec length = function [] -> 0 | _ :: rest -> 1 + length rest
and size l = length l

let max_entries = 100

module Stack = struct
  type t = int list
  let push x s = x :: s
end

module type ORDERED = sig
  val compare : int -> int -> int
end

module Make (O : ORDERED) = struct
  let sort l = List.sort O.compare l
end

class counter = object
  val mutable count = 0
  method increment = count <- count + 1
end

external unsafe_get : int -> int = "stub"

let ( +! ) a b = a + b
