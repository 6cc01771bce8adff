(* One element is drawn and repeated. *)
(* expect: rejected *)
(* missing: list_repeat 2 () => [ 0; 1 ] *)
open Covenant_runtime

let list_repeat (count : int) () : int list =
  let x = int_gen () in
  if count = 0 then [] else if count = 1 then [ x ] else if count = 2 then [ x; x ] else err ()
[@@covers {| count:{v:int | 0 <= v && v <= 2} -> M [v:int list | len v = count] |}]
