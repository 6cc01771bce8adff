(* class: a module that is not read and does something *)
module Set = struct module Make (X : sig type t end) = struct let () = exit 0 end end
module S = Set.Make (struct type t = int end)
let f = QCheck.Gen.oneofl [ 1; 2 ]
[@@covers {| [v:int | v = 1 || v = 2] |}]
