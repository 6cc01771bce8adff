(* The empty list does not occur. *)
(* expect: rejected *)
(* missing: digits () => [] *)
open QCheck

let digits = Gen.list_size (Gen.int_range 1 5) (Gen.int_range 0 9)
[@@covers {| [v:int list | len v <= 5 && (forall u:int. mem v u ==> 0 <= u && u <= 9)] |}]
