(* Some and none. *)
(* expect: valid *)
(* level: 1 *)
open QCheck

let o = Gen.option (Gen.int_range 0 9)
[@@covers {| [v:int option | forall n:int. v = Some n ==> 0 <= n && n <= 9] |}]
