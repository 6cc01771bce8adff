(* A name with an ending. *)
(* expect: valid *)
open Covenant_runtime

let base () : string = String.init (nat_gen ()) (fun _ -> char_gen ())
[@@covers {| M [v:string | true] |}]

let file () : string = base () ^ ".ml"
[@@covers {| M [v:string | exists b:string. v = String.cat b ".ml"] |}]
