(** Ledgers. *)

type entry
(** Adds an entry. *)
val add : ?note:string -> int -> entry list -> entry list

module Stack : sig
  val push : int -> int list -> int list
end

exception Empty of string
