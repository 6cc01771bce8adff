(* A range that is too small. *)
(* expect: rejected *)
(* missing: digits () => [9] *)
open QCheck

let digits = Gen.list_size (Gen.int_range 0 5) (Gen.int_range 0 8)
[@@covers {| [v:int list | len v <= 5 && (forall u:int. mem v u ==> 0 <= u && u <= 9)] |}]
