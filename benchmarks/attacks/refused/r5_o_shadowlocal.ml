(* class: requests by something of the same name *)
open Covenant_runtime
type event = Push of int | Pop of int option | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]
let other () = Alcotest.run "x" []
module G (S : STACK) = struct
  let g (n : int) : unit = S.push n
  let f () : unit = let g (n : int) : event list = [Push 5] in g 3; ()
  [@@covers {| unit -> [tr | tr = [Push 5]] |}]
end
