open Covenant_runtime
type event = Push of int | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val is_empty : unit -> bool
end [@@operators event]
module G (S : STACK) = struct
  let g (n : int) : unit = S.push n
  let f () : unit = let h (n : int) : int = n + 1 in g (h 3)
  [@@covers {| unit -> [tr | tr = [Push 4]] |}]
end
