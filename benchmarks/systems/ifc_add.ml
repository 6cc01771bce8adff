(* A machine with labels on values, run twice side by side: where a value is secret the two runs differ. Afterwards an
   observer who sees what is public in the memory must see the same in both. Addresses are 0 to 7. *)
open Covenant_runtime

type event = Push of bool * int * int | Store of bool | Add of bool | Load of bool | Same of bool

module type MACHINE = sig
  val push : bool -> int -> int -> unit
  val store : unit -> bool
  val add : unit -> bool
  val load : unit -> bool
  val same : unit -> bool
end [@@operators event]

let[@answers] same (_ : event list) (r : bool) : bool = r

let[@goal] leak =
  {| (Push (_, _, _))*; (Push (false, x, y) when x <> y); Push (true, _, _); Add _; (Push (true, a, _) when 0 <= a && a < 8); Store _; (Push (_, _, _))*; Same false |}
