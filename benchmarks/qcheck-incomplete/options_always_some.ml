(* Never `None`. *)
(* expect: rejected *)
(* missing: o () => None *)
open QCheck

let o = Gen.map (fun n -> Some n) (Gen.int_range 0 9)
[@@covers {| [v:int option | forall n:int. v = Some n ==> 0 <= n && n <= 9] |}]
