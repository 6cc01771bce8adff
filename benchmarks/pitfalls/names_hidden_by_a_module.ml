(* `open` and `include` may give any name a new meaning, operators included. Nothing after them
   is understood; what stands before is checked. *)
(* expect: declined *)
(* declined: after *)
(* declined: of_the_module *)
(* declined: opened_locally *)
open Covenant_runtime

module Other = struct
  let ( + ) a b = a - b
  let int_gen () = 0
end

let before () : int = int_gen () + 1
[@@covers {| M [v:int | true] |}]

let of_the_module () : int = Other.int_gen ()
[@@covers {| M [v:int | true] |}]

let opened_locally () : int = Other.(int_gen () + 1)
[@@covers {| M [v:int | true] |}]

open Other

let after () : int = int_gen () + 1
[@@covers {| M [v:int | true] |}]
