(* An integer beside its magnitude, mapped over a generator. *)
(* expect: valid *)
(* level: 1 *)
open Covenant_runtime

let[@predicate] magnitude (x : int) : int = if x < 0 then 0 - x else x

let with_magnitude : unit -> int * int = int_gen >|= fun x -> (x, magnitude x)
[@@covers {| M [v:int * int | snd v = magnitude (fst v)] |}]
